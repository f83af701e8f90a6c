package permutesolve

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/permute"
)

// Hint tells the next move of w, a way from p's start, in words: "R1: shift row 1 right by one". It is empty where no
// move is left to make, or w is no witness about p's moves.
func (*Solver) Hint(p *permute.Instance, w permute.Witness) string {
	if len(w.Moves) == 0 {
		return ""
	}
	i, ok := p.Moves.Find(w.Moves[0].Name)
	if !ok {
		return ""
	}
	out := w.Moves[0].Name + ": " + inWords(p.Rows, p.Cols, &p.Moves.Moves[i])
	if n := w.Moves[0].Times; n > 1 {
		out += fmt.Sprintf(", %d times", n)
	}
	return out
}

// inWords says what a move does. It looks at the cells, not at the name, which anybody may choose; only where a line
// has two cells, so that both directions do the same, it takes the one that the name says.
func inWords(rows, cols int, m *permute.Move) string {
	to := images(m)
	if l, ok := shiftOf(rows, cols, to, m.Name); ok {
		return l.String()
	}
	// A window, the whole grid or a part of it, may be turned or mirrored.
	if top, left, bottom, right := box(rows, cols, to); bottom >= 0 {
		if s := windowInWords(rows, cols, top, left, bottom-top+1, right-left+1, to); s != "" {
			return s
		}
	}
	return cyclesInWords(cols, m, len(to))
}

// images are the cells that a move moves, and where their tiles go.
func images(m *permute.Move) map[int32]int32 {
	to := make(map[int32]int32)
	for _, cycle := range m.Cycles {
		for k, x := range cycle {
			to[x] = cycle[(k+1)%len(cycle)]
		}
	}
	return to
}

// box is the box around the cells that move.
func box(rows, cols int, to map[int32]int32) (top, left, bottom, right int) {
	top, left, bottom, right = rows, cols, -1, -1
	for x := range to {
		r, c := int(x)/cols, int(x)%cols
		top, left, bottom, right = min(top, r), min(left, c), max(bottom, r), max(right, c)
	}
	return top, left, bottom, right
}

// A line is a row or a column that a move shifts by so many cells, right or down, or else back.
type line struct {
	row, back bool
	at, by    int
}

func (l line) String() string {
	what, ways := "column", [2]string{"down", "up"}
	if l.row {
		what, ways = "row", [2]string{"right", "left"}
	}
	way := ways[0]
	if l.back {
		way = ways[1]
	}
	return fmt.Sprintf("shift %s %d %s by %s", what, l.at+1, way, small(l.by))
}

// shiftOf reports whether a move shifts a line.
func shiftOf(rows, cols int, to map[int32]int32, name string) (line, bool) {
	for _, alongRow := range []bool{true, false} {
		size := rows
		if alongRow {
			size = cols
		}
		if len(to) != size || size < 2 {
			continue
		}
		first, by, fits := -1, -1, true
		for x, y := range to {
			lineX, lineY, at, goes := int(x)%cols, int(y)%cols, int(x)/cols, int(y)/cols
			if alongRow {
				lineX, lineY, at, goes = at, goes, lineX, lineY
			}
			d := (goes - at + size) % size
			if first < 0 {
				first, by = lineX, d
			}
			fits = fits && lineX == first && lineY == first && d == by
		}
		if !fits {
			continue
		}
		l := line{row: alongRow, at: first, by: by}
		if size == 2 {
			switch strings.TrimRight(name, "0123456789") {
			case "R", "D":
			case "L", "U":
				l.back = true
			default:
				return l, false // a swap
			}
		} else if 2*by > size {
			l.back, l.by = true, size-by
		}
		return l, true
	}
	return line{}, false
}

func small(n int) string {
	names := [...]string{"none", "one", "two", "three", "four", "five", "six"}
	if n < len(names) {
		return names[n]
	}
	return fmt.Sprint(n)
}

func windowInWords(rows, cols, top, left, h, w int, to map[int32]int32) string {
	is := func(image func(r, c int) (int, int)) bool {
		n := 0
		for r := range h {
			for c := range w {
				ir, ic := image(r, c)
				x, y := int32((top+r)*cols+left+c), int32((top+ir)*cols+left+ic)
				if x == y {
					continue
				}
				n++
				if got, ok := to[x]; !ok || got != y {
					return false
				}
			}
		}
		return n == len(to)
	}
	what := fmt.Sprintf("the %d × %d window at (%d,%d)", h, w, top+1, left+1)
	if h == rows && w == cols {
		what = "the whole grid"
	}
	switch {
	case len(to) == 2:
		return ""
	case h == w && is(func(r, c int) (int, int) { return c, h - 1 - r }):
		return "turn " + what + " clockwise by a quarter"
	case h == w && is(func(r, c int) (int, int) { return h - 1 - c, r }):
		return "turn " + what + " counterclockwise by a quarter"
	case is(func(r, c int) (int, int) { return h - 1 - r, w - 1 - c }):
		return "turn " + what + " by a half"
	case is(func(r, c int) (int, int) { return r, w - 1 - c }):
		return "mirror " + what + ", left and right"
	case is(func(r, c int) (int, int) { return h - 1 - r, c }):
		return "mirror " + what + ", up and down"
	}
	return ""
}

// cyclesInWords is for moves that have no better name.
func cyclesInWords(cols int, m *permute.Move, moved int) string {
	const most = 12
	if moved > most {
		return fmt.Sprintf("move the tiles of %d cells along %d cycles", moved, len(m.Cycles))
	}
	var parts []string
	for _, cycle := range m.Cycles {
		var cells []string
		for _, x := range cycle {
			cells = append(cells, cellName(cols, x))
		}
		if len(cycle) == 2 {
			parts = append(parts, "swap "+cells[0]+" and "+cells[1])
		} else {
			parts = append(parts, "move tiles round "+strings.Join(cells, " → ")+" → "+cells[0])
		}
	}
	return strings.Join(parts, "; ")
}

func cellName(cols int, x int32) string {
	return fmt.Sprintf("(%d,%d)", int(x)/cols+1, int(x)%cols+1)
}
