package perm

import (
	"context"
	"math/big"
	"testing"
)

// shifts returns the shifts by k of all rows, right, and all columns, down, of an r × c board.
func shifts(r, c, k int) []Cycles {
	var gens []Cycles
	line := func(first, step, length int) {
		p := Identity(r * c)
		for i := range length {
			p[first+i*step] = uint16(first + (i+k*(length-1))%length*step)
		}
		gens = append(gens, p.Cycles())
	}
	for i := range r {
		line(i*c, 1, c)
	}
	for j := range c {
		line(j, c, r)
	}
	return gens
}

// twists returns the quarter turns, clockwise, of all k × k squares of an r × c board.
func twists(r, c, k int) []Cycles {
	var gens []Cycles
	for i := 0; i+k <= r; i++ {
		for j := 0; j+k <= c; j++ {
			p := Identity(r * c)
			for a := range k {
				for b := range k {
					p[(i+a)*c+j+b] = uint16((i+k-1-b)*c + j + a)
				}
			}
			gens = append(gens, p.Cycles())
		}
	}
	return gens
}

// psl2 returns generators of PSL(2, q), q prime, on the q+1 points of the projective line.
func psl2(q int) []Cycles {
	shift, invert := Identity(q+1), Identity(q+1)
	for x := range q {
		shift[x] = uint16((x + 1) % q)
		for y := range q {
			if x*y%q == q-1 {
				invert[x] = uint16(y)
			}
		}
	}
	invert[0], invert[q] = uint16(q), 0
	return []Cycles{shift.Cycles(), invert.Cycles()}
}

func mustGroup(t testing.TB, n int, gens []Cycles) *Group {
	t.Helper()
	g, err := NewGroup(n, gens)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func mustStructure(t testing.TB, n int, gens []Cycles, o Options) *Structure {
	t.Helper()
	s, err := mustGroup(t, n, gens).Structure(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// perms returns generators as permutations.
func perms(n int, gens []Cycles) []Perm {
	r := make([]Perm, len(gens))
	for i, c := range gens {
		r[i] = c.Perm(n)
	}
	return r
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
