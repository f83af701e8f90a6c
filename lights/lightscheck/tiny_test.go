package lightscheck

import (
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
)

// TestTinyGrids takes every named pattern, modulus and topology on tiny boards.
func TestTinyGrids(t *testing.T) {
	rng := seeded(t)
	for m := uint32(2); m <= 12; m++ {
		most := mostButtons(uint64(m), extent.Less(100.0, 800))
		for _, name := range patterns() {
			for topo := lights.Plane; topo <= lights.Torus; topo++ {
				if rng.IntN(extent.Less(5, 1)) > 0 {
					continue
				}
				sizes := [][2]int{{1 + rng.IntN(4), 1 + rng.IntN(4)}, {1 + rng.IntN(2), 1 + rng.IntN(6)}, {1 + rng.IntN(6), 1 + rng.IntN(2)}}
				for _, size := range sizes {
					p := &lights.Instance{Modulus: m, Width: size[0], Height: size[1], Topology: topo}
					p.Pattern.Name = name
					decorate(rng, p, most)
					againstOracle(t, rng, p)
				}
			}
		}
	}
}

// TestTinySizes takes every size there is, with the classical pattern and a spelled-out one.
func TestTinySizes(t *testing.T) {
	rng := seeded(t)
	for m := uint32(2); m <= 12; m++ {
		most := mostButtons(uint64(m), extent.Less(200.0, 1500))
		for w := 1; w <= most; w++ {
			for h := 1; w*h <= most; h++ {
				p := &lights.Instance{Modulus: m, Width: w, Height: h, Topology: lights.Topology(rng.IntN(3))}
				if p.Pattern.Name = "plus"; rng.IntN(2) == 0 {
					p.Pattern = spelled(rng, m)
				}
				decorate(rng, p, most)
				againstOracle(t, rng, p)
			}
		}
	}
}

// spelled makes a pattern of a few offsets with any weights.
func spelled(rng *rand.Rand, m uint32) (pt lights.Pattern) {
	seen := map[[2]int]bool{}
	for range 1 + rng.IntN(5) {
		dx, dy := rng.IntN(9)-4, rng.IntN(9)-4
		if !seen[[2]int{dx, dy}] {
			pt.Offsets = append(pt.Offsets, lights.Offset{DX: dx, DY: dy, Weight: 1 + rng.Uint32N(m-1)})
		}
		seen[[2]int{dx, dy}] = true
	}
	return pt
}

// randomNet has any links, also between numbers of buttons and lamps that differ.
func randomNet(rng *rand.Rand, buttons, lamps int, m uint32) *lights.Instance {
	var links []lights.Link
	for range rng.IntN(buttons*lamps + 2) {
		links = append(links, lights.Link{Button: rng.Int32N(int32(buttons)), Lamp: rng.Int32N(int32(lamps)), Weight: rng.Uint32N(m)})
	}
	return &lights.Instance{Modulus: m, Width: lamps, Height: 1, Net: lights.NewNet(buttons, lamps, links, m)}
}

// TestTinyNets takes matrices.
func TestTinyNets(t *testing.T) {
	rng := seeded(t)
	for m := uint32(2); m <= 12; m++ {
		most := mostButtons(uint64(m), extent.Less(300.0, 2000))
		for range extent.Rounds(60) {
			p := randomNet(rng, 1+rng.IntN(most), 1+rng.IntN(most+1), m)
			decorate(rng, p, most)
			againstOracle(t, rng, p)
		}
	}
}
