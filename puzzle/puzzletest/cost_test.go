package puzzletest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// burner defines a family whose only instance is a number of steps, and whose solver does them with work.
func burner(work func(ctx context.Context, steps int64, lim puzzle.Limits) error) *puzzle.Family {
	type spec = puzzle.Spec[int64, string, string]
	words := []puzzle.Kind[string]{{Name: "word", Codec: codec.Text()}}
	return puzzle.Define(spec{
		CheckSpec: puzzle.CheckSpec[int64, string, string]{
			Data: puzzle.Data[int64, string, string]{
				Name: "burner", Title: "steps", Doc: "Steps.", Version: 1, Schemas: []byte(`{}`),
				Decode: func(_ *meter.Meter, f *document.Fields) ([]int64, error) {
					v, err := f.Need("steps")
					if err != nil {
						return nil, err
					}
					n, err := v.Int("steps", 0, 1<<40)
					return []int64{n}, err
				},
				Encode:    func(n int64) (any, error) { return map[string]int64{"steps": n}, nil },
				Validate:  func(int64) error { return nil },
				Witnesses: words, Certificates: words,
			},
			CheckWitness: Believe[int64](words), CheckCertificate: Believe[int64](words),
		},
		Solve: func(ctx context.Context, n int64, lim puzzle.Limits) (o puzzle.Outcome[string, string], err error) {
			done := "done"
			return puzzle.Outcome[string, string]{Verdict: puzzle.Solved, Witness: &done}, work(ctx, n, lim)
		},
		Draw:        func(int64, scene.Window) puzzle.Drawing { return puzzle.Drawing{} },
		TellWitness: Silent[int64](words), TellCertificate: Silent[int64](words),
		Generate: func(*rand.Rand, int) int64 { return 1 },
	})
}

var sink uint64

func spin(steps int64) {
	x := uint64(1)
	for range steps {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	sink = x
}

// The kit catches a solver that does not ask its context, one that asks and does not listen, one that takes memory
// which its limit does not allow, and one that fails for no reason. It has nothing to say of one that uses its meter.
func TestCostIsCaught(t *testing.T) {
	const mega = 1 << 20
	for name, c := range map[string]struct {
		work func(ctx context.Context, steps int64, lim puzzle.Limits) error
		want string
	}{
		"honest": {func(ctx context.Context, steps int64, lim puzzle.Limits) error {
			m := lim.Meter(ctx)
			for done := int64(0); done < steps; done += mega {
				if err := m.Work(mega); err != nil {
					return err
				}
				spin(mega)
			}
			return nil
		}, ""},
		"deaf": {func(ctx context.Context, steps int64, _ puzzle.Limits) error {
			spin(steps)
			return ctx.Err()
		}, "without asking"},
		"stubborn": {func(ctx context.Context, steps int64, _ puzzle.Limits) (err error) {
			for range steps / mega {
				err = ctx.Err()
			}
			return err
		}, "after it was told to stop"},
		"greedy": {func(ctx context.Context, steps int64, _ puzzle.Limits) error {
			held := make([]byte, steps/8)
			for err := ctx.Err(); err == nil && len(held) > 0; err = ctx.Err() { // asks, so that only its memory is at fault
				clear(held[:mega/4])
				held = held[mega/4:]
			}
			return ctx.Err()
		}, "under a limit of 64 MiB"},
		"broken": {func(context.Context, int64, puzzle.Limits) error { return io.ErrNoProgress }, io.ErrNoProgress.Error()},
	} {
		if cpuTime() == 0 && name == "deaf" {
			continue // nothing measures it here
		}
		_, err := askAbout(burner(c.work), []byte(`{"family":"burner","version":1,"steps":2147483647}`))
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: the kit says %v, want %q", name, err, c.want)
		}
	}
}

// A document's numbers are blown up one by one, and where a field that says the same is missing.
func TestBlownUp(t *testing.T) {
	var got []string
	for doc := range blownUp(t, []byte(`{"family":"x","version":1,"n":1,"rows":["a",[2]]}`)) {
		got = append(got, string(doc))
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{
		`{"family":"x","n":1000,"rows":["a",[2]],"version":1}`,
		`{"family":"x","n":1,"rows":["a",[16777216]],"version":1}`,
		`{"family":"x","n":2147483647,"version":1}`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is missing among\n%s", want, all)
		}
	}
}
