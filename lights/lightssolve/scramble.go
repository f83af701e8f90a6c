package lightssolve

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of the search for a board at a distance.
const (
	maxClimbs   = 16  // walks from random presses
	maxSteps    = 200 // steps of a walk that lead no further
	maxDistance = 1 << 20
)

// Scramble returns p with another start. Where distance is negative all starts from which p can be solved are equally
// likely: random presses lead to each equally often, and lamps that do not matter show anything. Otherwise the cheapest
// solution costs exactly distance, which System.Minimum has confirmed; where there is no such start or
// the least cost cannot be known, that is an error that matches puzzle.ErrInput, and where none was found a
// *puzzle.LimitError.
//
// Cheapest presses stay cheapest when some of them are left out: if y did the same as what is left for less, y and what
// was left out would do the same as all of them for less. So presses that cost too much are cut down to distance; they
// are found by adding presses at random wherever the least cost does not fall.
func (s *Solver) Scramble(
	ctx context.Context, p *lights.Instance, distance int64, rng *rand.Rand, lim puzzle.Limits,
) (*lights.Instance, error) {
	if p.LitOnly {
		return nil, litUnsupported("boards are not scrambled")
	}
	if p.Choice != nil {
		return nil, fmt.Errorf("%w: a board with several goals is not scrambled; leave one of them", puzzle.ErrUnsupported)
	}
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	mt, err := sys.meter(ctx, lim)
	if err != nil {
		return nil, err
	}
	h, w := p.Buttons()
	if err := mt.Hold("boards of this size", 8*(int64(h)*int64(w)+int64(p.Height)*int64(p.Width))); err != nil {
		return nil, puzzle.AsLimit(err)
	}
	if distance < 0 {
		q, err := backwards(mt, p, randomPresses(rng, p))
		if err != nil {
			return nil, puzzle.AsLimit(err)
		}
		for i, c := range p.Cells {
			if c == lights.NoLamp {
				q.Start.Set(i/p.Width, i%p.Width, rng.Uint32N(p.Modulus))
			}
		}
		return q, nil
	}
	x, err := sys.distant(mt, p, distance, rng)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	q, err := backwards(mt, p, x)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	best, err := sys.Minimum(ctx, q, lim)
	if err != nil {
		return nil, err
	}
	if best == nil || !best.Exact || best.Cost.Cmp(big.NewInt(distance)) != 0 {
		return nil, fmt.Errorf("%w: a board %d away from being solved has another least cost", puzzle.ErrInternal, distance)
	}
	return q, nil
}

// randomPresses presses each button that works from 0 to m − 1 times.
func randomPresses(rng *rand.Rand, p *lights.Instance) *lights.Board {
	h, w := p.Buttons()
	x := lights.NewBoard(h, w, p.Modulus)
	for _, at := range working(p) {
		x.Set(at[0], at[1], rng.Uint32N(p.Modulus))
	}
	return x
}

// backwards returns p with the start from which the presses x lead to the target.
func backwards(mt *meter.Meter, p *lights.Instance, x *lights.Board) (*lights.Instance, error) {
	q := *p
	if q.Start = p.Target; p.Target == nil {
		q.Start = lights.NewBoard(p.Height, p.Width, p.Modulus)
	}
	undo := lights.NewBoard(x.H, x.W, p.Modulus)
	addTo(undo, x, p.Modulus, true)
	return engine.Pressed(mt, &q, undo)
}

// distant finds presses that are cheapest among those that do the same and cost exactly distance.
func (s *System) distant(mt *meter.Meter, p *lights.Instance, distance int64, rng *rand.Rand) (*lights.Board, error) {
	h, w := p.Buttons()
	full, n := lights.NewBoard(h, w, p.Modulus), big.NewInt(distance)
	buttons := working(p)
	for _, at := range buttons {
		full.Set(at[0], at[1], p.Modulus-1)
	}
	if most := costOf(mt, p, full); most.Cmp(n) < 0 {
		return nil, none("no start is %d away: all presses that differ cost %v together", distance, most)
	}
	if s.unique() {
		x, err := cut(mt, p, full, distance, rng)
		if err == nil && x == nil {
			err = none("no start is %d away: no presses cost exactly that", distance)
		}
		return x, err
	}
	if !enumerable(p, s.Solutions()) {
		return nil, none("a start that costs %d to solve cannot be made: with %s solutions the least cost is not known",
			distance, grid.Short(s.Solutions()))
	}
	gens, err := s.kernel(mt)
	if err != nil {
		return nil, err
	}
	farthest := new(big.Int)
	for range maxClimbs {
		x, far, err := climb(mt, p, gens, buttons, distance, rng)
		if x != nil || err != nil {
			return x, err
		}
		if far.Cmp(farthest) > 0 {
			farthest = far
		}
	}
	if p.Modulus == 2 && p.Costs == nil && len(buttons) <= maxQuickCosets {
		if d, err := lightest(mt, packedKernel(mt, p, gens, buttons), len(buttons)); err != nil || int64(len(d)) <= distance {
			return nil, cmp.Or(err, none("no start costs %d to solve: none costs more than %d", distance, len(d)-1))
		}
	}
	return nil, &puzzle.LimitError{Limit: "size",
		Msg: fmt.Sprintf("no start whose best solution costs %d was found; the farthest that was met costs %s", distance,
			farthest)}
}

