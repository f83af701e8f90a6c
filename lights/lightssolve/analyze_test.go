package lightssolve

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

func facts(t *testing.T, p *lights.Instance) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := NewSolver(Options{}).Analyze(context.Background(), p, puzzle.Limits{}, func(f puzzle.Fact) error {
		for _, l := range f.Lines {
			if _, twice := out[l.Label]; twice {
				t.Fatalf("the line %q stands twice", l.Label)
			}
			out[l.Label] = l.Text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAnalyze(t *testing.T) {
	got := facts(t, allOn(5, 5, "plus"))
	for name, want := range map[string]string{
		"solvable": "true", "nullity": "2", "rank of A": "23", "rank of (A|b)": "23", "unique": "false",
		"solutions of a solvable board": "4", "fewest presses": "15", "optima": "4",
		"Smith invariants":                           "1 (22 times), 33, 0 (2 times)",
		"most presses that any solvable board needs": "15",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	six := allOn(4, 4, "plus")
	six.Modulus, six.Start = 6, lights.NewBoard(4, 4, 6)
	got = facts(t, six)
	if got["nullity modulo 2"] != "4" || got["nullity modulo 3"] == "" || got["unique"] != "false" {
		t.Errorf("4 × 4 modulo 6: %v", got)
	}
	// Whatever Generate makes can be analysed.
	rng := rand.New(rand.NewPCG(13, 13))
	for range 200 {
		facts(t, Generate(rng, 1+rng.IntN(30)))
	}
}

func TestApply(t *testing.T) {
	ctx := context.Background()
	p := allOn(3, 2, "plus")
	s := NewSolver(Options{})
	q, err := s.Apply(ctx, p, "1,1 2,3*3 2,2*0", puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rowsText(q.Start), "/"); got != "000/000" {
		t.Fatal(got)
	}
	net := &lights.Instance{Modulus: 5, Width: 2, Height: 1, Start: lights.NewBoard(1, 2, 5)}
	net.Net = lights.NewNet(3, 2, []lights.Link{{Button: 2, Lamp: 1, Weight: 3}}, 5)
	q, err = s.Apply(ctx, net, "3*7", puzzle.Limits{})
	if err != nil || q.Start.At(0, 1) != 1 {
		t.Fatal(q, err)
	}
	for _, moves := range []string{"0,1", "3,1", "1", "1,4", "a,b", "1,1*x", "1,1*-2"} {
		if _, err := s.Apply(ctx, p, moves, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v", moves, err)
		}
	}
}
