package search

import (
	"context"
	"math"

	"github.com/gridwright/gridwright/internal/perm"
)

// pattern is a pattern database: it tells fewer kinds of tiles apart than the puzzle does, classes of them, and knows
// of every arrangement of the classes how little it costs to bring it to that of a goal. A way in the puzzle is one
// there too, so that is a lower bound.
type pattern struct {
	class []uint8 // of each kind
	rank  *perm.Multiset
	dist  []uint16 // by rank, in units; beyond is farthest
}

const (
	farthest    = math.MaxUint16 - 1 // or more
	unreachable = math.MaxUint16
)

// newPattern fills a database. The number of arrangements has been bounded by the caller. Costs are in units of unit.
// Each arrangement takes 2 bytes, as much again for a while, and some 100 ns a move.
func newPattern(ctx context.Context, pr *problem, class []uint8, classes int, unit int64,
	m *meter) (pt *pattern, err error) {
	counts := make([]int, classes)
	for k, n := range pr.count {
		counts[class[k]] += int(n)
	}
	ms, err := perm.NewMultiset(counts)
	if err != nil {
		return nil, err
	}
	size := int64(ms.Size())
	before := m.used
	if err := m.take(2 * size); err != nil {
		return nil, err
	}
	defer func() { // the lists are gone either way
		m.used = before
		if err == nil {
			m.used += 2 * size
		}
	}()
	pt = &pattern{class: class, rank: ms, dist: make([]uint16, size)}
	for i := range pt.dist {
		pt.dist[i] = unreachable
	}
	wait := newBuckets(m)
	lower := func(rank uint64, d int64) error {
		d = min(d, farthest)
		if int64(pt.dist[rank]) <= d {
			return nil
		}
		pt.dist[rank] = uint16(d)
		return wait.push(d, []uint64{rank})
	}
	board, next := make([]uint8, pr.c.N), make([]uint8, pr.c.N)
	err = pr.merged(class, classes).eachFilling(ctx, func(b []int32, _ int) error {
		for i, k := range b {
			board[i] = uint8(k)
		}
		return lower(ms.Rank(board), 0)
	})
	if err != nil {
		return nil, err
	}
	for !wait.empty() {
		bk := wait.pop()
		for i, rank := range bk.keys {
			if i%64 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if int64(pt.dist[rank]) != bk.cost {
				continue
			}
			ms.Unrank(rank, board)
			for k := range pr.c.Moves {
				mv := &pr.c.Moves[k]
				copy(next, board)
				for j, to := range mv.To {
					next[mv.From[j]] = board[to]
				}
				if err := lower(ms.Rank(next), bk.cost+mv.Cost/unit); err != nil {
					return nil, err
				}
			}
		}
		wait.free(bk)
	}
	return pt, nil
}

// merged is the problem with classes for kinds.
func (pr *problem) merged(class []uint8, classes int) *problem {
	out := &problem{c: pr.c, p: pr.p, kinds: classes, count: make([]int32, classes)}
	through := func(board []int32) []int32 {
		to := make([]int32, len(board))
		for i, k := range board {
			to[i] = k
			if k >= 0 {
				to[i] = int32(class[k])
			}
		}
		return to
	}
	out.start = through(pr.start)
	for k, n := range pr.count {
		out.count[class[k]] += n
	}
	for _, g := range pr.goals {
		out.goals = append(out.goals, through(g))
	}
	return out
}

// bound returns the bound for a board of kinds, in units, and whether a goal can be reached at all; buf has room for
// a board.
func (pt *pattern) bound(board []uint8, buf []uint8) (int64, bool) {
	for i, k := range board {
		buf[i] = pt.class[k]
	}
	d := pt.dist[pt.rank.Rank(buf)]
	return int64(d), d != unreachable
}
