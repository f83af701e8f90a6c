package assemblysolve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

func facts(t *testing.T, p *assembly.Instance) map[string]puzzle.Fact {
	t.Helper()
	out := map[string]puzzle.Fact{}
	err := NewSolver(Options{}).Analyze(context.Background(), p, puzzle.Limits{}, func(f puzzle.Fact) error {
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
			"blocks": 11, "links": 10, "tree": true, "holes": 0, "contact": "frontal", "buildable": false,
			"first_blocks": `{"count":0,"can":[]}`,
			"largest_part": `{"at_least":10,"at_most":10,"left_out":[[3,4]]}`,
			"supports":     `{"at_least":1,"at_most":1,"blocks":[[3,3]]}`,
		}},
		{"###/#.#/###", map[string]any{"links": 8, "tree": false, "holes": 1, "buildable": true,
			"first_blocks": `{"count":8,"cannot":[]}`}},
		{"#", map[string]any{"blocks": 1, "buildable": true, "steps": `{"at_least":0,"at_most":0,"first":[1,1]}`,
			"first_blocks": `{"count":1,"cannot":[]}`}},
		{"R##", map[string]any{"buildable": true, "steps": `{"at_least":2,"at_most":2,"first":[1,1]}`,
			"pipeline": `{"stations":2,"added":1}`, "first_block": "[1,1]", "first_blocks": `{"count":3,"cannot":[]}`}},
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
	err := NewSolver(Options{}).Analyze(context.Background(), shape(t, assembly.Frontal, "##"), puzzle.Limits{},
		func(puzzle.Fact) error {
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
	p := shape(t, assembly.Frontal, strings.Repeat("#", n), "#"+strings.Repeat(".", n-2)+"#",
		strings.Repeat("#", n/2-5)+strings.Repeat(".", 10)+strings.Repeat("#", n/2-5))
	fact := facts(t, p)["largest_part"]
	value, ok := fact.Value.(largest)
	if !ok || value.AtLeast+len(value.LeftOut) != len(p.Blocks) || len(value.LeftOut) <= maxListed {
		t.Fatalf("%+v", fact)
	}
	if text, want := fact.Lines[1].Text, fmt.Sprintf(" and %d more (--json lists all)",
		len(value.LeftOut)-maxListed); !strings.HasSuffix(text, want) {
		t.Errorf("%s, want %s at the end", text, want)
	}
}
