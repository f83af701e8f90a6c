package tables

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// eachIndex calls f for the boards of a level, or of all levels where level is negative, in the order of the index,
// with the number of boards that each stands for. It stops where f returns false.
func (t *Table) eachIndex(ctx context.Context, level int, f func(i uint64, boards int64) bool) error {
	top := t.Store.top()
	for i := range t.Store.N {
		if i&(1<<16-1) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v := t.Store.Get(i)
		if v == top || level >= 0 && v != uint32(level) {
			continue
		}
		n := int64(1)
		if t.x != nil {
			n = t.x.orbit(int(i / uint64(t.x.inner)))
		}
		if !f(i, n) {
			return nil
		}
	}
	return nil
}

// pick returns a board of the given level (of any where it is negative), all equally likely.
func (t *Table) pick(ctx context.Context, level int, rng *rand.Rand) ([]uint8, error) {
	total := int64(0)
	for v, n := range t.counts {
		if level < 0 || v == level {
			total += n
		}
	}
	left := rng.Int64N(total)
	var at uint64
	err := t.eachIndex(ctx, level, func(i uint64, n int64) bool {
		at = i
		left -= n
		return left >= 0
	})
	if err != nil {
		return nil, err
	}
	board := make([]uint8, t.C.N)
	t.Index.Board(at, board)
	if t.x != nil {
		// Each board of an orbit is the image under equally many symmetries.
		board = t.x.Carries[rng.IntN(len(t.x.Carries))].board(board)
	}
	return board, nil
}

// board carries a board of relative tiles over: the tile that belongs to cell t becomes the one that belongs to where
// t goes.
func (s *carry) board(b []uint8) []uint8 {
	out := make([]uint8, len(b))
	for i, t := range b {
		out[s.cell[i]] = s.cell[t]
	}
	return out
}

// images lists the boards that one of the index stands for.
func (t *Table) images(i uint64) (out [][]uint8) {
	board := make([]uint8, t.C.N)
	t.Index.Board(i, board)
	if t.x == nil || t.x.weight == nil {
		return [][]uint8{board}
	}
	// Symmetries that carry the block to itself give boards that the index counts apart; so one symmetry for each coset.
	seen := map[uint64]bool{}
	for s := range t.x.Carries {
		image := t.x.Carries[s].board(board)
		var at [maxRanked]uint8
		for c, tile := range image {
			at[tile] = uint8(c)
		}
		r, _ := t.x.rankAll(&at)
		if !seen[r/t.x.fact] {
			seen[r/t.x.fact] = true
			out = append(out, image)
		}
	}
	return out
}

// boards lists up to limit boards of a level as relative boards, or tables' tiles.
func (t *Table) boards(ctx context.Context, level, limit int) (out [][]uint8, err error) {
	err = t.eachIndex(ctx, level, func(i uint64, _ int64) bool {
		out = append(out, t.images(i)...)
		return len(out) < limit
	})
	return out[:min(len(out), limit)], err
}

// Scramble returns a start from which p's goals cost exactly distance, or any from which they can be reached where
// distance is negative; all equally likely.
func (ts *Shelf) Scramble(ctx context.Context, c *moveset.Compiled, p *permute.Instance, distance int64, order *big.Int,
	rng *rand.Rand, lim puzzle.Limits) ([]permute.Tile, error) {
	own := OwnTable(p) || Loose(p)
	var t *Table
	var err error
	if own {
		t, err = ts.own(ctx, c, p, order, lim)
	} else {
		t, err = ts.Relative(ctx, c, order, lim)
	}
	if err != nil {
		return nil, err
	}
	level := -1
	if distance >= 0 {
		if level = slices.Index(t.values, distance); level < 0 {
			return nil, errNoBoard(distance, t.values)
		}
	}
	b, err := t.pick(ctx, level, rng)
	if err != nil {
		return nil, err
	}
	if err := t.leads(b, level); err != nil {
		return nil, err
	}
	out := make([]permute.Tile, len(b))
	if !own {
		for i, cell := range b { // start[rel[i]] = goal[i]
			out[cell] = p.Goals[0][i]
		}
		return out, nil
	}
	// Of the tiles that no goal asks for any may stand anywhere: shuffle them.
	spare := make([][]permute.Tile, len(t.class)+1)
	for _, tile := range p.Start {
		spare[t.class[tile]] = append(spare[t.class[tile]], tile)
	}
	for _, list := range spare {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	for i, class := range b {
		list := spare[class]
		out[i] = list[len(list)-1]
		spare[class] = list[:len(list)-1]
	}
	return out, nil
}
