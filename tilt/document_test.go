package tilt

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// tilts is the family as far as its data go: its checker believes everything.
func tilts() *puzzle.Checker {
	data := Data()
	return puzzle.DefineChecker(puzzle.CheckSpec[*Instance, Witness, Certificate]{
		Data:             data,
		CheckWitness:     puzzletest.Believe[*Instance](data.Witnesses),
		CheckCertificate: puzzletest.Believe[*Instance](data.Certificates),
	})
}

const head = `{"family":"tilt","version":1,`

// decode reads an instance document; place is the column at which the family's fields begin.
func decode(text string) ([]puzzle.Instance, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	return tilts().DecodeInstances(nil, &v)
}

func TestGoodDocuments(t *testing.T) {
	for _, c := range []struct{ doc, want, out string }{
		{`"start":["ab",".."]}`, "ab/.. -> none", `"start":["ab",".."]}`},
		{`"start":["ab"],"target":["ba"]}`, "ab -> ba", `"start":["ab"],"target":["ba"]}`},
		{`"target":["ba"],"start":["ab"]}`, "ab -> ba", `"start":["ab"],"target":["ba"]}`},
		{`"start":["ab"],"targets":[["ba"],["a."]]}`, "ab -> ba; ab -> a.", `"start":["ab"],"target":["ba"]}`},
		{`"start":["é😀"]}`, "é😀 -> none", `"start":["é😀"]}`},
		{`"start":["\u00e9<"]}`, "é< -> none", `"start":["é<"]}`},
		{`"start":[["a","."],["é","b"]]}`, "a./éb -> none", `"start":["a.","éb"]}`},
		{`"start":[["red","."]],"target":[[".","red"]]}`, "<red>. -> .<red>", `"start":[["red","."]],"target":[[".","red"]]}`},
		{`"start":[["red","#1"],"ab"]}`, "<red><#1>/ab -> none", `"start":[["red","#1"],"ab"]}`},
		{`"start":[[7,12,"7"]]}`, "7<12>7 -> none", `"start":[["7","12","7"]]}`}, // a number is its digits
		{`"start":[[-1,"."]]}`, "<-1>. -> none", `"start":[["-1","."]]}`},
		{`"start":[1010,"0101"]}`, "1010/0101 -> none", `"start":["1010","0101"]}`},
		{`"start":[0],"target":[7]}`, "0 -> 7", `"start":["0"],"target":["7"]}`},
		{`"start":[12,["1",2]],"targets":[["..",21]]}`, "12/12 -> ../21", `"start":["12","12"],"target":["..","21"]}`},
		{`"start":[123456789012345678901234567890]}`, "123456789012345678901234567890 -> none", `"start":["123456789012345678901234567890"]}`},
		{`"start":[["` + strings.Repeat("x", 64) + `"]]}`, "<" + strings.Repeat("x", 64) + "> -> none", `"start":[["` + strings.Repeat("x", 64) + `"]]}`},
		{`"start":[["two words","e\u0301"]]}`, "<two words><e\u0301> -> none", `"start":[["two words","e` + "\u0301" + `"]]}`},
	} {
		ins, err := decode(head + c.doc)
		var got []string
		for _, in := range ins {
			got = append(got, show(in.Value().(*Instance)))
		}
		if err != nil || strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, %v; want %q", c.doc, got, err, c.want)
			continue
		}
		if out, err := ins[0].AppendJSON(nil); err != nil || string(out) != head+c.out {
			t.Errorf("%s came back as %s, %v", c.doc, out, err)
		}
	}
	// Many targets share the start: whoever answers them decomposes it once.
	ins, err := decode(head + `"start":["ab"],"targets":[["ba"],["a."]]}`)
	if err != nil || ins[0].Value().(*Instance).Start != ins[1].Value().(*Instance).Start {
		t.Errorf("two starts: %v", err)
	}
}

