package puzzle

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
)

// A Wish says what a made puzzle is to look like. What is 0 is left to the family.
type Wish struct {
	Rows, Cols int
	Pieces     int  // tiles or blocks
	Colours    int  // kinds of tiles, or states of a lamp
	Symmetric  bool // the left half is the right half in a mirror
}

// maxWished bounds the cells of a wish.
const maxWished = 1 << 20

// Board makes a puzzle of in's family as w wishes, whose target is one to scramble from: Scramble puts another start in
// its place, or where w is Symmetric the start stands as wished. only says that chance had no part in the target. What
// no puzzle of the family can be is an error that matches ErrInput, and ErrUnsupported what it makes no puzzles by.
func (f *Family) Board(rng *rand.Rand, w Wish) (in Instance, only bool, err error) {
	if f.level.board == nil {
		return Instance{}, false, fmt.Errorf("%w: %s makes no boards by wish", ErrUnsupported, f.name)
	}
	if w.Rows < 1 || w.Cols < 1 || int64(w.Rows)*int64(w.Cols) > maxWished {
		return Instance{}, false, grid.Errorf(grid.Pos{}, "a board of %d × %d cells is not made; it has 1 to %d cells",
			w.Rows, w.Cols, maxWished)
	}
	p, only, err := f.level.board(rng, w)
	if err != nil {
		return Instance{}, false, err
	}
	return Instance{of: f.Checker, value: p}, only, nil
}

// Boards reports whether Board makes puzzles.
func (f *Family) Boards() bool { return f.level.board != nil }
