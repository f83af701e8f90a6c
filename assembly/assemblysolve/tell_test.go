package assemblysolve

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/scene"
)

// telling is the family without a checker.
func telling() *puzzle.Family {
	data, s := assembly.Data(), NewSolver(Options{})
	return puzzle.Define(puzzle.Spec[*assembly.Instance, assembly.Witness, assembly.Certificate]{
		CheckSpec: puzzle.CheckSpec[*assembly.Instance, assembly.Witness, assembly.Certificate]{
			Data:             data,
			CheckWitness:     puzzletest.Believe[*assembly.Instance](data.Witnesses),
			CheckCertificate: puzzletest.Believe[*assembly.Instance](data.Certificates),
		},
		Solve:       s.Solve,
		Draw:        Draw,
		Generate:    Generate,
		TellWitness: []puzzle.KindTell[*assembly.Instance, assembly.Witness]{{Name: "moves", Tell: TellMoves}},
		TellCertificate: []puzzle.KindTell[*assembly.Instance, assembly.Certificate]{
			{Name: "cycle", Tell: TellCycle}, {Name: "stuck", Tell: TellStuck}, {Name: "blocked", Tell: TellBlocked},
			{Name: "exhausted", Tell: TellExhausted},
		},
	})
}

func explained(t *testing.T, p *assembly.Instance, style puzzle.Style) string {
	t.Helper()
	f := telling()
	in, err := f.InstanceOf(p)
	if err != nil {
		t.Fatal(err)
	}
	cl, err := f.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.Explain(context.Background(), &b, in, cl, style, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTellSolved(t *testing.T) {
	got := explained(t, shape(t, assembly.Sticky, "#R", "##"), puzzle.Style{Checked: true, Text: scene.Text{Width: 100}})
	const want = `start   target
.R      #R
..      ##

4 blocks, of which R, at (1, 2), is there from the start; sticky contact; board of 2 × 2 cells

solved with 3 moves in 2 steps, the fewest possible, from the block at (1, 2) (checked):
>2 >2 >1

> along row 2 stops at (2, 2)
> along row 2 stops at (2, 1); > along row 1 stops at (1, 1)

1: >2   2: >2 >1
.R      >R
.>      >#
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTellImpossible(t *testing.T) {
	for _, c := range []struct {
		p    *assembly.Instance
		want []string
	}{
		{shape(t, assembly.Frontal, "##.R", "#.##", "###."),
			[]string{"impossible (not checked)", "has to bump into", "before", "#:2", "R:1", "cycle: (1,4) – (1,2)"}},
		{shape(t, assembly.Frontal, "#####", "#...#", "##.##"),
			[]string{"None that is at an outer corner can leave", "(3, 2)", "blocked by", "(#)"}},
		{shape(t, assembly.Frontal, "..###", "..#.#", "#####", "#...#", "##.##"),
			[]string{"in each other's way for good", "\n  (5, 2)\n  (5, 4)\n", "# (#) . (#) #"}},
		{shape(t, assembly.Sticky, "#####", "#...#", "#..##", "##R.#"), []string{"sets of blocks", "SHA-256"}},
	} {
		got := explained(t, c.p, puzzle.Style{Text: scene.Text{Width: 400}})
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("no %q in\n%s", w, got)
			}
		}
	}
}

// TestTellUnproved wants said what is not proved, and of nothing else.
func TestTellUnproved(t *testing.T) {
	const rests = "(For sticky contact with a given first block this is tested, not proved.)"
	if got := explained(t, shape(t, assembly.Sticky, "###...", "#.#...", "#.#...", "#...#R", "###.#.", "..###."),
		puzzle.Style{Checked: true}); !strings.Contains(got, rests) {
		t.Error(got)
	}
	if got := explained(t, shape(t, assembly.Frontal, "R####", "#...#", "##.##"),
		puzzle.Style{Checked: true}); strings.Contains(got, rests) {
		t.Error(got)
	}
}

// story checks that scenes are valid, and returns the frames.
func story(t *testing.T, p *assembly.Instance) (puzzle.Story, []scene.Frame) {
	t.Helper()
	f := telling()
	in, err := f.InstanceOf(p)
	if err != nil {
		t.Fatal(err)
	}
	cl, err := f.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	st, err := f.Tell(context.Background(), in, cl, scene.Window{}, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d := Draw(p, scene.Window{})
	for _, s := range append(d.Scenes, st.Pictures...) {
		if err := s.Validate(); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
	}
	var frames []scene.Frame
	for fr, err := range st.Frames.All() {
		if err != nil {
			t.Fatal(err)
		}
		if fr.Scene != nil {
			if err := fr.Scene.Validate(); err != nil {
				t.Fatalf("%v: %v", p, err)
			}
		}
		frames = append(frames, fr)
	}
	return st, frames
}

// TestTellAll tells about every small shape, with blocks in place too: the frames are what Apply gives and can be begun
// anywhere, and the handles are the moves that Apply takes.
func TestTellAll(t *testing.T) {
	ctx, s := context.Background(), NewSolver(Options{})
	for n := 1; n <= 4; n++ {
		eachPlaced(t, n, func(p *assembly.Instance) {
			st, frames := story(t, p)
			d := Draw(p, scene.Window{})
			if d.Scenes[0].Done != (len(p.Start()) == n) {
				t.Fatalf("%v: done %v", p, d.Scenes[0].Done)
			}
			got := map[string]bool{}
			for _, h := range d.Scenes[0].Handles {
				if _, err := s.Apply(ctx, p, h.Move, puzzle.Limits{}); err != nil {
					t.Fatalf("%v: handle %q: %v", p, h.Move, err)
				}
				got[h.Move] = true
			}
			for _, m := range newTable(p).allMoves() {
				move := assembly.FormatMoves(sets.NoBlock(), []assembly.Move{m})
				if _, err := s.Apply(ctx, p, move, puzzle.Limits{}); (err == nil) != got[move] {
					t.Fatalf("%v: a handle for %q %v, and %v", p, move, got[move], err)
				}
			}
			if st.Title == "impossible" {
				return
			}
			now := p
			for k, fr := range frames {
				move := fr.Move
				if k == 0 && p.Start() == nil {
					move = assembly.FormatMoves(p.Blocks[fr.Scene.Pieces[0].ID], nil)
				}
				next, err := s.Apply(ctx, now, move, puzzle.Limits{})
				if err != nil {
					t.Fatalf("%v, frame %d, %q: %v", p, k, move, err)
				}
				now = next
				var ids []int32
				for _, piece := range fr.Scene.Pieces {
					ids = append(ids, int32(piece.ID))
				}
				if !slices.Equal(ids, now.Start()) || fr.Scene.Done != (len(ids) == n) {
					t.Fatalf("%v, frame %d: %v, want %v", p, k, ids, now.Start())
				}
				leapt, err := st.Frames.At(big.NewInt(int64(k)))
				if err != nil || leapt.Move != fr.Move || leapt.Sentence != fr.Sentence || len(leapt.Scene.Pieces) != len(ids) {
					t.Fatalf("%v: frame %d by a leap: %+v (%v), want %+v", p, k, leapt, err, fr)
				}
			}
			if len(now.Start()) != n {
				t.Fatalf("%v: the frames end at %v", p, now)
			}
		})
	}
}

// Answers that no checker would accept are told without a panic.
func TestTellNonsense(t *testing.T) {
	p := shape(t, assembly.Frontal, "##", "#.")
	far := assembly.Block{R: 1 << 29, C: 3}
	ctx := context.Background()
	for _, w := range []assembly.Witness{
		{}, {First: sets.NoBlock()},
		{First: far, Moves: []assembly.Move{assembly.MakeMove(assembly.Up, 7)}},
		{Moves: []assembly.Move{0, assembly.MakeMove(assembly.Up, assembly.MaxSide-1)}, Steps: []int32{-1, 5, 1 << 30}},
	} {
		st, err := TellMoves(ctx, p, &w, scene.Window{}, puzzle.Limits{})
		if err != nil {
			t.Error(err)
		}
		for _, err := range st.Frames.All() {
			if err != nil {
				t.Error(err)
			}
		}
		NewSolver(Options{}).Hint(p, w)
	}
	type tell = func(
		context.Context, *assembly.Instance, *assembly.Certificate, scene.Window, puzzle.Limits,
	) (puzzle.Story, error)
	for _, c := range []struct {
		tell tell
		cert assembly.Certificate
	}{
		{TellStuck, assembly.Certificate{Stuck: &assembly.Stuck{Remainder: []assembly.Block{far, {}}}}},
		{TellStuck, assembly.Certificate{Stuck: &assembly.Stuck{Moves: make([]assembly.Move, 9)}}},
		{TellCycle, assembly.Certificate{Cycle: &assembly.Cycle{Constraints: []assembly.Constraint{
			{Block: far, Because: 77}}}}},
		{TellCycle, assembly.Certificate{Cycle: &assembly.Cycle{}}},
		{TellBlocked, assembly.Certificate{Blocked: &assembly.Blocked{Blocks: []assembly.Block{far}}}},
		{TellExhausted, assembly.Certificate{Exhausted: &assembly.Exhausted{}}},
	} {
		if _, err := c.tell(ctx, p, &c.cert, scene.Window{}, puzzle.Limits{}); err != nil {
			t.Error(err)
		}
	}
}

// TestTellLarge draws a window of a large shape, and leaps to its last frames.
func TestTellLarge(t *testing.T) {
	p := comb(t, 30_000)
	w := scene.Corner(20, 60)
	d := Draw(p, w)
	if s := d.Scenes[0]; len(s.Pieces) != 1 || len(d.Scenes[1].Pieces) != 90 || s.Validate() != nil {
		t.Errorf("%d and %d pieces, %v", len(s.Pieces), len(d.Scenes[1].Pieces), s.Validate())
	}
	o, err := NewSolver(Options{}).Solve(context.Background(), p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	st, err := TellMoves(context.Background(), p, o.Witness, w, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	last := new(big.Int).Sub(st.Frames.Len, big.NewInt(1))
	f, err := st.Frames.At(last)
	if err != nil || !f.Scene.Done || len(f.Scene.Pieces) != 90 {
		t.Errorf("%v, %d pieces", err, len(f.Scene.Pieces))
	}
}
