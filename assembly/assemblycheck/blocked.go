package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// checkBlocked verifies that whichever block of the list, what is there at the start apart, would have to come in as
// the last of them cannot: on every way that would end in its cell, another of the list lies. All that is on such a way
// lies beyond the block, so the outermost blocks of the list in each line decide.
func (k *work) checkBlocked(c *assembly.Blocked) error {
	if len(c.Blocks) < 2 {
		return puzzle.Rejectf("the certificate lists %s; it takes two to be in each other's way",
			grid.Number(len(c.Blocks), "block"))
	}
	if len(c.Blocks) > len(k.shape.blocks) {
		return puzzle.Rejectf("more blocks are listed than the shape has")
	}
	if err := k.room("the check of blocks in each other's way", 1, 2*8); err != nil {
		return err
	}
	listed, there := newBitmap(len(k.shape.blocks)), newBitmap(len(k.shape.blocks))
	for _, i := range k.start {
		there.add(i)
	}
	toCome := false // whether a block of the list is still to come in
	rows, cols := newSpans(k.shape.height), newSpans(k.shape.width)
	for _, b := range c.Blocks {
		i := k.shape.find(b)
		switch {
		case i < 0:
			return puzzle.Rejectf("the list has a block in %s, which is not in the shape", place(b))
		case listed.has(i):
			return puzzle.Rejectf("the list has the block in %s twice", place(b))
		}
		listed.add(i)
		toCome = toCome || !there.has(i)
		rows.take(b.R-k.shape.top, b.C)
		cols.take(b.C-k.shape.left, b.R)
		if err := k.spend(1); err != nil {
			return err
		}
	}
	if !toCome {
		return puzzle.Rejectf("all blocks of the list are in place; none of them has to come in")
	}
	for _, b := range c.Blocks {
		if there.has(k.shape.find(b)) {
			continue
		}
		for d := assembly.Left; d <= assembly.Down; d++ {
			if k.wouldStop(b, d) && !k.wayTaken(rows, cols, b, d) {
				return puzzle.Rejectf("the block in %s can be the last of the list to come in: moving %c nothing of the list is "+
					"on its way", place(b), d.Char())
			}
		}
		if err := k.spend(16); err != nil {
			return err
		}
	}
	return nil
}

// wouldStop reports whether a block of the shape stops one that moves in the direction d in the cell b.
func (k *work) wouldStop(b assembly.Block, d assembly.Direction) bool {
	there := func(dr, dc int32) bool { return k.shape.find(assembly.Block{R: b.R + dr, C: b.C + dc}) >= 0 }
	dr, dc := d.Delta()
	if there(dr, dc) {
		return true
	}
	return k.p.Contact == assembly.Sticky && (there(dc, dr) || there(-dc, -dr))
}

// wayTaken reports whether a listed block lies on the way of one that moves in the direction d to the cell b; sticky:
// or beside that way before the cell is reached.
func (k *work) wayTaken(rows, cols spans, b assembly.Block, d assembly.Direction) bool {
	lines, line, at := rows, b.R-k.shape.top, b.C
	if d.Vertical() {
		lines, line, at = cols, b.C-k.shape.left, b.R
	}
	width := int32(0)
	if k.p.Contact == assembly.Sticky {
		width = 1
	}
	for l := line - width; l <= line+width; l++ {
		if l < 0 || int(l) >= len(lines.first) || lines.first[l] > lines.last[l] {
			continue
		}
		switch d {
		case assembly.Left, assembly.Up: // from the far end
			if lines.last[l] > at {
				return true
			}
		default:
			if lines.first[l] < at {
				return true
			}
		}
	}
	return false
}

// spans hold the first and the last listed block of each line.
type spans struct{ first, last []int32 }

func newSpans(lines int32) spans {
	e := spans{make([]int32, lines), make([]int32, lines)}
	for l := range e.first {
		e.first[l], e.last[l] = assembly.MaxSide, -1
	}
	return e
}

func (e spans) take(line, at int32) {
	e.first[line], e.last[line] = min(e.first[line], at), max(e.last[line], at)
}
