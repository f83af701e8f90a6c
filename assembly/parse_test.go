package assembly

import (
	"errors"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestParse reads one puzzle, and refuses none, a broken one and two.
func TestParse(t *testing.T) {
	p, err := Parse("##.R\n#.##\n###.")
	if err != nil || p.Validate() != nil {
		t.Fatal(p, err)
	}
	for _, text := range []string{"", " \n", "##\n#", "#\n\n#"} {
		if p, err := Parse(text); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}
