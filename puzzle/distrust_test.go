package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// believer makes a family that answers wrongly, or with internal faults, as long as it believes something. It has told how
// often it was asked to give that up.
func believer(believes *bool, asked *int) *puzzle.Family {
	s := halvingSpec("halving")
	fault := func() error {
		if *believes {
			return fmt.Errorf("%w: two things contradict each other", puzzle.ErrInternal)
		}
		return nil
	}
	s.Solve = func(ctx context.Context, p halving, lim puzzle.Limits) (outcome, error) {
		if *believes && p.Mode == "fault" {
			return outcome{}, fault()
		}
		q := p
		if *believes {
			q.Mode = "lie"
		}
		return solveHalving(ctx, q, lim)
	}
	s.Count = func(ctx context.Context, p halving, lim puzzle.Limits) (*big.Int, error) {
		return big.NewInt(1 - p.N%2), fault()
	}
	s.All = func(ctx context.Context, p halving, lim puzzle.Limits, yield func(int64) error) error {
		if p.Mode == "late" || !*believes {
			if err := yield(p.N / 2); err != nil {
				return err
			}
		}
		return fault()
	}
	s.Scramble = func(ctx context.Context, p halving, distance int64, rng *rand.Rand, lim puzzle.Limits) (halving, error) {
		return p, fault()
	}
	s.Distrust = func(halving) bool {
		*asked++
		was := *believes
		*believes = false
		return was
	}
	return puzzle.Define(s)
}

// TestDistrust: an answer that fails its check is given up with what it came from, and another one is looked for, once.
func TestDistrust(t *testing.T) {
	ctx := context.Background()
	var believes bool
	var asked int
	fam := believer(&believes, &asked)
	questions := map[string]func() error{
		"Prove": func() error {
			cl, err := fam.Prove(ctx, number(t, fam.Checker, 8, ""), puzzle.Limits{})
			if err == nil && encode(t, cl) != `{"family":"halving","version":3,"verdict":"solved","witness":4}` {
				err = errors.New(encode(t, cl))
			}
			return err
		},
		"Prove with a fault": func() error {
			_, err := fam.Prove(ctx, number(t, fam.Checker, 8, "fault"), puzzle.Limits{})
			return err
		},
		"Solve": func() error {
			_, err := fam.Solve(ctx, number(t, fam.Checker, 8, "fault"), puzzle.Limits{})
			return err
		},
		"Count": func() error { _, err := fam.Count(ctx, number(t, fam.Checker, 8, ""), puzzle.Limits{}); return err },
		"Scramble": func() error {
			_, err := fam.Scramble(ctx, number(t, fam.Checker, 8, ""), 1, nil, puzzle.Limits{})
			return err
		},
		"All": func() error {
			n := 0
			err := fam.All(ctx, number(t, fam.Checker, 8, ""), puzzle.Limits{}, func(puzzle.Claim) error { n++; return nil })
			if err == nil && n != 1 {
				err = fmt.Errorf("%d claims", n)
			}
			return err
		},
	}
	for name, ask := range questions {
		believes, asked = true, 0
		if err := ask(); err != nil || asked != 1 {
			t.Errorf("%s: asked to give up %d times, %v", name, asked, err)
		}
		asked = 0
		if err := ask(); err != nil || asked != 0 {
			t.Errorf("%s again: asked to give up %d times, %v", name, asked, err)
		}
	}
	// What has been heard is not said again.
	believes = true
	n := 0
	err := fam.All(ctx, number(t, fam.Checker, 8, "late"), puzzle.Limits{}, func(puzzle.Claim) error { n++; return nil })
	if n != 1 || !errors.Is(err, puzzle.ErrInternal) {
		t.Errorf("All, with a fault after the first: %d claims, %v", n, err)
	}
	// Nothing to give up: the fault is said.
	believes, asked = false, 0
	if _, err := fam.Prove(ctx, number(t, fam.Checker, 8, "lie"), puzzle.Limits{}); !errors.Is(err, puzzle.ErrInternal) || asked != 1 {
		t.Errorf("a family that lies by itself: %v, asked %d times", err, asked)
	}
}
