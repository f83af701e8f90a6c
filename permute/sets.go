package permute

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// MovesDoc describes the names of sets of moves.
const MovesDoc = `shift-right, shift-left, shift-up, shift-down: every row or column by one cell, cyclically (moves
R1, R2 …, L1, U1, D1); with :k by k cells (shift-right:2; moves R1*2). shifts: all four;
shifts:right,down: some; shifts:right,down:2. drag, drag:right,down: rows and columns by any
distance in one move (R1, R1*2, …), each permutation once. With :rows=1,3 or :cols=2-4 behind any of
these only those lines move: shifts:rows=1,3, drag:right:rows=2, shifts:rows=1:cols=1. rotate-cw,
rotate-ccw, rotate-180: the whole grid by a quarter or half turn (CW, CCW, HALF; the first two on a square board);
rotate:cw,180: some; rotate: both quarter turns. twist-cw:2x2, twist-ccw:2x2: a quarter turn of
every 2 × 2 square, named by its upper left cell (T1,1 and T1,1'; T1,1*3 for 3 × 3); twist:2x2:
both. swap:adjacent: two cells that share a side change places (S1,1-1,2). mirror-left-right,
mirror-up-down: the whole grid (MLR, MUD). locked:2,3 leaves out all moves of the list that move the
cell in row 2, column 3.`

// ParseMoves makes the set of moves that words name, separated by blanks; see MovesDoc. A cost other than 1
// stands behind a name: "shift-right rotate-cw=3".
func ParseMoves(rows, cols int, words string) (*MoveSet, error) {
	return parseMovesAt(nil, rows, cols, words, func(int) grid.Pos { return grid.Pos{} })
}

// parseSource reads "twist:2x2" or "twist:2x2=3".
func parseSource(word string) (Source, error) {
	name, cost, costly := word, "", false
	if i := strings.LastIndexByte(word, '='); i >= 0 && !strings.HasSuffix(word[:i], ":rows") &&
		!strings.HasSuffix(word[:i], ":cols") {
		name, cost, costly = word[:i], word[i+1:], true
	}
	src := Source{Set: name}
	if name == "" {
		return src, grid.Errorf(grid.Pos{}, "the name of a set of moves is expected, not %s", grid.Quote(word))
	}
	if costly {
		n, err := strconv.ParseInt(cost, 10, 64)
		if err != nil || n < 1 || n > MaxCost {
			return src, grid.Errorf(grid.Pos{}, "the cost of %s is %s; it must be from 1 to %d", grid.Quote(name),
				grid.Quote(cost), int64(MaxCost))
		}
		if n > 1 {
			src.Cost = n
		}
	}
	return src, nil
}

// word is the inverse of parseSource.
func (s *Source) word() string {
	if s.Cost > 1 {
		return s.Set + "=" + strconv.FormatInt(s.Cost, 10)
	}
	return s.Set
}

// A dir is one of the directions of shifts.
type dir struct {
	word, letter string
	row          bool // along rows
	step         int  // cells, to the right or down
}

func dirs() []dir {
	return []dir{{"right", "R", true, 1}, {"left", "L", true, -1}, {"up", "U", false, -1}, {"down", "D", false, 1}}
}

// named adds the moves of a named set.
func (b *setBuilder) named(src Source) *fault {
	cost := src.Cost
	if cost == 0 {
		cost = 1
	}
	if cost < 1 || cost > MaxCost {
		return b.faultf("the cost of %s is %d; it must be from 1 to %d", grid.Quote(src.Set), cost, int64(MaxCost))
	}
	head, tail, argued := strings.Cut(src.Set, ":")
	base, kind, joined := strings.Cut(head, "-")
	if argued && tail == "" {
		return b.faultf("the set %s lacks something behind the colon", grid.Quote(src.Set))
	}
	put := func(name string, cycles [][]int32) *fault {
		if len(cycles) == 0 {
			return nil
		}
		return b.push(Move{name, cycles, cost}, src.Set, true)
	}
	if joined && base == "shift" {
		for _, d := range dirs() {
			if d.word == kind {
				return b.shifts(src, []dir{d}, tail, put)
			}
		}
	}
	switch head {
	case "shifts":
		return b.shifts(src, nil, tail, put)
	case "drag":
		a, bad := b.shiftArgs(src, nil, tail, true)
		if bad != nil {
			return bad
		}
		return b.drags(a, put)
	case "locked":
		return b.lock(src, tail)
	case "rotate":
		if tail == "" {
			tail = "cw,ccw"
		}
		return b.rotations(src.Set, strings.Split(tail, ","), put)
	case "twist", "twist-cw", "twist-ccw":
		return b.twists(src.Set, tail, kind != "ccw", kind != "cw", put)
	case "swap":
		if tail == "adjacent" {
			return b.swaps(put)
		}
	}
	if !argued {
		switch head {
		case "rotate-cw", "rotate-ccw", "rotate-180":
			return b.rotations(src.Set, []string{kind}, put)
		case "swap-adjacent":
			return b.swaps(put)
		case "mirror-left-right":
			return put("MLR", b.whole(func(r, c int) (int, int) { return r, b.cols - 1 - c }))
		case "mirror-up-down":
			return put("MUD", b.whole(func(r, c int) (int, int) { return b.rows - 1 - r, c }))
		}
	}
	return b.faultf("there is no set of moves %s; there are shift-right, -left, -up, -down, shifts, drag, rotate-cw, "+
		"-ccw, -180, twist:2x2, twist-cw:2x2, twist-ccw:2x2, swap:adjacent, mirror-left-right, mirror-up-down%s",
		grid.Quote(src.Set),
		grid.DidYouMean(src.Set, setNames()))
}

