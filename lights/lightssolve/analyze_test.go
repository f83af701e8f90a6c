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

// A method is told once, and modulo what where the modulus is no prime power.
func TestMethods(t *testing.T) {
	for m, want := range map[uint32]string{
		7:  "light chasing to 1 unknown, then elimination",
		6:  "light chasing to 1 unknown, then elimination, modulo 2 and 3",
		12: "light chasing to 1 unknown, then elimination, modulo 4 and 3",
	} {
		p := &lights.Instance{Modulus: m, Width: 2, Height: 2, Pattern: lights.Pattern{Name: "plus"}}
		p.Start, p.Cells = lights.NewBoard(2, 2, m), []lights.Cell{lights.Hole, 0, 0, 0}
		if got := facts(t, p)["method"]; got != want {
			t.Errorf("modulo %d: %q, want %q", m, got, want)
		}
		if got, want := Method(p), strings.Replace(want, " to 1 unknown", "", 1); got != want {
			t.Errorf("modulo %d: %q without preparing, want %q", m, got, want)
		}
	}
	p := &lights.Instance{Modulus: 12, Width: 3, Height: 3, Pattern: lights.Pattern{Name: "plus"}, Start: lights.NewBoard(3, 3, 12)}
	want := "light chasing, then one row's system, modulo 4; light chasing and one gcd of polynomials, modulo 3"
	if got := Method(p); got != want {
		t.Errorf("%q, want %q", got, want)
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
