package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/lights"
)

// The plain twin of the word-parallel line gives the same boards modulo 2.
func TestBitLineTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		w := 1 + rng.IntN(200)
		a := arms{rng.Uint32N(2), rng.Uint32N(2), 1}
		topo := lights.Topology(rng.IntN(2))
		fast, slow := newBitLine(nil, w, a, topo != lights.Plane), newResidueLine(nil, w, 2, a, topo != lights.Plane)
		b := RandomBoard(rng, w, 3, 2)
		buf := [3][]uint32{slow.newRow(), slow.newRow(), slow.newRow()}
		next, nextSlow := fast.newRow(), slow.newRow()
		fast.step(next, b.Row(0), b.Row(1), b.Row(2))
		slow.step(nextSlow, slow.read(b, 0, buf[0]), slow.read(b, 1, buf[1]), slow.read(b, 2, buf[2]))
		for x, v := range nextSlow {
			if uint32(next[x/64]>>(x%64))&1 != v {
				t.Fatalf("w %d %+v %v: cell %d", w, a, topo, x)
			}
		}
		if tail := uint(w) % 64; tail != 0 && next[len(next)-1]>>tail != 0 {
			t.Fatal("bits behind the row")
		}
	}
}
