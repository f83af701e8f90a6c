package assemblysolve

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/puzzle"
)

// without is p with one block less.
func without(p *assembly.Instance, out int32) *assembly.Instance {
	var part []int32
	for i := range int32(len(p.Blocks)) {
		if i != out {
			part = append(part, i)
		}
	}
	return generate.Part(p, part)
}

// checkSafe verifies on random shapes of all forms that a removal that is held to be safe loses no first block.
func checkSafe(t *testing.T, seed uint64, tries, most, largest int) {
	rng := rand.New(rand.NewPCG(seed, 9))
	var safe [2]int
	lost := 0
	for try := range tries {
		p := randomShape(rng, 5+rng.IntN(largest-4), 3+rng.Int32N(4), 3+rng.Int32N(4), rng.IntN(8),
			assembly.Contact(rng.IntN(2)))
		roots, ok := rootsBackwards(p, most)
		if !ok || len(p.Blocks) < 2 {
			continue
		}
		q, err := peel.New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		simple := q.Simple()
		for i := range int32(len(p.Blocks)) {
			if _, ok := q.Way(i); !ok || p.Contact == assembly.Sticky && !simple && !q.Sure(i) {
				continue
			}
			rest, ok := rootsBackwards(without(p, i), most)
			if !ok {
				continue
			}
			safe[p.Contact]++
			for _, r := range roots {
				if j := r - b2i(r > i); r != i && !slices.Contains(rest, j) {
					t.Fatalf("seed %d, try %d: %sremoving %v loses the first block %v", seed, try, sketch(p), p.Blocks[i], p.Blocks[r])
				}
			}
			if len(roots) < len(p.Blocks) {
				lost++
			}
		}
	}
	if safe[0] == 0 || safe[1] == 0 || lost == 0 {
		t.Errorf("no test: %v, %d", safe, lost)
	}
	t.Logf("safe removals: %v, of these %d where not every block can be first", safe, lost)
}

func b2i(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func TestSafeRemovals(t *testing.T) { checkSafe(t, 1, 600, 2000, 14) }

// In the sticky model, where blocks touch at corners only, taking off convex blocks in some orders
// gets stuck and in others does not: such shapes are searched.
func TestStickyCornersAreSearched(t *testing.T) {
	p := shape(t, assembly.Sticky,
		"######",
		".#.###",
		"###.##",
		"...###",
		"....#R")
	if p.HasHoles() || !peel.Pinched(p) || peel.Suffices(p) {
		t.Fatal("the shape is not what the test is about")
	}
	// By hand: always the first block that can leave, and always the last.
	left := map[int]bool{}
	for _, backwards := range []bool{false, true} {
		q, err := peel.New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for again := true; again; {
			again = false
			for k := range p.Blocks {
				i := int32(k)
				if backwards {
					i = int32(len(p.Blocks)) - 1 - i
				}
				if i == p.Root || !q.IsAlive(i) {
					continue
				}
				if d, ok := q.Way(i); ok {
					q.Remove(i, d)
					again = true
					break
				}
			}
		}
		left[q.Left()] = true
	}
	if len(left) != 2 || !left[1] {
		t.Errorf("both orders leave %v blocks", left)
	}
	o, err := solve(context.Background(), p, puzzle.Limits{})
	if err != nil || o.Verdict != puzzle.Solved || checkWitness(p, o.Witness) != nil {
		t.Error(o.Verdict, err)
	}
}
