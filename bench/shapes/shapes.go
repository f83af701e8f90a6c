// Package shapes makes trees of blocks for benchmarks and load tests of the family of assembly.
package shapes

import (
	"bufio"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/gridwright/gridwright/assembly"
)

// A Kind is a recipe for shapes, all of them trees.
type Kind struct {
	Name string
	Doc  string
	make func(n int, rng *rand.Rand) *board
}

// Kinds lists the recipes.
func Kinds() []Kind {
	return []Kind{
		{"line", "one row; the root is its middle", line},
		{"comb", "a row with a tooth below every other cell; the root is a corner", comb},
		{"spiral", "a square spiral; the root is its inner end", spiral},
		{"random-tree", "a tree that grows by random cells with one neighbour; almost never can it be built", randomTree},
		{"slide-grown", "a tree that grows by random moves", slideGrown},
	}
}

// Find is the kind of that name.
func Find(name string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

// Make returns the sides of a board and about n blocks, the root first and the others in any order. The same seed gives
// the same shape.
func (k Kind) Make(n int, seed uint64) (rows, cols int32, blocks []assembly.Block) {
	rng := rand.New(rand.NewPCG(seed, 0))
	b := k.make(n, rng)
	others := b.blocks[1:]
	rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	return b.rows, b.cols, b.blocks
}

// Write writes the shape as the contest does.
func (k Kind) Write(out io.Writer, n int, seed uint64) error {
	rows, cols, blocks := k.Make(n, seed)
	w := bufio.NewWriterSize(out, 64<<10)
	buf := make([]byte, 0, 64)
	pair := func(a, b int) { // bufio keeps the first error for Flush
		buf = strconv.AppendInt(buf, int64(a), 10)
		buf = strconv.AppendInt(append(buf, ' '), int64(b), 10)
	}
	pair(int(rows), int(cols))
	buf = strconv.AppendInt(append(buf, ' '), int64(len(blocks)), 10)
	for _, b := range blocks {
		w.Write(append(buf, '\n'))
		buf = buf[:0]
		pair(int(b.R)+1, int(b.C)+1)
	}
	w.Write(append(buf, '\n'))
	return w.Flush()
}

// A board is what has been put so far, the root first.
type board struct {
	rows, cols int32
	on         []bool // nil where a recipe does not ask
	blocks     []assembly.Block
}

func newBoard(rows, cols int32) *board {
	return &board{rows: rows, cols: cols, on: make([]bool, int(rows)*int(cols))}
}

func (b *board) put(r, c int32) {
	if b.on != nil {
		b.on[int(r)*int(b.cols)+int(c)] = true
	}
	b.blocks = append(b.blocks, assembly.Block{R: r, C: c})
}

// neighbours counts the blocks at the sides of a cell.
func (b *board) neighbours(r, c int32) (n int) {
	at := int(r)*int(b.cols) + int(c)
	if r > 0 && b.on[at-int(b.cols)] {
		n++
	}
	if r < b.rows-1 && b.on[at+int(b.cols)] {
		n++
	}
	if c > 0 && b.on[at-1] {
		n++
	}
	if c < b.cols-1 && b.on[at+1] {
		n++
	}
	return n
}

func line(n int, _ *rand.Rand) *board {
	b := &board{rows: 1, cols: int32(n)}
	root := int32(n / 2)
	b.put(0, root)
	for c := range int32(n) {
		if c != root {
			b.put(0, c)
		}
	}
	return b
}

func comb(n int, _ *rand.Rand) *board {
	side := int32(math.Sqrt(2 * float64(n)))
	b := &board{rows: side, cols: side}
	for c := range side {
		b.put(0, c)
	}
	for c := int32(0); c < side; c += 2 {
		for r := int32(1); r < side && len(b.blocks) < n; r++ {
			b.put(r, c)
		}
	}
	return b
}

func spiral(n int, _ *rand.Rand) *board {
	// Arms of 2, 2, 4, 4, 6, 6, … steps lie one cell apart.
	half := int32(math.Sqrt(float64(n)/2)) + 3
	b := &board{rows: 2 * half, cols: 2 * half}
	r, c := half, half
	b.put(r, c)
	dr, dc := int32(0), int32(1)
	for arm := int32(2); len(b.blocks) < n; arm++ {
		for range arm / 2 * 2 {
			if len(b.blocks) == n {
				break
			}
			r, c = r+dr, c+dc
			b.put(r, c)
		}
		dr, dc = dc, -dr
	}
	return b
}

func randomTree(n int, rng *rand.Rand) *board {
	side := int32(2*math.Sqrt(float64(n))) + 4
	b := newBoard(side, side)
	b.put(side/2, side/2)
	edge := []assembly.Block{}
	grow := func(r, c int32) {
		for d := assembly.Left; d <= assembly.Down; d++ {
			dr, dc := d.Delta()
			if r+dr >= 0 && c+dc >= 0 && r+dr < side && c+dc < side {
				edge = append(edge, assembly.Block{R: r + dr, C: c + dc})
			}
		}
	}
	grow(side/2, side/2)
	for len(b.blocks) < n && len(edge) > 0 {
		k := rng.IntN(len(edge))
		x := edge[k]
		edge[k] = edge[len(edge)-1]
		edge = edge[:len(edge)-1]
		if !b.on[int(x.R)*int(side)+int(x.C)] && b.neighbours(x.R, x.C) == 1 {
			b.put(x.R, x.C)
			grow(x.R, x.C)
		}
	}
	return b
}

// slideGrown plays moves along lines that have blocks, and keeps each block that lands beside one other alone.
func slideGrown(n int, rng *rand.Rand) *board {
	side := int32(4*math.Sqrt(float64(n))) + 4
	b := newBoard(side, side)
	first, last := [2][]int32{make([]int32, side), make([]int32, side)},
		[2][]int32{make([]int32, side), make([]int32, side)}
	for axis := range 2 {
		for i := range side {
			first[axis][i], last[axis][i] = side, -1
		}
	}
	var low, high [2]int32 // of the rows and columns that have blocks
	put := func(r, c int32) {
		b.put(r, c)
		at := [2]int32{r, c}
		for axis := range 2 {
			line, along := at[axis], at[1-axis]
			first[axis][line] = min(first[axis][line], along)
			last[axis][line] = max(last[axis][line], along)
			if len(b.blocks) == 1 {
				low[axis], high[axis] = line, line
			}
			low[axis], high[axis] = min(low[axis], line), max(high[axis], line)
		}
	}
	put(side/2, side/2)
	for tries := 0; len(b.blocks) < n && tries < 100*n; tries++ {
		axis := rng.IntN(2)
		line := low[axis] + rng.Int32N(high[axis]-low[axis]+1)
		along := first[axis][line] - 1
		if rng.IntN(2) == 0 {
			along = last[axis][line] + 1
		}
		if first[axis][line] > last[axis][line] || along < 0 || along >= side {
			continue // it falls off, or the entry is taken
		}
		r, c := line, along
		if axis == 1 {
			r, c = along, line
		}
		if b.neighbours(r, c) == 1 {
			put(r, c)
		}
	}
	return b
}
