package assemblycheck

import (
	"math"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// A Replay makes moves on a board and says where the blocks come to rest. It holds for each row and column the
// first and the last block alone, and that is enough:
//
//   - A block that comes in along a line meets, in that line, the block nearest to its edge, which is the first or
//     the last one. The entry cell is taken where that one lies at the edge itself.
//   - Sticky: the first cell on its way with a block beside it lies beside the block of a neighbouring line that is
//     nearest to the same edge: again the first or the last one there.
//   - Each block comes to rest at the side of another, so what is on the board stays connected, and the rows
//     with blocks are consecutive, and so are the columns. So the lists begin at the first block and grow at
//     their ends: O(1) a move on average, and memory for the lines touched (up to 48 bytes each), not for
//     the lines of the board nor for the moves.
//
// Where blocks ought to come to rest is for the caller to know. A Replay is not safe for concurrent use.
type Replay struct {
	rows, cols lines
	contact    assembly.Contact
}

// bytesPerLine is the most that a Replay takes for a line that has been touched: a list that has just grown at both
// ends is four times as long as the lines in use, and the one that it is copied from is half of that.
const bytesPerLine = 8 * (4 + 2)

// ends are the first and the last coordinate with a block in a line.
type ends struct{ first, last int32 }

// nothing are the ends of an empty line: so far out that no board reaches them.
func nothing() ends { return ends{math.MaxInt32, math.MinInt32} }

// lines are the ends of all rows or of all columns of a board.
type lines struct {
	count int32 // of lines on the board
	from  int32 // the line of list[0]
	list  []ends
}

func (l *lines) at(line int32) ends {
	if i := int64(line) - int64(l.from); i >= 0 && i < int64(len(l.list)) {
		return l.list[i]
	}
	return nothing()
}

// put says that there is a block at a coordinate of a line.
func (l *lines) put(line, at int32) {
	i := int64(line) - int64(l.from)
	if i < 0 || i >= int64(len(l.list)) {
		l.reach(line)
		i = int64(line) - int64(l.from)
	}
	e := &l.list[i]
	e.first, e.last = min(e.first, at), max(e.last, at)
}

// reach makes the list about twice as long, on the side where line lies and so that line is on it, but
// not beyond the board.
func (l *lines) reach(line int32) {
	n := int64(len(l.list))
	from, to := int64(l.from), int64(l.from)+n
	if at := int64(line); at < from {
		from = max(0, at-n)
	} else {
		to = min(int64(l.count), at+1+n)
	}
	list := make([]ends, to-from)
	for i := range list {
		list[i] = nothing()
	}
	copy(list[int64(l.from)-from:], l.list)
	l.from, l.list = int32(from), list
}

// NewReplay is a board of rows × cols that holds one block. The error matches puzzle.ErrRejected where that is
// no board, no model of contact or no cell of it.
func NewReplay(rows, cols int32, contact assembly.Contact, first assembly.Block) (*Replay, error) {
	switch {
	case rows < 1 || cols < 1 || rows > assembly.MaxSide || cols > assembly.MaxSide:
		return nil, puzzle.Rejectf("there is no board of %d × %d", rows, cols)
	case contact != assembly.Frontal && contact != assembly.Sticky:
		return nil, puzzle.Rejectf("there is no contact %d", contact)
	case first.R < 0 || first.R >= rows || first.C < 0 || first.C >= cols:
		return nil, puzzle.Rejectf("the first block, in %s, is off the board", place(first))
	}
	r := &Replay{contact: contact, rows: lines{count: rows, from: first.R}, cols: lines{count: cols, from: first.C}}
	r.put(first)
	return r, nil
}

// Move lets one block in and returns where it comes to rest. The error matches puzzle.ErrRejected where
// the move is illegal; the board is then as it was.
func (r *Replay) Move(m assembly.Move) (assembly.Block, error) {
	b, why := r.land(m)
	if why != legal {
		return assembly.Block{}, puzzle.Rejectf("%v: %s", m, why)
	}
	r.put(b)
	return b, nil
}

// A fault is why a move is illegal.
type fault uint8

const (
	legal fault = iota
	noLine
	entryTaken
	fallsOff
)

func (f fault) String() string {
	return [...]string{"legal", "there is no such line", "its entry cell is taken", "it meets no block and falls off"}[f]
}

// land is where the move's block would come to rest.
func (r *Replay) land(m assembly.Move) (assembly.Block, fault) {
	d, line := m.Dir(), m.Line()
	along, length := &r.rows, r.cols.count
	if d.Vertical() {
		along, length = &r.cols, r.rows.count
	}
	if line >= along.count {
		return assembly.Block{}, noLine
	}
	var stop int32
	e := along.at(line)
	if d == assembly.Right || d == assembly.Down { // coordinates grow on the way
		if e.first == 0 {
			return assembly.Block{}, entryTaken
		}
		stop = e.first - 1
		if r.contact == assembly.Sticky {
			stop = min(stop, along.at(line-1).first, along.at(line+1).first)
		}
	} else {
		if e.last == length-1 {
			return assembly.Block{}, entryTaken
		}
		stop = e.last + 1
		if r.contact == assembly.Sticky {
			stop = max(stop, along.at(line-1).last, along.at(line+1).last)
		}
	}
	if stop < 0 || stop >= length {
		return assembly.Block{}, fallsOff
	}
	if d.Vertical() {
		return assembly.Block{R: stop, C: line}, legal
	}
	return assembly.Block{R: line, C: stop}, legal
}

// put puts a block on the board, wherever that is.
func (r *Replay) put(b assembly.Block) {
	r.rows.put(b.R, b.C)
	r.cols.put(b.C, b.R)
}

// undisturbed reports whether the block at b, which came in by m, would come to rest there after all others on the
// board too: nothing lies on its way in and, sticky, nothing beside the way before b. That something lies
// beside b itself does no harm: there it stops anyway.
func (r *Replay) undisturbed(m assembly.Move, b assembly.Block) bool {
	d, line, at, along := m.Dir(), b.R, b.C, &r.rows
	if d.Vertical() {
		line, at, along = b.C, b.R, &r.cols
	}
	before := func(e ends) bool { // whether a line's block nearest to the edge lies before at
		if d == assembly.Right || d == assembly.Down {
			return e.first < at
		}
		return e.last > at
	}
	if before(along.at(line)) {
		return false
	}
	return r.contact == assembly.Frontal || !before(along.at(line-1)) && !before(along.at(line+1))
}
