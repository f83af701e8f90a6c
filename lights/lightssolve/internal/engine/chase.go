package engine

import (
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// chase is the method for every matrix: the plan leaves small dense systems between its free
// unknowns, one for each part of the board that has nothing to do with the rest, which are eliminated. Cost for e
// unknowns and n entries of A: n·e for writing out the system (n·e/64 words modulo 2) and e³/3 for eliminating it; a
// board then costs 2n + e².
type chase struct {
	s    *sparse
	plan *plan
	ring zmod.Ring
	q    zmod.PrimePower
	size [4]int // width and height of the presses and of the lamps
	cols *sparse
	core core
}

// core is the dense system between the free unknowns. What it returns is worth nothing once mt has stopped it.
type core interface {
	solve(mt *meter.Meter, b []uint32) (x, y []uint32)
	kernel(mt *meter.Meter) [][]uint32
	leftKernel(mt *meter.Meter) [][]uint32
	nullity() int
	solutions() *big.Int
}

func newChase(mt *meter.Meter, r rules) (*chase, error) {
	e, c, err := planChase(mt, r)
	if err != nil {
		return nil, err
	}
	return e, e.eliminate(mt, c)
}

// newGeneral makes the engine for any matrix: a chase, or where that is much less work, or for want of memory
// the only way, a band.
func newGeneral(mt *meter.Meter, r rules) (Engine, error) {
	e, c, err := planChase(mt, r)
	if err != nil || r.q.K > 1 {
		if err == nil {
			err = e.eliminate(mt, c)
		}
		return e, err
	}
	if dense := c.cost(e); dense > cheapChase {
		if err := mt.Hold("an order of lamps and buttons", 8*(int64(e.s.lamps)+int64(e.s.buttons))); err != nil {
			return nil, err
		}
		o := bandOrder(mt, r, e.s, e.cols)
		if err := mt.Err(); err != nil {
			return nil, err
		}
		if _, steps := bandCost(mt, e.s, o); 4*steps < dense {
			return newBand(mt, r, e.s, o)
		}
	}
	return e, e.eliminate(mt, c)
}

// cheapChase is a number of steps below which nobody asks what a band would take.
const cheapChase = 1 << 28

// planChase prepares all but the dense systems.
func planChase(mt *meter.Meter, r rules) (*chase, *blocks, error) {
	if err := r.fit(mt); err != nil {
		return nil, nil, err
	}
	s, err := newSparse(mt, r)
	if err != nil {
		return nil, nil, err
	}
	e := &chase{s: s, ring: zmod.NewRing(r.q.Value()), q: r.q}
	e.size[1], e.size[0] = r.p.Buttons()
	e.size[2], e.size[3] = r.p.Width, r.p.Height
	if e.plan, err = newPlan(mt, r, s, e.ring.Inv); err != nil {
		return nil, nil, err
	}
	if e.cols = s.transposed(mt); e.cols == nil {
		return nil, nil, mt.Err()
	}
	c, err := newBlocks(mt, e)
	e.core = c
	return e, c, err
}

func (e *chase) Method() string {
	return "light chasing to " + grid.Number(len(e.plan.free), "unknown") + ", then elimination"
}
func (e *chase) Nullity() int        { return e.core.nullity() }
func (e *chase) Solutions() *big.Int { return e.core.solutions() }

// fill lets the presses follow from the free unknowns in x. It returns for each equation what is
// still wanted.
func (e *chase) fill(mt *meter.Meter, x, b []uint32) ([]uint32, error) {
	p, q := e.plan, uint64(e.ring.Modulus())
	rest := make([]uint32, 0, len(p.equations))
	for i, lamp := range p.order {
		buttons, weights := e.s.row(int(lamp))
		if err := mt.Work(4*len(buttons) + 8); err != nil {
			return nil, err
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

func (e *chase) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	want := Cells(mt, b)
	presses := make([]uint32, e.s.buttons)
	rest, err := e.fill(mt, presses, want)
	if err != nil {
		return nil, nil, err
	}
	free, left := e.core.solve(mt, rest)
	if err := mt.Err(); err != nil {
		return nil, nil, err
	}
	switch {
	case left != nil && verdictOnly:
		return nil, &lights.Board{}, nil
	case left != nil:
		y, err = e.lift(mt, left)
		return nil, y, err
	case verdictOnly:
		return &lights.Board{}, nil, nil
	}
	for i, v := range free {
		presses[e.plan.free[i]] = v
	}
	if _, err = e.fill(mt, presses, want); err != nil {
		return nil, nil, err
	}
	return e.presses(mt, presses), nil, mt.Err()
}

func (e *chase) presses(mt *meter.Meter, v []uint32) *lights.Board {
	return BoardOf(mt, v, e.size[0], e.size[1], e.ring.Modulus())
}

// lift makes weights of all lamps from those of the equations, so that y·A = 0.
func (e *chase) lift(mt *meter.Meter, left []uint32) (*lights.Board, error) {
	y := make([]uint32, e.s.lamps)
	for i, lamp := range e.plan.equations {
		y[lamp] = left[i]
	}
	for i := len(e.plan.order) - 1; i >= 0; i-- {
		b := e.plan.decides[i]
		if b < 0 {
			continue
		}
		lamps, weights := e.cols.row(int(b))
		if err := mt.Work(4*len(lamps) + 8); err != nil {
			return nil, err
		}
		lamp, sum := e.plan.order[i], uint64(0)
		for k, j := range lamps {
			if j != lamp {
				sum = uint64(e.ring.Reduce(sum + uint64(weights[k])*uint64(y[j])))
			}
		}
		y[lamp] = e.ring.Mul(e.ring.Neg(uint32(sum)), e.plan.inverse[i])
	}
	return BoardOf(mt, y, e.size[2], e.size[3], e.ring.Modulus()), mt.Err()
}

func (e *chase) Kernel(mt *meter.Meter) ([]*lights.Board, error) {
	var out []*lights.Board
	for _, free := range e.core.kernel(mt) {
		x := make([]uint32, e.s.buttons)
		for i, v := range free {
			x[e.plan.free[i]] = v
		}
		if _, err := e.fill(mt, x, nil); err != nil {
			return nil, err
		}
		out = append(out, e.presses(mt, x))
	}
	return out, mt.Err()
}

func (e *chase) LeftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	var out []*lights.Board
	for _, left := range e.core.leftKernel(mt) {
		y, err := e.lift(mt, left)
		if err != nil {
			return nil, err
		}
		out = append(out, y)
	}
	return out, mt.Err()
}
