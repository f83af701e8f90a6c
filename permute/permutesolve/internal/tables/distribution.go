package tables

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// A Distribution tells how many boards there are at each distance from the solved board; for tiles that are alike and
// cells that do not matter, at each distance to the goals.
type Distribution struct {
	Costs   []int64 // the distances that occur, rising from 0
	Boards  []int64 // the boards at each
	Classes []int64 // the same where boards that a symmetry turns into each other count once; see Symmetries
	Total   int64   // all boards
	// Symmetries is the number of the board's symmetries that were used. They keep a set of tiles together, and may be
	// fewer than the moves have.
	Symmetries int
	// Antipodes are boards that the most moves are needed for, going from the solved board; Hardest are starts from
	// which the most moves lead to it. Both sets are the same where every move has its inverse. As many are listed as
	// were asked for. A tile's number is the cell in which the solved board has it. For goals there are only starts,
	// with the instance's tiles.
	Antipodes, Hardest [][]permute.Tile
	// Table is the number of bytes of the table that was made, 0 where there was no room for one.
	Table int64
}

// DistributionOptions say how a distribution is found. The zero value is fine.
type DistributionOptions struct {
	// Order is the order of the group that the moves generate, where it is known.
	Order *big.Int
	// Checkpoint is a directory to which the search writes its state after each level, or if the last time is less than
	// Every ago, after a later one. A search for the same moves that was stopped goes on from there. "" is none.
	// Searches with different costs, or of small groups on large boards, begin anew.
	Checkpoint string
	Spare      bool // the checkpoint is a convenience: one that cannot be written is none
	anew       bool // no state is read
	Every      time.Duration
	Now        func() time.Time // the clock for Every; without one the state is written after each level
	// Antipodes is how many of the farthest boards to list, of each kind.
	Antipodes int
}

// Spared are options with which a checkpoint that cannot be written is none.
func Spared(opt DistributionOptions) DistributionOptions {
	opt.Spare = true
	return opt
}

// Distribution finds the distribution for different tiles or, where p is not nil and calls for it, for p's tiles and
// goals. It needs a table, or where there is no room for one 3 bits a board, up to symmetry; antipodes only come from
// a table.
func (ts *Shelf) Distribution(ctx context.Context, c *moveset.Compiled, p *permute.Instance, opt DistributionOptions,
	lim puzzle.Limits) (*Distribution, error) {
	if p != nil && (OwnTable(p) || Loose(p)) {
		t, err := ts.own(ctx, c, p, opt.Order, lim)
		if err != nil {
			return nil, err
		}
		return t.distribution(ctx, opt.Antipodes, p.Start)
	}
	var t *Table
	var err error
	kind, _ := ts.choose(c, nil, opt.Order)
	if kind == chooseFound || ts.isLatest(c) {
		t, err = ts.Relative(ctx, c, opt.Order, lim)
	} else {
		t, err = ts.watched(ctx, c, opt, lim)
		if le := (*puzzle.LimitError)(nil); errors.As(err, &le) {
			return ts.counted(ctx, c, opt, lim)
		}
	}
	if err != nil {
		return nil, err
	}
	return t.distribution(ctx, opt.Antipodes, nil)
}

func (ts *Shelf) isLatest(c *moveset.Compiled) bool {
	t := ts.last.Load()
	return t != nil && t.C == c
}

// StartOf returns the start that rel turns into the solved board: start[rel[i]] = i.
func StartOf(rel []uint8) []permute.Tile {
	out := make([]permute.Tile, len(rel))
	for i, cell := range rel {
		out[cell] = permute.Tile(i)
	}
	return out
}

// tilesOf gives the classes of a board their tiles back; of the tiles that no goal asks for, each stands somewhere.
func (t *Table) tilesOf(board []uint8, start []permute.Tile) []permute.Tile {
	spare := make([][]permute.Tile, 256)
	for _, tile := range start {
		spare[t.class[tile]] = append(spare[t.class[tile]], tile)
	}
	out := make([]permute.Tile, len(board))
	for i, class := range board {
		out[i] = spare[class][0]
		spare[class] = spare[class][1:]
	}
	return out
}

// distribution sums a table up; start gives goals their tiles.
func (t *Table) distribution(ctx context.Context, antipodes int, start []permute.Tile) (*Distribution, error) {
	d := &Distribution{Costs: t.values, Boards: t.counts, Classes: t.classes, Symmetries: 1}
	if t.x != nil {
		d.Symmetries = len(t.x.Carries)
	}
	if t.Store != nil {
		d.Table = int64(len(t.Store.Data))
	}
	for _, n := range t.counts {
		d.Total += n
	}
	if antipodes > 0 {
		boards, err := t.boards(ctx, len(t.values)-1, antipodes)
		if err != nil {
			return nil, err
		}
		for _, b := range boards {
			if t.class != nil {
				d.Hardest = append(d.Hardest, t.tilesOf(b, start))
				continue
			}
			far := make([]permute.Tile, len(b))
			for i, tile := range b {
				far[i] = permute.Tile(tile)
			}
			d.Antipodes, d.Hardest = append(d.Antipodes, far), append(d.Hardest, StartOf(b))
		}
	}
	return d, nil
}

// counted searches without keeping levels.
func (ts *Shelf) counted(ctx context.Context, c *moveset.Compiled, opt DistributionOptions,
	lim puzzle.Limits) (*Distribution, error) {
	x := ts.Plan(c)
	list := c.Distinct(nil)
	n := NeedRanked(c, x, 2)
	if n.Memory < tooMuch && len(c.CostClasses(list)) <= 1 {
		n.Memory = x.memory(len(list)) + levelsMemory(x)
	}
	if err := checkNeed(c, false, n, lim); err != nil {
		return nil, err
	}
	x, err := fillCosets(ctx, x)
	if err != nil {
		return nil, err
	}
	s, err := newLevels(ctx, x, c.Pulls(list), nil)
	if err != nil {
		return nil, err
	}
	if err := s.run(ctx, newWatch(c.Key("counted"), opt, lim)); err != nil {
		return nil, err
	}
	t := &Table{x: x}
	t.adopt(s, c, list)
	return t.distribution(ctx, 0, nil)
}

// place puts the farthest boards of a distribution for different tiles among the idle cells.
func PlaceFarthest(m *moveset.Moving, d *Distribution, n int) {
	for _, list := range [][][]permute.Tile{d.Antipodes, d.Hardest} {
		for i := range list {
			list[i] = m.Placed(list[i], n)
		}
	}
}
