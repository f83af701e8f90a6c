package congruence

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bruteSolve tries every n below the lcm.
func bruteSolve(cs []Congruence) (n, lcm int64, ok bool) {
	lcm = 1
	for _, c := range cs {
		a, b := lcm, c.Modulus
		for b != 0 {
			a, b = b, a%b
		}
		lcm = lcm / a * c.Modulus
	}
	for n = 0; n < lcm; n++ {
		good := true
		for _, c := range cs {
			good = good && n%c.Modulus == c.Residue
		}
		if good {
			return n, lcm, true
		}
	}
	return 0, lcm, false
}

func TestSolveAgainstTrial(t *testing.T) {
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	solved, clashed := 0, 0
	var s System
	for round := 0; round < 20000; round++ {
		s.Reset()
		var cs []Congruence
		hidden := int64(rng.IntN(1000))
		for i := rng.IntN(5); i >= 0; i-- {
			c := Congruence{Modulus: int64(1 + rng.IntN(14)), Tag: int64(i)}
			c.Residue = hidden % c.Modulus
			if rng.IntN(6) == 0 {
				c.Residue = int64(rng.IntN(int(c.Modulus)))
			}
			cs = append(cs, c)
		}
		name := fmt.Sprintf("seed %d round %d: %v", seed, round, cs)
		want, lcm, ok := bruteSolve(cs)
		added := true
		for _, c := range cs {
			if e, fine := s.Add(c); !fine {
				added = false
				if e.Modulus != c.Modulus || e.Residue == c.Residue {
					t.Fatalf("%s: Add names %v against %v", name, e, c)
				}
			}
		}
		if !added {
			if ok {
				t.Fatalf("%s: Add refuses, but %d solves it", name, want)
			}
			clashed++
			continue
		}
		n, period, clash, got := s.Solve()
		if _, same := s.Solvable(); same != got {
			t.Fatalf("%s: Solve and Solvable disagree", name)
		}
		if got != ok {
			t.Fatalf("%s: Solve says %v", name, got)
		}
		if !ok {
			clashed++
			if _, _, both := bruteSolve(clash[:]); both {
				t.Fatalf("%s: %v do not clash", name, clash)
			}
			continue
		}
		solved++
		if n.Int64() != want || period.Int64() != lcm {
			t.Fatalf("%s: got %v mod %v, want %d mod %d", name, n, period, want, lcm)
		}
	}
	if solved < 1000 || clashed < 1000 {
		t.Fatalf("the test tests too little: %d solved, %d clashes", solved, clashed)
	}
}

func TestLargeModuli(t *testing.T) {
	var s System
	hidden, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	want := big.NewInt(1)
	for _, m := range []int64{1_000_003, 999_983, 4096, 4095, 65_537, 1 << 20, 2_147_483_647} {
		r := new(big.Int).Mod(hidden, big.NewInt(m)).Int64()
		if _, ok := s.Add(Congruence{Modulus: m, Residue: r}); !ok {
			t.Fatal("refused")
		}
		g := new(big.Int).GCD(nil, nil, want, big.NewInt(m))
		want.Mul(want, big.NewInt(m)).Quo(want, g)
	}
	n, period, _, ok := s.Solve()
	if !ok || period.Cmp(want) != 0 || n.Cmp(new(big.Int).Mod(hidden, want)) != 0 {
		t.Fatalf("%v mod %v (%v), want %v mod %v", n, period, ok, new(big.Int).Mod(hidden, want), want)
	}
	if _, ok := s.Add(Congruence{Modulus: 1_000_003, Residue: 0}); ok {
		t.Fatal("a second residue for a large modulus was accepted")
	}
	s.Reset()
	if len(s.Distinct()) != 0 {
		t.Fatal("Reset left congruences")
	}
}

func TestLcm(t *testing.T) {
	set := map[int64]bool{}
	want := big.NewInt(1)
	for m := int64(1); m <= 60; m++ {
		set[m] = true
		g := new(big.Int).GCD(nil, nil, want, big.NewInt(m))
		want.Mul(want, big.NewInt(m)).Quo(want, g)
		if got := Lcm(set); got.Cmp(want) != 0 {
			t.Fatalf("lcm(1..%d) = %v, want %v", m, got, want)
		}
	}
}
