package pack_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
)

func reader() *input.Reader {
	r := &input.Reader{Limits: puzzle.DefaultLimits(),
		YAML: &input.YAMLParser{MaxBytes: yamldoc.MaxBytes, Parse: yamldoc.ParseAllWithin}}
	for _, f := range families.All() {
		r.Checkers = append(r.Checkers, f.Checker)
	}
	return r
}

// load reads files, which are written first, by their names; names behind one another are those that Load is given.
func load(t testing.TB, files map[string]string, names ...string) (entries []pack.Entry, failed []string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	entries, err := pack.Load(context.Background(), reader(), names, func(err error) { failed = append(failed, err.Error()) })
	if err != nil {
		t.Fatal(err)
	}
	return entries, failed
}

func check(t testing.TB, entries []pack.Entry) []pack.Result {
	t.Helper()
	results, err := pack.Check(context.Background(), entries, pack.Options{Limits: puzzle.DefaultLimits()})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// said are the kinds of the remarks about each level that has any: "3 twin" for the third.
func said(results []pack.Result) (out []string) {
	for i := range results {
		for _, m := range results[i].Remarks {
			out = append(out, fmt.Sprint(i+1, " ", m.Kind))
		}
	}
	return out
}

const planted = `[
{"family":"lights","version":1,"name":"fine","claimed":{"minimum":2,"solution":"1,1 2,3"},"start":["111","111","001"]},
{"family":"lights","version":1,"name":"impossible","start":["1000","0000","0000","0000"]},
{"family":"lights","version":1,"name":"wrong minimum","claimed":{"minimum":2},"start":["010","111","010"]},
{"family":"lights","version":1,"name":"wrong solution","claimed":{"minimum":1,"solution":"1,2"},"start":["110","100","000"]},
{"family":"lights","version":1,"name":"turned","start":["100","111","111"]},
{"family":"lights","version":1,"name":"mirrored","start":["000","001","011"]},
{"family":"lights","version":1,"name":"broken","start":["11","1"]},
{"family":"tilt","version":1,"name":"tilt","claimed":{"minimum":"2","solution":"RU"},"start":["...","a..","b.."],"target":["..a","..b","..."]},
{"family":"tilt","version":1,"name":"other colours","start":["...","..y","..x"],"target":["y..","x..","..."]},
{"family":"tilt","version":1,"name":"shorter than claimed","claimed":{"minimum":3,"solution":"LD"},"start":["..a","...","..."],"target":["...","...","a.."]},
{"family":"tilt","version":1,"name":"no such move","claimed":{"solution":"XX"},"start":["a.","b."],"target":["a.","b."]},
{"family":"permute","version":1,"name":"perm","moves":"shifts","claimed":{"minimum":1,"solution":"R1"},"start":[["2","1"],["3","4"]]},
{"family":"assembly","version":1,"name":"shape","claimed":{"minimum":3},"shape":["##","R#"]}
]`

// wantPlanted are the remarks about planted, and no others.
var wantPlanted = []string{"2 impossible", "3 minimum", "4 solution", "5 twin", "6 twin", "7 broken", "9 twin",
	"10 minimum", "11 standing", "11 solution"}

// TestPlanted wants each planted fault to be found, and nothing else.
func TestPlanted(t *testing.T) {
	entries, failed := load(t, map[string]string{"levels.json": planted}, "levels.json")
	if failed != nil {
		t.Fatal(failed)
	}
	results := check(t, entries)
	if got := said(results); !slices.Equal(got, wantPlanted) {
		for i := range results {
			t.Log(i+1, results[i].Name(), results[i].Verdict(), results[i].FewestText(), results[i].RemarksText())
		}
		t.Fatalf("%q, want %q", got, wantPlanted)
	}
	for level, want := range map[int]string{
		3: "the minimum is 1, not 2", 5: "the same level as fine, turned by 180°",
		6: "the same level as wrong solution, turned by 180°",
		9: "the same level as tilt, mirrored left to right, with other names or colours", 10: "the minimum is 2, not 3",
		7: "line 8, column 64: row 2 of start has 1 cell; the rows above have 2",
	} {
		if got := results[level-1].RemarksText(); got != want {
			t.Errorf("level %d: %q, want %q", level, got, want)
		}
	}
	text, err := pack.AppendJSON(nil, results)
	var report struct {
		Levels []struct {
			Name, Verdict, Fewest, Ways string
			Claimed                     struct{ Minimum, Solution string }
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	if err != nil || len(report.Levels) != len(results) || report.Levels[0].Verdict != "solved" ||
		report.Levels[0].Fewest != "2" || report.Levels[0].Ways != "1" || report.Levels[0].Claimed.Minimum != "right" ||
		report.Levels[0].Claimed.Solution != "valid" || report.Levels[6].Verdict != "broken" {
		t.Errorf("%s, %v", text, err)
	}
}

// TestForms wants a pack to be the same in all its forms.
func TestForms(t *testing.T) {
	const text = "110\n100\n000\n\n010\n111\n010\n\n111\n111\n001\n"
	const a, b, c = `["110","100","000"]`, `["010","111","010"]`, `["111","111","001"]`
	doc := func(start string) string { return `{"family":"lights","version":1,"start":` + start + `}` }
	pretty := func(start string) string { return strings.ReplaceAll(doc(start), ",\"", ",\n  \"") }
	forms := map[string]string{
		"list.json":    "[" + doc(a) + ",\n" + doc(b) + "," + doc(c) + "]",
		"lines.ndjson": doc(a) + "\n" + doc(b) + "\n\n" + doc(c) + "\n",
		"run.json":     pretty(a) + "\n" + pretty(b) + pretty(c),
		"list.yaml":    "# a pack\n- " + doc(a) + "\n- " + doc(b) + "\n- " + doc(c) + "\n",
		"block.yaml":   "---\n-\n  family: lights\n  version: 1\n  start: " + a + "\n- " + doc(b) + "\n- " + doc(c) + "\n",
		"docs.yaml":    "family: lights\nversion: 1\nstart: " + a + "\n---\n" + doc(b) + "\n---\n" + doc(c) + "\n",
		"text.txt":     text,
		"folder/1.txt": "110\n100\n000\n", "folder/2.json": doc(b), "folder/sub/3.txt": "111\n111\n001\n",
		"folder/.hidden": "nothing",
	}
	want := []string{a, b, c}
	for name := range forms {
		if strings.HasPrefix(name, "folder/") {
			name = "folder"
		}
		t.Run(name, func(t *testing.T) {
			entries, failed := load(t, forms, name)
			var got []string
			for _, e := range entries {
				if e.Err != nil {
					t.Fatal(e.Err)
				}
				doc, err := e.In.AppendJSON(nil)
				if err != nil {
					t.Fatal(err)
				}
				_, rest, _ := strings.Cut(string(doc), `"start":`)
				got = append(got, strings.TrimSuffix(rest, "}"))
			}
			if failed != nil || !slices.Equal(got, want) {
				t.Errorf("%q, %q", got, failed)
			}
		})
	}
}

// TestBroken wants a broken level to be found at its place, and those around it to be read.
func TestBroken(t *testing.T) {
	const good = `{"family":"lights","version":1,"start":["1"]}`
	for _, c := range []struct {
		what, text string
		levels     int
		broken     map[int]string // by number: the beginning of what is wrong
	}{
		{"a list", "[" + good + ",\n7,\n" + good + "]", 3, map[int]string{2: "line 2, column 1: "}},
		{"a torn list", "[" + good + ",\n{\"family\":\"lights\" \"version\":1},\n" + good + "]", 3,
			map[int]string{2: "line 2, column 20: "}},
		{"a list without its end", "[" + good + ",\n" + good + ",\n{\"family\":[\"lights\"", 3,
			map[int]string{3: "line 3, column 20: "}},
		{"a list with a bracket missing", "[" + good + ",\n{\"start\":[\"1\"},\n" + good + ", " + good + "\n]", 4,
			map[int]string{2: "line 2, column 14: "}},
		{"a list with a quote missing", "[\n  " + good + ",\n  {\"start\":[\"1]},\n\n  " + good + "\n]", 3,
			map[int]string{2: "line 3, column "}},
		{"documents of several lines", "{\n" + good[1:] + "\n{\n \"start\": [\"1\"\n}\n{\n" + good[1:] + good + "\n", 4,
			map[int]string{2: "line 5, column 1: "}},
		{"brackets", "[" + good + strings.Repeat("}", 1000) + ",\n" + good + "]", 3, map[int]string{2: "line 1, column "}},
		{"lines", good + "\n{\"family\":\"lights\",\n" + good + "\n", 3, map[int]string{2: "line 2, column "}},
		{"yaml", "- " + good + "\n- {family: lights}\n- " + good + "\n", 3, map[int]string{2: "line 2, column 3: "}},
		{"boards", "10\n01\n\n10\n012\n\n11\n11\n", 3, map[int]string{2: "line 5"}},
		{"the last board", "10\n01\n\n10\n012\n", 2, map[int]string{2: "line 5"}},
		{"the first board", "10\n01!\n\n11\n11\n", 2, map[int]string{1: ""}},
		{"two families", "10\n01\n\n.R\n##\n\n11\n11\n", 3, nil},
		{"two kinds of text", "flip\n\n10\n01\n", 2, map[int]string{1: ""}},
	} {
		t.Run(c.what, func(t *testing.T) {
			entries, failed := load(t, map[string]string{"pack": c.text}, "pack")
			if failed != nil || len(entries) != c.levels {
				t.Fatalf("%d levels, %q: %+v", len(entries), failed, entries)
			}
			for i, e := range entries {
				want, broken := c.broken[i+1]
				if (e.Err != nil) != broken || broken && !strings.HasPrefix(e.Err.Error(), want) {
					t.Errorf("level %d: %v", i+1, e.Err)
				}
			}
		})
	}
}

// TestUnreadable wants files of which nothing can be read to be said, and the others to be read.
func TestUnreadable(t *testing.T) {
	entries, failed := load(t, map[string]string{"empty": " \n", "binary": "\x00\x01", "none": "[]", "torn": "[{",
		"good.txt": "10\n01\n", "dir/.x": ""}, "empty", "binary", "none", "torn", "missing", "good.txt", "dir")
	if len(entries) != 1 || len(failed) != 6 {
		t.Fatalf("%d levels, %q", len(entries), failed)
	}
	for i, want := range []string{"empty: there is nothing to read here", "binary: this is not a text: byte 1 is zero",
		"none: line 1, column 1: this list holds no levels", "torn: line 1", "missing: no such file or directory",
		"dir: there is no file in this folder"} {
		if !strings.HasPrefix(failed[i], want) {
			t.Errorf("%q, want %q", failed[i], want)
		}
	}
}

// TestThousandTwins wants every level but the first to be told as a twin of the first one.
func TestThousandTwins(t *testing.T) {
	boards := []string{"100\n110\n000\n\n", "011\n010\n000\n\n", "000\n011\n001\n\n", "001\n011\n000\n\n"}
	entries, _ := load(t, map[string]string{"pack": strings.Repeat(strings.Join(boards, ""), 250)}, "pack")
	results := check(t, entries)
	if len(results) != 1000 {
		t.Fatal(len(results))
	}
	for i := range results {
		m := results[i].Remarks
		if i == 0 && len(m) > 0 || i > 0 && (len(m) != 1 || m[0].Kind != pack.Twin || m[0].Of != 0) {
			t.Fatalf("level %d: %+v", i+1, m)
		}
	}
}

// TestLimits wants a limit to be said, and the other levels to be checked; and a claimed solution to decide what the
// search could not.
func TestLimits(t *testing.T) {
	board := `"moves":"shifts","start":[["4","1","9","15"],["7","2","8","12"],["3","5","16","11"],["14","6","13","10"]]`
	entries, _ := load(t, map[string]string{"pack": `[{"family":"permute","version":1,` + board + `},
{"family":"lights","version":1,"start":["110","100","000"]}]`}, "pack")
	results, err := pack.Check(context.Background(), entries, pack.Options{Limits: puzzle.Limits{Time: time.Nanosecond}})
	if err != nil || len(results) != 2 || results[0].Verdict() != "unknown" || results[0].Wrong() ||
		!slices.Contains(said(results), "1 unknown") {
		t.Fatalf("%+v, %v", results, err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pack.Check(gone, entries, pack.Options{}); err == nil {
		t.Error("a check that was called off ends without an error")
	}
}

// TestTornLimit wants a document that has no room to be said once, to be no fault of the pack, and those behind it to be
// read.
func TestTornLimit(t *testing.T) {
	const good = `{"family":"lights","version":1,"start":["1"]}`
	text := "[" + good + ",\n" + `{"family":"lights","version":1,"start":["` + strings.Repeat("1", 3<<20) + "\"]},\n" + good + ",\n"
	for what, c := range map[string]struct {
		text   string
		memory int64 // room for the whole text, where it is a list, and not for its second level
	}{
		"a torn list": {text, 8 << 20},
		"lines":       {strings.ReplaceAll(text[1:], ",\n", "\n"), 2 << 20},
	} {
		r := reader()
		r.Limits, r.Stdin = puzzle.Limits{Memory: c.memory}, strings.NewReader(c.text)
		entries, err := pack.Load(context.Background(), r, []string{"-"}, func(err error) { t.Errorf("%s: %v", what, err) })
		if err != nil || len(entries) != 3 {
			t.Fatalf("%s: %d levels, %v", what, len(entries), err)
		}
		results := check(t, entries)
		if got := said(results); !slices.Equal(got, []string{"2 unknown", "3 twin"}) || results[1].Verdict() != "unknown" ||
			results[1].Wrong() || !strings.HasPrefix(results[1].RemarksText(), "not read: ") {
			t.Errorf("%s: %q, %s", what, got, results[1].RemarksText())
		}
	}
}

// BenchmarkCheck checks a pack of 206 boards of 5 × 5 lamps, which is read first.
func BenchmarkCheck(b *testing.B) {
	var text strings.Builder
	for seed := range 206 {
		for r := range 5 {
			for c := range 5 {
				text.WriteByte("01"[(seed*seed*7+r*(seed+3)+c*(r+seed))>>1&1])
			}
			text.WriteByte('\n')
		}
		text.WriteByte('\n')
	}
	entries, _ := load(b, map[string]string{"pack": text.String()}, "pack")
	if len(entries) != 206 {
		b.Fatal(len(entries))
	}
	for b.Loop() {
		check(b, entries)
	}
}
