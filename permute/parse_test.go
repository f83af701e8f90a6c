package permute

import (
	"errors"
	"reflect"
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

// TestString reads back what is written: whatever a document can hold.
func TestString(t *testing.T) {
	for _, text := range []string{
		"12/34 -> 21/34 : shifts", "ab -> ba | b. : shifts swap:adjacent=3", "1,2,10/3,4,5 : drag",
		"231/456/789 : shift-right shift-down rotate-cw", "1 2 3\n4 5 6\n7 9 8\n",
		"1\n293\n678\n514\n624\n579\n183\n", "moves twist:2x2\n123/456\n",
		`{"family":"permute","version":1,"start":["ab","ba"],"target":["ba","ab"],"moves":[{"name":"X","cycles":[[[1,1],[2,2]]]}]}`,
		`{"start":[["a b","c"]],"moves":["shifts"]}`, "1,2,3 -> 3,2,. | 2,1,3 :",
	} {
		p, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		q, err := Parse(p.String())
		if err != nil || !reflect.DeepEqual(p, q) {
			t.Errorf("%s comes back from %s as %v, %v", text, p, q, err)
		}
	}
}
