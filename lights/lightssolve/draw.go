package lightssolve

import (
	"fmt"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/edit"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/look"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// maxDrawnGoals is the most goals that are drawn.
const maxDrawnGoals = 12

// maxDrawnLinks is the most links of a net that are drawn.
const maxDrawnLinks = 2000

// Draw is the board as it stands, or the part w of it: lamps, what the target wants of those that are off, and a handle
// for each button. On a net the lamps are a row and the buttons one below it. Cost O(cells of w), and of the whole
// board where it stands as the target wants it.
func Draw(p *lights.Instance, w scene.Window) puzzle.Drawing {
	d := puzzle.Drawing{Scenes: []*scene.Scene{state(p, w)}}
	if p.Target != nil {
		d.Scenes = append(d.Scenes, picture(p, "target", p.Target, lights.Hole, w))
	}
	if p.Choice != nil {
		for i, g := range p.Choice.Goals[:min(len(p.Choice.Goals), maxDrawnGoals)] {
			d.Scenes = append(d.Scenes, picture(p, fmt.Sprintf("goal %d", i+1), g, lights.Hole, w))
		}
	}
	return d
}

// Editor changes lamps, their target, what cells lack, and the rules.
func Editor() puzzle.Editor[*lights.Instance] { return edit.Editor() }

// state is the board as it stands.
func state(p *lights.Instance, w scene.Window) *scene.Scene {
	s := picture(p, "start", p.Start, lights.Hole, w)
	what := "lamps"
	if p.Target != nil {
		what = "lamps and their target"
	}
	s.Caption += wish(p)
	s.Alt = fmt.Sprintf("%s and %s of %s; of those shown %d are on",
		grid.Number(s.Rows, "row"), grid.Number(s.Cols, "column"), what, len(s.Pieces))
	s.Done = stands(p)
	if p.Net != nil {
		drawNet(s, p)
		return s
	}
	if p.Target != nil {
		s.Fill(func(y, x int) scene.Cell {
			if v := p.Target.At(y, x); v != 0 && p.Cell(y, x) == lights.Whole {
				return scene.Cell{Kind: scene.Ghost, Look: look.Lamp(p, v)}
			}
			return s.Cell(y, x)
		})
	}
	v := s.Shown()
	for y := v.Top; y < v.Top+v.Rows; y++ {
		for x := v.Left; x < v.Left+v.Cols; x++ {
			if p.Cell(y, x)&lights.NoButton == 0 && (!p.LitOnly || p.Start.At(y, x) != 0) {
				s.Handles = append(s.Handles, tap(float64(x), float64(y), press(p, y, x, 1)))
			}
		}
	}
	return s
}

// wish says what is wanted where that is more than one board, behind "start".
func wish(p *lights.Instance) string {
	c := p.Choice
	if p.LitOnly {
		return ", only lit lamps can be pressed"
	}
	if c == nil {
		return ""
	}
	text := ""
	switch {
	case c.Uniform:
		text = ", to be made alike"
	case len(c.Goals) > 0:
		text = fmt.Sprintf(", with %s", grid.Number(len(c.Goals), "goal"))
	}
	if c.Wrong > 0 {
		text += fmt.Sprintf("; %s may be wrong", grid.Number(c.Wrong, "lamp"))
	}
	return text
}

// stands reports whether the lamps that matter are as the target wants them.
func stands(p *lights.Instance) bool {
	if p.Choice != nil {
		_, wrong := nearest(p, p.Start)
		return len(wrong) <= p.Choice.Wrong
	}
	for y := range p.Height {
		for x := range p.Width {
			if p.Wanted(y, x) != 0 && p.Cell(y, x)&lights.NoLamp == 0 {
				return false
			}
		}
	}
	return true
}

// picture draws values, one for each lamp or button of p, on the ground of p's cells; of what these lack it shows
// lacks: of lamps all, and of buttons where there is none.
func picture(p *lights.Instance, caption string, b *lights.Board, lacks lights.Cell, w scene.Window) *scene.Scene {
	s := scene.New(b.H, b.W, w)
	s.Caption = caption
	v := s.Shown()
	for y := v.Top; y < v.Top+v.Rows; y++ {
		for x := v.Left; x < v.Left+v.Cols; x++ {
			if value := b.At(y, x); value != 0 {
				s.Put(y*b.W+x, y, x, look.Lamp(p, value))
			}
		}
	}
	if p.Cells != nil { // the board of a claim that nobody has checked may be of another size
		s.Fill(func(y, x int) scene.Cell {
			if x < p.Width && y < p.Height {
				return look.Ground(p.Cell(y, x), lacks)
			}
			return scene.Cell{}
		})
	}
	return s
}

// tap is the handle of a button of one cell.
func tap(x, y float64, press string) scene.Handle {
	return scene.Handle{X: x, Y: y, W: 1, H: 1, Move: press, Label: "press " + press}
}

// drawNet adds the buttons of a net and its links, where they are not too many.
func drawNet(s *scene.Scene, p *lights.Instance) {
	if len(p.Net.Links) > maxDrawnLinks || p.Net.Buttons > maxDrawnLinks {
		return
	}
	const below = 2.5 // where the row of buttons begins
	for b := range p.Net.Buttons {
		press := strconv.Itoa(b + 1)
		look := scene.Look{Shape: scene.Disc, Label: press}
		s.Pieces = append(s.Pieces, scene.Piece{ID: p.Net.Lamps + b, X: float64(b), Y: below, W: 1, H: 1, Look: look})
		s.Handles = append(s.Handles, tap(float64(b), below, press))
	}
	for _, l := range p.Net.Links {
		ends := []scene.Point{{X: float64(l.Button) + 0.5, Y: below}, {X: float64(l.Lamp) + 0.5, Y: 1}}
		m := scene.Mark{Sign: scene.Link, At: ends}
		if l.Weight != 1 {
			m.Label = strconv.Itoa(int(l.Weight))
		}
		s.Marks = append(s.Marks, m)
	}
}
