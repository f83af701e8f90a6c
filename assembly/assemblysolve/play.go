package assemblysolve

import (
	"context"
	"fmt"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// A pitch is a board on which some blocks of a shape lie, as the first and the last of each line: a block that comes in
// meets nothing else. A move costs O(1).
type pitch struct {
	p         *assembly.Instance
	low, high assembly.Block
	rows      []span // by row from one before the shape's first to one behind its last
	cols      []span
}

// pitchBytes is what a pitch takes for each block at most.
const pitchBytes = 16

func newPitch(p *assembly.Instance) *pitch {
	b := &pitch{p: p}
	b.low, b.high = sets.Frame(p)
	b.rows, b.cols = emptyLines(b.high.R-b.low.R+3), emptyLines(b.high.C-b.low.C+3)
	for _, i := range p.Start() {
		b.put(p.Blocks[i])
	}
	return b
}

// A span is the first and the last block of a line.
type span struct{ lo, hi int32 }

func emptyLines(n int32) []span {
	list := make([]span, n)
	for i := range list {
		list[i] = span{sets.None, -1}
	}
	return list
}

// put lays down a block of the shape.
func (b *pitch) put(at assembly.Block) {
	r, c := &b.rows[at.R-b.low.R+1], &b.cols[at.C-b.low.C+1]
	*r = span{min(r.lo, at.C), max(r.hi, at.C)}
	*c = span{min(c.lo, at.R), max(c.hi, at.R)}
}

// land is where a move ends, and the block of the shape there; why says what is wrong with it where it is no move
// that helps to build the shape.
func (b *pitch) land(m assembly.Move) (at assembly.Block, i int32, why string) {
	d := m.Dir()
	lines, line, length, count := b.rows, m.Line()-b.low.R+1, b.p.Cols, b.p.Rows
	if d.Vertical() {
		lines, line, length, count = b.cols, m.Line()-b.low.C+1, b.p.Rows, b.p.Cols
	}
	if m.Line() >= count {
		return at, -1, "is along no line of the board"
	}
	forward := d == assembly.Right || d == assembly.Down
	side := int32(b.p.Contact) // Sticky: the lines beside it matter
	stop := int32(sets.None)   // how far the block comes, counted from the edge where it comes in
	for l := max(0, line-side); l <= min(int32(len(lines))-1, line+side); l++ {
		s := lines[l]
		if s.hi < 0 {
			continue
		}
		far := s.lo
		if !forward {
			far = length - 1 - s.hi
		}
		if l == line {
			if far--; far < 0 {
				return at, -1, "finds its entry cell taken"
			}
		}
		stop = min(stop, far)
	}
	if stop == sets.None {
		return at, -1, "meets no block and falls off"
	}
	if !forward {
		stop = length - 1 - stop
	}
	at = assembly.Block{R: m.Line(), C: stop}
	if d.Vertical() {
		at = assembly.Block{R: stop, C: m.Line()}
	}
	if i = b.p.Find(at); i < 0 {
		return at, -1, fmt.Sprintf("stops at %v, which is not in the shape", at)
	}
	return at, i, ""
}

// Apply lets blocks in on what is on p's board, and returns p with them in place: moves as assembly.ParseMoves reads
// them. Where the first block is open and nothing is in place, they begin with it. A move that does not end in a cell
// of the shape is bad input. Cost O(blocks + moves).
func (s *Solver) Apply(
	ctx context.Context, p *assembly.Instance, moves string, lim puzzle.Limits,
) (*assembly.Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := lim.CheckMemory("a board of so many blocks", (pitchBytes+8)*int64(len(p.Blocks))); err != nil {
		return nil, err
	}
	first, list, err := assembly.ParseMovesWithin(lim.Meter(ctx), moves)
	if err != nil {
		return nil, err
	}
	placed := append([]int32(nil), p.Start()...)
	b := newPitch(p)
	switch i := p.Find(first); {
	case first.None() && (placed != nil || len(list) == 0):
	case first.None():
		return nil, grid.Errorf(grid.Pos{}, "any block may be the first here: begin with the one that is, as in %s",
			assembly.FormatMoves(p.Blocks[0], list[:1]))
	case i < 0:
		return nil, grid.Errorf(grid.Pos{}, "the first block, at %v, is not in the shape", first)
	case placed == nil:
		placed = []int32{i}
		b.put(first)
	case p.Placed != nil || i != p.Root:
		return nil, grid.Errorf(grid.Pos{}, "%v cannot be the first block: the board holds %v already", first,
			p.Blocks[placed[0]])
	}
	for k, m := range list {
		if k&0x3fff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		at, i, why := b.land(m)
		if why != "" {
			return nil, grid.Errorf(grid.Pos{}, "move %d (%s) %s", k+1, assembly.FormatMoves(sets.NoBlock(), list[k:k+1]), why)
		}
		b.put(at)
		placed = append(placed, i)
	}
	return p.WithPlaced(placed)
}

// Fault is the first of moves, counted from 0, that does not end in a cell of the shape, and what is wrong with it; -1
// where there is none. The board is empty at first, but for the blocks that p says are placed. Cost O(blocks + moves).
func Fault(p *assembly.Instance, moves []assembly.Move) (i int, why string) {
	b := newPitch(p)
	for i, m := range moves {
		at, _, why := b.land(m)
		if why != "" {
			return i, why
		}
		b.put(at)
	}
	return -1, ""
}

// Hint tells the next block and the side from which it comes in; "" where the shape stands.
func (s *Solver) Hint(p *assembly.Instance, w assembly.Witness) string {
	if p.Start() == nil && len(p.Blocks) > 1 {
		return fmt.Sprintf("%s: the first block is the one at %v", assembly.FormatMoves(w.First, nil), w.First)
	}
	if len(w.Moves) == 0 {
		return ""
	}
	m := w.Moves[0]
	at, _, why := newPitch(p).land(m)
	if why != "" {
		return "" // not what a checker accepts
	}
	edge := [4]string{"right", "left", "bottom", "top"}[m.Dir()&3]
	return fmt.Sprintf("%s: slide a block in from the %s along %s; it stops at %v",
		assembly.FormatMoves(sets.NoBlock(), w.Moves[:1]), edge, lineOf(m), at)
}

// lineOf names the line of a move: "row 3".
func lineOf(m assembly.Move) string {
	if m.Dir().Vertical() {
		return fmt.Sprintf("column %d", m.Line()+1)
	}
	return fmt.Sprintf("row %d", m.Line()+1)
}
