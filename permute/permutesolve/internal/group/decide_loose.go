package group

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// looseBoards is the most boards that a search for an assignment looks at.
const looseBoards = 1 << 20

// settleLoose decides about a goal for which tiles may be assigned to cells in several ways, in a group with orbits
// that are no giants: a breadth-first search over boards, and where these are too many a search over the group. Of
// the giants only the parity matters, and not even that where two tiles may be exchanged.
func (g *Group) settleLoose(ctx context.Context, p *permute.Instance, a *aim, st *perm.Structure,
	lim puzzle.Limits) error {
	s, err := newLooseSearch(ctx, g, p, a, st)
	if err != nil {
		return err
	}
	found, err := s.run(ctx, lim)
	var limit *puzzle.LimitError
	switch {
	case errors.As(err, &limit) && limit.Limit == "boards":
		a.many = true // as many as the search has told apart, and it tells fewer apart than there are
		to, sure, err2 := newAssigner(s, st.Chain()).run(ctx)
		switch {
		case err2 != nil:
			return err2
		case to != nil:
			return g.assign(a, st, to)
		case !sure:
			return err
		}
		a.verdict = puzzle.Impossible
		return nil
	case err != nil:
		return err
	case found == nil:
		a.verdict = puzzle.Impossible
		return nil
	}
	a.verdict, a.head = puzzle.Solved, found
	// What the word does to the cells that the search looked at is what they get; giants have a.dest, made odd or even
	// as the word is.
	done := moveset.Identity(g.C.N) // the tile now at cell i comes from done[i]
	buf := make([]permute.Tile, g.C.N)
	for _, m := range found {
		g.C.Apply(done, buf, m)
	}
	effect := make([]int32, g.C.N)
	for to, from := range done {
		effect[from] = int32(to)
	}
	red := st.Reduction()
	for _, x := range red.Kept {
		a.dest[x] = effect[x]
	}
	differ := symmetricDifference(g.Parity.Of(g, effect), g.Parity.Of(g, a.dest))
	for _, k := range differ {
		x := a.swap[k]
		if x[0] < 0 {
			return fmt.Errorf("%w: an orbit is odd against the search that found the word", puzzle.ErrInternal)
		}
		a.dest[x[0]], a.dest[x[1]] = a.dest[x[1]], a.dest[x[0]]
	}
	return nil
}

// assign takes the images of points into a.dest.
func (g *Group) assign(a *aim, st *perm.Structure, to perm.Perm) error {
	a.verdict = puzzle.Solved
	red := st.Reduction()
	for i, x := range red.Kept {
		a.dest[x] = int32(red.Kept[to[i]])
	}
	have := g.Parity.Of(g, a.dest)
	for j, k := range red.Giants {
		pair := len(red.Kept) + 2*j
		orbit := int(g.OrbitOf[st.Group().Orbits()[k][0]])
		if _, odd := slices.BinarySearch(have, orbit); odd == (int(to[pair]) != pair) {
			continue
		}
		x := a.swap[orbit]
		if x[0] < 0 {
			return fmt.Errorf("%w: an orbit is odd against the search that found the assignment", puzzle.ErrInternal)
		}
		a.dest[x[0]], a.dest[x[1]] = a.dest[x[1]], a.dest[x[0]]
	}
	return nil
}

// looseSearch is about the points of a group's reduction: each kept cell with the kind of its tile, and for a giant
// without exchangeable tiles a pair of points with the kinds 0 and 1, which odd moves swap.
type looseSearch struct {
	moves  []looseMove
	start  []uint16
	accept []int32 // by point: the kind wanted, or Any
}

// looseMove is what one move does to the points: to[k] gets the kind of from[k].
type looseMove struct {
	number   int32
	to, from []int32
}

