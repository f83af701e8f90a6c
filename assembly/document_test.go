package assembly

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// family is the family with a checker that has no opinion: this package has none.
func family() *puzzle.Checker {
	data := Data()
	return puzzle.DefineChecker(puzzle.CheckSpec[*Instance, Witness, Certificate]{
		Data:             data,
		CheckWitness:     puzzletest.Believe[*Instance](data.Witnesses),
		CheckCertificate: puzzletest.Believe[*Instance](data.Certificates),
	})
}

func instances(text string) ([]*Instance, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	ins, err := family().DecodeInstances(nil, &v)
	if err != nil {
		return nil, err
	}
	out := make([]*Instance, len(ins))
	for i, in := range ins {
		out[i] = in.Value().(*Instance)
	}
	return out, nil
}

// schema is one of the family's two schemas, compiled.
func schema(t testing.TB, which string) *jsonschema.Schema {
	text, err := family().Schema(which)
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

func allows(t testing.TB, s *jsonschema.Schema, text string) bool {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Validate(v) == nil
}

const head = `{"family":"assembly","version":1,`

func TestInstanceDocuments(t *testing.T) {
	sch := schema(t, puzzle.SchemaInstance)
	for _, c := range []struct{ text, want string }{ // want "": the document comes back as it is
		{`"shape":["##.R","#.##","###."],"contact":"frontal"}`, ""},
		{`"shape":["##.","#.#","###"],"contact":"sticky"}`, ""},
		{`"shape":["#"]}`, `"shape":["#"],"contact":"frontal"}`},
		{`"rows":2,"columns":3,"blocks":[[2,2],[1,2],[1,1]],"root":[2,2]}`, `"shape":["##.",".R."],"contact":"frontal"}`},
		{`"rows":1000000000,"columns":3,"blocks":[[5,3],[6,3]],"root":[6,3],"contact":"sticky"}`, ""},
		{`"rows":1000000000,"columns":3,"blocks":[[5,3],[6,3]],"contact":"frontal"}`, ""},
		{`"rows":1,"columns":65,"blocks":[[1,1]],"contact":"frontal"}`, ""},
	} {
		c.text = head + c.text
		if c.want = head + c.want; c.want == head {
			c.want = c.text
		}
		p, err := instances(c.text)
		if err != nil || len(p) != 1 {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		in, err := family().InstanceOf(p[0])
		if err != nil {
			t.Fatal(err)
		}
		got, err := in.AppendJSON(nil)
		if err != nil || string(got) != c.want {
			t.Errorf("%s comes back as %s, %v", c.text, got, err)
		}
		if !allows(t, sch, c.text) || !allows(t, sch, string(got)) {
			t.Errorf("the schema refuses %s", c.text)
		}
	}
}

func TestInstanceDocumentsRefused(t *testing.T) {
	sch := schema(t, puzzle.SchemaInstance)
	for _, c := range []struct {
		text, want string
		schema     bool // whether a schema can see it
	}{
		{`"contact":"frontal"}`, `line 1, column 1: the document needs the field "shape", or`, true},
		{`"rows":1,"columns":1}`, `the document needs the field "shape", or`, true},
		{`"rows":1,"blocks":[[1,1]]}`, `the document needs the field "columns"`, true},
		{`"shape":["#"],"rows":1}`, `rows goes with blocks that are listed`, true},
		{`"shape":["#"],"root":[1,1]}`, `in a shape R marks the root`, true},
		{`"shape":["#"],"colour":1}`, `the document has no field "colour"`, true},
		{`"shape":["#"],"contact":"loose"}`, `contact is 'loose'; it must be frontal or sticky`, true},
		{`"shape":["#"],"contact":1}`, `contact must be a text`, true},
		{`"shape":"#"}`, `shape must be a list`, true},
		{`"shape":[]}`, `there is no block in this shape`, true},
		{`"shape":[""]}`, `there is no block in this shape`, true},
		{`"shape":["..",".."]}`, `there is no block in this shape`, false},
		{`"shape":["##","#"]}`, `line 1, column 50: this row has 1 cell; the first one has 2`, false},
		{`"shape":["#","##"]}`, `line 1, column 49: this row has 2 cells; the first one has 1`, false},
		{`"shape":["#R","R#"]}`, `line 1, column 49: this is the second R`, false},
		{`"shape":["#R",".é"]}`, `line 1, column 50: 'é' is no cell of a shape`, true},
		{`"shape":["#.",".#"]}`, `line 1, column 50: the shape is not connected`, false},
		{`"rows":2,"columns":2,"blocks":[]}`, `blocks is empty`, true},
		{`"rows":2,"columns":2,"blocks":[[1,1],[3,1]]}`, `line 1, column 71: block (3, 1) lies off the board`, false},
		{`"rows":2,"columns":2,"blocks":[[1,1],[1,1]]}`, `line 1, column 71: block (1, 1) is listed twice`, false},
		{`"rows":2,"columns":2,"blocks":[[1,1],[2,2]]}`, `line 1, column 71: the shape is not connected`, false},
		{`"rows":2,"columns":2,"blocks":[[1,1],[2]]}`, `an item of blocks is a cell [row, column], not 1 numbers`, true},
		{`"rows":2,"columns":2,"blocks":[[1,0]]}`, `a column is 0`, true},
		{`"rows":2,"columns":2,"blocks":[[1,1]],"root":[1,2]}`, `root (1, 2) is none of the blocks`, false},
		{`"rows":2147483648,"columns":2,"blocks":[[1,1]]}`, `rows is 2147483648`, true},
	} {
		c.text = head + c.text
		_, err := instances(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.text, err, c.want)
		}
		if allows(t, sch, c.text) == c.schema {
			t.Errorf("the schema's opinion of %s is not %v", c.text, !c.schema)
		}
	}
}

func claims(text string) (puzzle.Claim, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return puzzle.Claim{}, err
	}
	return family().DecodeClaim(nil, &v)
}

