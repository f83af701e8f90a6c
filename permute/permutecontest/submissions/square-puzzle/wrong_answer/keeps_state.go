//go:build ignore

// Wrong: remembers answers by the target alone, from one case to the next.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type grid [9]byte

var moves = [7]grid{ // by cell: the cell from which its digit comes
	{2, 0, 1, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 5, 3, 4, 6, 7, 8}, {0, 1, 2, 3, 4, 5, 8, 6, 7},
	{6, 1, 2, 0, 4, 5, 3, 7, 8}, {0, 7, 2, 3, 1, 5, 6, 4, 8}, {0, 1, 8, 3, 4, 2, 6, 7, 5},
	{6, 3, 0, 7, 4, 1, 8, 5, 2},
}

func search() map[grid]int {
	first := grid{0, 1, 2, 3, 4, 5, 6, 7, 8}
	far := map[grid]int{first: 0}
	for queue := []grid{first}; len(queue) > 0; queue = queue[1:] {
		now := queue[0]
		for _, m := range moves {
			var next grid
			for to, from := range m {
				next[to] = now[from]
			}
			if _, seen := far[next]; !seen {
				far[next] = far[now] + 1
				queue = append(queue, next)
			}
		}
	}
	return far
}

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	in.Split(bufio.ScanWords)
	read := func() (g grid) {
		for r := 0; r < 3; r++ {
			in.Scan()
			for c, digit := range in.Bytes() {
				g[3*r+c] = digit - '1'
			}
		}
		return g
	}
	far := search()
	known := map[grid]int{}
	cases := 0
	in.Scan()
	fmt.Sscan(in.Text(), &cases)
	for ; cases > 0; cases-- {
		a, b := read(), read()
		var name, want grid
		for cell, digit := range a {
			name[digit] = byte(cell)
		}
		for cell, digit := range b {
			want[cell] = name[digit]
		}
		moves, reached := far[want]
		if !reached {
			moves = -1
		}
		if before, ok := known[b]; ok {
			moves = before
		}
		known[b] = moves
		fmt.Fprintln(out, moves)
	}
}
