package perm

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// Groups that are not what their look suggests, by the giants and by the chain alone.
func TestKnownOrders(t *testing.T) {
	product := func(x ...*big.Int) *big.Int {
		r := big.NewInt(1)
		for _, v := range x {
			r.Mul(r, v)
		}
		return r
	}
	m11 := []Cycles{
		{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{{2, 6, 10, 7}, {3, 9, 4, 5}},
	}
	m24 := []Cycles{
		{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}},
		{{2, 16, 9, 6, 8}, {3, 12, 13, 18, 4}, {7, 17, 10, 11, 22}, {14, 19, 21, 20, 15}},
		{{0, 23}, {1, 22}, {2, 11}, {3, 15}, {4, 17}, {5, 9}, {6, 19}, {7, 13}, {8, 20}, {10, 16}, {12, 21}, {14, 18}},
	}
	wreath := []Cycles{{{0, 1}}, {{0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}}, {{0, 2}, {1, 3}}} // S2 wr S5
	// S6 on two times 6 cells in the same way, and A7 beside S3.
	twice := []Cycles{{{0, 1}, {6, 7}}, {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}}
	beside := []Cycles{{{0, 1, 2}, {7, 8}}, {{0, 1, 2, 3, 4, 5, 6}}, {{7, 8, 9}}}
	for _, x := range []struct {
		name   string
		n      int
		gens   []Cycles
		order  *big.Int
		giants int
	}{
		{"no generators", 5, nil, big.NewInt(1), 0},
		{"degree 0", 0, []Cycles{nil}, big.NewInt(1), 0},
		{"2×3, 2×2 twists: PGL(2,5)", 6, twists(2, 3, 2), big.NewInt(120), 0},
		{"3×4, 3×3 twists: S6 twice", 12, twists(3, 4, 3), big.NewInt(720), 0},
		{"4×4 shifted by 2", 16, shifts(4, 4, 2), big.NewInt(165888), 4},
		{"contest", 9, append(shifts(3, 3, 1), twists(3, 3, 3)...), big.NewInt(181440), 1},
		{"M11", 11, m11, big.NewInt(7920), 0},
		{"M24", 24, m24, big.NewInt(244823040), 0},
		{"PSL(2,13)", 14, psl2(13), big.NewInt(1092), 0},
		{"PSL(2,101)", 102, psl2(101), big.NewInt(101 * (101*101 - 1) / 2), 0},
		{"S2 wr S5", 10, wreath, big.NewInt(3840), 0},
		{"S6 twice the same way", 12, twice, big.NewInt(720), 0},
		{"A7 beside S3", 10, beside, product(big.NewInt(2520), big.NewInt(6)), 2},
		{"6×6 shifted by 2", 36, shifts(6, 6, 2), nil, 4},
		{"6×6 shifted by 3", 36, shifts(6, 6, 3), nil, 9},
		{"4×6 shifted by 2", 24, shifts(4, 6, 2), nil, 4},
		{"5×5, 3×3 twists", 25, twists(5, 5, 3), nil, 2},
		{"S7 and a 4-cycle, odd together", 11, []Cycles{{{0, 1, 2, 3, 4, 5, 6}}, {{0, 1}, {7, 8, 9, 10}}},
			big.NewInt(5040 * 2), 1},
		{"A7 beside PGL(2,5)", 13, append(twists(2, 3, 2), Cycles{{6, 7, 8}}, Cycles{{6, 7, 8, 9, 10, 11, 12}}),
			big.NewInt(2520 * 120), 1},
		{"S7 tied to PGL(2,5) by parity", 13, []Cycles{append(twists(2, 3, 2)[0], []uint16{6, 7}),
			append(twists(2, 3, 2)[1], []uint16{6, 7, 8, 9}), {{6, 7, 8, 9, 10, 11, 12}}}, big.NewInt(2520 * 120), 1},
	} {
		s := mustStructure(t, x.n, x.gens, Options{})
		if c := s.Chain(); c != nil {
			checkReduction(t, s, x.n)
		}
		chain := mustStructure(t, x.n, x.gens, Options{ChainOnly: true})
		if x.order != nil && s.Order().Cmp(x.order) != 0 || s.Order().Cmp(chain.Order()) != 0 {
			t.Errorf("%s: orders %v and %v, want %v", x.name, s.Order(), chain.Order(), x.order)
		}
		if len(s.Giants()) != x.giants {
			t.Errorf("%s: %d giants", x.name, len(s.Giants()))
		}
		for _, e := range s.Giants() {
			verifyGiant(t, s.Group(), e)
		}
		c := chain.Chain()
		if c == nil {
			continue // nothing moves
		}
		if order := verifyStrong(t, x.n, perms(x.n, x.gens), c.Base(), c.Strong()); order.Cmp(s.Order()) != 0 {
			t.Errorf("%s: the strong generating set has order %v", x.name, order)
		}
		// Both descriptions agree about random elements and what lies one swap beside them.
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			p, q := s.Random(rng), chain.Random(rng)
			if !chain.Contains(p).In() || !s.Contains(q).In() {
				t.Errorf("%s: a random element is not in the group", x.name)
			}
			i, j := rng.IntN(x.n), rng.IntN(x.n)
			p[i], p[j] = p[j], p[i]
			if s.Contains(p).In() != chain.Contains(p).In() {
				t.Errorf("%s: disagreement about %v", x.name, p)
			}
		}
	}
}

