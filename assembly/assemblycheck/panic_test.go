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

// spoil puts anything into the fields of p.
func spoil(rng *rand.Rand, p *assembly.Instance) {
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

func anyWitness(rng *rand.Rand, p *assembly.Instance) *assembly.Witness {
	w := &assembly.Witness{First: anyBlock(rng, p), Moves: anyMoves(rng, p, len(p.Blocks)-1),
		AtLeast: []int32{0, 0, 1, -1, math.MaxInt32, math.MinInt32}[rng.IntN(6)]}
	if rng.IntN(2) == 0 {
		w.Steps = []int32{}
		for left := int32(len(w.Moves)); left > 0; {
			k := 1 + rng.Int32N(left)
			if rng.IntN(9) == 0 {
				k = []int32{0, -1, math.MaxInt32, math.MinInt32}[rng.IntN(4)]
			}
			w.Steps = append(w.Steps, k)
			left -= max(k, 1)
		}
	}
	return w
}

// anyCertificate is of any kind, or of more than one, or of none.
func anyCertificate(rng *rand.Rand, p *assembly.Instance) *assembly.Certificate {
	c := &assembly.Certificate{}
	if rng.IntN(3) == 0 {
		c.Cycle = &assembly.Cycle{Shortest: rng.IntN(2) == 0}
		for range rng.IntN(4) {
			c.Cycle.Constraints = append(c.Cycle.Constraints,
				assembly.Constraint{Block: anyBlock(rng, p), Because: assembly.Reason(rng.IntN(5))})
		}
	}
	if rng.IntN(3) == 0 {
		list := anyBlocks(rng, p)
		c.Stuck = &assembly.Stuck{Remainder: list, Moves: anyMoves(rng, p, max(0, len(p.Blocks)-len(list)))}
	}
	if rng.IntN(3) == 0 {
		c.Exhausted = &assembly.Exhausted{Sets: []int64{1, 2, 50, math.MaxInt64, math.MinInt64, -1}[rng.IntN(6)]}
	}
	if rng.IntN(3) == 0 {
		c.Blocked = &assembly.Blocked{Blocks: anyBlocks(rng, p)}
	}
	return c
}

func anyOutcome(rng *rand.Rand, p *assembly.Instance) (o assembly.Outcome) {
	o.Verdict = puzzle.Verdict(1 + rng.IntN(2))
	if rng.IntN(40) == 0 {
		o.Verdict = puzzle.Verdict(rng.IntN(9))
	}
	if o.Verdict == puzzle.Solved || rng.IntN(30) == 0 {
		o.Witness = anyWitness(rng, p)
	}
	if o.Verdict == puzzle.Impossible || rng.IntN(30) == 0 {
		o.Certificate = anyCertificate(rng, p)
	}
	return o
}

// judgeAny judges an outcome that was accepted by what it says.
func judgeAny(t *testing.T, p *assembly.Instance, o assembly.Outcome) {
	t.Helper()
	tab := newTable(p)
	switch {
	case o.Witness != nil:
		judge(t, p, o, tab.trueWitness(*o.Witness))
	case o.Certificate.Stuck != nil:
		judge(t, p, o, tab.trueStuck(*o.Certificate.Stuck))
	case o.Certificate.Cycle != nil:
		judge(t, p, o, tab.trueCycle(*o.Certificate.Cycle))
	case o.Certificate.Blocked != nil:
		mask, ok := tab.maskOf(o.Certificate.Blocked.Blocks)
		judge(t, p, o, ok && tab.trueBlocked(mask))
	default:
		judge(t, p, o, *o.Certificate.Exhausted == *tab.exhausted(p.Root))
	}
}

// TestNoPanic offers outcomes that hold anything, for instances that hold anything; what is accepted is true.
func TestNoPanic(t *testing.T) {
	rng := seeded(t)
	accepted := 0
	for n := 0; n < extent.Rounds(6000) || accepted == 0; n++ { // until something gets through
		p := grown(rng, 1+rng.Int32N(4), 1+rng.Int32N(4), 1+rng.IntN(8), rng.IntN(2) > 0)
		p = rooted(p, contacts[rng.IntN(2)], rng.Int32N(int32(len(p.Blocks)+1))-1)
		whole := rng.IntN(4) > 0
		if !whole {
			spoil(rng, p)
		}
		for range 8 {
			o := anyOutcome(rng, p)
			err := Check(background, p, o, noLimits)
			count := []*big.Int{nil, {}, big.NewInt(-1), big.NewInt(1 << 40), big.NewInt(3)}[rng.IntN(5)]
			_ = CheckCount(background, p, count, noLimits)
			if err == nil && whole {
				accepted++
				judgeAny(t, p, o)
			}
		}
	}
	t.Logf("%d accepted", accepted)
}
