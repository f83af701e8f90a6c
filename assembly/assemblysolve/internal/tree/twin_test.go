package tree

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/assembly"
)

// A twin is a small tree on a small board and everything about it that can be worked out by trying: the plain
// counterpart of tree. Cells are numbered row by row, sets of cells are bits.
type twin struct {
	h, w  int
	shape uint64
	root  int
}

func (x twin) String() string {
	var b strings.Builder
	for i := range x.h * x.w {
		switch {
		case i == x.root:
			b.WriteByte('R')
		case x.shape>>i&1 == 1:
			b.WriteByte('#')
		default:
			b.WriteByte('.')
		}
		if i%x.w == x.w-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (x twin) cell(b assembly.Block) int { return int(b.R)*x.w + int(b.C) }

func (x twin) instance() (*assembly.Instance, error) {
	var blocks []assembly.Block
	root := 0
	for i := range x.h * x.w {
		if i == x.root {
			root = len(blocks)
		}
		if x.shape>>i&1 == 1 {
			blocks = append(blocks, assembly.Block{R: int32(i / x.w), C: int32(i % x.w)})
		}
	}
	return assembly.New(int32(x.h), int32(x.w), blocks, root, assembly.Frontal)
}

// slide lets a block in and moves it cell by cell; -1 where it cannot enter or falls off. way has the cells that it
// touched, the last one included.
func (x twin) slide(on uint64, d assembly.Direction, line int) (cell int, way uint64) {
	dr, dc := d.Delta()
	r, c := line, line
	switch d {
	case assembly.Left:
		c = x.w - 1
	case assembly.Right:
		c = 0
	case assembly.Up:
		r = x.h - 1
	case assembly.Down:
		r = 0
	}
	if on>>(r*x.w+c)&1 == 1 {
		return -1, 0
	}
	for {
		way |= 1 << (r*x.w + c)
		nr, nc := r+int(dr), c+int(dc)
		if nr < 0 || nc < 0 || nr >= x.h || nc >= x.w {
			return -1, 0
		}
		if on>>(nr*x.w+nc)&1 == 1 {
			return r*x.w + c, way
		}
		r, c = nr, nc
	}
}

func (x twin) lines(d assembly.Direction) int {
	if d.Vertical() {
		return x.w
	}
	return x.h
}

// buildable searches all sets that slides reach.
func (x twin) buildable() bool {
	seen := map[uint64]bool{1 << x.root: true}
	for todo := []uint64{1 << x.root}; len(todo) > 0; {
		on := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if on == x.shape {
			return true
		}
		for d := assembly.Left; d <= assembly.Down; d++ {
			for line := range x.lines(d) {
				cell, _ := x.slide(on, d, line)
				if cell < 0 || x.shape>>cell&1 == 0 || seen[on|1<<cell] {
					continue
				}
				seen[on|1<<cell] = true
				todo = append(todo, on|1<<cell)
			}
		}
	}
	return false
}

// leastSteps is the least number of steps of non-interfering moves that build the shape, by trying all sets of moves
// that do not interfere. It takes a shape that can be built.
func (x twin) leastSteps() int {
	steps := map[uint64]int{1 << x.root: 0}
	for todo := []uint64{1 << x.root}; ; todo = todo[1:] {
		on := todo[0]
		if on == x.shape {
			return steps[on]
		}
		type move struct {
			cell int
			way  uint64
		}
		var moves []move
		for d := assembly.Left; d <= assembly.Down; d++ {
			for line := range x.lines(d) {
				if cell, way := x.slide(on, d, line); cell >= 0 && x.shape>>cell&1 == 1 {
					moves = append(moves, move{cell, way})
				}
			}
		}
		for set := 1; set < 1<<len(moves); set++ {
			added, fine := uint64(0), true
			for i, m := range moves {
				if set>>i&1 == 1 {
					fine = fine && added>>m.cell&1 == 0
					added |= 1 << m.cell
				}
			}
			for i, m := range moves {
				if set>>i&1 == 1 && m.way&added != 1<<m.cell {
					fine = false
				}
			}
			if _, known := steps[on|added]; fine && !known {
				steps[on|added] = steps[on] + 1
				todo = append(todo, on|added)
			}
		}
	}
}

// before is the whole relation: for each cell those that have to come later. ways are the directions in which
// blocks come in.
func (x twin) before() (later []uint64, ways map[int]assembly.Direction) {
	later, ways = make([]uint64, x.h*x.w), map[int]assembly.Direction{}
	done := uint64(1) << x.root
	for todo := []int{x.root}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		for d := assembly.Left; d <= assembly.Down; d++ {
			dr, dc := d.Delta()
			r, c := i/x.w+int(dr), i%x.w+int(dc)
			if r < 0 || c < 0 || r >= x.h || c >= x.w {
				continue
			}
			if j := r*x.w + c; x.shape>>j&1 == 1 && done>>j&1 == 0 {
				done |= 1 << j
				ways[j] = d.Opposite()
				later[i] |= 1 << j
				todo = append(todo, j)
			}
		}
	}
	for i, d := range ways {
		dr, dc := d.Opposite().Delta()
		for r, c := i/x.w+int(dr), i%x.w+int(dc); r >= 0 && c >= 0 && r < x.h && c < x.w; r, c = r+int(dr), c+int(dc) {
			later[i] |= x.shape & (1 << (r*x.w + c))
		}
	}
	later[x.root] |= x.shape &^ (1 << x.root)
	return later, ways
}

// shortestCycle is the length of a shortest cycle of the whole relation, or 0.
func (x twin) shortestCycle() int {
	later, _ := x.before()
	best := 0
	for s := range later {
		reached := uint64(1) << s
		for n := 1; n <= x.h*x.w; n++ {
			next := uint64(0)
			for i := range later {
				if reached>>i&1 == 1 {
					next |= later[i]
				}
			}
			if next>>s&1 == 1 && (best == 0 || n < best) {
				best = n
			}
			reached |= next
		}
	}
	return best
}

// checkMoves plays an answer's moves and its steps.
func (x twin) checkMoves(w *assembly.Witness) error {
	on := uint64(1) << x.root
	if x.cell(w.First) != x.root || w.AtLeast != int32(len(w.Steps)) {
		return fmt.Errorf("first block %v, at least %d steps of %d", w.First, w.AtLeast, len(w.Steps))
	}
	k := 0
	for _, n := range w.Steps {
		start, added := on, uint64(0)
		if n < 1 || k+int(n) > len(w.Moves) {
			return fmt.Errorf("steps %v for %d moves", w.Steps, len(w.Moves))
		}
		for _, m := range w.Moves[k : k+int(n)] {
			alone, _ := x.slide(start, m.Dir(), int(m.Line()))
			cell, _ := x.slide(on, m.Dir(), int(m.Line()))
			if cell < 0 || cell != alone || x.shape>>cell&1 == 0 {
				return fmt.Errorf("move %v lands in %d, alone in %d", m, cell, alone)
			}
			on, added = on|1<<cell, added|1<<cell
		}
		for _, m := range w.Moves[k : k+int(n)] {
			if cell, way := x.slide(start, m.Dir(), int(m.Line())); way&added != 1<<cell {
				return fmt.Errorf("move %v interferes in its step", m)
			}
		}
		k += int(n)
	}
	if on != x.shape || k != len(w.Moves) {
		return fmt.Errorf("%d of %d moves, and %b is there", k, len(w.Moves), on)
	}
	return nil
}

// checkCycle verifies the reasons of a cycle and that it is a shortest one.
func (x twin) checkCycle(c *assembly.Cycle) error {
	_, ways := x.before()
	for k, a := range c.Constraints {
		from, to := x.cell(a.Block), x.cell(c.Constraints[(k+1)%len(c.Constraints)].Block)
		d, moves := ways[from]
		dr, dc := d.Opposite().Delta()
		fine := false
		switch a.Because {
		case assembly.There:
			fine = from == x.root && to != from
		case assembly.ParentOf:
			e, child := ways[to]
			er, ec := e.Delta()
			fine = child && from == to+int(er)*x.w+int(ec)
		case assembly.InTheWay:
			for r, c := from/x.w, from%x.w; moves && r >= 0 && c >= 0 && r < x.h && c < x.w; r, c = r+int(dr), c+int(dc) {
				fine = fine || r*x.w+c == to && to != from
			}
		}
		if !fine {
			return fmt.Errorf("constraint %d of %v does not hold", k+1, c.Constraints)
		}
	}
	if n := x.shortestCycle(); !c.Shortest || n != len(c.Constraints) {
		return fmt.Errorf("a cycle of %d, shortest %v; there is one of %d", len(c.Constraints), c.Shortest, n)
	}
	return nil
}

// trees yields every tree on a board of h × w cells, with every root.
func trees(h, w int, yield func(twin)) {
	for shape := uint64(1); shape < 1<<(h*w); shape++ {
		if !isTree(h, w, shape) {
			continue
		}
		for root := range h * w {
			if shape>>root&1 == 1 {
				yield(twin{h, w, shape, root})
			}
		}
	}
}

func isTree(h, w int, shape uint64) bool {
	n, links := 0, 0
	first := -1
	for i := range h * w {
		if shape>>i&1 == 0 {
			continue
		}
		if n++; first < 0 {
			first = i
		}
		if i%w < w-1 && shape>>(i+1)&1 == 1 {
			links++
		}
		if i+w < h*w && shape>>(i+w)&1 == 1 {
			links++
		}
	}
	if links != n-1 {
		return false
	}
	reached := uint64(1) << first
	for todo := []int{first}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		for _, j := range []int{i - 1, i + 1, i - w, i + w} {
			if j < 0 || j >= h*w || (j == i-1 && i%w == 0) || (j == i+1 && j%w == 0) {
				continue
			}
			if shape>>j&1 == 1 && reached>>j&1 == 0 {
				reached |= 1 << j
				todo = append(todo, j)
			}
		}
	}
	return reached == shape
}
