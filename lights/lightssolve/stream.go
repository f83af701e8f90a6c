package lightssolve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Rows gives or takes the rows of a board of bits, y = 0, 1, … in order: bit x%64 of row[x/64] is
// column x. The row is valid during the call.
type Rows func(y int, row []uint64) error

// A Streamed is the answer to a board that was never in memory.
type Streamed struct {
	Solved    bool
	Nullity   int
	Solutions *big.Int // of a solvable board of this size
}

// Stream solves a board of bits with a plus, too large to hold: rules is an instance of modulus 2
// without cells, whose start and target are not looked at. wanted fills in the rows of
// target + start; it is asked for all of them twice, and must say the same. emit gets the rows of the
// presses, or, where there are none, of the weights of a certificate, which meet the board an
// odd number of times. Memory is a few rows and what the algebra of one row takes; time two passes.
func Stream(ctx context.Context, rules lights.Instance, wanted, emit Rows) (Streamed, error) {
	mt := meter.New(ctx, 0)
	e, err := newStream(mt, rules)
	if err != nil {
		return Streamed{}, err
	}
	out := Streamed{Nullity: e.null, Solutions: e.solutions()}
	buf := e.l.newRow()
	rows := func(y int) ([]uint64, error) {
		clear(buf)
		return buf, wanted(y, buf)
	}
	r, err := e.residual(mt, rows)
	if err != nil {
		return out, err
	}
	v, failed := e.begin(r)
	if err := mt.Err(); err != nil {
		return out, err
	}
	if out.Solved = failed < 0; out.Solved {
		end, err := e.pass(mt, v, rows, emit)
		if err == nil && !e.closes(v, end) {
			err = fmt.Errorf("%w: the presses do not come out even; were the rows the same both times?", puzzle.ErrInternal)
		}
		return out, err
	}
	last := e.formRows(failed, e.l.firstNonZero(e.l.toRow(mulMod(e.l, e.sides[failed].rest, r[failed]))))
	// Upward without looking, then the same rows downward.
	top, err := e.pass(mt, last, e.nothing(), nil)
	if err != nil {
		return out, err
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
		err = fmt.Errorf("%w: the certificate meets the board an even number of times; were the rows the same both times?", puzzle.ErrInternal)
	}
	return out, err
}

func newStream(mt *meter.Meter, p lights.Instance) (*linear[gf2.Poly, []uint64], error) {
	p.Start, p.Target = &lights.Board{}, nil
	if p.Modulus != 2 || p.Width < 1 || p.Width > lights.MaxSide || p.Height < 1 || p.Height > lights.MaxSide || p.Topology > lights.Torus {
		return nil, fmt.Errorf("%w: streaming takes boards of modulus 2 and of %d × %d lamps at most", puzzle.ErrUnsupported, lights.MaxSide, lights.MaxSide)
	}
	r := rules{p: &p}
	r.q.P, r.q.K = 2, 1
	a, ok := r.cross()
	if !ok || a.b%2 == 0 {
		return nil, fmt.Errorf("%w: streaming takes the pattern plus on whole boards only", puzzle.ErrUnsupported)
	}
	e, err := newLinear[[]uint64](mt, newBitLine(mt, p.Width, a, p.Topology != lights.Plane), p.Width, p.Height, p.Topology == lights.Torus)
	if err != nil {
		return nil, err
	}
	return e.under(mt), nil
}

// StreamPBM solves the raw bitmap (P4) in without holding it, and writes the presses, or the weights of
// the certificate, to out as a raw bitmap. in is read twice; size is its length, or −1.
func StreamPBM(ctx context.Context, in io.ReadSeeker, size int64, out io.Writer) (Streamed, error) {
	begin, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return Streamed{}, err
	}
	rules, next, err := lights.OpenPBM(grid.NewScanner(in, size))
	if err != nil {
		return Streamed{}, err
	}
	again := false
	wanted := func(y int, row []uint64) error {
		if y == 0 && again {
			if _, err := in.Seek(begin, io.SeekStart); err != nil {
				return err
			}
			if _, next, err = lights.OpenPBM(grid.NewScanner(in, size)); err != nil {
				return err
			}
		}
		again = true
		return next(row)
	}
	w := bufio.NewWriterSize(out, 1<<18)
	line := make([]byte, 8*lights.Stride(rules.Width))
	fmt.Fprintf(w, "P4\n%d %d\n", rules.Width, rules.Height)
	result, err := Stream(ctx, *rules, wanted, func(_ int, row []uint64) error {
		lights.PackPBM(line, row)
		_, err := w.Write(line[:(rules.Width+7)/8])
		return err
	})
	if err != nil {
		return result, err
	}
	return result, w.Flush()
}
