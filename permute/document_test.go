package permute

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// believer is the family as far as its data go: its checker believes everything.
func believer() *puzzle.Checker {
	data := Data()
	return puzzle.DefineChecker(puzzle.CheckSpec[*Instance, Witness, Certificate]{
		Data:             data,
		CheckWitness:     puzzletest.Believe[*Instance](data.Witnesses),
		CheckCertificate: puzzletest.Believe[*Instance](data.Certificates),
	})
}

// schema is one of the family's published schemas.
func schema(t testing.TB, which string) *jsonschema.Schema {
	t.Helper()
	text, err := believer().Schema(which)
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
	s, err := c.Compile(which)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func schemaAccepts(t testing.TB, which string, doc []byte) {
	t.Helper()
	accepts(t, schema(t, which), doc)
}

func accepts(t testing.TB, s *jsonschema.Schema, doc []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("the schema refuses %s: %v", doc, err)
	}
}

const head = `{"family":"permute","version":1,`

func decode(text string) ([]puzzle.Instance, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	return believer().DecodeInstances(nil, &v)
}

func TestGoodDocuments(t *testing.T) {
	const shifts = `"moves":["shift-right"]`
	for _, c := range []struct{ doc, want, out string }{
		{`"start":[[2,9,3],[6,7,8],[5,1,4]],"target":[[6,2,4],[5,7,9],[1,8,3]],"moves":["shift-right","shift-down","rotate-cw"]}`,
			"293/678/514 624/579/183",
			`"start":[[2,9,3],[6,7,8],[5,1,4]],"target":[[6,2,4],[5,7,9],[1,8,3]],"moves":["shift-right","shift-down","rotate-cw"]}`},
		{`"start":"21/43",` + shifts + `}`, "21/43 12/34", `"start":[[2,1],[4,3]],` + shifts + `}`},
		{`"start":["21","43"],` + shifts + `,"target":"12/34"}`, "21/43 12/34",
			`"start":[[2,1],[4,3]],"target":[[1,2],[3,4]],` + shifts + `}`},
		{`"start":[21,43],"target":["1.",[null,"4"]],` + shifts + `}`, "21/43 1./.4",
			`"start":[[2,1],[4,3]],"target":[[1,"."],[".",4]],` + shifts + `}`},
		{`"start":321,` + shifts + `}`, "321 123", `"start":[[3,2,1]],` + shifts + `}`},
		{`"start":["10,9,","b a"],` + shifts + `}`, "10,9/b,a 9,10/a,b", `"start":[[10,9],["b","a"]],` + shifts + `}`},
		{`"start":"12,/3,",` + shifts + `}`, "12,/3, 3,/12,", `"start":[[12],[3]],` + shifts + `}`},
		{`"start":["éa","2<"],` + shifts + `}`, "éa/2< 2</aé", `"start":["éa","2<"],` + shifts + `}`},
		{`"start":"ab","target":"..",` + shifts + `}`, "ab ..", `"start":["ab"],"target":[".."],` + shifts + `}`},
		{`"start":[["two words","/"]],` + shifts + `}`, `["/" "two words"] [1 0]`,
			`"start":[["two words","/"]],` + shifts + `}`},
		{`"start":[[-1,"007",7,"1e3",123456789012345678]],` + shifts + `}`,
			"-1,007,7,1e3,123456789012345678 -1,007,7,123456789012345678,1e3",
			`"start":[[-1,"007",7,"1e3","123456789012345678"]],` + shifts + `}`},
		{`"start":"aab","targets":["aba","baa"],` + shifts + `}`, "aab aba; aab baa",
			`"start":["aab"],"target":["aba"],` + shifts + `}`},
		{`"start":"aab","goals":["aba","b.."],` + shifts + `}`, "aab aba|b..",
			`"start":["aab"],"goals":[["aba"],["b.."]],` + shifts + `}`},
		{`"start":"aab","goals":["aba"],` + shifts + `}`, "aab aba", `"start":["aab"],"target":["aba"],` + shifts + `}`},
		{`"start":"1","moves":[]}`, "1 1", `"start":[[1]],"moves":[]}`},
		{`"start":"1","moves":""}`, "1 1", `"start":[[1]],"moves":[]}`},
		{`"start":"12","moves":"shift-right  shift-left=2"}`, "12 12",
			`"start":[[1,2]],"moves":["shift-right",{"set":"shift-left","cost":2}]}`},
		{`"start":"123","moves":["shift-right=3",{"set":"shift-left","cost":1},{"name":"<X>","cycles":[[[1,1],[1,3],[1,2]]],"inverse":true},{"cost":7,"cycles":[[[1,2],[1,1]]],"name":"Y","inverse":false}]}`, "123 123",
			`"start":[[1,2,3]],"moves":[{"set":"shift-right","cost":3},"shift-left",{"name":"<X>","cycles":[[[1,1],[1,3],[1,2]]],"inverse":true},{"name":"Y","cycles":[[[1,2],[1,1]]],"cost":7}]}`},
	} {
		ins, err := decode(head + c.doc)
		var got []string
		for _, in := range ins {
			got = append(got, text(in.Value().(*Instance)))
		}
		if err != nil || strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, %v; want %q", c.doc, got, err, c.want)
			continue
		}
		out, err := ins[0].AppendJSON(nil)
		if err != nil || string(out) != head+c.out {
			t.Errorf("%s came back as\n%s, %v; want\n%s", c.doc, out, err, head+c.out)
		}
		schemaAccepts(t, puzzle.SchemaInstance, []byte(head+c.doc))
		schemaAccepts(t, puzzle.SchemaInstance, out)
	}
	ins, err := decode(head + `"start":"aab","targets":["aba","baa"],"moves":["shifts"]}`)
	if err != nil {
		t.Fatal(err)
	}
	a, b := ins[0].Value().(*Instance), ins[1].Value().(*Instance)
	if a.Moves != b.Moves || &a.Labels[0] != &b.Labels[0] || &a.Start[0] != &b.Start[0] {
		t.Error("targets do not share moves, labels and start")
	}
}

