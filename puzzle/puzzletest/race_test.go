package puzzletest

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// doubles is a family: what is twice a number? Its solver notes the number in scratch before it thinks about it. Reads
// and writes of scratch are atomic, so that no race detector minds; what they make of it is wrong where two solvers
// share it.
func doubles(scratch func() *atomic.Int64) *puzzle.Family {
	type outcome = puzzle.Outcome[int64, string]
	reasons := []puzzle.Kind[string]{{Name: "reason", Codec: codec.Text()}}
	s := puzzle.Spec[int64, int64, string]{
		CheckSpec: puzzle.CheckSpec[int64, int64, string]{
			Data: puzzle.Data[int64, int64, string]{
				Name: "doubles", Title: "doubles", Doc: "What is twice a number?", Version: 1,
				Schemas:      []byte(`{"instance": {}, "witness": {}, "certificate": {}}`),
				Decode:       func(*meter.Meter, *document.Fields) ([]int64, error) { return []int64{0}, nil },
				Encode:       func(p int64) (any, error) { return map[string]int64{"n": p}, nil },
				Validate:     func(int64) error { return nil },
				Witnesses:    []puzzle.Kind[int64]{{Name: "double", Codec: codec.Number[int64](0, 1<<40)}},
				Certificates: reasons,
			},
			CheckWitness: []puzzle.KindCheck[int64,
				int64]{{Name: "double", Check: func(_ context.Context, p int64, w *int64, _ puzzle.Limits) error {
				if *w != 2*p {
					return puzzle.Rejectf("%d is not twice %d", *w, p)
				}
				return nil
			}}},
			CheckCertificate: Believe[int64](reasons),
			CheckCount:       func(ctx context.Context, p int64, n *big.Int, lim puzzle.Limits) error { return nil },
		},
		Count:    func(ctx context.Context, p int64, lim puzzle.Limits) (*big.Int, error) { return big.NewInt(1), nil },
		CountOf:  "doubles",
		CountOne: "double",
		Draw:     func(int64, scene.Window) puzzle.Drawing { return puzzle.Drawing{} },
		Generate: func(rng *rand.Rand, size int) int64 { return rng.Int64N(int64(size)) },
	}
	s.TellWitness, s.TellCertificate = Silent[int64](s.Witnesses), Silent[int64](reasons)
	note := scratch()
	s.Solve = func(ctx context.Context, p int64, lim puzzle.Limits) (outcome, error) {
		mine := note
		if mine == nil {
			mine = new(atomic.Int64)
		}
		mine.Store(p)
		for range 100 {
			runtime.Gosched() // others have a turn, whatever the machine is
		}
		w := 2 * mine.Load()
		return outcome{Verdict: puzzle.Solved, Witness: &w}, nil
	}
	return puzzle.Define(s)
}

// TestConcurrentlyCatches plants scratch memory that a solver shares among questions.
func TestConcurrentlyCatches(t *testing.T) {
	kit := func(scratch func() *atomic.Int64) Kit {
		fam := doubles(scratch)
		return Kit{Family: fam, Fresh: func() *puzzle.Family { return doubles(scratch) }, Sizes: []int{10, 1000}, Seed: 1,
			Small: func(yield func(puzzle.Instance) bool) {
				for n := range int64(20) {
					if in, err := fam.InstanceOf(n); err != nil || !yield(in) {
						return
					}
				}
			}}
	}
	if err := kit(func() *atomic.Int64 { return nil }).askAtOnce(3); err != nil {
		t.Errorf("an honest family: %v", err)
	}
	err := kit(func() *atomic.Int64 { return new(atomic.Int64) }).askAtOnce(20)
	if err == nil || !strings.Contains(fmt.Sprint(err), "asked while others ask") {
		t.Errorf("a family whose solver shares scratch memory: %v", err)
	}
}
