package assemblysolve_test

import (
	"slices"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
)

// TestPaintCorner grows a shape past its top left corner: a plain block stays plain, and the root stays where it was.
func TestPaintCorner(t *testing.T) {
	blocks := []assembly.Block{{R: 0, C: 0}, {R: 0, C: 1}}
	corner := [][2]int{{-1, 0}, {-1, -1}}
	for _, root := range []int{assembly.NoRoot, 1} {
		p, err := assembly.New(1, 2, slices.Clone(blocks), root, assembly.Frontal)
		if err != nil {
			t.Fatal(err)
		}
		q, err := assemblysolve.Editor().Stroke(p, "shape", corner, "#")
		if err != nil {
			t.Fatal(err)
		}
		want := int32(assembly.NoRoot)
		if root >= 0 {
			want = q.Find(assembly.Block{R: 1, C: 2})
		}
		if len(q.Blocks) != 4 || q.Root != want {
			t.Errorf("root %d: %d blocks, the root is %d, not %d", root, len(q.Blocks), q.Root, want)
		}
	}
}
