package ways

import (
	"context"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// The last row is the belt: it moves on cell by cell and carries a tile of every column with it, which
// makes it cheap. A column is a ring of cells of which the belt holds one, the slot; turning the
// column puts the belt's tile into the ring and the ring's next tile onto the belt.

// columns brings the tiles into their columns, in any order: whenever the belt shows a column a tile of its own, the
// column keeps it and turns to the next tile that is not. One and a half pushes a tile are usual. When a full round
// of the belt serves nobody, all columns that are not done turn on unserved; when that has not helped for a while,
// the rest is exchanged tile by tile.
func (b *construction) columns(ctx context.Context) error {
	rows, cols := b.t.Rows, b.t.Cols
	w := rows - 1
	own := func(r, c int) bool { return int(b.dest[r*cols+c])%cols == c }
	bad := make([]int, cols) // foreign tiles in the ring, not counting the slot
	turned := make([]int, cols)
	for c := range cols {
		for r := range w {
			if !own(r, c) {
				bad[c]++
			}
		}
	}
	turn := func(c int) {
		if !own(w, c) {
			bad[c]++
		}
		b.shift(moveset.Shift{Line: int32(rows + c), By: 1})
		turned[c]++
		if !own(w, c) {
			bad[c]--
		}
	}
	const patience = 4
	idle, best := 0, rows*cols // rounds since fewer foreign tiles than ever were left
	for idle < patience {
		if err := ctx.Err(); err != nil {
			return err
		}
		served, left := 0, 0
		for range cols {
			b.shift(moveset.Shift{Line: int32(w), By: 1})
			for c := range cols {
				if bad[c] == 0 || !own(w, c) {
					continue
				}
				served++
				for n := 0; n < rows && bad[c] > 0 && own(w, c); n++ {
					turn(c)
				}
			}
		}
		for c := range cols {
			left += bad[c]
		}
		if left == 0 {
			break
		}
		idle++
		if left < best {
			idle, best = 0, left
		}
		if served == 0 {
			for c := range cols {
				if bad[c] > 0 {
					turn(c)
				}
			}
		}
	}
	b.exchange()
	return nil
}

// exchange brings the tiles that are still in a foreign column into their own: with one cell of that column that
// holds a foreign tile, and the cell of the tile's present column beside it, an ell whose third tile stays in its
// column.
func (b *construction) exchange() {
	rows, cols := b.t.Rows, b.t.Cols
	for c := range cols {
		for r := range rows {
			x := int32(r*cols + c)
			for {
				to := int(b.dest[x]) % cols
				if to == c {
					break
				}
				best, cost := ell{}, int64(-1)
				for r2 := range rows {
					y := int32(r2*cols + to)
					if int(b.dest[y])%cols == to {
						continue
					}
					e := ell{corner: int32(r2*cols + c), rowArm: y, colArm: x} // x → y, y → corner, corner → x
					if r2 == r {
						// One row: y → x beside the third cell of the ell, below x in its column.
						e = ell{corner: x, rowArm: y, colArm: int32((r+1)%rows*cols + c)}
					}
					if k := b.turnCost(e); cost < 0 || k < cost {
						best, cost = e, k
					}
				}
				b.turn(best, best.corner == x)
			}
		}
	}
}

// sort orders the tiles of every column. Each column in turn is a ring on which the belt's slot travels. Shifting the
// belt replaces the ring's tile at the slot by one that the belt carries: so a tile is put where it belongs and
// another one taken along, for a few pushes. hands is how many of the belt's cells beside the column carry tiles:
// with many the next one is near on the ring and far on the belt, with few the other way round, and about √(2 rows)
// is best.
//
// What else lies on the belt there gets mixed up, which costs each column a tile or two in the last row.
func (b *construction) sort(ctx context.Context, hands int) error {
	for c := range b.t.Cols {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.sortColumn(c, hands)
	}
	return nil
}

func (b *construction) sortColumn(c, hands int) {
	rows, cols := b.t.Rows, b.t.Cols
	w := rows - 1
	belt, ring := int32(w), int32(rows+c)
	turned, moved := 0, 0 // of the column and of the belt, from their places
	// hand is the tile in hand h, 0 being the column's own; -1 where h is at the slot.
	hand := func(h int) int32 { return b.dest[w*cols+((c+h+moved)%cols+cols)%cols] }
	at := 0 // the hand at the slot: the belt has moved by -at
	place := func(r int) int { return ((r-turned)%rows + rows) % rows }
	for {
		bestHand, bestTurn, bestCost := -1, 0, int64(-1)
		consider := func(h, to int) { // hand h at the cell of the ring whose place is to
			turn := moveset.Shift{Line: ring, By: int32(w - to - turned)}
			cost := b.t.CostOf(turn) + b.t.CostOf(moveset.Shift{Line: belt, By: int32(at - h)})
			if bestCost < 0 || cost < bestCost {
				bestHand, bestTurn, bestCost = h, int(turn.By), cost
			}
		}
		// Cells of the ring whose tiles belong elsewhere in it, and so may be taken in exchange for a foreign one.
		near, nearCost := -1, int64(-1)
		for r := range rows {
			d := int(b.dest[r*cols+c])
			if d%cols != c || d/cols == place(r) {
				continue
			}
			if cost := b.t.CostOf(moveset.Shift{Line: ring, By: int32(w - place(r) - turned)}); nearCost < 0 || cost < nearCost {
				near, nearCost = place(r), cost
			}
		}
		for h := 0; h <= hands; h++ {
			if h == at {
				continue
			}
			if d := int(hand(h)); d%cols == c {
				consider(h, d/cols)
			} else if near >= 0 {
				consider(h, near)
			}
		}
		if bestHand < 0 {
			break
		}
		b.shift(moveset.Shift{Line: ring, By: int32(bestTurn)})
		turned += bestTurn
		b.shift(moveset.Shift{Line: belt, By: int32(at - bestHand)})
		moved += at - bestHand
		at = bestHand
	}
	b.shift(moveset.Shift{Line: ring, By: int32(-turned % rows)})
	b.shift(moveset.Shift{Line: belt, By: int32(-moved % cols)})
}
