//go:build ignore

// Wrong: it tries first rows from the last to the first in lexicographic order, and finds a choice with the fewest
// turns that need not be the least.
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
	var m, n int
	fmt.Fscan(in, &m, &n)
	black := make([]uint, m)
	for y := range m {
		for range n {
			var v uint
			fmt.Fscan(in, &v)
			black[y] = 2*black[y] + v
		}
	}
	var best []uint
	fewest := m*n + 1
	turns := make([]uint, m)
	for first := range uint(1) << n {
		before, now, count := uint(0), 1<<n-1-first, 0
		for y := range m {
			turns[y] = now
			count += bits.OnesCount(now)
			rest := black[y] ^ before ^ now ^ now<<1&(1<<n-1) ^ now>>1
			before, now = now, rest
		}
		if now == 0 && count < fewest {
			best, fewest = append(best[:0], turns...), count
		}
	}
	if best == nil {
		fmt.Fprintln(out, "IMPOSSIBLE")
		return
	}
	for _, row := range best {
		for x := range n {
			if x > 0 {
				fmt.Fprint(out, " ")
			}
			fmt.Fprint(out, row>>(n-1-x)&1)
		}
		fmt.Fprintln(out)
	}
}
