package permute

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// shiftArgs is what stands behind the name of a set that shifts lines: "right,down:2:rows=1,3".
type shiftArgs struct {
	which []dir
	by    int       // cells, from 1
	only  [2][]bool // the columns [0] and the rows [1] that move; both nil: all do
}

// moves reports whether the line moves in d's direction.
func (a *shiftArgs) moves(d dir, line int) bool {
	if a.only[0] == nil && a.only[1] == nil {
		return true
	}
	lines := a.only[d.axis()]
	return lines != nil && lines[line]
}

// count is how many of n lines move in d's direction.
func (a *shiftArgs) count(d dir, n int) int {
	moving := 0
	for i := range n {
		if a.moves(d, i) {
			moving++
		}
	}
	return moving
}

// axis is 1 along rows and 0 along columns.
func (d dir) axis() int {
	if d.row {
		return 1
	}
	return 0
}

// shiftArgs reads the parts of tail, with colons between them: directions if which is nil, a distance unless it is a
// drag, lines.
func (b *setBuilder) shiftArgs(src Source, which []dir, tail string, drag bool) (a shiftArgs, bad *fault) {
	a.which, a.by = which, 1
	counted := drag // a distance has been read, or has no place
	for i, part := range strings.Split(tail, ":") {
		key, list, isList := strings.Cut(part, "=")
		_, err := strconv.Atoi(part)
		switch {
		case tail == "":
		case isList && (key == "rows" || key == "cols"):
			bad = b.only(src.Set, &a, key == "rows", list)
		case i == 0 && which == nil && (err != nil || drag):
			a.which, bad = b.directions(src.Set, part)
		case counted:
			bad = b.faultf("%s has no place in the set %s", grid.Quote(part), grid.Quote(src.Set))
		default:
			counted = true
			a.by, bad = b.distance(src.Set, part)
		}
		if bad != nil {
			return a, bad
		}
	}
	if a.which == nil {
		a.which = dirs()
	}
	for axis, lines := range a.only {
		if lines != nil && !slices.ContainsFunc(a.which, func(d dir) bool { return d.axis() == axis }) {
			return a, b.faultf("the set %s names %s, and none of its directions moves them", grid.Quote(src.Set),
				[2]string{"columns", "rows"}[axis])
		}
	}
	return a, nil
}

// distance reads by how many cells lines are shifted.
func (b *setBuilder) distance(set, text string) (int, *fault) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxCells || strconv.Itoa(n) != text {
		return 0, b.faultf("%s in the set %s is no distance; it is a whole number from 1 to %d", grid.Quote(text),
			grid.Quote(set), MaxCells)
	}
	return n, nil
}

// only reads the rows, or columns, that move: "1,3" or "1,3-5".
func (b *setBuilder) only(set string, a *shiftArgs, rows bool, list string) *fault {
	d, what := dir{row: rows}, "column"
	if rows {
		what = "row"
	}
	n, _ := b.lines(d)
	if a.only[d.axis()] != nil {
		return b.faultf("the set %s names its %ss twice", grid.Quote(set), what)
	}
	if bad := b.limit(b.meter.Hold(theMoves, int64(n))); bad != nil {
		return bad
	}
	lines := make([]bool, n)
	for item := range strings.SplitSeq(list, ",") {
		first, last, span := strings.Cut(item, "-")
		from, err := strconv.Atoi(first)
		to, err2 := from, error(nil)
		if span {
			to, err2 = strconv.Atoi(last)
		}
		if err != nil || err2 != nil || from < 1 || to < from || to > n {
			return b.faultf("%s in the set %s is no %s; they are numbered from 1 to %d", grid.Quote(item), grid.Quote(set),
				what, n)
		}
		for i := from - 1; i < to; i++ {
			if lines[i] {
				return b.faultf("the %s %d stands twice in the set %s", what, i+1, grid.Quote(set))
			}
			lines[i] = true
		}
	}
	a.only[d.axis()] = lines
	return nil
}

// lock reads the cell that does not move: "2,3", row and column.
func (b *setBuilder) lock(src Source, cell string) *fault {
	row, col, _ := strings.Cut(cell, ",")
	r, err := strconv.Atoi(row)
	c, err2 := strconv.Atoi(col)
	switch {
	case err != nil || err2 != nil || r < 1 || c < 1 || r > b.rows || c > b.cols:
		return b.faultf("%s names no cell of this board, as locked:2,3 names the one in row 2, column 3",
			grid.Quote(src.Set))
	case src.Cost > 1:
		return b.faultf("%s is no move, and has no cost", grid.Quote(src.Set))
	}
	at := (r-1)*b.cols + c - 1
	if b.locked == nil {
		if bad := b.limit(b.meter.Hold(theMoves, int64(b.rows*b.cols))); bad != nil {
			return bad
		}
		b.locked = make([]bool, b.rows*b.cols)
	}
	if b.locked[at] {
		return b.faultf("%s stands twice", grid.Quote(src.Set))
	}
	b.locked[at] = true
	return nil
}

// unlock leaves out the moves that move a locked cell.
func (b *setBuilder) unlock() {
	if b.locked == nil {
		return
	}
	b.index, b.moved = map[string]int32{}, 0
	b.moves = slices.DeleteFunc(b.moves, func(m Move) bool {
		return slices.ContainsFunc(m.Cycles, func(cycle []int32) bool {
			return slices.ContainsFunc(cycle, func(cell int32) bool { return b.locked[cell] })
		})
	})
	for i, m := range b.moves {
		b.index[m.Name] = int32(i)
		for _, c := range m.Cycles {
			b.moved += int64(len(c))
		}
	}
}
