//go:build ignore

// The presses of the first row decide all others; there are 64 first rows.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const rows, cols = 5, 6

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var puzzles int
	fmt.Fscan(in, &puzzles)
	for k := range puzzles {
		var lights [rows]int
		for y := range rows {
			for range cols {
				var v int
				fmt.Fscan(in, &v)
				lights[y] = 2*lights[y] + v
			}
		}
		fmt.Fprintf(out, "PUZZLE #%d\n", k+1)
		for _, row := range solve(lights) {
			for x := range cols {
				if x > 0 {
					fmt.Fprint(out, " ")
				}
				fmt.Fprint(out, row>>(cols-1-x)&1)
			}
			fmt.Fprintln(out)
		}
	}
}

func solve(lights [rows]int) (presses [rows]int) {
	for first := range 1 << cols {
		before, now := 0, first
		for y := range rows {
			presses[y] = now
			rest := lights[y] ^ before ^ now ^ now<<1&(1<<cols-1) ^ now>>1
			before, now = now, rest
		}
		if now == 0 {
			break
		}
	}
	return presses
}
