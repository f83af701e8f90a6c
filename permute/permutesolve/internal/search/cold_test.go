package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// BenchmarkCold4x4 is BenchmarkRandom4x4 with nothing prepared.
func BenchmarkCold4x4(b *testing.B) {
	set := twin.MoveSet(b, 4, 4, "shifts")
	c := moveset.Compile(set)
	var costs []int64
	for b.Loop() {
		prep, rng := NewPreparations(c, ""), rand.New(rand.NewPCG(2025, 4))
		costs = costs[:0]
		for range 20 {
			out, err := Optimal(context.Background(), c, twin.RandomBoard(rng, set), prep, puzzle.Limits{})
			if err != nil || !out.Found {
				b.Fatal(out, err)
			}
			costs = append(costs, out.Cost)
		}
		if prep.perimeter.Load() != nil {
			b.Fatal("20 boards do not pay for the whole perimeter")
		}
	}
	b.Log("distances", costs)
}

// BenchmarkStages says what a lookup, the growth by a key and a walking distance take: see lookWork and growWork.
func BenchmarkStages(b *testing.B) {
	c := moveset.Compile(twin.MoveSet(b, 4, 4, "shifts"))
	rng := rand.New(rand.NewPCG(1, 2))
	ys := make([]position, 1024)
	for i := range ys {
		ys[i] = randomPosition(rng, c.N)
	}
	pm := grown(b, c, 100000)
	b.Run("look", func(b *testing.B) {
		deep := newDeepening(pm, nil, nil)
		for i := 0; b.Loop(); i++ {
			deep.dist(&ys[i%1024])
		}
	})
	b.Run("grow", func(b *testing.B) {
		for b.Loop() {
			grown(b, c, 100000)
		}
		before := grown(b, c, 10000)
		keys := before.price() / growWork
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys), "ns/key")
	})
	b.Run("bound", func(b *testing.B) {
		w, err := newWalks(c, &meter{ctx: context.Background()})
		if err != nil {
			b.Fatal(err)
		}
		wk := &w.list[w.class[0]]
		keys := make([]uint64, len(ys))
		for i := range ys {
			keys[i] = wk.of(&ys[i], &ys[0])
		}
		for i := 0; b.Loop(); i++ {
			wk.bound(wk.after(keys[i%1024], &c.Moves[0], &ys[i%1024], &ys[0]))
		}
	})
}

// Cold and prepared searches give the same answers, whatever the stage.
func TestColdAgrees(t *testing.T) {
	ctx := context.Background()
	for _, tc := range []struct {
		rows, cols int
		moves      string
		depth      int // of scrambles; 0: random boards
		stages     int // that are paid in advance, in turn
	}{
		{3, 4, "shifts", 0, 3}, {2, 6, "shifts", 0, 3}, {4, 4, "shifts", 11, 2}, {4, 4, "shifts:right,down", 9, 2},
		{3, 4, "drag", 0, 2}, {3, 4, "twist-cw:2x2", 7, 2},
	} {
		t.Run(fmt.Sprintf("%dx%d %s", tc.rows, tc.cols, tc.moves), func(t *testing.T) {
			c := moveset.Compile(twin.MoveSet(t, tc.rows, tc.cols, tc.moves))
			cold, warm := NewPreparations(c, ""), NewPreparations(c, "")
			warm.Most = 150000
			if _, err := warm.Near(ctx, puzzle.Limits{}); err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(15, uint64(c.N)))
			for round := range extent.Less(4, 24) {
				p := twin.RandomBoard(rng, c.Set)
				if tc.depth > 0 {
					p = twin.Scrambled(rng, c.Set, tc.depth-round%3)
				}
				switch round % 4 {
				case 2: // two tiles alike
					p.Start[slices.Index(p.Start, 1)] = 0
					p.Goals[0][1] = 0
				case 3: // a second goal
					other := slices.Clone(p.Goals[0])
					other[0], other[1], other[2] = other[1], other[2], other[0]
					p.Goals = append(p.Goals, other)
				}
				if st := cold.near.Load(); st != nil && round < 2*tc.stages {
					cold.rent.Store(st.price)
				}
				sameAnswers(t, c, p, cold, warm)
			}
		})
	}
}

