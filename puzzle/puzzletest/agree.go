package puzzletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// schemasAgree gives documents another shape in one place: a field too many, one that is needed too few, a value of
// another kind. Whoever writes documents against the schema has to hear of it there: where the decoder refuses the
// shape, so does the schema, and the other way round. (What numbers and texts mean together is the decoder's alone to
// say.)
func (k Kit) schemasAgree(t testing.TB) {
	schemas := k.compile(t)
	tried := 0
	for name, in := range k.generated() {
		if tried++; tried > 40 {
			break
		}
		k.sameShapes(t, schemas, puzzle.SchemaInstance, mustJSON(t, in), func(v *document.Value) error {
			_, err := k.Family.DecodeInstances(nil, v)
			return err
		})
		k.sameShapes(t, schemas, puzzle.SchemaClaim, mustJSON(t, k.prove(t, name, in)), func(v *document.Value) error {
			_, err := k.Family.DecodeClaim(nil, v)
			return err
		})
	}
}

func (k Kit) sameShapes(
	t testing.TB, schemas compiled, which string, honest []byte, decode func(*document.Value) error,
) {
	t.Helper()
	var tree any
	dec := json.NewDecoder(bytes.NewReader(honest))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	for bent, fewer := range shapes(tree) {
		doc, err := json.Marshal(bent)
		if err != nil {
			t.Fatal(err)
		}
		err = decode(mustTree(t, doc))
		if err != nil && !errors.Is(err, puzzle.ErrInput) {
			t.Fatalf("%s: %v", doc, err)
		}
		schema := schemas.validate(t, which, doc)
		switch {
		case err != nil && schema == nil && fewer && !strings.Contains(err.Error(), "needs the field"):
			// All is there that the decoder needs; without the field the others mean something else.
		case err != nil && schema == nil:
			t.Fatalf("the schema of the %s is lax: it accepts %s, and the decoder says: %v", which, doc, err)
		case err == nil && schema != nil:
			t.Fatalf("the schema of the %s is strict: the decoder accepts %s, and the schema says: %v", which, doc, schema)
		}
	}
}

// shapes yields copies of a JSON value that have another shape in one place, and whether a field is missing there. Of a
// list it bends the first item.
func shapes(v any) iter.Seq2[any, bool] {
	return func(yield func(any, bool) bool) {
		for _, other := range []any{true, json.Number("0.5"), map[string]any{"surprise": true}} {
			if !yield(other, false) {
				return
			}
		}
		switch v := v.(type) {
		case []any:
			if len(v) == 0 {
				return
			}
			for bent, fewer := range shapes(v[0]) {
				c := slices.Clone(v)
				if c[0] = bent; !yield(c, fewer) {
					return
				}
			}
		case map[string]any:
			more := maps.Clone(v)
			if more["surprise"] = true; !yield(more, false) {
				return
			}
			for _, name := range slices.Sorted(maps.Keys(v)) {
				less := maps.Clone(v)
				if delete(less, name); !yield(less, true) {
					return
				}
				for bent, fewer := range shapes(v[name]) {
					c := maps.Clone(v)
					if c[name] = bent; !yield(c, fewer) {
						return
					}
				}
			}
		}
	}
}
