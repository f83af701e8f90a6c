// Package look is how lamps and cells look, on drawings and among what a person can paint.
package look

import (
	"strconv"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/scene"
)

// lit is the colour of a lamp modulo 2: yellow.
const lit = 4

// Ground is a cell of a grid by what it lacks, as far as that is of those lacks that matter.
func Ground(c, lacks lights.Cell) scene.Cell {
	switch {
	case c == lights.Hole:
		return scene.Cell{Kind: scene.Hole}
	case c&lacks == lights.NoButton:
		return scene.Cell{Kind: scene.Dead}
	case c&lacks == lights.NoLamp:
		return scene.Cell{Kind: scene.Any}
	}
	return scene.Cell{}
}

// Lamp is how a value looks that is not 0: a lit cell modulo 2, the number otherwise.
func Lamp(p *lights.Instance, v uint32) scene.Look {
	if p.Modulus == 2 {
		return scene.Look{Colour: lit, Shape: scene.Block}
	}
	return scene.Look{Colour: 1 + int(v-1)%scene.Colours, Label: strconv.Itoa(int(v))}
}
