package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/ways"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

func readLine(t testing.TB, line string) *permute.Instance {
	t.Helper()
	p, err := permute.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// story tells of an outcome, and writes what the middle would: the title, the way, notes and all frames.
func story(t testing.TB, p *permute.Instance, o permute.Outcome) string {
	t.Helper()
	ctx, window := context.Background(), scene.Text{}.Window()
	var s puzzle.Story
	var err error
	if o.Witness != nil {
		s, err = tellMoves(ctx, p, o.Witness, window, puzzle.Limits{})
	} else {
		for i, k := range permute.Data().Certificates {
			if k.Is(o.Certificate) {
				s, err = TellCertificate()[i].Tell(ctx, p, o.Certificate, window, puzzle.Limits{})
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", s.Title, s.Way)
	for _, n := range s.Notes {
		fmt.Fprintln(&b, n)
	}
	text := scene.Text{Width: 1000}
	if s.Frames.Len != nil && s.Frames.Len.Cmp(big.NewInt(100)) < 0 {
		err = text.Frames(&b, new(big.Int), s.Frames.All())
	}
	if err != nil && !errors.Is(err, puzzle.ErrInput) { // a claim about other moves
		t.Fatal(err)
	}
	return b.String()
}

func TestTellMoves(t *testing.T) {
	contest := readLine(t, "293/678/514 -> 624/579/183")
	word, err := permute.ParseWord("CW D1 R1^2 D3")
	if err != nil {
		t.Fatal(err)
	}
	w := &permute.Witness{Moves: word, Cost: 5, Length: 5, AtLeast: 2, Bound: permute.ByDistance,
		Unverified: &permute.Unverified{AtLeast: 5, Method: "a table", Ways: big.NewInt(3)}}
	const want = `solved in 5 moves, the fewest possible as the solver says
CW D1 R1^2 D3
no way has less than 2 moves: each tile has so far to go
CW: turn the whole grid clockwise by a quarter
D1: shift column 1 down by one
R1: shift row 1 right by one
D3: shift column 3 down by one

start   1: CW   2: D1   3: R1   4: R1   5: D3
2 9 3   5 6 2   4 6 2   2 4 6   6 2 4   6 2 3
6 7 8   1 7 9   5 7 9   5 7 9   5 7 9   5 7 4
5 1 4   4 8 3   1 8 3   1 8 3   1 8 3   1 8 9
`
	if got := story(t, contest, permute.Outcome{Verdict: puzzle.Solved, Witness: w}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What is not claimed is not said.
	hand := &permute.Witness{Moves: word, Cost: permute.Unclaimed, Length: permute.Unclaimed}
	if got := story(t, contest, permute.Outcome{Verdict: puzzle.Solved, Witness: hand}); !strings.HasPrefix(got,
		"solved with these moves\nCW D1 R1^2 D3\nCW: ") {
		t.Error(got)
	}
	// The least, to another goal at a cost.
	two := readLine(t, "12/34 -> 21/34 | 12/43 : shifts=3")
	step := &permute.Witness{Moves: []permute.Step{{Name: "R2", Times: 1}}, Cost: 3, Length: 1, AtLeast: 3,
		Bound: permute.BySearch, Goal: 1}
	if got, want := story(t, two, permute.Outcome{Verdict: puzzle.Solved, Witness: step}), `solved in 1 move at a cost of 3, to goal 2, the least possible
R2
no way has less: a search from both ends shows it
`; !strings.HasPrefix(got, want) {
		t.Error(got)
	}
}

// TestFramesLeap looks at frames within words that nobody could make move by move, and against the boards that Apply
// makes.
func TestFramesLeap(t *testing.T) {
	p := readLine(t, "123/456/789 : shifts")
	word := []permute.Step{{Name: "D2", Times: 2}, {Name: "R1", Times: 1_000_000_000_000_000}, {Name: "U3", Times: 1},
		{Name: "R1", Times: 1 << 60}}
	f := frames(context.Background(), p, word, scene.Window{})
	s := NewSolver(Options{})
	for _, n := range []int64{0, 1, 2, 3, 5, 1_000_000_000_000_001, 1_000_000_000_000_002, 1_000_000_000_000_003,
		1_000_000_000_000_004, 1 << 59} {
		left, made := n, []permute.Step{}
		for _, st := range word {
			if times := min(left, st.Times); times > 0 {
				made = append(made, permute.Step{Name: st.Name, Times: times})
				left -= times
			}
		}
		frame, err := f.At(big.NewInt(n))
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Apply(context.Background(), p, permute.FormatWord(made), puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for i, piece := range frame.Scene.Pieces {
			if label := p.Label(q.Start[i]); piece.Label != label || p.Label(p.Start[piece.ID]) != label {
				t.Fatalf("frame %d: piece %d of cell %d is %s, not %s", n, piece.ID, i, piece.Label, label)
			}
		}
		if n > 0 && frame.Move != made[len(made)-1].Name {
			t.Errorf("frame %d: the move %s", n, frame.Move)
		}
	}
	if f.Len.Int64() != 2+1_000_000_000_000_000+1+1<<60+1 {
		t.Error(f.Len)
	}
}

// TestHandles makes the move of each handle once, each in a place of its own.
func TestHandles(t *testing.T) {
	for line, n := range map[string]int{"123/456/789 : shifts": 12, "1234/5678 : drag twist:2x2": 6 + 4 + 6,
		"123/456/789 : rotate swap:adjacent": 14, "1 : shifts": 0} {
		d := Draw(readLine(t, line), scene.Window{})
		s := d.Scenes[0]
		if err := s.Validate(); err != nil || len(s.Handles) != n {
			t.Errorf("%s: %d handles, not %d; %v", line, len(s.Handles), n, err)
		}
		seen := map[scene.Handle]bool{}
		for _, h := range s.Handles {
			h.Move, h.Label, h.Key = "", "", ""
			if seen[h] {
				t.Errorf("%s: two handles %+v", line, h)
			}
			seen[h] = true
		}
	}
}

func TestTellImpossible(t *testing.T) {
	tests := []struct{ line, want string }{
		{"213/456/789 : shift-right shift-down rotate-cw",
			"But the goal takes an odd number, 1 swap: each of these goes where the next one is: 2 → 1 → 2."},
		{"1234/5678/9abc/defg -> 2134/5678/9abc/defg : shifts:2",
			"In (1,1), (1,3), (3,1) and (3,3) the goal wants the tile 2 once; the start has none there."},
		{"123/456 -> 213/456 : twist:2x2", "The moves make 120 of the 720 permutations of the cells at most."},
		{"123/456 -> 213/456 : twist:2x2", "With the tiles 1, 2 and 3 where the goal wants them, the places of all others " +
			"are settled: tile 5 in (2,2) gets to (2,3), and the goal wants it in (2,2)."},
		{"123/456/789 -> 321/654/..7 | 132/456/7.. : rotate=2", "4 boards can be reached from the start."},
		{"1234 -> 3214 : mirror-left-right", "In (1,1) and (1,4) the goal wants the tile 3 once; the start has none there."},
		{"123/456/789 -> 341/256/789 : rotate", "The tiles 1 in (1,1) and 9 in (3,3) share a block; the goal wants them in " +
			"(1,3) and (3,3), which do not."},
	}
	for _, test := range tests {
		p := readLine(t, test.line)
		c := moveset.Compile(p.Moves)
		d, err := group.New(nil, c, moveset.NewTorus(nil, c)).Decide(context.Background(), p, puzzle.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if got := story(t, p, permute.Outcome{Verdict: d.Verdict, Certificate: d.Certificate}); !strings.Contains(got,
			test.want) {
			t.Errorf("%q is not in\n%s", test.want, got)
		}
	}
}

// TestTellAll tells of decisions about generated boards, with words, and without a panic on other boards than the
// claim's.
func TestTellAll(t *testing.T) {
	ctx := context.Background()
	var before []*permute.Instance
	for seed := range uint64(300) {
		p := generate.Instance(rand.New(rand.NewPCG(seed, 4)), 1+int(seed%17))
		c := moveset.Compile(p.Moves)
		g := ways.NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
		if err != nil && !errors.Is(err, puzzle.ErrLimit) {
			t.Fatal(err)
		}
		o := permute.Outcome{Verdict: d.Verdict, Certificate: d.Certificate}
		if d.Verdict == puzzle.Solved {
			word, err := g.Word(ctx, d, puzzle.DefaultLimits())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			o.Witness = &permute.Witness{Goal: d.Goal}
			for _, m := range append(d.Head, word...) {
				o.Witness.Moves = append(o.Witness.Moves, permute.Step{Name: p.Moves.Moves[m].Name, Times: 1})
				o.Witness.Length++
				o.Witness.Cost += c.Moves[m].Cost
			}
			if text := NewSolver(Options{}).Hint(p, *o.Witness); (text == "") != (len(o.Witness.Moves) == 0) {
				t.Fatalf("seed %d: the hint is %q", seed, text)
			}
		}
		if d.Verdict == puzzle.Unknown {
			continue
		}
		if text := story(t, p, o); !strings.Contains(text, d.Verdict.String()) {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
		for _, q := range before {
			story(t, q, o)
		}
		if before = append(before, p); len(before) > 12 {
			before = before[1:]
		}
	}
}

func TestInWords(t *testing.T) {
	tests := []struct {
		rows, cols        int
		words, move, want string
	}{
		{3, 4, "shifts", "R2", "shift row 2 right by one"},
		{3, 4, "shifts", "L1", "shift row 1 left by one"},
		{3, 4, "shifts", "U4", "shift column 4 up by one"},
		{3, 4, "drag:right", "R1*3", "shift row 1 left by one"},
		{2, 2, "shift-right", "R1", "shift row 1 right by one"},
		{3, 3, "rotate-cw", "CW", "turn the whole grid clockwise by a quarter"},
		{3, 3, "rotate", "CCW", "turn the whole grid counterclockwise by a quarter"},
		{4, 3, "rotate-180", "HALF", "turn the whole grid by a half"},
		{4, 3, "mirror-left-right", "MLR", "mirror the whole grid, left and right"},
		{4, 3, "mirror-up-down", "MUD", "mirror the whole grid, up and down"},
		{4, 4, "twist:2x2", "T2,3'", "turn the 2 × 2 window at (2,3) counterclockwise by a quarter"},
		{4, 4, "twist:3x3", "T1,2*3", "turn the 3 × 3 window at (1,2) clockwise by a quarter"},
		{3, 3, "swap:adjacent", "S1,1-1,2", "swap (1,1) and (1,2)"},
	}
	for _, test := range tests {
		set := twin.MoveSet(t, test.rows, test.cols, test.words)
		i, ok := set.Find(test.move)
		if !ok {
			t.Fatal(test.move)
		}
		if got := inWords(test.rows, test.cols, &set.Moves[i]); got != test.want {
			t.Errorf("%s: %s, want %s", test.move, got, test.want)
		}
	}
	m := &permute.Move{Cycles: [][]int32{{0, 1, 3}, {4, 5}}}
	if got, want := inWords(2, 3, m), "move tiles round (1,1) → (1,2) → (2,1) → (1,1); swap (2,2) and (2,3)"; got != want {
		t.Error(got)
	}
	p := readLine(t, "12/34 -> 21/34 : shifts")
	if got := NewSolver(Options{}).Hint(p,
		permute.Witness{Moves: []permute.Step{{Name: "R1", Times: 3}}}); got != "R1: shift row 1 right by one, 3 times" {
		t.Error(got)
	}
	if got := NewSolver(Options{}).Hint(p, permute.Witness{}); got != "" {
		t.Error(got)
	}
}

func ExampleGenerate() {
	p := generate.Instance(rand.New(rand.NewPCG(1, 1)), 9)
	fmt.Println(p.Rows*p.Cols <= 9, p.Validate())
	// Output: true <nil>
}

// TestPrepare makes ahead what is then looked up at once, or nothing where nothing is to be made.
func TestPrepare(t *testing.T) {
	ctx, lim := context.Background(), puzzle.Limits{VerdictOnly: true}
	for line, looked := range map[string]bool{"293/678/514 -> 624/579/183": true,
		"123456/789abc/defghi -> 213456/789abc/defghi : shifts": false} {
		s, p := NewSolver(Options{}), readLine(t, line)
		if _, ok := s.Quick(p, lim); ok {
			t.Fatal("there is a table before it is made")
		}
		if err := s.Prepare(ctx, p, puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
		if _, ok := s.Quick(p, lim); ok != looked {
			t.Errorf("%s: a table: %v", line, ok)
		}
	}
	if err := NewSolver(Options{}).Prepare(ctx, &permute.Instance{}, lim); !errors.Is(err, puzzle.ErrInput) {
		t.Error(err)
	}
}