// Torus boards: S_N if a side is even, A_N if both are odd; below 2 × 2 they are cyclic.
func TestTorus(t *testing.T) {
	for r := 1; r <= 9; r++ {
		for c := 1; c <= 9; c++ {
			n := r * c
			want := factorial(n)
			switch {
			case r == 1 || c == 1:
				want.SetInt64(int64(n))
			case r%2 == 1 && c%2 == 1:
				want.Rsh(want, 1)
			}
			s := mustStructure(t, n, shifts(r, c, 1), Options{})
			if s.Order().Cmp(want) != 0 {
				t.Errorf("%d × %d: order %v", r, c, s.Order())
			}
			for _, e := range s.Giants() {
				verifyGiant(t, s.Group(), e)
			}
			swap := Cycles{{0, 1}}.Perm(max(n, 2))
			if m := s.Contains(swap); r > 1 && c > 1 && m.In() != (n%2 == 0 || r%2 == 0) {
				t.Errorf("%d × %d: a swap: %v", r, c, m.Reason)
			}
		}
	}
}

func TestLargeBoards(t *testing.T) {
	half := func(x *big.Int) *big.Int { return x.Rsh(x, 1) }
	for _, x := range []struct {
		n     int
		gens  []Cycles
		order *big.Int
	}{
		{10000, shifts(100, 100, 1), factorial(10000)},
		{9999, shifts(99, 101, 1), half(factorial(9999))},
		{400, twists(20, 20, 2), factorial(400)},
		{65536, shifts(256, 256, 1), nil},
		{65536, shifts(256, 256, 64), nil}, // 4,096 giants
	} {
		s := mustStructure(t, x.n, x.gens, Options{})
		if x.order != nil && s.Order().Cmp(x.order) != 0 {
			t.Errorf("degree %d: order of %d bits", x.n, s.Order().BitLen())
		}
		for _, e := range s.Giants()[:min(len(s.Giants()), 10)] {
			verifyGiant(t, s.Group(), e)
		}
		t.Logf("degree %d, by %v", x.n, s.Giants()[0].Theorem)
	}
}

// Two dense random generators nearly always give a giant, and need random products to tell.
func TestRandomGenerators(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{10, 31, 100, 1000} {
		gens := make([]Perm, 2)
		for i := range gens {
			gens[i] = Identity(n)
			rng.Shuffle(n, func(a, b int) { gens[i][a], gens[i][b] = gens[i][b], gens[i][a] })
		}
		// Make it transitive by a cycle.
		gens = append(gens, Mul(gens[0], Cycles{Identity(n)}.Perm(n)))
		g, err := NewGroupPerms(n, gens)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Structure(context.Background(), Options{Seed: 9})
		if err != nil || len(s.Giants()) != 1 {
			t.Errorf("degree %d: %v, %v", n, s, err)
			continue
		}
		verifyGiant(t, g, s.Giants()[0])
	}
}