func TestBadDocuments(t *testing.T) {
	const at = len(head) + 1 // the column of the first field's name
	for _, c := range []struct {
		doc       string
		line, col int // 0: no place
		want      string
	}{
		{`"moves":[]}`, 1, 1, `the document needs the field "start"`},
		{`"start":"12"}`, 1, 1, `the document needs the field "moves"`},
		{`"start":null,"moves":[]}`, 1, at + 8, "start must be a list of rows or one text with / between them, not null"},
		{`"start":1.5,"moves":[]}`, 1, at + 8, "start must be a list of rows or one text with / between them, not a number"},
		{`"start":[],"moves":[]}`, 1, at + 8, "start has no rows"},
		{`"start":"","moves":[]}`, 1, at + 9, "row 1 of start is empty"},
		{`"start":"12/","moves":[]}`, 1, at + 12, "row 2 of start is empty"},
		{`"start":"12/3","moves":[]}`, 1, at + 13, "row 2 of start has 1 tile; the rows above have 2"},
		{`"start":"12/345","moves":[]}`, 1, at + 14, "row 2 of start has 3 tiles; the rows above have 2"},
		{`"start":"1,,2","moves":[]}`, 1, at + 11, "row 1 of start: a tile is missing before this comma"},
		{`"start":",1","moves":[]}`, 1, at + 9, "row 1 of start: a tile is missing before this comma"},
		{`"start":"1 2/34","moves":[]}`, 1, at + 15, "row 2 of start has 1 tile; the rows above have 2"},
		{`"start":["12","3/4"],"moves":[]}`, 1, at + 16,
			"row 2 of start holds a '/', which ends a row where the whole board is one text"},
		{"\"start\":[\n[1,2],\n[3]],\"moves\":[]}", 3, 1, "row 2 of start has 1 tile; the rows above have 2"},
		{"\"start\":[\n[1,2],\n[3,4,5]],\"moves\":[]}", 3, 6, "row 2 of start has 3 tiles; the rows above have 2"},
		{"\"start\":[\n\"é2\",\n\"é\"],\"moves\":[]}", 3, 3, "row 2 of start has 1 tile; the rows above have 2"},
		{`"start":[[]],"moves":[]}`, 1, at + 9, "row 1 of start is empty"},
		{`"start":[""],"moves":[]}`, 1, at + 10, "row 1 of start is empty"},
		{`"start":["12",",3"],"moves":[]}`, 1, at + 15, "row 2 of start: a tile is missing before this comma"},
		{`"start":[true],"moves":[]}`, 1, at + 9, "row 1 of start must be a text or a list of tiles, not true or false"},
		{`"start":[[true]],"moves":[]}`, 1, at + 10, "a tile must be a number or a text, not true or false"},
		{`"start":[[1.0]],"moves":[]}`, 1, at + 10,
			"a tile is the number '1.0'; a label that is no whole number needs quotes"},
		{`"start":[[-0]],"moves":[]}`, 1, at + 10, "a tile is the number '-0'; a label that is no whole number needs quotes"},
		{`"start":[[1,null]],"moves":[]}`, 1, at + 12,
			"'.' is a cell that does not matter, which only a goal may have; it is not a tile"},
		{`"start":"1.","moves":[]}`, 1, at + 10, "'.' is a cell that does not matter, which only a goal may have; it is " +
			"not a tile"},
		{`"start":[[1,""]],"moves":[]}`, 1, at + 13, "a tile has an empty label"},
		{`"start":[[1," "]],"moves":[]}`, 1, at + 13, `the label " " is blank`},
		{`"start":[["a\tb"]],"moves":[]}`, 1, at + 11, `the label "a\tb" holds a character that cannot be printed`},
		{`"start":[["` + strings.Repeat("x", 65) + `"]],"moves":[]}`, 1, at + 11,
			"a label has 65 bytes; at most 64 are accepted"},
		// Goals.
		{`"start":"12","target":"12","goals":["12"],"moves":[]}`, 1, at + 35,
			"the document has both target and goals; target is one goal, targets are several questions, goals are several " +
				"boards of which any will do"},
		{`"start":"12","targets":["12"],"goals":["12"],"moves":[]}`, 1, at + 38,
			"the document has both targets and goals; target is one goal, targets are several questions, goals are several " +
				"boards of which any will do"},
		{`"start":"12","targets":[],"moves":[]}`, 1, at + 23, "targets is empty"},
		{`"start":"12","goals":"12","moves":[]}`, 1, at + 22, "goals must be a list, not a text"},
		{`"start":"12","target":"123","moves":[]}`, 1, at + 23, "the target has 1 × 3 cells; the start has 1 × 2"},
		{`"start":"12","target":"13","moves":[]}`, 1, at + 24, "the target has the tile 3 and the start does not"},
		{`"start":"1799","target":"7179","moves":[]}`, 1, at + 27,
			"the target has the tile 7 twice and the start once; the tile 9 of the start stands there once"},
		{`"start":"17","goals":["71","77"],"moves":[]}`, 1, at + 29,
			"goal 2 has the tile 7 twice and the start once; the tile 1 of the start stands there not at all"},
		{`"start":"1777","targets":["777.","7777"],"moves":[]}`, 1, at + 37,
			"target 2 has the tile 7 4 times and the start 3 times; the tile 1 of the start stands there not at all"},
		{`"start":"178","target":"77.","moves":[]}`, 1, at + 25, "the target has the tile 7 twice and the start once"},
		// Moves.
		{`"start":"12","moves":{}}`, 1, at + 21, "moves must be a list of sets and of moves that are spelled out, not an " +
			"object"},
		{`"start":"12","moves":[7]}`, 1, at + 22,
			"an entry of the moves must be the name of a set or an object, not a number"},
		{`"start":"12","moves":["shifts","rotate-cw"]}`, 1, at + 32,
			"rotate-cw turns the grid by a quarter, which takes a square board; this one has 1 × 2 cells (rotate-180 turns " +
				"any board by a half)"},
		{`"start":"12","moves":"shifts  rotate-cw"}`, 1, at + 30,
			"rotate-cw turns the grid by a quarter, which takes a square board; this one has 1 × 2 cells (rotate-180 turns " +
				"any board by a half)"},
		{`"start":"12","moves":"shifts shift-left=2"}`, 1, at + 29,
			"the move L1 costs 1 by shifts and 2 by shift-left; write one cost for both, as in shifts=2 shift-left=2"},
		{`"start":"12","moves":[""]}`, 1, at + 23, "the name of a set of moves is expected, not ''"},
		{`"start":"12","moves":[{}]}`, 1, at + 22, `an entry of the moves needs the field "set", or "name" and "cycles"`},
		{`"start":"12","moves":[{"set":""}]}`, 1, at + 30, "the name of the set is empty"},
		{`"start":"12","moves":[{"set":"shifts","cost":0}]}`, 1, at + 45,
			`the cost is 0; a move costs at least 1, else "least cost" would not bound the number of moves`},
		{`"start":"12","moves":[{"set":"shifts","cost":-3}]}`, 1, at + 45,
			`the cost is -3; a move costs at least 1, else "least cost" would not bound the number of moves`},
		{`"start":"12","moves":[{"set":"shifts","cost":2147483648}]}`, 1, at + 45,
			"the cost is 2147483648; it must be from 1 to 2147483647"},
		{`"start":"12","moves":[{"set":"shifts","cost":1.5}]}`, 1, at + 45,
			"the cost must be a whole number from 1 to 2147483647, not '1.5'"},
		{`"start":"12","moves":[{"set":"shifts","inverse":true}]}`, 1, at + 38,
			`an entry of the moves has no field "inverse"`},
		{`"start":"12","moves":[{"name":"X"}]}`, 1, at + 22, `an entry of the moves needs the field "cycles"`},
		{`"start":"12","moves":[{"name":"X","cycles":[]}]}`, 1, at + 31, "the move X has no cycles: it does nothing"},
		{`"start":"12","moves":[{"name":"X Y","cycles":[[[1,1],[1,2]]]}]}`, 1, at + 31,
			`the name "X Y" of a move holds ' '; a name has neither blanks nor ^ ( )`},
		{`"start":"12","moves":[{"name":"X","cycles":[[[1,1]]]}]}`, 1, at + 44,
			"the move X is no permutation: a cycle has 1 cell; it takes at least two (a cell that stays is left out)"},
		{`"start":"12","moves":[{"name":"X","cycles":[[[1,1],[1,1]]]}]}`, 1, at + 51,
			"the move X is no permutation: the cell [1, 1] stands in it twice"},
		{`"start":"12","moves":[{"name":"X","cycles":[[[1,1],[1,3]]]}]}`, 1, at + 51,
			"the move X is no permutation: the cell [1, 3] is off the board of 1 × 2 cells"},
		{`"start":"12","moves":[{"name":"X","cycles":[[[1,1],[0,2]]]}]}`, 1, at + 52,
			"a row is 0; it must be from 1 to 1048576"},
		{`"start":"12","moves":[{"name":"X","cycles":[[[1,1],[2]]]}]}`, 1, at + 51, "a cell is [row, column], not 1 numbers"},
		{`"start":"12","moves":[{"name":"X","cycles":[[[1,1],2]]}]}`, 1, at + 51, "a cell is [row, column], not a number"},
		{`"start":"12","moves":[],"width":2}`, 1, at + 24, `the document has no field "width"`},
	} {
		_, err := decode(head + c.doc)
		var e *grid.Error
		if !errors.As(err, &e) || e.Msg != c.want || e.Pos != (grid.Pos{Line: c.line, Col: c.col}) {
			t.Errorf("%s: %v; want %d:%d %s", c.doc, err, c.line, c.col, c.want)
		}
	}
}

