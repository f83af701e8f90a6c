package lightssolve

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// tooManyBoards says that p lets more boards be reached than are looked at one by one.
func tooManyBoards(what string) error {
	return &puzzle.LimitError{Limit: "size",
		Msg: fmt.Sprintf("%s is known where at most %d boards will do; here more may", what, lights.MaxChoices)}
}

// lampsThatMatter are places, row by row.
func lampsThatMatter(p *lights.Instance) (out [][2]int) {
	for i := range p.Width * p.Height {
		if at := [2]int{i / p.Width, i % p.Width}; p.Cell(at[0], at[1])&lights.NoLamp == 0 {
			out = append(out, at)
		}
	}
	return out
}

// base is base i of p; all 0 where the board is not there.
func base(p *lights.Instance, i int) *lights.Board {
	if b := p.Base(i); b != nil {
		return b
	}
	return lights.NewBoard(p.Height, p.Width, p.Modulus)
}

// boards visits the different boards that will do, told apart on the lamps that matter: those with the fewest wrong
// lamps first. It ends where visit returns false. There are at most MaxChoices of them.
func boards(mt *meter.Meter, p *lights.Instance, visit func(*lights.Board) (more bool, err error)) error {
	lamps := lampsThatMatter(p)
	seen := map[string]bool{}
	show := func(b *lights.Board) (bool, error) {
		text := make([]byte, 0, 4*len(lamps))
		for _, at := range lamps {
			text = binary.LittleEndian.AppendUint32(text, b.At(at[0], at[1]))
		}
		if err := mt.Work(20*len(lamps) + 100); err != nil {
			return false, err
		}
		if seen[string(text)] {
			return true, nil
		}
		if err := mt.Hold("the boards that will do", int64(64+len(text))); err != nil {
			return false, err
		}
		seen[string(text)] = true
		return visit(b.Clone())
	}
	var change func(b *lights.Board, from, wrong int) (bool, error)
	change = func(b *lights.Board, from, wrong int) (bool, error) {
		if wrong == 0 {
			return show(b)
		}
		for i := from; i <= len(lamps)-wrong; i++ {
			y, x := lamps[i][0], lamps[i][1]
			old := b.At(y, x)
			for by := uint32(1); by < p.Modulus; by++ {
				b.Set(y, x, uint32((uint64(old)+uint64(by))%uint64(p.Modulus)))
				if more, err := change(b, i+1, wrong-1); !more || err != nil {
					return false, err
				}
			}
			b.Set(y, x, old)
		}
		return true, nil
	}
	for wrong := range min(p.Choice.Wrong, len(lamps)) + 1 {
		for i := range p.Bases() {
			if more, err := change(base(p, i).Clone(), 0, wrong); !more || err != nil {
				return err
			}
		}
	}
	return nil
}

// eachBoard decides board after board, as long as visit returns true. A board that is refuted by weights which are
// known from one before it is not visited. sums are weights that refute all boards that cannot be reached.
func (s *System) eachBoard(
	mt *meter.Meter, p *lights.Instance, verdictOnly bool,
	visit func(q *lights.Instance, o lights.Outcome) (more bool, err error),
) (sums []*lights.Board, err error) {
	err = boards(mt, p, func(g *lights.Board) (bool, error) {
		q := p.Toward(g)
		b := wanted(mt, q)
		for _, y := range sums {
			if product2(mt, y, b, s.m) != 0 {
				return true, mt.Err()
			}
		}
		o, err := s.solve(mt, q, verdictOnly)
		if err != nil {
			return false, err
		}
		if o.Certificate != nil {
			sums = append(sums, o.Certificate.Weights)
			return true, mt.Hold("the weights that refute boards", s.bytes)
		}
		if o.Verdict == puzzle.Impossible {
			return true, nil
		}
		return visit(q, o)
	})
	return sums, err
}

// solveAny decides p where it has a Choice.
func (s *System) solveAny(mt *meter.Meter, p *lights.Instance, verdictOnly bool) (lights.Outcome, error) {
	if p.Choices() > lights.MaxChoices {
		if _, wrong := nearest(p, p.Start); len(wrong) <= p.Choice.Wrong { // nothing is to be done
			return s.reach(mt, p, p.Start)
		}
		return s.nearAny(mt, p)
	}
	count, _ := p.Verifiable(nil)
	count = count && s.writable()
	var best *lights.Witness
	reached := int64(0)
	sums, err := s.eachBoard(mt, p, verdictOnly, func(_ *lights.Instance, o lights.Outcome) (bool, error) {
		reached++
		if verdictOnly {
			return false, nil
		}
		best = better(best, o.Witness)
		return count, nil
	})
	switch {
	case err != nil:
		return lights.Outcome{}, err
	case reached == 0 && verdictOnly:
		return lights.Outcome{Verdict: puzzle.Impossible}, nil
	case reached == 0:
		return lights.Outcome{Verdict: puzzle.Impossible, Certificate: &lights.Certificate{Sums: sums}}, nil
	case verdictOnly:
		return lights.Outcome{Verdict: puzzle.Solved}, nil
	}
	fewest := false
	if best.Solutions = nil; count {
		best.Solutions = new(big.Int).Mul(big.NewInt(reached), s.Solutions())
		_, fewest = p.Verifiable(best.Solutions)
	}
	return lights.Outcome{Verdict: puzzle.Solved, Witness: plain(p, best, fewest)}, nil
}

