package permutesolve

import (
	"context"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Level is what packs ask of boards.
func (s *Solver) Level() puzzle.Level[*permute.Instance, permute.Witness] {
	return puzzle.Level[*permute.Instance, permute.Witness]{
		Canonical: Canonical, Witness: s.wayOf, Length: cost, Fewest: s.fewest,
		Priced:     priced,
		Difficulty: difficulty, Board: wished,
	}
}

// priced reports whether any move costs anything but 1.
func priced(p *permute.Instance) bool {
	return slices.ContainsFunc(p.Moves.Moves, func(m permute.Move) bool { return m.Cost != 1 })
}

// wayOf finds the goal at which the moves end, where it is one of several.
func (s *Solver) wayOf(
	ctx context.Context, p *permute.Instance, moves string, lim puzzle.Limits,
) (permute.Witness, error) {
	q, err := s.Apply(ctx, p, moves, lim)
	if err != nil {
		return permute.Witness{}, err
	}
	steps, err := permute.ParseWord(moves)
	w := permute.Witness{Moves: steps, Cost: permute.Unclaimed, Length: permute.Unclaimed}
	for i, goal := range p.Goals {
		if accepts(goal, q.Start) {
			w.Goal = i
			break
		}
	}
	return w, err
}

// accepts reports whether board is the goal.
func accepts(goal, board []permute.Tile) bool {
	for cell, t := range goal {
		if t != permute.Any && t != board[cell] {
			return false
		}
	}
	return true
}

// cost is what the moves of w cost.
func cost(p *permute.Instance, w permute.Witness) *big.Int {
	sum := new(big.Int)
	for _, st := range w.Moves {
		if i, ok := p.Moves.Find(st.Name); ok {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(st.Times), big.NewInt(p.Moves.Moves[i].Cost)))
		}
	}
	return sum
}

// maxCounted is up to which cost the shortest ways are counted: where no table covers the boards, the search grows
// with it.
const maxCounted = 16

// fewest is the bound of w, also where no checker can verify it, and a count where the bound is met.
func (s *Solver) fewest(
	ctx context.Context, p *permute.Instance, w permute.Witness, lim puzzle.Limits,
) (fewest puzzle.Fewest, err error) {
	least := w.AtLeast
	if w.Unverified != nil {
		least = max(least, w.Unverified.AtLeast)
		fewest.Ways = w.Unverified.Ways
	}
	fewest.AtLeast = big.NewInt(least)
	exact := cost(p, w).Cmp(fewest.AtLeast) == 0
	if !exact || fewest.Ways != nil || least > maxCounted || lim.VerdictOnly {
		return fewest, nil
	}
	fewest.Ways, err = s.Count(ctx, p, lim)
	return fewest, err
}