// Whatever was put together by hand is valid, or the reason is said; a valid instance comes back from its document.
func TestValidate(t *testing.T) {
	set := func(rows, cols int) *MoveSet {
		s, err := ParseMoves(rows, cols, "shifts")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	good := func() *Instance {
		return &Instance{Rows: 2, Cols: 2, Moves: set(2, 2), Labels: []string{"1", "2", "10", "a"}, Start: []Tile{3, 2, 1, 0},
			Goals: [][]Tile{{0, 1, 2, 3}, {Any, 3, Any, Any}}, Given: true}
	}
	if err := good().Validate(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Instance){
		"the instance has no set of moves":                                                                  func(p *Instance) { p.Moves = nil },
		"the moves are for 2 × 3 cells; the board has 2 × 2":                                                func(p *Instance) { p.Moves = set(2, 3) },
		"a board of -1 × 2 cells is not possible; it has 1 to 1048576 cells":                                func(p *Instance) { p.Rows = -1; p.Moves = &MoveSet{Rows: -1, Cols: 2} },
		"the labels are not in their natural order: '10' stands before '2'":                                 func(p *Instance) { p.Labels = []string{"1", "10", "2", "a"} },
		"the labels are not in their natural order: '2' stands before '2'":                                  func(p *Instance) { p.Labels = []string{"1", "2", "2", "a"} },
		"a tile has an empty label":                                                                         func(p *Instance) { p.Labels[0] = "" },
		"the start has 3 tiles; the board has 4 cells":                                                      func(p *Instance) { p.Start = p.Start[:3] },
		"the start has the tile number -1 in cell 0; there are 4 labels":                                    func(p *Instance) { p.Start[0] = Any },
		"the start has the tile number 4 in cell 3; there are 4 labels":                                     func(p *Instance) { p.Start[3] = 4 },
		"the start has no tile 'a'":                                                                         func(p *Instance) { p.Start[0] = 0 },
		"there is no goal":                                                                                  func(p *Instance) { p.Goals = nil },
		"goal 2 has 0 tiles; the board has 4 cells":                                                         func(p *Instance) { p.Goals[1] = nil },
		"goal 1 has the tile number -2 in cell 0; there are 4 labels":                                       func(p *Instance) { p.Goals[0][0] = -2 },
		"goal 1 has the tile number 64 in cell 0; there are 4 labels":                                       func(p *Instance) { p.Goals[0][0] = 64 },
		"the goal has the tile 2 twice and the start once; the tile 1 of the start stands there not at all": func(p *Instance) { p.Goals = [][]Tile{{1, 1, 2, 3}} },
		"the goal is not the solved board, yet the instance says that it was not given":                     func(p *Instance) { p.Given = false },
	} {
		p := good()
		change(p)
		if err := p.Validate(); err == nil || err.Error() != name || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%v; want %s", err, name)
		}
	}
}

