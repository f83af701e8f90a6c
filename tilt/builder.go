package tilt

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/hugepage"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A palette gives codes to labels in order of first sight.
type palette struct {
	meter  *meter.Meter
	labels []string
	codes  map[string]uint32
	ascii  [256]uint8 // code of a one-byte label; fresh where none is assigned yet
}

// fresh in palette.ascii sends a byte to the slow path. No code takes this value.
const fresh = 255

func newPalette(m *meter.Meter) *palette {
	p := &palette{meter: m, codes: map[string]uint32{}}
	for i := range p.ascii {
		p.ascii[i] = fresh
	}
	p.ascii['.'] = 0
	return p
}

// What reading takes: a cell, in a slice that grows; a label, with its entry in a map; an instance and its boards
// besides the cells.
const (
	bytesPerNarrow = 3
	bytesPerWide   = 12
	bytesPerLabel  = 200
	holdLabels     = 64
	bytesPerTarget = 500
	stepsPerCell   = 5
	stepsPerLabel  = 100
)

// theBoard names what is held in errors.
const theBoard = "a board of this size"

// code returns the label's code, making one where it is new.
func (p *palette) code(label string) (uint32, error) {
	if label == "." {
		return 0, nil
	}
	if c, ok := p.codes[label]; ok {
		return c, nil
	}
	if err := checkLabel(label); err != nil {
		return 0, err
	}
	if n := len(p.labels); n%holdLabels == holdLabels-1 { // a few are not worth a look
		if err := p.meter.Hold(theBoard, bytesPerLabel*holdLabels); err != nil {
			return 0, err
		}
	}
	p.labels = append(p.labels, strings.Clone(label))
	c := uint32(len(p.labels))
	p.codes[label] = c
	if len(label) == 1 && c <= maxNarrow {
		p.ascii[label[0]] = uint8(c)
	}
	return c, nil
}

// A builder collects the cells of one board. It never holds more room than twice what it has
// been given, unless grow was told that the input really is that long.
type builder struct {
	pal    *palette
	narrow []uint8
	wide   []uint32 // once a code does not fit a byte
	signs  string   // what may stand in a cell beside tiles
	marks  []mark   // where it does; the cells are empty
	line   int      // of a text, where the first row stands
}

func (b *builder) grow(n int) { b.narrow = hugepage.Make[uint8](n)[:0] }

func (b *builder) put(code uint32) {
	if b.wide == nil && code > maxNarrow {
		_ = b.pal.meter.Hold(theBoard, bytesPerWide*int64(cap(b.narrow))) // it is sticky, and whoever reads rows asks
		b.wide = widened(b.narrow)
		b.narrow = nil
	}
	if b.wide != nil {
		b.wide = append(b.wide, code)
	} else {
		b.narrow = append(b.narrow, uint8(code))
	}
}

// row reads the next line of s, which must hold exactly w cells.
func (b *builder) row(s *grid.Scanner, w int) error {
	// What bytes looks at behind a cell that it cannot read is looked at again. So the
	// segments shrink to about what was read last, and a row costs O(w) whatever it holds.
	reach := w
	for got := 0; got < w; {
		if b.wide == nil {
			seg, end := s.Segment(min(reach, w-got))
			n := b.bytes(seg)
			got += n
			if n == len(seg) {
				if end && got < w {
					return b.short(s, s.Pos(), got, w)
				}
				if reach <= w/2 {
					reach *= 2
				} else {
					reach = w
				}
				continue
			}
			s.Unread(len(seg) - n)
			reach = min(w, max(16, 2*n))
		}
		// A new colour, a character beyond ASCII or a mistake: one cell by hand.
		at := s.Pos()
		r, ok, err := s.Rune()
		if err != nil {
			return err
		}
		if !ok || r == '\r' && lineEnds(s) {
			return b.short(s, at, got, w)
		}
		if got++; b.special(string(r)) {
			continue
		}
		code, err := b.runeCode(r)
		if err != nil {
			return b.labelErr(grid.Errorf(at, "%v", err))
		}
		b.put(code)
	}
	return nil
}

func lineEnds(s *grid.Scanner) bool {
	p := s.Peek(1)
	return len(p) == 0 || p[0] == '\n'
}

// short is the error for a row that ends at the place at, before its carriage return.
func (b *builder) short(s *grid.Scanner, at grid.Pos, got, w int) error {
	if err := s.Err(); err != nil {
		return err
	}
	if len(s.Peek(1)) == 0 {
		return grid.Errorf(at, "the input ends in the middle of a board: this row has %d of its %s", got,
			grid.Number(w, "cell"))
	}
	return grid.Errorf(at, "this row has %s; the size says %d", grid.Number(got, "cell"), w)
}

