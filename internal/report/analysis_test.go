package report_test

import (
	"bytes"
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/report"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// written is the page about an analysis.
func written(t *testing.T, a *report.Analysis) string {
	t.Helper()
	var page bytes.Buffer
	err := report.WriteAnalyses(context.Background(), &page, []*report.Analysis{a}, puzzle.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// TestFamilies wants a page about a puzzle of each family, with all that its analysis says.
func TestFamilies(t *testing.T) {
	for _, f := range families.All() {
		if !f.Can(puzzle.AskAnalyze) {
			continue
		}
		in := f.Generate(rand.New(rand.NewPCG(1, 2)), 9)
		a := &report.Analysis{In: in, Place: "here"}
		err := f.Analyze(context.Background(), in, puzzle.DefaultLimits(), func(fact puzzle.Fact) error {
			a.Facts = append(a.Facts, fact)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		page := written(t, a)
		for _, fact := range a.Facts {
			for _, line := range fact.Lines {
				if label := strings.NewReplacer("'", "&#39;").Replace(line.Label); !strings.Contains(page, ">"+label+"<") {
					t.Errorf("%s: %q is not on the page", f.Name(), line.Label)
				}
			}
			if len(fact.Lines) == 0 && fact.Pictures != nil {
				t.Errorf("%s: %s has pictures and no words", f.Name(), fact.Key)
			}
		}
		if strings.Contains(page, "://") || strings.Contains(page, "<script") {
			t.Errorf("%s: the page asks for something from outside", f.Name())
		}
	}
}

// TestPage wants words to be escaped, long ones to be cut, and limits to be said.
func TestPage(t *testing.T) {
	f := families.All()[0]
	in := f.Generate(rand.New(rand.NewPCG(1, 2)), 4).WithHead(puzzle.Head{Name: "a < b"})
	asked := 0
	line := func(label, text string) []puzzle.Line { return []puzzle.Line{{Label: label, Text: text}} }
	page := written(t, &report.Analysis{In: in, Place: "x&y", Stop: "no more <time>", Facts: []puzzle.Fact{
		{Key: "number", Lines: line("number", "12: as many as there are")},
		{Key: "silent"},
		{Key: "long", Lines: line("long", strings.Repeat("<", 7000))},
		{Key: "rows", Lines: line("rows", "\n  ab\n  cd")},
		{Key: "bars", Lines: line("bars", "1 at 0"), Distribution: puzzle.Distribution{Of: "boards", By: "moves",
			Bins: []puzzle.Bin{{From: new(big.Int), To: new(big.Int), Count: big.NewInt(1)}}}},
		{Key: "boards", Lines: line("boards", "none"), Pictures: func(scene.Window) []*scene.Scene { asked++; return nil }},
	}})
	for _, want := range []string{"<h1>a &lt; b</h1>", " · x&amp;y</p>", "no more &lt;time&gt;", "<dd class=\"rows\">ab\ncd</dd>",
		"<dd>12<small>as many as there are</small></dd>", "&lt; … and 1000 characters more</dd>", "<h2>bars</h2>",
		"<h2>boards</h2>"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if asked != 1 {
		t.Errorf("asked for boards %d times", asked)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := report.WriteAnalyses(gone, new(bytes.Buffer), []*report.Analysis{{In: in}}, puzzle.Limits{}); err == nil {
		t.Error("a page that was called off is whole")
	}
}
