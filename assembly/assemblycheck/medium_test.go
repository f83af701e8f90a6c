package assemblycheck

import (
	"math/big"
	"testing"

	"github.com/gridwright/gridwright/assembly"
)

// TestShortest compares the search for short cycles with all distances, on trees of up to 60 blocks.
func TestShortest(t *testing.T) {
	rng := seeded(t)
	lengths := map[int]int{}
	for range 3000 {
		p := grown(rng, 5+rng.Int32N(5), 5+rng.Int32N(5), 20+rng.IntN(40), true)
		p = rooted(p, assembly.Frontal, rng.Int32N(int32(len(p.Blocks))))
		tab := newTable(p)
		best := tab.shortest()
		lengths[len(best)]++
		if len(best) == 0 || len(best) == 2 && lengths[2] > 40 {
			continue
		}
		judge(t, p, impossible(assembly.Certificate{Cycle: &assembly.Cycle{Constraints: best, Shortest: true}}), true)
		// Walks that close: cycles of any length.
		rel := tab.relation()
		for range 30 {
			var path []int
			at := rng.IntN(len(rel))
			for range 20 {
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
				at = next[rng.IntN(len(next))]
				if at == path[0] {
					c := &assembly.Cycle{Constraints: tab.constraints(rel, path), Shortest: true}
					judge(t, p, impossible(assembly.Certificate{Cycle: c}), len(path) == len(best))
					c.Shortest = false
					judge(t, p, impossible(assembly.Certificate{Cycle: c}), true)
					break
				}
			}
		}
	}
	t.Logf("shortest cycles: %v", lengths)
	for _, n := range []int{2, 5, 6} {
		if lengths[n] == 0 {
			t.Errorf("no shortest cycle of %d", n)
		}
	}
}

// TestBack compares the shortest cycle through each block with all distances.
func TestBack(t *testing.T) {
	rng := seeded(t)
	for range 600 {
		p := grown(rng, 4+rng.Int32N(6), 4+rng.Int32N(6), 10+rng.IntN(50), true)
		p = rooted(p, assembly.Frontal, rng.Int32N(int32(len(p.Blocks))))
		k, err := newWork(background, p, noLimits)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.link(); err != nil {
			t.Fatal(err)
		}
		sp, err := k.tour(p.Root)
		if err != nil {
			t.Fatal(err)
		}
		h := &hunt{k: k, sp: sp}
		if err := h.trim(); err != nil {
			t.Fatal(err)
		}
		h.marks = make([]mark, len(p.Blocks))
		rel := newTable(p).relation()
		for i := range rel {
			for j := range rel {
				rel[i][j] &^= 1 << assembly.There // these are not for a hunt
			}
		}
		for s := range rel {
			far := make([]int64, len(rel)) // over how many constraints s comes before each
			for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
				for j, why := range rel[queue[0]] {
					if why != 0 && far[j] == 0 {
						far[j] = far[queue[0]] + 1
						if queue[0] == s {
							far[j] = 1
						}
						queue = append(queue, j)
					}
				}
			}
			if h.core.has(int32(s)) != (far[s] > 0) && far[s] > 0 {
				t.Fatalf("%s\n%v is on a cycle, and not in the core", describe(p), p.Blocks[s])
			}
			for _, n := range []int64{far[s], far[s] + 1, 1 << 40} {
				got, err := h.back(int32(s), n)
				clear(h.marks)
				if want := far[s]; err != nil || n > want && got != want || n <= want && got != 0 {
					t.Fatalf("%s\n%v comes before itself over %d, not %d (%v)", describe(p), p.Blocks[s], got, want, err)
				}
			}
		}
	}
}

// TestLongestChain compares with the longest path over all constraints, on trees of up to 60 blocks.
func TestLongestChain(t *testing.T) {
	rng := seeded(t)
	farther := 0
	for n := 0; n < 1500 || farther < 10; n++ { // at least 10 times a chain is more than a distance
		p := grown(rng, 5+rng.Int32N(5), 5+rng.Int32N(5), 10+rng.IntN(50), true)
		p = rooted(p, assembly.Frontal, rng.Int32N(int32(len(p.Blocks))))
		tab := newTable(p)
		order, levels, longest := tab.topological()
		if order == nil {
			continue
		}
		// One step for each level, in a random order within it; and one step a move.
		w := assembly.Witness{First: p.Blocks[p.Root], Steps: make([]int32, longest), AtLeast: int32(longest)}
		for level := 1; level <= longest; level++ {
			for _, i := range order {
				if levels[i] == level {
					w.Moves = append(w.Moves, tab.forced(i))
					w.Steps[level-1]++
				}
			}
		}
		judge(t, p, solved(w), true)
		w.Steps = nil
		for range w.Moves {
			w.Steps = append(w.Steps, 1)
		}
		judge(t, p, solved(w), true)
		if w.AtLeast++; len(w.Moves) > longest {
			refuse(t, p, solved(w), "are enough")
		}
		if longest > tab.distance(int(p.Root)) {
			farther++
		}
	}
}

