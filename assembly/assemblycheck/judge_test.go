package assemblycheck

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

func solved(w assembly.Witness) assembly.Outcome {
	return assembly.Outcome{Verdict: puzzle.Solved, Witness: &w}
}

func impossible(c assembly.Certificate) assembly.Outcome {
	return assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &c}
}

// describeOutcome tells what is claimed; the beginning of it where it is long.
func describeOutcome(o assembly.Outcome) string {
	s := evidence(o)
	return s[:min(len(s), 2000)]
}

func evidence(o assembly.Outcome) string {
	switch {
	case o.Witness != nil && len(o.Witness.Moves) > 1000 ||
		o.Certificate != nil && o.Certificate.Stuck != nil && len(o.Certificate.Stuck.Moves) > 1000:
		return "much evidence"
	case o.Witness != nil:
		return fmt.Sprintf("%v %+v", o.Witness.Moves, *o.Witness)
	case o.Certificate != nil && o.Certificate.Cycle != nil:
		return fmt.Sprintf("%+v", *o.Certificate.Cycle)
	case o.Certificate != nil && o.Certificate.Stuck != nil:
		return fmt.Sprintf("%+v", *o.Certificate.Stuck)
	case o.Certificate != nil && o.Certificate.Exhausted != nil:
		return fmt.Sprintf("%+v", *o.Certificate.Exhausted)
	}
	return "nothing"
}

// judge checks that o is accepted or rejected as it should be.
func judge(t *testing.T, p *assembly.Instance, o assembly.Outcome, good bool) {
	t.Helper()
	err := Check(background, p, o, noLimits)
	if good && err != nil || !good && !errors.Is(err, puzzle.ErrRejected) {
		t.Fatalf("%s\n%s: %v; true is %v", describe(p), describeOutcome(o), err, good)
	}
}

// refuse checks that o is rejected for a reason.
func refuse(t *testing.T, p *assembly.Instance, o assembly.Outcome, reason string) {
	t.Helper()
	err := Check(background, p, o, noLimits)
	if !errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), reason) {
		t.Fatalf("%s\n%s: %v; %q is expected", describe(p), describeOutcome(o), err, reason)
	}
}

// play makes moves on the set mask; a block off the shape makes it false.
func (t *table) play(mask uint64, moves []assembly.Move) (cells []int, after uint64, ok bool) {
	for _, m := range moves {
		t.set(mask)
		b, ok := t.slide(m)
		i, in := t.index[b]
		if !ok || !in {
			return nil, 0, false
		}
		cells = append(cells, i)
		mask |= 1 << i
	}
	return cells, mask, true
}

// anyOrder reports whether the moves put the same blocks into the same cells in any order.
func (t *table) anyOrder(mask uint64, moves []assembly.Move) bool {
	want, _, ok := t.play(mask, moves)
	if !ok {
		return false
	}
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	var permute func(n int) bool
	permute = func(n int) bool {
		if n < 2 {
			shuffled := make([]assembly.Move, len(moves))
			for i, k := range order {
				shuffled[i] = moves[k]
			}
			cells, _, ok := t.play(mask, shuffled)
			for i, k := range order {
				ok = ok && cells[i] == want[k]
			}
			return ok
		}
		for i := range n {
			order[i], order[n-1] = order[n-1], order[i]
			ok := permute(n - 1)
			order[i], order[n-1] = order[n-1], order[i]
			if !ok {
				return false
			}
		}
		return true
	}
	return permute(len(moves))
}

// least is the least number of steps from first, by all schedules; -1: there is none.
func (t *table) least(first int) int {
	start := uint64(1) << first
	seen := map[uint64]bool{start: true}
	level := []uint64{start}
	for n := 0; len(level) > 0; n++ {
		var below []uint64
		for _, mask := range level {
			if mask == t.full() {
				return n
			}
			options := t.from(mask)
			var choose func(k int, got []assembly.Move, after uint64)
			choose = func(k int, got []assembly.Move, after uint64) {
				if k == len(options) {
					if !seen[after] {
						seen[after] = true
						below = append(below, after)
					}
					return
				}
				choose(k+1, got, after)
				for _, m := range got { // two at a time is enough: what disturbs is one block
					if !t.anyOrder(mask, []assembly.Move{m, options[k].m}) {
						return
					}
				}
				choose(k+1, append(slices.Clone(got), options[k].m), after|1<<options[k].block)
			}
			choose(0, nil, mask)
		}
		level = below
	}
	return -1
}

// distance is how far the farthest block is from first.
func (t *table) distance(first int) (far int) {
	seen := map[int]bool{first: true}
	for level := []int{first}; len(level) > 0; far++ {
		var below []int
		for _, i := range level {
			for _, d := range directions {
				if j, ok := t.index[step(t.p.Blocks[i], d)]; ok && !seen[j] {
					seen[j] = true
					below = append(below, j)
				}
			}
		}
		level = below
	}
	return far - 1
}

func (t *table) tree() bool {
	links := 0
	for b := range t.index {
		for _, d := range directions {
			if _, ok := t.index[step(b, d)]; ok {
				links++
			}
		}
	}
	return links/2 == len(t.p.Blocks)-1
}

