package puzzle_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridwright/gridwright/puzzle"
)

func compile(t *testing.T, c *puzzle.Checker, which string) *jsonschema.Schema {
	t.Helper()
	text, err := c.Schema(which)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	comp := jsonschema.NewCompiler()
	if err := comp.AddResource(which, doc); err != nil {
		t.Fatal(err)
	}
	s, err := comp.Compile(which)
	if err != nil {
		t.Fatal(err)
	}
	// The schema of schemas has no complaint either.
	meta, err := jsonschema.NewCompiler().Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	if err := meta.Validate(doc); err != nil {
		t.Errorf("%s: %v", which, err)
	}
	return s
}

// TestSchemas composes a family's parts into whole schemas, which agree with the decoders.
func TestSchemas(t *testing.T) {
	f := halvings()
	instance, claim := compile(t, f.Checker, puzzle.SchemaInstance), compile(t, f.Checker, puzzle.SchemaClaim)
	const head = `{"family":"halving","version":3`
	for _, c := range []struct {
		doc             string
		instance, claim bool
	}{
		{head + `,"n":7}`, true, false},
		{head + `,"n":7,"mode":"x"}`, true, false},
		{head + `}`, false, false},
		{head + `,"n":"7"}`, false, false},
		{head + `,"n":7,"more":1}`, false, false},
		{`{"family":"halving","n":7}`, false, false},
		{`{"family":"tilt","version":3,"n":7}`, false, false},
		{`{"family":"halving","version":4,"n":7}`, false, false},
		{head + `,"verdict":"solved","witness":3}`, false, true},
		{head + `,"verdict":"solved"}`, false, true},
		{head + `,"verdict":"impossible"}`, false, true},
		{head + `,"verdict":"solved","witness":3,"certificate":"odd"}`, false, false},
		{head + `,"verdict":"impossible","certificate":"odd"}`, false, true},
		{head + `,"verdict":"impossible","witness":3}`, false, false},
		{head + `,"verdict":"unknown"}`, false, true},
		{head + `,"verdict":"unknown","stopped":{"limit":"time","detail":"x"}}`, false, true},
		{head + `,"verdict":"unknown","stopped":{"why":"x"}}`, false, false},
		{head + `,"verdict":"maybe"}`, false, false},
		{head + `,"count":"12"}`, false, true},
		{head + `,"count":"012"}`, false, false},
		{head + `,"count":12}`, false, true},
		{head + `,"count":123456789012345678901234567890}`, false, true},
		{head + `,"count":-12}`, false, false},
		{head + `,"count":1.5}`, false, false},
		{head + `,"count":"0","impossible":"odd"}`, false, true},
		{head + `,"count":0,"impossible":"odd"}`, false, true},
		{head + `,"count":"1","impossible":"odd"}`, false, false},
		{`{"verdict":"impossible"}`, false, true},
		{`{"version":3,"count":12}`, false, true},
		{`{"version":4,"count":12}`, false, false},
		{head + `,"name":"two words","n":7}`, true, false},
		{head + `,"name":" \u00a0 ","n":7}`, false, false},
		{head + `,"count":"12","verdict":"unknown"}`, false, false},
		{`[]`, false, false},
		{`null`, false, false},
	} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(c.doc)))
		if err != nil {
			t.Fatal(err)
		}
		_, errInstance := f.DecodeInstances(nil, parse(t, c.doc))
		_, errClaim := f.DecodeClaim(nil, parse(t, c.doc))
		if got := instance.Validate(v); (got == nil) != c.instance || (errInstance == nil) != c.instance {
			t.Errorf("%s as an instance: schema %v, decoder %v; want %v", c.doc, got, errInstance, c.instance)
		}
		if got := claim.Validate(v); (got == nil) != c.claim || (errClaim == nil) != c.claim {
			t.Errorf("%s as a claim: schema %v, decoder %v; want %v", c.doc, got, errClaim, c.claim)
		}
	}
}

func TestSchemaText(t *testing.T) {
	f := halvings()
	a, err := f.Schema(puzzle.SchemaInstance)
	b, _ := f.Schema(puzzle.SchemaInstance)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("two texts of one schema: %v", err)
	}
	var s map[string]any
	if err := json.Unmarshal(a, &s); err != nil || s["title"] != "gridwright halving instance, version 3" || s["$schema"] == nil || s["$defs"] == nil {
		t.Errorf("%v, %v", s, err)
	}
	_, err = f.Schema("witness")
	wantErr(t, err, puzzle.ErrUnsupported, `no schema "witness"`)
	broken := halvingSpec("halving")
	broken.Schemas = []byte(`{"instance": 7`)
	_, err = puzzle.Define(broken).Schema(puzzle.SchemaInstance)
	wantErr(t, err, puzzle.ErrInternal, "the schemas of halving")
}
