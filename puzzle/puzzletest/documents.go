package puzzletest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// heads puts a head on every document and wants it back, and schema and decoder to agree about what a
// head may be.
func (k Kit) heads(t testing.TB) {
	schemas := k.compile(t)
	head := puzzle.Head{Name: "No. 1, “one”", Author: "A. Übung", Comment: "two\nlines", File: "a/b \"c\"",
		Case: 1<<53 - 1, Claimed: puzzle.Claimed{Minimum: "12345678901234567890", Solution: "a (b)^2"}}
	for name, in := range k.generated() {
		in = in.WithHead(head)
		doc := mustJSON(t, in)
		schemas.accept(t, puzzle.SchemaInstance, doc)
		again, err := k.Family.DecodeInstances(nil, mustTree(t, doc))
		if err != nil || len(again) != 1 || again[0].Head() != head || !bytes.Equal(mustJSON(t, again[0]), doc) {
			t.Fatalf("%s: %v, %v from %s", name, again, err, doc)
		}
		cl := k.prove(t, name, in).WithHead(head)
		doc = mustJSON(t, cl)
		schemas.accept(t, puzzle.SchemaClaim, doc)
		back, err := k.Family.DecodeClaim(nil, mustTree(t, doc))
		if err != nil || back.Head() != head || !bytes.Equal(mustJSON(t, back), doc) {
			t.Fatalf("%s: %v, %v from %s", name, back, err, doc)
		}
		if cl.Verdict() != puzzle.Unknown {
			if err := k.Family.Check(context.Background(), in, back, puzzle.Limits{}); err != nil {
				t.Fatalf("%s: with a head the claim %s is refused: %v", name, doc, err)
			}
		}
	}
	k.badHeads(t, schemas)
}

// badHeads offers heads that no document may have, to the schema and to the decoder.
func (k Kit) badHeads(t testing.TB, schemas compiled) {
	doc := string(mustJSON(t, k.generate(k.Seed, k.Sizes[0])))
	for _, field := range []string{
		`"name":""`, `"name":1`, `"name":null`, `"name":"` + strings.Repeat("ä", 201) + `"`, `"name":"a\nb"`,
		`"name":"\u001b[2J"`,
		`"name":"\u202ea"`, `"author":"\u0085"`, `"author":["a"]`, `"comment":"` + strings.Repeat("c", 10001) + `"`,
		`"file":""`, `"case":0`, `"case":"1"`, `"case":1.5`, `"case":9007199254740992`,
		`"claimed":{}`, `"claimed":7`, `"claimed":{"minimum":-1}`, `"claimed":{"minimum":"x"}`, `"claimed":{"most":1}`,
		`"claimed":{"solution":""}`, `"claimed":{"solution":["a"]}`, `"claimed":{"solution":"a\nb"}`,
	} {
		bad := []byte("{" + field + "," + doc[1:])
		if schemas.validate(t, puzzle.SchemaInstance, bad) == nil {
			t.Errorf("the schema accepts %.60s", field)
		}
		if _, err := k.Family.DecodeInstances(nil, mustTree(t, bad)); err == nil {
			t.Errorf("the decoder accepts %.60s", field)
		} else {
			wantInputOrLimit(t, err)
		}
	}
}

// maxAnalysed bounds how many instances are analysed besides the kit's own.
const maxAnalysed = 60

// analysed yields instances to analyse, the kit's own first.
func (k Kit) analysed() iter.Seq2[string, puzzle.Instance] {
	return func(yield func(string, puzzle.Instance) bool) {
		for i, in := range k.Analyzed {
			if !yield(fmt.Sprintf("analysed instance %d", i+1), in) {
				return
			}
		}
		n := 0
		for name, in := range k.all() {
			if n++; n > maxAnalysed || !yield(name, in) {
				return
			}
		}
	}
}

