package search

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

func TestMemoryLimits(t *testing.T) {
	ctx := context.Background()
	set := twin.MoveSet(t, 4, 4, "shifts")
	c := moveset.Compile(set)
	p := twin.RandomBoard(rand.New(rand.NewPCG(2025, 4)), set) // 14 moves, as BenchmarkRandom4x4 says
	for _, mem := range []int64{1, 1 << 10, 1 << 16} {
		out, err := Optimal(ctx, c, p, nil, puzzle.Limits{Memory: mem})
		var le *puzzle.LimitError
		if !errors.As(err, &le) || le.Limit != "memory" || le.Need <= mem {
			t.Fatalf("with %d bytes: %+v, %v", mem, out, err)
		}
		if out.Found || out.unreachable || out.Lower > 14 || mem >= 1<<16 && out.Lower < 4 {
			t.Fatalf("with %d bytes: %+v", mem, out)
		}
	}
	// Where a bidirectional search has no room, pattern databases go on.
	set = twin.MoveSet(t, 3, 4, "shifts")
	c = moveset.Compile(set)
	rng := rand.New(rand.NewPCG(1, 1))
	tried := 0
	for range 2 {
		p = twin.Scrambled(rng, set, 6)
		want, err := Optimal(ctx, c, p, nil, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := newBidirectional(ctx, NewProblem(c, p), puzzle.Limits{Memory: 10 << 10}, 0)
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.run(ctx)
		if err == nil {
			continue
		}
		tried++
		if !errors.Is(err, puzzle.ErrLimit) || found.lower < 2 || found.lower > want.Cost {
			t.Fatalf("%+v, %v; want less than %d", found, err, want.Cost)
		}
		r := Result{Lower: found.lower}
		got, err := r.byPatterns(ctx, NewProblem(c, p), NewPreparations(c, ""), puzzle.Limits{}, err)
		if err != nil || !got.Found || got.Cost != want.Cost {
			t.Fatalf("%+v, %v; want %d", got, err, want.Cost)
		}
		twin.CheckWay(t, p, got.Path, got.Goal, got.Cost)
	}
	if tried == 0 {
		t.Error("no search was stopped")
	}
}

// A search that a limit stops keeps its best way, if it has met one.
func TestWayBeforeTheLimit(t *testing.T) {
	set := twin.MoveSet(t, 3, 4, "shifts:right,down")
	for i := range set.Moves {
		set.Moves[i].Cost = 1 + int64(i*i)%7
	}
	c := moveset.Compile(set)
	rng := rand.New(rand.NewPCG(4, 4))
	with := 0
	for range 40 {
		p := twin.Scrambled(rng, set, 5)
		want, err := Optimal(context.Background(), c, p, nil, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for most := int64(10); most < 1e4; most += most / 4 {
			s, err := newBidirectional(context.Background(), NewProblem(c, p), puzzle.Limits{}, most)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.run(context.Background())
			if got.lower > want.Cost || err == nil && got.cost != want.Cost {
				t.Fatalf("%+v, %v; want %d", got, err, want.Cost)
			}
			if err != nil && got.path != nil {
				with++
				twin.CheckWay(t, p, got.path, got.goal, got.cost)
			}
		}
	}
	if with == 0 {
		t.Error("no search had a way when it was stopped")
	}
}

func TestSearchesCancel(t *testing.T) {
	set := twin.MoveSet(t, 4, 4, "shifts")
	c := moveset.Compile(set)
	p := twin.RandomBoard(rand.New(rand.NewPCG(2025, 4)), set)
	tiny := NewPreparations(c, "")
	tiny.Most = 3000
	pm, err := tiny.Near(context.Background(), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	big5 := twin.MoveSet(t, 40, 40, "twist:3x3")
	bc, bp := moveset.Compile(big5), twin.RandomBoard(rand.New(rand.NewPCG(1, 1)), big5)
	for name, work := range map[string]func(ctx context.Context) error{
		"bidirectional": func(ctx context.Context) error {
			s, err := newBidirectional(ctx, NewProblem(c, p), puzzle.Limits{}, 0)
			if err == nil {
				_, err = s.run(ctx)
			}
			return err
		},
		"perimeter": func(ctx context.Context) error {
			_, err := NewPreparations(c, "").Near(ctx, puzzle.Limits{})
			return err
		},
		"deepening": func(ctx context.Context) error {
			out, err := newDeepening(pm, tiny.pruner(), NewProblem(c, p).targets(1)).solve(ctx, 0)
			if out.lower > 14 {
				t.Errorf("lower bound %d", out.lower)
			}
			return err
		},
		"patterns": func(ctx context.Context) error {
			r := new(Result)
			_, err := r.byPatterns(ctx, NewProblem(c, p), tiny, puzzle.Limits{}, puzzle.ErrLimit)
			return err
		},
		"all": func(ctx context.Context) error { _, err := All(ctx, c, p, tiny, puzzle.Limits{}); return err },
		"exhaust": func(ctx context.Context) error {
			_, _, err := Exhaust(ctx, &moveset.Stage{Compiled: c, Instance: p, Whole: p}, puzzle.Limits{}, 1<<40)
			return err
		},
		"wide": func(ctx context.Context) error {
			s, err := newBidirectional(ctx, NewProblem(bc, bp), puzzle.Limits{}, 0)
			if err == nil {
				_, err = s.run(ctx)
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, after := range []int64{1, 3, 10, 100} {
				ctx := puzzletest.NewPolls(after)
				if err := work(ctx); !errors.Is(err, context.Canceled) {
					t.Fatalf("stopped at poll %d: %v", after, err)
				}
				if c := ctx.Complaint(0); c != "" {
					t.Errorf("stopped at poll %d: %s", after, c)
				}
			}
		})
	}
}

// A perimeter whose making was stopped is gone on with.
func TestPerimeterGoesOn(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	whole := grown(t, c, 100000)
	prep := NewPreparations(c, "")
	prep.Most = 120000
	stops := 0
	for after := int64(1); ; after *= 4 {
		pm, err := prep.Near(puzzletest.NewPolls(after), puzzle.Limits{})
		if err == nil {
			if pm.size() != whole.size() || pm.top != whole.top {
				t.Fatalf("%d classes within %d, want %d within %d", pm.size(), pm.top, whole.size(), whole.top)
			}
			break
		}
		if stops++; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if stops < 3 {
		t.Errorf("it was stopped %d times", stops)
	}
	samePerimeterBoards(t, whole, prep.perimeter.Load())
}

func samePerimeterBoards(t *testing.T, a, b *Perimeter) {
	t.Helper()
	for s, table := range a.shards {
		table.each(0, table.mask+1, func(key []uint64, d int64) {
			if got := b.shards[s].lookup(key); got != d {
				t.Fatalf("%x: %d and %d", key, d, got)
			}
		})
	}
}

func TestCountingBound(t *testing.T) {
	for _, tc := range []struct {
		rows, cols int
		moves      string
		boards     int64
		diameter   int64 // known
	}{
		{3, 3, "shifts", 181440, 8}, {3, 3, "shift-right shift-down rotate-cw", 181440, 10}, {2, 5, "shifts", 3628800, 13},
		{4, 4, "shifts", 20922789888000, 18},
	} {
		c := moveset.Compile(twin.MoveSet(t, tc.rows, tc.cols, tc.moves))
		plain := countingBound(c, nil, big.NewInt(tc.boards))
		fine := countingBound(c, newPruner(c), big.NewInt(tc.boards))
		if plain > fine || fine > tc.diameter || plain < 2 {
			t.Errorf("%d×%d %s: bounds %d and %d, diameter %d", tc.rows, tc.cols, tc.moves, plain, fine, tc.diameter)
		}
		t.Logf("%d×%d %s: %d, with pruning %d", tc.rows, tc.cols, tc.moves, plain, fine)
	}
}

func TestDistanceBoundOfTorus(t *testing.T) {
	// One tile's own way on the torus, and the sum over the length of a line.
	set := twin.MoveSet(t, 6, 6, "shifts")
	c := moveset.Compile(set)
	rng := rand.New(rand.NewPCG(6, 6))
	for range 20 {
		p := twin.RandomBoard(rng, set)
		sum := 0
		for cell, tile := range p.Start {
			dr, dc := (cell/6-int(tile)/6+6)%6, (cell%6-int(tile)%6+6)%6
			sum += min(dr, 6-dr) + min(dc, 6-dc)
		}
		want := int64((sum + 5) / 6)
		if got, err := DistanceBound(context.Background(), c, p); err != nil || got != want {
			t.Fatalf("%d (%v), want %d", got, err, want)
		}
		// The same without the short cut for uniform boards.
		g := newChargeGraph(c)
		if !g.uniform {
			t.Fatal("the torus is not seen to be uniform")
		}
		for from := range int32(36) {
			dist := g.from(from, nil)
			for to := range int32(36) {
				if dist[to] != g.from(0, nil)[g.shifted(from, to)] {
					t.Fatalf("from %d to %d", from, to)
				}
			}
		}
	}
	p := twin.RandomBoard(rng, twin.MoveSet(t, 2, 2, "shift-right"))
	p.Start = []permute.Tile{2, 3, 0, 1}
	if got, err := DistanceBound(context.Background(), moveset.Compile(p.Moves), p); err != nil || got != -1 {
		t.Errorf("tiles in the wrong rows: %d, %v", got, err)
	}
}

// A perimeter that was cut short by one search's limit does not stay so for others.
func TestPerimeterCutShort(t *testing.T) {
	ctx := context.Background()
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	prep := NewPreparations(c, "")
	prep.Most = 200000
	short, err := prep.Near(ctx, puzzle.Limits{Memory: 6 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := prep.Near(ctx, puzzle.Limits{Memory: 7 << 20}); err != nil || again != short {
		t.Errorf("made anew for little more (%v)", err)
	}
	p := twin.Scrambled(rand.New(rand.NewPCG(9, 9)), c.Set, 9)
	cut, err := Optimal(ctx, c, p, prep, puzzle.Limits{Memory: 6 << 20})
	if err != nil {
		t.Fatal(err)
	}
	long, err := prep.Near(ctx, puzzle.Limits{})
	if err != nil || long == short || long.top < short.top || long.size() < short.size() {
		t.Fatalf("%v; %d classes within %d, before %d within %d", err, long.size(), long.top, short.size(), short.top)
	}
	whole, err := Optimal(ctx, c, p, prep, puzzle.Limits{})
	if err != nil || !slices.Equal(cut.Path, whole.Path) {
		t.Errorf("%+v and %+v, %v", cut, whole, err)
	}
	if _, err := prep.Near(ctx, puzzle.Limits{Memory: 1 << 16}); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("a large perimeter under a small limit: %v", err)
	}
}

// TestFoundHasAWay ends a search at every poll of its context, also those while the first of the best ways is picked:
// what it says is found has a way, and of that cost.
func TestFoundHasAWay(t *testing.T) {
	set := twin.MoveSet(t, 3, 3, "twist:2x2")
	c := moveset.Compile(set)
	p := twin.Scrambled(rand.New(rand.NewPCG(5, 5)), set, 9)
	late := 0
	for after := int64(1); ; after++ {
		s, err := newBidirectional(context.Background(), NewProblem(c, p), puzzle.Limits{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.run(puzzletest.NewPolls(after))
		if got.found || got.path != nil {
			twin.CheckWay(t, p, got.path, got.goal, got.cost)
		}
		if err == nil {
			break
		}
		if got.found {
			late++
		}
	}
	if late == 0 {
		t.Error("no search ended while it picked a way")
	}
}