// setNames are the names that a mistyped one may have meant.
func setNames() []string {
	return []string{"shift-right", "shift-left", "shift-up", "shift-down", "shifts", "drag", "rotate-cw", "rotate-ccw",
		"rotate-180", "twist:2x2", "twist-cw:2x2", "twist-ccw:2x2", "swap:adjacent", "mirror-left-right", "mirror-up-down"}
}

// directions reads "right,down"; empty names all.
func (b *setBuilder) directions(set, names string) ([]dir, *fault) {
	all := dirs()
	if names == "" {
		return all, nil
	}
	var out []dir
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(d dir) bool { return d.word == name })
		if i < 0 {
			return nil, b.faultf("%s is no direction in the set %s; it is right, left, up or down", grid.Quote(name),
				grid.Quote(set))
		}
		if slices.Contains(out, all[i]) {
			return nil, b.faultf("the direction %s stands twice in the set %s", name, grid.Quote(set))
		}
		out = append(out, all[i])
	}
	return out, nil
}

type putFunc = func(name string, cycles [][]int32) *fault

// room refuses moves·cells before they are made.
func (b *setBuilder) room(moves, cells int) *fault {
	if n := int64(len(b.moves)) + int64(moves); n > MaxMoves {
		return b.faultf("there are %d moves; at most %d are possible", n, MaxMoves)
	}
	if n := b.moved + int64(moves)*int64(cells); n > MaxMoved {
		return b.tooMuch(n)
	}
	return b.limit(b.meter.Hold(theMoves, bytesPerMove*int64(moves)+bytesPerMoved*int64(moves)*int64(cells)))
}

// lines is the number of lines in d's direction, and the cells of one.
func (b *setBuilder) lines(d dir) (lines, cells int) {
	if d.row {
		return b.rows, b.cols
	}
	return b.cols, b.rows
}

func (b *setBuilder) shifts(src Source, which []dir, tail string, put putFunc) *fault {
	a, bad := b.shiftArgs(src, which, tail, false)
	if bad != nil {
		return bad
	}
	for _, d := range a.which {
		lines, cells := b.lines(d)
		if a.by%cells == 0 {
			continue
		}
		if bad := b.room(a.count(d, lines), cells); bad != nil {
			return bad
		}
		for i := range lines {
			if !a.moves(d, i) {
				continue
			}
			if bad := put(lineName(d, i, a.by), b.shift(d, i, a.by)); bad != nil {
				return bad
			}
		}
	}
	return nil
}

func lineName(d dir, line, k int) string {
	name := d.letter + strconv.Itoa(line+1)
	if k > 1 {
		name += "*" + strconv.Itoa(k)
	}
	return name
}

