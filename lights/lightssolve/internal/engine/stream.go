package engine

import (
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Stream solves a board of bits with a plus that is not in memory: p is an instance of modulus 2
// without cells, whose start and target are not looked at. wanted fills in the rows of target +
// start, y = 0, 1, … in order, 64 cells to a word; it is asked for all of them twice, and must say
// the same. answer hears whether the board can be solved, and what it returns gets the rows of the presses, or, where
// there are none, of the weights of a certificate, which meet the board an odd number of times; a row is valid during
// the call. It returns nil where nobody wants them. nullity and solutions are known unless p cannot be streamed. Memory
// is a few rows and what the algebra of one row takes; time two passes, and one more for a certificate.
func Stream(mt *meter.Meter, p lights.Instance, wanted func(y int, row []uint64) error,
	answer func(solved bool) func(y int, row []uint64) error) (solved bool, nullity int, solutions *big.Int, err error) {
	e, err := newStream(mt, p)
	if err != nil {
		return false, 0, nil, err
	}
	buf := e.l.newRow()
	rows := func(y int) ([]uint64, error) {
		clear(buf)
		return buf, wanted(y, buf)
	}
	solved, err = e.run(mt, rows, answer)
	return solved, e.Nullity(), e.Solutions(), err
}

// stream is a linear engine modulo 2 that sees rows only.
type stream struct {
	*linear[gf2.Poly, []uint64]
}

func (e stream) run(mt *meter.Meter, rows source[[]uint64],
	answer func(solved bool) func(y int, row []uint64) error) (solved bool, err error) {
	r, err := e.residual(mt, rows)
	if err != nil {
		return false, err
	}
	v, failed := e.begin(r)
	if err := mt.Err(); err != nil {
		return false, err
	}
	emit := answer(failed < 0)
	if emit == nil {
		return failed < 0, nil
	}
	if failed >= 0 {
		return false, e.refute(mt, r[failed], failed, rows, emit)
	}
	end, err := e.pass(mt, v, rows, emit)
	if err == nil && !e.closes(v, end) {
		err = fmt.Errorf("%w: the presses do not come out even; were the rows the same both times?", puzzle.ErrInternal)
	}
	return true, err
}

// refute emits the certificate that is made of the residual of side i, as certificate does.
func (e stream) refute(
	mt *meter.Meter, residual gf2.Poly, i int, rows source[[]uint64], emit func(y int, row []uint64) error,
) error {
	last := e.formRows(i, e.l.firstNonZero(e.l.toRow(mulMod(e.l, e.sides[i].rest, residual))))
	// Upward without looking, then the same rows downward.
	top, err := e.pass(mt, last, e.nothing(), nil)
	if err != nil {
		return err
	}
	odd := uint(0)
	_, err = e.pass(mt, [][]uint64{top[1], top[0]}, e.nothing(), func(y int, row []uint64) error {
		b, err := rows(y)
		if err != nil {
			return err
		}
		odd ^= gf2.Dot(row, b)
		return emit(y, row)
	})
	if err == nil && odd == 0 {
		err = fmt.Errorf("%w: the certificate meets the board an even number of times; were the rows the same both times?",
			puzzle.ErrInternal)
	}
	return err
}

func newStream(mt *meter.Meter, p lights.Instance) (stream, error) {
	p.Start, p.Target = &lights.Board{}, nil
	if p.Modulus != 2 || p.Width < 1 || p.Width > lights.MaxSide || p.Height < 1 || p.Height > lights.MaxSide ||
		p.Topology > lights.Torus {
		return stream{}, fmt.Errorf("%w: streaming takes boards of modulus 2 and of %d × %d lamps at most",
			puzzle.ErrUnsupported, lights.MaxSide, lights.MaxSide)
	}
	r := rules{p: &p}
	r.q.P, r.q.K = 2, 1
	a, ok := r.cross()
	if !ok || a.b%2 == 0 {
		return stream{}, fmt.Errorf("%w: streaming takes the pattern plus on whole boards only", puzzle.ErrUnsupported)
	}
	e, err := newLinear[[]uint64](mt, newBitLine(mt, p.Width, a, p.Topology != lights.Plane), p.Width, p.Height,
		p.Topology == lights.Torus)
	if err != nil {
		return stream{}, err
	}
	return stream{e.under(mt)}, nil
}
