package puzzle_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// TestBadHeads wants one sentence with its place for what a head may not be.
func TestBadHeads(t *testing.T) {
	f := halvings()
	for field, want := range map[string]string{
		`"name":7`:                 "line 1, column 40: name must be a text, not a number",
		`"name":""`:                "line 1, column 41: name is empty; leave it out instead",
		`"name":" \u2003 "`:        "line 1, column 41: name is blank; leave it out instead",
		`"author":" "`:             "line 1, column 43: author is blank; leave it out instead",
		`"name":"ab` + "\\n" + `"`: "line 1, column 43: name holds U+000A, which is no character of a line of text",
		`"author":"\u001b[2J"`:     "line 1, column 43: author holds U+001B, which is no character of a line of text",
		`"comment":"` + strings.Repeat("ä", 10001) + `"`: "line 1, column 44: comment has more than 10000 characters",
		`"case":0`:    "line 1, column 40: case is 0; it must be from 1 to 9007199254740991",
		`"title":"x"`: `no field "title"`,

		`"claimed":{}`:                     "line 1, column 43: nothing is claimed here; say minimum or solution, or leave claimed out",
		`"claimed":{"minimum":"1.5"}`:      "line 1, column 55: the claimed minimum",
		`"claimed":{"solution":""}`:        "line 1, column 56: solution is empty; leave it out instead",
		`"claimed":{"solution":"a\u0007"}`: "line 1, column 57: solution holds U+0007",
		`"claimed":{"best":1}`:             `no field "best"`,
	} {
		for _, rest := range []string{`,"n":4}`, `,"count":"1"}`} {
			doc := `{"family":"halving","version":3,` + field + rest
			v, err := document.ParseJSON([]byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(rest, "count") {
				_, err = f.DecodeClaim(nil, &v)
			} else {
				_, err = f.DecodeInstances(nil, &v)
			}
			if err == nil || !strings.Contains(err.Error(), want) || !errors.Is(err, puzzle.ErrInput) {
				t.Errorf("%.80s: %v, want %s", doc, err, want)
			}
		}
	}
	in := f.Generate(rand.New(rand.NewPCG(1, 1)), 3).WithHead(puzzle.Head{Name: "two\nlines"})
	if _, err := in.AppendJSON(nil); !errors.Is(err, puzzle.ErrInput) {
		t.Errorf("a head that no document may have is written: %v", err)
	}
}

// TestHeadsStay wants Apply to keep what the document says of itself.
func TestHeadsStay(t *testing.T) {
	f := halvings()
	head := puzzle.Head{Name: "n", Author: "a", Comment: "c\nd", File: "f", Case: 2}
	in := f.Generate(rand.New(rand.NewPCG(1, 1)), 3).WithHead(head)
	out, err := f.Apply(context.Background(), in, "ab", puzzle.Limits{})
	if err != nil || out.Head() != head {
		t.Errorf("%+v, %v", out.Head(), err)
	}
	claimed := head
	claimed.Claimed = puzzle.Claimed{Minimum: "3"}
	out, err = f.Apply(context.Background(), in.WithHead(claimed), "ab", puzzle.Limits{})
	if err != nil || out.Head() != head {
		t.Errorf("what is claimed about one board is claimed about the next: %+v, %v", out.Head(), err)
	}
	if in.WithHead(puzzle.Head{}).Head() != (puzzle.Head{}) || in.Head() != head {
		t.Error("WithHead changes its receiver, or not its result")
	}
}

// TestKeys tries names of facts.
func TestKeys(t *testing.T) {
	for key, want := range map[string]bool{
		"rank": true, "rank_2": true, "a1_b": true, "": false, "_a": false, "a_": false, "a__b": false, "Rank": false, "1a": false,
		"a b": false, "ä": false, "family": false, "stopped": false, "name": false, "case": false,
	} {
		if puzzle.IsKey(key) != want {
			t.Errorf("IsKey(%q) is %v", key, !want)
		}
	}
}

// TestFactKeys wants a fact with a bad key, or with one that stood before, to be a fault of the family.
func TestFactKeys(t *testing.T) {
	for _, keys := range [][]string{{"Not a key"}, {"twice", "twice"}, {"version"}} {
		s := halvingSpec("halving")
		s.Analyze = func(_ context.Context, _ halving, _ puzzle.Limits, yield func(puzzle.Fact) error) error {
			for _, k := range keys {
				if err := yield(puzzle.Fact{Key: k, Value: 1}); err != nil {
					return err
				}
			}
			return nil
		}
		f := puzzle.Define(s)
		if doc, err := f.AppendAnalysis(context.Background(), nil, f.Generate(rand.New(rand.NewPCG(1, 1)), 3), puzzle.Limits{}); !errors.Is(err, puzzle.ErrInternal) || len(doc) > 0 {
			t.Errorf("%q: %s, %v", keys, doc, err)
		}
	}
}

// TestTablesThatClash wants Define to refuse tables whose flags would.
func TestTablesThatClash(t *testing.T) {
	open := func(string, puzzle.Options) (puzzle.Listing, error) { return puzzle.Listing{}, nil }
	option := func(name, def string) []puzzle.Option { return []puzzle.Option{{Name: name, Default: def}} }
	for what, tables := range map[string][]puzzle.Table{
		"differ":       {{Name: "a", Open: open, Options: option("m", "2")}, {Name: "b", Open: open, Options: option("m", "3")}},
		"twice":        {{Name: "a", Open: open}, {Name: "a", Open: open}},
		"as an option": {{Name: "a", Open: open, Options: option("b", "2")}, {Name: "b", Open: open}},
		"without Open": {{Name: "a"}},
	} {
		s := halvingSpec("half")
		s.Tables = tables
		if got := panicOf(func() { puzzle.Define(s) }); !strings.Contains(got, what) {
			t.Errorf("%s: Define panics with %q", what, got)
		}
	}
}

// TestReservedFields wants a family that takes a field of all documents to have no schema.
func TestReservedFields(t *testing.T) {
	for _, part := range []string{`"instance":{"properties":{"name":{}}}`, `"instance":{},"analysis":{"properties":{"stopped":{}}}`} {
		s := halvingSpec("half")
		s.Schemas = []byte("{" + part + "}")
		if _, err := puzzle.Define(s).Schema(puzzle.SchemaInstance); !errors.Is(err, puzzle.ErrInternal) {
			t.Errorf("%s: %v", part, err)
		}
	}
}
