package maze

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// after is a context that is cancelled once it has been asked so often. Asking is what work does about once a
// millisecond, so the test does not depend on how fast the machine is.
type after struct {
	context.Context
	left *atomic.Int64
}

func (c after) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestMemory stops searches by memory: what is held is never more than the limit, and what is known by then is right.
func TestMemory(t *testing.T) {
	g := wallsGame(t, 1, 16, 12, 12)
	robots, err := New(nil, robotsBoard(5, 16))
	if err != nil {
		t.Fatal(err)
	}
	least := 11 // moves that the board of robots takes
	for _, limit := range []int64{1 << 10, 100 << 10, 1 << 20, 2 << 20} {
		m := meter.New(t.Context(), limit)
		tree, err := g.Search(m, true, nil)
		if !errors.As(err, new(*meter.MemoryError)) || m.Held() > limit {
			t.Fatalf("%d bytes are held of at most %d, and the error is %v", m.Held(), limit, err)
		}
		if tree.Least >= 0 || limit >= 1<<20 && int64(tree.States()) < limit/32 {
			t.Errorf("in %d bytes there are %d states", limit, tree.States())
		}
		if limit > 200<<10 {
			continue // enough for the robots
		}
		tree, err = robots.Search(meter.New(t.Context(), limit), false, nil)
		if !errors.As(err, new(*meter.MemoryError)) {
			t.Fatalf("in %d bytes the robots' error is %v", limit, err)
		}
		if tree != nil && (tree.Depth() > least || limit == 100<<10 && tree.Depth() < 5) {
			t.Errorf("in %d bytes a goal of %d moves is said to take at least %d", limit, least, tree.Depth())
		}
	}
}

// TestStopped cancels searches, traces and digests at any time; each says so and ends.
func TestStopped(t *testing.T) {
	robots, err := New(nil, robotsBoard(1, 16))
	if err != nil {
		t.Fatal(err)
	}
	walls := wallsGame(t, 1, 8, 4, 4)
	run := func(g *Game, m *meter.Meter) error {
		tree, err := g.Search(m, false, func(puzzle.Progress) {})
		switch {
		case err != nil:
			return err
		case tree.Least >= 0:
			_, err = tree.Ways()
		default:
			_, err = tree.Digest()
		}
		return err
	}
	for _, g := range []*Game{robots, walls} {
		ended := false
		for asks := 1; asks < 4000; asks *= 2 {
			var left atomic.Int64
			left.Store(int64(asks))
			err := run(g, meter.New(after{t.Context(), &left}, 0))
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("stopped after %d looks: %v", asks, err)
			}
			if err == nil && left.Load() < 0 {
				t.Errorf("the search was told to stop after %d looks, and says nothing of it", asks)
			}
			// Each worker may look once more before it sees that another has stopped, and then the caller.
			if left.Load() < -20 {
				t.Errorf("told to stop after %d looks, the search looked %d times more", asks, -left.Load())
			}
			ended = ended || err == nil
		}
		if !ended {
			t.Error("no search has come to its end")
		}
	}
}
