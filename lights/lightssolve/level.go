package lightssolve

import (
	"context"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// Level is what packs ask of boards.
func (s *Solver) Level() puzzle.Level[*lights.Instance, lights.Witness] {
	return puzzle.Level[*lights.Instance, lights.Witness]{
		Canonical: twin.Form, Witness: presses, Length: length, Fewest: s.fewest,
		Priced:     func(p *lights.Instance) bool { return p.Costs != nil },
		Difficulty: difficulty, Board: wished,
	}
}

// presses reads the presses that Apply would make as a plan: their order does not matter, and pressing a button as
// often as lamps have states is not pressing it.
func presses(ctx context.Context, p *lights.Instance, moves string, lim puzzle.Limits) (lights.Witness, error) {
	mt := lim.Meter(ctx)
	if p.LitOnly {
		moves, err := pressMoves(mt, p, moves)
		return lights.Witness{Moves: moves}, err
	}
	h, w := p.Buttons()
	if err := mt.Hold("a board of presses", lights.BoardBytes(h, w, p.Modulus)); err != nil {
		return lights.Witness{}, puzzle.AsLimit(err)
	}
	plan := lights.NewBoard(h, w, p.Modulus)
	n := 0
	for word := range strings.FieldsSeq(moves) {
		n++
		row, col, times, err := parsePress(p, word)
		if err != nil {
			return lights.Witness{}, grid.Errorf(grid.Pos{}, "press %d, %.40q: %v", n, word, err)
		}
		if err := mt.Work(100); err != nil {
			return lights.Witness{}, puzzle.AsLimit(err)
		}
		plan.Set(row, col, uint32((uint64(plan.At(row, col))+uint64(times))%uint64(p.Modulus)))
	}
	return lights.Witness{Presses: plan}, nil
}

// length is what the presses cost.
func length(p *lights.Instance, w lights.Witness) *big.Int {
	if w.Moves != nil {
		return big.NewInt(int64(len(w.Moves)))
	}
	if w.Cost != nil {
		return w.Cost
	}
	return costOf(nil, p, w.Presses)
}

// fewest is what w says itself, where it is of Solve; bounds where it does not know.
func (s *Solver) fewest(
	ctx context.Context, p *lights.Instance, w lights.Witness, lim puzzle.Limits,
) (puzzle.Fewest, error) {
	if w.Optima != nil {
		return puzzle.Fewest{AtLeast: length(p, w), Ways: w.Optima}, nil
	}
	if w.AtLeast > 0 || w.Moves != nil && len(w.Moves) == 0 {
		return puzzle.Fewest{AtLeast: big.NewInt(w.AtLeast)}, nil
	}
	if p.Choice != nil || p.LitOnly {
		return puzzle.Fewest{}, nil
	}
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return puzzle.Fewest{}, err
	}
	m, err := sys.Minimum(ctx, p, lim)
	if err != nil || m == nil {
		return puzzle.Fewest{}, err
	}
	return puzzle.Fewest{AtLeast: m.Lower, Ways: m.Optima}, nil
}
