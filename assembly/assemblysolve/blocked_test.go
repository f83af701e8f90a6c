package assemblysolve

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
)

// TestBlockedIsImpossible compares with a search over all slides: where blocks are in each other's way for good nothing
// builds the shape, and the list is at least two blocks of it. (The checker's tests look at what the lists claim.)
func TestBlockedIsImpossible(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	found := 0
	for i := range 4000 {
		p := Generate(rng, 6+rng.IntN(8))
		if len(p.Blocks) > 14 {
			continue
		}
		q, err := peel.New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		c, err := peel.Blocked(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			continue
		}
		found++
		roots := rootsByBuilding(p)
		if p.Placed != nil {
			if buildableFrom(p, bitsOf(p.Placed)) {
				t.Fatalf("shape %d of PCG(11, 12): %v\n%v are said to be in each other's way; it can be built", i, p, c.Blocks)
			}
			continue
		}
		if p.Root == assembly.NoRoot && len(roots) > 0 || p.Root != assembly.NoRoot && slices.Contains(roots, p.Root) {
			t.Fatalf("shape %d of PCG(11, 12):\n%s\n%v are said to be in each other's way; it can be built", i, sketch(p),
				c.Blocks)
		}
		if len(c.Blocks) < 2 {
			t.Fatalf("%s\nonly %v", sketch(p), c.Blocks)
		}
		for k, b := range c.Blocks {
			if p.Find(b) < 0 || slices.Contains(c.Blocks[:k], b) {
				t.Fatalf("%s\n%v", sketch(p), c.Blocks)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d shapes of 4000", found)
	}
}