var goodClaims = []struct {
	text string
	want any
}{
	{`"verdict":"solved","witness":{"moves":[]}}`, Witness{First: Block{-1, -1}, Moves: []Move{}}},
	{`"verdict":"solved","witness":{"first":[1,3],"moves":["< 1","^ 2","v 1073741823"],"steps":[1,2],"atLeast":2}}`,
		Witness{First: Block{0, 2}, Moves: []Move{MakeMove(Left, 0), MakeMove(Up, 1), MakeMove(Down, MaxSide-1)},
			Steps: []int32{1, 2}, AtLeast: 2}},
	{`"verdict":"solved","witness":{"first":[1,3],"moves":[],"steps":[]}}`,
		Witness{First: Block{0, 2}, Moves: []Move{}, Steps: []int32{}}},
	{`"verdict":"impossible","certificate":{"cycle":{"constraints":[` +
		`{"block":[1,2],"because":"parent of"},{"block":[3,4],"because":"in the way"},` +
		`{"block":[5,6],"because":"there from the start"}],"shortest":true}}}`,
		Certificate{Cycle: &Cycle{Constraints: []Constraint{{Block{0, 1}, ParentOf}, {Block{2, 3}, InTheWay},
			{Block{4, 5}, There}}, Shortest: true}}},
	{`"verdict":"impossible","certificate":{"cycle":{"constraints":[]}}}`,
		Certificate{Cycle: &Cycle{Constraints: []Constraint{}}}},
	{`"verdict":"impossible","certificate":{"stuck":{"remainder":[[1,1],[1,2]],"moves":["> 7"]}}}`,
		Certificate{Stuck: &Stuck{Remainder: []Block{{0, 0}, {0, 1}}, Moves: []Move{MakeMove(Right, 6)}}}},
	{`"verdict":"impossible","certificate":{"exhausted":{"sets":12,"digest":"01` + strings.Repeat("0", 60) + `ff"}}}`,
		Certificate{Exhausted: &Exhausted{Sets: 12, Digest: [32]byte{0: 1, 31: 255}}}},
}