// Random instances, with tiles alike, cells that do not matter, several goals and all kinds of labels, come back from
// their document and, where it has a place for them, from the compact format.
func TestRoundTrips(t *testing.T) {
	instances, texts := schema(t, puzzle.SchemaInstance), 0
	check := func(t *rapid.T) {
		p := draw(t)
		in, err := believer().InstanceOf(p)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := in.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
		if err != nil {
			t.Fatal(err)
		}
		if err := instances.Validate(v); err != nil {
			t.Fatalf("the schema refuses %s: %v", doc, err)
		}
		back, err := decode(string(doc))
		if err != nil || len(back) != 1 {
			t.Fatalf("%s: %v", doc, err)
		}
		if q := back[0].Value().(*Instance); dump(p) != dump(q) {
			t.Fatalf("%s came back as %s", dump(p), dump(q))
		}
		var line bytes.Buffer
		err = writeLine(&line, p)
		if errors.Is(err, puzzle.ErrUnsupported) {
			return
		}
		if err != nil || !sniffLine(line.Bytes()) {
			t.Fatalf("%q: %v", line.Bytes(), err)
		}
		texts++
		s := grid.NewScanner(&line, -1)
		q, err := readLineText(nil, s)
		if err != nil {
			t.Fatalf("%s: %v", dump(p), err)
		}
		q.Given = p.Given // lost for a single row
		if dump(p) != dump(q) {
			t.Fatalf("%s came back from its line as %s", dump(p), dump(q))
		}
	}
	for range extent.Until(t, 1, extent.Met(&texts, 1)) {
		rapid.Check(t, check)
	}
}

