package tiltcheck

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/tilt"
)

// after is the ring L's board at LU after n turns, found in the oracle's way: each tile
// goes n steps along its cycle.
func after(base string, n *big.Int) string {
	out := []rune(base)
	for _, cycle := range honestCycles(base) {
		step := int(new(big.Int).Mod(n, big.NewInt(int64(len(cycle)))).Int64())
		for i, from := range cycle {
			out[cycle[(i+step)%len(cycle)]] = []rune(base)[from]
		}
	}
	return string(out)
}

// TestFarTargets goes many turns along a ring whose number of boards is astronomical. The
// shortest way is known from where on the ring the target was put.
func TestFarTargets(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	one, four := big.NewInt(1), big.NewInt(4)
	for tried := 0; tried < 4; {
		start := randomBoard(rng, 20, 21, "..abcdef")
		base := slideAll(start, "LU")
		k := newTestWork(t, instance(start, ""))
		if _, err := k.open(rings[0]); err != nil {
			t.Fatal(err)
		}
		stand, err := k.stands(place{k.p.Start, "LU"})
		if err != nil || len(stand) != 1 || stand[0].turns.Sign() != 0 {
			t.Fatalf("%v, %v", stand, err)
		}
		all := stand[0].period
		if all.BitLen() < 40 {
			continue
		}
		tried++
		if after(base, all) != base {
			t.Fatalf("%s does not come back after %v turns", base, all)
		}
		for d := range int64(3) {
			// Clockwise, n turns after LU are 4n + 2 tilts; against the clock from the
			// entry LD they are 4(all - n) + 1. So the middle is at n = all/2 - 1/8.
			n := new(big.Int).Sub(all, one)
			n.Rsh(n, 1)
			n.Sub(n, big.NewInt(d))
			target := after(base, n)
			clockwise := word("LU(RDLU)^" + n.String())
			accept(t, start, target, solved(clockwise, clockwise.Length()))
			reject(t, start, target, against(all, n), "not the fewest")
			off := word("LU(RDLU)^" + new(big.Int).Add(n, one).String())
			reject(t, start, target, solved(off, off.Length()), "do not reach")
			round := word("LU(RDLU)^" + new(big.Int).Add(n, all).String())
			reject(t, start, target, solved(round, round.Length()), "not the fewest")

			n.Add(all, one)
			n.Rsh(n, 1)
			n.Add(n, big.NewInt(d))
			target = after(base, n)
			o := against(all, n)
			accept(t, start, target, o)
			want := new(big.Int).Sub(all, n)
			if want.Mul(want, four).Add(want, one); want.Cmp(o.Witness.Length) != 0 {
				t.Fatalf("%v tilts, %v are expected", o.Witness.Length, want)
			}
			clockwise = word("LU(RDLU)^" + n.String())
			reject(t, start, target, solved(clockwise, clockwise.Length()), "not the fewest")
		}
	}
}

// against goes to n of all turns the other way round.
func against(all, n *big.Int) tilt.Outcome {
	back := new(big.Int).Sub(all, n)
	back.Sub(back, big.NewInt(1))
	w := word("LD(RULD)^" + back.String() + "RUL")
	return solved(w, w.Length())
}

// TestLongCycles refutes by a cycle of more than MaxListed tiles, whose colours are not listed.
func TestLongCycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	lengths := map[int64]bool{}
	for tried := 0; tried < 40; {
		start := randomBoard(rng, 14, 14, "..ab")
		target := slideAll(swapped(rng, start), []string{"LU", "DL", "URD", "RUL"}[rng.IntN(4)])
		var pick int
		c, ok := honestRings(start, target, func(n int) int { pick = rng.IntN(n); return pick }, false)
		if !ok || len(c.Rings) == 0 {
			continue
		}
		tried++
		accept(t, start, target, impossible(c))
		for i, f := range c.Rings {
			if len(f.Cycles) != 1 {
				continue
			}
			lengths[f.Cycles[0].Tiles] = true
			if f.Cycles[0].Tiles <= 64 {
				continue
			}
			for side := range 2 {
				forged := deep(c)
				list := []*tilt.Labels{&forged.Rings[i].Cycles[0].Start, &forged.Rings[i].Cycles[0].Target}[side]
				*list = tilt.Labels{"a"}
				reject(t, start, target, impossible(forged), "are not listed")
			}
		}
	}
	few, many := false, false
	for n := range lengths {
		few, many = few || n <= 64, many || n > 64
	}
	if !few || !many {
		t.Fatalf("cycles of %v tiles were met; some of at most 64 and some of more are wanted", lengths)
	}
}

