package assemblysolve

import (
	"fmt"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Colours of blocks, by their numbers in scene.Palette; others have that of writing.
const (
	colourNew   = 1 // has just come in
	colourFirst = 3 // was there first
)

// Draw is what is on the board, with the rest of the shape as ghosts and a handle for each move that helps to build it,
// and then the shape. Both show the smallest rectangle around the shape. Cost O(blocks) and O(cells of the window).
func Draw(p *assembly.Instance, w scene.Window) puzzle.Drawing {
	in := sets.Start(p)
	now := shapeScene(p, w, func(i int32) (scene.Look, bool) { return blockLook(p, i, p.Root), sets.Has(in, i) })
	now.Caption = "start"
	now.Done = len(p.Start()) == len(p.Blocks)
	now.Handles = handles(p, now)
	whole := shapeScene(p, w, func(i int32) (scene.Look, bool) { return blockLook(p, i, p.Root), true })
	whole.Caption = "target"
	which := "of which any may be the first"
	switch {
	case p.Placed != nil:
		which = fmt.Sprintf("%d of them in place", len(p.Placed))
	case p.Root != assembly.NoRoot:
		which = fmt.Sprintf("of which R, at %v, is there from the start", p.Blocks[p.Root])
	}
	from := ""
	if low, _ := sets.Frame(p); low != (assembly.Block{}) {
		from = fmt.Sprintf("; drawn from %v on", low)
	}
	return puzzle.Drawing{Scenes: []*scene.Scene{now, whole}, About: []string{
		fmt.Sprintf("%s, %s; %s contact; board of %d × %d cells%s", grid.Number(len(p.Blocks), "block"), which,
			p.Contact.String(), p.Rows, p.Cols, from),
	}}
}

// blockLook is a block at rest; first is the index of the one that was there first, which is an R.
func blockLook(p *assembly.Instance, i, first int32) scene.Look {
	if i == first {
		return scene.Look{Colour: colourFirst, Label: "R"}
	}
	return scene.Look{Shape: scene.Block}
}

// shapeScene is the rectangle around the shape. look tells how a block looks, and whether it is there; where not its
// ghost is. The id of a block is its index.
func shapeScene(p *assembly.Instance, w scene.Window, look func(i int32) (scene.Look, bool)) *scene.Scene {
	low, high := sets.Frame(p)
	s := scene.New(int(high.R-low.R+1), int(high.C-low.C+1), w)
	s.Origin = [2]int{int(low.R), int(low.C)}
	s.Fill(func(r, c int) scene.Cell {
		i := p.Find(assembly.Block{R: low.R + int32(r), C: low.C + int32(c)})
		if i < 0 {
			return scene.Cell{}
		}
		l, there := look(i)
		if !there {
			return scene.Cell{Kind: scene.Ghost, Look: l}
		}
		s.Put(int(i), r, c, l)
		return scene.Cell{}
	})
	return s
}

// handles are the moves that end in the shape: drags from outside of the board along the lines that are shown, or where
// the first block is open a tap on it.
func handles(p *assembly.Instance, s *scene.Scene) (out []scene.Handle) {
	low, _ := sets.Frame(p)
	v := s.Shown()
	if p.Start() == nil {
		for r := v.Top; r < v.Top+v.Rows; r++ {
			for c := v.Left; c < v.Left+v.Cols; c++ {
				b := assembly.Block{R: low.R + int32(r), C: low.C + int32(c)}
				if p.Find(b) >= 0 {
					out = append(out, scene.Handle{Gesture: scene.Tap, X: float64(c), Y: float64(r), W: 1, H: 1,
						Move: assembly.FormatMoves(b, nil), Label: fmt.Sprintf("begin with the block at %v", b)})
				}
			}
		}
		return out
	}
	board := newPitch(p)
	add := func(g scene.Gesture, d assembly.Direction, line int32, x, y int) {
		m := assembly.MakeMove(d, line)
		if at, _, why := board.land(m); why == "" {
			out = append(out, scene.Handle{Gesture: g, X: float64(x), Y: float64(y), W: 1, H: 1,
				Move:  assembly.FormatMoves(sets.NoBlock(), []assembly.Move{m}),
				Label: fmt.Sprintf("%s stops at %v", inWords(m), at)})
		}
	}
	for r := v.Top; r < v.Top+v.Rows; r++ {
		add(scene.DragLeft, assembly.Left, low.R+int32(r), s.Cols, r)
		add(scene.DragRight, assembly.Right, low.R+int32(r), -1, r)
	}
	for c := v.Left; c < v.Left+v.Cols; c++ {
		add(scene.DragUp, assembly.Up, low.C+int32(c), c, s.Rows)
		add(scene.DragDown, assembly.Down, low.C+int32(c), c, -1)
	}
	return out
}

// inWords tells a move: "< along row 3".
func inWords(m assembly.Move) string { return fmt.Sprintf("%c along %s", m.Dir().Char(), lineOf(m)) }
