package tilt

import (
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Outcome is a verdict about an Instance with its evidence.
type Outcome = puzzle.Outcome[Witness, Certificate]

// A Witness claims that Moves turn the start into the target. Length, where it is not nil, is the number of tilts
// in Moves, and claims that no sequence of fewer tilts does.
type Witness struct {
	Moves  Word
	Length *big.Int
}

// A Certificate claims that no sequence of tilts turns the start into the target. Either
// Colour is set alone: the boards hold different numbers of tiles of one colour. Or Shapes
// and Rings are: after two tilts at right angles the board is on one of four rings,
// named by the first tilt; Shapes lists what they can look like, and Rings says for each
// ring and corner at which the target looks right why it still never stands there.
type Certificate struct {
	Colour *Colour      `json:"colours,omitempty"`
	Shapes []Shape      `json:"shapes,omitempty"`
	Rings  []Refutation `json:"rings,omitempty"`
}

// Colour says how many tiles of one colour the two boards hold.
type Colour struct {
	Colour string `json:"colour"`
	Start  int64  `json:"start"`
	Target int64  `json:"target"`
}

// A Shape is the packed shape of the rings First ("LR" or "UD"): the lengths of its
// rows from the longest on, as [length, how many rows] pairs.
type Shape struct {
	First string     `json:"first"`
	Rows  [][2]int64 `json:"rows"`
}

// A Refutation says why the target never stands in Corner ("LU", "RU", "RD", "LD") of
// the ring First ("L", "R", "U", "D").
//
// The ring's base is the board after LU, RUL, UL or DLU; one turn is the four tilts RDLU.
// A turn moves each tile of the base to another cell of it: a permutation, made of cycles. The
// target, tilted back from its corner into LU, must be the base after some n turns.
// One cycle: the target's colours along it are no rotation of the base's. Two
// cycles: each leaves n one residue, and no n has both.
type Refutation struct {
	First  string  `json:"first"`
	Corner string  `json:"corner"`
	Cycles []Cycle `json:"cycles"`
}

// A Cycle is where tiles go, turn after turn, from the base's cell From (row and column
// from 1). Start and Target list the colours along it, and stand only in a lone cycle
// of at most MaxListed tiles. Period and Turns stand in a clash: on this cycle n must
// be Turns modulo Period, where Period is the least with which the colours repeat.
type Cycle struct {
	From   [2]int64 `json:"from"`
	Tiles  int64    `json:"tiles"`
	Start  Labels   `json:"start,omitempty"`
	Target Labels   `json:"target,omitempty"`
	Period int64    `json:"period,omitempty"`
	Turns  *int64   `json:"turns,omitempty"`
}

// MaxListed is the most tiles of a cycle whose colours a certificate spells out.
const MaxListed = 64

// maxLengthDigits bounds a witness's length: the longest exponent and a little.
const maxLengthDigits = MaxExponentDigits + 8

type witnessJSON struct {
	Moves  string `json:"moves"`
	Length string `json:"length,omitempty"`
}

// EncodeWitness returns w as encoding/json writes it.
func EncodeWitness(w Witness) (any, error) {
	out := witnessJSON{Moves: w.Moves.String()}
	if w.Length != nil {
		out.Length = w.Length.String()
	}
	return out, nil
}

// DecodeWitness reads {"moves": "LU(RDLU)^12R", "length": "51"}; length may be left out.
func DecodeWitness(mt *meter.Meter, v *document.Value) (w Witness, err error) {
	f, err := v.Object("the witness")
	if err != nil {
		return w, err
	}
	m, err := f.Need("moves")
	if err != nil {
		return w, err
	}
	text, err := m.String("moves")
	if err != nil {
		return w, err
	}
	if w.Moves, err = parseWord(mt, text); mt.Err() != nil {
		return w, mt.Err()
	}
	if err != nil {
		return w, m.Errorf("%v", err)
	}
	if n := f.Get("length"); n != nil {
		if w.Length, err = n.BigTextWithin(mt, "length", maxLengthDigits); err != nil {
			return w, err
		}
	}
	return w, f.Done()
}

// EncodeCertificate returns c as encoding/json writes it.
func EncodeCertificate(c Certificate) (any, error) { return c, nil }

// DecodeCertificate reads a Certificate.
func DecodeCertificate(m *meter.Meter, v *document.Value) (c Certificate, err error) {
	if err := v.Hold(m, "the certificate", bytesPerValue, 1); err != nil {
		return c, err
	}
	f, err := v.Object("the certificate")
	if err != nil {
		return c, err
	}
	if cv := f.Get("colours"); cv != nil {
		if c.Colour, err = decodeColour(m, cv); err != nil {
			return c, err
		}
	}
	shapes := f.Get("shapes")
	if c.Shapes, err = decodeList(m, shapes, "shapes", decodeShape); err != nil {
		return c, err
	}
	if shapes != nil && len(c.Shapes) != 2 {
		return c, shapes.Errorf("shapes lists %d; there must be 2", len(c.Shapes))
	}
	rings := f.Get("rings")
	if c.Rings, err = decodeList(m, rings, "rings", decodeRefutation); err != nil {
		return c, err
	}
	if len(c.Rings) > 16 {
		return c, rings.Errorf("rings lists %d; there are 4 rings with 4 corners", len(c.Rings))
	}
	if (c.Colour != nil) == (c.Shapes != nil) || c.Shapes == nil && c.Rings != nil {
		return c, v.Errorf("the certificate must hold either colours alone, or shapes and the rings they need")
	}
	return c, f.Done()
}

// What reading a certificate takes for each value of its document: an item of a list, with what a Cycle holds.
const (
	bytesPerValue = 200
	stepsPerValue = 200
)

// decodeList reads a list; nil gives nil.
func decodeList[T any](m *meter.Meter, v *document.Value, what string, one func(*meter.Meter, *document.Value) (T, error)) ([]T, error) {
	if v == nil {
		return nil, nil
	}
	items, err := v.List(what)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, v.Errorf("%s is empty; leave the field out", what)
	}
	out := make([]T, len(items))
	for i := range items {
		if err := m.Work(stepsPerValue); err != nil {
			return nil, err
		}
		if out[i], err = one(m, &items[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A reader reads required fields one after the other and keeps the first error.
type reader struct {
	f     *document.Fields
	err   error
	meter *meter.Meter
}

func newReader(m *meter.Meter, v *document.Value, what string) *reader {
	f, err := v.Object(what)
	return &reader{f, err, m}
}

func (r *reader) need(name string) *document.Value {
	if r.err != nil {
		return nil
	}
	v, err := r.f.Need(name)
	r.err = err
	return v
}

func (r *reader) text(name string) (s string) {
	if v := r.need(name); v != nil {
		s, r.err = v.String(name)
	}
	return s
}

// oneOf reads a text that must be one of some.
func (r *reader) oneOf(name string, some ...string) (s string) {
	v := r.need(name)
	if v == nil {
		return ""
	}
	if s, r.err = v.String(name); r.err == nil && !slices.Contains(some, s) {
		r.err = v.Errorf("%s is %s; it must be one of %s", name, grid.Quote(s), strings.Join(some, ", "))
	}
	return s
}

func (r *reader) int(name string, low int64) (n int64) {
	if v := r.need(name); v != nil {
		n, r.err = v.Int(name, low, MaxCells)
	}
	return n
}

func (r *reader) pair(v *document.Value, what string) (p [2]int64) {
	if r.err != nil || v == nil {
		return p
	}
	items, err := v.List(what)
	if err == nil && len(items) != 2 {
		err = v.Errorf("%s must hold two numbers", what)
	}
	for i := 0; i < 2 && err == nil; i++ {
		p[i], err = items[i].Int(what, 1, MaxCells)
	}
	r.err = err
	return p
}

func (r *reader) done() error {
	if r.err == nil {
		r.err = r.f.Done()
	}
	return r.err
}

func decodeColour(m *meter.Meter, v *document.Value) (*Colour, error) {
	r := newReader(m, v, "colours")
	c := &Colour{Colour: r.text("colour"), Start: r.int("start", 0), Target: r.int("target", 0)}
	return c, r.done()
}

func decodeShape(m *meter.Meter, v *document.Value) (Shape, error) {
	r := newReader(m, v, "a shape")
	s := Shape{First: r.oneOf("first", "LR", "UD")}
	if rows := r.need("rows"); rows != nil {
		var items []document.Value
		if items, r.err = rows.List("rows"); r.err == nil {
			for i := range items {
				if r.err == nil {
					r.err = m.Work(stepsPerValue)
				}
				s.Rows = append(s.Rows, r.pair(&items[i], "a pair of rows"))
			}
		}
	}
	return s, r.done()
}

func decodeRefutation(m *meter.Meter, v *document.Value) (Refutation, error) {
	r := newReader(m, v, "a ring")
	out := Refutation{First: r.oneOf("first", "L", "R", "U", "D"), Corner: r.oneOf("corner", "LU", "RU", "RD", "LD")}
	if cycles := r.need("cycles"); cycles != nil {
		out.Cycles, r.err = decodeList(r.meter, cycles, "cycles", decodeCycle)
		if r.err == nil && len(out.Cycles) > 2 {
			r.err = cycles.Errorf("cycles lists %d; there may be 2", len(out.Cycles))
		}
	}
	return out, r.done()
}

func decodeCycle(m *meter.Meter, v *document.Value) (Cycle, error) {
	r := newReader(m, v, "a cycle")
	c := Cycle{From: r.pair(r.need("from"), "from"), Tiles: r.int("tiles", 1)}
	if r.err != nil {
		return c, r.err
	}
	if l := r.f.Get("start"); l != nil {
		c.Start, r.err = readLabels(l, "start")
	}
	if l := r.f.Get("target"); l != nil && r.err == nil {
		c.Target, r.err = readLabels(l, "target")
	}
	if r.f.Get("period") != nil {
		c.Period = r.int("period", 1)
	}
	if r.f.Get("turns") != nil {
		n := r.int("turns", 0)
		c.Turns = &n
	}
	return c, r.done()
}
