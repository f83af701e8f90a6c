package lights

import (
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
)

func TestLamps(t *testing.T) {
	for text, want := range map[string]string{
		"#.#\n.#.\n":           "101/010",
		"#.#/.#.\n":            "101/010",
		"101/010":              "101/010",
		"\n\n#\r\n.\r\n\r\n":   "1/0",
		"10/01\n11/00\n":       "10/01 11/00",
		"##\n..\n\n#\n":        "11/00 1",
		"\xEF\xBB\xBF1/0 \n\n": "1/0",
	} {
		s := grid.NewScanner(strings.NewReader(text), -1)
		var got []string
		for {
			p, err := lampMarks.read(nil, s)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			var rows []string
			for y := range p.Height {
				rows = append(rows, string(p.Start.appendDigits(nil, y)))
			}
			got = append(got, strings.Join(rows, "/"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"#.\n#\n":  "line 2, column 2: this row has 1 lamp; the first one has 2",
		"#./#\n":   "line 1, column 5: this row has 1 lamp; the first one has 2",
		"#.x\n":    "line 1, column 3: 'x' is no lamp; a lamp is # or 1 (on), . or 0 (off)",
		"#./\n":    "line 1, column 4: a lamp is expected here: # or 1 (on), . or 0 (off)",
		"#.//..\n": "line 1, column 4: a lamp is expected here: # or 1 (on), . or 0 (off)",
		"#. #\n":   "line 1, column 4: unexpected '#' after the row's lamps",
	} {
		if _, err := lampMarks.read(nil, grid.NewScanner(strings.NewReader(text), -1)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for head, want := range map[string][2]bool{ // Sniff, Maybe
		"101/010\n": {true, true}, "#.#/.#.\n": {false, true}, "#.#\n.#.\n": {false, true}, "101\n010\n": {false, true},
		"#.R\n###\n": {false, false}, "12/34\n": {false, false}, "#.1\n": {false, false}, "": {false, false}, "/\n": {false, false}, "1/0 -> 0/1\n": {false, false},
	} {
		if sniffLamps([]byte(head)) != want[0] || maybeLamps([]byte(head)) != want[1] {
			t.Errorf("%q: %v, %v", head, sniffLamps([]byte(head)), maybeLamps([]byte(head)))
		}
	}
}

// The other marks: a board keeps to two of them, and the next one may have others.
func TestMarks(t *testing.T) {
	const text = "x-x\n-x-\n\nOO./...\n#-\n-#\n\n.#/#.\n..\n"
	s := grid.NewScanner(strings.NewReader(text), -1)
	for i, want := range []string{"101/010", "110/000", "10/01", "01/10", "00"} {
		p, err := otherMarks.read(nil, s)
		if err != nil {
			t.Fatalf("board %d: %v", i+1, err)
		}
		var rows []string
		for y := range p.Height {
			rows = append(rows, string(p.Start.appendDigits(nil, y)))
		}
		if got := strings.Join(rows, "/"); got != want {
			t.Errorf("board %d: %s, want %s", i+1, got, want)
		}
	}
	if _, err := otherMarks.read(nil, s); err != io.EOF {
		t.Errorf("%v at the end", err)
	}
	for text, want := range map[string]string{
		"x-\nO-\n":   "line 2, column 1: this board has 'x' and 'O' for on; it keeps to one",
		"x-.\n":      "line 1, column 3: this board has '-' and '.' for off; it keeps to one",
		"x-\n-x-\n":  "line 2, column 4: this row has 3 lamps; the first one has 2",
		"x1\n":       "line 1, column 2: '1' is no lamp; a lamp is #, x or O (on), . or - (off)",
		"x-//x-\n":   "line 1, column 4: a lamp is expected here: #, x or O (on), . or - (off)",
		"x\u00d7-\n": "line 1, column 2: '\u00d7' is no lamp; a lamp is #, x or O (on), . or - (off)",
	} {
		_, err := otherMarks.read(nil, grid.NewScanner(strings.NewReader(text), -1))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for head, want := range map[string]bool{
		"x-\n-x\n\nO.\n.O\n": true, "x-/-x\nO./.O\n": true, "x-\n \n#.\n\n\n": true, "x-\n\nO-\nx.\n": false,
		"x-/-x\nO/1\n": false, "x-x\n-x-\n": true, "OO./...\n": true, "#-\n": true, "x.\n": true, "O-": true,
		"#.\n": false, "..\n": false, "##\n": false, "xO\n": false, "x-1": false, "": false,
	} {
		if maybeMarks([]byte(head)) != want {
			t.Errorf("%q: %v", head, !want)
		}
	}
}