// dump shows all of an instance.
func dump(p *Instance) string {
	return fmt.Sprintf("%d × %d, labels %q, start %v, goals %v (given %v), moves %s", p.Rows, p.Cols, p.Labels, p.Start,
		p.Goals, p.Given, show(p.Moves))
}

// draw makes an instance.
func draw(t *rapid.T) *Instance {
	rows, cols := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "cols")
	label := rapid.SampledFrom([][]string{
		{"1", "2", "3", "4", "5", "6", "7", "8", "9"},
		{"a", "b", "c", "1", "2", "é", "<", "-"},
		{"0", "-7", "12", "100", "7", "07", "12345678901234567890"},
		{"a b", "/", "x:y", "->", "#", "moves", "..", "1", "😀"},
	}).Draw(t, "labels")
	b := &labelled{rows: rows, cols: cols, cells: make([]string, rows*cols), at: func(int) grid.Pos { return grid.Pos{} }}
	for i := range b.cells {
		b.cells[i] = rapid.SampledFrom(label).Draw(t, "tile")
	}
	p, err := newStart(b)
	if err != nil {
		t.Fatal(err)
	}
	var sources []Source
	for _, set := range []string{"shifts:right,down", "shift-left:3", "rotate-180", "swap:adjacent"} {
		if rapid.Bool().Draw(t, set) {
			sources = append(sources, Source{Set: set, Cost: int64(2 * rapid.IntRange(0, 1).Draw(t, "cost"))})
		}
	}
	if n := rows * cols; n > 2 && rapid.Bool().Draw(t, "spelled") {
		cycle := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(n-1)), 2, n, rapid.ID[int32]).Draw(t, "cycle")
		sources = append(sources, Source{Move: &Move{Name: "X", Cost: int64(rapid.IntRange(1, 3).Draw(t, "cost")),
			Cycles: [][]int32{cycle}}, Inverse: rapid.Bool().Draw(t, "inverse")})
	}
	if p.Moves, err = NewMoveSet(rows, cols, sources); err != nil {
		t.Fatal(err)
	}
	p.Given = rapid.Bool().Draw(t, "given")
	if !p.Given {
		p.Goals = [][]Tile{p.solved()}
		return p
	}
	for range rapid.IntRange(1, 3).Draw(t, "goals") {
		g := rapid.Permutation(p.Start).Draw(t, "goal")
		for i := range g {
			if rapid.IntRange(0, 4).Draw(t, "any") == 0 {
				g[i] = Any
			}
		}
		p.Goals = append(p.Goals, g)
	}
	return p
}

func TestLabelOrder(t *testing.T) {
	sorted := []string{"-100", "-07", "-7", "-0", "0", "1", "007", "07", "7", "9", "10", "12345678901234567890",
		"12345678901234567891", "-", "1e3", "a", "aa", "b", "é", "😀"}
	for i, a := range sorted {
		for k, b := range sorted {
			if got, want := CompareLabels(a, b), cmp.Compare(i, k); got != want {
				t.Errorf("%s against %s: %d, want %d", a, b, got, want)
			}
		}
	}
}
