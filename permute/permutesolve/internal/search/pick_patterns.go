package search

import (
	"context"
	"errors"

	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of the pattern databases of one search.
const (
	maxPatternSize  = 1 << 18 // arrangements of one
	maxPatternKinds = 64
	maxPatternTiles = 64 // cells
)

// patterns returns databases for a problem, as many and as fine as their bounds allow:
//   - walking distances: of each tile only the row matters in which goal 1 wants it, or the column, or the half of
//     the board;
//   - some tiles, all others being alike.
func patterns(ctx context.Context, pr *problem, unit int64, lim puzzle.Limits) ([]*pattern, error) {
	if pr.kinds > maxPatternKinds || pr.c.N > maxPatternTiles {
		return nil, nil
	}
	var out []*pattern
	m := &meter{ctx: ctx, what: "a pattern database", lim: lim}
	for _, class := range pr.classings() {
		classes := 0
		for _, k := range class {
			classes = max(classes, int(k)+1)
		}
		merged := pr.merged(class, classes)
		if classes < 2 || Arrangements(merged.count, maxPatternSize) > maxPatternSize ||
			merged.fillings(maxSources) > maxSources {
			continue
		}
		pt, err := newPattern(ctx, pr, class, classes, unit, m)
		switch {
		case err == nil:
			out = append(out, pt)
		case !errors.Is(err, puzzle.ErrLimit): // a smaller one may still have room
			return nil, err
		}
	}
	return out, nil
}

// classings lists the ways to merge the kinds, those that tell more apart before their own coarsenings.
func (pr *problem) classings() (out [][]uint8) {
	home := make([]int, pr.kinds) // a cell in which the first goal wants the kind
	for k := range home {
		home[k] = -1
	}
	for i, k := range pr.goals[0] {
		if k >= 0 && home[k] < 0 {
			home[k] = i
		}
	}
	rows, cols := pr.c.Rows, pr.c.Cols
	by := func(class func(cell int) int) {
		// Classes are numbered as they occur, so that none is empty.
		list := make([]uint8, pr.kinds)
		number := make(map[int]uint8)
		for k, cell := range home {
			c := -1
			if cell >= 0 {
				c = class(cell)
			}
			if _, ok := number[c]; !ok {
				number[c] = uint8(len(number))
			}
			list[k] = number[c]
		}
		out = append(out, list)
	}
	fits := func(class func(cell int) int) bool {
		n := len(out)
		by(class)
		merged := pr.merged(out[n], pr.kinds)
		ok := Arrangements(merged.count, maxPatternSize) <= maxPatternSize
		if !ok {
			out = out[:n]
		}
		return ok
	}
	for parts := rows; parts > 1 && !fits(func(cell int) int { r, _ := pr.c.At(cell); return r * parts / rows }); parts-- {
	}
	for parts := cols; parts > 1 && !fits(func(cell int) int { _, k := pr.c.At(cell); return k * parts / cols }); parts-- {
	}
	// Groups of tiles, as large as fit, until all kinds have had their turn.
	for from := 0; from < pr.kinds && len(out) < 8; {
		size := pr.kinds - from
		for ; size > 0; size-- {
			list := make([]uint8, pr.kinds)
			for k := range size {
				list[from+k] = uint8(k + 1)
			}
			if Arrangements(pr.merged(list, pr.kinds+1).count, maxPatternSize) <= maxPatternSize {
				// Where the group is everything no kind is left for class 0.
				if size == pr.kinds {
					for k := range list {
						list[k]--
					}
				}
				out = append(out, list)
				break
			}
		}
		from += max(1, size)
	}
	return out
}
