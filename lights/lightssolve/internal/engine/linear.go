package engine

import (
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// linear is the method for a plus over a prime field, in time linear in the board.
//
// Lamp row i is right iff x_{i+1} = β_i − S·x_i − x_{i−1}, where x_i is row i of the presses,
// β_i = b_i/b and S = (c + a·T)/b. So the rows follow from the first, or where the board
// closes, from two of them: v = x_0, or v = (x_{−1}, x_0). What must come out is that row h is
// zero, or that rows h − 1 and h are again rows −1 and 0: N·v = −d, where d is what
// comes out for v = 0 and N is a 1 × 1 or 2 × 2 matrix over the row algebra F[t]/(f), made
// of U_k(S) with U_0 = 1, U_1 = −S, U_{k+1} = −S·U_k − U_{k−1}.
//
// left·N·right = diag(d_i) turns this into congruences d_i·u_i ≡ e_i mod f, one for each i. With
// g_i = gcd(d_i, f) the nullity is Σ deg g_i, and e_i must be a multiple of g_i.
//
// Preparation costs a few products and gcds of degree w; a board costs two passes.
type linear[P, R any] struct {
	l           line[P, R]
	w, h        int
	torus       bool
	left, right [2][2]P
	sides       []side[P]
	null        int
}

// side is one congruence d·u ≡ e mod f.
type side[P any] struct {
	g    P // gcd(d, f)
	x    P // x·d ≡ g mod f
	rest P // f/g
}

// newLinear prepares the method for a board of w × h cells; closes says that its top and bottom are joined.
func newLinear[R, P any](mt *meter.Meter, l line[P, R], w, h int, closes bool) (*linear[P, R], error) {
	e := &linear[P, R]{l: l, w: w, h: h, torus: closes}
	ph, pb := l.pathPair(e.h) // U_h, U_{h−1}
	var n [2][2]P
	size := 1
	if e.torus {
		// M^h − 1 with M = (0 1; −1 −S), whose powers are (−U_{k−2} U_{k−1}; −U_{k−1} U_k).
		size = 2
		zero, one := l.constant(0), l.constant(1)
		// U_{h−2} = −S·U_{h−1} − U_h
		pc := l.sub(l.sub(zero, mulMod(l, l.shift(), pb)), ph)
		n = [2][2]P{
			{mod(l, l.sub(l.sub(zero, pc), one)), pb},
			{l.sub(zero, pb), mod(l, l.sub(ph, one))},
		}
	} else {
		n[0][0] = ph
	}
	e.left, e.right = diagonalize(l, &n, size)
	for i := range size {
		var s side[P]
		s.g, s.x, _ = l.extGCD(n[i][i], l.modulus())
		if err := mt.Poll(); err != nil {
			return nil, err
		}
		s.rest, _ = l.divMod(l.modulus(), s.g)
		e.null += l.degree(s.g)
		e.sides = append(e.sides, s)
	}
	return e, mt.Poll()
}

// under is the same engine, whose algebra mt counts and may stop.
func (e *linear[P, R]) under(mt *meter.Meter) *linear[P, R] {
	c := *e
	c.l = e.l.under(mt)
	return &c
}

func (e *linear[P, R]) Method() string { return "linear time: light chasing and one gcd" }
func (e *linear[P, R]) Nullity() int   { return e.null }
func (e *linear[P, R]) Solutions() *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(e.l.characteristic())), bigInt(e.null), nil)
}

// source gives the row of what is wanted; for each pass it is asked for rows 0, 1, … in order.
// The row is valid until the next call.
type source[R any] func(y int) (R, error)

// rowWork is what a row costs besides its cells, in steps of a meter.
const rowWork = 30

