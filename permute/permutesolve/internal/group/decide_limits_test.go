package group

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

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
	if d, err := New(nil, c, nil).Decide(ctx, p, lim); !errors.As(err, &limit) || limit.Limit != "memory" {
		t.Errorf("with little memory: %v, %v", d.Verdict, err)
	}
	d, err := New(nil, c, nil).Decide(ctx, p, puzzle.DefaultLimits())
	if err != nil || d.Verdict != puzzle.Solved {
		t.Errorf("%v, %v", d.Verdict, err)
	}
	p.Goals[0] = twin.Swapped(twin.IdentityTiles(80), 0, 1)
	d, err = New(nil, c, nil).Decide(ctx, p, puzzle.DefaultLimits())
	if err != nil || twin.CertificateKind(d.Certificate) != "blocks" {
		t.Errorf("%v, %s, %v", d.Verdict, twin.CertificateKind(d.Certificate), err)
	}
	checkDecision(t, p, d)
	big := twin.MoveSet(t, 5, 5, "shifts")
	p = twin.Distinct(big, twin.IdentityTiles(25), twin.Swapped(twin.IdentityTiles(25), 0, 1))
	p.Goals[0][24] = permute.Any // one free cell: the tile that is left belongs there
	d, err = New(nil, moveset.Compile(big), moveset.NewTorus(nil, moveset.Compile(big))).Decide(ctx, p,
		puzzle.DefaultLimits())
	if err != nil || twin.CertificateKind(d.Certificate) != "parity" {
		t.Errorf("an odd goal with one free cell: %v, %v", d.Verdict, err)
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
	d, err = New(nil, moveset.Compile(big), moveset.NewTorus(nil, moveset.Compile(big))).Decide(ctx, p,
		puzzle.DefaultLimits())
	if err != nil || twin.CertificateKind(d.Certificate) != "characters" {
		t.Errorf("an odd goal beside tiles that are alike: %v, %v", d.Verdict, err)
	}
	checkDecision(t, p, d)
	quick := puzzle.DefaultLimits()
	quick.VerdictOnly = true
	if d, err := New(nil, moveset.Compile(big), moveset.NewTorus(nil, moveset.Compile(big))).Decide(ctx, p,
		quick); d.Verdict != puzzle.Impossible || err != nil {
		t.Errorf("the verdict alone: %v, %v", d.Verdict, err)
	}
}

func BenchmarkDecide100x100(b *testing.B) {
	set := twin.MoveSet(b, 100, 100, "shifts")
	c := moveset.Compile(set)
	t := moveset.NewTorus(nil, c)
	p := twin.Distinct(set, twin.IdentityTiles(10000), twin.Swapped(twin.IdentityTiles(10000), 0, 1, 5, 7))
	for b.Loop() {
		if _, err := New(nil, c, t).Decide(context.Background(), p, puzzle.DefaultLimits()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAssignerAgainstBoards settles small loose goals in both ways.
func TestAssignerAgainstBoards(t *testing.T) {
	ctx := context.Background()
	tried, refuted := 0, 0
	for seed := range uint64(1500) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 41)), 1+int(seed%12))
		c := moveset.Compile(p.Moves)
		g := New(nil, c, nil)
		a := g.aim(p, 0)
		if a.lost != nil || !g.Parity.suit(g, a) {
			continue
		}
		st, err := g.Structure(ctx, puzzle.DefaultLimits())
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
		checkDecision(t, p, Decision{Verdict: puzzle.Solved, Dest: a.dest})
		if in := st.Contains(permOf(a.dest)); !in.In() {
			t.Fatalf("seed %d: the assignment is not in the group: %v", seed, in.Reason)
		}
	}
	if t.Logf("%d tried, %d refuted", tried, refuted); tried < 100 || refuted < 10 {
		t.Error("too few")
	}
}
