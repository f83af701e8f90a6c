package permutecheck

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// truth judges an outcome that was accepted: whatever it says must be so.
func truth(t *testing.T, p *permute.Instance, o permute.Outcome, b *brute) {
	t.Helper()
	if o.Verdict == puzzle.Impossible {
		if b.whole && b.least() >= 0 {
			t.Fatalf("%s: %s accepted", describe(p), describeOutcome(o))
		}
		return
	}
	w := *o.Witness
	board, list := p.Start, images(p)
	for _, s := range w.Moves {
		i := 0
		for p.Moves.Moves[i].Name != s.Name {
			i++
		}
		for range s.Times % 27720 { // orders of permutations of up to 9 cells divide this
			board = after(board, list[i])
		}
	}
	says := w
	measure(p, &w)
	if !fits(board, p.Goals[w.Goal]) || says.Cost != permute.Unclaimed && w.Cost != says.Cost ||
		says.Length != permute.Unclaimed && w.Length != says.Length || b.whole && w.AtLeast > b.least() {
		t.Fatalf("%s: %s accepted", describe(p), describeOutcome(o))
	}
}

// TestSwapped offers the claims of some instances to others of the same size.
func TestSwapped(t *testing.T) {
	rng := seeded(t)
	right, wrong := 0, 0
	for range extent.Until(t, 60, extent.Met(&right, 100), extent.Met(&wrong, 1000)) {
		n := 4 + rng.IntN(2)
		var ps []*permute.Instance
		var os []permute.Outcome
		start := randomStart(rng, n, n-rng.IntN(2)*rng.IntN(3))
		for range 6 {
			p := build(t, 1, n, start, [][]permute.Tile{start}, randomMoves(rng, n, 2)...)
			if rng.IntN(2) == 0 && len(ps) > 0 {
				p.Moves = ps[0].Moves
			}
			var w permute.Witness
			var end []permute.Tile
			w.Moves, end = randomWalk(rng, p, 3)
			p.Goals[0] = blot(rng, end, 6)
			if rng.IntN(2) == 0 {
				p.Goals[0] = shuffled(rng, start)
			}
			b := explore(p, mostBoards)
			measure(p, &w)
			w.AtLeast, w.Bound = max(0, b.least()), permute.BySearch
			os = append(os, solved(w))
			if b.least() < 0 {
				e := b.exhausted()
				os = append(os, impossible(p, permute.Certificate{Exhausted: &e}),
					impossible(p, permute.Certificate{Parity: &permute.Parity{}}))
				c := makeChain(rng, n, images(p), randomImages(rng, n))
				os = append(os, impossible(p, permute.Certificate{Chain: &c}))
			}
			ps = append(ps, p)
		}
		for _, p := range ps {
			b := explore(p, mostBoards)
			for _, o := range os {
				err := Check(background, p, o, noLimits)
				switch {
				case err == nil:
					truth(t, p, o, b)
					right++
				case errors.Is(err, puzzle.ErrRejected):
					wrong++
				default:
					t.Fatal(err)
				}
			}
		}
	}
}

// anyCells are mostly cells.
func anyCells(rng *rand.Rand, n int) []int32 {
	if rng.IntN(6) == 0 {
		return nil
	}
	out := make([]int32, rng.IntN(n+2))
	for i := range out {
		out[i] = int32(rng.IntN(n))
		if rng.IntN(12) == 0 {
			out[i] = int32(rng.Uint32())
		}
	}
	if rng.IntN(2) == 0 {
		return subset(rng.IntN(1<<n), n)
	}
	return out
}

func anyNumber(rng *rand.Rand) int64 {
	return []int64{0, 1, 2, 3, -1, rng.Int64N(9), int64(rng.Uint64()), 1<<62 - 1, -1 << 63, 1<<63 - 1}[rng.IntN(10)]
}

func anyLists(rng *rand.Rand, n, most int) (out [][]int32) {
	for range rng.IntN(most) {
		if rng.IntN(2) == 0 {
			out = append(out, randomImages(rng, n))
		} else {
			out = append(out, anyCells(rng, n))
		}
	}
	return out
}