// trueWitness says by definition whether a witness is true and, of AtLeast, shown by what the checker promises to see.
// Claims of AtLeast cost much: atLeast, where it is not negative, is the least number of steps.
func (t *table) trueWitness(w assembly.Witness) bool {
	named := w.First
	if named == (assembly.Block{R: -1, C: -1}) && t.p.Root != assembly.NoRoot {
		named = t.p.Blocks[t.p.Root] // a witness that names no first block
	}
	first, ok := t.index[named]
	if !ok || t.p.Root != assembly.NoRoot && int32(first) != t.p.Root {
		return false
	}
	mask := uint64(1) << first
	_, after, ok := t.play(mask, w.Moves)
	if !ok || after != t.full() || len(w.Moves) != bits.OnesCount64(after)-1 {
		return false
	}
	if w.Steps == nil {
		return w.AtLeast == 0
	}
	at := 0
	for _, n := range w.Steps {
		if n <= 0 || at+int(n) > len(w.Moves) || !t.anyOrder(mask, w.Moves[at:at+int(n)]) {
			return false
		}
		_, mask, _ = t.play(mask, w.Moves[at:at+int(n)])
		at += int(n)
	}
	if at != len(w.Moves) || w.AtLeast < 0 || int(w.AtLeast) > len(w.Steps) {
		return false
	}
	if w.AtLeast > 0 && t.tree() && t.p.Contact == assembly.Frontal {
		return int(w.AtLeast) <= t.least(first)
	}
	return int(w.AtLeast) <= t.distance(first)
}

// maskOf is a set of blocks, each of which is in the shape and listed once.
func (t *table) maskOf(blocks []assembly.Block) (mask uint64, ok bool) {
	for _, b := range blocks {
		i, in := t.index[b]
		if !in || mask>>i&1 != 0 {
			return 0, false
		}
		mask |= 1 << i
	}
	return mask, true
}

// trueStuck says whether a Stuck is what it has to be.
func (t *table) trueStuck(c assembly.Stuck) bool {
	mask, ok := t.maskOf(c.Remainder)
	if !ok || t.orderMatters() || len(c.Remainder) < 2 || !t.connected(mask) ||
		t.p.Root != assembly.NoRoot && mask>>t.p.Root&1 == 0 {
		return false
	}
	for i := range t.p.Blocks {
		if mask>>i&1 != 0 && t.convex(mask, i) && t.leaves(mask, i, t.p.Root) {
			return false
		}
	}
	for _, m := range c.Moves {
		cells, after, ok := t.play(mask, []assembly.Move{m})
		if !ok || !t.convex(after, cells[0]) {
			return false
		}
		mask = after
	}
	return mask == t.full()
}

// relation says for what reasons, as bits, each block of a tree must come before each other.
func (t *table) relation() [][]int {
	n := len(t.p.Blocks)
	parent := make([]int, n)
	for i := range parent {
		parent[i] = -1
	}
	var walk func(i int)
	walk = func(i int) {
		for _, d := range directions {
			if j, ok := t.index[step(t.p.Blocks[i], d)]; ok && j != parent[i] {
				parent[j] = i
				walk(j)
			}
		}
	}
	walk(int(t.p.Root))
	rel := make([][]int, n)
	for i := range rel {
		rel[i] = make([]int, n)
		for j := range rel[i] {
			if parent[j] == i {
				rel[i][j] |= 1 << assembly.ParentOf
			}
			if int32(i) == t.p.Root && i != j {
				rel[i][j] |= 1 << assembly.There
			}
		}
		if parent[i] < 0 {
			continue
		}
		a, b := t.p.Blocks[i], t.p.Blocks[parent[i]]
		dr, dc := a.R-b.R, a.C-b.C // outwards
		for r, c := a.R+dr, a.C+dc; r >= 0 && c >= 0 && r < t.p.Rows && c < t.p.Cols; r, c = r+dr, c+dc {
			if j, ok := t.index[assembly.Block{R: r, C: c}]; ok {
				rel[i][j] |= 1 << assembly.InTheWay
			}
		}
	}
	return rel
}

// shortest is a shortest cycle; nil: there is none.
func (t *table) shortest() []assembly.Constraint {
	rel := t.relation()
	n := len(rel)
	var best []int
	for s := range n {
		from := make([]int, n)
		for i := range from {
			from[i] = -1
		}
		queue := []int{s}
		for len(queue) > 0 && from[s] < 0 {
			i := queue[0]
			queue = queue[1:]
			for j := range n {
				if rel[i][j] != 0 && from[j] < 0 {
					from[j] = i
					queue = append(queue, j)
				}
			}
		}
		if from[s] < 0 {
			continue
		}
		path := []int{s}
		for i := from[s]; i != s; i = from[i] {
			path = append(path, i)
		}
		slices.Reverse(path)
		if best == nil || len(path) < len(best) {
			best = path
		}
	}
	return t.constraints(rel, best)
}

func (t *table) constraints(rel [][]int, path []int) (out []assembly.Constraint) {
	for k, i := range path {
		j := path[(k+1)%len(path)]
		out = append(out, assembly.Constraint{Block: t.p.Blocks[i],
			Because: assembly.Reason(bits.TrailingZeros(uint(rel[i][j])))})
	}
	return out
}

func (t *table) trueCycle(c assembly.Cycle) bool {
	if !t.tree() || t.p.Contact != assembly.Frontal || t.p.Root == assembly.NoRoot || len(c.Constraints) == 0 {
		return false
	}
	rel := t.relation()
	for k, x := range c.Constraints {
		i, ok := t.index[x.Block]
		j, also := t.index[c.Constraints[(k+1)%len(c.Constraints)].Block]
		if !ok || !also || x.Because > assembly.There || rel[i][j]>>x.Because&1 == 0 {
			return false
		}
	}
	return !c.Shortest || len(t.shortest()) == len(c.Constraints)
}
