package job_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
)

const (
	board = `{"family":"tilt","version":1,"name":"one","start":["a.b","..c"],"target":["..b",".ac"]}`
	lamps = `{"family":"lights","version":1,"width":2,"height":2}`
)

// lines are lines with what their results have to begin with, behind file and line, and what they have to hold.
var lines = []struct{ name, line, verb, begins, holds string }{
	{"a document", board, "", `"name":"one","family":"tilt","verb":"solve","digest":"`,
		`"verdict":"solved","claim":{"family":"tilt"`},
	{"a job", `{"verb":"solve","document":` + board + `}`, "", `"name":"one","family":"tilt","verb":"solve"`,
		`"verdict":"solved"`},
	{"a job with a name", `{"document":` + board + `,"name":"two"}`, "", `"name":"two"`,
		`"claim":{"family":"tilt","version":1,"name":"two"`},
	{"count", `{"verb":"count","document":` + board + `}`, "", `"name":"one","family":"tilt","verb":"count"`,
		`"count":"`},
	{"count is usual", board, "count", `"name":"one","family":"tilt","verb":"count"`, `"claim":{"family":"tilt"`},
	{"analyze", `{"verb":"analyze","document":` + lamps + `}`, "", `"family":"lights","verb":"analyze"`,
		`"analysis":{"family":"lights"`},
	{"generate", `{"verb":"generate","family":"tilt","size":9,"seed":18446744073709551615}`, "",
		`"family":"tilt","verb":"generate","digest":"`, `"document":{"family":"tilt"`},
	{"generate is usual", `{"family":"tilt","size":9}`, "generate", `"family":"tilt","verb":"generate"`, `"document":`},
	{"a claim that holds",
		`{"verb":"check","document":` + board + `,"claim":{"verdict":"solved","witness":{"tilts":{"tilts":"ru"}}}}`,
		"", ``, ``},
	{"no claim", `{"verb":"check","document":` + board + `}`, "", ``,
		`"error":{"kind":"input","title":"there is no claim`},
	{"no JSON", `{"family":`, "", `"verb":"solve"`,
		`"error":{"kind":"input","title":"the document ends too early","line":7,"column":11}}`},
	{"no object", `[1]`, "", `"verb":"solve"`,
		`"title":"a line must be an object, a document or a job, not a list","line":7,"column":1}`},
	{"no family", `{"family":"tlit","version":1}`, "", `"verb":"solve"`,
		`"title":"there is no family 'tlit'; there are `},
	{"no verb", `{"verb":"slove","document":` + board + `}`, "", `"verb":"solve"`, `did you mean \"solve\"`},
	{"a field too many", `{"verb":"solve","document":` + board + `,"claim":{}}`, "", ``,
		`the job has no field \"claim\"`},
	{"several puzzles", `{"family":"tilt","version":1,"start":["a."],"targets":[["a."],[".a"]]}`, "", `"family":"tilt"`,
		`"title":"the document holds 2 puzzles; a line is one job, about one","line":7,"column":1}`},
	{"a bad board", `{"family":"tilt","version":1,"start":["a."],"target":["a"]}`,
		"", `"family":"tilt","verb":"solve","error":`,
		`"kind":"input"`},
	{"a name of control characters", `{"document":` + board + `,"name":"\u0007"}`, "", ``, `"kind":"input"`},
	{"a profile that is none", `{"verb":"generate","family":"tilt","profile":"x"}`, "", ``, `has no profile`},
}

func runner(verb string, more ...*puzzle.Family) *job.Runner {
	return job.New(job.Options{Families: append(families.All(), more...), Verb: verb,
		Limits: puzzle.Limits{Time: time.Minute, Memory: 1 << 30}})
}

// do is one result, which has to be one line of JSON.
func do(t testing.TB, r *job.Runner, line string) string {
	t.Helper()
	out, err := r.Append(context.Background(), []byte("x"), job.Place{File: "in.ndjson", Line: 7}, []byte(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	out = out[1:]
	if !json.Valid(out) || bytes.Count(out, []byte("\n")) != 1 || !bytes.HasSuffix(out, []byte("}\n")) {
		t.Fatalf("%s: no line of JSON: %q", line, out)
	}
	return string(out)
}

func TestLines(t *testing.T) {
	for _, c := range lines {
		got := do(t, runner(c.verb), c.line)
		want := `{"file":"in.ndjson","line":7,` + c.begins
		if !strings.HasPrefix(got, want) || !strings.Contains(got, c.holds) {
			t.Errorf("%s: %s\nwant %s … %s", c.name, got, want, c.holds)
		}
		rec, ok := job.ReadRecord([]byte(got))
		var all struct {
			Name, Family, Verb, Digest, Verdict string
			Error                               struct{ Kind string }
		}
		json.Unmarshal([]byte(got), &all)
		said := string(rec.Said)
		if !ok || string(rec.Line) != "7" || string(rec.Name) != all.Name || string(rec.Family) != all.Family ||
			string(rec.Verb) != all.Verb || string(rec.Digest) != all.Digest || string(rec.Class) != all.Error.Kind ||
			all.Verdict != "" && said != all.Verdict || (said == "error") != (all.Error.Kind != "") {
			t.Errorf("%s: %s: %+v, %v", c.name, got, rec, ok)
		}
	}
}

// TestDigest gives one puzzle by many documents.
func TestDigest(t *testing.T) {
	digest := func(line string) string {
		var out struct{ Digest string }
		if err := json.Unmarshal([]byte(do(t, runner(""), line)), &out); err != nil || len(out.Digest) != 64 {
			t.Fatal(line, out, err)
		}
		return out.Digest
	}
	one := digest(board)
	for _, same := range []string{`{"verb":"count","document":` + board + `,"name":"other"}`,
		` {"version":1, "target": ["..b", ".ac"], "family": "tilt", "start": ["a.b", "..c"], "comment": "…"} `} {
		if digest(same) != one {
			t.Errorf("%s has another digest", same)
		}
	}
	if digest(strings.Replace(board, "a.b", "ab.", 1)) == one {
		t.Error("another puzzle has the same digest")
	}
}

// TestCancelled wants no result from a context that has ended.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out, err := runner("").Append(ctx, []byte("x"), job.Place{}, []byte(board))
	if string(out) != "x" || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", out, err)
	}
}
