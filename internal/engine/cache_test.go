package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// named is a document with this head instead of its own.
func named(t *testing.T, doc string, head map[string]string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(doc), &fields); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"name", "author", "comment", "file", "case"} {
		delete(fields, key)
	}
	for key, text := range head {
		fields[key], _ = json.Marshal(text)
	}
	out, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestCache asks the same in several names, of an engine that keeps answers and of one that does not: the bytes are the
// same, all but the first are hits, and no name comes out where it did not go in.
func TestCache(t *testing.T) {
	plain := newEngine()
	keeps := engine.New(families.All(), families.Gallery(), engine.Options{Cache: 64 << 20})
	heads := []map[string]string{{"name": "Zanzibar", "author": "Ada <a&b>"}, {}, {"name": "another", "comment": "x\ny"}}
	for n, ex := range families.Gallery() {
		verbs := []string{"solve", "hint", "count", "analyze"}
		if n > 0 {
			verbs = verbs[:2] // some take long to be counted
		}
		for _, verb := range verbs {
			for i, head := range heads {
				body := []byte(`{"document":` + named(t, ex.Document, head) + `}`)
				want, wrong := plain.Call(t.Context(), verb, body)
				got, err := keeps.Ask(t.Context(), engine.Request{Verb: verb, Args: body})
				if fmt.Sprint(err) != fmt.Sprint(wrong) || string(got.Body) != string(want) {
					t.Fatalf("%s of %s, head %d: %v\n%.500s\nwant %v\n%.500s", verb, ex.Name, i, err, got.Body, wrong, want)
				}
				if err == nil && got.Hit != (i > 0) && verb != "analyze" {
					t.Errorf("%s of %s, head %d: hit %v", verb, ex.Name, i, got.Hit)
				}
				if i > 0 && strings.Contains(string(got.Body), "Zanzibar") {
					t.Errorf("%s of %s: a name has got out: %.300s", verb, ex.Name, got.Body)
				}
			}
		}
	}
	if s := keeps.CacheStats(); s.Hits == 0 || s.Misses == 0 || s.Entries == 0 || s.Bytes == 0 {
		t.Errorf("%+v", s)
	}
}

// TestCacheKeeps counts how often a solver is asked: not again for what is sure, again under other limits, and again
// where a limit had ended it.
func TestCacheKeeps(t *testing.T) {
	asked, unknown := 0, false
	spec := flipsolve.Spec(flipcheck.Spec())
	solve := spec.Solve
	spec.Solve = func(ctx context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
		if asked++; unknown {
			return flip.Outcome{}, &puzzle.LimitError{Limit: "time", Msg: "stopped"}
		}
		return solve(ctx, p, lim)
	}
	spec.Quick = nil
	e := engine.New([]*puzzle.Family{puzzle.Define(spec)}, nil, engine.Options{Cache: 1 << 20})
	doc := func(row string) string {
		return `{"document":{"family":"flip","version":1,"start":["` + row + `"],"target":["` + row + `"]}}`
	}
	for i, c := range []struct {
		row     string
		lim     puzzle.Limits
		unknown bool
		want    int
	}{
		{"0", puzzle.Limits{}, true, 1}, {"0", puzzle.Limits{}, false, 2}, {"0", puzzle.Limits{}, false, 2},
		{"0", puzzle.Limits{Memory: 1 << 20}, false, 3}, {"0", puzzle.Limits{}, true, 3}, {"1", puzzle.Limits{}, false, 4},
	} {
		unknown = c.unknown
		r, err := e.Ask(t.Context(), engine.Request{Verb: "solve", Args: []byte(doc(c.row)), Limits: c.lim})
		if err != nil || asked != c.want {
			t.Errorf("%d: asked %d times, want %d; hit %v, %v", i, asked, c.want, r.Hit, err)
		}
	}
	small := engine.New(families.All(), nil, engine.Options{Cache: 1 << 16})
	for range 3 {
		for _, ex := range families.Gallery() {
			if _, err := small.Call(t.Context(), "count", []byte(`{"document":`+ex.Document+`}`)); err != nil {
				t.Fatal(err)
			}
			if _, err := small.Call(t.Context(), "solve", []byte(`{"document":`+ex.Document+`}`)); err != nil {
				t.Fatal(err)
			}
			if s := small.CacheStats(); s.Bytes > 1<<16 || s.Entries > 300 {
				t.Fatalf("a cache of 64 KiB holds %+v", s)
			}
		}
	}
}

// TestArguments sends what encoding/json would take.
func TestArguments(t *testing.T) {
	e := newEngine()
	doc := families.Gallery()[0].Document
	for body, want := range map[string]string{
		`{"document":` + doc + `,"document":` + doc + `}`:          `the field "document" stands here a second time`,
		`{"Document":` + doc + `}`:                                 `there is no field "Document"; did you mean`,
		`{"docu\u006dent":1,"document":2}`:                         "a second time",
		`{"document":` + strings.Repeat("[", 1<<20):                "nested more than 66 deep",
		`{"document":` + strings.Repeat(`{"a":`, 100000) + "1":     "nested more than 66 deep",
		"{\n  \"document\": {\"family\": \"x\", \"family\": 1}\n}": `the field "family" stands here a second time`,
		`{"document":{"a":"[[[[{{{{","b":"\"}]"},"more":1}`:        `there is no field "more"`,
		`[]`: "is an object, not a list", `{"document"`: "ends too soon", `{} {}`: "something follows", `"`: "ends too soon",
	} {
		_, err := e.Call(t.Context(), "draw", []byte(body))
		own, ok := err.(*engine.Error)
		if !ok || own.Kind != engine.Input || !strings.Contains(own.Title, want) || own.Line == 0 {
			t.Errorf("%.60s: %+v, want %q", body, err, want)
		}
	}
}
