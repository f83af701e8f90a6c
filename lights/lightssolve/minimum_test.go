package lightssolve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

func allOn(w, h int, pattern string) *lights.Instance {
	p := &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: pattern}, Start: lights.NewBoard(h, w, 2)}
	for y := range h {
		for x := range w {
			p.Start.Set(y, x, 1)
		}
	}
	return p
}

func minimum(t testing.TB, p *lights.Instance) *Minimum {
	t.Helper()
	sys, err := prepare(context.Background(), p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := sys.Minimum(context.Background(), p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A075464: fewest presses that turn the n × n board off.
func TestAllOnTable(t *testing.T) {
	most := 31
	switch {
	case testing.Short():
		most = 20
	case os.Getenv("GRIDWRIGHT_TABLES") != "":
		most = 54
	}
	for _, row := range table(t, "a075464.txt", most) {
		n, want := row[0], row[1]
		m := minimum(t, allOn(n, n, "plus"))
		if !m.Exact || m.Cost.Int64() != int64(want) {
			t.Errorf("%d × %d: %v presses, exact %v; want %d", n, n, m.Cost, m.Exact, want)
		}
	}
}

// The transform against a visit to every solution, with and without costs.
func TestTransform(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	ctx := context.Background()
	for round := range 12 {
		n := []int{16, 19, 33, 24}[round%4]
		p := allOn(n, n, "plus")
		if n == 24 {
			p = allOn(n, 14, "plus")
			p.Topology = lights.Torus
		}
		x := randomBoard(rng, p.Width, p.Height, 2)
		for i, v := range reach(p, x) {
			p.Start.Set(i/p.Width, i%p.Width, uint32(v))
		}
		if round%3 == 2 {
			p.Costs = make([]uint32, p.Width*p.Height)
			for i := range p.Costs {
				p.Costs[i] = rng.Uint32N(4)
			}
		}
		sys, err := prepare(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		gens, err := sys.Kernel(ctx, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if len(gens) > 16 {
			gens = gens[:16]
		}
		if len(gens) < minTransform {
			// Some vectors more: the transform does not ask where they come from.
			for len(gens) < minTransform {
				gens = append(gens, randomBoard(rng, p.Width, p.Height, 2))
			}
		}
		got, err := transform(nil, p, newCoset(nil, x, gens))
		if err != nil {
			t.Fatal(err)
		}
		want, err := enumerateResidues(nil, p, x, gens)
		if p.Costs == nil {
			want, err = enumerateBits(nil, x, gens)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got.cost.Cmp(want.cost) != 0 || got.optima.Cmp(want.optima) != 0 || !got.presses.Equal(want.presses) {
			t.Fatalf("%d: cost %v, optima %v; want %v, %v", n, got.cost, got.optima, want.cost, want.optima)
		}
	}
}

// Beyond what can be visited there are bounds, and presses that are right.
func TestBounds(t *testing.T) {
	p := allOn(79, 79, "plus") // nullity 64
	m := minimum(t, p)
	if m.Exact || m.Optima != nil || m.Lower.Cmp(m.Cost) > 0 || !right(p, m.Presses) || costOf(nil, p, m.Presses).Cmp(m.Cost) != 0 {
		t.Fatalf("%+v", m)
	}
	if m = minimum(t, &lights.Instance{Modulus: 2, Width: 2, Height: 2, Pattern: lights.Pattern{Name: "open-x"}, Topology: lights.Torus, Start: allOn(2, 2, "plus").Start}); m != nil {
		t.Fatalf("%+v", m)
	}
}

func TestDistribution(t *testing.T) {
	want := []int64{1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446, 1004934, 383670, 82614, 7350}
	got, err := Distribution(context.Background(), allOn(5, 5, "plus"), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var list []int64
	for _, n := range got {
		list = append(list, n.Int64())
	}
	if !slices.Equal(list, want) {
		t.Fatalf("5 × 5: %v", list)
	}
	for n, most := range map[int]int{2: 4, 3: 9, 4: 7, 5: 15, 6: 36} {
		d, err := Distribution(context.Background(), allOn(n, n, "plus"), puzzle.Limits{})
		if err != nil || len(d) != most+1 {
			t.Fatalf("%d × %d: God's number %d, %v; want %d", n, n, len(d)-1, err, most)
		}
	}
}

func TestSmith(t *testing.T) {
	for n, want := range map[int][]int64{2: {3}, 3: {7}, 4: {2, 2, 0, 0}, 5: {33, 0, 0}} {
		got, err := SmithInvariants(context.Background(), allOn(n, n, "plus"), puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var list []int64
		one := big.NewInt(1)
		for _, d := range got {
			if d.Cmp(one) != 0 {
				list = append(list, d.Int64())
			}
		}
		if !slices.Equal(list, want) {
			t.Fatalf("%d × %d: %v, want %v", n, n, list, want)
		}
	}
}

// Repairs against trying every change.
func TestRepairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	ctx := context.Background()
	for range 60 {
		m := []uint32{2, 2, 3, 4, 6}[rng.IntN(5)]
		w, h := 2+rng.IntN(4), 2+rng.IntN(4)
		p := &lights.Instance{Modulus: m, Width: w, Height: h, Pattern: randomPattern(rng, m), Start: randomBoard(rng, w, h, m)}
		sys, err := prepare(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		solvable := func(q *lights.Instance) bool {
			o, err := sys.Solve(ctx, q, puzzle.Limits{VerdictOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			return o.Verdict == puzzle.Solved
		}
		repairs, err := sys.Repairs(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		found := map[Repair]bool{}
		for _, r := range repairs {
			found[r] = true
		}
		if solvable(p) {
			if len(repairs) != 0 {
				t.Fatal("a solvable board needs no repair")
			}
			continue
		}
		single := false
		for y := range h {
			for x := range w {
				for v := uint32(1); v < m; v++ {
					q := *p
					q.Start = p.Start.Clone()
					q.Start.Set(y, x, (p.Start.At(y, x)+v)%m)
					if solvable(&q) != found[Repair{y, x, v}] {
						t.Fatalf("repair (%d, %d) by %d: %v", x, y, v, found[Repair{y, x, v}])
					}
					single = single || solvable(&q)
				}
			}
		}
		near, err := sys.Nearest(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if near == nil {
			continue
		}
		q := *p
		q.Start = near
		changed := 0
		for y := range h {
			for x := range w {
				if near.At(y, x) != p.Start.At(y, x) {
					changed++
				}
			}
		}
		if !solvable(&q) || (changed == 1) != single {
			t.Fatalf("nearest board: %d lamps changed, solvable %v, one would do: %v", changed, solvable(&q), single)
		}
	}
}

func BenchmarkMinimum30(b *testing.B) {
	p := allOn(29, 29, "plus") // nullity 10; more vectors make it 30
	rng := rand.New(rand.NewPCG(8, 8))
	var gens []*lights.Board
	for range 30 {
		gens = append(gens, randomBoard(rng, 29, 29, 2))
	}
	for range b.N {
		if _, err := transform(nil, p, newCoset(nil, p.Start, gens)); err != nil {
			b.Fatal(err)
		}
	}
}
