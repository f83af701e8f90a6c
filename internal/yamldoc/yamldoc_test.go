package yamldoc

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// good maps YAML to the JSON that says the same.
var good = []struct{ yaml, json string }{
	{"a: 0101", `{"a":"0101"}`},
	{"- 01010\n- 10", `["01010",10]`},
	{"[12, -3, 1.5e9, 1E+2, -0, 0]", `[12,-3,1.5e9,1E+2,-0,0]`},
	{"[.5, 0x10, 1_0, +1, 1., .inf, 0b1, 0o7, 00, 1e]", `[".5","0x10","1_0","+1","1.",".inf","0b1","0o7","00","1e"]`},
	{"[true, false, null]", `[true,false,null]`},
	{"[yes, no, ~, Null, TRUE, on, y]", `["yes","no","~","Null","TRUE","on","y"]`},
	{"a:", `{"a":null}`},
	{"- ..x\n- .x.\n- ...\n- ---\n- .#.\n- ?..\n- -.-", `["..x",".x.","...","---",".#.","?..","-.-"]`},
	{"a: |\n  .x.\n  x..\nb: 3", `{"a":".x.\nx..\n","b":3}`},
	{"a: >-\n  x\n  y\n", `{"a":"x y"}`},
	{"a: 'it''s'\nb: \"1\"", `{"a":"it's","b":"1"}`},
	{"---\na: 1 # why\n...\n", `{"a":1}`},
	{"\xEF\xBB\xBFa:\r\n  - b\r\n  - c\r\n", `{"a":["b","c"]}`},
	{"7: x\ntrue: y", `{"7":"x","true":"y"}`},
	{`{"a": [1, {"b": "x\ud83d\ude00"}], "c": {}}`, `{"a":[1,{"b":"x😀"}],"c":{}}`},
	{"a: 2024-01-01", `{"a":"2024-01-01"}`},
}

var bad = []struct{ yaml, want string }{
	{"", "line 1, column 1: the document is empty"},
	{"# nothing", "the document is empty"},
	{"a: 1\nb: 2\na: 3", `line 3, column 1: the field "a" stands here a second time`},
	{"{a: 1, a: 2}", `line 1, column 8: the field "a"`},
	{"\"a\": 1\na: 2", `line 2, column 1: the field "a"`},
	{"- &x [1]\n- *x", "line 1, column 3: anchors and aliases"},
	{"a: *x", "anchors and aliases"},
	{"<<: {a: 1}", "merge keys"},
	{"!!str 3", "tags (!)"},
	{"? a\n: b", "keys marked by ?"},
	{"%YAML 1.2\n---\na: 1", "directives"},
	{"---\na: 1\n---\nb: 2", "line 3, column 1: a second document"},
	{"a: 1\n... # that was it\n\n  # and now\nb: 2", "line 5, column 1: a second document"},
	{"---\n# nothing\n---\n...\n", "line 1, column 1: the document is empty"},
	{"--- a: 1", "line 1, column 5: this is not YAML"},
	{"a: 1\n---\nb: [1\n---\nc: 2", "line 3, column"},
	{"[a: 1], b", "line 1"},
	{"a: b: c", "line 1, column 4: this is not YAML"},
	{"[a", "this is not YAML"},
	{"a: \"abc", "could not find end"},
	{"a: b\xff", "line 1, column 5: the byte 0xFF is not valid UTF-8"},
	{"é: b\x00", "line 1, column 5: the character U+0000"},
	{strings.Repeat("[", 1000000), "line 1, column 65: nested more than 64 deep"},
	{strings.Repeat("- ", 100000), "nested more than 64 deep"},
	{strings.Repeat("a: ", 100000), "nested more than 64 deep"},
	{strings.Repeat("{a: ", 100) + strings.Repeat("}", 100), "nested more than 64 deep"},
}

func TestGood(t *testing.T) {
	for _, c := range good {
		v, err := Parse([]byte(c.yaml))
		if err != nil {
			t.Errorf("%q: %v", c.yaml, err)
			continue
		}
		if got := string(v.AppendJSON(nil)); got != c.json {
			t.Errorf("%q: got %s, want %s", c.yaml, got, c.json)
		}
	}
}

func TestBad(t *testing.T) {
	for _, c := range bad {
		_, err := Parse([]byte(c.yaml))
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, grid.ErrInput) {
			t.Errorf("%.40q: got %v, want %s", c.yaml, err, c.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: the error has several lines: %q", c.yaml, err)
		}
	}
}

