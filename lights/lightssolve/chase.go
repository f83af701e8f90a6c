package lightssolve

import (
	"context"
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// chase is the method for every matrix: the plan leaves a small dense system between its free
// unknowns, which is eliminated. Cost for e unknowns and n entries of A: n·e for writing out the
// system (n·e/64 words modulo 2) and e³/3 for eliminating it; a board then costs 2n + e².
type chase struct {
	s     *sparse
	plan  *plan
	ring  zmod.Ring
	q     zmod.PrimePower
	size  [4]int // width and height of the presses and of the lamps
	cols  *sparse
	core  core
	place []int32 // place[b]: the number of the free unknown b
}

// core is the dense system between the free unknowns.
type core interface {
	solve(b []uint32) (x, y []uint32)
	kernel() [][]uint32
	leftKernel() [][]uint32
	nullity() int
	solutions() *big.Int
}

func newChase(ctx context.Context, r rules, lim puzzle.Limits) (*chase, error) {
	s, err := newSparse(ctx, r, lim)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := &chase{s: s, ring: zmod.NewRing(r.q.Value()), q: r.q}
	e.size[0], e.size[1] = r.p.Buttons()
	e.size[2], e.size[3] = r.p.Width, r.p.Height
	if e.plan, err = newPlan(ctx, r, s, e.ring.Inv); err != nil {
		return nil, err
	}
	e.cols = s.transposed()
	e.place = make([]int32, s.buttons)
	for i := range e.place {
		e.place[i] = -1
	}
	for i, b := range e.plan.free {
		e.place[b] = int32(i)
	}
	unknowns, equations := int64(len(e.plan.free)), int64(len(e.plan.equations))
	need := 2 * unknowns * equations * 4
	if r.q.Value() == 2 {
		need = 2 * (unknowns/8 + 64) * equations
	}
	if err := lim.CheckMemory(fmt.Sprintf("a dense system of %d equations with %d unknowns", equations, unknowns), need); err != nil {
		return nil, err
	}
	if r.q.Value() == 2 {
		e.core, err = e.bitCore(ctx)
	} else {
		e.core, err = e.residueCore(ctx)
	}
	return e, err
}

func (e *chase) method() string {
	return fmt.Sprintf("light chasing to %d unknowns, then elimination", len(e.plan.free))
}
func (e *chase) nullity() int        { return e.core.nullity() }
func (e *chase) solutions() *big.Int { return e.core.solutions() }

// fill lets the presses follow from the free unknowns in x. It returns for each equation what is
// still wanted.
func (e *chase) fill(ctx context.Context, x, b []uint32) ([]uint32, error) {
	p, q := e.plan, uint64(e.ring.Modulus())
	rest := make([]uint32, 0, len(p.equations))
	spent := 0
	for i, lamp := range p.order {
		buttons, weights := e.s.row(int(lamp))
		if spent += len(buttons); spent > pollEvery {
			spent = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		sum, last := uint64(0), p.decides[i]
		for k, j := range buttons {
			if j != last {
				sum = uint64(e.ring.Reduce(sum + uint64(weights[k])*uint64(x[j])))
			}
		}
		want := uint64(0)
		if b != nil {
			want = uint64(b[lamp])
		}
		v := e.ring.Reduce(want + q - sum)
		if last < 0 {
			rest = append(rest, v)
		} else {
			x[last] = e.ring.Mul(v, p.inverse[i])
		}
	}
	return rest, nil
}

func (e *chase) solve(ctx context.Context, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	want := cells(b)
	presses := make([]uint32, e.s.buttons)
	rest, err := e.fill(ctx, presses, want)
	if err != nil {
		return nil, nil, err
	}
	free, left := e.core.solve(rest)
	switch {
	case left != nil && verdictOnly:
		return nil, &lights.Board{}, nil
	case left != nil:
		y, err = e.lift(ctx, left)
		return nil, y, err
	case verdictOnly:
		return &lights.Board{}, nil, nil
	}
	for i, v := range free {
		presses[e.plan.free[i]] = v
	}
	if _, err = e.fill(ctx, presses, want); err != nil {
		return nil, nil, err
	}
	return e.presses(presses), nil, nil
}

func (e *chase) presses(v []uint32) *lights.Board {
	return boardOf(v, e.size[0], e.size[1], e.ring.Modulus())
}

// lift makes weights of all lamps from those of the equations, so that y·A = 0.
func (e *chase) lift(ctx context.Context, left []uint32) (*lights.Board, error) {
	y := make([]uint32, e.s.lamps)
	for i, lamp := range e.plan.equations {
		y[lamp] = left[i]
	}
	for i, spent := len(e.plan.order)-1, 0; i >= 0; i-- {
		b := e.plan.decides[i]
		if b < 0 {
			continue
		}
		lamps, weights := e.cols.row(int(b))
		if spent += len(lamps); spent > pollEvery {
			spent = 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		lamp, sum := e.plan.order[i], uint64(0)
		for k, j := range lamps {
			if j != lamp {
				sum = uint64(e.ring.Reduce(sum + uint64(weights[k])*uint64(y[j])))
			}
		}
		y[lamp] = e.ring.Mul(e.ring.Neg(uint32(sum)), e.plan.inverse[i])
	}
	return boardOf(y, e.size[2], e.size[3], e.ring.Modulus()), nil
}

func (e *chase) kernel(ctx context.Context) ([]*lights.Board, error) {
	var out []*lights.Board
	for _, free := range e.core.kernel() {
		x := make([]uint32, e.s.buttons)
		for i, v := range free {
			x[e.plan.free[i]] = v
		}
		if _, err := e.fill(ctx, x, nil); err != nil {
			return nil, err
		}
		out = append(out, e.presses(x))
	}
	return out, nil
}

func (e *chase) leftKernel(ctx context.Context) ([]*lights.Board, error) {
	var out []*lights.Board
	for _, left := range e.core.leftKernel() {
		y, err := e.lift(ctx, left)
		if err != nil {
			return nil, err
		}
		out = append(out, y)
	}
	return out, nil
}
