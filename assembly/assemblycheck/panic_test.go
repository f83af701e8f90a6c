package assemblycheck

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
)

func anyBlock(rng *rand.Rand, p *assembly.Instance) assembly.Block {
	n := func(most int32) int32 {
		return []int32{rng.Int32N(max(1, most)), rng.Int32N(max(1, most)), -1, most, math.MinInt32, math.MaxInt32,
			assembly.MaxSide, 0}[rng.IntN(8)]
	}
	if rng.IntN(4) > 0 && len(p.Blocks) > 0 {
		return p.Blocks[rng.IntN(len(p.Blocks))]
	}
	return assembly.Block{R: n(p.Rows), C: n(p.Cols)}
}

func anyBlocks(rng *rand.Rand, p *assembly.Instance) (list []assembly.Block) {
	if rng.IntN(3) == 0 {
		return p.Blocks
	}
	for range rng.IntN(len(p.Blocks) + 3) {
		list = append(list, anyBlock(rng, p))
	}
	return list
}

func anyMoves(rng *rand.Rand, p *assembly.Instance, n int) (ms []assembly.Move) {
	for range max(0, n+[]int{0, 0, 0, 1, -1}[rng.IntN(5)]) {
		d := assembly.Direction(rng.IntN(4))
		line := rng.Int32N(max(1, max(p.Rows, p.Cols)))
		if rng.IntN(9) == 0 {
			ms = append(ms, assembly.Move(rng.Uint32()))
		}
		if len(p.Blocks) > 0 && rng.IntN(3) > 0 {
			if line = p.Blocks[rng.IntN(len(p.Blocks))].R; d.Vertical() {
				line = p.Blocks[rng.IntN(len(p.Blocks))].C
			}
		}
		ms = append(ms, assembly.MakeMove(d, line&assembly.MaxSide))
	}
	return ms
}

// TestNoPanic offers outcomes that hold anything, for instances that hold anything; what is accepted is true.
func TestNoPanic(t *testing.T) {
	rng := seeded(t)
	accepted := 0
	for range extent.Rounds(6000) {
		p := grown(rng, 1+rng.Int32N(4), 1+rng.Int32N(4), 1+rng.IntN(8), rng.IntN(2) > 0)
		p = rooted(p, contacts[rng.IntN(2)], rng.Int32N(int32(len(p.Blocks)+1))-1)
		whole := true
		if rng.IntN(4) == 0 {
			whole = false
			for range 1 + rng.IntN(2) {
				switch rng.IntN(7) {
				case 0:
					p.Rows = int32(rng.Uint32())
				case 1:
					p.Cols = int32(rng.Uint32())
				case 2:
					p.Blocks[rng.IntN(len(p.Blocks))] = anyBlock(rng, p)
				case 3:
					p.Root = int32(rng.Uint32())
				case 4:
					p.Contact = assembly.Contact(rng.IntN(4))
				case 5:
					p.Rows, p.Cols = assembly.MaxSide, assembly.MaxSide
				case 6:
					p.Above, p.Below, p.Links = nil, nil, -5
				}
			}
		}
		for range 8 {
			n := len(p.Blocks)
			var o assembly.Outcome
			o.Verdict = puzzle.Verdict(1 + rng.IntN(2))
			if rng.IntN(40) == 0 {
				o.Verdict = puzzle.Verdict(rng.IntN(9))
			}
			if o.Verdict == puzzle.Solved || rng.IntN(30) == 0 {
				o.Witness = &assembly.Witness{First: anyBlock(rng, p), Moves: anyMoves(rng, p, n-1),
					AtLeast: []int32{0, 0, 1, -1, math.MaxInt32, math.MinInt32}[rng.IntN(6)]}
				if rng.IntN(2) == 0 {
					o.Witness.Steps = []int32{}
					for left := int32(len(o.Witness.Moves)); left > 0; {
						k := 1 + rng.Int32N(left)
						if rng.IntN(9) == 0 {
							k = []int32{0, -1, math.MaxInt32, math.MinInt32}[rng.IntN(4)]
						}
						o.Witness.Steps = append(o.Witness.Steps, k)
						left -= max(k, 1)
					}
				}
			}
			if o.Verdict == puzzle.Impossible || rng.IntN(30) == 0 {
				o.Certificate = &assembly.Certificate{}
				if rng.IntN(3) == 0 {
					o.Certificate.Cycle = &assembly.Cycle{Shortest: rng.IntN(2) == 0}
					for range rng.IntN(4) {
						o.Certificate.Cycle.Constraints = append(o.Certificate.Cycle.Constraints,
							assembly.Constraint{Block: anyBlock(rng, p), Because: assembly.Reason(rng.IntN(5))})
					}
				}
				if rng.IntN(3) == 0 {
					list := anyBlocks(rng, p)
					o.Certificate.Stuck = &assembly.Stuck{Remainder: list, Moves: anyMoves(rng, p, max(0, n-len(list)))}
				}
				if rng.IntN(3) == 0 {
					o.Certificate.Exhausted = &assembly.Exhausted{Sets: []int64{1, 2, 50, math.MaxInt64, math.MinInt64, -1}[rng.IntN(6)]}
				}
			}
			err := Check(background, p, o, noLimits)
			_ = CheckCount(background, p, []*big.Int{nil, {}, big.NewInt(-1), big.NewInt(1 << 40), big.NewInt(3)}[rng.IntN(5)],
				noLimits)
			if err != nil || !whole {
				continue
			}
			accepted++
			tab := newTable(p)
			switch {
			case o.Witness != nil:
				judge(t, p, o, tab.trueWitness(*o.Witness))
			case o.Certificate.Stuck != nil:
				judge(t, p, o, tab.trueStuck(*o.Certificate.Stuck))
			case o.Certificate.Cycle != nil:
				judge(t, p, o, tab.trueCycle(*o.Certificate.Cycle))
			default:
				judge(t, p, o, *o.Certificate.Exhausted == *tab.exhausted(p.Root))
			}
		}
	}
	t.Logf("%d accepted", accepted)
	if accepted == 0 {
		t.Error("nothing got through")
	}
}
