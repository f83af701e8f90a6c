//go:build ignore

// Right, but each block calls the next one: in a line of blocks the stack overflows. The stack is as large as that of a
// C++ program where nobody changes it.
package main

import (
	"bufio"
	"os"
	"runtime/debug"
	"sort"
	"strconv"
)

type cell struct{ r, c int }

const signs = "<>^v" // where a block moves; in lists of neighbours: where it comes from, so right, left, below, above

func main() {
	debug.SetMaxStack(8 << 20)
	cells := read()
	p := &plan{cells: cells, next: neighbours(cells), side: make([]int, len(cells)), earlier: make([][]int, len(cells)),
		state: make([]int, len(cells))}
	p.side[0] = -1 // does not move
	p.walk(0, -1)
	for i := range cells {
		for s := range 4 {
			if p.next[i][s^1] >= 0 {
				continue // not the first of its line
			}
			last := -1
			for j := i; j >= 0; j = p.next[j][s] {
				if last >= 0 {
					p.earlier[j] = append(p.earlier[j], last)
				}
				if p.side[j] == s {
					last = j
				}
			}
		}
	}
	for i := range cells {
		if !p.visit(i) {
			p.order = nil
			break
		}
	}
	write(cells, p.side, p.order)
}

type plan struct {
	cells   []cell
	next    [][4]int
	side    []int   // from which each block comes in
	earlier [][]int // which blocks come before each
	state   []int   // of a visit: 0 not begun, 1 begun, 2 done
	order   []int
}

func (p *plan) walk(i, from int) {
	for s, j := range p.next[i] {
		if j >= 0 && j != from && touch(p.cells[i], p.cells[j]) {
			p.side[j] = s
			p.earlier[j] = append(p.earlier[j], i)
			p.walk(j, i)
		}
	}
}

// visit puts i into the order behind all that come before it; false where they go round in a ring.
func (p *plan) visit(i int) bool {
	if p.state[i] > 0 {
		return p.state[i] == 2
	}
	p.state[i] = 1
	for _, j := range p.earlier[i] {
		if !p.visit(j) {
			return false
		}
	}
	p.state[i] = 2
	p.order = append(p.order, i)
	return true
}

// neighbours are for each block the next ones of its row and column, adjacent or not: to the right, to the left, below,
// above; −1: none.
func neighbours(cells []cell) [][4]int {
	next := make([][4]int, len(cells))
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
		next[i] = [4]int{-1, -1, -1, -1}
	}
	sort.Slice(order, func(i, j int) bool {
		a, b := cells[order[i]], cells[order[j]]
		return a.r < b.r || a.r == b.r && a.c < b.c
	})
	row, col := map[int]int{}, map[int]int{} // the last block of each line so far, and one more
	for _, i := range order {
		if j := row[cells[i].r] - 1; j >= 0 {
			next[i][1], next[j][0] = j, i
		}
		if j := col[cells[i].c] - 1; j >= 0 {
			next[i][3], next[j][2] = j, i
		}
		row[cells[i].r], col[cells[i].c] = i+1, i+1
	}
	return next
}

func touch(a, b cell) bool {
	return a.r == b.r && (a.c-b.c)*(a.c-b.c) == 1 || a.c == b.c && (a.r-b.r)*(a.r-b.r) == 1
}

func read() []cell {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	number := func() (n int) {
		for {
			switch c, err := in.ReadByte(); {
			case err != nil:
				return n
			case c >= '0' && c <= '9':
				n = n*10 + int(c-'0')
			case n > 0:
				return n
			}
		}
	}
	number()
	number()
	cells := make([]cell, number())
	for i := range cells {
		cells[i] = cell{number(), number()}
	}
	return cells
}

func write(cells []cell, side []int, order []int) {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer out.Flush()
	if order == nil {
		out.WriteString("impossible\n")
		return
	}
	out.WriteString("possible\n")
	for _, i := range order {
		if i == 0 {
			continue
		}
		line := cells[i].r
		if side[i] >= 2 {
			line = cells[i].c
		}
		out.WriteByte(signs[side[i]])
		out.WriteString(" " + strconv.Itoa(line) + "\n")
	}
}
