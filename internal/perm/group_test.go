package perm

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Everything against the list of all elements, for degrees up to 7.
func TestAgainstClosure(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "n")
		if rapid.IntRange(0, 9).Draw(t, "seven") == 0 {
			n = 7
		}
		gens := gensGen(n).Draw(t, "gens")
		all := closure(n, gens)
		g, err := NewGroupPerms(n, gens)
		if err != nil {
			t.Fatal(err)
		}
		checkOrbits(t, g, all)
		o := Options{Seed: rapid.Uint64().Draw(t, "seed"), ChainOnly: rapid.Bool().Draw(t, "chain only")}
		s, err := g.Structure(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		if s.Order().Int64() != int64(len(all)) {
			t.Fatalf("order %v, want %d", s.Order(), len(all))
		}
		for range 10 {
			checkMember(t, s, all, permGen(n).Draw(t, "p"))
		}
		for _, p := range all {
			if m := s.Contains(p); !m.In() {
				t.Fatalf("%v is not recognised: %v", p, m)
			}
		}
	})
}

func checkOrbits(t *rapid.T, g *Group, all map[string]Perm) {
	cells := 0
	for k, o := range g.Orbits() {
		cells += len(o)
		if !slices.Equal(o, naiveOrbit(all, o[0])) {
			t.Fatalf("orbit %v", o)
		}
		tree := g.Tree(int(o[0]))
		for x := range g.Degree() {
			w, ok := tree.Word(x)
			if ok != slices.Contains(o, uint16(x)) || ok && g.Eval(w)[x] != o[0] {
				t.Fatalf("word to %d: %v", x, w)
			}
			if ok && g.OrbitOf(x) != k {
				t.Fatal("OrbitOf")
			}
		}
		systems, err := g.MinimalBlocks(context.Background(), k)
		if err != nil {
			t.Fatal(err)
		}
		want := naiveBlocks(all, o)
		var got [][]uint16
		for _, s := range systems {
			got = append(got, s[0])
			for _, p := range all {
				if _, broken := breaks(p, s, g.Degree()); broken {
					t.Fatal("no block system")
				}
			}
			if len(slices.Concat(s...)) != len(o) {
				t.Fatal("no partition of the orbit")
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]uint16]) {
			t.Fatalf("minimal blocks %v, want %v", got, want)
		}
		if ok, blocks, err := g.Primitive(context.Background(), k); err != nil || ok != (len(want) == 0) || ok != (blocks == nil) {
			t.Fatal("Primitive", ok, err)
		}
	}
	if cells != g.Degree() {
		t.Fatal("orbits do not add up")
	}
}

// checkMember compares with the list and checks the reason for a no on its own terms.
func checkMember(t *rapid.T, s *Structure, all map[string]Perm, p Perm) {
	m := s.Contains(p)
	if _, in := all[p.key()]; in != m.In() {
		t.Fatalf("%v: %v, want %v", p, m.Reason, in)
	}
	g := s.Group()
	switch m.Reason {
	case LeavesOrbit:
		if p[m.Cells[0]] != m.Cells[1] || slices.Contains(naiveOrbit(all, m.Cells[0]), m.Cells[1]) {
			t.Fatal("LeavesOrbit", m)
		}
	case WrongParity:
		parity := func(p Perm) bool {
			odd := false
			for _, k := range m.Orbits {
				for _, c := range p.Cycles() {
					odd = odd != (len(c)%2 == 0 && g.OrbitOf(int(c[0])) == k)
				}
			}
			return odd
		}
		for _, q := range all {
			if parity(q) {
				t.Fatal("WrongParity: a member is odd")
			}
		}
		if !parity(p) {
			t.Fatal("WrongParity: p is even")
		}
	case BreaksBlocks:
		for _, q := range all {
			if _, broken := breaks(q, m.Blocks, g.Degree()); broken {
				t.Fatal("BreaksBlocks: a member breaks them")
			}
		}
		at := func(x uint16) int {
			return slices.IndexFunc(m.Blocks, func(b []uint16) bool { return slices.Contains(b, x) })
		}
		if at(m.Cells[0]) != at(m.Cells[1]) || at(p[m.Cells[0]]) == at(p[m.Cells[1]]) {
			t.Fatal("BreaksBlocks", m)
		}
	case OutsideChain:
		if m.Residue.IsIdentity() {
			t.Fatal("OutsideChain without a residue")
		}
	case Unknown, WrongDegree:
		t.Fatal(m.Reason)
	}
	for _, e := range s.Giants() {
		odd := slices.ContainsFunc(g.Gens(), func(c Cycles) bool {
			odd := false
			for _, cycle := range c {
				odd = odd != (len(cycle)%2 == 0 && g.OrbitOf(int(cycle[0])) == e.Orbit)
			}
			return odd
		})
		if e.Symmetric != odd {
			t.Fatal("Symmetric")
		}
		verifyGiant(t, g, e)
	}
}

// The congruence of some pairs, by joining images under all elements until nothing changes.
func TestCongruence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "n")
		gens := gensGen(n).Draw(t, "gens")
		g, err := NewGroupPerms(n, gens)
		if err != nil {
			t.Fatal(err)
		}
		cell := rapid.Uint16Range(0, uint16(n-1))
		pairs := make([][2]uint16, rapid.IntRange(0, 2).Draw(t, "pairs"))
		f := newForest(n)
		all := closure(n, gens)
		for i := range pairs {
			pairs[i] = [2]uint16{cell.Draw(t, "x"), cell.Draw(t, "y")}
			for _, p := range all {
				f.join(p[pairs[i][0]], p[pairs[i][1]])
			}
		}
		got, want := g.Congruence(pairs...), f.classes(Identity(n), 1)
		if !slices.EqualFunc(got, want, slices.Equal[[]uint16]) {
			t.Fatalf("Congruence = %v, want %v", got, want)
		}
	})
}

func TestBlocksOfBoards(t *testing.T) {
	ctx := context.Background()
	// A 12-cycle has one minimal system for each prime divisor; dihedral groups too.
	c12 := Cycles{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}
	systems, err := mustGroup(t, 12, []Cycles{c12}).MinimalBlocks(ctx, 0)
	if err != nil || len(systems) != 2 || len(systems[0]) != 4 || len(systems[1]) != 6 {
		t.Errorf("blocks of a 12-cycle: %v, %v", systems, err)
	}
	// PSL(2, q) is primitive and no giant.
	for _, q := range []int{7, 11, 13, 101} {
		if ok, _, err := mustGroup(t, q+1, psl2(q)).Primitive(ctx, 0); !ok || err != nil {
			t.Errorf("PSL(2, %d): %v, %v", q, ok, err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := mustGroup(t, 12, []Cycles{c12}).Primitive(ctx, 0); err == nil {
		t.Error("a cancelled context is not noticed")
	}
}
