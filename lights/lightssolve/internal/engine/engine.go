package engine

import (
	"math/big"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// An Engine answers A·x = b for one matrix A modulo one prime power q, for any number of
// right-hand sides. Boards are stored as boards of modulus q are; those of x have the size of the
// buttons, those of b and y that of the lamps. An Engine is immutable and safe for
// concurrent use.
type Engine interface {
	// Method names the way it works, for people.
	Method() string
	// Solve returns presses x with A·x = b, or weights y with y·A = 0 and y·b ≠ 0. Where
	// verdictOnly is set only which of them is not nil means anything.
	Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error)
	// Nullity is the dimension of the kernel modulo the prime of q.
	Nullity() int
	// Solutions is the number of x with A·x = 0.
	Solutions() *big.Int
	// Kernel returns independent generators of these x: their orders multiply to solutions.
	Kernel(mt *meter.Meter) ([]*lights.Board, error)
	// LeftKernel returns independent generators of the y with y·A = 0.
	LeftKernel(mt *meter.Meter) ([]*lights.Board, error)
}

// rules are what an engine is made from: an instance without its start and target, modulo q.
type rules struct {
	p       *lights.Instance
	q       zmod.PrimePower
	offsets []lights.Offset // of p's grid, where they are known already; see fit
	turned  bool            // columns take the place of rows
}

// size is the width and height of the board, closed whether its rows and its columns are joined at their ends.
func (r rules) size() (w, h int) {
	if r.turned {
		return r.p.Height, r.p.Width
	}
	return r.p.Width, r.p.Height
}

func (r rules) closed() (rows, columns bool) {
	rows, columns = r.p.Topology != lights.Plane, r.p.Topology == lights.Torus
	if r.turned {
		return columns, rows
	}
	return rows, columns
}

// fit finds the offsets of the grid; a plus may go without.
func (r *rules) fit(mt *meter.Meter) (err error) {
	if r.offsets == nil && r.p.Net == nil {
		r.offsets, err = r.p.Offsets(mt)
	}
	return err
}

// New chooses the method for the rules of p modulo q, a prime power of its modulus, and prepares it.
// mt holds what the engine keeps. Cost: see the methods; for a plus it is small beside reading a
// board, for other patterns it is the main part of the work.
func New(mt *meter.Meter, p *lights.Instance, q zmod.PrimePower) (Engine, error) {
	r := rules{p: p, q: q}
	if r, arms, ok := r.plus(); ok {
		e, err := newCross(mt, r, arms)
		if err == nil && r.turned {
			e = turned{e}
		}
		return e, err
	}
	if p.Net != nil {
		return newLinked(mt, r)
	}
	if err := r.fit(mt); err != nil {
		return nil, err
	}
	if e, err := newKronecker(mt, r); e != nil || err != nil {
		return e, err
	}
	return newGeneral(mt, r)
}

// Outline says in a few words how New goes about p modulo q, without preparing anything; Method of
// the engine knows it exactly.
func Outline(p *lights.Instance, q zmod.PrimePower) string {
	r := rules{p: p, q: q}
	if _, _, ok := r.plus(); ok {
		if q.K > 1 {
			return "light chasing, then one row's system"
		}
		return "light chasing and one gcd of polynomials"
	}
	if r.product() {
		return "two systems in one dimension each"
	}
	return "light chasing, then elimination"
}

// newCross makes the engine of a plus.
func newCross(mt *meter.Meter, r rules, a arms) (Engine, error) {
	e, err := newPlus(mt, r, a)
	if err != nil || r.q.K == 1 {
		return e, err
	}
	if e.Nullity() == 0 {
		return &lifted{r, a, e}, nil
	}
	return newPower(mt, r, a)
}

// arms are the weights of a plus: c in the middle, a to the left and right, b up and down.
type arms struct{ c, a, b uint32 }

// From a width of minTurned, and turnedRatio times the height, a board is looked at from its side: the work
// besides two passes over the board depends on the width alone.
const (
	minTurned   = 256
	turnedRatio = 4
)

// plus reports whether the pattern is a plus whose vertical weight is a unit modulo q, on a
// grid where no cell lacks anything; perhaps after turning the board.
func (r rules) plus() (rules, arms, bool) {
	a, ok := r.cross()
	if !ok {
		return r, a, false
	}
	w, h := r.size()
	if a.a%r.q.P != 0 && (a.b%r.q.P == 0 || w >= minTurned && w/turnedRatio >= h) {
		r.turned = !r.turned
		a.a, a.b = a.b, a.a
	}
	return r, a, a.b%r.q.P != 0
}

// cross reports whether the pattern is a plus, on a grid where no cell lacks anything.
func (r rules) cross() (arms, bool) {
	p := r.p
	if p.Net != nil || p.Cells != nil {
		return arms{}, false
	}
	q := r.q.Value()
	switch p.Pattern.Name {
	case "plus", "diamond:1", "ball:1":
		return arms{1, 1, 1}, true
	case "open-plus", "open-diamond:1", "open-ball:1":
		return arms{0, 1, 1}, true
	case "":
	default:
		return arms{}, false
	}
	w := map[[2]int]uint32{}
	for _, o := range p.Pattern.Offsets {
		if v := o.Weight % q; v != 0 {
			w[[2]int{o.DX, o.DY}] = v
		}
	}
	a := arms{w[[2]int{0, 0}], w[[2]int{1, 0}], w[[2]int{0, 1}]}
	same := a.a == w[[2]int{-1, 0}] && a.b == w[[2]int{0, -1}]
	for at := range w {
		if max(at[0], -at[0])+max(at[1], -at[1]) > 1 {
			return a, false
		}
	}
	return a, same
}

// lineParts is how many polynomials of the length of a row newLinear has at once at most, what it keeps included.
// TestLineMemory measures it: an upper bound, by a fourth or less where a board is at least as high as wide; of low
// boards, much less is used.
func lineParts(p uint32, ring, closes bool) int64 {
	switch {
	case p == 2 && closes:
		return 36
	case p == 2 && ring:
		return 17
	case p == 2:
		return 23
	case closes:
		return 28
	case ring:
		return 16
	}
	return 14
}

// newPlus makes the engine of a plus over the prime field of q.
func newPlus(mt *meter.Meter, r rules, a arms) (Engine, error) {
	w, h := r.size()
	ring, closes := r.closed()
	row := 4 * int64(w)
	if r.q.P == 2 {
		row = 8 * int64(lights.Stride(w))
	}
	if err := mt.Room("the algebra of a row", lineParts(r.q.P, ring, closes)*row); err != nil {
		return nil, err
	}
	if r.q.P == 2 {
		return newLinear[[]uint64](mt, newBitLine(mt, w, a, ring), w, h, closes)
	}
	return newLinear[[]uint32](mt, newResidueLine(mt, w, r.q.P, a, ring), w, h, closes)
}
