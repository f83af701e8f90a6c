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
			p, err := readLamps(nil, s)
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
		if _, err := readLamps(nil, grid.NewScanner(strings.NewReader(text), -1)); err == nil || err.Error() != want {
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
