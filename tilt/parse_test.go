package tilt

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
)

// What String writes Parse reads back, with or without a target, whatever the labels are.
func TestParseReadsString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := rapid.OneOf(
			rapid.SampledFrom([]string{"a", "b", "/", "{", "\"", "<", "ü", "1"}),
			rapid.SampledFrom([]string{"red", "10", "a b", "->", "&amp;"}),
		)
		if rapid.Bool().Draw(t, "plain") {
			label = rapid.SampledFrom([]string{"a", "b", "/", "{", "1"})
		}
		p := &Instance{Palette: rapid.SliceOfNDistinct(label, 1, 4, rapid.ID[string]).Draw(t, "palette")}
		h, w := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
		board := func() *Board {
			b := NewBoard(h, w, len(p.Palette))
			for r := range h {
				for c := range w {
					b.Set(r, c, rapid.IntRange(0, len(p.Palette)).Draw(t, "cell"))
				}
			}
			return b
		}
		p.Start = board()
		if rapid.Bool().Draw(t, "target") {
			p.Target = board()
		}
		q, err := Parse(p.String())
		if err != nil {
			t.Fatalf("%v in %s", err, p)
		}
		cells := func(p *Instance) (all []string) { // codes and unused colours are not written
			for _, b := range []*Board{p.Start, p.Target} {
				for i := 0; b != nil && i < b.Len(); i++ {
					all = append(all, p.Label(b.At(i/b.W, i%b.W)))
				}
			}
			return append(all, fmt.Sprint(p.Start.H, p.Start.W, p.Target != nil))
		}
		if !slices.Equal(cells(p), cells(q)) {
			t.Fatalf("%s came back as %s", p, q)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "the text is empty",
		" \n":                      "the text is empty",
		"1 2\na.\n.a\n1 2\na.\n.a": "line 4, column 1: the text goes on after the target",
		"1 2\na.\n":                "line 3, column 1: the input ends where the target is expected",
		`{"start":["a."],"targets":[["a."],[".a"]]}`:   "the text has 2 targets; one is expected",
		`{"start":["a."],"gool":["a."]}`:               `line 1, column 17: the text has no field "gool"; did you mean "goal"?`,
		`{"family":"lights","start":["a."]}`:           `line 1, column 12: family must be "tilt"`,
		`{"start":["a."],"target":[".a"],"version":2}`: "line 1, column 43: version must be 1",
	} {
		_, err := Parse(text)
		if err == nil || !errors.Is(err, grid.ErrInput) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
