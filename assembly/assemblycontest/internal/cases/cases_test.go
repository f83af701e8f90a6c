package cases

import (
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/assembly"
)

// TestKindsReachTheirSize: a kind whose trees stay small would be of no use to whoever asks for large ones. The teeth
// of combs are of random lengths.
func TestKindsReachTheirSize(t *testing.T) {
	for name, k := range map[string]struct {
		make  maker
		least int // percent
	}{
		"tree": {randomTree, 100}, "dense": {denseTree, 90}, "stretched": {stretchedTree, 70}, "slides": {slideTree, 100},
		"spiral": {spiral, 85}, "comb": {comb, 10}, "snake": {snake, 100}, "staircase": {staircase, 100},
		"thin": {thin, 100}, "pocket": {pocket, 100},
	} {
		for _, size := range []int{30, 300, 3000} {
			for seed := range uint64(10) {
				cells := k.make(rand.New(rand.NewPCG(seed, 1)), size)
				if len(cells) > size || 100*len(cells) < k.least*size {
					t.Errorf("%s, size %d, seed %d: %d blocks", name, size, seed, len(cells))
				}
				if !fitting(cells, 0).IsTree() {
					t.Errorf("%s, size %d, seed %d: no tree", name, size, seed)
				}
			}
		}
	}
}

// TestShrinkEnds: what Shrink yields has fewer blocks, or as many on a smaller board; and a tree of two blocks or more
// always has a smaller one.
func TestShrinkEnds(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := anyRoot(denseTree)(rng, 2+rng.IntN(40))
		trees := 0
		for q := range Shrink(p) {
			if err := q.Validate(); err != nil || q.Root == assembly.NoRoot {
				t.Fatalf("seed %d: %v, root %d", seed, err, q.Root)
			}
			less := q.Rows <= p.Rows && q.Cols <= p.Cols && (q.Rows < p.Rows || q.Cols < p.Cols)
			if len(q.Blocks) >= len(p.Blocks) && !(len(q.Blocks) == len(p.Blocks) && less) {
				t.Errorf("seed %d: %d blocks on %d × %d, from %d on %d × %d", seed, len(q.Blocks), q.Rows, q.Cols,
					len(p.Blocks), p.Rows, p.Cols)
			}
			if q.IsTree() {
				trees++
			}
		}
		if trees < len(p.Blocks)/2 {
			t.Errorf("seed %d: %d blocks, and only %d smaller trees", seed, len(p.Blocks), trees)
		}
	}
}