func newLooseSearch(ctx context.Context, g *Group, p *permute.Instance, a *aim,
	st *perm.Structure) (*looseSearch, error) {
	red := st.Reduction()
	goal := p.Goals[a.goal]
	// Tiles that this goal does not name are one kind, 0. There are no more kinds than cells, which fit a uint16.
	kind := make([]int32, len(p.Labels))
	kinds := int32(0)
	for _, t := range goal {
		if t >= 0 && kind[t] == 0 {
			kinds++
			kind[t] = kinds
		}
	}
	s := &looseSearch{}
	for _, x := range red.Kept {
		s.start = append(s.start, uint16(kind[p.Start[x]]))
		want := int32(permute.Any)
		if goal[x] >= 0 {
			want = kind[goal[x]]
		}
		s.accept = append(s.accept, want)
	}
	asked := g.Parity.Of(g, a.dest)
	for _, k := range red.Giants {
		orbit := int(g.OrbitOf[st.Group().Orbits()[k][0]])
		s.start = append(s.start, 0, 1)
		switch {
		case a.swap[orbit][0] >= 0:
			s.start[len(s.start)-1] = 0 // both points alike: no state shows the parity
			s.accept = append(s.accept, permute.Any, permute.Any)
		case slices.Contains(asked, orbit):
			s.accept = append(s.accept, 1, 0)
		default:
			s.accept = append(s.accept, 0, 1)
		}
	}
	known := make(map[string]bool)
	for i := range g.C.Moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m := looseMove{number: int32(i)}
		var key []byte
		for to, from := range red.Reduce(st.Group().Gens()[i].Perm(g.C.N)) { // point to gets its kind from there
			if to != int(from) {
				m.to, m.from = append(m.to, int32(to)), append(m.from, int32(from))
				key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(to)), uint64(from))
			}
		}
		if len(key) > 0 && !known[string(key)] {
			known[string(key)] = true
			s.moves = append(s.moves, m)
		}
	}
	return s, nil
}

func (s *looseSearch) fits(state []byte) bool {
	for i, want := range s.accept {
		if want >= 0 && int32(binary.LittleEndian.Uint16(state[2*i:])) != want {
			return false
		}
	}
	return true
}

// run returns a shortest word, not nil, that leads to a state that fits, or nil where none does.
func (s *looseSearch) run(ctx context.Context, lim puzzle.Limits) ([]int32, error) {
	size := 2 * len(s.start)
	first := make([]byte, 0, size)
	for _, k := range s.start {
		first = binary.LittleEndian.AppendUint16(first, k)
	}
	if s.fits(first) {
		return []int32{}, nil
	}
	type step struct{ from, move int32 }
	seen := map[string]struct{}{string(first): {}}
	queue := []string{string(first)}
	steps := []step{{-1, -1}}
	perState := int64(size) + 80 // with the map's and the lists' share
	next := make([]byte, size)
	for at := 0; at < len(queue); at++ {
		if at%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := lim.CheckMemory("the search for an assignment of equal tiles", 2*perState*int64(len(queue))); err != nil {
				return nil, err
			}
		}
		for i := range s.moves {
			m := &s.moves[i]
			copy(next, queue[at])
			for k, to := range m.to {
				from := m.from[k]
				next[2*to], next[2*to+1] = queue[at][2*from], queue[at][2*from+1]
			}
			if _, ok := seen[string(next)]; ok {
				continue
			}
			if len(queue) == looseBoards {
				return nil, &puzzle.LimitError{Limit: "boards",
					Msg: fmt.Sprintf("whether the goal can be reached is not known: tiles are equal or do not matter, "+
						"and a search has looked at %d boards", looseBoards)}
			}
			key := string(next)
			seen[key] = struct{}{}
			queue = append(queue, key)
			steps = append(steps, step{int32(at), m.number})
			if s.fits(next) {
				word := []int32{}
				for k := int32(len(steps) - 1); steps[k].from >= 0; k = steps[k].from {
					word = append(word, steps[k].move)
				}
				slices.Reverse(word)
				return word, nil
			}
		}
	}
	return nil, nil
}
