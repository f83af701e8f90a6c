package lightssolve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
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
	solved, nullity, solutions, err := engine.Stream(meter.New(ctx, 0), rules, wanted, emit)
	return Streamed{solved, nullity, solutions}, err
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
