package assemblycheck

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/assembly"
)

// someBlock is a block of the shape, mostly.
func someBlock(rng *rand.Rand, p *assembly.Instance) assembly.Block {
	if rng.IntN(6) == 0 {
		return assembly.Block{R: rng.Int32N(p.Rows+2) - 1, C: rng.Int32N(p.Cols+2) - 1}
	}
	return p.Blocks[rng.IntN(len(p.Blocks))]
}

// forgeMoves changes some of the moves.
func forgeMoves(rng *rand.Rand, tab *table, moves []assembly.Move) []assembly.Move {
	moves = slices.Clone(moves)
	all := tab.allMoves()
	for range 1 + rng.IntN(2) {
		n := len(moves)
		switch k := rng.IntN(5); {
		case k == 0 && n > 0:
			moves[rng.IntN(n)] = all[rng.IntN(len(all))]
		case k == 1 && n > 1:
			i := rng.IntN(n - 1)
			moves[i], moves[i+1] = moves[i+1], moves[i]
		case k == 2 && n > 1:
			i, j := rng.IntN(n), rng.IntN(n)
			moves[i], moves[j] = moves[j], moves[i]
		case k == 3 && n > 0:
			moves = slices.Delete(moves, n-1, n)
		case k == 4:
			moves = append(moves, all[rng.IntN(len(all))])
		}
	}
	return moves
}

// forgeSteps makes steps for moves: mostly honest, of neighbours that may go together.
func forgeSteps(rng *rand.Rand, tab *table, w *assembly.Witness) {
	w.Moves = slices.Clone(w.Moves)
	w.Steps = []int32{}
	first, ok := tab.index[w.First]
	mask := uint64(1) << first
	for at := 0; at < len(w.Moves); {
		n := 1
		for ok && n < 5 && at+n < len(w.Moves) && rng.IntN(5) > 0 &&
			(tab.anyOrder(mask, w.Moves[at:at+n+1]) || rng.IntN(8) == 0) {
			n++
		}
		if ok {
			_, mask, ok = tab.play(mask, w.Moves[at:at+n])
		}
		w.Steps = append(w.Steps, int32(n))
		if step := w.Moves[at : at+n]; rng.IntN(2) == 0 { // where they do not interfere this changes nothing
			rng.Shuffle(n, func(i, j int) { step[i], step[j] = step[j], step[i] })
		}
		at += n
	}
	if n := len(w.Steps); n > 0 && rng.IntN(6) == 0 {
		w.Steps[rng.IntN(n)] += rng.Int32N(3) - 1
	}
	if rng.IntN(12) == 0 {
		w.Steps = append(w.Steps, 0)
	}
	if rng.IntN(3) > 0 && len(w.Moves) <= 7 {
		w.AtLeast = min(rng.Int32N(int32(len(w.Steps)+3)), int32(len(w.Steps)+rng.IntN(2)))
	}
}

// forgeStuck changes a stuck remainder, or its moves.
func forgeStuck(rng *rand.Rand, tab *table, honest assembly.Stuck) assembly.Stuck {
	s := assembly.Stuck{Remainder: slices.Clone(honest.Remainder), Moves: slices.Clone(honest.Moves)}
	replace := func(mask uint64) {
		if moves, ok := tab.finish(mask); ok {
			s = assembly.Stuck{Remainder: tab.blocksOf(mask), Moves: moves}
		}
	}
	switch rng.IntN(4) {
	case 0:
		s.Moves = forgeMoves(rng, tab, s.Moves)
	case 1:
		s.Remainder[rng.IntN(len(s.Remainder))] = someBlock(rng, tab.p)
	case 2: // another connected set from which it can be built: mostly it is not stuck
		reached := slices.Sorted(maps.Keys(tab.forward(rng.IntN(len(tab.p.Blocks)))))
		replace(reached[rng.IntN(len(reached))])
	case 3: // as large a set as a set can be, connected or not
		replace(rng.Uint64() & tab.full())
	}
	return s
}

// forgeCycle changes a cycle, or takes another one.
func forgeCycle(rng *rand.Rand, tab *table, honest assembly.Cycle) assembly.Cycle {
	c := assembly.Cycle{Constraints: slices.Clone(honest.Constraints), Shortest: rng.IntN(2) == 0}
	switch n := len(c.Constraints); {
	case n == 0 || rng.IntN(3) == 0: // a random walk that may close
		rel := tab.relation()
		at := rng.IntN(len(rel))
		var path []int
		for range 2 + rng.IntN(9) {
			path = append(path, at)
			var next []int
			for j, why := range rel[at] {
				if why != 0 {
					next = append(next, j)
				}
			}
			if len(next) == 0 {
				break
			}
			if at = next[rng.IntN(len(next))]; slices.Contains(path, at) {
				path = path[slices.Index(path, at):]
				break
			}
		}
		c.Constraints = tab.constraints(rel, path)
	case rng.IntN(3) == 0:
		c.Constraints[rng.IntN(n)].Block = someBlock(rng, tab.p)
	case rng.IntN(2) == 0:
		c.Constraints[rng.IntN(n)].Because = assembly.Reason(rng.IntN(4))
	default:
		c.Constraints = append(c.Constraints, c.Constraints...) // twice round is a cycle, but not a shortest one
	}
	return c
}

// forge changes an outcome and sees whether it is accepted where it is still true, and only there.
func forge(t *testing.T, rng *rand.Rand, tab *table, o assembly.Outcome) {
	t.Helper()
	switch {
	case o.Witness != nil:
		w := *o.Witness
		if rng.IntN(3) > 0 {
			w.Moves = forgeMoves(rng, tab, w.Moves)
		}
		if rng.IntN(8) == 0 {
			w.First = someBlock(rng, tab.p)
		}
		if rng.IntN(2) == 0 {
			forgeSteps(rng, tab, &w)
		} else if rng.IntN(5) == 0 {
			w.AtLeast = 1
		}
		judge(t, tab.p, solved(w), tab.trueWitness(w))
	case o.Certificate.Stuck != nil:
		s := forgeStuck(rng, tab, *o.Certificate.Stuck)
		judge(t, tab.p, impossible(assembly.Certificate{Stuck: &s}), tab.trueStuck(s))
	case o.Certificate.Exhausted != nil:
		e := *o.Certificate.Exhausted
		if rng.IntN(2) == 0 {
			e.Sets += rng.Int64N(5) - 2
		} else {
			e.Digest[rng.IntN(32)] ^= 1 << rng.IntN(8)
		}
		judge(t, tab.p, impossible(assembly.Certificate{Exhausted: &e}),
			tab.p.Root >= -1 && e == *o.Certificate.Exhausted && Check(background, tab.p, o, noLimits) == nil)
	case o.Certificate.Cycle != nil:
		c := forgeCycle(rng, tab, *o.Certificate.Cycle)
		judge(t, tab.p, impossible(assembly.Certificate{Cycle: &c}), tab.trueCycle(c))
	}
}

// finish finds moves from the set mask to the shape.
func (t *table) finish(mask uint64) (moves []assembly.Move, ok bool) {
	seen := map[uint64]bool{}
	var try func(mask uint64) bool
	try = func(mask uint64) bool {
		if mask == t.full() {
			return true
		}
		if seen[mask] {
			return false
		}
		seen[mask] = true
		for _, b := range t.from(mask) {
			moves = append(moves, b.m)
			if try(mask | 1<<b.block) {
				return true
			}
			moves = moves[:len(moves)-1]
		}
		return false
	}
	return moves, mask != 0 && try(mask)
}
