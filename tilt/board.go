package tilt

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// MaxCells bounds a board: cells are numbered in 32 bits.
const MaxCells = 1<<31 - 1

// maxNarrow is the most colours whose codes fit a byte.
const maxNarrow = 254

// A Board is h × w cells in row-major order: code 0 is empty, code c ≥ 1 is a tile of
// the colour Palette[c-1] of its Instance. Exactly one of Narrow and Wide is set (both
// are nil only for boards without cells): a byte a cell where that is enough.
type Board struct {
	H, W   int
	Narrow []uint8
	Wide   []uint32
}

// NewBoard makes an empty board for codes up to colours.
func NewBoard(h, w, colours int) *Board {
	b := &Board{H: h, W: w}
	if colours > maxNarrow {
		b.Wide = make([]uint32, h*w)
	} else {
		b.Narrow = make([]uint8, h*w)
	}
	return b
}

// At returns the code of the cell in row r and column c, both from 0.
func (b *Board) At(r, c int) int {
	if b.Wide != nil {
		return int(b.Wide[r*b.W+c])
	}
	return int(b.Narrow[r*b.W+c])
}

// Set stores the code of one cell.
func (b *Board) Set(r, c, code int) {
	if b.Wide != nil {
		b.Wide[r*b.W+c] = uint32(code)
	} else {
		b.Narrow[r*b.W+c] = uint8(code)
	}
}

// Len is the number of cells.
func (b *Board) Len() int { return b.H * b.W }

// Clone returns a copy that shares nothing with b.
func (b *Board) Clone() *Board {
	return &Board{H: b.H, W: b.W, Narrow: append([]uint8(nil), b.Narrow...), Wide: append([]uint32(nil), b.Wide...)}
}

// Equal reports whether both boards are of one size and hold the same codes.
func (b *Board) Equal(o *Board) bool {
	return b.H == o.H && b.W == o.W && slices.Equal(b.Narrow, o.Narrow) && slices.Equal(b.Wide, o.Wide)
}

// Counts returns how many cells hold each code from 0 to colours.
func (b *Board) Counts(colours int) []int64 { return b.AppendCounts(nil, colours) }

// AppendCounts is Counts with the room for the answer, dst[:0], handed in.
func (b *Board) AppendCounts(dst []int64, colours int) []int64 {
	n := slices.Grow(dst[:0], colours+1)[:colours+1]
	clear(n)
	if b.Wide != nil {
		for _, c := range b.Wide {
			n[c]++
		}
		return n
	}
	cells := b.Narrow
	if len(cells) < 1024 {
		for _, c := range cells {
			n[c]++
		}
		return n
	}
	// Four counters a code: one alone waits for its own last store on long runs.
	var t [4][256]int64
	for ; len(cells) >= 4; cells = cells[4:] {
		t[0][cells[0]]++
		t[1][cells[1]]++
		t[2][cells[2]]++
		t[3][cells[3]]++
	}
	for _, c := range cells {
		t[0][c]++
	}
	for c := range n[:min(len(n), 256)] {
		n[c] = t[0][c] + t[1][c] + t[2][c] + t[3][c]
	}
	return n
}

// widened returns the cells as 32-bit codes.
func widened(narrow []uint8) []uint32 {
	wide := make([]uint32, len(narrow), cap(narrow))
	for i, c := range narrow {
		wide[i] = uint32(c)
	}
	return wide
}

// An Instance is a start and, unless only questions about the start are asked, a
// target of the same size. Colours are labels; a label names the same colour everywhere.
type Instance struct {
	Palette []string // label of code 1, 2, …; no two are equal
	Start   *Board
	Target  *Board // may be nil
	Rules   *Rules // walls and the like; nil for boards of the contest
}

// Validate reports what is wrong with p: sizes that differ, cells without a colour,
// labels that are no labels. Cost O(cells).
func (p *Instance) Validate() error {
	if p == nil || p.Start == nil {
		return inputf("there is no start board")
	}
	seen := make(map[string]bool, len(p.Palette))
	for _, label := range p.Palette {
		if err := checkLabel(label); err != nil {
			return inputf("%v", err)
		}
		if seen[label] {
			return inputf("the colour %s is listed twice", grid.Quote(label))
		}
		seen[label] = true
	}
	if err := p.Start.validate("start", len(p.Palette)); err != nil {
		return err
	}
	if p.Target != nil {
		if err := p.validateTarget(p.Target, "target"); err != nil {
			return err
		}
	}
	if p.Rules != nil {
		return p.Rules.validate(p)
	}
	return nil
}

// validateTarget reports what is wrong with t, a board to reach.
func (p *Instance) validateTarget(t *Board, what string) error {
	if t.H != p.Start.H || t.W != p.Start.W {
		return inputf("the %s has %d × %d cells; the start has %d × %d", what, t.H, t.W, p.Start.H, p.Start.W)
	}
	if (t.Wide != nil) != (p.Start.Wide != nil) {
		return inputf("start and %s store their cells in different widths", what)
	}
	return t.validate(what, len(p.Palette))
}

// ValidateUnder is Validate under a ctx that may end it.
func (p *Instance) ValidateUnder(ctx context.Context) error {
	if p == nil || p.Start == nil {
		return p.Validate()
	}
	return puzzle.Valid(ctx, len(p.Start.Narrow)+len(p.Start.Wide), p.Validate)
}

func (b *Board) validate(what string, colours int) error {
	if b.H < 1 || b.W < 1 {
		return inputf("the %s has %d × %d cells; both must be at least 1", what, b.H, b.W)
	}
	if int64(b.H)*int64(b.W) > MaxCells {
		return inputf("the %s has %d × %d cells; at most %d are possible", what, b.H, b.W, MaxCells)
	}
	if n := len(b.Narrow) + len(b.Wide); n != b.H*b.W || (len(b.Narrow) > 0 && len(b.Wide) > 0) {
		return inputf("the %s is %d × %d but stores %s", what, b.H, b.W, grid.Number(n, "cell"))
	}
	if colours > maxNarrow && b.Wide == nil {
		return inputf("the %s stores bytes; %d colours need more", what, colours)
	}
	if code := b.outside(colours); code != 0 {
		return inputf("the %s holds the colour code %d; there are %d colours", what, code, colours)
	}
	return nil
}

// outside returns the first code on the board that is larger than colours, or 0.
func (b *Board) outside(colours int) uint32 {
	for _, c := range b.Wide {
		if int64(c) > int64(colours) {
			return c
		}
	}
	cells := b.Narrow
	if colours < 128 {
		// Eight cells at a time: adding 127 − colours sets the top bit of a byte that is too
		// large, or it was set before. A carry can only come out of such a byte.
		const low7, top = 0x7F7F_7F7F_7F7F_7F7F, 0x8080_8080_8080_8080
		add := uint64(127-colours) * (top >> 7)
		for ; len(cells) >= 8; cells = cells[8:] {
			x := binary.LittleEndian.Uint64(cells)
			if ((x&low7+add)|x)&top != 0 {
				break
			}
		}
	}
	for _, c := range cells {
		if int(c) > colours {
			return uint32(c)
		}
	}
	return 0
}

func inputf(format string, args ...any) error {
	return &grid.Error{Msg: fmt.Sprintf(format, args...)}
}
