package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// gameOf is what belongs to a set where nothing stops its making.
func gameOf(s *Solver, set *permute.MoveSet) *game {
	g, err := s.game(context.Background(), set, puzzle.Limits{})
	if err != nil {
		panic(err)
	}
	return g
}

// manyMoves move half a million cells together: what belongs to them takes a tenth of a second.
func manyMoves(t *testing.T) map[string]*permute.MoveSet {
	return map[string]*permute.MoveSet{
		"1x700 drag": twin.MoveSet(t, 1, 700, "drag:right"),
		"60x60 drag": twin.MoveSet(t, 60, 60, "drag"),
		"3x400 drag": twin.MoveSet(t, 3, 400, "drag:right"),
	}
}

// What belongs to a set is made under time, signals and memory.
func TestGameAsks(t *testing.T) {
	for name, set := range manyMoves(t) {
		s := NewSolver(Options{})
		for _, after := range []int64{1, 2, 10, 50} {
			ctx := puzzletest.NewPolls(after)
			g, err := s.game(ctx, set, puzzle.Limits{})
			if !errors.Is(err, context.Canceled) || g != nil || len(s.games) > 0 || s.last.Load() != nil {
				t.Errorf("%s, stopped at poll %d: %v; something is kept: %v", name, after, err, len(s.games) > 0)
			}
			if c := ctx.Complaint(0); c != "" {
				t.Errorf("%s, stopped at poll %d: %s", name, after, c)
			}
		}
		if _, err := s.game(context.Background(), set, puzzle.Limits{Memory: 1 << 20}); !errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("%s under a limit of 1 MiB: %v", name, err)
		}
		mt := puzzle.Limits{}.Meter(puzzletest.NewPolls(10))
		if lists, err := gameOf(s, set).parts(mt); !errors.Is(err, context.Canceled) || lists != nil {
			t.Errorf("%s, parts stopped at poll 10: %d lists, %v", name, len(lists), err)
		}
	}
}

// A caller who is stopped does no harm to others who want the same.
func TestGameForMany(t *testing.T) {
	set := twin.MoveSet(t, 30, 30, "drag")
	s := NewSolver(Options{})
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			own := *set
			ctx := puzzletest.NewPolls(int64(1 + i%4))
			if i%2 == 0 {
				ctx = puzzletest.NewPolls(1 << 40)
			}
			g, err := s.game(ctx, &own, puzzle.Limits{})
			if err == nil && (len(g.group.Orbits) != 1 || g.moving.Compiled.N != 900) {
				err = fmt.Errorf("%d orbits, %d cells", len(g.group.Orbits), g.moving.Compiled.N)
			}
			if i%2 == 0 && err != nil || i%2 == 1 && err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("caller %d: %v", i, err)
			}
		})
	}
	group.Wait()
	if len(s.games) != 1 {
		t.Errorf("%d sets are kept", len(s.games))
	}
}
