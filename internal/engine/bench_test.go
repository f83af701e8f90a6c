package engine_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/gridwright/gridwright/internal/engine"
)

// BenchmarkStroke paints a cell of a board of about 200 × 200 cells of each family.
func BenchmarkStroke(b *testing.B) {
	e := newEngine()
	for _, f := range ask[engine.List](b, e, "families", args{}).Families {
		b.Run(f.Name, func(b *testing.B) {
			view := ask[engine.View](b, e, "generate", args{"family": f.Name, "size": 40000, "seed": 3})
			l := view.Layers[0]
			stroke := args{"document": view.Document, "layer": l.Name, "strokes": [][2]int{{0, 0}}}
			if len(l.Palette) > 0 {
				stroke["symbol"] = l.Palette[len(l.Palette)-1].Symbol
			} else {
				stroke["strokes"] = [][2]int{{0, 0}, {0, 1}}
			}
			raw, err := json.Marshal(stroke)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := e.Call(context.Background(), "paint", raw); err != nil {
					b.Skip("SKIPPED: this board has no such stroke: ", err)
				}
			}
		})
	}
}
