package lightssolve

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// An engine answers A·x = b for one matrix A modulo one prime power q, for any number of
// right-hand sides. Boards are stored as boards of modulus q are; those of x have the size of the
// buttons, those of b and y that of the lamps. An engine is immutable and safe for
// concurrent use.
type engine interface {
	// method names the way it works, for people.
	method() string
	// solve returns presses x with A·x = b, or weights y with y·A = 0 and y·b ≠ 0. Where
	// verdictOnly is set only which of them is not nil means anything.
	solve(ctx context.Context, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error)
	// nullity is the dimension of the kernel modulo the prime of q.
	nullity() int
	// solutions is the number of x with A·x = 0.
	solutions() *big.Int
	// kernel returns independent generators of these x: their orders multiply to solutions.
	kernel(ctx context.Context) ([]*lights.Board, error)
	// leftKernel returns independent generators of the y with y·A = 0.
	leftKernel(ctx context.Context) ([]*lights.Board, error)
}

// rules are what an engine is made from: an instance without its start and target, modulo q.
type rules struct {
	p       *lights.Instance
	q       zmod.PrimePower
	offsets []lights.Offset // of p's grid, where they are known already
}

// list returns the offsets of the grid.
func (r rules) list() []lights.Offset {
	if r.offsets == nil {
		return r.p.Offsets()
	}
	return r.offsets
}

// newEngine chooses the method.
func newEngine(ctx context.Context, p *lights.Instance, q zmod.PrimePower, lim puzzle.Limits) (engine, error) {
	r := rules{p: p, q: q}
	if arms, ok := r.plus(); ok {
		e, err := newPlus(ctx, r, arms)
		if err != nil || q.K == 1 {
			return e, err
		}
		if e.nullity() == 0 {
			return &lifted{r, arms, e}, nil
		}
		return newPower(ctx, r, arms, lim)
	}
	if p.Net == nil {
		r.offsets = p.Offsets()
	}
	if e, err := newKronecker(ctx, r, lim); e != nil || err != nil {
		return e, err
	}
	return newChase(ctx, r, lim)
}

// arms are the weights of a plus: c in the middle, a to the left and right, b up and down.
type arms struct{ c, a, b uint32 }

// plus reports whether the pattern is a plus whose vertical weight is a unit modulo q, on a
// grid where no cell lacks anything.
func (r rules) plus() (arms, bool) {
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
	return a, same && a.b%r.q.P != 0
}

// newPlus makes the engine of a plus over the prime field of q.
func newPlus(ctx context.Context, r rules, a arms) (engine, error) {
	if r.q.P == 2 {
		return newLinear[[]uint64](ctx, newBitLine(r.p.Width, a, r.p.Topology), r.p)
	}
	return newLinear[[]uint32](ctx, newResidueLine(r.p.Width, r.q.P, a, r.p.Topology), r.p)
}

// pollEvery is how many cells, or words of them, are worked on between two looks at the context.
const pollEvery = 1 << 18
