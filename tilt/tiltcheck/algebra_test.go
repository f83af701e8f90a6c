package tiltcheck

import (
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
)

// TestRotation compares the string matching with trying every rotation.
func TestRotation(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range extent.Rounds(5000) {
		n := 1 + rng.IntN(14)
		kinds := "abc"[:1+rng.IntN(3)]
		start := randomBoard(rng, 1, n, kinds)
		if part := 1 + rng.IntN(n); n%part == 0 { // often periodic
			for i := part; i < n; i++ {
				start = start[:i] + start[i-part:i-part+1] + start[i+1:]
			}
		}
		turn := rng.IntN(n)
		goal := start[n-turn:] + start[:n-turn]
		if rng.IntN(3) == 0 {
			goal = swapped(rng, goal)
		}
		cycle := make([]int, n)
		cells := make([]int32, n)
		for i, at := range rng.Perm(n) {
			cycle[i], cells[i] = at, int32(at)
		}
		p := instance(start, goal)
		k := newTestWork(t, p)
		k.load(k.base, place{p.Start, ""})
		k.load(k.goal, place{p.Target, ""})
		got, err := k.rotation(cells)
		if err != nil {
			t.Fatal(err)
		}
		want := turns{period: honestPeriod(start, cycle), none: true}
		if all := honestRotation(start, goal, cycle); len(all) > 0 {
			want.turn, want.none = all[0], false
		}
		if got != want {
			t.Fatalf("%s and %s along %v: %+v, want %+v", start, goal, cycle, got, want)
		}
	}
}

// TestResidues compares the Chinese remainder theorem with trying every number.
func TestResidues(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	solvable := 0
	for range extent.Rounds(5000) {
		secret := rng.IntN(1000)
		var list []turns
		all := 1
		for range rng.IntN(5) {
			m := 1 + rng.IntN(12)
			x := turns{turn: secret % m, period: m}
			if rng.IntN(8) == 0 {
				x.turn = rng.IntN(m)
			}
			list = append(list, x)
			for step := all; all%m != 0; {
				all += step
			}
		}
		want := -1
		for n := all - 1; n >= 0; n-- {
			ok := true
			for _, x := range list {
				ok = ok && n%x.period == x.turn
			}
			if ok {
				want = n
			}
		}
		s, got := residues{}, -1
		added := true
		for _, x := range list {
			added = s.add(x) && added
		}
		n, period := s.solve()
		if n != nil && added {
			got = int(n.Int64())
			if period.Int64() != int64(all) {
				t.Fatalf("%v: the common period is %v, not %d", list, period, all)
			}
		}
		if got != want {
			t.Fatalf("%v: %d, want %d", list, got, want)
		}
		if want >= 0 {
			solvable++
		}
	}
	if solvable < extent.Rounds(1000) || solvable > extent.Rounds(4900) { // always the same sets: no luck
		t.Fatalf("%d of %d sets of conditions could be met", solvable, extent.Rounds(5000))
	}
}

// TestResiduesBig takes periods whose product is far beyond 64 bits.
func TestResiduesBig(t *testing.T) {
	s := residues{}
	for m := 2; m < 300; m++ {
		s[m] = m - 1
	}
	s[1<<31-1] = 1<<31 - 2
	n, period := s.solve()
	if n == nil || period.BitLen() < 400 {
		t.Fatalf("%v modulo %v", n, period)
	}
	if n.Add(n, power10(0)); n.Cmp(period) != 0 { // n ≡ -1 modulo each
		t.Fatalf("%v modulo %v; one less than the period is wanted", n, period)
	}
	s[300] = 297 // 2 modulo 5, where 4 is wanted
	if n, _ := s.solve(); n != nil {
		t.Fatalf("%v solves what has no solution", n)
	}
}

// TestEnd compares the search for the end of a cycle with a plain one.
func TestEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for range 300 {
		n := 1 + rng.IntN(300)
		k := &work{order: make([]int32, n), first: make([]uint64, (n+63)/64)}
		starts := []int{0}
		for i := range n {
			if i == 0 || rng.IntN(40) == 0 {
				k.first[i/64] |= 1 << (i % 64)
				if i > 0 {
					starts = append(starts, i)
				}
			}
		}
		starts = append(starts, n)
		for i, start := range starts[:len(starts)-1] {
			if got := k.end(start); got != starts[i+1] {
				t.Fatalf("the cycle from %d ends at %d, not %d, of %d", start, got, starts[i+1], n)
			}
		}
	}
}
