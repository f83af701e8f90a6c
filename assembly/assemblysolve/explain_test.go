package assemblysolve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

func explained(t *testing.T, p *assembly.Instance, style puzzle.Style) string {
	t.Helper()
	o, err := NewSolver().Solve(context.Background(), p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Explain(&b, p, o, style); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestExplainSolved(t *testing.T) {
	got := explained(t, shape(t, assembly.Sticky, "#R", "##"), puzzle.Style{Checked: true})
	const want = `#R
##
4 blocks, of which R, at (1, 2), is there from the start; sticky contact; board of 2 × 2 cells

solved (checked) with 3 moves in 2 steps, the fewest possible, from the block at (1, 2):
  1. > along row 2 stops at (2, 2)
  2. > along row 2 stops at (2, 1); > along row 1 stops at (1, 1)

start    step 1   step 2
.R       .R       >R
..       .>       >#
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestExplainImpossible(t *testing.T) {
	for _, c := range []struct {
		p    *assembly.Instance
		want []string
	}{
		{shape(t, assembly.Frontal, "##.R", "#.##", "###."), []string{"impossible (not checked)", "has to bump into", "before"}},
		{shape(t, assembly.Frontal, "#####", "#...#", "##.##"), []string{"None that is at an outer corner can leave", "(3, 2)", "blocked by"}},
		{shape(t, assembly.Frontal, "..###", "..#.#", "#####", "#...#", "##.##"), []string{"in each other's way for good", "\n  (5, 2)\n  (5, 4)\n"}},
		{shape(t, assembly.Sticky, "#####", "#...#", "#..##", "##R.#"), []string{"sets of blocks", "SHA-256"}},
	} {
		got := explained(t, c.p, puzzle.Style{})
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("no %q in\n%s", w, got)
			}
		}
	}
}

// TestExplainUnproved wants nothing called checked that rests on what is not proved.
func TestExplainUnproved(t *testing.T) {
	rows := []string{"###...", "#.#...", "#.#...", "#...#R", "###.#.", "..###."}
	const rests = "(For sticky contact with a given first block this is tested, not proved.)"
	got := explained(t, shape(t, assembly.Sticky, rows...), puzzle.Style{Checked: true})
	if !strings.Contains(got, rests) || !strings.Contains(got, "impossible (the moves and what is left are checked)") || strings.Contains(got, "(checked)") {
		t.Error(got)
	}
	ring := []string{"R####", "#...#", "##.##"}
	if got := explained(t, shape(t, assembly.Frontal, ring...), puzzle.Style{Checked: true}); strings.Contains(got, rests) || !strings.Contains(got, "impossible (checked)") {
		t.Error(got)
	}
}

// Every answer about every small shape is explained, with colours and without; the colours change nothing else.
func TestExplainAll(t *testing.T) {
	for n := 1; n <= 6; n++ {
		err := freePolyominoes(context.Background(), n, func(cells []assembly.Block) error {
			for root := int32(assembly.NoRoot); int(root) < n; root++ {
				p, err := shapeOf(slices.Clone(cells), assembly.Contact(n&1))
				if err != nil {
					return err
				}
				p.Root = root
				plain := explained(t, p, puzzle.Style{})
				colored := explained(t, p, puzzle.Style{Color: true})
				for _, hue := range []int{hueFirst, hueNew, hueGone, 0} {
					colored = strings.ReplaceAll(colored, fmt.Sprintf("\x1b[%dm", hue), "")
				}
				if plain != colored || !strings.Contains(plain, "solved") || strings.Contains(plain, "nothing there") {
					t.Fatalf("%s\n%s", plain, colored)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Answers that no checker would accept are explained without a panic.
func TestExplainNonsense(t *testing.T) {
	p := shape(t, assembly.Frontal, "##", "#.")
	far := assembly.Block{R: 1 << 29, C: 3}
	for _, o := range []assembly.Outcome{
		{},
		{Stopped: &puzzle.Stopped{Limit: "time", Msg: "stopped after 1s"}},
		{Verdict: puzzle.Solved},
		{Verdict: puzzle.Solved, Witness: &assembly.Witness{First: far, Moves: []assembly.Move{assembly.MakeMove(assembly.Up, 7)}}},
		{Verdict: puzzle.Solved, Witness: &assembly.Witness{Moves: []assembly.Move{0}, Steps: []int32{-1, 5, 1 << 30}}},
		{Verdict: puzzle.Impossible},
		{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{}},
		{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Stuck: &assembly.Stuck{Remainder: []assembly.Block{far, {}}}}},
		{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Stuck: &assembly.Stuck{Moves: make([]assembly.Move, 9)}}},
		{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Cycle: &assembly.Cycle{Constraints: []assembly.Constraint{{Block: far, Because: 77}}}}},
	} {
		if err := Explain(io.Discard, p, o, puzzle.Style{}); err != nil {
			t.Error(err)
		}
	}
}

func facts(t *testing.T, p *assembly.Instance) map[string]puzzle.Fact {
	t.Helper()
	out := map[string]puzzle.Fact{}
	err := Analyze(context.Background(), p, puzzle.Limits{}, func(f puzzle.Fact) error {
		if _, twice := out[f.Key]; twice {
			t.Errorf("%q comes twice", f.Key)
		}
		out[f.Key] = f
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAnalyze(t *testing.T) {
	for _, c := range []struct {
		rows string
		want map[string]any // as documents have it
	}{
		{"#####/#...#/##.##", map[string]any{
			"blocks": 11, "links": 10, "tree": true, "holes": 0, "contact": "frontal", "buildable": false, "first_blocks": `{"count":0,"can":[]}`,
			"largest_part": `{"at_least":10,"at_most":10,"left_out":[[3,4]]}`, "supports": `{"at_least":1,"at_most":1,"blocks":[[3,3]]}`,
		}},
		{"###/#.#/###", map[string]any{"links": 8, "tree": false, "holes": 1, "buildable": true, "first_blocks": `{"count":8,"cannot":[]}`}},
		{"#", map[string]any{"blocks": 1, "buildable": true, "steps": `{"at_least":0,"at_most":0,"first":[1,1]}`, "first_blocks": `{"count":1,"cannot":[]}`}},
		{"R##", map[string]any{"buildable": true, "steps": `{"at_least":2,"at_most":2,"first":[1,1]}`, "pipeline": `{"stations":2,"added":1}`, "first_block": "[1,1]", "first_blocks": `{"count":3,"cannot":[]}`}},
	} {
		got := facts(t, shape(t, assembly.Frontal, strings.Split(c.rows, "/")...))
		for name, want := range c.want {
			if name == "contact" {
				want = `"` + want.(string) + `"`
			}
			if text, err := json.Marshal(got[name].Value); err != nil || string(text) != fmt.Sprint(want) {
				t.Errorf("%s: %s is %s, want %v", c.rows, name, text, want)
			}
		}
	}
	// What yields an error stops there.
	stop := errors.New("enough")
	n := 0
	err := Analyze(context.Background(), shape(t, assembly.Frontal, "##"), puzzle.Limits{}, func(puzzle.Fact) error {
		if n++; n == 3 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || n != 3 {
		t.Error(n, err)
	}
}

// TestAnalyzeLongLists wants lists that are too long for a person to be whole in documents.
func TestAnalyzeLongLists(t *testing.T) {
	n := maxListed + 80
	p := shape(t, assembly.Frontal, strings.Repeat("#", n), "#"+strings.Repeat(".", n-2)+"#", strings.Repeat("#", n/2-5)+strings.Repeat(".", 10)+strings.Repeat("#", n/2-5))
	fact := facts(t, p)["largest_part"]
	value, ok := fact.Value.(largest)
	if !ok || value.AtLeast+len(value.LeftOut) != len(p.Blocks) || len(value.LeftOut) <= maxListed {
		t.Fatalf("%+v", fact)
	}
	if text, want := fact.Lines[1].Text, fmt.Sprintf(" and %d more (--json lists all)", len(value.LeftOut)-maxListed); !strings.HasSuffix(text, want) {
		t.Errorf("%s, want %s at the end", text, want)
	}
}
