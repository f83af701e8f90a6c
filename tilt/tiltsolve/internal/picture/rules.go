package picture

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/maze"
)

// Hint tells a move for a person.
func Hint(move string) string {
	m, _, ok := tilt.CutMove(move)
	if !ok {
		return ""
	}
	way := map[byte]string{'L': "left", 'R': "right", 'U': "up", 'D': "down"}[m.Side]
	if m.Row == 0 {
		return move + ": tilt " + way
	}
	return fmt.Sprintf("%s: slide the piece at row %d, column %d %s", move, m.Row, m.Col, way)
}

// drawRules is Draw for a board with rules: walls and holes, what the target asks for, and what does not matter. Marks
// join the cells of a piece.
func drawRules(p *tilt.Instance, w scene.Window) puzzle.Drawing {
	s := Board(p, p.Start, w, nil)
	s.Caption = "start"
	s.Handles = rulesHandles(p)
	inks := scene.Inks(p.Palette)
	s.Fill(func(r, c int) scene.Cell {
		if cell := groundCell(p, r, c); cell.Kind != scene.Floor || p.Target == nil {
			return cell
		}
		if code := p.Target.At(r, c); code != 0 {
			return scene.Cell{Kind: scene.Ghost, Look: look(p, inks, code)}
		}
		return scene.Cell{}
	})
	joined(p, s, func(cell int) (int, bool) { return cell, true })
	d := puzzle.Drawing{Scenes: []*scene.Scene{s}, About: aboutRules(p)}
	for i, g := range p.Goals() {
		t := Board(p, g.Board, w, nil)
		if t.Caption = "target"; p.Target == nil {
			t.Caption = fmt.Sprintf("goal %d", i+1)
		}
		t.Fill(func(r, c int) scene.Cell {
			if g.Any != nil && g.Any[r*g.Board.W+c] {
				return scene.Cell{Kind: scene.Any}
			}
			return groundCell(p, r, c)
		})
		s.Done = s.Done || p.Wrong(g) == 0
		d.Scenes = append(d.Scenes, t)
	}
	return d
}

// joined links the cells of pieces, where the cell of the board's tile is what at says: its cell at the start.
func joined(p *tilt.Instance, s *scene.Scene, at func(cell int) (from int, ok bool)) {
	r, v, w := p.Rules, s.Shown(), p.Start.W
	if r.Pieces == nil {
		return
	}
	inks := scene.Inks(p.Palette)
	link := func(y, x, dy, dx int) {
		if !v.Holds(y+dy, x+dx) {
			return
		}
		a, ok1 := at(y*w + x)
		b, ok2 := at((y+dy)*w + x + dx)
		if ok1 && ok2 && r.Pieces[a] != 0 && r.Pieces[a] == r.Pieces[b] {
			s.Marks = append(s.Marks, scene.Mark{Sign: scene.Link, Colour: inks[p.Start.At(a/w, a%w)-1],
				At: []scene.Point{scene.Middle(y, x), scene.Middle(y+dy, x+dx)}})
		}
	}
	for y := v.Top; y < v.Top+v.Rows; y++ {
		for x := v.Left; x < v.Left+v.Cols; x++ {
			link(y, x, 0, 1)
			link(y, x, 1, 0)
		}
	}
}

// mostNamed bounds the tiles that get handles of their own.
const mostNamed = 400

// rulesHandles are the tilts of all, and those of pieces that move alone.
func rulesHandles(p *tilt.Instance) []scene.Handle {
	var out []scene.Handle
	for i, n := 0, 0; i < p.Start.Len() && n < mostNamed; i++ {
		r, c := i/p.Start.W, i%p.Start.W
		if !p.Nameable(p.Start.At(r, c)) {
			continue
		}
		n++
		for k, g := range []scene.Gesture{scene.DragLeft, scene.DragRight, scene.DragUp, scene.DragDown} {
			m := tilt.Move{Row: r + 1, Col: c + 1, Side: "LRUD"[k]}.String()
			out = append(out, scene.Handle{Gesture: g, X: float64(c), Y: float64(r), W: 1, H: 1, Move: m, Label: Hint(m)})
		}
	}
	if !p.Rules.One {
		out = append(out, handles(p.Start)...)
	}
	return out
}

// aboutRules tells what a picture does not show.
func aboutRules(p *tilt.Instance) []string {
	var out []string
	if p.Rules.One {
		out = append(out, "One piece moves at a time.")
	}
	if len(p.Rules.Robots) > 0 {
		var names []string
		for _, code := range p.Rules.Robots {
			names = append(names, p.Label(code))
		}
		out = append(out, "These move only when they are named: "+strings.Join(names, ", ")+".")
	}
	if p.Rules.Unit {
		out = append(out, "A move is a single step.")
	}
	return out
}

// Played is the board of y; tiles are called by the cells that at lists.
func Played(p *tilt.Instance, y *maze.Play, at [][]int32, w scene.Window) *scene.Scene {
	s := scene.New(p.Start.H, p.Start.W, w)
	v, inks := s.Shown(), scene.Inks(p.Palette)
	cells := map[[2]int]scene.Piece{}
	for i := range y.At {
		for j, c := range y.Cells(i) {
			row, col := int(c)/p.Start.W, int(c)%p.Start.W
			if v.Holds(row, col) {
				from := int(at[i][j])
				cells[[2]int{row, col}] = scene.Piece{ID: from, Look: look(p, inks, p.Start.At(from/p.Start.W, from%p.Start.W))}
			}
		}
	}
	for r := v.Top; r < v.Top+v.Rows; r++ {
		for c := v.Left; c < v.Left+v.Cols; c++ {
			if t, ok := cells[[2]int{r, c}]; ok {
				s.Put(t.ID, r, c, t.Look)
			}
		}
	}
	s.Fill(func(r, c int) scene.Cell { return groundCell(p, r, c) })
	joined(p, s, func(cell int) (int, bool) {
		t, ok := cells[[2]int{cell / p.Start.W, cell % p.Start.W}]
		return t.ID, ok
	})
	return s
}

// groundCell is what a cell of the board is.
func groundCell(p *tilt.Instance, r, c int) scene.Cell {
	switch p.Ground(r*p.Start.W + c) {
	case tilt.Wall:
		return scene.Cell{Kind: scene.Wall}
	case tilt.Hole:
		return scene.Cell{Kind: scene.Pit}
	}
	return scene.Cell{}
}