// TestSeveral wants every document of a text, and none for a piece that holds nothing: the parser
// below loses all that follows such a piece.
func TestSeveral(t *testing.T) {
	for _, c := range []struct{ yaml, json string }{
		{"", ""},
		{"a: 1", `{"a":1}`},
		{"a: 1\n---\nb: 2", `{"a":1}{"b":2}`},
		{"---\na: 1\n---\nb: 2\n---\n", `{"a":1}{"b":2}`},
		{"# one\n---\na: 1\n...\n# two\n---\n# three\n---\nb: |\n  ---x\n  ---\nc: '---'\n--- # four\n- 3\n...\n...\n",
			`{"a":1}{"b":"---x\n---\n","c":"---"}[3]`},
		{"--- {a: 1}\r\n--- [b]\r\n--- c", `{"a":1}["b"]"c"`},
		{"a: |\n---\nb:\n---\nnull", `{"a":""}{"b":null}null`},
	} {
		docs, err := ParseAll([]byte(c.yaml))
		var got []byte
		for i := range docs {
			got = docs[i].AppendJSON(got)
		}
		if err != nil || string(got) != c.json {
			t.Errorf("%q: got %s, %v; want %s", c.yaml, got, err, c.json)
		}
	}
	docs, err := ParseAll([]byte("a: 1\n---\nb:\n  c: 2\n"))
	if err != nil || len(docs) != 2 || docs[1].Pos() != (grid.Pos{Line: 3, Col: 1}) {
		t.Errorf("%v, %v", docs, err)
	}
}

func TestTooLarge(t *testing.T) {
	if _, err := Parse(make([]byte, MaxBytes+1)); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}

// TestPlaces wants the line and column of every value, so that a family's complaint
// about the third row of a board points at it.
func TestPlaces(t *testing.T) {
	v, err := Parse([]byte("family: é\nstart:\n  - ..x\n  - \"y\"\n  - [a, 7]\nmap:\n  k: 1\nflow: {k: 2}\nblock: |\n" +
		"  .x.\nfold: >-\nend: |\n"))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := v.Object("it")
	start, _ := f.Need("start")
	rows, _ := start.List("start")
	cells, _ := rows[2].List("row")
	m, flow, block, fold, end := f.Get("map"), f.Get("flow"), f.Get("block"), f.Get("fold"), f.Get("end")
	for i, c := range []struct {
		v    *document.Value
		want grid.Pos
	}{
		{&v, grid.Pos{Line: 1, Col: 1}},
		{f.Get("family"), grid.Pos{Line: 1, Col: 9}},
		{start, grid.Pos{Line: 3, Col: 3}},
		{&rows[0], grid.Pos{Line: 3, Col: 5}},
		{&rows[1], grid.Pos{Line: 4, Col: 6}}, // behind the quote
		{&rows[2], grid.Pos{Line: 5, Col: 5}},
		{&cells[1], grid.Pos{Line: 5, Col: 9}},
		{m, grid.Pos{Line: 7, Col: 3}},
		{flow, grid.Pos{Line: 8, Col: 7}},
		{block, grid.Pos{Line: 9, Col: 8}},
		{fold, grid.Pos{Line: 11, Col: 7}},
		{end, grid.Pos{Line: 12, Col: 6}},
	} {
		if got := c.v.Pos(); got != c.want {
			t.Errorf("value %d: at %v, want %v", i, got, c.want)
		}
	}
}

// FuzzParse wants no panic, errors of one line that match ErrInput, and the same answer
// as JSON's reader for a text that is JSON too.
func FuzzParse(f *testing.F) {
	for _, c := range good {
		f.Add([]byte(c.yaml))
		f.Add([]byte(c.json))
	}
	for _, c := range bad {
		if len(c.yaml) < 1000 {
			f.Add([]byte(c.yaml))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		if err != nil && (!errors.Is(err, grid.ErrInput) || strings.Contains(err.Error(), "\n")) {
			t.Fatalf("unlike an error of ours: %q", err)
		}
		if err == nil {
			again, err := document.ParseJSON(v.AppendJSON(nil))
			if err != nil {
				t.Fatalf("what YAML gave is no JSON: %v", err)
			}
			if a, b := v.AppendJSON(nil), again.AppendJSON(nil); string(a) != string(b) {
				t.Fatalf("%s came back as %s", a, b)
			}
		}
		if docs, err := ParseAll(data); err == nil && len(docs) > 1 {
			var parts []byte
			for i := range docs {
				parts = append(docs[i].AppendJSON(append(parts, "\n---\n"...)), '\n')
			}
			if !plainText(parts) {
				return
			}
			if again, err := ParseAll(parts); err != nil || len(again) != len(docs) {
				t.Fatalf("%q: %d documents came back as %d, %v", parts, len(docs), len(again), err)
			}
		}
		j, err := document.ParseJSON(data)
		if err != nil || !plainJSON(&j) {
			return
		}
		want := j.AppendJSON(nil)
		y, err := Parse(want)
		if err != nil {
			t.Fatalf("JSON but not YAML: %s: %v", want, err)
		}
		if got := y.AppendJSON(nil); string(got) != string(want) {
			t.Fatalf("%s as YAML is %s", want, got)
		}
	})
}

// plainJSON reports whether v holds nothing that YAML reads differently by design: its texts
// are of printable ASCII, without escapes, and keys stay below YAML's 1024 characters.
func plainJSON(v *document.Value) bool {
	text := v.AppendJSON(nil)
	return len(text) <= 1000 && plainText(text)
}

func plainText(text []byte) bool {
	for _, c := range text {
		if (c < ' ' && c != '\n') || c > '~' || c == '\\' {
			return false
		}
	}
	return true
}