// analysis wants analyses that the family's own schema describes, whatever limits stop them, and a schema
// in which no key has another style than all others.
func (k Kit) analysis(t testing.TB) {
	if !k.Family.Can(puzzle.AskAnalyze) {
		if text, err := k.Family.Schema(puzzle.SchemaAnalysis); err == nil {
			t.Fatalf("a family without an analysis has the schema %s", text)
		}
		return
	}
	schemas := k.compile(t)
	text, err := k.Family.Schema(puzzle.SchemaAnalysis)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	styles(t, schema, schema, map[string]bool{})
	n := 0
	met := map[string]json.RawMessage{}
	for name, in := range k.analysed() {
		n++
		in = in.WithHead(puzzle.Head{Name: "A name", Case: 1})
		doc, err := k.Family.AppendAnalysis(context.Background(), nil, in, puzzle.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		schemas.accept(t, puzzle.SchemaAnalysis, doc)
		if err := json.Unmarshal(doc, &met); err != nil {
			t.Fatal(err)
		}
	}
	for key := range schema["properties"].(map[string]any) {
		if _, ok := met[key]; !ok && !puzzle.Reserved(key) {
			t.Errorf("none of the %d analyses says anything of %s: it is not tested", n, key)
		}
	}
	for _, lim := range []puzzle.Limits{{Time: 1}, {Memory: 1}} {
		doc, err := k.Family.AppendAnalysis(context.Background(), nil, k.Slow(), lim)
		if err == nil || !bytes.Contains(doc, []byte(`,"stopped":{`)) {
			t.Fatalf("with %+v: %s, %v", lim, doc, err)
		}
		schemas.accept(t, puzzle.SchemaAnalysis, doc)
	}
}

// styles walks a schema: keys are in snake_case, objects are closed, and a number that is no text has a
// maximum that all readers of JSON can hold.
func styles(t testing.TB, root, node map[string]any, seen map[string]bool) {
	t.Helper()
	if ref, ok := node["$ref"].(string); ok {
		if seen[ref] {
			return
		}
		seen[ref] = true
		name := strings.TrimPrefix(ref, "#/$defs/")
		styles(t, root, root["$defs"].(map[string]any)[name].(map[string]any), seen)
	}
	if most, ok := node["maximum"].(float64); (node["type"] == "integer" || node["type"] == "number") &&
		(!ok || most > 1<<53-1) {
		t.Errorf("a number without a maximum up to 2^53 - 1, where a text of digits is expected: %v", node)
	}
	props, isObject := node["properties"].(map[string]any)
	if isObject && node["additionalProperties"] != false {
		t.Errorf("an object that may have any fields: %v", node)
	}
	for key, value := range props {
		if !puzzle.IsKey(key) && !puzzle.Reserved(key) {
			t.Errorf("the key %q is not in snake_case", key)
		}
		styles(t, root, value.(map[string]any), seen)
	}
	if items, ok := node["items"].(map[string]any); ok {
		styles(t, root, items, seen)
	}
	for _, of := range []string{"oneOf", "anyOf", "allOf"} {
		list, _ := node[of].([]any)
		for _, part := range list {
			styles(t, root, part.(map[string]any), seen)
		}
	}
}

// tables wants tables and options that say what they are, and an option that no table has to be refused.
func (k Kit) tables(t testing.TB) {
	rng := rand.New(rand.NewPCG(k.Seed, 0))
	for _, table := range k.Family.Tables() {
		if table.Arg == "" || table.Doc == "" {
			t.Errorf("the table %s lacks a part", table.Name)
		}
		for _, o := range table.Options {
			if !puzzle.IsKey(o.Name) || o.Arg == "" || o.Default == "" || o.Doc == "" {
				t.Errorf("the option %q of the table %s lacks a part", o.Name, table.Name)
			}
			if _, err := k.Family.OpenTable(table.Name, "1", puzzle.Options{o.Name: "no\x00such"}); err == nil {
				t.Errorf("the table %s takes any %s", table.Name, o.Name)
			} else {
				wantInputOrLimit(t, err)
			}
		}
		if _, err := k.Family.OpenTable(table.Name, "1", puzzle.Options{"no-such": "1"}); err == nil {
			t.Errorf("the table %s takes an option that it does not have", table.Name)
		}
		for range 100 {
			junk := make([]byte, rng.IntN(9))
			for i := range junk {
				junk[i] = "0123456789.x- "[rng.IntN(14)]
			}
			if _, err := k.Family.OpenTable(table.Name, string(junk), nil); err != nil {
				wantInputOrLimit(t, err)
			}
		}
	}
}
