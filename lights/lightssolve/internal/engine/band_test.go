package engine

import (
	"context"
	"testing"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// Narrow boards with any pattern and nets like lines are bands, and the memory that is held for them grows with their
// length only.
func TestBandIsLinear(t *testing.T) {
	for _, name := range []string{"king", "knight", "ball:2", "open-x"} {
		for topo := lights.Plane; topo <= lights.Torus; topo++ {
			held := func(w, h int) int64 {
				p := &lights.Instance{Modulus: 5, Width: w, Height: h, Topology: topo, Pattern: lights.Pattern{Name: name}}
				r := rules{p: p, q: zmod.PrimePower{P: 5, K: 1}}
				if err := r.fit(nil); err != nil {
					t.Fatal(err)
				}
				e, _, err := planChase(nil, r)
				if err != nil {
					t.Fatal(err)
				}
				mt := puzzle.Limits{}.Meter(context.Background())
				if _, err := newBand(mt, r, e.s, bandOrder(nil, r, e.s, e.cols)); err != nil {
					t.Fatal(err)
				}
				return mt.Held()
			}
			if a, b := held(3, 200), held(3, 800); b > 5*a {
				t.Errorf("%s %v: %d bytes for 3 × 200, %d for 3 × 800", name, topo, a, b)
			}
			if a, b := held(200, 3), held(800, 3); b > 5*a {
				t.Errorf("%s %v: %d bytes for 200 × 3, %d for 800 × 3", name, topo, a, b)
			}
		}
	}
}