func TestBadDocuments(t *testing.T) {
	const at = len(head) + 1 // the column of the first field's name
	for _, c := range []struct {
		doc       string
		line, col int // 0: no place
		want      string
	}{
		{`"target":["ab"]}`, 1, 1, `the document needs the field "start"`},
		{`"start":"ab"}`, 1, at + 9, "start must be a list, not a text"},
		{`"start":null}`, 1, at + 8, "start must be a list, not null"},
		{`"start":1010}`, 1, at + 8, "start must be a list, not a number"},
		{`"start":[]}`, 1, at + 8, "start has no rows"},
		{`"start":[""]}`, 1, at + 10, "row 1 of start is empty"},
		{`"start":[[]]}`, 1, at + 9, "row 1 of start is empty"},
		{`"start":["ab",""]}`, 1, at + 15, "row 2 of start is empty"},
		// Ragged rows: at the first cell too many, or behind the last cell.
		{"\"start\":[\n\"abc\",\n\"ab\"]}", 3, 4, "row 2 of start has 2 cells; the rows above have 3"},
		{"\"start\":[\n\"ab\",\n\"abcd\"]}", 3, 4, "row 2 of start has 4 cells; the rows above have 2"},
		{"\"start\":[\n\"éé\",\n\"ü\"]}", 3, 3, "row 2 of start has 1 cell; the rows above have 2"},
		{"\"start\":[\n\"ab\",\n[\"a\"]]}", 3, 2, "row 2 of start has 1 cell; the rows above have 2"},
		{"\"start\":[\"ab\"],\"target\":[\n\"ab\",\n\"abc\"]}", 3, 4, "row 2 of target has 3 cells; the rows above have 2"},
		{"\"start\":[\n12,\n123]}", 3, 3, "row 2 of start has 3 cells; the rows above have 2"},
		// Cells that are none.
		{"\"start\":[\"ab#\"],\"target\":[\n\"ab.\"]}", 2, 4, "the start has a wall here; a target has # or ? there"},
		{"\"start\":[\"ab.\"],\"target\":[\n[\"a\",\"#\",\"b\"]]}", 2, 7, "there is a wall here, and none in the start"},
		{"\"start\":[\n\"?ab\"]}", 2, 2, "'?' is a cell of a target that does not matter, and not a tile"},
		{"\"start\":[\"ab.\"],\"target\":[\n\"abO\"]}", 2, 4, "there is a hole here, and none in the start"},
		{"\"start\":[\n\"aé b\"]}", 2, 4, "' '" + notATile},
		{"\"start\":[\n\"a\\u0000\"]}", 2, 3, "the character U+0000" + notATile},
		{"\"start\":[\n[\" \"]]}", 2, 3, "' '" + notATile},
		{"\"start\":[\n[\"\"]]}", 2, 3, `a label is empty; an empty cell is "."`},
		{"\"start\":[\n[\"a\\tb\"]]}", 2, 3, `the label "a\tb" holds a character that cannot be printed`},
		{"\"start\":[\n[\"" + strings.Repeat("x", 65) + "\"]]}", 2, 3, "a label has 65 bytes; at most 64 are accepted"},
		{"\"start\":[\n[true]]}", 2, 2, "a label must be a text, not true or false"},
		{"\"start\":[\n[\"a\", null]]}", 2, 7, "a label must be a text, not null"},
		{"\"start\":[\n[[\"a\"]]]}", 2, 2, "a label must be a text, not a list"},
		{"\"start\":[\n[1.0]]}", 2, 2, "a label is the number '1.0'; a label that is no whole number needs quotes"},
		{"\"start\":[\n[1e3]]}", 2, 2, "a label is the number '1e3'; a label that is no whole number needs quotes"},
		{"\"start\":[\ntrue]}", 2, 1, "a row of start must be a text or a list of labels, not true or false"},
		{"\"start\":[\n{\"a\":1}]}", 2, 1, "a row of start must be a text or a list of labels, not an object"},
		{"\"start\":[\n1.1]}", 2, 1, "a row of start is the number '1.1'; unless it is digits alone, a text needs quotes here"},
		{"\"start\":[\n-11]}", 2, 1, "a row of start is the number '-11'; unless it is digits alone, a text needs quotes here"},
		{"\"start\":[\n1e1]}", 2, 1, "a row of start is the number '1e1'; unless it is digits alone, a text needs quotes here"},
		// Targets.
		{`"start":["a"],"target":["a"],"targets":[["a"]]}`, 1, at + 39, "the document has both target and targets"},
		{`"start":["a"],"targets":[]}`, 1, at + 24, "targets is empty"},
		{`"start":["a"],"targets":{}}`, 1, at + 24, "targets must be a list, not an object"},
		{`"start":["a"],"targets":["a"]}`, 1, at + 26, "a target must be a list, not a text"},
		{`"start":["a"],"target":null}`, 1, at + 23, "target must be a list, not null"},
		{`"start":["ab"],"target":["a"]}`, 1, at + 24, "target has 1 × 1 cells; the start has 1 × 2"},
		{`"start":["ab"],"target":["a","b"]}`, 1, at + 24, "target has 2 × 1 cells; the start has 1 × 2"},
		{`"start":["ab"],"targets":[["ba"],["a"]]}`, 1, at + 33, "a target has 1 × 1 cells; the start has 1 × 2"},
		// The document itself.
		{`"start":["a"],"walls":[]}`, 1, at + 14, `the document has no field "walls"`},
		{`"start":["a"],"Target":["a"]}`, 1, at + 14, `the document has no field "Target"; did you mean "target"?`},
		{`"start":["a"],"start":["a"]}`, 1, at + 14, `the field "start" stands here a second time`},
		{`"start":["a"]} {}`, 1, at + 15, "data behind the end of the document"},
		{`"start":["a"`, 1, at + 12, "the document ends too early"},
	} {
		want := grid.Pos{Line: c.line, Col: c.col}.String() + ": " + c.want
		if ins, err := decode(head + c.doc); err == nil || err.Error() != want || !errors.Is(err, grid.ErrInput) {
			t.Errorf("%s: %d instances, %v\nwant %s", c.doc, len(ins), err, want)
		}
	}
	for doc, want := range map[string]string{
		`{"version":1,"start":["a"]}`:                   `line 1, column 1: the document needs the field "family"`,
		`{"family":"tilt","start":["a"]}`:               `line 1, column 1: the document needs the field "version"`,
		`{"family":"tilt","version":2,"start":["a"]}`:   "line 1, column 28: version is 2; this program reads version 1",
		`{"family":"tilt","version":0,"start":["a"]}`:   "line 1, column 28: version is 0; this program reads version 1",
		`{"family":"tilt","version":"1","start":["a"]}`: "line 1, column 29: version must be a number, not a text",
		`{"family":"lights","version":1,"start":["a"]}`: `line 1, column 12: family is "lights"; "tilt" is expected`,
		`["a"]`: "line 1, column 1: the document must be an object, not a list",
		``:      "line 1, column 1: the document ends too early",
	} {
		if _, err := decode(doc); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", doc, err, want)
		}
	}
}

