package lightscheck

import (
	"math/big"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// TestSweep counts solutions against the dense elimination of the whole matrix, on boards of all kinds.
func TestSweep(t *testing.T) {
	rng := seeded(t)
	moduli := []uint32{2, 2, 3, 4, 5, 6, 8, 9, 12, 27, 36, 101}
	for range extent.Rounds(1500) {
		m := moduli[rng.IntN(len(moduli))]
		var p *lights.Instance
		if rng.IntN(4) == 0 {
			p = randomNet(rng, 1+rng.IntN(20), 1+rng.IntN(20), m)
			p.Net.Links = p.Net.Links[:min(len(p.Net.Links), rng.IntN(60))]
		} else {
			p = &lights.Instance{Modulus: m, Width: 1 + rng.IntN(12), Height: 1 + rng.IntN(12), Topology: lights.Topology(rng.IntN(3))}
			if p.Pattern.Name = patterns()[rng.IntN(len(patterns()))]; rng.IntN(3) == 0 {
				p.Pattern = spelled(rng, m)
			}
		}
		decorate(rng, p, 999)
		if rng.IntN(2) == 0 { // solvable: its own start
			p.Target = p.Start
		}
		k := newWork(background, p, noLimits)
		e, err := k.eliminate(true)
		if err != nil {
			t.Fatal(err)
		}
		for _, augmented := range []bool{false, true} {
			want := e.count()
			if augmented && !e.solvable() {
				want = new(big.Int)
			}
			if got, err := newWork(background, p, noLimits).count(augmented); err != nil || got.Cmp(want) != 0 {
				t.Fatalf("%s: %v solutions (%v), by elimination %v", describe(p), got, err, want)
			}
		}
	}
}

// TestSweepIsLinear counts the steps for narrow boards of two lengths, lying and standing: twice the length is twice the work.
func TestSweepIsLinear(t *testing.T) {
	for _, m := range []uint32{2, 3, 6, 9} {
		for _, name := range []string{"plus", "king", "ball:2", "open-x"} {
			for topo := lights.Plane; topo <= lights.Torus; topo++ {
				toil := func(w, h int) int64 {
					p := gridOf(w, h, m, name, topo)
					k := newWork(background, p, noLimits)
					if _, err := k.count(true); err != nil {
						t.Fatal(err)
					}
					return k.toil
				}
				for _, short := range []int{1, 3} {
					if m == 9 && name == "king" && topo != lights.Plane && short == 1 {
						continue // three cells of the king are one here: every weight is 3, and no button is known before the end
					}
					if a, b := toil(300, short), toil(1200, short); b > 5*a {
						t.Errorf("%s mod %d %v: %d steps for 300 × %d, %d for 1200", name, m, topo, a, short, b)
					}
					if a, b := toil(short, 300), toil(short, 1200); b > 5*a {
						t.Errorf("%s mod %d %v: %d steps for %d × 300, %d for 1200", name, m, topo, a, short, b)
					}
				}
			}
		}
	}
}

// A claim of uniqueness for a board of 300 × 300 is verified, and a false one rejected.
func TestSweepClaims(t *testing.T) {
	p, o := largeSolved(t, 300, 300, 2, "plus", lights.Plane)
	o.Witness.Solutions, o.Witness.Optima = big.NewInt(1), big.NewInt(1)
	judge(t, p, o, true)
	o.Witness.Solutions = big.NewInt(2)
	judge(t, p, o, false)
	o.Witness.Solutions, o.Witness.Optima = nil, big.NewInt(2)
	judge(t, p, o, false)
	q, o := largeSolved(t, 299, 299, 2, "plus", lights.Plane) // has quiet patterns
	o.Witness.Solutions = big.NewInt(1)
	if err := Check(background, q, o, puzzle.Limits{}); err == nil {
		t.Error("299 × 299 has quiet patterns, and one solution is accepted")
	}
}
