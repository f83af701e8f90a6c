package puzzletest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// edits changes small and generated instances in every way that their Editing names. What comes out is valid, or the
// error says what is wrong with the input. To paint a cell twice is to paint it once.
func (k Kit) edits(t testing.TB) {
	n, tried, refused := 0, 0, 0
	for name, in := range k.all() {
		if n++; n%extent.Of(23, 5, 1) != 0 {
			continue
		}
		e, err := k.Family.Editing(in)
		if errors.Is(err, puzzle.ErrUnsupported) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := wellDescribed(t, name, k.Family, in, e)
		rng := rand.New(rand.NewPCG(k.Seed, uint64(n)))
		see := func(what string, out puzzle.Instance, err error) bool {
			tried++
			if !edited(t, k.Family, in, out, err) {
				refused++
				return false
			}
			if _, err := k.Family.Draw(out, scene.Corner(400, 400)); err != nil {
				t.Fatalf("%s: %s: %v", name, what, err)
			}
			return true
		}
		for _, l := range e.Layers {
			k.strokes(t, name, in, l, d.Scenes[l.Scene], rng, see)
		}
		for _, c := range e.Choices {
			for _, v := range c.Values {
				out, err := k.Family.Choose(in, c.Name, v.Value)
				see("choosing "+v.Value, out, err)
			}
			if _, err := k.Family.Choose(in, c.Name, "no such \x00 thing"); !errors.Is(err, puzzle.ErrInput) {
				t.Fatalf("%s: a value of %s that is none: %v", name, c.Name, err)
			}
		}
		for _, side := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {2, 3}, {7, 5}, {-1, 1 << 30}} {
			out, err := k.Family.Resize(in, side[0], side[1])
			if !errors.Is(err, puzzle.ErrUnsupported) {
				see(fmt.Sprint("sides ", side), out, err)
			}
		}
	}
	if tried == 0 || refused > tried*9/10 {
		t.Fatalf("of %d edits %d were refused: the instances are no test", tried, refused)
	}
	t.Logf("%d edits, %d of them refused", tried, refused)
}

// wellDescribed wants of an Editing what fronts rely on.
func wellDescribed(t testing.TB, name string, f *puzzle.Family, in puzzle.Instance, e puzzle.Editing) puzzle.Drawing {
	t.Helper()
	d, err := f.Draw(in, scene.Corner(400, 400))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, l := range e.Layers {
		if names[l.Name] || l.Name == "" || l.Title == "" || l.Scene < 0 || l.Scene >= len(d.Scenes) {
			t.Fatalf("%s: the layer %+v has no name of its own, no title or no scene", name, l)
		}
		if names[l.Name] = true; (l.Act == puzzle.Swap) != (len(l.Palette) == 0) {
			t.Fatalf("%s: the layer %s swaps with a palette, or paints without", name, l.Name)
		}
		symbols := map[string]bool{}
		for _, s := range l.Palette {
			if s.Symbol == "" || s.Name == "" || symbols[s.Symbol] {
				t.Fatalf("%s: the swatch %+v of %s", name, s, l.Name)
			}
			symbols[s.Symbol] = true
		}
	}
	for _, c := range e.Choices {
		found := false
		for _, v := range c.Values {
			found = found || v.Value == c.Value
		}
		if !found || c.Name == "" || c.Title == "" {
			t.Fatalf("%s: the choice %+v has no name or no title, or its value is none of its values", name, c)
		}
	}
	return d
}

// strokes paints with every symbol: one cell, three of them, and cells that do not exist.
func (k Kit) strokes(t testing.TB, name string, in puzzle.Instance, l puzzle.Layer, s *scene.Scene, rng *rand.Rand,
	see func(what string, out puzzle.Instance, err error) bool) {
	cell := func() [2]int { return [2]int{rng.IntN(max(1, s.Rows)), rng.IntN(max(1, s.Cols))} }
	away := [][2]int{{-1000, 0}, {math.MaxInt, math.MaxInt}}
	if l.Act == puzzle.Swap {
		cells := [][2]int{cell(), cell()}
		out, err := k.Family.Stroke(in, l.Name, cells, "")
		see("swapping", out, err)
		if back, err := k.Family.Stroke(out, l.Name, cells, ""); err != nil || !same(t, in, back) {
			t.Fatalf("%s: swapping %v twice in %s changes something (%v)", name, cells, l.Name, err)
		}
		if _, err := k.Family.Stroke(in, l.Name, away, ""); !errors.Is(err, puzzle.ErrInput) {
			t.Fatalf("%s: swapping cells that do not exist: %v", name, err)
		}
		return
	}
	if _, err := k.Family.Stroke(in, l.Name, [][2]int{cell()}, "no\x00symbol"); !errors.Is(err, puzzle.ErrInput) {
		t.Fatalf("%s: a symbol that is none: %v", name, err)
	}
	for _, sw := range l.Palette {
		if out, err := k.Family.Stroke(in, l.Name, away, sw.Symbol); err != nil || !same(t, in, out) {
			t.Fatalf("%s: %q on cells that do not exist changes something (%v)", name, sw.Symbol, err)
		}
		m := l.Margin
		edge := [2]int{rng.IntN(s.Rows+2*m) - m, rng.IntN(s.Cols+2*m) - m}
		for _, cells := range [][][2]int{{cell()}, {cell(), cell(), cell()}, {edge}} {
			out, err := k.Family.Stroke(in, l.Name, cells, sw.Symbol)
			if !see(fmt.Sprint(sw.Symbol, " on ", cells), out, err) {
				continue
			}
			inside := cells[0] != edge // where a board has grown, places have moved
			if again, err := k.Family.Stroke(out, l.Name, cells, sw.Symbol); inside && sameSides(k.Family, in, out) &&
				(err != nil || !same(t, out, again)) {
				t.Fatalf("%s: %q twice on %v of %s is not once (%v)", name, sw.Symbol, cells, l.Name, err)
			}
		}
	}
	if l.Act == puzzle.Toggle {
		out, err := k.Family.Stroke(in, l.Name, [][2]int{cell()}, "")
		see("toggling", out, err)
	}
}

