package tilt

import (
	"github.com/gridwright/gridwright/grid"
)

// instance puts the tiles on a board, bonds them and refuses a board on which more could bond.
func (t *tumble) instance() (*Instance, error) {
	if err := t.m.Work(20 * t.h * t.w); err != nil {
		return nil, err
	}
	if err := t.m.Hold(theBoard, bytesPerTumble*int64(t.h)*int64(t.w)); err != nil {
		return nil, err
	}
	p := &Instance{Palette: t.pal.labels, Start: NewBoard(t.h, t.w, len(t.pal.labels)), Rules: &Rules{}}
	on := make([]int32, t.h*t.w) // of each cell: the number of its tile, from 1; 0: none
	for i := range t.tiles {
		tile := &t.tiles[i]
		x, y := int(tile.x), int(tile.y)
		if x >= t.w || y >= t.h {
			return nil, grid.Errorf(tile.at(), "x %d, y %d is outside of the board, which has %d × %d cells (height × width)", x,
				y, t.h, t.w)
		}
		cell := y*t.w + x
		if on[cell] != 0 {
			if other := &t.tiles[on[cell]-1]; !other.wall || !tile.wall { // walls may be there twice
				return nil, grid.Errorf(tile.at(), "there is a second tile at x %d, y %d; the first is at line %d, column %d", x, y,
					other.line, other.col)
			}
			continue
		}
		on[cell] = int32(i + 1)
		if !tile.wall {
			p.Start.Set(y, x, int(tile.code))
			continue
		}
		if p.Rules.Ground == nil {
			p.Rules.Ground = make([]Ground, t.h*t.w)
		}
		p.Rules.Ground[cell] = Wall
	}
	if t.sticky() {
		var err error
		if p.Rules.Pieces, err = t.pieces(on); err != nil {
			return nil, err
		}
	}
	return p.Tidy(), nil
}

// sticky reports whether any glue has a strength.
func (t *tumble) sticky() bool {
	for _, s := range t.strengths {
		if s > 0 {
			return true
		}
	}
	return false
}

// holding is the glue on a side of a tile; 0 where there is none that has a strength.
func (t *tumble) holding(tile *tumbleTile, side int) uint32 {
	if tile.wall || t.strengths[tile.glues[side]] == 0 {
		return 0
	}
	return tile.glues[side]
}

// pieces bonds tiles, and numbers pieces of several cells from 1 in reading order. Two bond where the strengths of the
// glues they share are 1 or more together, so one such side is enough.
func (t *tumble) pieces(on []int32) ([]uint32, error) {
	if err := t.m.Work(100 * len(on)); err != nil {
		return nil, err
	}
	parent := make([]int32, len(on)) // of each cell, in a forest of cells
	for cell := range parent {
		parent[cell] = int32(cell)
	}
	root := func(cell int32) int32 {
		for parent[cell] != cell {
			parent[cell] = parent[parent[cell]]
			cell = parent[cell]
		}
		return cell
	}
	bond := func(cell, next, side, other int) {
		if on[cell] == 0 || on[next] == 0 {
			return
		}
		g := t.holding(&t.tiles[on[cell]-1], side)
		if g == 0 || g != t.holding(&t.tiles[on[next]-1], other) {
			return
		}
		a, b := root(int32(cell)), root(int32(next))
		parent[max(a, b)] = min(a, b) // the root is the first cell
	}
	for cell := range on {
		if (cell+1)%t.w != 0 {
			bond(cell, cell+1, east, west)
		}
		if cell+t.w < len(on) {
			bond(cell, cell+t.w, south, north)
		}
	}
	for cell := range parent {
		parent[cell] = root(int32(cell))
	}
	if err := t.settled(on, parent); err != nil {
		return nil, err
	}
	pieces, numbers := make([]uint32, len(on)), uint32(0)
	for cell, first := range parent {
		if int(first) == cell {
			continue
		}
		if pieces[first] == 0 {
			numbers++
			pieces[first] = numbers
		}
		pieces[cell] = pieces[first]
	}
	return pieces, nil
}

// A bare side is one that no tile of its own piece covers, so that another piece may come to touch it.
type bare struct {
	piece int32 // its first cell
	tile  *tumbleTile
}

// settled refuses a board with two pieces of which one has on a bare side the glue that the other has on the opposite
// side: they might meet. Whether they can is not asked, as only a search can tell.
func (t *tumble) settled(on, first []int32) error {
	steps := [4]int{north: -t.w, east: 1, south: t.w, west: -1}
	bares := map[uint32]*[4][]bare{} // of each glue and side: bare sides of two pieces at most, which is enough
	for cell, n := range on {
		if n == 0 {
			continue
		}
		tile := &t.tiles[n-1]
		edge := [4]bool{north: cell < t.w, east: (cell+1)%t.w == 0, south: cell+t.w >= len(on), west: cell%t.w == 0}
		for side, step := range steps {
			g := t.holding(tile, side)
			if g == 0 || !edge[side] && first[cell+step] == first[cell] {
				continue
			}
			sides := bares[g]
			if sides == nil {
				sides = new([4][]bare)
				bares[g] = sides
			}
			for _, other := range sides[(side+2)%4] {
				if other.piece != first[cell] {
					return grid.Errorf(tile.at(), "this tile could bond on the way with that at line %d, column %d, by the glue %s; "+
						"boards whose pieces grow are not read", other.tile.line, other.tile.col, grid.Quote(t.names[g]))
				}
			}
			if have := sides[side]; len(have) == 0 || len(have) == 1 && have[0].piece != first[cell] {
				sides[side] = append(have, bare{first[cell], tile})
			}
		}
	}
	return nil
}
