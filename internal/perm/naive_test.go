package perm

import (
	"math/big"
	"slices"

	"pgregory.net/rapid"
)

// The plain twins: everything by listing all elements of the group.

// closure returns all elements of the group that gens generate, by their keys.
func closure(n int, gens []Perm) map[string]Perm {
	all := map[string]Perm{Identity(n).key(): Identity(n)}
	queue := []Perm{Identity(n)}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, g := range gens {
			q := make(Perm, n)
			for i := range q {
				q[i] = p[g[i]]
			}
			if _, ok := all[q.key()]; !ok {
				all[q.key()] = q
				queue = append(queue, q)
			}
		}
	}
	return all
}

// naiveOdd counts inversions.
func naiveOdd(p Perm) bool {
	odd := false
	for i := range p {
		for j := range i {
			odd = odd != (p[j] > p[i])
		}
	}
	return odd
}

// naiveOrbit returns the images of a cell.
func naiveOrbit(all map[string]Perm, x uint16) []uint16 {
	var o []uint16
	for _, p := range all {
		if !slices.Contains(o, p[x]) {
			o = append(o, p[x])
		}
	}
	slices.Sort(o)
	return o
}

// naiveBlocks returns the minimal blocks that contain the first cell of an orbit: of all sets of
// cells of the orbit that each element keeps or moves off itself.
func naiveBlocks(all map[string]Perm, orbit []uint16) [][]uint16 {
	var blocks [][]uint16
	for mask := 3; mask < 1<<len(orbit)-1; mask += 2 {
		var b []uint16
		for i, x := range orbit {
			if mask>>i&1 != 0 {
				b = append(b, x)
			}
		}
		ok := true
		for _, p := range all {
			hit := 0
			for _, x := range b {
				if slices.Contains(b, p[x]) {
					hit++
				}
			}
			ok = ok && (hit == 0 || hit == len(b))
		}
		if ok {
			blocks = append(blocks, b)
		}
	}
	minimal := slices.DeleteFunc(slices.Clone(blocks), func(b []uint16) bool {
		return slices.ContainsFunc(blocks, func(c []uint16) bool { return len(c) < len(b) && subset(c, b) })
	})
	slices.SortFunc(minimal, slices.Compare[[]uint16])
	return minimal
}

// A fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// verifyStrong checks a base and strong generating set from first principles and returns the order: each
// Schreier generator of each level is a product of elements of the levels below, as found
// by sifting through transversals made here.
func verifyStrong(t fataler, n int, gens []Perm, base []uint16, strong []Perm) *big.Int {
	t.Helper()
	type naiveLevel struct {
		gens []Perm
		to   map[uint16]Perm
	}
	levels := make([]naiveLevel, len(base))
	order := big.NewInt(1)
	for i := range levels {
		for _, s := range strong {
			if !slices.ContainsFunc(base[:i], func(b uint16) bool { return s[b] != b }) {
				levels[i].gens = append(levels[i].gens, s)
			}
		}
		levels[i].to = map[uint16]Perm{base[i]: Identity(n)}
		for queue := []uint16{base[i]}; len(queue) > 0; queue = queue[1:] {
			for _, s := range levels[i].gens {
				if y := s[queue[0]]; levels[i].to[y] == nil {
					levels[i].to[y] = Mul(s, levels[i].to[queue[0]])
					queue = append(queue, y)
				}
			}
		}
		order.Mul(order, big.NewInt(int64(len(levels[i].to))))
	}
	sifts := func(i int, p Perm) bool {
		for ; i < len(levels); i++ {
			u := levels[i].to[p[base[i]]]
			if u == nil {
				return false
			}
			p = Mul(u.Inverse(), p)
		}
		return p.IsIdentity()
	}
	for _, g := range gens {
		if !sifts(0, g) {
			t.Fatalf("generator %v does not sift", g)
		}
	}
	for i, l := range levels {
		for _, s := range l.gens {
			for _, u := range l.to {
				if su := Mul(s, u); !sifts(i+1, Mul(l.to[su[base[i]]].Inverse(), su)) {
					t.Fatalf("level %d: a Schreier generator does not sift", i)
				}
			}
		}
	}
	return order
}

// verifyGiant checks the evidence as Giant says.
func verifyGiant(t fataler, g *Group, e Giant) {
	t.Helper()
	orbit := g.Orbits()[e.Orbit]
	want := Cycles{e.Cycle}.Perm(g.Degree())
	if got := g.Eval(e.Word).Power(e.Power); !got.Equal(want) {
		t.Fatalf("%v to the power %v is %v, not %v", e.Word, e.Power, got, want)
	}
	l, n := len(e.Cycle), len(orbit)
	prime := l > 1
	for q := 2; q < l; q++ {
		prime = prime && l%q != 0
	}
	ok := false
	switch e.Theorem {
	case TranspositionTheorem:
		ok = l == 2
	case ThreeCycleTheorem:
		ok = l == 3
	case PrimeCycleTheorem:
		ok = prime && l <= n-3
	case CycleTheorem:
		ok = l <= n-3
	}
	if !ok {
		t.Fatalf("%v does not apply to a %d-cycle in degree %d", e.Theorem, l, n)
	}
	for _, x := range e.Cycle {
		if _, in := slices.BinarySearch(orbit, x); !in {
			t.Fatalf("cell %d is not in the orbit", x)
		}
	}
	for q := 2; q <= l; q++ {
		if l%q != 0 || slices.ContainsFunc([]int{2, 3, 5, 7}, func(r int) bool { return r < q && q%r == 0 }) {
			continue
		}
		pair := [2]uint16{e.Cycle[0], e.Cycle[l/q%l]}
		if !slices.Contains(e.Pairs, pair) {
			t.Fatalf("pair %v is missing", pair)
		}
		if c := g.Congruence(pair); len(c) != 1 || len(c[0]) != n {
			t.Fatalf("the closure of %v is %v", pair, c)
		}
	}
}

func permGen(n int) *rapid.Generator[Perm] {
	return rapid.Custom(func(t *rapid.T) Perm {
		p := Identity(n)
		return Perm(rapid.Permutation([]uint16(p)).Draw(t, "perm"))
	})
}

// groupGen makes generators of small groups of many kinds: arbitrary ones are nearly always giants, so
// some are products of few cycles or powers.
func gensGen(n int) *rapid.Generator[[]Perm] {
	one := rapid.Custom(func(t *rapid.T) Perm {
		p := permGen(n).Draw(t, "p")
		if k := rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(t, "power"); k > 1 {
			p = p.PowerInt(k)
		}
		if rapid.Bool().Draw(t, "some cycles") {
			c := p.Cycles()
			p = c[:rapid.IntRange(0, len(c)).Draw(t, "cycles")].Perm(n)
		}
		return p
	})
	return rapid.SliceOfN(one, 0, 3)
}
