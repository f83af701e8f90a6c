package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/ways"
	"github.com/gridwright/gridwright/puzzle"
)

func readLine(t testing.TB, line string) *permute.Instance {
	t.Helper()
	p, err := permute.ReadLine(puzzle.DefaultLimits().Meter(context.Background()), grid.NewScanner(strings.NewReader(line+"\n"), -1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func explained(t testing.TB, p *permute.Instance, o permute.Outcome, checked bool) string {
	t.Helper()
	var b strings.Builder
	if err := Explain(&b, p, o, puzzle.Style{Checked: checked}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestExplainNoMethod explains what somebody says is the least and does not say why.
func TestExplainNoMethod(t *testing.T) {
	contest := readLine(t, "293/678/514 -> 624/579/183")
	word, err := permute.ParseWord("CW D1 R1^2 D3")
	if err != nil {
		t.Fatal(err)
	}
	w := permute.Witness{Moves: word, Cost: 5, Length: 5, Unverified: &permute.Unverified{AtLeast: 5}}
	var text strings.Builder
	o := permute.Outcome{Verdict: puzzle.Solved, Witness: &w}
	if err := Explain(&text, contest, o, puzzle.Style{Checked: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "\nnot verified by the checker: no way has less\n") {
		t.Error(text.String())
	}
}

func TestExplainSolved(t *testing.T) {
	contest := readLine(t, "293/678/514 -> 624/579/183")
	word, err := permute.ParseWord("CW D1 R1^2 D3")
	if err != nil {
		t.Fatal(err)
	}
	w := &permute.Witness{Moves: word, Cost: 5, Length: 5, AtLeast: 2, Bound: permute.ByDistance,
		Unverified: &permute.Unverified{AtLeast: 5, Method: "a table", Ways: big.NewInt(3)}}
	const want = `start    goal
2 9 3    6 2 4
6 7 8    5 7 9
5 1 4    1 8 3

moves: shift-right, shift-down, rotate-cw (7 moves in all)
solved in 5 moves (the moves are checked), the fewest possible as the solver says (not checked):
  1  CW D1 R1^2 D3
no way has less than 2 moves: verified by how far each tile has to go
not verified by the checker: no way has less; found by a table
not verified by the checker: there are 3 ways of that cost

CW: turn the whole grid clockwise by a quarter
D1: shift column 1 down by one
R1: shift row 1 right by one
D3: shift column 3 down by one

1: CW      2: D1      4: R1^2    5: D3
5 6 2      4 6 2      6 2 4      6 2 3
1 7 9      5 7 9      5 7 9      5 7 4
4 8 3      1 8 3      1 8 3      1 8 9
`
	if got := explained(t, contest, permute.Outcome{Verdict: puzzle.Solved, Witness: w}, true); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What is not claimed is not said.
	hand := &permute.Witness{Moves: word, Cost: permute.Unclaimed, Length: permute.Unclaimed}
	if got := explained(t, contest, permute.Outcome{Verdict: puzzle.Solved, Witness: hand}, true); !strings.Contains(got, "\nsolved with these moves (checked):\n  1  CW D1 R1^2 D3\n\nCW: ") {
		t.Error(got)
	}
	// The least, a long one, and one to another goal at a cost.
	long := &permute.Witness{Cost: 3000, Length: 1000, AtLeast: 3000, Bound: permute.BySearch, Goal: 1}
	for range 500 {
		long.Moves = append(long.Moves, permute.Step{Name: "R1", Times: 1}, permute.Step{Name: "D2", Times: 1})
	}
	two := readLine(t, "12/34 -> 21/34 | 12/43 : shifts=3")
	got := explained(t, two, permute.Outcome{Verdict: puzzle.Solved, Witness: long}, false)
	for _, part := range []string{
		"moves: shifts at a cost of 3 (8 moves in all)", "solved in 1000 moves at a cost of 3000, to goal 2, the least possible (not checked):",
		"\n     1  R1 D2 R1", "  … and ", "no way has less: the claim says so, by a search from both ends",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
}

func TestExplainImpossible(t *testing.T) {
	tests := []struct{ line, want string }{
		{"213/456/789 : shift-right shift-down rotate-cw", "But the goal asks for cycles of 2 tiles: 1 swap, an odd permutation."},
		{"213/456/789 : shift-right shift-down rotate-cw", "no goal was given: it is the natural order of the tiles"},
		{"1234/5678/9abc/defg -> 2134/5678/9abc/defg : shifts:2", "In [1, 1] [1, 3] [3, 1] [3, 3] the goal wants the tile 2 once; the start has none there."},
		{"123/456 -> 213/456 : twist:2x2", "the moves make 120 of the 720 permutations of the cells at most"},
		{"123/456/789 -> 321/654/..7 | 132/456/7.. : rotate=2", "4 boards can be reached from the start."},
		{"1234 -> 3214 : mirror-left-right", "In [1, 1] [1, 4] the goal wants the tile 3 once; the start has none there."},
		{"123/456/789 -> 341/256/789 : rotate", "The tiles 1 in [1, 1] and 9 in [3, 3] share a block; the goal wants them in [1, 3] and [3, 3], which do not."},
	}
	for _, test := range tests {
		p := readLine(t, test.line)
		c := moveset.Compile(p.Moves)
		d, err := group.New(nil, c, moveset.NewTorus(nil, c)).Decide(context.Background(), p, puzzle.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if got := explained(t, p, permute.Outcome{Verdict: d.Verdict, Certificate: d.Certificate}, false); !strings.Contains(got, test.want) {
			t.Errorf("%q is not in\n%s", test.want, got)
		}
	}
}

// TestExplainAll explains decisions about generated boards, with words, and without a panic on other boards than the claim's.
func TestExplainAll(t *testing.T) {
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
			if text := Hint(p, *o.Witness); (text == "") != (len(o.Witness.Moves) == 0) {
				t.Fatalf("seed %d: the hint is %q", seed, text)
			}
		}
		if text := explained(t, p, o, true); !strings.Contains(text, d.Verdict.String()) {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
		for _, q := range before {
			if err := Explain(io.Discard, q, o, puzzle.Style{Color: true}); err != nil {
				t.Fatal(err)
			}
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
		{4, 4, "twist:2x2", "T2,3'", "turn the 2 × 2 window at [2, 3] counterclockwise by a quarter"},
		{4, 4, "twist:3x3", "T1,2*3", "turn the 3 × 3 window at [1, 2] clockwise by a quarter"},
		{3, 3, "swap:adjacent", "S1,1-1,2", "swap [1, 1] and [1, 2]"},
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
	if got, want := inWords(2, 3, m), "move tiles round [1, 1] → [1, 2] → [2, 1] → [1, 1]; swap [2, 2] and [2, 3]"; got != want {
		t.Error(got)
	}
	p := readLine(t, "12/34 -> 21/34 : shifts")
	if got := Hint(p, permute.Witness{Moves: []permute.Step{{Name: "R1", Times: 3}}}); got != "R1: shift row 1 right by one, 3 times" {
		t.Error(got)
	}
	if got := Hint(p, permute.Witness{}); got != "" {
		t.Error(got)
	}
}

func ExampleGenerate() {
	p := generate.Instance(rand.New(rand.NewPCG(1, 1)), 9)
	fmt.Println(p.Rows*p.Cols <= 9, p.Validate())
	// Output: true <nil>
}