func anyCertificate(rng *rand.Rand, p *permute.Instance) *permute.Certificate {
	n := len(p.Start)
	c := &permute.Certificate{Cols: p.Cols}
	if rng.IntN(9) == 0 {
		c.Cols = int(int32(rng.Uint32()))
	}
	kind := rng.IntN(6)
	either := func(k int) bool { return k == kind || rng.IntN(40) == 0 }
	if either(0) {
		c.Orbit = &permute.Orbit{}
		for range len(p.Goals) + rng.IntN(9)/8 - rng.IntN(9)/8 {
			c.Orbit.Goals = append(c.Orbit.Goals, permute.OrbitGoal{Cells: anyCells(rng, n),
				Tile: []string{"1", "2", "3", "", "01", "."}[rng.IntN(6)], Have: anyNumber(rng), Want: anyNumber(rng)})
		}
	}
	if either(1) {
		c.Parity = &permute.Parity{Cells: anyCells(rng, n)}
	}
	if either(2) {
		c.Blocks = &permute.Blocks{System: anyLists(rng, n, 4)}
		for range len(p.Goals) + rng.IntN(9)/8 - rng.IntN(9)/8 {
			c.Blocks.Pairs = append(c.Blocks.Pairs, [2]int32{int32(rng.IntN(n+2) - 1), int32(rng.IntN(n+2) - 1)})
		}
	}
	if either(3) {
		c.Chain = &permute.Chain{Base: anyCells(rng, n), Strong: anyLists(rng, n, 5)}
		if rng.IntN(3) == 0 {
			c.Chain.Cells = anyCells(rng, n)
		}
	}
	if either(5) {
		c.Characters = &permute.Characters{}
		for range 1 + rng.IntN(9)/8 {
			x := permute.Character{Modulus: anyNumber(rng)}
			if rng.IntN(3) == 0 {
				x.Cells = anyCells(rng, n)
			}
			for range rng.IntN(3) {
				s := permute.System{Blocks: anyLists(rng, n, 4), Weight: anyNumber(rng), Inside: rng.IntN(3) == 0,
					Places: rng.IntN(3) == 0}
				for range rng.IntN(4) {
					s.Phases = append(s.Phases, anyNumber(rng))
				}
				x.Systems = append(x.Systems, s)
			}
			c.Characters.List = append(c.Characters.List, x)
		}
		for range len(p.Goals) + rng.IntN(9)/8 - rng.IntN(9)/8 {
			c.Characters.Goals = append(c.Characters.Goals,
				permute.CharacterGoal{Character: rng.IntN(3) - rng.IntN(9)/8, Sum: anyNumber(rng)})
		}
	}
	if either(4) {
		c.Exhausted = &permute.Exhausted{States: anyNumber(rng)}
	}
	return c
}

// TestNoPanic offers outcomes that hold anything. What is accepted is true.
func TestNoPanic(t *testing.T) {
	rng := seeded(t)
	accepted := 0
	for range extent.Until(t, 300, extent.Met(&accepted, 20)) {
		p, honest := randomInstance(t, rng, true)
		if rng.IntN(2) == 0 {
			p = differ(t, rng, sizes[:5], 2)
		}
		b := explore(p, mostBoards)
		for range 80 {
			o := permute.Outcome{Verdict: puzzle.Verdict(rng.IntN(4))}
			if rng.IntN(3) > 0 {
				w := honest
				if rng.IntN(2) == 0 {
					w.Moves, _ = randomWalk(rng, p, rng.IntN(4))
					measure(p, &w)
				}
				if rng.IntN(3) == 0 {
					w.Moves = append(w.Moves, permute.Step{Name: []string{"", "m0", "m1", strings.Repeat("x", 300)}[rng.IntN(4)],
						Times: anyNumber(rng)})
				}
				if rng.IntN(3) == 0 {
					w.Cost, w.Length = anyNumber(rng), anyNumber(rng)
				}
				w.AtLeast, w.Bound = anyNumber(rng), permute.Bound(rng.IntN(5))
				if rng.IntN(2) == 0 {
					w.Goal = rng.IntN(4) - 1
				}
				if rng.IntN(4) == 0 {
					w.Unverified = &permute.Unverified{AtLeast: anyNumber(rng), Ways: []*big.Int{nil, {}, big.NewInt(-9)}[rng.IntN(3)]}
				}
				o.Witness = &w
			}
			if rng.IntN(3) > 0 {
				o.Certificate = anyCertificate(rng, p)
			}
			switch o.Verdict {
			case puzzle.Solved:
				o.Certificate = nil
			case puzzle.Impossible:
				o.Witness = nil
			}
			_ = UnverifiedNote(o)
			if err := Check(background, p, o, noLimits); err == nil {
				accepted++
				truth(t, p, o, b)
			} else if !errors.Is(err, puzzle.ErrRejected) && !errors.Is(err, puzzle.ErrLimit) {
				t.Fatal(err)
			}
		}
	}
}
