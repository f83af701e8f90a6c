package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// maxWalked bounds the moves of a way that are looked at, maxWalkedCells those times the cells and a fourth of the
// moves that there are.
const (
	maxWalked      = 1 << 10
	maxWalkedCells = 1 << 22
)

// difficulty plays the way: at each board the moves that change it are there to choose from, and cells that do not hold
// what the target has there are wrong. Of a long way the first moves are played, and the others are taken to be like
// them. O(cells) for each move that there is.
func (s *Solver) difficulty(
	ctx context.Context, p *tilt.Instance, w tilt.Witness, fewest puzzle.Fewest, lim puzzle.Limits,
) (puzzle.Difficulty, error) {
	var d puzzle.Walk
	d.Length, d.Orders = w.Moves.Length(), puzzle.Log2(fewest.Ways)
	d.Distance = -1
	y, err := s.stroll(ctx, p, lim)
	if err != nil {
		return puzzle.Difficulty{}, err
	}
	most := min(maxWalked, 4*maxWalkedCells/(p.Start.Len()*max(4, len(everyMove(p)))))
	if most > 0 {
		d.Distance = wrongCells(p)
	}
	_, next := w.Moves.Cut(new(big.Int))
	walked := 0
	for ; walked < most; walked++ {
		way, ok := next()
		if !ok {
			break
		}
		choices, before, best := 0, wrongCells(y.at), int64(p.Start.Len())
		for _, move := range everyMove(y.at) {
			q, err := y.after(move)
			if err != nil {
				return puzzle.Difficulty{}, err
			}
			if !sameTiles(q, y.at) {
				choices++
				best = min(best, wrongCells(q))
			}
		}
		if err := y.make(way); err != nil {
			return puzzle.Difficulty{}, err
		}
		d.Step(choices, before, wrongCells(y.at), best)
	}
	if all, _ := new(big.Float).SetInt(d.Length).Float64(); all > float64(walked) {
		d.Partial = fmt.Sprintf("the first %d moves", walked)
		if p.Rules == nil {
			d.Partial = fmt.Sprintf("the first %d tilts", walked)
		}
		if walked > 0 {
			d.Choices *= all / float64(walked)
		}
	}
	return d.Difficulty, nil
}

// A stroll goes along a way.
type stroll struct {
	at    *tilt.Instance
	after func(move string) (*tilt.Instance, error) // what a move makes of at
	keep  func()                                    // tells that the latest after is where the stroll is
}

func (s *Solver) stroll(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*stroll, error) {
	t := &stroll{at: p, keep: func() {}}
	if p.Rules == nil {
		t.after = func(move string) (*tilt.Instance, error) { return s.Apply(ctx, t.at, move, lim) }
		return t, nil
	}
	y, err := playing(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	at := slices.Clone(y.At)
	t.at = y.Board(p)
	t.after = func(move string) (*tilt.Instance, error) {
		copy(y.At, at)
		if err := y.Moves(move); err != nil {
			return nil, puzzle.AsLimit(err)
		}
		return y.Board(p), nil
	}
	t.keep = func() { copy(at, y.At) }
	return t, nil
}

// make goes on by a move.
func (t *stroll) make(move string) error {
	q, err := t.after(move)
	if err == nil {
		t.at = q
		t.keep()
	}
	return err
}

// sameTiles reports whether the starts of two boards with the same rules are the same.
func sameTiles(p, q *tilt.Instance) bool {
	return p.Start.Equal(q.Start) && (p.Rules == nil || slices.Equal(p.Rules.Pieces, q.Rules.Pieces))
}

// everyMove lists the moves that can be made on p, also those that change nothing.
func everyMove(p *tilt.Instance) (moves []string) {
	if p.Rules == nil || !p.Rules.One {
		moves = []string{"L", "R", "U", "D"}
	}
	if p.Rules == nil || !p.Rules.One && len(p.Rules.Robots) == 0 {
		return moves
	}
	seen := map[uint32]bool{}
	for i := range p.Start.Len() {
		r, c := i/p.Start.W, i%p.Start.W
		if !p.Nameable(p.Start.At(r, c)) {
			continue
		}
		if p.Rules.Pieces != nil && p.Rules.Pieces[i] != 0 {
			if seen[p.Rules.Pieces[i]] {
				continue
			}
			seen[p.Rules.Pieces[i]] = true
		}
		for _, side := range []byte("LRUD") {
			moves = append(moves, tilt.Move{Row: r + 1, Col: c + 1, Side: side}.String())
		}
	}
	return moves
}

// wrongCells counts the cells of p that do not hold what its target, or the goal that is nearest so, has there.
func wrongCells(p *tilt.Instance) int64 {
	least := int64(p.Start.Len())
	for _, g := range p.Goals() {
		least = min(least, p.Wrong(g))
	}
	return least
}
