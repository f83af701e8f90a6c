package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// boards34 are the boards of the 3 × 4 torus at each distance.
var boards34 = []int64{1, 14, 135, 1252, 11135, 93138, 732983, 5342410, 34108194, 155751268, 249363563, 33420160,
	177155, 186, 6}

// solvedOf is an instance of a set whose start and goal are the solved board.
func solvedOf(set *permute.MoveSet) *permute.Instance {
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Given: true,
		Goals: [][]permute.Tile{moveset.Identity(set.Rows * set.Cols)}, Start: moveset.Identity(set.Rows * set.Cols)}
	for i := range p.Start {
		p.Labels = append(p.Labels, string(rune('A'+i)))
	}
	return p
}

// TestIdleRow asks about the moves of a 3 × 4 torus on a board of 4 × 4: the last row takes no part, and all 12!
// boards of the rest fit 64 MiB. The table is the one of 3 × 4.
func TestIdleRow(t *testing.T) {
	ctx := context.Background()
	small := twin.MoveSet(t, 3, 4, "shifts")
	set := twin.Embedded(t, small, 4, 4, []int{0, 1, 2}, []int{0, 1, 2, 3}, false)
	s := NewSolver(Options{})
	p := solvedOf(set)
	lim := puzzle.Limits{Memory: 64 << 20}
	if a, b := gameOf(s, set).moving.Compiled, moveset.Compile(small); a.Key("ranked") != b.Key("ranked") ||
		search.PerimeterName(a) != search.PerimeterName(b) {
		t.Error("files for the board without its idle row have another name than those of 3 × 4")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := false
	err := s.Analyze(ctx, p, lim, func(f puzzle.Fact) error {
		if rows, ok := f.Value.([]atDistance); ok && f.Key == "distances" {
			found = true
			var got []string
			for _, r := range rows {
				got = append(got, r.Boards)
			}
			if strings.Join(got, " ") != strings.Trim(fmt.Sprint(boards34), "[]") {
				t.Errorf("%v", got)
			}
		}
		return nil
	})
	runtime.ReadMemStats(&after)
	if err != nil || !found {
		t.Fatalf("%v, distances found: %v", err, found)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 256<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
	// The table is there now.
	q, err := s.Scramble(ctx, p, 12, rand.New(rand.NewPCG(1, 2)), lim)
	if err != nil || !slices.Equal(q.Start[12:], p.Start[12:]) {
		t.Fatalf("%v, %v", q, err)
	}
	o, err := s.Solve(ctx, q, lim)
	if err != nil || o.Verdict != puzzle.Solved || o.Witness.Cost != 12 {
		t.Fatalf("%+v, %v", o, err)
	}
	alone := solvedOf(small)
	alone.Start = q.Start[:12]
	n, err := s.Count(ctx, q, lim)
	m, err2 := s.Count(ctx, alone, lim)
	if err != nil || err2 != nil || n.Cmp(m) != 0 || n.Sign() == 0 {
		t.Errorf("%v ways, %v; on 3 × 4 alone %v, %v", n, err, m, err2)
	}
	q.Goals = [][]permute.Tile{slices.Clone(p.Goals[0])}
	q.Goals[0][14], q.Goals[0][15] = q.Goals[0][15], q.Goals[0][14]
	if o, err := s.Solve(ctx, q, lim); err != nil || o.Verdict != puzzle.Impossible || o.Certificate.Orbit == nil {
		t.Errorf("another tile in an idle cell: %+v, %v", o, err)
	}
}

// TestOrbitsFit asserts what a table of the 812,851,200 boards of twist:3x3 on 4 × 4, two orbits of eight cells, is
// estimated to need, and that limits are asked before it is made.
func TestOrbitsFit(t *testing.T) {
	set := twin.MoveSet(t, 4, 4, "twist:3x3")
	c, ts := gameOf(NewSolver(Options{}), set).moving.Compiled, tables.NewShelf("")
	x := ts.Plan(c)
	if x == nil || x.Size() != 812851200 || len(x.Carries) != 8 {
		t.Fatalf("%+v", x)
	}
	wide, narrow := tables.NeedRanked(c, x, 4).Memory, tables.NeedRanked(c, x, 2).Memory
	if wide > 256<<20 || narrow > 128<<20 {
		t.Errorf("%d bytes at 4 bits a board, %d at 2", wide, narrow)
	}
	var le *puzzle.LimitError
	if _, err := ts.Distribution(context.Background(), c, nil, tables.DistributionOptions{},
		puzzle.Limits{Memory: 50 << 20}); !errors.As(err, &le) || le.Limit != "memory" {
		t.Error(err)
	}
	// Small ones that the orbits' groups go together in: S6 through its outer automorphism, and four orbits of 4 × 4
	// shifted by 2.
	for _, s := range []struct {
		rows, cols int
		words      string
		boards     int64
	}{{3, 4, "twist:3x3", 720}, {4, 4, "shifts:2", 165888}} {
		d, err := Distances(context.Background(), twin.MoveSet(t, s.rows, s.cols, s.words), tables.DistributionOptions{},
			puzzle.Limits{Memory: 256 << 20})
		if err != nil || d.Total != s.boards {
			t.Errorf("%d × %d %s: %+v, %v", s.rows, s.cols, s.words, d, err)
		}
	}
	// Two rows of eight that swaps leave apart: the search asks the context as the index is made, and in each level.
	ctx, cancel := context.WithCancel(context.Background())
	levels := 0
	lim := puzzle.Limits{OnProgress: func(puzzle.Progress) {
		if levels++; levels == 3 {
			cancel()
		}
	}}
	if _, err := ts.Distribution(ctx, c, nil, tables.DistributionOptions{}, lim); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestOrbitsOfAlikeTiles counts arrangements orbit by orbit: two orbits of ten cells with five tiles of a kind each
// have 252² boards, and 20 cells with ten have 184,756.
func TestOrbitsOfAlikeTiles(t *testing.T) {
	row := twin.MoveSet(t, 1, 10, "shift-right swap:adjacent")
	set := twin.Cycled(t, 2, 10, append(twin.Embedded(t, row, 2, 10, []int{0}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		false).Moves,
		twin.Renamed("x", twin.Embedded(t, row, 2, 10, []int{1}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, false).Moves)...)...)
	p := &permute.Instance{Rows: 2, Cols: 10, Moves: set, Labels: []string{"a", "b"}, Given: true,
		Start: make([]permute.Tile, 20), Goals: [][]permute.Tile{make([]permute.Tile, 20)}}
	for i := range 20 {
		p.Start[i] = permute.Tile(i % 2)
		p.Goals[0][i] = permute.Tile(i / 5 % 2)
	}
	s := NewSolver(Options{})
	st, err := gameOf(s, set).moving.Stage(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tables.NewRanked(st.Compiled, tables.NewTiles(st.Compiled, st.Instance))
	if err != nil || r.Size != 252*252 {
		t.Errorf("%d boards, %v", r.Size, err)
	}
	o, err := s.Solve(context.Background(), p, puzzle.DefaultLimits())
	if err != nil || o.Verdict != puzzle.Solved {
		t.Fatal(o, err)
	}
	half := func(from int) *permute.Instance {
		return &permute.Instance{Rows: 1, Cols: 10, Moves: row, Labels: p.Labels, Given: true, Start: p.Start[from : from+10],
			Goals: [][]permute.Tile{p.Goals[0][from : from+10]}}
	}
	sum := int64(0)
	for _, from := range []int{0, 10} {
		h, err := s.Solve(context.Background(), half(from), puzzle.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		sum += h.Witness.Cost
	}
	if o.Witness.Cost != sum {
		t.Errorf("%d; the rows alone take %d", o.Witness.Cost, sum)
	}
}
