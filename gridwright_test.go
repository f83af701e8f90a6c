package gridwright_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright"
	"github.com/gridwright/gridwright/puzzle"
)

func one(t *testing.T, s *gridwright.Solver, text string) puzzle.Instance {
	t.Helper()
	ps, err := s.Read(context.Background(), text)
	if err != nil || len(ps) != 1 {
		t.Fatal(len(ps), err)
	}
	return ps[0]
}

// A puzzle of each family goes through each verb; what a family does not answer is said to be so.
func TestVerbs(t *testing.T) {
	ctx := context.Background()
	s := gridwright.New(gridwright.Options{})
	for _, text := range []string{
		`{"family":"tilt","version":1,"start":["a."],"target":[".a"]}`,
		`{"family":"lights","version":1,"start":["11","01"]}`,
		`{"family":"assembly","version":1,"shape":["##","R#"]}`,
		"21/34 -> 12/34 : shifts",
	} {
		p := one(t, s, text)
		answer, err := s.Solve(ctx, p)
		if err != nil || answer.Verdict() != puzzle.Solved {
			t.Fatal(text, answer.Verdict(), err)
		}
		doc, err := answer.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		claim, err := s.ReadClaim(ctx, p, string(doc))
		if err != nil || s.Check(ctx, p, claim) != nil {
			t.Errorf("%s: %v, %v", doc, err, s.Check(ctx, p, claim))
		}
		unsupported := 0
		n, err := s.Count(ctx, p)
		if err != nil || n.Sign() <= 0 {
			t.Error(p.Family(), n, err)
		}
		all := 0
		for name, err := range map[string]error{
			"all":      s.All(ctx, p, func(puzzle.Claim) error { all++; return nil }),
			"analyze":  s.Analyze(ctx, p, func(puzzle.Fact) error { return nil }),
			"hint":     second(s.Hint(ctx, p)),
			"scramble": second(s.Scramble(ctx, p, -1, rand.New(rand.NewPCG(1, 1)))),
		} {
			if errors.Is(err, puzzle.ErrUnsupported) {
				unsupported++
			} else if err != nil {
				t.Errorf("%s, %s: %v", p.Family(), name, err)
			}
		}
		if moves, err := s.Moves(ctx, p, answer); err != nil {
			t.Error(err)
		} else if moves != "" {
			if q, err := s.Apply(ctx, p, moves); err != nil {
				t.Errorf("%s: %s: %v", p.Family(), moves, err)
			} else if again, err := s.Solve(ctx, q); err != nil || again.Verdict() != puzzle.Solved {
				t.Error(again.Verdict(), err)
			}
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestRefused(t *testing.T) {
	ctx := context.Background()
	s := gridwright.New(gridwright.Options{})
	for text, want := range map[string]string{
		"":                               "neither a JSON document",
		"123\n456\n":                     "this may be",
		`{"family":"tild","version":1}`:  "did you mean",
		`{"family":"tilt","version":1}`:  `needs the field "start"`,
		`{"version":1}`:                  `needs the field "family"`,
		`{"family":"tilt","version":1,}`: "line 1",
	} {
		if _, err := s.Read(ctx, text); !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
	if _, err := s.ReadFormat(ctx, "permute-lines", "x"); err == nil || !strings.Contains(err.Error(), "permute-line") {
		t.Error(err)
	}
	if _, err := s.Solve(ctx, puzzle.Instance{}); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Error(err)
	}
	if _, err := s.Puzzle(7); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Error(err)
	}
	small := gridwright.New(gridwright.Options{Limits: puzzle.Limits{Memory: 1}})
	if _, err := small.Read(ctx, `{"family":"tilt","version":1,"start":["`+strings.Repeat("a", 1000)+`"]}`); !errors.Is(err, puzzle.ErrLimit) {
		t.Error(err)
	}
}
