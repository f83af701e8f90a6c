package lightssolve

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// BenchmarkContest is one data set of the contest, of any size and distance.
func BenchmarkContest(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var list []*lights.Instance
	for range 2000 {
		w, h := 1+rng.IntN(25), 1+rng.IntN(25)
		list = append(list, &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: "diamond:" + strconv.Itoa(1+rng.IntN(w+h))}, Start: randomBoard(rng, w, h, 2)})
	}
	s := NewSolver(Options{})
	b.ResetTimer()
	for i := range b.N {
		if _, err := s.Solve(context.Background(), list[i%len(list)], puzzle.Limits{VerdictOnly: true}); err != nil {
			b.Fatal(err)
		}
	}
}