// TestListedLength pins MaxListed itself, on shapes that have cycles of 64 and of 65 tiles.
func TestListedLength(t *testing.T) {
	for want, rows := range map[int][]int{
		tilt.MaxListed:     {16, 16, 15, 14, 13, 13, 12, 12, 11, 10, 8, 8, 3, 3},
		tilt.MaxListed + 1: {10, 10, 9, 8, 8, 7, 6, 6, 6, 5, 4, 4, 3, 3},
	} {
		var lines []string
		for _, n := range rows {
			lines = append(lines, strings.Repeat("a", n)+strings.Repeat(".", rows[0]-n))
		}
		board := strings.Join(lines, "/")
		met := false
		for _, cycle := range honestCycles(board) {
			if len(cycle) != want {
				continue
			}
			met = true
			// All tiles are a but for two b, at distances on the cycle that differ.
			start, target := []rune(board), []rune(board)
			start[cycle[0]], start[cycle[1]] = 'b', 'b'
			target[cycle[0]], target[cycle[2]] = 'b', 'b'
			c, ok := honestRings(string(start), string(target), takeFirst, true)
			if !ok || c.Rings[0].Cycles[0].Tiles != int64(want) {
				t.Fatalf("the oracle's certificate is %+v", c)
			}
			accept(t, string(start), string(target), impossible(c))
		}
		if !met {
			t.Errorf("no cycle of %s has %d tiles", board, want)
		}
	}
}

// largeInstance has side × side cells, and the start for its target, turned by word.
func largeInstance(t testing.TB, side, colours int, word string) *tilt.Instance {
	rng := rand.New(rand.NewPCG(27, 28))
	p := &tilt.Instance{Start: tilt.NewBoard(side, side, colours), Target: tilt.NewBoard(side, side, colours)}
	for c := range colours {
		p.Palette = append(p.Palette, "colour"+big.NewInt(int64(c)).String())
	}
	for r := range side {
		for c := range side {
			if rng.IntN(5) < 3 {
				p.Start.Set(r, c, 1+rng.IntN(colours))
			}
		}
	}
	k, err := newWork(background, p, noLimits)
	if err == nil {
		_, err = k.load(k.base, place{p.Start, word})
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, code := range k.base.cells {
		p.Target.Set(i/side, i%side, int(code))
	}
	return p
}

// TestCancel cancels checks of 2000 × 2000 cells at several moments: they end within 50 ms. The
// machine may be busy, so the best of a few attempts counts.
func TestCancel(t *testing.T) {
	p := largeInstance(t, 2000, 5, "LURDLURD")
	jobs := map[string]func(ctx context.Context) error{
		"solved": func(ctx context.Context) error { return Check(ctx, p, witness("(LURD)^2"), noLimits) },
		"power":  func(ctx context.Context) error { return Check(ctx, p, witness("(LURD)^99999"), noLimits) },
		"impossible": func(ctx context.Context) error {
			return Check(ctx, p, impossible(tilt.Certificate{Shapes: make([]tilt.Shape, 2)}), noLimits)
		},
		"count": func(ctx context.Context) error { return CheckCount(ctx, p, power10(9), noLimits) },
	}
	puzzletest.Interrupt(t, jobs)
}

// TestMemory holds a check to what bytesPerCell promises, whatever its rings are.
func TestMemory(t *testing.T) {
	p := largeInstance(t, 400, 300, "LURD") // 300 colours: 32-bit cells
	const cells = 400 * 400
	if p.Start.Wide == nil {
		t.Fatal("cells of 32 bits are wanted")
	}
	for _, lim := range []int64{1, bytesPerCell*cells - 1, bytesPerCell * cells, 0} {
		err := Check(background, p, witness("LURD"), puzzle.Limits{Memory: lim})
		countErr := CheckCount(background, p, big.NewInt(-1), puzzle.Limits{Memory: lim})
		shapes := tilt.Certificate{Shapes: make([]tilt.Shape, 2)}
		impErr := Check(background, p, impossible(shapes), puzzle.Limits{Memory: lim})
		if small := lim > 0 && lim < bytesPerCell*cells; small {
			for _, err := range []error{err, countErr, impErr} {
				var le *puzzle.LimitError
				if !errors.As(err, &le) || le.Limit != "memory" {
					t.Errorf("limit %d: %v", lim, err)
				}
			}
		} else if err != nil || !errors.Is(countErr, puzzle.ErrRejected) || !errors.Is(impErr, puzzle.ErrRejected) {
			t.Errorf("limit %d: %v, %v, %v", lim, err, countErr, impErr)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := Check(background, p, witness("LURD"), noLimits); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > bytesPerCell*cells {
		t.Errorf("%d bytes were used for %d cells: more than %d each", used, cells, bytesPerCell)
	}
}

// TestInstance takes instances that are none.
func TestInstance(t *testing.T) {
	for _, p := range []*tilt.Instance{nil, {}, {Start: &tilt.Board{H: 1, W: 2, Narrow: []uint8{1, 0}}}} {
		if err := Check(background, p, witness("L"), noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%v", err)
		}
		if err := CheckCount(background, p, power10(0), noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%v", err)
		}
	}
	err := CheckCount(background, instance("a.", ""), nil, noLimits)
	if !errors.Is(err, puzzle.ErrRejected) {
		t.Error(err)
	}
}

func BenchmarkSolved(b *testing.B) {
	p := largeInstance(b, 1000, 5, "LURD")
	for b.Loop() {
		if err := Check(background, p, witness("LURD"), noLimits); err != nil {
			b.Fatal(err)
		}
	}
}