// TestOnlyDistances claims a step more than the distance from the first block shows, where that is all that is shown.
func TestOnlyDistances(t *testing.T) {
	rng := seeded(t)
	done := [2][2]int{}
	for range 1500 {
		tree := rng.IntN(2)
		p := grown(rng, 2+rng.Int32N(4), 2+rng.Int32N(4), 5+rng.IntN(6), tree > 0)
		p = rooted(p, contacts[rng.IntN(2)], rng.Int32N(int32(len(p.Blocks))))
		tab := newTable(p)
		order, ok := tab.order(int(p.Root), tab.full())
		far := int32(tab.distance(int(p.Root)))
		if !ok || int(far) == len(order) || tab.tree() && p.Contact == assembly.Frontal {
			continue
		}
		done[p.Contact][tree]++
		w := assembly.Witness{First: p.Blocks[p.Root], Moves: order, AtLeast: far}
		for range order {
			w.Steps = append(w.Steps, 1)
		}
		judge(t, p, solved(w), true)
		w.AtLeast++
		refuse(t, p, solved(w), "not shown")
	}
	if done[0][0] < 100 || done[1][0] < 100 || done[1][1] < 100 {
		t.Errorf("only %v tried", done)
	}
}

// TestConstraints tries each reason for each pair of blocks.
func TestConstraints(t *testing.T) {
	rng := seeded(t)
	for range 300 {
		p := grown(rng, 2+rng.Int32N(5), 2+rng.Int32N(5), 2+rng.IntN(20), true)
		p = rooted(p, assembly.Frontal, rng.Int32N(int32(len(p.Blocks))))
		rel := newTable(p).relation()
		k, err := newWork(background, p, noLimits)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.link(); err != nil {
			t.Fatal(err)
		}
		sp, err := k.tour(p.Root)
		if err != nil {
			t.Fatal(err)
		}
		there, err := k.joinedSet(k.start)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Blocks {
			for j := range p.Blocks {
				for why := range assembly.Reason(5) {
					err := k.checkConstraint(sp, there, why, int32(i), int32(j))
					if (err == nil) != (rel[i][j]>>why&1 != 0) {
						t.Fatalf("%s\n%v %v %v: %v", describe(p), p.Blocks[i], why, p.Blocks[j], err)
					}
				}
			}
		}
	}
}

// topological sorts the blocks of a tree by all constraints; levels are the lengths of longest chains. nil: there is a
// cycle.
func (t *table) topological() (order, levels []int, longest int) {
	rel := t.relation()
	levels = make([]int, len(rel))
	done := make([]bool, len(rel))
	for range rel {
		for j := range rel {
			free := !done[j]
			for i := range rel {
				if rel[i][j] != 0 && !done[i] {
					free = false
				}
			}
			if !free {
				continue
			}
			for i := range rel {
				if rel[i][j] != 0 {
					levels[j] = max(levels[j], levels[i]+1)
				}
			}
			done[j] = true
			longest = max(longest, levels[j])
			order = append(order, j)
		}
	}
	if len(order) < len(rel) {
		return nil, nil, 0
	}
	return order, levels, longest
}

// forced is the move that lets block i of a tree in.
func (t *table) forced(i int) assembly.Move {
	rel := t.relation()
	for _, d := range directions {
		if j, ok := t.index[step(t.p.Blocks[i], d)]; ok && rel[j][i]>>assembly.ParentOf&1 != 0 {
			if d.Vertical() {
				return assembly.MakeMove(d, t.p.Blocks[i].C)
			}
			return assembly.MakeMove(d, t.p.Blocks[i].R)
		}
	}
	panic("the root has no move")
}

// TestMediumStuck takes shapes without holes of up to 60 blocks: remainders and counts, by definition.
func TestMediumStuck(t *testing.T) {
	rng := seeded(t)
	failed := [2]int{}
	for done := 0; done < 25 || failed[0] < 50; { // at least 50 remainders
		p := grown(rng, 5+rng.Int32N(4), 5+rng.Int32N(4), 15+rng.IntN(35), rng.IntN(2) > 0)
		if newTable(p).holed() {
			continue
		}
		done++
		for _, contact := range contacts {
			if newTable(rooted(p, contact, 0)).orderMatters() {
				continue // there is no Stuck for it, and counting by all sets takes too long
			}
			count := int64(0)
			for root := range int32(len(p.Blocks)) {
				q := rooted(p, contact, root)
				tab := newTable(q)
				s := tab.stuck(root, rng)
				if len(s.Remainder) == 1 {
					count++
					judge(t, q, solved(assembly.Witness{First: q.Blocks[root], Moves: s.Moves}), true)
				} else if failed[contact]++; failed[contact] < 200 {
					judge(t, q, impossible(assembly.Certificate{Stuck: s}), true)
				}
				judge(t, q, impossible(assembly.Certificate{Stuck: s}), len(s.Remainder) > 1)
			}
			if err := CheckCount(background, rooted(p, contact, 0), big.NewInt(count), noLimits); err != nil {
				t.Fatalf("%s: %v", describe(p), err)
			}
		}
	}
	t.Logf("%v could not be built", failed)
}
