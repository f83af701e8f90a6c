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
// target + start; it is asked for all of them twice, and must say the same. answer hears whether the board can be
// solved, and what it returns gets the rows of the presses, or, where there are none, of the weights of a certificate,
// which meet the board an odd number of times; it returns nil where nobody wants them. Memory is a few rows and what
// the algebra of one row takes; time two passes.
func Stream(
	ctx context.Context, rules lights.Instance, wanted Rows, answer func(solved bool) Rows, lim puzzle.Limits,
) (Streamed, error) {
	mt := lim.Meter(ctx)
	if err := mt.Hold("a row of this width", 64*int64(rules.Width)); err != nil { // the room of one row's system
		return Streamed{}, puzzle.AsLimit(err)
	}
	emit := func(solved bool) func(y int, row []uint64) error { return answer(solved) }
	solved, nullity, solutions, err := engine.Stream(mt, rules, wanted, emit)
	return Streamed{solved, nullity, solutions}, puzzle.AsLimit(err)
}

// StreamPBM solves the one raw bitmap (P4) that in holds without holding it itself, and writes the presses to out as a
// raw bitmap; nothing where there are none. in is read twice; size is its length, or −1.
func StreamPBM(
	ctx context.Context, in io.ReadSeeker, size int64, out io.Writer, lim puzzle.Limits,
) (puzzle.Verdict, error) {
	begin, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return puzzle.Unknown, err
	}
	s := grid.NewScanner(in, size)
	rules, next, err := lights.OpenPBM(s)
	if err != nil {
		return puzzle.Unknown, err
	}
	again := false
	wanted := func(y int, row []uint64) error {
		if y == 0 && again {
			if _, err := in.Seek(begin, io.SeekStart); err != nil {
				return err
			}
			s = grid.NewScanner(in, size)
			if _, next, err = lights.OpenPBM(s); err != nil {
				return err
			}
		}
		again = true
		if err := next(row); err != nil {
			return err
		}
		if y == rules.Height-1 && s.SkipBlank() {
			return s.Errorf("something follows the picture; only a file of one picture can be streamed")
		}
		return s.Err()
	}
	w := bufio.NewWriterSize(out, 1<<18)
	line := make([]byte, 8*lights.Stride(rules.Width))
	result, err := Stream(ctx, *rules, wanted, func(solved bool) Rows {
		if !solved {
			return nil
		}
		fmt.Fprintf(w, "P4\n# presses\n%d %d\n", rules.Width, rules.Height)
		return func(_ int, row []uint64) error {
			lights.PackPBM(line, row)
			_, err := w.Write(line[:(rules.Width+7)/8])
			return err
		}
	}, lim)
	switch {
	case err != nil:
		return puzzle.Unknown, err
	case !result.Solved:
		return puzzle.Impossible, nil
	}
	return puzzle.Solved, w.Flush()
}
