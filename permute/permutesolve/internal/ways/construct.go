package ways

import (
	"context"
	"math"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// Big boards are solved by shifts of lines in three parts. columns brings every tile into its column and sort brings
// the columns in order (belt.go): they move many tiles at a time and leave a few wrong. repair finishes tile by
// tile, by 3-cycles: the commutator of a row shift and a column shift moves three
// cells in the shape of an L and nothing else, at twice the cost of the two shifts. Rows are finished from the
// top, the last two column by column, so that the third cell of each L is one that is not finished yet; the
// last 2 × 2 cells hold an even permutation, and 3-cycles make all of those.
// An odd permutation is made even before all that by one odd move.
//
// All this is simulated with several settings, on the board and on its mirror image with rows and columns exchanged,
// and the cheapest word wins.

// construction is a board on its way: dest[i] is where the tile that lies at cell i has to go.
type construction struct {
	t    *moveset.Torus
	dest []int32
	at   []int32 // the cell of the tile that has to go to a cell: the inverse of dest
	buf  []permute.Tile
	word word
}

func newConstruction(t *moveset.Torus, dest []int32) *construction {
	b := &construction{t: t, dest: append([]int32(nil), dest...), at: make([]int32, len(dest)), word: word{t: t}}
	b.buf = make([]permute.Tile, max(t.Rows, t.Cols))
	return b
}

// shift makes a shift and writes it down.
func (b *construction) shift(s moveset.Shift) {
	if b.t.Mod(s) == 0 {
		return
	}
	b.t.Apply(b.dest, b.buf, s)
	b.word.add(s)
}

// locate brings at up to date after shifts.
func (b *construction) locate() {
	for i, d := range b.dest {
		b.at[d] = int32(i)
	}
}

// An ell is three cells: a corner, one in its row and one in its column.
type ell struct {
	corner, rowArm, colArm int32
}

// turn moves the tiles of an ell round: col arm → row arm → corner → col arm, or with back the other way
// round. No other tile moves: Row(-q) Col(-p) Row(q) Col(p) is a commutator of two shifts whose lines
// share one cell. The board is not simulated cell by cell; the word is.
func (b *construction) turn(e ell, back bool) {
	row, col, q, p := b.offsets(e)
	if !back {
		b.word.add(moveset.Shift{Line: row, By: -q})
		b.word.add(moveset.Shift{Line: col, By: -p})
		b.word.add(moveset.Shift{Line: row, By: q})
		b.word.add(moveset.Shift{Line: col, By: p})
	} else {
		b.word.add(moveset.Shift{Line: col, By: -p})
		b.word.add(moveset.Shift{Line: row, By: -q})
		b.word.add(moveset.Shift{Line: col, By: p})
		b.word.add(moveset.Shift{Line: row, By: q})
	}
	d := b.dest
	if !back {
		d[e.rowArm], d[e.corner], d[e.colArm] = d[e.colArm], d[e.rowArm], d[e.corner]
	} else {
		d[e.rowArm], d[e.colArm], d[e.corner] = d[e.corner], d[e.rowArm], d[e.colArm]
	}
	b.at[d[e.rowArm]], b.at[d[e.corner]], b.at[d[e.colArm]] = e.rowArm, e.corner, e.colArm
}

func (b *construction) offsets(e ell) (row, col, q, p int32) {
	n := int32(b.t.Cols)
	return e.corner / n, int32(b.t.Rows) + e.corner%n, e.rowArm%n - e.corner%n, e.colArm/n - e.corner/n
}

// turnCost is the cost of a turn, either way round.
func (b *construction) turnCost(e ell) int64 {
	row, col, q, p := b.offsets(e)
	t := b.t
	return t.CostOf(moveset.Shift{Line: row, By: q}) + t.CostOf(moveset.Shift{Line: row, By: -q}) +
		t.CostOf(moveset.Shift{Line: col, By: p}) + t.CostOf(moveset.Shift{Line: col, By: -p})
}

// repair finishes the board, whose permutation is even.
func (b *construction) repair(ctx context.Context) error {
	b.locate()
	rows, cols := int32(b.t.Rows), int32(b.t.Cols)
	for r := range rows - 2 {
		if err := ctx.Err(); err != nil {
			return err
		}
		for c := range cols {
			b.place(r*cols+c, func(cell int32) bool { return cell > r*cols+c })
		}
	}
	top := (rows - 2) * cols // the first of the last two rows
	for c := range cols - 1 {
		b.place(top+c, func(cell int32) bool { return cell >= top && cell%cols >= c && cell != top+c })
		if c < cols-2 {
			b.place(top+cols+c, func(cell int32) bool { return cell >= top && cell%cols > c })
		}
	}
	// Three cells are left: an ell with its corner at the last one.
	e := ell{corner: top + 2*cols - 1, rowArm: top + 2*cols - 2, colArm: top + cols - 1}
	switch b.dest[e.corner] {
	case e.colArm:
		b.turn(e, false)
	case e.rowArm:
		b.turn(e, true)
	}
	return nil
}

// place brings the tile that belongs into cell there by the cheapest ell whose other cells are free: that is, not
// finished.
func (b *construction) place(cell int32, free func(int32) bool) {
	x := b.at[cell]
	if x == cell {
		return
	}
	n := int32(b.t.Cols)
	xr, xc, r, c := x/n, x%n, cell/n, cell%n
	best, bestCost, bestBack := ell{}, int64(-1), false
	try := func(e ell, back bool) {
		third := e.corner
		if third == x || third == cell {
			third = e.rowArm
		}
		if third == x || third == cell {
			third = e.colArm
		}
		if !free(third) {
			return
		}
		if cost := b.turnCost(e); bestCost < 0 || cost < bestCost {
			best, bestCost, bestBack = e, cost, back
		}
	}
	switch {
	case xr != r && xc != c:
		// x and the cell are the arms; the corner is one of the two other corners of their rectangle.
		try(ell{corner: xr*n + c, rowArm: x, colArm: cell}, true)
		try(ell{corner: r*n + xc, rowArm: cell, colArm: x}, false)
	case xc == c:
		for _, d := range []int32{1, n - 1} { // the cells beside x or beside the cell
			arm := xr*n + (xc+d)%n
			try(ell{corner: x, rowArm: arm, colArm: cell}, false)
			arm = r*n + (c+d)%n
			try(ell{corner: cell, rowArm: arm, colArm: x}, true)
			// x → col arm needs a step from the corner (forward); x at the col arm → corner is a step back.
		}
		if bestCost < 0 { // any cell of x's row will do: one is free
			for arm := xr * n; arm < (xr+1)*n; arm++ {
				if arm != x {
					try(ell{corner: x, rowArm: arm, colArm: cell}, false)
				}
			}
		}
	default: // one row
		rows := int32(b.t.Rows)
		for k := int32(1); k < rows && (bestCost < 0 || k < 2); k++ {
			for _, rr := range []int32{(xr + k) % rows, (xr + rows - k) % rows} {
				try(ell{corner: x, rowArm: cell, colArm: rr*n + xc}, true)
				try(ell{corner: cell, rowArm: x, colArm: rr*n + c}, false)
			}
		}
	}
	b.turn(best, bestBack)
}

// odd reports whether dest is an odd permutation.
func odd(dest []int32) bool {
	seen := make([]bool, len(dest))
	swaps := 0
	for i := range dest {
		if seen[i] {
			continue
		}
		for j := int32(i); !seen[j]; j = dest[j] {
			seen[j] = true
			swaps++
		}
		swaps--
	}
	return swaps%2 != 0
}

// constructWord finds moves that bring the tile at cell i to cell dest[i], for all i. The permutation must be even,
// or c must hold an odd move; otherwise ok is false.
func constructWord(ctx context.Context, c *moveset.Compiled, t *moveset.Torus,
	dest []int32) (moves []int32, ok bool, err error) {
	var first []int32 // a move that makes the permutation even
	if odd(dest) {
		m := cheapestOdd(c)
		if m < 0 {
			return nil, false, nil
		}
		first = []int32{m}
		dest = append([]int32(nil), dest...)
		c.Apply(dest, make([]permute.Tile, c.N), m)
	}
	best := int64(-1)
	flipped, flippedDest := t.Flip(dest)
	for _, hands := range handSettings(t) {
		for _, way := range []struct {
			t    *moveset.Torus
			dest []int32
		}{{t, dest}, {flipped, flippedDest}} {
			b := newConstruction(way.t, way.dest)
			if err := b.run(ctx, hands); err != nil {
				return nil, false, err
			}
			if cost := b.word.cost(); best < 0 || cost < best {
				best, moves = cost, b.word.moves()
			}
		}
	}
	return append(first, moves...), true, nil
}

// run solves the board. Without hands it is repair alone.
func (b *construction) run(ctx context.Context, hands int) error {
	if hands > 0 {
		if err := b.columns(ctx); err != nil {
			return err
		}
		if err := b.sort(ctx, min(hands, b.t.Cols-1)); err != nil {
			return err
		}
		if odd(b.dest) {
			b.fixParity()
		}
	}
	return b.repair(ctx)
}

// handSettings are numbers of hands to try: all that may be good on small boards, a few around the best one on big
// ones.
func handSettings(t *moveset.Torus) []int {
	n := max(t.Rows, t.Cols)
	if n <= 20 {
		out := []int{0}
		for hands := 1; hands <= n/3; hands++ {
			out = append(out, hands)
		}
		return out
	}
	root := int(math.Sqrt(2 * float64(n)))
	return []int{root / 2, root * 3 / 4, root}
}

// cheapestOdd is the cheapest move that is an odd permutation, or -1.
func cheapestOdd(c *moveset.Compiled) int32 {
	best := int32(-1)
	for i := range c.Moves {
		if !c.Moves[i].Even && (best < 0 || c.Moves[i].Cost < c.Moves[best].Cost) {
			best = int32(i)
		}
	}
	return best
}

// fixParity makes the permutation even by the cheapest shift of an odd number of steps along a line of even length:
// the belt shifts such lines freely.
func (b *construction) fixParity() {
	best, cost := moveset.Shift{}, int64(-1)
	for l := range int32(b.t.Rows + b.t.Cols) {
		if b.t.Size(l)%2 != 0 {
			continue
		}
		for _, k := range []int32{1, -1} {
			s := moveset.Shift{Line: l, By: k}
			if c := b.t.CostOf(s); cost < 0 || c < cost {
				best, cost = s, c
			}
		}
	}
	if cost >= 0 {
		b.shift(best)
	}
}
