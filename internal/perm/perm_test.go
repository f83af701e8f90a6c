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
		if !Mul(Mul(q, p), Commutator(p, q)).Equal(Mul(q, Mul(p, Mul(p.Inverse(), Mul(q.Inverse(), Mul(p, q)))))) {
			t.Fatal("Commutator")
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
		if r, err := Parse(p.String(), n); err != nil || !r.Equal(p) {
			t.Fatalf("Parse(%q) = %v, %v", p.String(), r, err)
		}
		if c := p.Cycles(); c.Validate(n) != nil || !c.Perm(n).Equal(p) || !c.Inverse().Perm(n).Equal(p.Inverse()) {
			t.Fatal("Cycles")
		}
	})
}

func TestValidate(t *testing.T) {
	for _, v := range [][]int{{0, 0}, {1, 2}, {-1}, {0, 1, 3}, make([]int, MaxDegree+1)} {
		if _, err := FromInts(v); !errors.Is(err, ErrNotPerm) && !errors.Is(err, ErrDegree) {
			t.Errorf("FromInts(%d entries): %v", len(v), err)
		}
	}
	if p, err := FromInts([]int{2, 0, 1}); err != nil || p.String() != "(0 2 1)" {
		t.Error(p, err)
	}
	if err := (Cycles{{0, 1}, {2, 0}}).Validate(3); err == nil ||
		!strings.Contains(err.Error(), "cycle 1: cell 0 is written twice") {
		t.Error(err)
	}
	if err := (Cycles{{0, 3}}).Validate(3); !errors.Is(err, ErrNotPerm) {
		t.Error(err)
	}
	if Identity(MaxDegree).Validate() != nil {
		t.Error("the identity of the largest degree")
	}
	if _, err := NewGroup(3, []Cycles{{{0, 1}}, {{2, 2}}}); err == nil ||
		!strings.HasPrefix(err.Error(), "generator 1: ") {
		t.Error(err)
	}
	if _, err := NewGroup(-1, nil); !errors.Is(err, ErrDegree) {
		t.Error(err)
	}
	if _, err := NewGroupPerms(3, []Perm{{0, 1}}); !errors.Is(err, ErrNotPerm) {
		t.Error(err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, x := range []struct {
		text string
		pos  int
		msg  string
	}{
		{"", 1, "expected '('"},
		{"  ", 3, "expected '('"},
		{"0 1", 1, "expected '(', found '0'"},
		{"(0 1", 5, "expected a cell or ')', found the end"},
		{"(0 1)x", 6, "expected '(', found 'x'"},
		{"(0 1) (2 1)", 10, "cell 1 is written twice, first at character 4"},
		{"(0 10)", 4, "cell 10 is outside 0..9"},
		{"(0 99999999999999999999999)", 4, "outside 0..9"},
		{"(0,,1)", 4, "expected a cell or ')', found ','"},
		{"(0,1,)", 6, "expected a cell, found ')'"},
		{"(0 é)", 4, "found 'é'"},
		{"(é)", 2, "found 'é'"},
		{"(0 1)(-1)", 7, "found '-'"},
	} {
		_, err := Parse(x.text, 10)
		var e *ParseError
		if !errors.As(err, &e) || e.Pos != x.pos || !strings.Contains(e.Msg, x.msg) || !errors.Is(err, ErrNotPerm) {
			t.Errorf("Parse(%q): %v, want character %d: %s", x.text, err, x.pos, x.msg)
		}
	}
	for _, text := range []string{"()", " ( 0 , 1,2 )\n(3) ", "(0 1 2)", "(0\t1\r\n2)()"} {
		if _, err := Parse(text, 10); err != nil {
			t.Errorf("Parse(%q): %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("(0 1 2)(3,4)", 5)
	f.Add("((", 1)
	f.Fuzz(func(t *testing.T, text string, n int) {
		n = n & 63
		c, err := ParseCycles(text, n)
		if err != nil {
			return
		}
		if err := c.Validate(n); err != nil {
			t.Fatal(err)
		}
		if again, err := Parse(c.String(), n); err != nil || !again.Equal(c.Perm(n)) {
			t.Fatal(again, err)
		}
	})
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
		letter := rapid.Custom(func(t *rapid.T) Letter {
			return Letter(rapid.Int32Range(int32(-k), int32(k-1)).Draw(t, "letter"))
		})
		w := Word(rapid.SliceOfN(letter, 0, 20).Draw(t, "w"))
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
		pos, err := w.Positive(g.GenOrders(), 1000)
		if err != nil || slices.ContainsFunc(pos, Letter.Inverted) || !g.Eval(pos).Equal(p) {
			t.Fatal("Positive", pos, err)
		}
		if len(pos) > 0 {
			if _, err := w.Positive(g.GenOrders(), len(pos)-1); !errors.Is(err, ErrWordLength) {
				t.Fatal("Positive: no limit")
			}
		}
	})
}
