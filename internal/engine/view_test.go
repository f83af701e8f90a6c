package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/gridwright/gridwright/internal/engine"
)

// TestViewBytes wants of a view the bytes that encoding/json writes, also where texts look like its fields.
func TestViewBytes(t *testing.T) {
	e := newEngine()
	for _, ex := range ask[engine.List](t, e, "families", args{}).Gallery {
		var doc map[string]json.RawMessage
		if err := json.Unmarshal(ex.Document, &doc); err != nil {
			t.Fatal(err)
		}
		doc["name"] = json.RawMessage(`"<i>,\"scenes\":null,{\"document\":null"`)
		raw, err := json.Marshal(args{"document": doc})
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Call(context.Background(), "draw", raw)
		if err != nil {
			t.Fatal(err)
		}
		var v engine.View
		if err := json.Unmarshal(got, &v); err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(&v); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, bytes.TrimSpace(want.Bytes())) {
			t.Errorf("%s: a view is\n%s\nand not\n%s", ex.Name, got, want.Bytes())
		}
	}
}

// TestBare wants no handles where nobody asks for them, and all else as it is.
func TestBare(t *testing.T) {
	e := newEngine()
	for _, ex := range ask[engine.List](t, e, "families", args{}).Gallery {
		v := ask[engine.View](t, e, "draw", args{"document": ex.Document})
		if len(v.Layers) == 0 {
			continue
		}
		stroke := args{"document": ex.Document, "layer": v.Layers[0].Name, "strokes": [][2]int{}, "bare": true}
		if v.Layers[0].Act != "toggle" && len(v.Layers[0].Palette) > 0 {
			stroke["symbol"] = v.Layers[0].Palette[0].Symbol
		}
		if v.Layers[0].Act == "swap" {
			stroke["strokes"] = [][2]int{{0, 0}, {0, 0}}
		}
		bare := ask[engine.View](t, e, "paint", stroke)
		for i, s := range bare.Scenes {
			if len(s.Handles) > 0 || len(s.Pieces) != len(v.Scenes[i].Pieces) {
				t.Errorf("%s: scene %d has %d handles and %d pieces", ex.Name, i, len(s.Handles), len(s.Pieces))
			}
		}
	}
}