// pass lets the rows follow from v, and visit, unless it is nil, see them in order. It returns
// what comes behind the last row: rows h − 1 and h.
func (e *linear[P, R]) pass(
	mt *meter.Meter, v []R, rows source[R], visit func(y int, r R) error,
) (out [2]R, err error) {
	prev, cur := e.l.newRow(), e.l.newRow()
	if len(v) > 0 {
		cur = e.l.clone(v[len(v)-1])
	}
	if len(v) == 2 {
		prev = e.l.clone(v[0])
	}
	for y := range e.h {
		if err := mt.Work(e.l.stepWork() + rowWork); err != nil {
			return out, err
		}
		if visit != nil {
			if err := visit(y, cur); err != nil {
				return out, err
			}
		}
		beta, err := rows(y)
		if err != nil {
			return out, err
		}
		e.l.step(prev, cur, prev, beta)
		prev, cur = cur, prev
	}
	return [2]R{prev, cur}, nil
}

// residual returns the e_i of the sides for what rows wants.
func (e *linear[P, R]) residual(mt *meter.Meter, rows source[R]) ([]P, error) {
	out, err := e.pass(mt, nil, rows, nil)
	if err != nil {
		return nil, err
	}
	l := e.l
	zero := l.constant(0)
	if !e.torus {
		return []P{l.sub(zero, l.toPoly(out[1]))}, mt.Err()
	}
	d := [2]P{l.toPoly(out[0]), l.toPoly(out[1])}
	var r []P
	for i := range 2 {
		sum := l.add(mulMod(l, e.left[i][0], d[0]), mulMod(l, e.left[i][1], d[1]))
		r = append(r, l.sub(zero, sum))
	}
	return r, mt.Err()
}

// begin solves the sides: the rows v to begin with, or nil and the side that has no solution.
func (e *linear[P, R]) begin(residual []P) (v []R, failed int) {
	l := e.l
	u := make([]P, len(e.sides))
	for i, s := range e.sides {
		quo, rem := l.divMod(residual[i], s.g)
		if l.degree(rem) >= 0 {
			return nil, i
		}
		_, u[i] = l.divMod(l.mul(quo, s.x), s.rest)
	}
	return e.rowsOf(u), -1
}

// rowsOf returns the first rows that the solutions u of the sides stand for.
func (e *linear[P, R]) rowsOf(u []P) []R {
	l := e.l
	if !e.torus {
		return []R{l.toRow(u[0])}
	}
	var v []R
	for i := range 2 {
		v = append(v, l.toRow(l.add(mulMod(l, e.right[i][0], u[0]), mulMod(l, e.right[i][1], u[1]))))
	}
	return v
}

// play writes the presses that follow from v.
func (e *linear[P, R]) play(mt *meter.Meter, v []R, rows source[R]) (*lights.Board, error) {
	if err := mt.Err(); err != nil {
		return nil, err
	}
	x := e.l.newBoard(e.h)
	end, err := e.pass(mt, v, rows, func(y int, r R) error {
		e.l.write(x, y, r)
		return nil
	})
	if err == nil && !e.closes(v, end) {
		err = fmt.Errorf("%w: the presses do not come out even", puzzle.ErrInternal)
	}
	return x, err
}

// closes reports whether the rows end as they must: every lamp is right then.
func (e *linear[P, R]) closes(v []R, end [2]R) bool {
	if e.torus {
		return e.l.equal(end[0], v[0]) && e.l.equal(end[1], v[1])
	}
	return e.l.firstNonZero(end[1]) < 0
}

// wanted reads what is wanted from a board.
func (e *linear[P, R]) wanted(b *lights.Board) source[R] {
	buf := e.l.newRow()
	return func(y int) (R, error) { return e.l.read(b, y, buf), nil }
}

// nothing wants no change at all.
func (e *linear[P, R]) nothing() source[R] {
	zero := e.l.newRow()
	return func(int) (R, error) { return zero, nil }
}

func (e *linear[P, R]) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	e = e.under(mt)
	r, err := e.residual(mt, e.wanted(b))
	if err != nil {
		return nil, nil, err
	}
	v, failed := e.begin(r)
	if err := mt.Err(); err != nil {
		return nil, nil, err
	}
	switch {
	case v == nil && verdictOnly:
		y = &lights.Board{}
	case v == nil:
		y, err = e.certificate(mt, r[failed], failed)
	case verdictOnly:
		x = &lights.Board{}
	default:
		x, err = e.play(mt, v, e.wanted(b))
	}
	return x, y, err
}

