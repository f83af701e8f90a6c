package lights

import (
	"fmt"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// rows writes a board: a text of digits a row where every value is a single digit, a list of
// numbers a row otherwise.
type rows struct{ b *Board }

// newRows makes rows of a board that somebody has put together, whom it does not trust.
func newRows(b *Board, what string) (rows, error) {
	if !b.sound() {
		return rows{}, inputf("the %s are no board: its size and what it holds do not agree", what)
	}
	return rows{b}, nil
}

// single reports whether every value is a single digit.
func (r rows) single() bool { return r.b.Bits != nil || r.b.Max() <= 9 }

// size is about how many bytes append makes, and no more.
func (r rows) size() int64 {
	cells := int64(r.b.W) * int64(r.b.H)
	if !r.single() {
		cells *= 2
	}
	return cells
}

// MarshalJSON writes the rows.
func (r rows) MarshalJSON() ([]byte, error) { return r.append(), nil }

func (r rows) append() []byte {
	b, single := r.b, r.single()
	out := make([]byte, 0, b.H*(b.W+3)+2)
	out = append(out, '[')
	for y := range b.H {
		if y > 0 {
			out = append(out, ',')
		}
		if single {
			out = append(out, '"')
			out = b.appendDigits(out, y)
			out = append(out, '"')
			continue
		}
		out = append(out, '[')
		for x := range b.W {
			if x > 0 {
				out = append(out, ',')
			}
			out = strconv.AppendUint(out, uint64(b.At(y, x)), 10)
		}
		out = append(out, ']')
	}
	return append(out, ']')
}

// appendDigits appends row y, whose values are below 10.
func (b *Board) appendDigits(out []byte, y int) []byte {
	if b.Bits == nil {
		for x := range b.W {
			out = append(out, '0'+byte(b.At(y, x)))
		}
		return out
	}
	row := b.Row(y)
	for x := 0; x < b.W; x += 64 {
		w := row[x/64]
		for range min(64, b.W-x) {
			out = append(out, '0'+byte(w&1))
			w >>= 1
		}
	}
	return out
}

// What reading takes, in a meter's steps. It is asked about chunk cells at a time, a multiple of 64.
const (
	stepsPerCell = 5
	stepsPerItem = 50
	chunk        = 32 << 10
)

// theBoard names what is held in errors.
const theBoard = "a board of this size"

// anyModulus makes readRows accept all values that some modulus allows. It is no modulus itself.
const anyModulus = 0

// readRows reads a list of rows, each a text of digits or a list of whole numbers from 0 to
// below m, all of one length. A board for anyModulus is stored by its largest value.
func readRows(mt *meter.Meter, v *document.Value, what string, m uint32) (*Board, error) {
	list, err := v.List(what)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, v.Errorf("%s has no rows", what)
	}
	below := m
	if m == anyModulus {
		below = MaxModulus
	}
	w, most := 0, uint32(0)
	for i := range list {
		n, top, err := scanRow(mt, &list[i], what, below)
		switch {
		case err != nil:
			return nil, err
		case n == 0:
			return nil, list[i].Errorf("row %d of %s is empty", i+1, what)
		case i == 0:
			w = n
		case n != w && list[i].Kind() != document.List:
			return nil, list[i].RuneErrorf(min(n, w), "row %d of %s has %s; the rows above have %d", i+1, what,
				grid.Number(n, "cell"), w)
		case n != w:
			return nil, list[i].Errorf("row %d of %s has %s; the rows above have %d", i+1, what, grid.Number(n, "cell"), w)
		}
		most = max(most, top)
	}
	if m == anyModulus {
		m = most + 1
	}
	if w > MaxSide || len(list) > MaxSide || !addressable(len(list), w, m) {
		return nil, v.Errorf("%s has %d × %d cells, which is too large", what, len(list), w)
	}
	if err := mt.Hold(theBoard, BoardBytes(len(list), w, m)); err != nil {
		return nil, err
	}
	b := NewBoard(len(list), w, m)
	for y := range list {
		if err := b.fillRow(mt, &list[y], y); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// rowText returns a row that is a text, or a number, which stands for its digits: in YAML a row of
// digits needs no quotes.
func rowText(v *document.Value) (text string, ok bool) {
	switch v.Kind() {
	case document.String:
		text, _ = v.String("")
	case document.Number:
		text, _ = v.Literal("")
	default:
		return "", false
	}
	return text, true
}

// scanRow checks one row and returns its length and largest value.
func scanRow(mt *meter.Meter, v *document.Value, what string, m uint32) (n int, most uint32, err error) {
	if text, ok := rowText(v); ok {
		for _, r := range text {
			if n%chunk == 0 {
				if err := mt.Work(stepsPerItem + stepsPerCell*min(chunk, len(text)-n)); err != nil {
					return 0, 0, err
				}
			}
			if r < '0' || r > '9' {
				return 0, 0, v.RuneErrorf(n, "%q is not a digit; a row of %s is a text of digits or a list of numbers", r, what)
			}
			d := uint32(r - '0')
			if d >= m {
				return 0, 0, v.RuneErrorf(n, "%s; the field modulus sets another", notColour(d, m))
			}
			most = max(most, d)
			n++
		}
		return n, most, nil
	}
	if v.Kind() != document.List {
		return 0, 0, v.Errorf("a row of %s must be a text of digits or a list of numbers, not %v", what, v.Kind())
	}
	items, _ := v.List(what)
	for i := range items {
		if i%chunk == 0 {
			if err := mt.Work(stepsPerItem * min(chunk, len(items)-i)); err != nil {
				return 0, 0, err
			}
		}
		d, err := readBelow(&items[i], "a value of "+what, m)
		if err != nil {
			return 0, 0, err
		}
		most = max(most, d)
	}
	return len(items), most, nil
}

// notColour says that v is too large, or below 0, for a lamp modulo m.
func notColour[T uint8 | uint32 | int64](v T, m uint32) string {
	if m == 2 {
		return fmt.Sprintf("%d is not a colour of a lamp modulo 2 (0 or 1)", v)
	}
	return fmt.Sprintf("%d is not a colour of a lamp modulo %d (0 to %d)", v, m, m-1)
}

// readBelow reads a whole number from 0 to below m.
func readBelow(v *document.Value, what string, m uint32) (uint32, error) {
	const wide = 1 << 53
	d, err := v.Int(what, -wide, wide)
	if err != nil {
		return 0, err
	}
	if d < 0 || d >= int64(m) {
		return 0, v.Errorf("%s; the field modulus sets another", notColour(d, m))
	}
	return uint32(d), nil
}

// fillRow stores a row that scanRow has passed.
func (b *Board) fillRow(mt *meter.Meter, v *document.Value, y int) error {
	if text, ok := rowText(v); ok {
		for x := 0; x < len(text); x += chunk {
			part := text[x:min(len(text), x+chunk)]
			if err := mt.Work(stepsPerCell * len(part)); err != nil {
				return err
			}
			b.fillDigits(x, y, part)
		}
		return nil
	}
	items, _ := v.List("")
	for x := range items {
		if x%chunk == 0 {
			if err := mt.Work(stepsPerItem * min(chunk, len(items)-x)); err != nil {
				return err
			}
		}
		d, _ := items[x].Int("", 0, MaxModulus)
		b.Set(y, x, uint32(d))
	}
	return nil
}

// fillDigits stores digits that have been checked in a row, from x on, a multiple of 64.
func (b *Board) fillDigits(x, y int, text string) {
	if b.Bits == nil {
		for i := range len(text) {
			b.Set(y, x+i, uint32(text[i]-'0'))
		}
		return
	}
	row := b.Row(y)[x/64:]
	for i := range row[:Stride(len(text))] {
		part := text[64*i : min(len(text), 64*i+64)]
		var w uint64
		for k := range len(part) {
			w |= uint64(part[k]&1) << k
		}
		row[i] = w
	}
}
