package permutecheck

import (
	"math"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// A side is one end of a search by cost: the boards it has seen, each with the least cost known for it. That
// of a board becomes certain when it is the cheapest of those from which no moves have been made.
type side[T tile] struct {
	*shelf[T]
	list  []move
	cost  []int64
	queue queue
	made  []T
	full  bool // a board had to be left out
}

func newSide[T tile](k *work, list []move) (*side[T], error) {
	s, err := newShelf[T](k)
	if err != nil {
		return nil, err
	}
	if err := k.hold("the search", 4*int64(k.n)); err != nil {
		return nil, err
	}
	return &side[T]{shelf: s, list: list, made: make([]T, k.n)}, nil
}

// perBoard is about how many bytes a board takes beside the shelf: a cost and a place in the queue, in lists that
// grow by doubling.
const perBoard = 40

// first is the cheapest board from which no moves have been made; ok is false where all have been.
func (s *side[T]) first() (cost int64, at int, ok bool) {
	for {
		cost, at, ok = s.queue.first()
		if !ok || s.cost[at] == cost {
			return cost, at, ok
		}
		s.queue.drop() // its cost has fallen since
	}
}

// put notes that board can be had at cost. It returns its number, and whether that is news; -1 where
// there is no room for one more board.
func (s *side[T]) put(board []T, cost int64) (at int, news bool, err error) {
	at, h := s.find(board)
	switch {
	case at >= 0 && s.cost[at] <= cost:
		return at, false, nil
	case at >= 0:
		s.cost[at] = cost
	case s.count >= s.k.bound:
		s.full = true
		return -1, false, nil
	default:
		at = s.count
		if err := s.add(board, h); err != nil {
			return -1, false, err
		}
		s.cost = append(s.cost, cost)
	}
	s.queue.push(cost, at)
	return at, true, s.k.hold("the search", perBoard)
}

// A meeting is a search from the start forwards and from the goals backwards.
type meeting[T tile] struct {
	k       *work
	goals   goals[T]
	atLeast int64
	step    int64 // the least cost of a move
	ahead   *side[T]
	// back is nil as long as it is no gain: it begins with all boards that fit a goal, and they are
	// fillings, more than a side may see if that is more than the bound. Until then a board is
	// looked at to see whether it fits.
	back     *side[T]
	fillings int
}

// bySearch verifies that no way from the start to any goal costs less than atLeast.
func (k *work) bySearch(atLeast int64) error {
	k, err := k.lean()
	if err != nil {
		return err
	}
	if k.narrow() {
		return meet[uint8](k, atLeast)
	}
	return meet[int32](k, atLeast)
}

func meet[T tile](k *work, atLeast int64) error {
	list, err := k.moves()
	if err != nil {
		return err
	}
	m := &meeting[T]{k: k, goals: goals[T]{k, k.p.Goals}, atLeast: atLeast}
	if m.ahead, err = newSide[T](k, list); err != nil {
		return err
	}
	if m.fillings, err = k.fillings(); err != nil {
		return err
	}
	for i, v := range list {
		if i == 0 || v.cost < m.step {
			m.step = v.cost
		}
	}
	if err := m.offer(m.ahead, stored[T](k.p.Start), 0, 0); err != nil {
		return err
	}
	for !m.enough() {
		if m.back == nil && m.fillings <= k.bound && (m.ahead.full || m.ahead.count >= m.fillings) {
			if err := m.begin(backwards(list)); err != nil {
				return err
			}
			continue
		}
		s := m.ahead
		if m.back != nil && !m.back.full && (s.full || m.back.count < s.count) {
			s = m.back
		}
		if s.full {
			return tooMuch("that no way costs less than %d, which takes a search of more than %d boards from either side",
				atLeast, k.bound)
		}
		if err := m.advance(s); err != nil {
			return err
		}
	}
	return nil
}

// begin begins the search backwards.
func (m *meeting[T]) begin(list []move) (err error) {
	if m.back, err = newSide[T](m.k, list); err != nil {
		return err
	}
	return filled(m.k, func(board []T) error { return m.offer(m.back, board, 0, 0) })
}

// top is the cost below which all boards of s that matter are certain: their own moves have been made.
func (m *meeting[T]) top(s *side[T]) int64 {
	if s == nil {
		return 0
	}
	if cost, _, ok := s.first(); ok {
		return min(cost, m.atLeast)
	}
	return m.atLeast
}

// enough reports whether no way below atLeast can have been missed. On such a way let y be the first board that
// is not certain ahead. It has been seen there at its true cost, top(ahead) or more, so that less than
// top(back) + step are left; then the board after it, if it is no goal, is certain from behind, and
// y has been seen from there too, at its true cost. The two were added up.
func (m *meeting[T]) enough() bool {
	return m.top(m.ahead) >= m.atLeast-m.top(m.back)-m.step
}

// advance makes all moves on the cheapest board of s.
func (m *meeting[T]) advance(s *side[T]) error {
	other := m.back
	if s == m.back {
		other = m.ahead
	}
	top := m.top(other)
	cost, at, _ := s.first()
	board := s.board(at)
	for i := range s.list {
		apply(&s.list[i], s.made, board)
		if err := m.offer(s, s.made, cost+s.list[i].cost, top); err != nil {
			return err
		}
		if s.full {
			return nil // the board stays the cheapest that is not certain
		}
	}
	s.queue.drop()
	return nil
}

// offer notes that s has come to board at cost, where the boards of the other side are certain below top.
func (m *meeting[T]) offer(s *side[T], board []T, cost, top int64) error {
	if err := m.k.spend(2 * m.k.n); err != nil {
		return err
	}
	left, err := m.left(s, board)
	if err != nil {
		return err
	}
	if left < m.atLeast-cost {
		return puzzle.Rejectf("the witness says that no way costs less than %d; there is one that costs %d", m.atLeast,
			cost+left)
	}
	// On a way below atLeast through a board of this cost less than top + step would be left, and the other side
	// would know the board, see enough: the way was just found.
	if cost >= m.atLeast-top-m.step {
		return nil
	}
	_, _, err = s.put(board, cost)
	return err
}

// left is what the other side knows to be left from board; unseen where it does not know the board.
func (m *meeting[T]) left(s *side[T], board []T) (int64, error) {
	other := m.back
	if s == m.back {
		other = m.ahead
	}
	if other == nil {
		goal, err := m.goals.fitted(board)
		if goal < 0 || err != nil {
			return math.MaxInt64, err
		}
		return 0, nil
	}
	if at, _ := other.find(board); at >= 0 {
		return other.cost[at], nil
	}
	return math.MaxInt64, nil
}

// spare lists the tiles that goal leaves open, rising: those of the start that it does not want.
func (k *work) spare(goal []permute.Tile) ([]permute.Tile, error) {
	have, err := k.byTile(k.p.Start)
	if err != nil {
		return nil, err
	}
	want, err := k.byTile(goal)
	if err != nil {
		return nil, err
	}
	for len(want) > 0 && goal[want[0]] == permute.Any {
		want = want[1:]
	}
	var out []permute.Tile
	for _, c := range have {
		if len(want) > 0 && goal[want[0]] == k.p.Start[c] {
			want = want[1:]
			continue
		}
		out = append(out, k.p.Start[c])
	}
	return out, nil
}
