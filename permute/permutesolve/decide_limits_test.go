package permutesolve

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestWordsAreShared solves boards of one grouping from several sides at once.
func TestWordsAreShared(t *testing.T) {
	for _, words := range []string{"twist:2x2", "shifts:2", "rotate mirror-left-right"} {
		set := twin.MoveSet(t, 4, 4, words)
		c := moveset.Compile(set)
		g := newGrouping(c, moveset.NewTorus(c))
		var all sync.WaitGroup
		for seed := range uint64(8) {
			all.Go(func() {
				rng := rand.New(rand.NewPCG(seed, 21))
				p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 16))
				d, err := g.decide(context.Background(), p, puzzle.DefaultLimits())
				if err != nil || d.verdict != puzzle.Solved {
					t.Errorf("%s, seed %d: %v, %v", words, seed, d.verdict, err)
					return
				}
				moves, err := g.word(context.Background(), d, puzzle.DefaultLimits())
				if err != nil || !moveset.Fits(p.Goals[0], twin.PlayMoves(p, append(d.head, moves...))) {
					t.Errorf("%s, seed %d: the moves do not lead to the goal: %v", words, seed, err)
				}
			})
		}
		all.Wait()
	}
}

// TestWordsEnd stops the work after more and more time, until it is done: it returns soon, with ctx's error, and can be
// done again.
func TestWordsEnd(t *testing.T) {
	set := twin.MoveSet(t, 9, 9, "twist:2x2")
	c := moveset.Compile(set)
	g := newGrouping(c, moveset.NewTorus(c))
	rng := rand.New(rand.NewPCG(1, 22))
	p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 81))
	for wait := time.Duration(0); ; wait = 2*wait + time.Millisecond {
		ctx, stop := context.WithTimeout(context.Background(), wait)
		d, err := g.decide(ctx, p, puzzle.DefaultLimits())
		var moves []int32
		if err == nil {
			if moves, err = g.word(ctx, d, puzzle.DefaultLimits()); err == nil {
				short := shorten(ctx, c, moves, 1<<22)
				if !moveset.Fits(p.Goals[0], twin.PlayMoves(p, short)) {
					t.Error("the moves do not lead to the goal")
				}
			}
		}
		stop()
		if err == nil {
			return
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
}

func TestDecideLimits(t *testing.T) {
	ctx := context.Background()
	// A chain of a group of 40 blocks takes more than a little memory.
	set, err := permute.NewMoveSet(2, 40, []permute.Source{
		{Move: &permute.Move{Name: "A", Cost: 1, Cycles: [][]int32{{0, 40}}}},
		{Set: "shift-right"},
		{Move: &permute.Move{Name: "B", Cost: 1, Cycles: [][]int32{{0, 1}, {40, 41}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	// Rows shift together only, so that columns are blocks.
	both, err := permute.NewMoveSet(2, 40, []permute.Source{
		{Move: set.Source[0].Move}, {Move: set.Source[2].Move},
		{Move: &permute.Move{Name: "C", Cost: 1, Cycles: [][]int32{set.Moves[1].Cycles[0], set.Moves[2].Cycles[0]}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := moveset.Compile(both)
	p := twin.Distinct(both, twin.IdentityTiles(80), twin.Swapped(twin.IdentityTiles(80), 0, 1, 40, 41))
	lim := puzzle.DefaultLimits()
	lim.Memory = 100000
	var limit *puzzle.LimitError
	if d, err := newGrouping(c, nil).decide(ctx, p, lim); !errors.As(err, &limit) || limit.Limit != "memory" {
		t.Errorf("with little memory: %v, %v", d.verdict, err)
	}
	d, err := newGrouping(c, nil).decide(ctx, p, puzzle.DefaultLimits())
	if err != nil || d.verdict != puzzle.Solved {
		t.Errorf("%v, %v", d.verdict, err)
	}
	p.Goals[0] = twin.Swapped(twin.IdentityTiles(80), 0, 1)
	d, err = newGrouping(c, nil).decide(ctx, p, puzzle.DefaultLimits())
	if err != nil || twin.CertificateKind(d.certificate) != "blocks" {
		t.Errorf("%v, %s, %v", d.verdict, twin.CertificateKind(d.certificate), err)
	}
	checkDecision(t, p, d)
	big := twin.MoveSet(t, 5, 5, "shifts")
	p = twin.Distinct(big, twin.IdentityTiles(25), twin.Swapped(twin.IdentityTiles(25), 0, 1))
	p.Goals[0][24] = permute.Any // one free cell: the tile that is left belongs there
	d, err = newGrouping(moveset.Compile(big), moveset.NewTorus(moveset.Compile(big))).decide(ctx, p, puzzle.DefaultLimits())
	if err != nil || twin.CertificateKind(d.certificate) != "parity" {
		t.Errorf("an odd goal with one free cell: %v, %v", d.verdict, err)
	}
	checkDecision(t, p, d)
	// The same beside two cells that nothing moves, with tiles that are alike: these cannot make it even.
	var sources []permute.Source
	for i := range big.Moves {
		m := permute.Move{Name: big.Moves[i].Name, Cost: 1}
		for _, cycle := range big.Moves[i].Cycles {
			wide := make([]int32, len(cycle))
			for k, cell := range cycle {
				wide[k] = cell/5*6 + cell%5
			}
			m.Cycles = append(m.Cycles, wide)
		}
		sources = append(sources, permute.Source{Move: &m})
	}
	if big, err = permute.NewMoveSet(5, 6, sources); err != nil {
		t.Fatal(err)
	}
	p = twin.Distinct(big, twin.IdentityTiles(30), twin.Swapped(twin.IdentityTiles(30), 0, 1))
	for _, board := range [][]permute.Tile{p.Start, p.Goals[0]} {
		board[11] = board[5] // the tile 12 becomes another 6
		for i, tile := range board {
			if tile > 11 {
				board[i]--
			}
		}
	}
	p.Labels = p.Labels[:29]
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	d, err = newGrouping(moveset.Compile(big), moveset.NewTorus(moveset.Compile(big))).decide(ctx, p, puzzle.DefaultLimits())
	if err != nil || twin.CertificateKind(d.certificate) != "characters" {
		t.Errorf("an odd goal beside tiles that are alike: %v, %v", d.verdict, err)
	}
	checkDecision(t, p, d)
	quick := puzzle.DefaultLimits()
	quick.VerdictOnly = true
	if d, err := newGrouping(moveset.Compile(big), moveset.NewTorus(moveset.Compile(big))).decide(ctx, p, quick); d.verdict != puzzle.Impossible || err != nil {
		t.Errorf("the verdict alone: %v, %v", d.verdict, err)
	}
}

func BenchmarkDecide100x100(b *testing.B) {
	set := twin.MoveSet(b, 100, 100, "shifts")
	c := moveset.Compile(set)
	t := moveset.NewTorus(c)
	p := twin.Distinct(set, twin.IdentityTiles(10000), twin.Swapped(twin.IdentityTiles(10000), 0, 1, 5, 7))
	for b.Loop() {
		if _, err := newGrouping(c, t).decide(context.Background(), p, puzzle.DefaultLimits()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWordTwists8x8(b *testing.B) {
	set := twin.MoveSet(b, 8, 8, "twist:2x2")
	c := moveset.Compile(set)
	rng := rand.New(rand.NewPCG(1, 1))
	p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 64))
	for b.Loop() {
		g := newGrouping(c, nil)
		d, err := g.decide(context.Background(), p, puzzle.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		if _, err = g.word(context.Background(), d, puzzle.DefaultLimits()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShorten10x10(b *testing.B) {
	set := twin.MoveSet(b, 10, 10, "shifts")
	c := moveset.Compile(set)
	rng := rand.New(rand.NewPCG(1, 1))
	g := newGrouping(c, moveset.NewTorus(c))
	p := twin.Walked(rng, twin.ShuffledInstance(rng, set, 100))
	d, err := g.decide(context.Background(), p, puzzle.DefaultLimits())
	if err != nil {
		b.Fatal(err)
	}
	word, err := g.word(context.Background(), d, puzzle.DefaultLimits())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		short := shorten(context.Background(), c, word, 1<<24)
		b.ReportMetric(float64(len(short)), "moves")
	}
}

// TestAssignerAgainstBoards settles small loose goals in both ways.
func TestAssignerAgainstBoards(t *testing.T) {
	ctx := context.Background()
	tried, refuted := 0, 0
	for seed := range uint64(1500) {
		p := Generate(rand.New(rand.NewPCG(seed, 41)), 1+int(seed%12))
		c := moveset.Compile(p.Moves)
		g := newGrouping(c, nil)
		a := g.aim(p, 0)
		if a.lost != nil || !g.parity.suit(g, a) {
			continue
		}
		st, err := g.structure(ctx, puzzle.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if st.Chain() == nil {
			continue
		}
		s, err := newLooseSearch(ctx, g, p, a, st)
		if err != nil {
			t.Fatal(err)
		}
		word, err := s.run(ctx, puzzle.DefaultLimits())
		if err != nil {
			continue
		}
		to, sure, err := newAssigner(s, st.Chain()).run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if to == nil && !sure {
			continue
		}
		tried++
		if (to != nil) != (word != nil) {
			t.Fatalf("seed %d: the assigner says %v and the search %v", seed, to, word)
		}
		if to == nil {
			refuted++
			continue
		}
		if err := g.assign(a, st, to); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		checkDecision(t, p, decision{verdict: puzzle.Solved, dest: a.dest})
		if in := st.Contains(permOf(a.dest)); !in.In() {
			t.Fatalf("seed %d: the assignment is not in the group: %v", seed, in.Reason)
		}
	}
	if t.Logf("%d tried, %d refuted", tried, refuted); tried < 100 || refuted < 10 {
		t.Error("too few")
	}
}
