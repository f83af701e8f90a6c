package families_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
)

// TestTiltYAML reads boards as people write them in YAML: rows of digits are rows.
func TestTiltYAML(t *testing.T) {
	fam := families.Tilt()
	const head = "family: tilt\nversion: 1\n"
	for _, c := range []struct{ yaml, want string }{
		{"start:\n  - 1010\n  - 0101\n", `"start":["1010","0101"]}`},
		{"start: [12, 21]\ntarget: [21, 12]\n", `"start":["12","21"],"target":["21","12"]}`},
		{"start:\n  - 0\ntarget:\n  - \"0\"\n", `"start":["0"],"target":["0"]}`},
		{"start:\n  - .12\n  - ..1\n  - 12.\n  - '1.2'\n", `"start":[".12","..1","12.","1.2"]}`}, // texts to YAML as well
		{"start:\n  - [1, 2]\n  - [red, .]\n", `"start":["12",["red","."]]}`},
		{"start:\n  - 11111111111111111111111111\ntargets:\n  -\n    - 11111111111111111111111111\n", `"start":["11111111111111111111111111"],"target":["11111111111111111111111111"]}`},
		{"start: # two rows\r\n  - a.b\r\n  - ..c\r\n", `"start":["a.b","..c"]}`},
		{"start:\n- é.\n", `"start":["é."]}`},
		{"{\"start\": [\"ab\"]}", ""}, // two syntaxes at once
	} {
		v, err := yamldoc.Parse([]byte("\xEF\xBB\xBF" + head + c.yaml))
		if c.want == "" {
			if err == nil {
				t.Errorf("%q is read", c.yaml)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.yaml, err)
			continue
		}
		ins, err := fam.DecodeInstances(nil, &v)
		if err != nil || len(ins) != 1 {
			t.Errorf("%q: %v", c.yaml, err)
			continue
		}
		if got, err := ins[0].AppendJSON(nil); err != nil || string(got) != `{"family":"tilt","version":1,`+c.want {
			t.Errorf("%q: %s, %v", c.yaml, got, err)
		}
	}
	for _, c := range []struct{ yaml, want string }{
		{"start:\n  - 1.2\n", "line 4, column 5: a row of start is the number '1.2'; unless it is digits alone, a text needs quotes here"},
		{"start:\n  - -12\n", "line 4, column 5: a row of start is the number '-12'; unless it is digits alone, a text needs quotes here"},
		{"start:\n  - 1e2\n", "line 4, column 5: a row of start is the number '1e2'; unless it is digits alone, a text needs quotes here"},
		{"start:\n  - true\n", "line 4, column 5: a row of start must be a text or a list of labels, not true or false"},
		{"start:\n  - 12\n  - 1\n", "line 5, column 6: row 2 of start has 1 cell; the rows above have 2"},
		{"start:\n  - ab\n  - a?\n", "line 5, column 6: '?' is a cell of a target that does not matter, and not a tile"},
		{"start:\n  - \"ab\"\ntarget:\n  - \"aO\"\n", "line 6, column 7: there is a hole here, and none in the start"},
		{"start: [ab]\ncolour: red\n", `line 4, column 1: the document has no field "colour"`},
	} {
		v, err := yamldoc.Parse([]byte(head + c.yaml))
		if err == nil {
			_, err = fam.DecodeInstances(nil, &v)
		}
		if err == nil || err.Error() != c.want || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v\nwant %s", c.yaml, err, c.want)
		}
	}
}

// TestTiltSamples wants the contest's answers, byte for byte, and proofs of them.
func TestTiltSamples(t *testing.T) {
	fam := families.Tilt()
	files, err := filepath.Glob(filepath.Join("..", "tilt", "testdata", "*.in"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".in") + ".ans")
		if err != nil {
			t.Fatal(err)
		}
		in, err := fam.ReadText(nil, "tilting-tiles", grid.NewScanner(bytes.NewReader(text), int64(len(text))))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cl, err := fam.Prove(t.Context(), in, puzzle.DefaultLimits())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got bytes.Buffer
		if err := fam.WriteAnswer(&got, "tilting-tiles", in, cl); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: %q, %v; want %q", name, got.Bytes(), err, want)
		}
	}
}

func tiltBoard(t *testing.T, fam *puzzle.Family, text string) puzzle.Instance {
	t.Helper()
	in, err := fam.ReadText(nil, "tilting-tiles", grid.NewScanner(strings.NewReader(text), -1))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestTiltMoves: moves that are none are bad input, said once, counted from the beginning.
func TestTiltMoves(t *testing.T) {
	fam := families.Tilt()
	in := tiltBoard(t, fam, "2 3\nab.\n..c\n\n.ab\n..c\n")
	out, err := fam.Apply(t.Context(), in, "R(LR)^100000000000000000000", puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if doc, err := out.AppendJSON(nil); err != nil || string(doc) != `{"family":"tilt","version":1,"start":[".ab","..c"],"target":[".ab","..c"]}` {
		t.Errorf("%s, %v", doc, err)
	}
	first, every, err := fam.When(t.Context(), in, "(R)", puzzle.Limits{})
	if err != nil || first == nil || first.Int64() != 1 || every.Int64() != 1 {
		t.Errorf("%v, %v, %v", first, every, err)
	}
	if first, _, err = fam.When(t.Context(), in, "R(R)^3(R)", puzzle.Limits{}); err != nil || first == nil || first.Sign() != 0 {
		t.Errorf("%v, %v", first, err)
	}
	if first, _, err = fam.When(t.Context(), in, "(L)", puzzle.Limits{}); err != nil || first != nil {
		t.Errorf("%v, %v", first, err)
	}
	for _, c := range []struct{ call, moves, want string }{
		{"apply", "LUx", "character 3 of the moves is 'x'; one of L R U D ( is expected"},
		{"apply", "L(R)", "the group that opens at character 2 of the moves does not end in )^ and a number"},
		{"when", "", "the moves must end in the group that is repeated, as in LU(RDLU), not ''"},
		{"when", "LU", "the moves must end in the group that is repeated, as in LU(RDLU), not 'LU'"},
		{"when", "LU)", "the moves must end in the group that is repeated, as in LU(RDLU), not 'LU)'"},
		{"when", "L(RD)^3", "the moves must end in the group that is repeated, as in LU(RDLU), not 'L(RD)^3'"},
		{"when", "LU(RxLU)", "the group that opens at character 3 of the moves does not end in )^ and a number"},
		{"when", "Lx(RD)", "character 2 of the moves is 'x'; one of L R U D ( is expected"},
		{"when", "LU()", "character 3 of the moves opens a group without tilts"},
		{"when", "L((RD)^2)", "character 2 of the moves opens a group without tilts"},
		{"when", "(RD)^2)", "character 7 of the moves is ')'; one of L R U D ( is expected"},
	} {
		var err error
		if c.call == "apply" {
			_, err = fam.Apply(t.Context(), in, c.moves, puzzle.Limits{})
		} else {
			_, _, err = fam.When(t.Context(), in, c.moves, puzzle.Limits{})
		}
		var e *grid.Error
		if err == nil || err.Error() != c.want || !errors.As(err, &e) || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s %q: %v\nwant %s", c.call, c.moves, err, c.want)
		}
	}
}
