package puzzle_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// panicOf runs f and returns what it panics with, or "".
func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestMissingHooks leaves out everything that is not optional, one part at a time.
func TestMissingHooks(t *testing.T) {
	data := map[string]func(*spec){
		"lacks a name":                               func(s *spec) { s.Name = "" },
		"lacks a name, a title":                      func(s *spec) { s.Title = "" },
		"lacks a name, a title or a doc":             func(s *spec) { s.Doc = "" },
		"lacks a version":                            func(s *spec) { s.Version = 0 },
		"lacks Decode":                               func(s *spec) { s.Decode = nil },
		"lacks Decode, Encode":                       func(s *spec) { s.Encode = nil },
		"lacks Decode, Encode or Validate":           func(s *spec) { s.Validate = nil },
		`lists no kind of`:                           func(s *spec) { s.Witnesses = nil },
		`lists no kind of evidence`:                  func(s *spec) { s.Certificates = nil },
		`the kind ""`:                                func(s *spec) { s.Witnesses[0].Name = "" },
		`the kind "half" of evidence`:                func(s *spec) { s.Witnesses[0].Codec.Read = nil },
		`the kind "reason" of evidence is not`:       func(s *spec) { s.Certificates[0].Codec.Write = nil },
		`the kind "reason" of evidence is not whole`: func(s *spec) { s.Certificates[0].Codec.Schema = nil },
		`the kind "half" of evidence is not whole`:   func(s *spec) { s.Witnesses = append(s.Witnesses, s.Witnesses[0]) },
		`has no check for the kind "half"`:           func(s *spec) { s.CheckWitness = nil },
		`has no check for the kind "reason"`:         func(s *spec) { s.CheckCertificate[0].Name = "other" },
		`has two kinds "half" of evidence`: func(s *spec) {
			is := func(*int64) bool { return true }
			s.Witnesses[0].Is = is
			s.Witnesses = append(s.Witnesses, s.Witnesses[0])
			s.CheckWitness = append(s.CheckWitness, s.CheckWitness[0])
		},
		`has a check for reason, reason, and 1 kind`: func(s *spec) { s.CheckCertificate = append(s.CheckCertificate, s.CheckCertificate[0]) },
		"lacks Schemas":                             func(s *spec) { s.Schemas = nil },
		"lacks a part of its text format ":          func(s *spec) { s.Texts[0].Name = "" },
		"lacks a part of its text format h":         func(s *spec) { s.Texts[0].Doc = "" },
		"lacks a part of its text format ha":        func(s *spec) { s.Texts[0].Sniff = nil },
		"lacks a part of its text format hal":       func(s *spec) { s.Texts[0].Read = nil },
		"lacks a part of its text format half":      func(s *spec) { s.Texts[0].Write = nil },
		"lacks a part of its text format half-text": func(s *spec) { s.Texts[0].Answer = nil },
		"lacks a part of its text format half-bare": func(s *spec) { s.Texts[1].Answer = s.Texts[0].Answer },
	}
	whole := map[string]func(*spec){
		"lacks Solve":                                    func(s *spec) { s.Solve = nil },
		"lacks Solve, Draw":                              func(s *spec) { s.Draw = nil },
		"lacks Solve, Draw or Generate":                  func(s *spec) { s.Generate = nil },
		`has no story for the kind "half"`:               func(s *spec) { s.TellWitness = nil },
		`has no story for the kind "reason"`:             func(s *spec) { s.TellCertificate[0].Name = "other" },
		"has a story for half, half, and 1 kind":         func(s *spec) { s.TellWitness = append(s.TellWitness, s.TellWitness[0]) },
		"needs Count, ":                                  func(s *spec) { s.Count = nil },
		"needs Count, CountOf":                           func(s *spec) { s.CountOf = "" },
		"needs Count, CountOf, CountOne":                 func(s *spec) { s.CountOne = "" },
		"needs Count, CountOf, CountOne and CheckCount":  func(s *spec) { s.CheckCount = nil },
		"needs Count, CountOf, CountOne and CheckCount ": func(s *spec) { s.Count, s.CountOf = nil, "" },
	}
	for want, spoil := range data {
		s := halvingSpec("half")
		spoil(&s)
		for name, define := range map[string]func(){
			"Define":        func() { puzzle.Define(s) },
			"DefineChecker": func() { puzzle.DefineChecker(s.CheckSpec) },
		} {
			if got := panicOf(define); !strings.HasPrefix(got, "puzzle: family ") || !strings.Contains(got, want) {
				t.Errorf("%s: want %q, got %q", name, want, got)
			}
		}
	}
	for want, spoil := range whole {
		s := halvingSpec("half")
		spoil(&s)
		if got := panicOf(func() { puzzle.Define(s) }); !strings.HasPrefix(got, `puzzle: family "half" `) || !strings.Contains(got, want) {
			t.Errorf("want %q, got %q", want, got)
		}
	}
	if got := panicOf(func() { puzzle.Define(halvingSpec("half")) }); got != "" {
		t.Errorf("a whole family: %s", got)
	}
}

// TestOptionalHooks defines a family with none of them.
func TestOptionalHooks(t *testing.T) {
	s := halvingSpec("halving")
	s.Texts, s.Count, s.CountOf, s.CountOne, s.CheckCount, s.Apply, s.When, s.Shrink = nil, nil, "", "", nil, nil, nil, nil
	f := puzzle.Define(s)
	if f.CountOf() != "" || len(f.Formats()) != 0 {
		t.Error(f.CountOf(), f.Formats())
	}
	in := number(t, f.Checker, 4, "")
	for range f.Shrink(in) {
		t.Error("it shrinks")
	}
	wantUnsupported(t, f, in)
	schema, err := f.Schema(puzzle.SchemaClaim)
	if err != nil || strings.Contains(string(schema), `"count"`) {
		t.Errorf("a family that counts nothing has a schema for counts: %s, %v", schema, err)
	}
	// Its checker cannot check a count that somebody else claims.
	n, err := f.DecodeClaim(nil, parse(t, `{"family":"halving","version":3,"count":"1"}`))
	if err != nil {
		t.Fatal(err)
	}
	wantErr(t, f.Check(t.Context(), in, n, puzzle.Limits{}), puzzle.ErrUnsupported, "has no check for counts")
}

func TestAbout(t *testing.T) {
	f := halvings()
	if f.Name() != "halving" || f.Title() != "halves" || f.Version() != 3 || !strings.HasPrefix(f.Doc(), "What is") || f.CountOf() != "halves" {
		t.Error(f.Name(), f.Title(), f.Version(), f.Doc(), f.CountOf())
	}
	formats := f.Formats()
	if len(formats) != 2 || formats[0].Name != "halving-text" || !formats[0].Contest || formats[1].Contest {
		t.Error(formats)
	}
	if !formats[0].Sniff([]byte("7")) || formats[0].Sniff([]byte("x")) {
		t.Error("Sniff is not the family's")
	}
}