// bytes appends the codes of seg up to the first byte that needs a closer look, and
// returns how many.
func (b *builder) bytes(seg []byte) int {
	n := len(b.narrow)
	if cap(b.narrow)-n < len(seg) {
		b.narrow = append(b.narrow, seg...)
	}
	b.narrow = b.narrow[:n+len(seg)]
	dst, table := b.narrow[n:], &b.pal.ascii
	dst = dst[:len(seg)]
	// Eight cells at a time: one load, eight look-ups, one store, one test.
	const low, top = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
	i, unknown := 0, uint64(0)
	for ; i+8 <= len(seg); i += 8 {
		x := binary.LittleEndian.Uint64(seg[i:])
		lo := uint64(table[x&0xFF]) | uint64(table[x>>8&0xFF])<<8 |
			uint64(table[x>>16&0xFF])<<16 | uint64(table[x>>24&0xFF])<<24
		hi := uint64(table[x>>32&0xFF]) | uint64(table[x>>40&0xFF])<<8 |
			uint64(table[x>>48&0xFF])<<16 | uint64(table[x>>56])<<24
		codes := lo | hi<<32
		binary.LittleEndian.PutUint64(dst[i:], codes)
		unknown |= (^codes - low) & codes & top // sets a bit where a byte is 255, which is fresh
	}
	for ; i < len(seg); i++ {
		if dst[i] = table[seg[i]]; dst[i] == fresh {
			unknown = 1
		}
	}
	if unknown != 0 {
		good := bytes.IndexByte(dst, fresh)
		if good < 0 { // a borrow has set a bit beside a byte of 254 at most
			return len(seg)
		}
		b.narrow = b.narrow[:n+good]
		return good
	}
	return len(seg)
}

func (b *builder) runeCode(r rune) (uint32, error) {
	if r < utf8.RuneSelf {
		if c := b.pal.ascii[r]; c != fresh {
			return uint32(c), nil
		}
	}
	return b.pal.code(string(r))
}

// labelErr prefers what has stopped the meter to an error of code's.
func (b *builder) labelErr(err error) error {
	if stopped := b.pal.meter.Err(); stopped != nil {
		return stopped
	}
	return err
}

// board finishes the board. wide asks for 32-bit cells.
func (b *builder) board(h, w int, wide bool) *Board {
	out := &Board{H: h, W: w}
	switch {
	case b.wide != nil:
		out.Wide = b.wide
	case wide:
		if b.pal.meter.Hold(theBoard, bytesPerWide*int64(len(b.narrow))) != nil || b.pal.meter.Work(len(b.narrow)) != nil {
			break // it is sticky
		}
		out.Wide = widened(b.narrow)
	default:
		out.Narrow = b.narrow
	}
	return out
}

// document reads a board from a list of rows; each is a text or a list of labels.
func (b *builder) document(v *document.Value, what string) (h, w int, err error) {
	rows, err := v.List(what)
	if err != nil {
		return 0, 0, err
	}
	if len(rows) == 0 {
		return 0, 0, v.Errorf("%s has no rows", what)
	}
	for i := range rows {
		n, err := b.documentRow(&rows[i], what)
		if err != nil {
			return 0, 0, err
		}
		switch {
		case n == 0:
			return 0, 0, rows[i].Errorf("row %d of %s is empty", i+1, what)
		case i == 0:
			w = n
		case n != w:
			return 0, 0, rows[i].RuneErrorf(min(n, w), "row %d of %s has %s; the rows above have %d", i+1, what,
				grid.Number(n, "cell"), w)
		}
		if int64(len(b.narrow)+len(b.wide)) > MaxCells {
			return 0, 0, rows[i].Errorf("%s has more than %d cells", what, MaxCells)
		}
	}
	return len(rows), w, nil
}

// chunk is how many cells are read between two calls of the meter.
const chunk = 32 << 10

// hold is about a row of at most n cells.
func (b *builder) hold(n int) error {
	bytes := int64(bytesPerNarrow)
	if b.wide != nil {
		bytes = bytesPerWide
	}
	if err := b.pal.meter.Work(stepsPerLabel); err != nil {
		return err
	}
	return b.pal.meter.Hold(theBoard, bytes*int64(n))
}

func (b *builder) documentRow(v *document.Value, what string) (int, error) {
	if text, ok := rowText(v); ok {
		if err := b.hold(len(text)); err != nil {
			return 0, err
		}
		n := 0
		for _, r := range text {
			if n%chunk == 0 {
				if err := b.pal.meter.Work(stepsPerCell * min(chunk, len(text))); err != nil {
					return 0, err
				}
			}
			if r < utf8.RuneSelf && b.pal.ascii[r] == fresh && b.special(string(r)) {
				n++
				continue
			}
			code, err := b.runeCode(r)
			if err != nil {
				return 0, b.labelErr(v.RuneErrorf(n, "%v", err))
			}
			b.put(code)
			n++
		}
		return n, b.pal.meter.Err()
	}
	items, err := v.List("a row of " + what)
	if err != nil {
		return 0, notRow(v, "a row of "+what)
	}
	if err := b.hold(len(items)); err != nil {
		return 0, err
	}
	for i := range items {
		if err := b.pal.meter.Work(stepsPerLabel); err != nil {
			return 0, err
		}
		label, err := readLabel(&items[i])
		if err != nil {
			return 0, err
		}
		if b.special(label) {
			continue
		}
		code, err := b.pal.code(label)
		if err != nil {
			return 0, b.labelErr(items[i].Errorf("%v", err))
		}
		b.put(code)
	}
	return len(items), b.pal.meter.Err()
}
