package permute

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// An Orbit claims for each goal a set of cells that no move leads out of, and a tile of which the goal wants
// more there than the start has there.
type Orbit struct {
	Goals []OrbitGoal // one for each goal, in their order
}

// OrbitGoal is an Orbit's evidence against one goal.
type OrbitGoal struct {
	Cells []int32 // rising; closed under all moves
	Tile  string  // a label: the goal wants Want of these in Cells, and the start has Have < Want there
	Have  int64
	Want  int64
}

// orbitKind: {"orbit": {"goals": [{"cells": [[1, 1], …], "tile": "7", "have": 0, "want": 1}]}}.
func orbitKind() puzzle.Kind[Certificate] {
	return certificate("orbit", func(on board) codec.Codec[Orbit] {
		tile := codec.Text().Then(func(v *document.Value, s *string) error {
			if err := checkLabel(*s); err != nil {
				return v.Errorf("%v", err)
			}
			return nil
		})
		goal := codec.Object(
			codec.Need("cells", on.cells(), func(g *OrbitGoal) *[]int32 { return &g.Cells }),
			codec.Need("tile", tile, func(g *OrbitGoal) *string { return &g.Tile }),
			codec.Need("have", size(), func(g *OrbitGoal) *int64 { return &g.Have }),
			codec.Need("want", size(), func(g *OrbitGoal) *int64 { return &g.Want }),
		)
		return codec.Object(
			codec.Need("goals", codec.ListOf("the evidence against a goal", goal),
				func(o *Orbit) *[]OrbitGoal { return &o.Goals }),
		).Described("For each goal: cells that no move leads out of, and a tile of which the goal wants more there than " +
			"the start has.")
	}, func(c *Certificate) **Orbit { return &c.Orbit })
}
