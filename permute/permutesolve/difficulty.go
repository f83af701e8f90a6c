package permutesolve

import (
	"context"
	"fmt"
	"math"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// maxWalked bounds what is looked at along a way: moves, times the cells that all moves have.
const maxWalked = 1 << 22

// difficulty plays the way w: all moves are there to choose from at each board, and cells that do not hold what the
// goal of w has there are wrong. Of a long way the first moves are played. O(cells of all moves) for each.
func difficulty(
	ctx context.Context, p *permute.Instance, w permute.Witness, fewest puzzle.Fewest, lim puzzle.Limits,
) (puzzle.Difficulty, error) {
	mt := lim.Meter(ctx)
	var d puzzle.Walk
	d.Length, d.Orders = cost(p, w), puzzle.Log2(fewest.Ways)
	v := &view{board: append([]permute.Tile(nil), p.Start...), goal: p.Goals[w.Goal]}
	each := len(p.Start)
	for i := range p.Moves.Moves {
		for _, c := range p.Moves.Moves[i].Cycles {
			each += len(c)
		}
	}
	for cell := range v.board {
		if !v.fits(cell, v.board[cell]) {
			v.wrong++
		}
	}
	d.Distance = v.wrong
	total, walked := 0.0, int64(0)
	most := int64(maxWalked / each)
	for _, st := range w.Moves {
		total += float64(st.Times)
		mine, ok := p.Moves.Find(st.Name)
		if !ok {
			return puzzle.Difficulty{}, fmt.Errorf("%w: there is no move %s", puzzle.ErrInternal, st.Name)
		}
		for times := int64(0); times < st.Times && walked < most; times++ {
			if err := mt.Work(10 * each); err != nil {
				return puzzle.Difficulty{}, puzzle.AsLimit(err)
			}
			walked++
			other := int64(math.MaxInt64)
			for i := range p.Moves.Moves {
				if i != mine {
					other = min(other, v.after(&p.Moves.Moves[i]))
				}
			}
			after := v.after(&p.Moves.Moves[mine])
			d.Step(len(p.Moves.Moves), v.wrong, after, other)
			v.make(&p.Moves.Moves[mine])
			v.wrong = after
		}
	}
	if total > float64(walked) {
		d.Partial = fmt.Sprintf("the first %d moves", walked)
		d.Choices = total * math.Log2(float64(max(1, len(p.Moves.Moves))))
	}
	return d.Difficulty, nil
}

// A view is a board on its way to a goal.
type view struct {
	board, goal []permute.Tile
	wrong       int64
}

func (v *view) fits(cell int, t permute.Tile) bool {
	return v.goal[cell] == permute.Any || v.goal[cell] == t
}

// after is how many cells are wrong after a move.
func (v *view) after(m *permute.Move) int64 {
	n := v.wrong
	for _, c := range m.Cycles {
		for i, from := range c {
			to := int(c[(i+1)%len(c)])
			if !v.fits(to, v.board[to]) {
				n--
			}
			if !v.fits(to, v.board[from]) {
				n++
			}
		}
	}
	return n
}

// make makes the move.
func (v *view) make(m *permute.Move) {
	for _, c := range m.Cycles {
		last := v.board[c[len(c)-1]]
		for i := len(c) - 1; i > 0; i-- {
			v.board[c[i]] = v.board[c[i-1]]
		}
		v.board[c[0]] = last
	}
}
