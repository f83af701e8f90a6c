package permutecheck

import (
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// checkWitness verifies each claim of a witness, the cheap ones first.
func (k *work) checkWitness(w *permute.Witness) error {
	if w.Goal < 0 || w.Goal >= len(k.p.Goals) {
		return puzzle.Rejectf("the witness names goal %d of %d", int64(w.Goal)+1, len(k.p.Goals))
	}
	steps, cost, err := k.checkSums(w)
	if err != nil {
		return err
	}
	switch {
	case w.AtLeast < 0 || w.AtLeast > cost:
		return puzzle.Rejectf("the moves cost %d, and the witness says that no way costs less than %d", cost, w.AtLeast)
	case w.Bound == permute.NoBound && w.AtLeast != 0:
		return puzzle.Rejectf("the witness says that no way costs less than %d, and not how to verify that", w.AtLeast)
	case w.Bound > permute.ByDistance:
		return puzzle.Rejectf("the witness has a lower bound by a way that does not exist, number %d", w.Bound)
	}
	if err := refute(w, cost); err != nil {
		return err
	}
	board, err := k.replay(steps, w.Moves)
	if err != nil {
		return err
	}
	goal := k.p.Goals[w.Goal]
	if c := misfit(board, goal); c >= 0 {
		return puzzle.Rejectf("the moves do not reach goal %d: the tile in %s is %s after them, not %s",
			w.Goal+1, k.cell(int32(c)), k.label(board[c]), k.label(goal[c]))
	}
	switch {
	case w.AtLeast == 0: // no way costs less than nothing
		return nil
	case w.Bound == permute.BySearch:
		return k.bySearch(w.AtLeast)
	}
	return k.byDistance(w.AtLeast)
}

// refute rejects what is not verified where the rest of the witness, whose moves cost so much, shows that it is false.
func refute(w *permute.Witness, cost int64) error {
	u := w.Unverified
	switch {
	case u == nil:
		return nil
	case u.AtLeast > cost:
		return puzzle.Rejectf("what is not verified is false: the moves cost %d, and no way is said to cost less than %d",
			cost, u.AtLeast)
	case u.Ways == nil:
		return nil
	}
	ways := u.Ways.Sign()
	none := u.AtLeast < w.AtLeast
	some := u.AtLeast == cost                              // the moves are one of them
	one := u.AtLeast == 0 && u.Ways.Cmp(big.NewInt(1)) > 0 // the way without a move alone costs nothing
	if ways < 0 || ways == 0 && some || ways > 0 && none || one {
		return puzzle.Rejectf("what is not verified is false: the number of ways that cost %d is not %s", u.AtLeast,
			grid.Short(u.Ways))
	}
	return nil
}

// checkSums compares cost and length, where they are claimed, with those of the moves, and returns the index of each
// step's move, and what all cost.
func (k *work) checkSums(w *permute.Witness) (steps []int32, cost int64, err error) {
	if err := k.hold("the replay of the moves",
		8*int64(k.n)+4*int64(len(w.Moves))+64*int64(len(k.p.Moves.Moves))); err != nil {
		return nil, 0, err
	}
	named := make(map[string]int32, len(k.p.Moves.Moves))
	for i := range k.p.Moves.Moves {
		named[k.p.Moves.Moves[i].Name] = int32(i)
	}
	if err := k.spend(8 * len(named)); err != nil {
		return nil, 0, err
	}
	steps = make([]int32, len(w.Moves))
	var length int64
	for i, s := range w.Moves {
		move, ok := named[s.Name]
		if !ok {
			return nil, 0, puzzle.Rejectf("step %d makes the move %s, which there is not", i+1, quote(s.Name))
		}
		if s.Times < 1 {
			return nil, 0, puzzle.Rejectf("step %d makes its move %d times", i+1, s.Times)
		}
		steps[i] = move
		one := k.p.Moves.Moves[move].Cost // at least 1: the length does not go beyond what the cost does not
		if s.Times > (permute.MaxTotal-cost)/one {
			return nil, 0, puzzle.Rejectf("the first %d steps cost more than a witness can say", i+1)
		}
		cost += one * s.Times
		length += s.Times
		if err := k.spend(4); err != nil {
			return nil, 0, err
		}
	}
	if w.Cost != permute.Unclaimed && cost != w.Cost {
		return nil, 0, puzzle.Rejectf("the moves cost %d; the witness says %d", cost, w.Cost)
	}
	if w.Length != permute.Unclaimed && length != w.Length {
		return nil, 0, puzzle.Rejectf("the witness has %s and says %d", grid.Number(length, "move"), w.Length)
	}
	return steps, cost, nil
}

// replay makes the moves with the indices steps on the start. However often a step repeats, along each of its
// cycles the tiles go round, and only what is left after whole rounds moves them.
func (k *work) replay(steps []int32, word []permute.Step) ([]permute.Tile, error) {
	board := slices.Clone(k.p.Start)
	var tiles []permute.Tile
	for i, move := range steps {
		for _, cycle := range k.p.Moves.Moves[move].Cycles {
			tiles = tiles[:0]
			for _, c := range cycle {
				tiles = append(tiles, board[c])
			}
			to := int(word[i].Times % int64(len(cycle)))
			for _, tile := range tiles {
				board[cycle[to]] = tile
				if to++; to == len(cycle) {
					to = 0
				}
			}
			if err := k.spend(2 * len(cycle)); err != nil {
				return nil, err
			}
		}
	}
	return board, nil
}