func TestClaimDocuments(t *testing.T) {
	sch := schema(t, puzzle.SchemaClaim)
	for _, c := range goodClaims {
		text := head + c.text
		cl, err := claims(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		o := cl.Value().(Outcome)
		var got any
		if o.Witness != nil {
			got = *o.Witness
		} else {
			got = *o.Certificate
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", text, got)
		}
		back, err := cl.AppendJSON(nil)
		if err != nil || string(back) != text {
			t.Errorf("%s comes back as %s, %v", text, back, err)
		}
		if !allows(t, sch, text) {
			t.Errorf("the schema refuses %s", text)
		}
	}
	if _, err := cycleKind().Codec.Append(nil, nil,
		Certificate{Cycle: &Cycle{Constraints: []Constraint{{Because: 9}}}}); err == nil {
		t.Error("a reason without a name is written")
	}
	// Slices that nobody made are lists without items.
	text, err := stuckKind().Codec.Append(nil, nil, Certificate{Stuck: &Stuck{}})
	if err != nil || string(text) != `{"stuck":{"remainder":[],"moves":[]}}` {
		t.Errorf("%s %v", text, err)
	}
}

func TestClaimDocumentsRefused(t *testing.T) {
	sch := schema(t, puzzle.SchemaClaim)
	digest := strings.Repeat("0", 64)
	for _, c := range []struct {
		text, want string
		schema     bool
	}{
		{`"solved","witness":{}}`, `needs the field "moves"`, true},
		{`"solved","witness":{"moves":["< 0"]}}`, `column 74: '< 0' is no move`, true},
		{`"solved","witness":{"moves":["<1"]}}`, `'<1' is no move`, true},
		{`"solved","witness":{"moves":["< 1073741824"]}}`, `is no move`, false},
		{`"solved","witness":{"moves":[1]}}`, `a move must be a text`, true},
		{`"solved","witness":{"moves":["< 1"],"steps":[0]}}`, `a step is 0`, true},
		{`"solved","witness":{"moves":["< 1"],"steps":[2147483647]}}`, `a step is 2147483647`, true},
		{`"solved","witness":{"moves":["< 1"],"atLeast":1}}`, `atLeast is about steps`, false},
		{`"solved","witness":{"moves":["< 1"],"first":[0,1]}}`, `a row is 0`, true},
		{`"solved","witness":{"moves":["< 1"],"second":[1,1]}}`, `no field "second"`, true},
		{`"impossible","certificate":{}}`, `exactly one of`, true},
		{`"impossible","certificate":{"cycle":{"constraints":[]},"exhausted":{"sets":1,"digest":"` + digest + `"}}}`,
			`exactly one of`, true},
		{`"impossible","certificate":{"cycle":{}}}`, `needs the field "constraints"`, true},
		{`"impossible","certificate":{"cycle":{"constraints":[{"block":[1,1],"because":"luck"}]}}}`,
			`because is 'luck'; it must be one of: parent of, in the way, there from the start`, true},
		{`"impossible","certificate":{"cycle":{"constraints":[{"block":[1,1]}]}}}`, `needs the field "because"`, true},
		{`"impossible","certificate":{"stuck":{"remainder":[]}}}`, `needs the field "moves"`, true},
		{`"impossible","certificate":{"exhausted":{"sets":0,"digest":"` + digest + `"}}}`, `sets is 0`, true},
		{`"impossible","certificate":{"exhausted":{"sets":9007199254740992,"digest":"` + digest + `"}}}`,
			`sets is 9007199254740992`, true},
		{`"impossible","certificate":{"exhausted":{"sets":1,"digest":"` + digest[1:] + `"}}}`,
			`digest must be 64 digits from 0 to 9 and a to f`, true},
		{`"impossible","certificate":{"exhausted":{"sets":1,"digest":"A` + digest[1:] + `"}}}`,
			`digest must be 64 digits from 0 to 9 and a to f`, true},
	} {
		text := head + `"verdict":` + c.text
		_, err := claims(text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", text, err, c.want)
		}
		if allows(t, sch, text) == c.schema {
			t.Errorf("the schema's opinion of %s is not %v", text, !c.schema)
		}
	}
}

// Ten thousand moves come back from a document, and the schema allows them.
func TestManyMoves(t *testing.T) {
	var b strings.Builder
	b.WriteString(head + `"verdict":"solved","witness":{"moves":[`)
	for i := range 10_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\"%c %d\"", "<>^v"[i%4], i+1)
	}
	b.WriteString("]}}")
	cl, err := claims(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if back, err := cl.AppendJSON(nil); err != nil || string(back) != b.String() ||
		!allows(t, schema(t, puzzle.SchemaClaim), b.String()) {
		t.Errorf("%.100s, %v", back, err)
	}
}
