package permutesolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Bounds of what is shown to a person.
const (
	maxShownGoals  = 4
	maxShownSets   = 12
	maxHandleCells = 1 << 18 // of all moves; where they move more, the board has no handles
)

// bright is the colour of tiles that have just moved.
const bright = 2

// Draw is the start, with a handle for each move, and the goals. Cost O(cells of the window, and of the moves).
func Draw(p *permute.Instance, w scene.Window) puzzle.Drawing {
	s := boardScene(p, "start", p.Start, w)
	s.Handles = handles(p)
	d := puzzle.Drawing{Scenes: []*scene.Scene{s}}
	for i, goal := range p.Goals {
		s.Done = s.Done || moveset.Fits(goal, p.Start)
		if i < maxShownGoals {
			d.Scenes = append(d.Scenes, boardScene(p, strings.TrimPrefix(goalName(p, i), "the "), goal, w))
		}
	}
	if n := len(p.Goals) - maxShownGoals; n > 0 {
		d.About = append(d.About, "and "+grid.Number(n, "more goal"))
	}
	if !p.Given {
		d.About = append(d.About, "no goal was given: it is the natural order of the tiles")
	}
	d.About = append(d.About, "moves: "+setsInWords(p.Moves))
	return d
}

// goalName names a goal within a sentence.
func goalName(p *permute.Instance, i int) string {
	if len(p.Goals) == 1 {
		return "the goal"
	}
	return fmt.Sprintf("goal %d", i+1)
}

// boardScene is a board whose tiles have the numbers of their cells as ids.
func boardScene(p *permute.Instance, caption string, board []permute.Tile, w scene.Window) *scene.Scene {
	return cellScene(p, caption, w, scene.Any, func(x int) (scene.Look, int) {
		if board[x] == permute.Any {
			return scene.Look{}, -1
		}
		return scene.Look{Label: p.Label(board[x])}, x
	})
}

// cellScene is a board of p with pieces by their look and id; cells with the id -1 are of the kind empty.
func cellScene(p *permute.Instance, caption string, w scene.Window, empty scene.Kind,
	look func(x int) (scene.Look, int)) *scene.Scene {
	s := scene.New(p.Rows, p.Cols, w)
	s.Caption, s.Spaced = caption, true
	v := s.Shown()
	for r := v.Top; r < v.Top+v.Rows; r++ {
		for c := v.Left; c < v.Left+v.Cols; c++ {
			if l, id := look(r*p.Cols + c); id >= 0 {
				s.Put(id, r, c, l)
			}
		}
	}
	if empty != scene.Floor && len(s.Pieces) < v.Rows*v.Cols {
		s.Fill(func(r, c int) scene.Cell {
			if _, id := look(r*p.Cols + c); id < 0 {
				return scene.Cell{Kind: empty}
			}
			return scene.Cell{}
		})
	}
	return s
}

// handles are one for each move: lines are dragged by one, and a tap in the middle of a window turns it. Moves that
// have no such place of their own, as they are shifts by more or move the whole grid, are taps beside the board.
func handles(p *permute.Instance) []scene.Handle {
	cells := 0
	for i := range p.Moves.Moves {
		for _, c := range p.Moves.Moves[i].Cycles {
			cells += len(c)
		}
	}
	if cells > maxHandleCells {
		return nil
	}
	out := make([]scene.Handle, 0, len(p.Moves.Moves))
	taken := map[[2]float64]int{} // taps by their middle
	below := 0
	for i := range p.Moves.Moves {
		m := &p.Moves.Moves[i]
		h := scene.Handle{Move: m.Name, Label: inWords(p.Rows, p.Cols, m), W: 1, H: 1}
		to := images(m)
		top, left, bottom, right := box(p.Rows, p.Cols, to)
		if l, ok := shiftOf(p.Rows, p.Cols, to, m.Name); ok {
			l.place(&h, p.Rows, p.Cols)
		} else if bottom-top+1 == p.Rows && right-left+1 == p.Cols {
			h.X, h.Y = float64(below), float64(p.Rows)+0.5
			below++
		} else { // several moves of one window share its middle
			h.X, h.Y = float64(left+right)/2, float64(top+bottom)/2
			n := taken[[2]float64{h.X, h.Y}]
			taken[[2]float64{h.X, h.Y}] = n + 1
			h.W = 0.5
			h.X += 0.5 * float64(n)
		}
		out = append(out, h)
	}
	return out
}

// place puts the handle of a shift on its line, or beside it.
func (l line) place(h *scene.Handle, rows, cols int) {
	far := float64(l.by) - 0.5
	gestures := [2]scene.Gesture{scene.DragDown, scene.DragUp}
	if l.row {
		gestures = [2]scene.Gesture{scene.DragRight, scene.DragLeft}
		h.Y, h.W = float64(l.at), float64(cols)
	} else {
		h.X, h.H = float64(l.at), float64(rows)
	}
	if l.by == 1 {
		h.Gesture = gestures[0]
		if l.back {
			h.Gesture = gestures[1]
		}
		return
	}
	h.W, h.H = 1, 1
	switch {
	case l.row && l.back:
		h.X = -far - 1
	case l.row:
		h.X = float64(cols) - 1 + far
	case l.back:
		h.Y = -far - 1
	default:
		h.Y = float64(rows) - 1 + far
	}
}

// setsInWords names the sets that the moves come from, since the moves of a puzzle may be those of its format:
// "shift-right, shift-down (6 moves in all)".
func setsInWords(s *permute.MoveSet) string {
	if len(s.Moves) == 0 {
		return "none"
	}
	var words []string
	for i, src := range sourcesOf(s) {
		if i == maxShownSets {
			words = append(words, "…")
			break
		}
		word, cost := src.Set, src.Cost
		if src.Move != nil {
			word, cost = src.Move.Name, src.Move.Cost
			if src.Inverse {
				word += " and its inverse"
			}
		}
		if cost > 1 {
			word += fmt.Sprintf(" at a cost of %d", cost)
		}
		words = append(words, word)
	}
	return fmt.Sprintf("%s (%s in all)", strings.Join(words, ", "), grid.Number(len(s.Moves), "move"))
}

// marked is the start with rings around cells.
func marked(p *permute.Instance, caption string, board []permute.Tile, cells []int32, w scene.Window) *scene.Scene {
	s := boardScene(p, caption, board, w)
	m := scene.Mark{Sign: scene.Ring}
	for _, x := range cells {
		m.At = append(m.At, scene.Middle(int(x)/p.Cols, int(x)%p.Cols))
	}
	if len(m.At) > 0 {
		s.Marks = append(s.Marks, m)
	}
	return s
}

// lettered shows a text in each of some cells.
func lettered(p *permute.Instance, caption string, text map[int32]string, w scene.Window) *scene.Scene {
	return cellScene(p, caption, w, scene.Floor, func(x int) (scene.Look, int) {
		if text[int32(x)] == "" {
			return scene.Look{}, -1
		}
		return scene.Look{Label: text[int32(x)]}, x
	})
}

// on reports whether all cells are on p's board: a claim may be about another one.
func on(p *permute.Instance, cells []int32) bool {
	return !slices.ContainsFunc(cells, func(x int32) bool { return x < 0 || int(x) >= len(p.Start) })
}
