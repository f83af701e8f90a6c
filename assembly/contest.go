package assembly

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// formatContest is the name of the contest's text format.
const formatContest = "sliding-blocks"

// formatContestDoc describes the contest's text format.
const formatContestDoc = `A line "N M B" (rows, columns, blocks), then B lines "r c", the row and the column of a
block, from 1; the first block is the one on the board. The contest has all three up to 400,000 and
promises that the blocks form a tree; here sides may be up to 2^30 - 1. Any number of cases may follow
each other. The answer is "impossible", or "possible" and B - 1 lines "d k": the direction of motion, one of
< > ^ v, and the row (< >) or column (^ v) along which the next block comes in; where B is 1, "possible" and
nothing more. (ICPC Asia Singapore 2018, problem H, "Sliding Blocks".)`

// readContest reads one case; io.EOF when none is left. Each block stands on a line of its own, without
// empty lines in between. What it allocates grows with the lines that it has read.
func readContest(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		return nil, endOf(s)
	}
	at := s.Pos()
	n, err := s.Int("the number of rows", 1, MaxSide)
	if err != nil {
		return nil, err
	}
	w, err := s.Int("the number of columns", 1, MaxSide)
	if err != nil {
		return nil, err
	}
	count, err := s.Int("the number of blocks", 1, MaxBlocks)
	if err != nil {
		var ge *grid.Error
		if next := s.Peek(1); errors.As(err, &ge) && ge.Pos == s.Pos() && (len(next) == 0 || next[0] == '\n') {
			err = s.Errorf("a case begins with a line of three numbers, rows, columns and blocks; this line has two (are " +
				"there more blocks in front of it than promised?)")
		}
		return nil, err
	}
	if err := s.EndLine("the number of blocks"); err != nil {
		return nil, err
	}
	if count > n*w {
		return nil, grid.Errorf(at, "%s are promised; a board of %d × %d has %s", grid.Number(count, "block"), n, w,
			grid.Number(n*w, "cell"))
	}
	first := s.Pos().Line
	blocks, err := readBlocks(m, s, int32(n), int32(w), int(count))
	if err != nil {
		return nil, err
	}
	p, err := NewWithin(m, int32(n), int32(w), blocks, 0, Frontal)
	var be *blockError
	if errors.As(err, &be) {
		return nil, grid.Errorf(grid.Pos{Line: first + be.index(blocks), Col: 1}, "%s", be.what)
	}
	return p, err
}

// endOf is the reader's own error where there is one, else io.EOF.
func endOf(s *grid.Scanner) error {
	if err := s.Err(); err != nil {
		return err
	}
	return io.EOF
}

// shortestBlock is the least number of bytes of a line with a block: "1 1\n".
const shortestBlock = 4

// readBlocks reads count lines "r c".
func readBlocks(m *meter.Meter, s *grid.Scanner, h, w int32, count int) ([]Block, error) {
	room := int64(1 << 10)
	if left := s.Left(); left >= 0 {
		room = (left + 1) / shortestBlock
	}
	l := &blockList{meter: m}
	if err := l.grow(int(min(room, int64(count)))); err != nil {
		return nil, err
	}
	for len(l.blocks) < count {
		// Not a byte is asked for that may belong to the next case, which may not have been written yet.
		const most = 16 << 10
		text := s.Peek(min(most, min(most, count-len(l.blocks))*shortestBlock-1))
		used, err := l.lines(text, h, w, count)
		if err != nil {
			return nil, err
		}
		if used > 0 {
			s.SkipLines(used)
			continue
		}
		// The line is cut by the window, or unusual, or wrong.
		b, err := readBlock(s, h, w, len(l.blocks), count)
		if err != nil {
			return nil, err
		}
		if err := l.put(b); err != nil {
			return nil, err
		}
	}
	return l.blocks, nil
}

// readBlock reads one line "r c", that of block i.
func readBlock(s *grid.Scanner, n, m int32, i, count int) (b Block, err error) {
	if len(s.Peek(1)) == 0 {
		if err := s.Err(); err != nil {
			return b, err
		}
		return b, s.Errorf("the input ends after %d of %s", i, grid.Number(count, "block"))
	}
	r, err := s.Int("the block's row", 1, int64(n))
	if err != nil {
		return b, err
	}
	c, err := s.Int("the block's column", 1, int64(m))
	if err != nil {
		return b, err
	}
	return Block{int32(r - 1), int32(c - 1)}, s.EndLine("the block's column")
}

// lines appends the blocks of all lines that text begins with, until there are count of them, and returns how many
// bytes these lines have. It stops at the first line that is cut, that is not exactly "r c", or that is no block of the
// board.
func (l *blockList) lines(text []byte, n, m int32, count int) (used int, err error) {
	for len(l.blocks) < count {
		r, i := digits(text, used)
		if i == used || i >= len(text) || text[i] != ' ' {
			break
		}
		c, k := digits(text, i+1)
		if k == i+1 || k >= len(text) {
			break
		}
		if text[k] == '\r' {
			k++
		}
		if k >= len(text) || text[k] != '\n' || r-1 >= uint32(n) || c-1 >= uint32(m) {
			break
		}
		if err := l.put(Block{int32(r - 1), int32(c - 1)}); err != nil {
			return 0, err
		}
		used = k + 1
	}
	return used, nil
}

