package permutesolve

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestLyingTable forges the two entries on which one answer rests, which no sample finds: solver and scrambles
// notice, give the files up and answer well.
func TestLyingTable(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 3, 3, twin.ContestMoves)
	c := moveset.Compile(set)
	fresh, err := tables.NewShelf("").Relative(ctx, c, nil, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	// The boards at distance 10 are claimed to be at 5, and as many at 5 to be at 10.
	forged := &tables.Store{N: fresh.Store.N, Bits: fresh.Store.Bits, Data: slices.Clone(fresh.Store.Data)}
	far, near := []uint64{}, []uint64{}
	for i := range forged.N {
		switch v := forged.Get(i); {
		case v == 10:
			far = append(far, i)
		case v == 5 && len(near) < 15:
			near = append(near, i)
		}
	}
	if len(far) != 15 || len(near) != 15 {
		t.Fatal(len(far), len(near))
	}
	for k := range far {
		forged.Set(far[k], 5)
		forged.Set(near[k], 10)
	}
	// The start that the forgery is about: rel turns it into the solved board.
	p := &permute.Instance{Rows: 3, Cols: 3, Moves: set, Labels: strings.Split("123456789", ""),
		Goals: [][]permute.Tile{tables.StartOf(tables.IdentityBytes(9))}}
	rel := make([]uint8, 9)
	fresh.Index.Board(far[0], rel)
	p.Start = tables.StartOf(rel)
	lie := func() *Solver {
		s := NewSolver(Options{})
		bad := *fresh
		bad.Store, bad.Read = forged, true
		ts := s.tables
		ts.Slots[c.Key("ranked")] = &tables.Slot{Done: make(chan struct{}), T: &bad}
		close(ts.Slots[c.Key("ranked")].Done)
		return s
	}
	s := lie()
	if _, err := s.Solve(ctx, p, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInternal) {
		t.Fatalf("an answer from a table that lies: %v", err)
	}
	if !s.Distrust(p) || s.Distrust(p) {
		t.Error("what was read is not given up, or twice")
	}
	o, err := s.Solve(ctx, p, puzzle.Limits{})
	if err != nil || o.Witness.Cost != 10 {
		t.Fatalf("after that: %+v, %v", o.Witness, err)
	}
	s = lie()
	_, err = s.Count(ctx, p, puzzle.Limits{})
	if !errors.Is(err, puzzle.ErrInternal) {
		t.Errorf("a count from a table that lies: %v", err)
	}
	faults := 0
	for seed := range uint64(200) {
		q, err := s.Scramble(ctx, p, 10, rand.New(rand.NewPCG(seed, 1)), puzzle.Limits{})
		if err == nil {
			t.Fatalf("a scramble %v at distance 10 that is not", q.Start)
		}
		if errors.Is(err, puzzle.ErrInternal) {
			faults++
		}
	}
	if faults != 200 {
		t.Errorf("%d scrambles of 200 failed", faults)
	}
}
