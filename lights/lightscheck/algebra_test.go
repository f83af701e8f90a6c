package lightscheck

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
)

func TestFactor(t *testing.T) {
	for _, c := range []struct {
		m    uint32
		want []primePower
	}{
		{2, []primePower{{2, 1, 2}}},
		{12, []primePower{{2, 2, 4}, {3, 1, 3}}},
		{49, []primePower{{7, 2, 49}}},
		{1 << 31, []primePower{{2, 31, 1 << 31}}},
		{1<<31 - 1, []primePower{{1<<31 - 1, 1, 1<<31 - 1}}},
		{2 * 1073741789, []primePower{{2, 1, 2}, {1073741789, 1, 1073741789}}},
		{46337 * 46337, []primePower{{46337, 2, 46337 * 46337}}},
	} {
		got := factor(c.m)
		if len(got) != len(c.want) {
			t.Fatalf("%d: %v", c.m, got)
		}
		for i, f := range got {
			if f != c.want[i] {
				t.Errorf("%d: %v; want %v", c.m, got, c.want)
			}
		}
	}
	for m := uint32(2); m < 3000; m++ {
		v := uint64(1)
		for _, f := range factor(m) {
			if v *= f.q; f.power(f.exponent) != f.q {
				t.Fatal(m, f)
			}
		}
		if v != uint64(m) {
			t.Fatal(m)
		}
	}
}

func TestInverse(t *testing.T) {
	for range 2000 {
		f := factor(2 + rand.Uint32N(1<<31-2))[0]
		for _, n := range []uint64{f.q, uint64(f.p)} {
			u := rand.Uint64N(f.q)
			if u%uint64(f.p) == 0 {
				continue
			}
			if v := inverse(u, n); v >= n || u%n*v%n != 1 {
				t.Fatalf("the inverse of %d modulo %d is not %d", u, n, v)
			}
		}
	}
	if inverse(5, 1) != 0 {
		t.Error("modulo 1")
	}
}

// A159257: quiet patterns of the n × n plus modulo 2, as powers of 2.
var nullities = []int{0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0, 20, 16, 4, 6, 0, 0, 0, 32}

func TestKnownNullities(t *testing.T) {
	for i, nullity := range nullities {
		p := gridOf(i+1, i+1, 2, "plus", lights.Plane)
		if err := CheckCount(background, p, new(big.Int).Lsh(big.NewInt(1), uint(nullity)), noLimits); err != nil {
			t.Error(i+1, err)
		}
	}
}

// TestKnownInvariants counts the quiet patterns of small squares from their Smith invariants
// over the integers: Π gcd(invariant, m), where 0 stands for m.
func TestKnownInvariants(t *testing.T) {
	for n, invariants := range map[int][]int64{2: {3}, 3: {7}, 4: {2, 2, 0, 0}, 5: {33, 0, 0}} {
		for _, m := range []uint32{2, 3, 4, 6, 7, 8, 9, 11, 21, 33, 49, 64, 121, 1 << 20, 3 * 5 * 7 * 11 * 13, 1 << 31, 1<<31 - 1} {
			want := big.NewInt(1)
			for _, v := range invariants {
				want.Mul(want, new(big.Int).GCD(nil, nil, big.NewInt(v), big.NewInt(int64(m))))
			}
			if err := CheckCount(background, gridOf(n, n, m, "plus", lights.Plane), want, noLimits); err != nil {
				t.Errorf("%d × %d modulo %d: %v", n, n, m, err)
			}
		}
	}
}

// TestTwoEliminations compares the packed elimination with the one for prime powers.
func TestTwoEliminations(t *testing.T) {
	rng := seeded(t)
	for range extent.Rounds(300) {
		p := randomNet(rng, 1+rng.IntN(140), 1+rng.IntN(140), 2)
		if rng.IntN(2) == 0 { // sparse
			p.Net.Links = p.Net.Links[:min(len(p.Net.Links), rng.IntN(200))]
		}
		decorate(rng, p, 99)
		for x := range p.Width {
			p.Start.Set(0, x, rng.Uint32N(2))
		}
		if rng.IntN(2) == 0 { // what some presses do
			p.Start, p.Target = lights.NewBoard(1, p.Width, 2), nil
			for _, l := range p.Net.Links {
				if l.Button%3 == 0 {
					p.Start.Set(0, int(l.Lamp), 1-p.Start.At(0, int(l.Lamp)))
				}
			}
		}
		packed, err := newWork(background, p, noLimits).eliminate(true)
		if err != nil {
			t.Fatal(err)
		}
		plain := &equations{k: packed.k, augmented: true}
		if err := plain.number(); err != nil {
			t.Fatal(err)
		}
		f := &powerForm{primePower: factor(2)[0]}
		if err := f.eliminate(plain); err != nil {
			t.Fatal(err)
		}
		plain.powers = []*powerForm{f}
		if packed.solvable() != plain.solvable() || packed.count().Cmp(plain.count()) != 0 {
			t.Fatalf("%s: %v, %v; plain %v, %v", describe(p), packed.solvable(), packed.count(), plain.solvable(), plain.count())
		}
	}
}

// TestGenerators adds up multiples of generators at random: they are quiet patterns, and have the
// orders that they claim.
func TestGenerators(t *testing.T) {
	rng := seeded(t)
	for range extent.Rounds(200) {
		m := []uint32{4, 8, 9, 27, 12, 36, 64, 72, 1 << 31, 1 << 20}[rng.IntN(10)]
		p := randomNet(rng, 1+rng.IntN(9), 1+rng.IntN(9), m)
		for i := range p.Net.Links { // weights that are far from units
			w := &p.Net.Links[i].Weight
			for *w%3 != 0 && uint64(*w)*2 < uint64(m) && rng.IntN(3) > 0 {
				*w *= 2
			}
		}
		decorate(rng, p, 9)
		e, err := newWork(background, p, noLimits).eliminate(false)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range e.powers {
			list, err := f.generators(e)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range list {
				sums := make([]uint64, p.Width)
				for _, l := range p.Net.Links {
					sums[l.Lamp] = (sums[l.Lamp] + uint64(l.Weight)*uint64(g.x[l.Button])) % f.q
				}
				nothing, early := true, true
				for _, v := range sums {
					nothing = nothing && v == 0
				}
				for _, v := range g.x {
					nothing = nothing && uint64(v)*g.order%f.q == 0
					early = early && uint64(v)*(g.order/uint64(f.p))%f.q == 0
				}
				if !nothing || early {
					t.Fatalf("%s: %v modulo %d", describe(p), g, f.q)
				}
			}
		}
	}
}

// solvable reports whether the augmented equations have a solution.
func (e *equations) solvable() bool {
	if e.parity != nil {
		return e.parity.solvable
	}
	for _, f := range e.powers {
		if !f.solvable {
			return false
		}
	}
	return true
}

// count is the number of solutions, if there are any.
func (e *equations) count() *big.Int {
	if e.parity != nil {
		return new(big.Int).Lsh(big.NewInt(1), uint(e.width-len(e.parity.pivots)))
	}
	n := big.NewInt(1)
	for _, f := range e.powers {
		exponent := int64(f.exponent) * int64(e.width-len(f.pivots))
		for _, pv := range f.pivots {
			exponent += int64(pv.valuation)
		}
		n.Mul(n, new(big.Int).Exp(big.NewInt(int64(f.p)), big.NewInt(exponent), nil))
	}
	return n
}
