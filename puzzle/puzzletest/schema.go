package puzzletest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridwright/gridwright/puzzle"
)

// compiled are a family's schemas, ready for use.
type compiled map[string]*jsonschema.Schema

func (k Kit) compile(t testing.TB) compiled {
	t.Helper()
	out := compiled{}
	all := []string{puzzle.SchemaInstance, puzzle.SchemaClaim}
	if k.Family.Can(puzzle.AskAnalyze) {
		all = append(all, puzzle.SchemaAnalysis)
	}
	for _, which := range all {
		text, err := k.Family.Schema(which)
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
			t.Fatalf("schema %s: %v", which, err)
		}
	}
	return out
}

// accept demands that the schema allows doc.
func (c compiled) accept(t testing.TB, which string, doc []byte) {
	t.Helper()
	if err := c.validate(t, which, doc); err != nil {
		t.Fatalf("the schema of the %s refuses %s: %v", which, doc, err)
	}
}

func (c compiled) validate(t testing.TB, which string, doc []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	return c[which].Validate(v)
}

// schemasCompile also offers documents that no family may accept, to schema and decoder.
func (k Kit) schemasCompile(t testing.TB) {
	c := k.compile(t)
	for _, doc := range []string{`{}`, `[]`, `null`, `{"family":"` + k.Family.Name() + `"}`,
		`{"family":"none","version":1}`} {
		if c.validate(t, puzzle.SchemaInstance, []byte(doc)) == nil {
			t.Errorf("the schema of instances accepts %s", doc)
		}
		if c.validate(t, puzzle.SchemaClaim, []byte(doc)) == nil {
			t.Errorf("the schema of claims accepts %s", doc)
		}
		if _, err := k.Family.DecodeInstances(nil, mustTree(t, []byte(doc))); err == nil {
			t.Errorf("%s is read as an instance", doc)
		}
		if _, err := k.Family.DecodeClaim(nil, mustTree(t, []byte(doc))); err == nil {
			t.Errorf("%s is read as a claim", doc)
		}
	}
}
