package input

import (
	"bytes"
	"github.com/gridwright/gridwright/puzzle"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

func pieces(t *testing.T, text string, max int) (docs []string, at []grid.Pos, err error) {
	t.Helper()
	s := newSplitter(iotest.OneByteReader(strings.NewReader(text)), max, puzzle.Limits{})
	for {
		doc, begin, err := s.next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return docs, at, err
		}
		docs, at = append(docs, string(doc)), append(at, begin)
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
		last grid.Pos
	}{
		{"", nil, grid.Pos{}},
		{" \r\n\t ", nil, grid.Pos{}},
		{"{}", []string{"{}"}, grid.Pos{Line: 1, Col: 1}},
		{"\xEF\xBB\xBF{}\n", []string{"{}"}, grid.Pos{Line: 1, Col: 1}},
		{"{}\r\n{\"a\":[1]}\r\n", []string{"{}", `{"a":[1]}`}, grid.Pos{Line: 2, Col: 1}},
		{`{"é":1}  {"}{\"":2}`, []string{`{"é":1}`, `{"}{\"":2}`}, grid.Pos{Line: 1, Col: 10}},
		{`{"a":"\\"}{}`, []string{`{"a":"\\"}`, "{}"}, grid.Pos{Line: 1, Col: 11}},
		{"{} rest {", []string{"{}", "rest {"}, grid.Pos{Line: 1, Col: 4}},
		{"{\"a\":\n1", []string{"{\"a\":\n1"}, grid.Pos{Line: 1, Col: 1}},
	} {
		docs, at, err := pieces(t, c.text, 1000)
		if err != nil || strings.Join(docs, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q: %q, %v; want %q", c.text, docs, err, c.want)
		} else if len(at) > 0 && at[len(at)-1] != c.last {
			t.Errorf("%q: the last at %v, want %v", c.text, at[len(at)-1], c.last)
		}
	}
}

func TestSplitCap(t *testing.T) {
	docs, _, err := pieces(t, "{}\n{\"a\":1}", 6)
	if len(docs) != 1 || err == nil ||
		!strings.Contains(err.Error(), "line 2, column 1: this document has more than 6 B") {
		t.Errorf("%q, %v", docs, err)
	}
}

// FuzzSplit wants every list of documents back that it is given.
func FuzzSplit(f *testing.F) {
	f.Add([]byte(`{"a":"}"}`), []byte(`{"\"{":[{}]}`))
	f.Add([]byte(`{}`), []byte("x"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		both := append(append(bytes.Clone(a), '\n'), b...)
		docs, _, err := pieces(t, string(both), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range [][]byte{a, b} {
			if v, err := document.ParseJSON(d); err != nil || v.Kind() != document.Object ||
				bytes.HasPrefix(d, []byte("\xEF\xBB\xBF")) {
				return
			}
		}
		if len(docs) != 2 || docs[0] != string(bytes.Trim(a, " \t\r\n")) || docs[1] != strings.TrimSpace(string(b)) &&
			docs[1] != string(bytes.Trim(b, " \t\r\n")) {
			t.Fatalf("%q and %q came back as %q", a, b, docs)
		}
	})
}

// TestShifted wants places in the second document of a file to be places in the file.
func TestShifted(t *testing.T) {
	e := grid.Errorf(grid.Pos{Line: 1, Col: 5}, "x")
	for _, c := range []struct {
		by   grid.Pos
		want string
	}{
		{grid.Pos{Line: 1, Col: 1}, "line 1, column 5: x"},
		{grid.Pos{Line: 1, Col: 10}, "line 1, column 14: x"},
		{grid.Pos{Line: 3, Col: 1}, "line 3, column 5: x"},
	} {
		if got := shifted(e, c.by).Error(); got != c.want {
			t.Errorf("by %v: %q, want %q", c.by, got, c.want)
		}
	}
	later := grid.Errorf(grid.Pos{Line: 2, Col: 5}, "x")
	if got := shifted(later, grid.Pos{Line: 3, Col: 9}).Error(); got != "line 4, column 5: x" {
		t.Errorf("got %q", got)
	}
}
