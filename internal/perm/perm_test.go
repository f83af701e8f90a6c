package perm

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		p, q, g := permGen(n).Draw(t, "p"), permGen(n).Draw(t, "q"), permGen(n).Draw(t, "g")
		old := make([]int, n)
		for i := range old {
			old[i] = 100 + i
		}
		step, both, direct := make([]int, n), make([]int, n), make([]int, n)
		Apply(step, old, p)
		Apply(both, step, q)
		Apply(direct, old, Mul(p, q))
		if !slices.Equal(both, direct) {
			t.Fatal("Mul is not first p, then q")
		}
		for i := range p {
			if step[i] != old[p[i]] || step[p.Inverse()[i]] != old[i] {
				t.Fatal("Apply does not pull")
			}
		}
		if !Mul(p, p.Inverse()).IsIdentity() || !Mul(p.Inverse(), p).IsIdentity() {
			t.Fatal("Inverse")
		}
		if p.Odd() != naiveOdd(p) || Mul(p, q).Odd() != (p.Odd() != q.Odd()) {
			t.Fatal("Odd")
		}
		var moved Cycles
		for _, c := range p.Cycles() {
			m := slices.Clone(c)
			for i := range m {
				m[i] = g.Inverse()[m[i]]
			}
			moved = append(moved, m)
		}
		if !p.Conjugate(g).Equal(moved.Perm(n)) || p.Conjugate(g).String() != moved.Perm(n).String() {
			t.Fatal("Conjugate")
		}
		k := rapid.IntRange(-30, 30).Draw(t, "k")
		power := Identity(n)
		for range max(k, -k) {
			power = Mul(power, p)
		}
		if k < 0 {
			power = power.Inverse()
		}
		if !p.PowerInt(k).Equal(power) || !p.Power(big.NewInt(int64(k))).Equal(power) {
			t.Fatal("Power")
		}
		order := 1
		for r := p; !r.IsIdentity(); order++ {
			r = Mul(r, p)
		}
		if p.Order().Int64() != int64(order) {
			t.Fatal("Order")
		}
		huge := new(big.Int).Lsh(big.NewInt(1), 200)
		if !p.Power(huge).Equal(p.Power(new(big.Int).Mod(huge, p.Order()))) {
			t.Fatal("Power of 2^200")
		}
		sum := 0
		for _, l := range p.CycleType() {
			sum += l
		}
		if sum != n || !slices.IsSortedFunc(p.CycleType(), func(a, b int) int { return b - a }) {
			t.Fatal("CycleType", p.CycleType())
		}
		if c := p.Cycles(); c.Validate(n) != nil || !c.Perm(n).Equal(p) || !c.Inverse().Perm(n).Equal(p.Inverse()) {
			t.Fatal("Cycles")
		}
	})
}

func TestValidate(t *testing.T) {
	for _, p := range []Perm{{0, 0}, {1, 2}, {65535}, {0, 1, 3}, make(Perm, MaxDegree+1)} {
		if err := p.Validate(); !errors.Is(err, ErrNotPerm) && !errors.Is(err, ErrDegree) {
			t.Errorf("%d entries: %v", len(p), err)
		}
	}
	if p := (Perm{2, 0, 1}); p.Validate() != nil || p.String() != "(0 2 1)" {
		t.Error(p, p.Validate())
	}
	if err := (Cycles{{0, 1}, {2, 0}}).Validate(3); err == nil || !strings.Contains(err.Error(), "cycle 1: cell 0 is written twice") {
		t.Error(err)
	}
	if err := (Cycles{{0, 3}}).Validate(3); !errors.Is(err, ErrNotPerm) {
		t.Error(err)
	}
	if Identity(MaxDegree).Validate() != nil {
		t.Error("the identity of the largest degree")
	}
	if _, err := NewGroup(3, []Cycles{{{0, 1}}, {{2, 2}}}); err == nil || !strings.HasPrefix(err.Error(), "generator 1: ") {
		t.Error(err)
	}
	if _, err := NewGroup(-1, nil); !errors.Is(err, ErrDegree) {
		t.Error(err)
	}
	if _, err := NewGroupPerms(3, []Perm{{0, 1}}); !errors.Is(err, ErrNotPerm) {
		t.Error(err)
	}
}

func TestWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		gens := rapid.SliceOfN(permGen(n), 1, 3).Draw(t, "gens")
		g, err := NewGroupPerms(n, gens)
		if err != nil {
			t.Fatal(err)
		}
		k := Letter(len(gens))
		w := Word(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Letter { return Letter(rapid.Int32Range(int32(-k), int32(k-1)).Draw(t, "letter")) }), 0, 20).Draw(t, "w"))
		p := Identity(n)
		for _, l := range w {
			q := gens[l.Gen()]
			if l.Inverted() {
				q = q.Inverse()
			}
			p = Mul(p, q)
		}
		if !g.Eval(w).Equal(p) || !g.Eval(w.Inverse()).Equal(p.Inverse()) || !g.Eval(w.Reduce()).Equal(p) {
			t.Fatal("Eval")
		}
		for x := range n {
			if g.image(w, uint16(x)) != p[x] {
				t.Fatal("image")
			}
		}
	})
}