func sameAnswers(t *testing.T, c *moveset.Compiled, p *permute.Instance, cold, warm *Preparations) {
	t.Helper()
	ctx := context.Background()
	got, err := Optimal(ctx, c, p, cold, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := optimal(ctx, NewProblem(c, p), warm, false, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Found != want.Found || got.Cost != want.Cost || got.Lower != want.Lower || got.Goal != want.Goal ||
		!slices.Equal(got.Path, want.Path) {
		t.Fatalf("%v: cold %+v, prepared %+v", p.Start, got, want)
	}
	twin.CheckWay(t, p, got.Path, got.Goal, got.Cost)
}

// Each stage is made when the searches have worked for its price, and the last one is the perimeter of all.
func TestStagesPay(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	dir := t.TempDir()
	prep := NewPreparations(c, dir)
	prep.Most = 150000
	solve := func(round uint64) {
		t.Helper()
		p := twin.Scrambled(rand.New(rand.NewPCG(7, round)), c.Set, 12)
		if _, err := Optimal(context.Background(), c, p, prep, puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	solve(0)
	st := prep.near.Load()
	if st == nil || st.size() < coldLeast || prep.perimeter.Load() != nil {
		t.Fatalf("the first board made %+v", st)
	}
	if prep.rent.Load() == 0 {
		t.Error("the search has not worked")
	}
	prep.rent.Store(0)
	solve(1)
	if prep.near.Load() != st {
		t.Error("the next stage was made before it paid")
	}
	prep.rent.Store(st.price)
	solve(2)
	if pm := prep.perimeter.Load(); pm == nil || pm.top <= st.top {
		t.Fatal("the last stage was not made when it paid")
	}
	// Who finds the file begins with it.
	again := NewPreparations(c, dir)
	p := twin.Scrambled(rand.New(rand.NewPCG(7, 3)), c.Set, 12)
	if _, err := Optimal(context.Background(), c, p, again, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if pm := again.perimeter.Load(); pm == nil || !pm.Read || again.near.Load() != nil {
		t.Error("the file was not read")
	}
}

// Little memory keeps the stage that there is.
func TestStageUnderLimit(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	prep, warm := NewPreparations(c, ""), NewPreparations(c, "")
	warm.Most = 20000
	p := twin.Scrambled(rand.New(rand.NewPCG(7, 0)), c.Set, 12)
	sameAnswers(t, c, p, prep, warm)
	st := prep.near.Load()
	prep.rent.Store(st.price)
	lim := puzzle.Limits{Memory: 5 << 20}
	if _, err := Optimal(context.Background(), c, p, prep, lim); err != nil {
		t.Fatal(err)
	}
	now := prep.near.Load()
	if now.Perimeter != st.Perimeter || now.under != lim.Memory || prep.draft != nil {
		t.Errorf("under a limit: stage within %d, limit %d", now.top, now.under)
	}
	sameAnswers(t, c, p, prep, warm)
	if prep.near.Load().top == st.top && prep.perimeter.Load() == nil {
		t.Error("without a limit the stage was not made")
	}
}

func TestColdCancels(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	p := twin.RandomBoard(rand.New(rand.NewPCG(2025, 4)), c.Set)
	want, err := Optimal(context.Background(), c, p, NewPreparations(c, ""), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	prep := NewPreparations(c, "") // what was made before a stop is gone on with
	for after := int64(1); ; after *= 3 {
		ctx := puzzletest.NewPolls(after)
		got, err := Optimal(ctx, c, p, prep, puzzle.Limits{})
		if c := ctx.Complaint(0); c != "" {
			t.Errorf("stopped at poll %d: %s", after, c)
		}
		if err == nil {
			if got.Cost != want.Cost || !slices.Equal(got.Path, want.Path) {
				t.Errorf("after stops %+v, want %+v", got, want)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || got.Lower > want.Cost {
			t.Fatalf("stopped at poll %d: %v, lower bound %d of %d", after, err, got.Lower, want.Cost)
		}
	}
}
