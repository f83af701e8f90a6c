package lightssolve

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// maxDistribution bounds the buttons of a board with quiet patterns whose presses are all
// visited.
const maxDistribution = 30

// Distribution returns how many of the solvable boards with the rules of p, modulus 2, need i
// presses at least, for i = 0, 1, … up to the most that any needs (God's number). Without quiet
// patterns these are binomials; with them all 2^buttons presses are visited, for at most 30
// buttons.
func Distribution(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]*big.Int, error) {
	if p.Modulus != 2 {
		return nil, fmt.Errorf("%w: the distribution is known for modulus 2 only", puzzle.ErrUnsupported)
	}
	mt := lim.Meter(ctx)
	sys, err := newSystem(mt, p)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	n, err := countWorking(mt, p)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	k := sys.Nullities()[0].Dimension
	if k == 0 {
		var out []*big.Int
		for i := range n + 1 {
			out = append(out, new(big.Int).Binomial(int64(n), int64(i)))
		}
		return out, nil
	}
	if n > maxDistribution {
		return nil, fmt.Errorf("%w: %d buttons with quiet patterns are too many for the distribution; at most %d are "+
			"possible", puzzle.ErrUnsupported, n, maxDistribution)
	}
	gens, err := sys.kernel(mt)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	out, err := lightest(mt, packedKernel(mt, p, gens, working(p)), n)
	return out, puzzle.AsLimit(err)
}

// countWorking counts the buttons that work.
func countWorking(mt *meter.Meter, p *lights.Instance) (int, error) {
	h, w := p.Buttons()
	n := w * h
	for i, c := range p.Cells {
		if c&lights.NoButton != 0 {
			n--
		}
		if i%engine.PollEvery == 0 && mt.Work(engine.PollEvery) != nil {
			break
		}
	}
	return n, mt.Err()
}

// working lists the rows and columns of the buttons that work.
func working(p *lights.Instance) [][2]int {
	var out [][2]int
	h, w := p.Buttons()
	for y := range h {
		for x := range w {
			if p.Net != nil || p.Cell(y, x)&lights.NoButton == 0 {
				out = append(out, [2]int{y, x})
			}
		}
	}
	return out
}

// packedKernel is the kernel's reduced basis with one bit for each working button.
func packedKernel(mt *meter.Meter, p *lights.Instance, gens []*lights.Board, positions [][2]int) (basis []uint64) {
	h, w := p.Buttons()
	c := newCoset(mt, lights.NewBoard(h, w, 2), gens)
	for _, b := range c.basis {
		board := &lights.Board{W: w, H: h, Bits: b}
		var v uint64
		for i, at := range positions {
			v |= uint64(board.At(at[0], at[1])) << i
		}
		basis = append(basis, v)
	}
	return basis
}

// lightest counts the cosets of the span of basis in n bits by the weight of their lightest
// element. Each coset is met once, at its element that is 0 at all pivots.
func lightest(mt *meter.Meter, basis []uint64, n int) ([]*big.Int, error) {
	pivots := uint64(0)
	for _, b := range basis {
		pivots |= b & -b
	}
	if err := mt.Hold("all quiet patterns", 8<<len(basis)); err != nil {
		return nil, err
	}
	kernel := []uint64{0}
	for _, b := range basis {
		for _, v := range kernel {
			kernel = append(kernel, v^b)
		}
	}
	free := ^pivots & (1<<n - 1)
	counts := make([]int64, n+1)
	for r := uint64(0); ; {
		if err := mt.Work(len(kernel) + 4); err != nil {
			return nil, err
		}
		least := n
		for _, v := range kernel {
			least = min(least, bits.OnesCount64(r^v))
		}
		counts[least]++
		if r = (r - free) & free; r == 0 { // the next subset of free
			break
		}
	}
	var out []*big.Int
	for _, c := range counts {
		out = append(out, big.NewInt(c))
	}
	for len(out) > 1 && out[len(out)-1].Sign() == 0 {
		out = out[:len(out)-1]
	}
	return out, nil
}

// maxSmith bounds the rows and columns of a matrix whose Smith form over the integers is computed.
const maxSmith = 400

// SmithInvariants returns the invariants over the integers of the matrix of p, each dividing the next,
// zeros last; the weights are taken as they stand, from 1 to m − 1.
func SmithInvariants(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]*big.Int, error) {
	mt := lim.Meter(ctx)
	rows, fits, err := engine.Integers(mt, p, maxSmith)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	if !fits {
		h, w := p.Buttons()
		return nil, fmt.Errorf("%w: a matrix of %d × %d is too large for the Smith form; at most %d rows and columns are "+
			"possible", puzzle.ErrUnsupported, p.Width*p.Height, w*h, maxSmith)
	}
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil, nil
	}
	return zmod.SmithInvariants(mt, rows), mt.Err()
}
