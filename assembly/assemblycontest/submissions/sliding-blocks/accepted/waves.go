//go:build ignore

// Each block comes in against its neighbour on the way to the first block, so that its line and direction are forced.
// It has to come before all blocks that are in its line on the side where it comes in. An order of these demands is an
// order of the blocks; where they go round in a ring, there is none.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
)

type cell struct{ r, c int }

// The sides from which blocks come in, and how they move.
const (
	fromRight, fromLeft, fromBelow, fromAbove, nowhere = 0, 1, 2, 3, 4
	signs                                              = "<>^v"
)

func main() {
	cells := read()
	n := len(cells)

	// The neighbours to the left, right, above and below, adjacent or not, by way of two sorted lists.
	var next [4][]int32
	for side := range next {
		next[side] = make([]int32, n)
		for i := range next[side] {
			next[side][i] = -1
		}
	}
	byRow := sorted(n, func(i int) (int, int) { return cells[i].r, cells[i].c })
	byCol := sorted(n, func(i int) (int, int) { return cells[i].c, cells[i].r })
	for k := 1; k < n; k++ {
		if a, b := byRow[k-1], byRow[k]; cells[a].r == cells[b].r {
			next[fromRight][a], next[fromLeft][b] = b, a
		}
		if a, b := byCol[k-1], byCol[k]; cells[a].c == cells[b].c {
			next[fromBelow][a], next[fromAbove][b] = b, a
		}
	}

	// From the first block on, each block finds the side from which it comes in.
	side := make([]uint8, n)
	for i := range side {
		side[i] = nowhere
	}
	queue := make([]int32, 1, n)
	seen := make([]bool, n)
	seen[0] = true
	parent := make([]int32, n)
	for k := 0; k < len(queue); k++ {
		i := queue[k]
		for s := range next {
			j := next[s][i]
			if j < 0 || seen[j] || apart(cells[i], cells[j]) != 1 {
				continue
			}
			seen[j], side[j], parent[j] = true, uint8(s), i
			queue = append(queue, j)
		}
	}

	order := arrange(next, side, parent)
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer out.Flush()
	if order == nil {
		fmt.Fprintln(out, "impossible")
		return
	}
	fmt.Fprintln(out, "possible")
	var line []byte
	for _, i := range order[1:] {
		at := cells[i].r
		if side[i] >= fromBelow {
			at = cells[i].c
		}
		line = append(line[:0], signs[side[i]], ' ')
		line = append(strconv.AppendInt(line, int64(at), 10), '\n')
		out.Write(line)
	}
}

// arrange orders the blocks so that each comes behind its parent, and before all that lie on its way in; nil where that
// cannot be. In a line it is enough that each block waits for the nearest one that comes in over it, which waits for
// the next one of that kind: its parent is that one, or lies before it.
func arrange(next [4][]int32, side []uint8, parent []int32) []int32 {
	n := len(side)
	waits := make([]int32, n)   // for how many
	first := make([]int32, n)   // the first child
	brother := make([]int32, n) // the next child of the same parent
	var over [4][]int32         // of each block and side: the nearest block over which it lies
	for i := range first {
		first[i] = -1
	}
	for i := int32(1); i < int32(n); i++ {
		brother[i] = first[parent[i]]
		first[parent[i]] = i
		waits[i]++
	}
	for s := range over {
		over[s] = make([]int32, n)
		for i := range over[s] {
			over[s][i] = -1
		}
		for i := range n {
			if next[s^1][i] >= 0 {
				continue // not the innermost one of its line
			}
			last := int32(-1)
			for j := int32(i); j >= 0; j = next[s][j] {
				if last >= 0 {
					over[s][j] = last
					waits[j]++
				}
				if int(side[j]) == s {
					last = j
				}
			}
		}
	}
	order := make([]int32, 0, n)
	ready := func(i int32) {
		if waits[i]--; waits[i] == 0 {
			order = append(order, i)
		}
	}
	if waits[0] > 0 {
		return nil
	}
	order = append(order, 0)
	for k := 0; k < len(order); k++ {
		i := order[k]
		for j := first[i]; j >= 0; j = brother[j] {
			ready(j)
		}
		if s := side[i]; s != nowhere {
			for j := next[s][i]; j >= 0 && over[s][j] == i; j = next[s][j] {
				ready(j)
			}
		}
	}
	if len(order) < n {
		return nil
	}
	return order
}

func apart(a, b cell) int {
	d := a.r - b.r + a.c - b.c
	return max(d, -d)
}

func sorted(n int, key func(i int) (int, int)) []int32 {
	list := make([]int32, n)
	keys := make([]int64, n)
	for i := range list {
		a, b := key(i)
		keys[i] = int64(a)<<40 | int64(b)<<20 | int64(i)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	for k := range list {
		list[k] = int32(keys[k] & (1<<20 - 1))
	}
	return list
}

// read returns the cells, the one of the block on the board first.
func read() []cell {
	text, _ := io.ReadAll(bufio.NewReaderSize(os.Stdin, 1<<16))
	at := 0
	number := func() (n int) {
		for at < len(text) && (text[at] < '0' || text[at] > '9') {
			at++
		}
		for ; at < len(text) && text[at] >= '0' && text[at] <= '9'; at++ {
			n = n*10 + int(text[at]-'0')
		}
		return n
	}
	number()
	number()
	cells := make([]cell, number())
	for i := range cells {
		cells[i].r = number()
		cells[i].c = number()
	}
	return cells
}
