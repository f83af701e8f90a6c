package lightscheck

import (
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// anyBoard has anything in its fields; mostly a size near that of the board.
func anyBoard(rng *rand.Rand, w, h int) *lights.Board {
	size := func(n int) int {
		return []int{n, n, n, n, n + 1, n - 1, 0, -n, 1 << 30, -1 << 30}[rng.IntN(10)]
	}
	b := &lights.Board{W: size(w), H: size(h)}
	cells := []int{w * h, w * h, w*h - 1, w*h + 1, 0, h, h}
	if rng.IntN(3) == 0 {
		b.Bits = make([]uint64, cells[rng.IntN(len(cells))])
		for i := range b.Bits {
			b.Bits[i] = rng.Uint64() >> rng.IntN(64)
		}
	}
	if rng.IntN(3) == 0 {
		b.Bytes = make([]uint8, cells[rng.IntN(len(cells))])
		for i := range b.Bytes {
			b.Bytes[i] = uint8(rng.Uint32() >> (20 + rng.IntN(13)))
		}
	}
	if rng.IntN(3) == 0 {
		b.Wide = make([]uint32, cells[rng.IntN(len(cells))])
		for i := range b.Wide {
			b.Wide[i] = rng.Uint32() >> rng.IntN(33)
		}
	}
	return b
}

func anyNumber(rng *rand.Rand) *big.Int {
	return []*big.Int{nil, {}, big.NewInt(-1), big.NewInt(1), big.NewInt(rng.Int64N(9)), new(big.Int).Lsh(big.NewInt(-1), 99999), new(big.Int).Lsh(big.NewInt(1), 999999)}[rng.IntN(7)]
}

// TestNoPanic offers outcomes that hold anything.
func TestNoPanic(t *testing.T) {
	rng := seeded(t)
	for range 60 {
		m := []uint32{2, 2, 3, 4, 30, 1 << 31}[rng.IntN(6)]
		p := randomNet(rng, 1+rng.IntN(5), 1+rng.IntN(5), m)
		if rng.IntN(3) > 0 {
			all := patterns()
			p = gridOf(1+rng.IntN(5), 1+rng.IntN(5), m, all[rng.IntN(len(all))], lights.Topology(rng.IntN(3)))
		}
		decorate(rng, p, 5)
		for range extent.Rounds(200) {
			runtime.Gosched() // under js/wasm nobody else gets a turn, not even the collector
			h, w := p.Buttons()
			var o lights.Outcome
			o.Verdict = puzzle.Verdict(rng.IntN(4))
			if rng.IntN(3) > 0 {
				o.Witness = &lights.Witness{Presses: anyBoard(rng, w, h), Cost: anyNumber(rng), Solutions: anyNumber(rng), Optima: anyNumber(rng)}
				if b := o.Witness.Presses; b.W == w && b.H == h { // past the cost, if there is one
					func() {
						defer func() { _ = recover() }() // such boards panic here
						cost, _ := newWork(background, p, noLimits).cost(b)
						o.Witness.Cost = cost.big()
					}()
				}
			}
			if rng.IntN(3) > 0 {
				o.Certificate = &lights.Certificate{Weights: anyBoard(rng, p.Width, p.Height), Value: rng.Uint32() >> rng.IntN(32)}
				if o.Verdict == puzzle.Impossible {
					o.Witness = nil
				}
			}
			if o.Verdict == puzzle.Solved {
				o.Certificate = nil
			}
			err := Check(background, p, o, noLimits)
			if err == nil && o.Verdict == puzzle.Solved {
				oracle := newOracle(p)
				if oracle.plans() > 1000 {
					continue
				}
				oracle.enumerate()
				judge(t, p, o, oracle.claims(valuesOf(o.Witness.Presses), o.Witness.Cost, o.Witness.Solutions, o.Witness.Optima))
			}
			if err == nil && o.Verdict == puzzle.Impossible && !newOracle(p).proves(valuesOf(o.Certificate.Weights), o.Certificate.Value) {
				t.Fatalf("%s: %s accepted", describe(p), describeOutcome(o))
			}
		}
	}
}