// Kernel returns the presses that change nothing: side i has the solutions (f/g)·t^k.
func (e *linear[P, R]) Kernel(mt *meter.Meter) ([]*lights.Board, error) {
	e = e.under(mt)
	var out []*lights.Board
	for i, s := range e.sides {
		for k := range e.l.degree(s.g) {
			u := make([]P, len(e.sides))
			for j := range u {
				u[j] = e.l.constant(0)
			}
			u[i] = e.l.mul(s.rest, e.l.monomial(k))
			x, err := e.play(mt, e.rowsOf(u), e.nothing())
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
	}
	return out, nil
}

// certificate turns the residual that is no multiple of g into weights of all lamps. Some
// coefficient k of (f/g)·residual mod f is not 0, and it is a linear form that vanishes on all that
// presses can do.
func (e *linear[P, R]) certificate(mt *meter.Meter, residual P, i int) (*lights.Board, error) {
	r := e.l.toRow(mulMod(e.l, e.sides[i].rest, residual))
	if err := mt.Err(); err != nil {
		return nil, err
	}
	return e.form(mt, i, e.l.firstNonZero(r))
}

// form returns the weights of the linear form "coefficient k of (f/g_i)·e_i".
func (e *linear[P, R]) form(mt *meter.Meter, i, k int) (*lights.Board, error) {
	rows := e.formRows(i, k)
	if err := mt.Err(); err != nil {
		return nil, err
	}
	y := e.l.newBoard(e.h)
	_, err := e.pass(mt, rows, e.nothing(), func(row int, r R) error {
		e.l.write(y, e.h-1-row, r)
		return nil
	})
	return y, err
}

// formRows returns what a form begins with: a form λ of the rows behind the last becomes, going
// upward, y_{h−1} = λ_1, y_{h−2} = λ_0 − S·λ_1, y_{i−1} = −S·y_i − y_{i+1}, which is the chase
// of a board upside down.
func (e *linear[P, R]) formRows(i, k int) []R {
	l := e.l
	at := l.toPoly(l.unit(k))
	last := l.toRow(mulMod(l, l.flip(mod(l, e.coefficient(i, 1))), at))
	if !e.torus {
		return []R{last}
	}
	// The row before the first one up is −λ_0.
	return []R{l.toRow(l.sub(l.constant(0), mulMod(l, l.flip(mod(l, e.coefficient(i, 0))), at))), last}
}

// coefficient is what (f/g_i)·e_i takes of row h − 1 (j = 0) or row h (j = 1).
func (e *linear[P, R]) coefficient(i, j int) P {
	if !e.torus {
		return e.sides[i].rest
	}
	return e.l.mul(e.sides[i].rest, e.left[i][j])
}

// LeftKernel returns a basis of the forms that vanish on all that presses can do: the
// coefficients of (f/g)·e mod f, a space of dimension deg g.
func (e *linear[P, R]) LeftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	e = e.under(mt)
	var out []*lights.Board
	for i, s := range e.sides {
		// (f/g)·F[t]/(f) has dimension deg g; rows k at which a basis of it can be told apart.
		basis := make([]R, 0, e.l.degree(s.g))
		for k := range e.l.degree(s.g) {
			if err := mt.Hold("a basis of rows", e.l.rowBytes()); err != nil {
				return nil, err
			}
			basis = append(basis, e.l.toRow(mod(e.l, e.l.mul(s.rest, e.l.monomial(k)))))
		}
		pivots := e.l.pivots(basis)
		mt.Release(int64(len(basis)) * e.l.rowBytes())
		if err := mt.Err(); err != nil {
			return nil, err
		}
		for _, k := range pivots {
			y, err := e.form(mt, i, k)
			if err != nil {
				return nil, err
			}
			out = append(out, y)
		}
	}
	return out, nil
}