// plain leaves out of w what is not known of all boards together: the optima, unless fewest says that they are.
func plain(p *lights.Instance, w *lights.Witness, fewest bool) *lights.Witness {
	if !fewest {
		w.Optima = nil
	}
	if w.Cost.Sign() == 0 && p.Priced() {
		w.Optima = big.NewInt(1)
	}
	return w
}

// better is the cheaper of two witnesses about different boards, the lexicographically less where they cost the same;
// then it has the optima of both. Either may be nil.
func better(a, b *lights.Witness) *lights.Witness {
	if a == nil {
		return b
	}
	switch c := a.Cost.Cmp(b.Cost); {
	case c < 0:
		return a
	case c > 0:
		return b
	}
	if before(b.Presses, a.Presses) {
		a, b = b, a
	}
	w := *a
	if w.Optima = nil; a.Optima != nil && b.Optima != nil {
		w.Optima = new(big.Int).Add(a.Optima, b.Optima)
	}
	return &w
}

// countAny is how many presses lead to a board that will do.
func (s *System) countAny(mt *meter.Meter, p *lights.Instance) (*big.Int, error) {
	if p.Choices() > lights.MaxChoices {
		return nil, tooManyBoards("the number of solutions")
	}
	n := int64(0)
	_, err := s.eachBoard(mt, p, true, func(*lights.Instance, lights.Outcome) (bool, error) {
		n++
		return true, nil
	})
	return new(big.Int).Mul(big.NewInt(n), s.Solutions()), err
}

// everyAny visits every solution of every board that will do.
func (s *System) everyAny(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits, visit func(presses *lights.Board) error,
) error {
	if p.Choices() > lights.MaxChoices {
		return tooManyBoards("the list of solutions")
	}
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return err
	}
	_, err = s.eachBoard(mt, p, true, func(q *lights.Instance, _ lights.Outcome) (bool, error) {
		return true, s.Each(ctx, q, lim, visit)
	})
	return puzzle.AsLimit(err)
}

// allAny yields the cheapest solutions, as Solver.All does.
func (s *System) allAny(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits, yield func(lights.Witness) error,
) error {
	o, err := s.Solve(ctx, p, lim)
	if err != nil || o.Witness == nil {
		return err
	}
	first := o.Witness
	if first.Optima == nil {
		return &puzzle.LimitError{Limit: "size", Msg: "the best answers cannot be listed: the least cost is not known, " +
			"only that it is at most " + grid.Short(first.Cost)}
	}
	if err := yield(*first); err != nil || first.Optima.IsInt64() && first.Optima.Int64() == 1 {
		return err
	}
	mt := lim.Meter(ctx)
	return s.everyAny(ctx, p, lim, func(x *lights.Board) error {
		if costOf(mt, p, x).Cmp(first.Cost) != 0 || x.Equal(first.Presses) {
			return mt.Err()
		}
		return yield(lights.Witness{Presses: x.Clone(), Cost: first.Cost})
	})
}

// reachedBy is p with the one target that the presses of w lead to; p itself where it has no Choice.
func reachedBy(mt *meter.Meter, p *lights.Instance, w *lights.Witness) (*lights.Instance, error) {
	if p.Choice == nil {
		return p, nil
	}
	q, err := engine.Pressed(mt, p, w.Presses)
	if err != nil {
		return nil, err
	}
	return p.Toward(q.Start), nil
}

// nearest is the base that a board differs from in the fewest lamps, counted from 0, and in which. O(cells) for each
// goal.
func nearest(p *lights.Instance, shown *lights.Board) (at int, wrong [][2]int) {
	lamps := lampsThatMatter(p)
	first, last := 0, p.Bases()
	if p.Choice.Uniform { // what most lamps show
		often := make([]int, p.Modulus)
		for _, l := range lamps {
			often[shown.At(l[0], l[1])]++
		}
		first = slices.Index(often, slices.Max(often))
		last = first + 1
	}
	for i := first; i < last; i++ {
		b := base(p, i)
		differ := slices.DeleteFunc(slices.Clone(lamps), func(l [2]int) bool {
			return b.At(l[0], l[1]) == shown.At(l[0], l[1])
		})
		if i == first || len(differ) < len(wrong) {
			at, wrong = i, differ
		}
	}
	return at, wrong
}
