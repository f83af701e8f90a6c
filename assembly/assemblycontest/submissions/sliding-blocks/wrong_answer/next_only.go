//go:build ignore

// Wrong: a block is ordered against the next block on its way in alone. What lies behind that one is forgotten.
package main

import (
	"bufio"
	"os"
	"sort"
	"strconv"
)

type cell struct{ r, c int }

const signs = "<>^v" // where a block moves; in lists of neighbours: where it comes from, so right, left, below, above

func main() {
	cells := read()
	next := neighbours(cells)
	side, queue := make([]int, len(cells)), []int{0}
	side[0] = -1 // does not move
	earlier := make([][]int, len(cells))
	seen := make([]bool, len(cells))
	seen[0] = true
	for k := 0; k < len(queue); k++ {
		i := queue[k]
		for s, j := range next[i] {
			if j >= 0 && !seen[j] && touch(cells[i], cells[j]) {
				seen[j], side[j] = true, s
				earlier[j] = append(earlier[j], i)
				queue = append(queue, j)
			}
		}
	}
	for i, s := range side {
		if s < 0 {
			continue
		}
		if j := next[i][s]; j >= 0 {
			earlier[j] = append(earlier[j], i)
		}
	}
	write(cells, side, arrange(earlier))
}

// arrange sorts the blocks so that each is behind those of which earlier tells; nil where they go round in a ring.
func arrange(earlier [][]int) (order []int) {
	waits, later := make([]int, len(earlier)), make([][]int, len(earlier))
	for i, list := range earlier {
		waits[i] = len(list)
		for _, j := range list {
			later[j] = append(later[j], i)
		}
		if len(list) == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, j := range later[order[k]] {
			if waits[j]--; waits[j] == 0 {
				order = append(order, j)
			}
		}
	}
	if len(order) < len(earlier) {
		return nil
	}
	return order
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
