package lightssolve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

func benchmark(b *testing.B, name string, n int, m uint32, topo lights.Topology, only bool) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := &lights.Instance{Modulus: m, Width: n, Height: n, Topology: topo, Pattern: lights.Pattern{Name: name}, Start: lights.NewBoard(n, n, m)}
	x := lights.NewBoard(n, n, m)
	if m == 2 {
		for i := range x.Bits {
			x.Bits[i] = rng.Uint64()
		}
		if tail := n % 64; tail != 0 {
			for y := range n {
				x.Row(y)[len(x.Row(y))-1] &= 1<<tail - 1
			}
		}
	} else {
		x = randomBoard(rng, n, n, m)
	}
	p.Start = x
	b.ResetTimer()
	for range b.N {
		sys, err := prepare(context.Background(), p, puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := sys.Solve(context.Background(), p, puzzle.Limits{VerdictOnly: only}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlus(b *testing.B) {
	for _, n := range []int{5, 100, 1000, 3000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmark(b, "plus", n, 2, lights.Plane, false) })
	}
}

func BenchmarkTorus(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmark(b, "plus", n, 2, lights.Torus, false) })
	}
}

func BenchmarkPlusMod3(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmark(b, "plus", n, 3, lights.Plane, false) })
	}
}

func BenchmarkPlusMod6(b *testing.B) { benchmark(b, "plus", 100, 6, lights.Plane, false) }
func BenchmarkPlusMod4(b *testing.B) { benchmark(b, "plus", 304, 4, lights.Plane, false) }
func BenchmarkDiamond5(b *testing.B) { benchmark(b, "diamond:5", 100, 2, lights.Plane, false) }
func BenchmarkKing(b *testing.B)     { benchmark(b, "king", 300, 2, lights.Plane, false) }
func BenchmarkKnight(b *testing.B)   { benchmark(b, "knight", 100, 2, lights.Plane, false) }
