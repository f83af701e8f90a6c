package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/scene"
)

// words is a family of words that say what becomes of them: "slow" waits for the limit on time, "panic" panics, "wait"
// waits for open to be closed, "no" is impossible, and all others are solved.
func words(open <-chan struct{}) *puzzle.Family {
	type outcome = puzzle.Outcome[string, string]
	kinds := []puzzle.Kind[string]{{Name: "word", Codec: codec.Text()}}
	checks := []puzzle.KindCheck[string, string]{{Name: "word",
		Check: func(_ context.Context, p string, said *string, _ puzzle.Limits) error {
			if *said != p {
				return puzzle.Rejectf("the word is %s", p)
			}
			return nil
		}}}
	tell := []puzzle.KindTell[string, string]{{Name: "word",
		Tell: func(context.Context, string, *string, scene.Window, puzzle.Limits) (puzzle.Story, error) {
			return puzzle.Story{}, nil
		}}}
	return puzzle.Define(puzzle.Spec[string, string, string]{
		CheckSpec: puzzle.CheckSpec[string, string, string]{
			Data: puzzle.Data[string, string, string]{
				Name: "words", Title: "words", Doc: "Words.", Version: 1,
				Document: codec.Object(codec.Need("word", codec.Text(), func(p *string) *string { return p })),
				Validate: func(string) error { return nil }, Witnesses: kinds, Certificates: kinds,
			},
			CheckWitness: checks, CheckCertificate: checks,
		},
		Solve: func(ctx context.Context, p string, _ puzzle.Limits) (outcome, error) {
			switch p {
			case "slow":
				<-ctx.Done()
				return outcome{}, ctx.Err()
			case "wait":
				select {
				case <-open:
				case <-ctx.Done():
					return outcome{}, ctx.Err()
				}
			case "panic":
				panic("as it says")
			case "no":
				return outcome{Verdict: puzzle.Impossible, Certificate: &p}, nil
			}
			return outcome{Verdict: puzzle.Solved, Witness: &p}, nil
		},
		Draw:        func(string, scene.Window) puzzle.Drawing { return puzzle.Drawing{} },
		TellWitness: tell, TellCertificate: tell,
		Generate: func(*rand.Rand, int) string { return "yes" },
	})
}

// runner does lines of words and of all families, without a limit.
func runner(open <-chan struct{}) *job.Runner {
	return job.New(job.Options{Families: append(families.All(), words(open))})
}

// word is a line.
func word(w string) string { return fmt.Sprintf(`{"family":"words","version":1,"word":%q}`, w) }

// boards are lines with small puzzles of all families that answer them at once.
func boards(t testing.TB, size, n int) (lines []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	var all []*puzzle.Family
	for _, f := range families.All() {
		if f.Name() == "tilt" || f.Name() == "lights" {
			all = append(all, f)
		}
	}
	for i := range n {
		line, err := all[i%len(all)].Generate(rng, size).AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	return lines
}
