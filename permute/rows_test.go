package permute

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
)

func TestRows(t *testing.T) {
	for text, want := range map[string]string{
		"231\n456\n789\n":            "231/456/789",
		"\n 2 10\r\n30 4\r\n\r\n":    "2,10/30,4",
		"ab\nca\n\n123\n456\n789":    "ab/ca 123/456/789",
		"2,10,\n30,4,\n":             "2,10/30,4",
		"\xEF\xBB\xBFéb\nca\n\n\n\n": "éb/ca",
	} {
		s := grid.NewScanner(strings.NewReader(text), -1)
		var got []string
		for {
			p, err := readRows(nil, s)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			b, _ := p.appendBoard(nil, p.Start)
			got = append(got, string(b))
			if p.Given || p.Validate() != nil {
				t.Errorf("%q: %+v", text, p)
			}
			var out bytes.Buffer
			if err := writeRows(&out, p); err != nil || !maybeRows(out.Bytes()) {
				t.Errorf("%q is written %q, %v", text, out.String(), err)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"12\n3\n":     "line 2, column 2: row 2 of the start has 1 tile; the rows above have 2",
		"12\n345\n":   "line 2, column 3: row 2 of the start has 3 tiles; the rows above have 2",
		"\n  12/34\n": "line 2, column 5: rows stand on lines of their own here; the format permute-line has / between them",
		"12\n3{\n": "line 2, column 2: the tile { holds one of the characters /,:>|#{}, which mean something else " +
			"here; a document may have such tiles",
		"123\n456\n":   "line 1, column 1: a board of 2 × 3 cells needs its moves: \": shifts\" at the end of its line",
		"12\n3\xff4\n": "line 2, column 2: the byte 0xFF is not valid UTF-8",
	} {
		if _, err := readRows(nil, grid.NewScanner(strings.NewReader(text), -1)); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestSniffBoards tells boards from cases of the contest and from lamps.
func TestSniffBoards(t *testing.T) {
	for head, want := range map[string][4]bool{ // sniffSquare, sniffLine, maybeLine, maybeRows
		"123\n456\n789\n":       {false, false, false, true},
		"123\n456\n789":         {false, false, false, true},
		"1\n293\n678\n514\n":    {false, false, false, false},
		"123\n456\n789\n123":    {false, false, false, false},
		"123/456/789\n":         {false, true, false, false},
		"101/010\n":             {false, false, true, false},
		"101/010 : shifts\n":    {false, true, false, false},
		"10/01 -> 01/10\n":      {false, true, false, false},
		"#.#/.#.\n":             {false, false, false, false},
		".#/##\n":               {false, false, false, false},
		"ab\nca\n\n123\n4":      {false, false, false, true},
		"101\n010\n111\n":       {false, false, false, false},
		"1 2\n3 4\n":            {false, false, false, true},
		"a: b\nc: d\n":          {false, false, false, false},
		"3 2 1\n0 1 0\n1 1 0\n": {false, false, false, false},
	} {
		h := []byte(head)
		if got := [4]bool{sniffSquare(h), sniffLine(h), maybeLine(h), maybeRows(h)}; got != want {
			t.Errorf("%q: %v, want %v", head, got, want)
		}
	}
}

// TestMaybeSquare tells what could be cut texts of the contest from boards.
func TestMaybeSquare(t *testing.T) {
	for head, want := range map[string]bool{
		"4\n293\n": true, "\xEF\xBB\xBF\n4\r\n293\r\n678\r\n": true, "1\n293\n678\n514\n": true, "200\n293\n678\n514\n": true,
		"123\n456\n": false, "123\n456\n789\n": false, "12\n34\n": false, "4\n29\n": false, "4\n2933\n": false, "4\n": false,
		"": false,
	} {
		if got := maybeSquare([]byte(head)); got != want {
			t.Errorf("%q: %v", head, got)
		}
	}
	if whole := []byte("123\n293\n678\n514\n624\n579\n183\n"); !sniffSquare(whole) {
		t.Errorf("%q is of the contest", whole)
	}
}

// A header of numbers above other tiles is no row, and neither is a picture's mark; several boards are boards.
func TestSniffNoBoards(t *testing.T) {
	for text, want := range map[string][2]bool{ // rows, square
		"1 2\nab\n\nba\n": {false, false}, "P1\n3 2\n": {false, false}, "1 3\na\tb\n\nab.\n": {false, false},
		"213\n456\n789\n\n123\n465\n789\n": {true, false}, "213\n456\n789\n": {true, false},
		"1\n123\n456\n789\n123\n456\n789\n": {false, true},
	} {
		if got := [2]bool{maybeRows([]byte(text)), sniffSquare([]byte(text))}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