// digits reads a number of at most nine digits from text[from:], and returns where it ends.
func digits(text []byte, from int) (n uint32, end int) {
	end = from
	for end < len(text) && end < from+9 && text[end]-'0' <= 9 {
		n = n*10 + uint32(text[end]-'0')
		end++
	}
	return n, end
}

// theShape names what is held in errors.
const theShape = "a shape of so many blocks"

// A blockList grows, and asks before it does. What is then made of the blocks is held by NewWithin, which counts them
// too.
type blockList struct {
	blocks []Block
	meter  *meter.Meter
}

func (l *blockList) grow(n int) error {
	if err := l.meter.Room(theShape, buildBytes*int64(n)); err != nil {
		return err
	}
	grown := hugepage.Make[Block](n)
	l.blocks = grown[:copy(grown, l.blocks)]
	return nil
}

func (l *blockList) put(b Block) error {
	if len(l.blocks) == cap(l.blocks) {
		if err := l.grow(max(16, len(l.blocks)+len(l.blocks)/2)); err != nil {
			return err
		}
	}
	l.blocks = append(l.blocks, b)
	return nil
}

// hasContest says why p has no place in the contest's format, where it has none.
func (p *Instance) hasContest() error {
	if p.Contact != Frontal {
		return unsupportedf("the format %s has frontal contact; this shape is %v", formatContest, p.Contact)
	}
	if p.Root == NoRoot {
		return unsupportedf("the format %s needs the block that is there from the start; this shape leaves it open",
			formatContest)
	}
	return p.noPlaced(formatContest)
}

// writeContest writes one case: the root, then the other blocks by rows. Only frontal contact and a shape with a
// root have a place in it.
func writeContest(out io.Writer, p *Instance) error {
	if err := p.hasContest(); err != nil {
		return err
	}
	w := writer{out: out}
	w.number(p.Rows, ' ')
	w.number(p.Cols, ' ')
	w.number(int32(len(p.Blocks)), '\n')
	w.block(p.Blocks[p.Root])
	for i, b := range p.Blocks {
		if int32(i) != p.Root {
			w.block(b)
		}
	}
	return w.end()
}

// promiseContest reports an error where p is not the tree that the contest promises.
func promiseContest(p *Instance) error {
	if p.IsTree() {
		return nil
	}
	return inputf("the contest promises that the blocks form a tree, and this shape has a ring of blocks, for example "+
		"through %v; \"gridwright solve\" answers for such shapes too", p.onRing())
}

// onRing is a block of a ring, in a shape that is no tree: the first whose link joins what is joined already.
func (p *Instance) onRing() Block {
	root := make([]int32, len(p.Blocks))
	for i := range root {
		root[i] = int32(i)
	}
	find := func(i int32) int32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for i := range int32(len(p.Blocks)) {
		for _, j := range [...]int32{p.Left(i), p.Above[i]} {
			if j < 0 {
				continue
			}
			a, b := find(i), find(j)
			if a == b {
				return p.Blocks[i]
			}
			root[a] = b
		}
	}
	return p.Blocks[0] // not reached: a connected shape without such a link is a tree
}

// answerContest writes "impossible", or "possible" and the moves. The contest promises a tree: a shape
// that is none is bad input here.
func answerContest(out io.Writer, p *Instance, o Outcome) error {
	if err := promiseContest(p); err != nil {
		return err
	}
	return writeContestEvidence(out, p, o)
}

// writeContestEvidence writes the same lines, for any shape that has a place in the format.
func writeContestEvidence(out io.Writer, p *Instance, o Outcome) error {
	if err := p.hasContest(); err != nil {
		return err
	}
	w := writer{out: out}
	if o.Verdict == puzzle.Impossible {
		w.text("impossible\n")
		return w.end()
	}
	if o.Verdict != puzzle.Solved || o.Witness == nil {
		return unsupportedf("the format %s has no place for an answer without moves", formatContest)
	}
	w.text("possible\n")
	for _, m := range o.Witness.Moves {
		w.move(m)
	}
	return w.end()
}

// sniffContest reports whether a text that begins with head may be of the contest's format: a line of three
// numbers, then a line of two.
//
// A board of lamps in the format awkward-lights begins like that where it has two columns. Its other rows tell the two
// apart: a block has no 0 in it and does not stand twice in a row, and a lamp is at most 1.
func sniffContest(head []byte) bool {
	line, rest, found := bytes.Cut(trimHead(head), []byte("\n"))
	size, ok := numbers(line, 3)
	if !ok || !found {
		return ok
	}
	var last []int64
	for i := 0; ; i++ {
		line, rest, found = bytes.Cut(rest, []byte("\n"))
		b, ok := numbers(line, 2)
		switch {
		case i == 0 && !ok:
			return !found && len(bytes.Fields(line)) < 2 // cut in the middle of it
		case !ok || size[0] != 2 || b[0] > 1 || b[1] > 1:
			return true
		case b[0] < 1 || b[1] < 1 || slices.Equal(b, last):
			return false
		}
		last = b
	}
}

func trimHead(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
}

// numbers reads a line of exactly n whole numbers.
func numbers(line []byte, n int) ([]int64, bool) {
	fields := bytes.Fields(line)
	if len(fields) != n {
		return nil, false
	}
	out := make([]int64, n)
	for i, f := range fields {
		v, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}
