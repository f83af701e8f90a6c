package lights

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Every text format reads whatever it is given without a panic; what it accepts is valid, and where it
// can be written it comes back the same.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{
		"3 2 1\n1 0 1\n0 1 0\n0 0 0\n", "1 1 1\n1\n", "5 5 50\n", "0 0 0\n",
		"010\n111\n010\n", "# modulus 3 pattern king topology torus\n012\n210\n",
		"P1\n# a comment\n3 2\n101\n010\n", "P4\n9 2\n\xFF\x80\x00\x00", "P4 99999 99999\n",
		"P2\n3 1\n2\n0 1 2\n", "P5\n3 1\n2\n\x00\x01\x02", "P5 2 1 299\n\x00\x01\x00\x02",
	} {
		f.Add([]byte(seed))
	}
	texts := Data().Texts
	lim := puzzle.Limits{Memory: 64 << 20}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		for _, text := range texts {
			text.Sniff(data)
			s := grid.NewScanner(bytes.NewReader(data), -1)
			for range 64 {
				p, err := text.Read(lim.Meter(context.Background()), s)
				if err != nil {
					break
				}
				if err := p.Validate(); err != nil {
					t.Fatalf("%s reads an instance that is not valid: %v", text.Name, err)
				}
				var first, second bytes.Buffer
				if text.Write(&first, p) != nil {
					continue // no place for it in this format
				}
				again, err := text.Read(lim.Meter(context.Background()), grid.NewScanner(bytes.NewReader(first.Bytes()), int64(first.Len())))
				if err != nil && err != io.EOF {
					t.Fatalf("%s does not read what it wrote: %v: %q", text.Name, err, first.Bytes())
				}
				if err := text.Write(&second, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
					t.Fatalf("%s: %q came back as %q (%v)", text.Name, first.Bytes(), second.Bytes(), err)
				}
			}
		}
	})
}
