//go:build ignore

// Wrong: it looks for the pivot of a column on the diagonal alone, and exchanges no rows.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var m, n, d int
		if _, err := fmt.Fscan(in, &m, &n, &d); err != nil || m == 0 {
			return
		}
		lit := make([]int, m*n)
		for i := range lit {
			fmt.Fscan(in, &lit[i])
		}
		fmt.Fprintln(out, answer(m, n, d, lit))
	}
}

func abs(x int) int { return max(x, -x) }

func answer(m, n, d int, lit []int) int {
	rooms := m * n
	words := (rooms + 1 + 63) / 64
	rows := make([][]uint64, rooms)
	for i := range rows {
		row := make([]uint64, words)
		for j := range rooms {
			if r := abs(i/m-j/m) + abs(i%m-j%m); r == 0 || r == d {
				row[j/64] |= 1 << (j % 64)
			}
		}
		row[rooms/64] |= uint64(lit[i]) << (rooms % 64)
		rows[i] = row
	}
	has := func(i, j int) bool { return rows[i][j/64]>>(j%64)&1 != 0 }
	for col := range rooms {
		if !has(col, col) {
			continue
		}
		for i := col + 1; i < rooms; i++ {
			if has(i, col) {
				for k := col / 64; k < words; k++ {
					rows[i][k] ^= rows[col][k]
				}
			}
		}
	}
	for i := range rooms {
		if !has(i, i) && has(i, rooms) {
			return 0
		}
	}
	return 1
}
