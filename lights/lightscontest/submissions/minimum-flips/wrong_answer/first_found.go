//go:build ignore

// Wrong: it takes the first choice that it finds for the smallest.
package main

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var cases int
	fmt.Fscan(in, &cases)
	for range cases {
		var m, n int
		fmt.Fscan(in, &m, &n)
		board := 0
		flip := make([]int, m*n)
		for i := range flip {
			var v int
			fmt.Fscan(in, &v)
			board |= v << i
			for j := range flip {
				if dy, dx := i/n-j/n, i%n-j%n; dy*dy+dx*dx <= 1 {
					flip[i] |= 1 << j
				}
			}
		}
		fmt.Fprintln(out, fewest(board, flip))
	}
}

func fewest(board int, flip []int) int {
	for choice := range uint(1) << len(flip) {
		left := board
		for i, f := range flip {
			if choice>>i&1 != 0 {
				left ^= f
			}
		}
		if n := bits.OnesCount(choice); left == 0 {
			return n
		}
	}
	return -1
}