// none says why there is no start at a distance.
func none(format string, args ...any) error { return grid.Errorf(grid.Pos{}, format, args...) }

// climb goes from random presses to cheapest ones that cost n or more, and returns a part of them that costs n; where
// it does not get there x is nil, and far is what the farthest cost.
func climb(
	mt *meter.Meter, p *lights.Instance, gens []*lights.Board, buttons [][2]int, n int64, rng *rand.Rand,
) (x *lights.Board, far *big.Int, err error) {
	now, err := enumerate(mt, p, randomPresses(rng, p), gens)
	if err != nil {
		return nil, nil, err
	}
	far, goal := now.cost, big.NewInt(n)
	for step := 0; step < maxSteps; step++ {
		if now.cost.Cmp(goal) >= 0 {
			if x, err = cut(mt, p, now.presses, n, rng); x != nil || err != nil {
				return x, far, err
			}
		}
		x := now.presses.Clone()
		at := buttons[rng.IntN(len(buttons))]
		x.Set(at[0], at[1], uint32((uint64(x.At(at[0], at[1]))+1+uint64(rng.Uint32N(p.Modulus-1)))%uint64(p.Modulus)))
		next, err := enumerate(mt, p, x, gens)
		if err != nil {
			return nil, far, err
		}
		if next.cost.Cmp(now.cost) >= 0 || next.cost.Cmp(goal) >= 0 {
			now = next
		}
		if now.cost.Cmp(far) > 0 {
			step, far = 0, now.cost
		}
	}
	return nil, far, nil
}

// A heap is the presses of one button.
type heap struct {
	row, col    int
	times, cost int64
}

// cut returns a random part of the presses x that costs exactly n; nil where there is none.
func cut(mt *meter.Meter, p *lights.Instance, x *lights.Board, n int64, rng *rand.Rand) (*lights.Board, error) {
	if err := mt.Hold("the presses to choose from", 64*x.NonZero()); err != nil {
		return nil, err
	}
	var heaps []heap
	for row := range x.H {
		for col := range x.W {
			if v := x.At(row, col); v != 0 {
				heaps = append(heaps, heap{row, col, int64(v), int64(p.Cost(row, col))})
			}
		}
		if err := mt.Work(16 * x.W); err != nil {
			return nil, err
		}
	}
	rng.Shuffle(len(heaps), func(i, j int) { heaps[i], heaps[j] = heaps[j], heaps[i] })
	can, err := sums(mt, p, heaps, n)
	if err != nil || !can(0, n) {
		return nil, err
	}
	out := lights.NewBoard(x.H, x.W, p.Modulus)
	for i, hp := range heaps {
		most := hp.times
		if hp.cost > 0 {
			most = min(most, n/hp.cost)
		}
		k := rng.Int64N(most + 1)
		for tries := 0; !can(i+1, n-k*hp.cost); tries++ {
			if k = (k + 1) % (most + 1); tries < 8 {
				k = rng.Int64N(most + 1)
			}
			if err := mt.Work(50); err != nil {
				return nil, err
			}
		}
		out.Set(hp.row, hp.col, uint32(k))
		n -= k * hp.cost
	}
	return out, nil
}

// sums returns whether presses of heaps from i on can cost exactly n, for any n up to most. Memory without costs a word
// a heap, with costs a bit for each number up to most.
func sums(mt *meter.Meter, p *lights.Instance, heaps []heap, most int64) (can func(i int, n int64) bool, err error) {
	if p.Costs == nil {
		rest := make([]int64, len(heaps)+1)
		for i := len(heaps) - 1; i >= 0; i-- {
			rest[i] = rest[i+1] + heaps[i].times
		}
		return func(i int, n int64) bool { return n <= rest[i] }, mt.Work(2 * len(heaps))
	}
	if most > maxDistance {
		return nil, none("a start that is farther than %d away cannot be made where presses have costs", maxDistance)
	}
	if err := mt.Hold("the costs of parts of the presses", int64(len(heaps)+2)*(most/8+32)); err != nil {
		return nil, err
	}
	mask := new(big.Int).Lsh(big.NewInt(1), uint(most+1))
	mask.Sub(mask, big.NewInt(1))
	made := make([]*big.Int, len(heaps)+1)
	made[len(heaps)] = big.NewInt(1)
	for i := len(heaps) - 1; i >= 0; i-- {
		sum := made[i+1]
		for left, part := heaps[i].times, int64(1); left > 0 && heaps[i].cost > 0; part *= 2 {
			part = min(part, left) // 1, 2, 4, … and the rest of times make all numbers up to it
			left -= part
			if part*heaps[i].cost > most {
				break
			}
			if err := mt.Work(int(most)/16 + 100); err != nil {
				return nil, err
			}
			more := new(big.Int).Lsh(sum, uint(part*heaps[i].cost))
			sum = more.And(more.Or(more, sum), mask)
		}
		made[i] = sum
	}
	return func(i int, n int64) bool { return made[i].Bit(int(n)) == 1 }, nil
}