// sameSides reports whether the scenes of two instances have their cells at the same places.
func sameSides(f *puzzle.Family, a, b puzzle.Instance) bool {
	x, _ := f.Draw(a, scene.Corner(1, 1))
	y, _ := f.Draw(b, scene.Corner(1, 1))
	s, o := x.Scenes[0], y.Scenes[0]
	return s.Rows == o.Rows && s.Cols == o.Cols && s.Origin == o.Origin
}

func same(t testing.TB, a, b puzzle.Instance) bool {
	t.Helper()
	return bytes.Equal(mustJSON(t, a), mustJSON(t, b))
}

// edited reports whether an edit has given an instance, which is valid then and has a document; else it was refused
// with the reason.
func edited(t testing.TB, f *puzzle.Family, in, out puzzle.Instance, err error) bool {
	t.Helper()
	if err != nil {
		if wantInputOrLimit(t, err); err.Error() == "" {
			t.Fatal("an edit is refused without a word")
		}
		return false
	}
	if err := f.Validate(out); err != nil {
		t.Fatalf("an edit of %s is not valid: %v", mustJSON(t, in), err)
	}
	doc := mustJSON(t, out)
	again, err := f.DecodeInstances(nil, mustTree(t, doc))
	if err != nil || len(again) != 1 || !same(t, again[0], out) {
		t.Fatalf("an edit of %s gives %s, which is not read again: %v", mustJSON(t, in), doc, err)
	}
	return true
}

// FuzzEdits reads bytes as edits, one after the other, of instances of the families: whatever they say, there is a
// valid instance in the end, or a reason why not.
func FuzzEdits(f *testing.F, families []*puzzle.Family) {
	f.Add(uint64(1), []byte("paint some cells, then some more"))
	f.Add(uint64(7), bytes.Repeat([]byte{1, 200, 31, 4}, 20))
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		for _, fam := range families {
			in := fam.Generate(rand.New(rand.NewPCG(seed, 0)), 1+int(seed%20))
			for rest := data[:min(len(data), 200)]; len(rest) >= 4; rest = rest[4:] {
				out, err := fuzzEdit(t, fam, in, rest)
				if errors.Is(err, puzzle.ErrUnsupported) {
					continue
				}
				if edited(t, fam, in, out, err) {
					in = out
				}
			}
		}
	})
}

// fuzzEdit is one edit: four bytes choose which.
func fuzzEdit(t *testing.T, fam *puzzle.Family, in puzzle.Instance, b []byte) (puzzle.Instance, error) {
	e, err := fam.Editing(in)
	if err != nil {
		return in, err
	}
	x, y := int(b[1])%12-1, int(b[2])%12-1
	switch n := int(b[3]); {
	case b[0]%4 == 0 && len(e.Choices) > 0:
		c := e.Choices[n%len(e.Choices)]
		return fam.Choose(in, c.Name, c.Values[x&0xff%len(c.Values)].Value)
	case b[0]%4 == 1:
		return fam.Resize(in, x, y)
	case len(e.Layers) == 0:
		return in, nil
	default:
		l, symbol := e.Layers[n%len(e.Layers)], ""
		if l.Act == puzzle.Swap {
			return fam.Stroke(in, l.Name, [][2]int{{x, y}, {y, x}}, symbol)
		}
		if k := n / 8 % (len(l.Palette) + 1); k < len(l.Palette) {
			symbol = l.Palette[k].Symbol
		}
		return fam.Stroke(in, l.Name, [][2]int{{x, y}, {x, y + 1}}, symbol)
	}
}
