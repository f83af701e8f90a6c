// Package picture shows boards of tiles: start, target and goals, and boards on the way.
package picture

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
)

// Draw is the start, with what the target wants on cells that lie empty and a handle for each tilt, and then the
// target. Cost O(cells of the window).
func Draw(p *tilt.Instance, w scene.Window) puzzle.Drawing {
	if p.Rules != nil {
		return drawRules(p, w)
	}
	s := Board(p, p.Start, w, nil)
	s.Caption = "start"
	s.Handles = handles(p.Start)
	if p.Target == nil {
		return puzzle.Drawing{Scenes: []*scene.Scene{s}}
	}
	s.Done = p.Start.Equal(p.Target)
	inks := scene.Inks(p.Palette)
	s.Fill(func(r, c int) scene.Cell {
		if code := p.Target.At(r, c); code != 0 {
			return scene.Cell{Kind: scene.Ghost, Look: look(p, inks, code)}
		}
		return scene.Cell{}
	})
	t := Board(p, p.Target, w, nil)
	t.Caption = "target"
	return puzzle.Drawing{Scenes: []*scene.Scene{s, t}}
}

// Board is a board of p: b as it stands, or where numbers is not nil with its tiles where their numbers are (see
// numbered). A piece is called by the tile's number, less 1.
func Board(p *tilt.Instance, b *tilt.Board, w scene.Window, numbers []uint32) *scene.Scene {
	s := scene.New(b.H, b.W, w)
	v, inks := s.Shown(), scene.Inks(p.Palette)
	for r := v.Top; r < v.Top+v.Rows; r++ {
		for c := v.Left; c < v.Left+v.Cols; c++ {
			id := r*b.W + c
			if numbers != nil {
				if id = int(numbers[id]) - 1; id < 0 {
					continue
				}
			}
			if code := b.At(id/b.W, id%b.W); code != 0 {
				s.Put(id, r, c, look(p, inks, code))
			}
		}
	}
	return s
}

func look(p *tilt.Instance, inks []int, code int) scene.Look {
	return scene.Look{Colour: inks[code-1], Label: p.Label(code)}
}

// handles are the four tilts, on the whole board.
func handles(b *tilt.Board) []scene.Handle {
	handle := func(g scene.Gesture, key, move, label string) scene.Handle {
		return scene.Handle{Gesture: g, W: float64(b.W), H: float64(b.H), Key: key, Move: move, Label: label}
	}
	return []scene.Handle{
		handle(scene.DragLeft, "ArrowLeft", "L", "tilt left"),
		handle(scene.DragRight, "ArrowRight", "R", "tilt right"),
		handle(scene.DragUp, "ArrowUp", "U", "tilt up"),
		handle(scene.DragDown, "ArrowDown", "D", "tilt down"),
	}
}
