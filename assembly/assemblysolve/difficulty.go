package assemblysolve

import (
	"context"
	"math"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// difficulty plays the way w: a person chooses among the moves that end in a cell of the shape, and from what is left
// then the shape may not be built any more. Without the number of orders, of which there are as a rule very many, that
// says nothing: there is no grade then. Distance is the number of blocks that are missing. O(lines) for each block.
func (s *Solver) difficulty(
	ctx context.Context, p *assembly.Instance, w assembly.Witness, fewest puzzle.Fewest, lim puzzle.Limits,
) (puzzle.Difficulty, error) {
	if fewest.Ways == nil {
		return puzzle.Difficulty{}, &puzzle.LimitError{Limit: "size",
			Msg: "the ways of a shape of so many blocks are not counted"}
	}
	var d puzzle.Walk
	d.Length, d.Orders = s.Level().Length(p, w), puzzle.Log2(fewest.Ways)
	d.Distance = int64(len(w.Moves))
	b := newPitch(p)
	if p.Start() == nil {
		d.Choices = math.Log2(float64(len(p.Blocks))) // the first block
		b.put(w.First)
	}
	mt := lim.Meter(ctx)
	for k, m := range w.Moves {
		lines := int(b.high.R-b.low.R+b.high.C-b.low.C) + 2
		if err := mt.Work(200 * lines); err != nil {
			return puzzle.Difficulty{}, puzzle.AsLimit(err)
		}
		choices := 0
		for dir := assembly.Left; dir <= assembly.Down; dir++ {
			from, to := b.low.R, b.high.R
			if dir.Vertical() {
				from, to = b.low.C, b.high.C
			}
			for line := from; line <= to; line++ {
				if _, _, why := b.land(assembly.MakeMove(dir, line)); why == "" {
					choices++
				}
			}
		}
		left := int64(len(w.Moves) - k)
		d.Step(choices, left, left-1, left)
		at, _, why := b.land(m)
		if why != "" {
			return puzzle.Difficulty{}, puzzle.Rejectf("move %d %s", k+1, why)
		}
		b.put(at)
	}
	return d.Difficulty, nil
}
