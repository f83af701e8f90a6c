package assemblycheck

import (
	"math/bits"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/internal/extent"
)

// trueBlocked says whether blocks are in each other's way for good, by sliding each of them in last: among the others
// of the list, and with one block more of the shape that might stop it.
func (t *table) trueBlocked(mask uint64) bool {
	if bits.OnesCount64(mask) < 2 {
		return false
	}
	for i := range t.p.Blocks {
		if mask>>i&1 != 0 && int32(i) != t.p.Root && t.comesLast(mask, i) {
			return false
		}
	}
	return true
}

// comesLast reports whether block i can come in as the last of mask.
func (t *table) comesLast(mask uint64, i int) bool {
	b := t.p.Blocks[i]
	for _, d := range directions {
		line := b.R
		if d.Vertical() {
			line = b.C
		}
		for _, side := range directions {
			stop, ok := t.index[step(b, side)]
			if !ok || side == d.Opposite() {
				continue
			}
			t.set(mask&^(1<<i) | 1<<stop)
			if at, ok := t.slide(assembly.MakeMove(d, line)); ok && at == b {
				return true
			}
		}
	}
	return false
}

// greatest is the largest list that is in its own way, found by leaving out what is not.
func (t *table) greatest() uint64 {
	mask := t.full()
	for again := true; again; {
		again = false
		for i := range t.p.Blocks {
			if mask>>i&1 != 0 && int32(i) != t.p.Root && t.comesLast(mask, i) {
				mask &^= 1 << i
				again = true
			}
		}
	}
	return mask
}

func (t *table) blocksOf(mask uint64) (out []assembly.Block) {
	for i, b := range t.p.Blocks {
		if mask>>i&1 != 0 {
			out = append(out, b)
		}
	}
	return out
}

// TestBlocked offers lists of blocks about random shapes: what is accepted is what is true by sliding, and what is true
// makes the shape impossible.
func TestBlocked(t *testing.T) {
	rng := seeded(t)
	good := 0
	for n := 0; n < extent.Rounds(3000) || good < extent.Rounds(60); n++ { // until enough lists are true
		p := grown(rng, 3+rng.Int32N(3), 3+rng.Int32N(3), 8+rng.IntN(5), rng.IntN(3) == 0)
		for _, contact := range contacts {
			for root := int32(assembly.NoRoot); int(root) < len(p.Blocks); root++ {
				q := rooted(p, contact, root)
				tab := newTable(q)
				most := tab.greatest()
				lists := []uint64{most, most & rng.Uint64(), tab.full() & rng.Uint64(), most | 1<<rng.IntN(len(p.Blocks))}
				for _, mask := range lists {
					claim := impossible(assembly.Certificate{Blocked: &assembly.Blocked{Blocks: tab.blocksOf(mask)}})
					truth := tab.trueBlocked(mask)
					judge(t, q, claim, truth)
					if !truth {
						continue
					}
					good++
					for first := range q.Blocks {
						if root != assembly.NoRoot && int32(first) != root {
							continue
						}
						if _, built := tab.order(first, tab.full()); built {
							t.Fatalf("%s\n%v are in each other's way, and it can be built from block %d",
								describe(q), tab.blocksOf(mask), first)
						}
					}
				}
			}
		}
	}
	t.Logf("%d true lists", good)
}

func TestBlockedHostile(t *testing.T) {
	p := picture(assembly.Frontal, "##.R", "#.##", "###.")
	list := func(blocks ...assembly.Block) assembly.Outcome {
		return impossible(assembly.Certificate{Blocked: &assembly.Blocked{Blocks: blocks}})
	}
	judge(t, p, list(assembly.Block{R: 0, C: 1}, assembly.Block{R: 0, C: 3}), true)
	refuse(t, p, list(), "lists 0 blocks")
	refuse(t, p, list(assembly.Block{R: 0, C: 3}), "lists 1 block;")
	refuse(t, p, list(assembly.Block{R: 0, C: 1}, assembly.Block{R: 0, C: 1}), "twice")
	refuse(t, p, list(assembly.Block{R: 0, C: 1}, assembly.Block{R: 0, C: 2}), "not in the shape")
	refuse(t, p, list(assembly.Block{R: -5, C: 1 << 30}, assembly.Block{R: 0, C: 1}), "not in the shape")
	refuse(t, p, list(assembly.Block{R: 0, C: 0}, assembly.Block{R: 0, C: 3}), "can be the last of the list")
	refuse(t, p, list(make([]assembly.Block, 1000)...), "more blocks are listed than the shape has")
}