// shift is the cycles of a shift of one line by k cells: as many as k and the length have in common.
func (b *setBuilder) shift(d dir, line, k int) [][]int32 {
	_, n := b.lines(d)
	step := ((d.step*k)%n + n) % n
	if step == 0 {
		return nil
	}
	first, stride := line*b.cols, 1
	if !d.row {
		first, stride = line, b.cols
	}
	g := gcd(step, n)
	all := make([]int32, 0, n)
	cycles := make([][]int32, 0, g)
	for s := range g {
		from := len(all)
		for i, at := 0, s; i < n/g; i, at = i+1, (at+step)%n {
			all = append(all, int32(first+at*stride))
		}
		cycles = append(cycles, all[from:len(all):len(all)])
	}
	return cycles
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// drags gives every shift of every line once. Where both ways are asked for, the shorter one gives the name.
func (b *setBuilder) drags(a shiftArgs, put putFunc) *fault {
	for _, rows := range []bool{true, false} {
		var ways []dir
		for _, d := range a.which {
			if d.row == rows {
				ways = append(ways, d)
			}
		}
		if len(ways) == 0 {
			continue
		}
		lines, cells := b.lines(ways[0])
		if bad := b.room(a.count(ways[0], lines)*(cells-1), cells); bad != nil {
			return bad
		}
		for i := range lines {
			for k := 1; k < cells && a.moves(ways[0], i); k++ {
				d, by := ways[0], k
				if len(ways) == 2 && 2*k > cells {
					d, by = ways[1], cells-k
				}
				if bad := put(lineName(d, i, by), b.shift(d, i, by)); bad != nil {
					return bad
				}
			}
		}
	}
	return nil
}

// rotations turns the whole grid.
func (b *setBuilder) rotations(set string, kinds []string, put putFunc) *fault {
	if bad := b.room(len(kinds), b.rows*b.cols); bad != nil {
		return bad
	}
	for _, kind := range kinds {
		var bad *fault
		switch kind {
		case "cw", "ccw":
			if b.rows != b.cols {
				return b.faultf("%s turns the grid by a quarter, which takes a square board; this one has %d × %d cells "+
					"(rotate-180 turns any board by a half)", set, b.rows, b.cols)
			}
			if kind == "cw" {
				bad = put("CW", b.whole(func(r, c int) (int, int) { return c, b.rows - 1 - r }))
			} else {
				bad = put("CCW", b.whole(func(r, c int) (int, int) { return b.rows - 1 - c, r }))
			}
		case "180":
			bad = put("HALF", b.whole(func(r, c int) (int, int) { return b.rows - 1 - r, b.cols - 1 - c }))
		default:
			bad = b.faultf("%s is no rotation in the set %s; it is cw, ccw or 180", grid.Quote(kind), grid.Quote(set))
		}
		if bad != nil {
			return bad
		}
	}
	return nil
}

// whole is the cycles of the permutation of all cells that takes the tile at r, c to to(r, c).
func (b *setBuilder) whole(to func(r, c int) (int, int)) [][]int32 {
	return b.window(0, 0, b.rows, b.cols, to)
}

// window is the same for the cells of a window of h × w cells, with to within it.
func (b *setBuilder) window(top, left, h, w int, to func(r, c int) (int, int)) (cycles [][]int32) {
	seen := make([]bool, h*w)
	for i := range seen {
		if seen[i] {
			continue
		}
		var cycle []int32
		for r, c := i/w, i%w; !seen[r*w+c]; r, c = to(r, c) {
			seen[r*w+c] = true
			cycle = append(cycle, int32((top+r)*b.cols+left+c))
		}
		if len(cycle) > 1 {
			cycles = append(cycles, cycle)
		}
	}
	return cycles
}

// twists turns every square of k × k cells.
func (b *setBuilder) twists(set, size string, cw, ccw bool, put putFunc) *fault {
	a, c, ok := strings.Cut(size, "x")
	k, err := strconv.Atoi(a)
	switch {
	case !ok || err != nil || strconv.Itoa(k) != a || k < 1:
		return b.faultf("the set %s needs the size of its squares, as in twist:2x2", grid.Quote(set))
	case a != c:
		return b.faultf("the set %s turns windows that are not square; a quarter turn takes a square, as in twist:2x2",
			grid.Quote(set))
	case k < 2:
		return b.faultf("the set %s turns single cells, which does nothing", grid.Quote(set))
	case k > b.rows || k > b.cols:
		return b.faultf("the set %s turns squares of %d × %d cells; the board has %d × %d", grid.Quote(set), k, k, b.rows,
			b.cols)
	}
	down, across := b.rows-k+1, b.cols-k+1
	senses := 1
	if cw && ccw {
		senses = 2
	}
	if bad := b.room(down*across*senses, k*k-k%2); bad != nil {
		return bad
	}
	for top := range down {
		for left := range across {
			name := fmt.Sprintf("T%d,%d", top+1, left+1)
			if k > 2 {
				name += "*" + a
			}
			if cw {
				if bad := put(name, b.window(top, left, k, k, func(r, c int) (int, int) { return c, k - 1 - r })); bad != nil {
					return bad
				}
			}
			if ccw {
				if bad := put(name+"'", b.window(top, left, k, k, func(r, c int) (int, int) { return k - 1 - c, r })); bad != nil {
					return bad
				}
			}
		}
	}
	return nil
}

// swaps exchanges any two cells that share a side.
func (b *setBuilder) swaps(put putFunc) *fault {
	if bad := b.room(b.rows*(b.cols-1)+b.cols*(b.rows-1), 2); bad != nil {
		return bad
	}
	for r := range b.rows {
		for c := range b.cols {
			cell := int32(r*b.cols + c)
			if c+1 < b.cols {
				if bad := put(fmt.Sprintf("S%d,%d-%d,%d", r+1, c+1, r+1, c+2), [][]int32{{cell, cell + 1}}); bad != nil {
					return bad
				}
			}
			if r+1 < b.rows {
				if bad := put(fmt.Sprintf("S%d,%d-%d,%d", r+1, c+1, r+2, c+1),
					[][]int32{{cell, cell + int32(b.cols)}}); bad != nil {
					return bad
				}
			}
		}
	}
	return nil
}
