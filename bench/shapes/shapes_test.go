package shapes

import (
	"bytes"
	"testing"

	"github.com/gridwright/gridwright/assembly"
)

func TestKindsAreTrees(t *testing.T) {
	for _, k := range Kinds() {
		for _, n := range []int{1, 2, 3, 7, 50, 10_000} {
			var text bytes.Buffer
			if err := k.Write(&text, n, 7); err != nil {
				t.Fatal(err)
			}
			p, err := assembly.Parse(text.String())
			if err != nil {
				t.Fatalf("%s of %d blocks: %v", k.Name, n, err)
			}
			if got := len(p.Blocks); !p.IsTree() || got > n || got < n*9/10 {
				t.Errorf("%s of %d blocks: %d blocks, %d links", k.Name, n, got, p.Links)
			}
		}
	}
}