func TestJones(t *testing.T) {
	// The cycles of 4 and 6 cells overlap so that no commutator is tried before the cycle itself
	// would do; singleCycles is called on its own.
	gens := []Cycles{{{0, 1, 2, 3, 4, 5}}, {{5, 6, 7, 8, 9, 0}, {1, 3}}}
	g := mustGroup(t, 10, gens)
	s := &giantSearch{g: g, b: newBudget(context.Background(), Options{}), f: newForest(10), done: make([]bool, 1),
		left: 1, found: make([]Giant, 1), blocks: make([][][]uint16, 1), odd: g.oddOrbits()}
	if err := s.singleCycles(); err != nil || s.left != 0 {
		t.Fatal(err, s.left)
	}
	if e := s.found[0]; e.Theorem != CycleTheorem || len(e.Pairs) != 2 {
		t.Error(e)
	}
	verifyGiant(t, g, s.found[0])
	c := mustStructure(t, 10, gens, Options{ChainOnly: true})
	if c.Order().Cmp(factorial(10)) != 0 {
		t.Error(c.Order())
	}
}

func TestLimits(t *testing.T) {
	g := mustGroup(t, 400, shifts(20, 20, 1))
	s, err := g.Structure(context.Background(), Options{ChainOnly: true, Memory: 1 << 20})
	if !errors.Is(err, ErrMemory) || s == nil || s.Order() != nil {
		t.Fatal("memory:", err)
	}
	if m := s.Contains(Cycles{{0, 1}}.Perm(400)); m.Reason != Unknown {
		t.Error("a stopped structure says", m.Reason)
	}
	if m := s.Contains(Identity(399)); m.Reason != WrongDegree {
		t.Error(m.Reason)
	}
}

// TestCancelStructure stops work, and does not begin any when all is over.
func TestCancelStructure(t *testing.T) {
	g := mustGroup(t, 400, shifts(20, 20, 1))
	puzzletest.Interrupt(t, map[string]func(context.Context) error{"structure": func(ctx context.Context) error {
		_, err := g.Structure(ctx, Options{ChainOnly: true, Memory: 1 << 30})
		return err
	}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := g.Structure(ctx, Options{}); !errors.Is(err, context.Canceled) || s.Order() != nil {
		t.Error("cancelled:", err)
	}
	if _, err := NewChain(ctx, 3, nil, Options{}); !errors.Is(err, context.Canceled) {
		t.Error("NewChain, cancelled:", err)
	}
}

// The same seed gives the same evidence.
func TestDeterminism(t *testing.T) {
	for _, gens := range [][]Cycles{twists(3, 4, 3), shifts(4, 4, 2), twists(4, 4, 2)} {
		n := 16
		a := mustStructure(t, n, gens, Options{Seed: 5, ChainOnly: true})
		b := mustStructure(t, n, gens, Options{Seed: 5, ChainOnly: true})
		if !slices.EqualFunc(a.Chain().Strong(), b.Chain().Strong(), Perm.Equal) {
			t.Error("strong generators differ")
		}
	}
}

// The reduction is a homomorphism whose images of members are in the chain's group.
func checkReduction(t *testing.T, s *Structure, n int) {
	t.Helper()
	r := s.Reduction()
	rng := rand.New(rand.NewPCG(5, 5))
	for range 5 {
		p, q := s.Random(rng), s.Random(rng)
		if !r.Reduce(Mul(p, q)).Equal(Mul(r.Reduce(p), r.Reduce(q))) || !s.Chain().Contains(r.Reduce(p)) {
			t.Error("the reduction is no homomorphism")
		}
	}
	product := 1
	for _, l := range s.Chain().OrbitLengths() {
		product *= l
	}
	if s.Chain().Degree() != r.Degree() || int64(product) != s.Chain().Order().Int64() {
		t.Error("degree or order of the reduced group")
	}
	if len(s.Giants()) == 0 && len(r.Kept) != n {
		t.Error("cells are lost without giants")
	}
}
