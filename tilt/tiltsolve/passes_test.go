package tiltsolve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"pgregory.net/rapid"
)

// The passes that read eight cells at a time against their plain twins, on boards around
// the sizes where words and blocks end.

func drawCells(t *rapid.T) (cells []uint8, h, w int) {
	h = rapid.SampledFrom([]int{1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 130, 256, 300}).Draw(t, "h")
	w = rapid.SampledFrom([]int{1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 130, 256, 300}).Draw(t, "w")
	density := rapid.IntRange(0, 10).Draw(t, "density")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	cells = make([]uint8, h*w)
	for i := range cells {
		if rng.IntN(10) < density {
			cells[i] = uint8(1 + rng.IntN(254))
		}
	}
	return cells, h, w
}

func widen(cells []uint8) []uint32 {
	out := make([]uint32, len(cells))
	for i, c := range cells {
		out[i] = uint32(c) << 10 // codes that do not fit a byte
	}
	return out
}

func TestSourceTransposes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells, h, w := drawCells(t)
		narrow, wide := newSource(cells, h, w, true), newSource(widen(cells), h, w, true)
		if narrow.h != w || narrow.w != h {
			t.Fatal("sizes are not exchanged")
		}
		for i := range w {
			a, b := narrow.line(i), wide.line(i)
			for r := range h {
				if a[r] != cells[r*w+i] || b[r] != uint32(a[r])<<10 {
					t.Fatalf("row %d of the transposed board is wrong at %d", i, r)
				}
			}
		}
	})
}

func TestOccupied(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells, h, w := drawCells(t)
		wide := widen(cells)
		for r := range h {
			n := 0
			for _, c := range cells[r*w : (r+1)*w] {
				if c != 0 {
					n++
				}
			}
			if occupied(cells[r*w:(r+1)*w]) != n || occupied(wide[r*w:(r+1)*w]) != n {
				t.Fatal("occupied is wrong")
			}
		}
		columns := make([]int32, w)
		for i, c := range cells {
			if c != 0 {
				columns[i%w]++
			}
		}
		if !slices.Equal(columns, columnCounts(cells, h, w)) || !slices.Equal(columns, columnCounts(wide, h, w)) {
			t.Fatal("columnCounts is wrong")
		}
	})
}

// The profile of the columns is that of the transposed board.
func TestColumnProfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells, h, w := drawCells(t)
		if letters := rapid.StringOfN(rapid.RuneFrom([]rune("LRUD")), 0, 3, -1).Draw(t, "letters"); letters != "" {
			cells = playLetters(cells, h, w, letters)
		}
		p := profileOf(newSource(cells, h, w, false))
		want := profileOf(newSource(cells, h, w, true))
		got := columnProfile(p, cells, h, w)
		if !slices.Equal(got.counts, want.counts) || !slices.Equal(got.lambda, want.lambda) || got.tiles != want.tiles ||
			got.left != want.left || got.right != want.right || got.falls != want.falls || got.grows != want.grows {
			t.Fatalf("columnProfile %+v, want %+v", got, want)
		}
		if (p.left || p.right) && (p.falls || p.grows) { // packed into a corner
			if packed := p.transposed(w); packed.left != want.left || packed.right != want.right ||
				packed.falls != want.falls || packed.grows != want.grows || !slices.Equal(packed.lambda, want.lambda) {
				t.Fatalf("transposed %+v, want %+v", packed, want)
			}
		}
	})
}

// isTilted against tiltInto, on honest boards and on ones with one cell changed.
func TestIsTilted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells, h, w := drawCells(t)
		for _, dir := range []byte("LRUD") {
			tilted := make([]uint8, len(cells))
			tiltInto(tilted, cells, h, w, dir)
			if !isTilted(tilted, cells, h, w, dir) {
				t.Fatalf("%c: the tilted board is not seen", dir)
			}
			i := rapid.IntRange(0, len(cells)-1).Draw(t, "cell")
			tilted[i] ^= 1
			if isTilted(tilted, cells, h, w, dir) {
				t.Fatalf("%c: a changed cell is not seen", dir)
			}
		}
	})
}

// leastRotation against the rotations themselves.
func TestLeastRotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SliceOfN(rapid.Uint8Range(1, rapid.Uint8Range(1, 3).Draw(t, "colours")), 1, 60).Draw(t, "s")
		if k := rapid.IntRange(1, 4).Draw(t, "repeats"); k > 1 {
			s = slices.Repeat(s, k)
		}
		n := len(s)
		rotated := func(d int) []uint8 { return append(slices.Clone(s[d:]), s[:d]...) }
		best, period := 0, n
		for d := 1; d < n; d++ {
			if slices.Compare(rotated(d), rotated(best)) < 0 {
				best = d
			}
		}
		for d := n - 1; d > 0; d-- {
			if slices.Equal(rotated(d), s) {
				period = d
			}
		}
		if start, p := leastRotation(s); start != best || p != period {
			t.Fatalf("%v: starts at %d with period %d, want %d and %d", s, start, p, best, period)
		}
		other := slices.Clone(s)
		if rapid.Bool().Draw(t, "rotate") {
			other = rotated(rapid.IntRange(0, n-1).Draw(t, "by"))
		} else {
			other[rapid.IntRange(0, n-1).Draw(t, "at")] = rapid.Uint8Range(1, 3).Draw(t, "colour")
		}
		want, found := 0, false
		for d := n - 1; d >= 0; d-- {
			same := true
			for i := range n {
				same = same && other[(i+d)%n] == s[i]
			}
			if same {
				want, found = d, true
			}
		}
		if d, ok := necklaceOf(s).rotationTo(necklaceOf(other)); ok != found || ok && d != want {
			t.Fatalf("%v to %v: %d, %v; want %d, %v", s, other, d, ok, want, found)
		}
	})
}

// leastWindow, where it answers, agrees with leastRotation on strings whose long stretches are alike.
func TestLeastWindow(t *testing.T) {
	answers := 0
	check := func(t *rapid.T) {
		piece := rapid.SliceOfN(rapid.Uint8Range(1, 2), 1, 40).Draw(t, "piece")
		s := slices.Repeat(piece, rapid.IntRange(1, 200).Draw(t, "repeats"))
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			s[rapid.IntRange(0, len(s)-1).Draw(t, "at")] = rapid.Uint8Range(1, 3).Draw(t, "colour")
		}
		if len(s) < 8 {
			return
		}
		start, period := leastRotation(s)
		if got, ok := leastWindow(s); ok {
			answers++
			if got != start || period != len(s) {
				t.Fatalf("leastWindow %d, leastRotation %d with period %d of %d", got, start, period, len(s))
			}
		}
	}
	for range extent.Until(t, 1, extent.Met(&answers, 1)) {
		rapid.Check(t, check)
	}
}
