package permutecheck

import (
	"context"
	"fmt"
	"math"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// pollEvery is how many cells are touched between two looks at the context: about a millisecond.
const pollEvery = 1 << 16

// maxRoom bounds the memory of a check even where the limits do not.
const maxRoom = min(16<<30, math.MaxInt)

// work is what one check knows.
type work struct {
	ctx   context.Context
	p     *permute.Instance
	lim   puzzle.Limits
	n     int   // cells
	spent int   // cells touched since the context was looked at
	held  int64 // bytes of memory asked for
	bound int   // boards a search sees: permute.SearchBound, less in tests
	steps int64 // images a chain may take: maxChain, less in tests
	part  *part // where p and n are only what a search has to look at
}

func newWork(ctx context.Context, p *permute.Instance, lim puzzle.Limits) *work {
	return &work{ctx: ctx, p: p, lim: lim, n: len(p.Start), bound: permute.SearchBound, steps: maxChain}
}

// spend says that n more cells have been touched; it returns the context's error, if any.
func (k *work) spend(n int) error {
	if k.spent += n; k.spent < pollEvery {
		return nil
	}
	k.spent = 0
	return k.ctx.Err()
}

// hold makes sure that need more bytes may be taken for what, and counts them.
func (k *work) hold(what string, need int64) error {
	if need > maxRoom-k.held {
		return &puzzle.LimitError{Limit: "memory", Msg: fmt.Sprintf("%s needs more than %s of memory", what,
			puzzle.Bytes(maxRoom))}
	}
	k.held += need
	return k.lim.CheckMemory(what, k.held)
}

// tooMuch says that something has not been verified because of the work it takes.
func tooMuch(what string, args ...any) error {
	return &puzzle.LimitError{Limit: "check", Msg: "not verified: " + fmt.Sprintf(what, args...)}
}

// A move says what a move does, cell by cell: the tile at from[i] goes to to[i].
type move struct {
	from, to []int32
	cost     int64
}

// moves lists what the instance's moves do.
func (k *work) moves() ([]move, error) {
	list := k.p.Moves.Moves
	cells := 0
	for i := range list {
		cells += moved(&list[i])
	}
	if err := k.hold("the list of what moves do", 8*int64(cells)+64*int64(len(list))); err != nil {
		return nil, err
	}
	out := make([]move, len(list))
	for i := range list {
		m := &out[i]
		m.cost = list[i].Cost
		m.from = make([]int32, 0, moved(&list[i]))
		m.to = make([]int32, 0, moved(&list[i]))
		for _, cycle := range list[i].Cycles {
			for j, c := range cycle {
				m.from = append(m.from, c)
				m.to = append(m.to, cycle[(j+1)%len(cycle)])
			}
		}
		if err := k.spend(len(m.from) + 1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// moved is how many cells m moves.
func moved(m *permute.Move) (cells int) {
	for _, cycle := range m.Cycles {
		cells += len(cycle)
	}
	return cells
}

// backwards turns moves into those that undo them.
func backwards(list []move) []move {
	out := make([]move, len(list))
	for i, m := range list {
		out[i] = move{from: m.to, to: m.from, cost: m.cost}
	}
	return out
}

// misfit is a cell at which goal does not accept the board's tile; -1 where the board is the goal.
func misfit(board, goal []permute.Tile) int {
	for c, tile := range goal {
		if tile != permute.Any && tile != board[c] {
			return c
		}
	}
	return -1
}
