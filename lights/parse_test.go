package lights

import (
	"errors"
	"testing"

	"github.com/gridwright/gridwright/grid"
)

// Whatever String writes Parse reads back, and samples of all formats too.
func TestParse(t *testing.T) {
	texts := []string{
		"##/.#", "1", "#", ".", "01/10", "{\"width\":3,\"height\":2}", "\xEF\xBB\xBF#.\n.#\n", "# modulus 9 pattern ball:2\n08\n18\n",
		`{"family":"lights","version":1,"modulus":300,"start":[[0,299]],"target":[[1,2]],"cells":["x?"],"costs":[[7,9]]}`,
		`{"modulus":5,"pattern":[[0,0,2],[-1,3,4]],"topology":"torus","start":["04","10"]}`,
		`{"graph":{"nodes":3,"edges":[[1,2],[2,3]]},"start":["111"]}`,
	}
	for _, f := range Data().Texts {
		if f.Name != formatLamps && f.Name != formatMarks { // their samples hold two boards
			texts = append(texts, f.Sample)
		}
	}
	for _, text := range texts {
		p, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		q, err := Parse(p.String())
		if err != nil || q.String() != p.String() || !q.Start.Equal(p.Start) || q.Modulus != p.Modulus || q.Topology != p.Topology {
			t.Errorf("%q is written as %s and read as %v, %v", text, p, q, err)
		}
	}
	for _, text := range []string{"", "hello", "##/#", "#.\n.#\n\n##\n##\n", "{", "[]", `{"start":["12"]}`, `{"family":"tilt","start":["11"]}`, `{"start":["1"],"stop":1}`} {
		if p, err := Parse(text); !errors.Is(err, grid.ErrInput) {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	if got := new(Instance).String(); got == "" {
		t.Error("an instance that is not sound has no text")
	}
}