// TestWideDocuments: many targets of which one needs wide cells.
func TestWideDocuments(t *testing.T) {
	few, many := strings.Repeat("a", 300), colours(300)
	row := func(s string) string { return `["` + s + `"]` }
	for _, c := range []struct {
		doc  string
		wide bool
	}{
		{`"start":` + row(few) + `,"targets":[` + row(few) + `,` + row(few) + `]}`, false},
		{`"start":` + row(few) + `,"targets":[` + row(few) + `,` + row(many) + `]}`, true},
		{`"start":` + row(many) + `,"targets":[` + row(few) + `,` + row(few) + `]}`, true},
		{`"start":` + row(many[:3*250]+few[250:]) + `,"targets":[` + row(few) + `,` + row(few) + `]}`, false},
	} {
		ins, err := decode(head + c.doc)
		if err != nil || len(ins) != 2 {
			t.Fatal(len(ins), err)
		}
		for _, in := range ins {
			p := in.Value().(*Instance)
			if (p.Start.Wide != nil) != c.wide || (p.Target.Wide != nil) != c.wide {
				t.Errorf("wide %v and %v, want %v", p.Start.Wide != nil, p.Target.Wide != nil, c.wide)
			}
			if err := p.Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

func compiledSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	out := map[string]*jsonschema.Schema{}
	for _, which := range []string{puzzle.SchemaInstance, puzzle.SchemaClaim} {
		text, err := tilts().Schema(which)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(which, doc); err != nil {
			t.Fatal(err)
		}
		if out[which], err = c.Compile(which); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestSchema wants schema and decoder to agree: what the decoder accepts the schema accepts, and
// the other way round but for what no schema can say, or no schema of JSON numbers.
func TestSchema(t *testing.T) {
	schemas := compiledSchemas(t)
	const yes, no, looser = "yes", "no", "the schema accepts it"
	shapes := `"shapes":[{"first":"LR","rows":[[3,1]]},{"first":"UD","rows":[[3,1]]}]`
	ring := func(first, corner, cycles string) string {
		return `"verdict":"impossible","certificate":{` + shapes + `,"rings":[{"first":"` + first + `","corner":"` + corner + `","cycles":[` + cycles + `]}]}}`
	}
	for _, c := range []struct{ which, doc, want string }{
		{"instance", `"start":["ab"]}`, yes},
		{"instance", `"start":["ab"],"target":["ba"]}`, yes},
		{"instance", `"start":["ab"],"targets":[["ba"]]}`, yes},
		{"instance", `"start":["ab"],"targets":[["ba"]],"target":["ba"]}`, no},
		{"instance", `"start":[["red",7,"."]]}`, yes},
		{"instance", `"start":[1010]}`, yes},
		{"instance", `"start":[0]}`, yes},
		{"instance", `"start":[-10]}`, no},
		{"instance", `"start":[1.5]}`, no},
		{"instance", `"start":[10.0]}`, looser}, // 10.0 and 10 are one number to a schema
		{"instance", `"start":[1e3]}`, looser},
		{"instance", `"start":[[1.5]]}`, no},
		{"instance", `"start":[[1.0]]}`, looser},
		{"instance", `"start":[true]}`, no},
		{"instance", `"start":[[true]]}`, no},
		{"instance", `"start":[]}`, no},
		{"instance", `"start":[""]}`, no},
		{"instance", `"start":[[]]}`, no},
		{"instance", `"start":[[""]]}`, no},
		{"instance", `"start":["a#"]}`, yes},
		{"instance", `"start":["a?"]}`, no},
		{"instance", `"start":["aO"]}`, yes},
		{"instance", `"start":["a b"]}`, no},
		{"instance", `"start":[["#"]]}`, yes},
		{"instance", `"start":[["##"]]}`, yes},
		{"instance", `"start":[["` + strings.Repeat("x", 65) + `"]]}`, no},
		{"instance", `"start":[["` + strings.Repeat("é", 33) + `"]]}`, looser}, // bytes are counted
		{"instance", `"start":["a\u200b"]}`, looser},                           // not printable
		{"instance", `"start":["ab","a"]}`, looser},                            // ragged
		{"instance", `"start":["ab"],"target":["a"]}`, looser},
		{"instance", `"start":["ab"],"targets":[]}`, no},
		{"instance", `"target":["ab"]}`, no},
		{"instance", `"start":["ab"],"x":1}`, no},
		{"instance", `"start":"ab"}`, no},

		{"claim", `"verdict":"solved","witness":{"moves":"LU(RDLU)^12R","length":"51"}}`, yes},
		{"claim", `"verdict":"solved","witness":{"moves":"","length":"0"}}`, yes},
		{"claim", `"verdict":"solved","witness":{"moves":"(L)^0","length":"0"}}`, yes},
		{"claim", `"verdict":"solved","witness":{"moves":"(L)^01","length":"1"}}`, no},
		{"claim", `"verdict":"solved","witness":{"moves":"()^1","length":"0"}}`, no},
		{"claim", `"verdict":"solved","witness":{"moves":"(L)","length":"1"}}`, no},
		{"claim", `"verdict":"solved","witness":{"moves":"X","length":"1"}}`, no},
		{"claim", `"verdict":"solved","witness":{"moves":"L","length":"01"}}`, no},
		{"claim", `"verdict":"solved","witness":{"moves":"L","length":1}}`, yes},
		{"claim", `"verdict":"solved","witness":{"moves":"L","length":1.5}}`, no},
		{"claim", `"verdict":"solved","witness":{"length":"1"}}`, no},
		{"claim", `"verdict":"solved","witness":{"moves":"L","length":"1","x":1}}`, no},
		{"claim", `"verdict":"impossible","certificate":{"colours":{"colour":"r","start":1,"target":2}}}`, yes},
		{"claim", `"verdict":"impossible","certificate":{"colours":{"colour":"r","start":-1,"target":2}}}`, no},
		{"claim", `"verdict":"impossible","certificate":{"colours":{"colour":"r","start":1}}}`, no},
		{"claim", `"verdict":"impossible","certificate":{}}`, no},
		{"claim", `"verdict":"impossible","certificate":{` + shapes + `}}`, yes},
		{"claim", `"verdict":"impossible","certificate":{` + shapes + `,"rings":[]}}`, no},
		{"claim", `"verdict":"impossible","certificate":{"shapes":[{"first":"LR","rows":[[3,1]]}]}}`, no},
		{"claim", `"verdict":"impossible","certificate":{"shapes":[]}}`, no},
		{"claim", `"verdict":"impossible","certificate":{"colours":{"colour":"r","start":1,"target":2},` + shapes + `}}`, no},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3}`), yes},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3,"start":"abc","target":["a","b",7]}`), yes},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3,"start":123,"target":321}`), yes},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3,"period":2,"turns":0},{"from":[2,1],"tiles":3,"period":2,"turns":1}`), yes},
		{"claim", ring("L", "LU", ``), no},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":1},{"from":[1,2],"tiles":1},{"from":[1,3],"tiles":1}`), no},
		{"claim", ring("X", "LU", `{"from":[1,1],"tiles":3}`), no},
		{"claim", ring("L", "UL", `{"from":[1,1],"tiles":3}`), no},
		{"claim", ring("L", "LU", `{"from":[0,1],"tiles":3}`), no},
		{"claim", ring("L", "LU", `{"from":[1],"tiles":3}`), no},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":0}`), no},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3,"period":0}`), no},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3,"turns":-1}`), no},
		{"claim", ring("L", "LU", `{"from":[1,1],"tiles":3,"x":1}`), no},
		{"claim", `"verdict":"impossible","certificate":{"shapes":[{"first":"L","rows":[[3,1]]},{"first":"UD","rows":[[3,1]]}]}}`, no},
		{"claim", `"verdict":"impossible","certificate":{"shapes":[{"first":"LR","rows":[[3,1,1]]},{"first":"UD","rows":[[3,1]]}]}}`, no},
	} {
		doc := head + c.doc
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
		if err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		bySchema := schemas[c.which].Validate(v)
		var byDecoder error
		if c.which == "instance" {
			_, byDecoder = decode(doc)
		} else {
			_, byDecoder = decodeClaim(doc)
		}
		if (bySchema == nil) != (c.want != no) || (byDecoder == nil) != (c.want == yes) {
			t.Errorf("%s: schema %v, decoder %v; want %s", c.doc, bySchema, byDecoder, c.want)
		}
	}
}

