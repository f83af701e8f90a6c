package permute

import (
	"errors"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestParse reads one puzzle, and refuses none, a broken one and two.
func TestParse(t *testing.T) {
	p, err := Parse("12/34 -> 21/34 : shifts")
	if err != nil || p.Validate() != nil {
		t.Fatal(p, err)
	}
	for _, text := range []string{"", " \n", "12/34 -> 22/34 : shifts", "12/34\n12/34"} {
		if p, err := Parse(text); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}