// TestAppendJSON compares what an instance appends of itself with its rows as encoding/json writes them.
func TestAppendJSON(t *testing.T) {
	for _, text := range []string{`[["a","b"],[".","."]]`, `[["a","bc"],["d","."]]`, `[["\"","\\"],["é","."]]`,
		`[["<","&"],["'","\u00fc"]]`, `[["<>","&"],["'","."]]`, `["ab","cd"]`, `["."]`} {
		doc, err := document.ParseJSON([]byte(`{"start":` + text + `,"target":` + text + `}`))
		if err != nil {
			t.Fatal(err)
		}
		f, err := doc.Object("the document")
		if err != nil {
			t.Fatal(err)
		}
		ins, err := decodeInstances(nil, f)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		rows := []Labels{}
		for r := range ins[0].Start.H {
			rows = append(rows, ins[0].row(ins[0].Start, r))
		}
		got, err := encodeInstance(ins[0])
		if err != nil {
			t.Fatal(err)
		}
		var buf bytes.Buffer
		for _, v := range []any{map[string]any{"start": rows, "target": rows}, got} {
			enc := json.NewEncoder(&buf)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		direct, err := got.(instanceJSON).AppendJSON(nil)
		if lines := strings.Split(buf.String(), "\n"); err != nil || lines[0] != lines[1] || lines[0] != string(direct) {
			t.Errorf("%s and %s, %v", buf.String(), direct, err)
		}
	}
}
