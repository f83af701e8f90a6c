package zmod_test

import (
	"fmt"

	"github.com/gridwright/gridwright/internal/zmod"
)

// Two lamps, two buttons, four states each. A press of one button adds 2 to both lamps, so
// only even starts can be put out.
func Example() {
	a := zmod.NewMatrix(nil, 2, 2, 4)
	a.Set(0, 0, 2)
	a.Set(1, 0, 2)
	a.Set(1, 1, 2)
	d := a.Decompose(nil)

	x, _ := d.Solve(nil, []uint32{2, 0})
	fmt.Println("presses", x, "one of", d.Solutions())
	_, y := d.Solve(nil, []uint32{1, 0})
	fmt.Println("certificate", y, "times A is", a.VecMul(nil, y), "and times b is", a.Ring().Dot(y, []uint32{1, 0}))
	// Output:
	// presses [1 1] one of 4
	// certificate [2 0] times A is [0 0] and times b is 2
}

// The 5 × 5 board has the invariants 33, 0, 0 besides ones, so modulo 3 and 11 it has a third
// quiet pattern.
func ExampleSmithInvariants() {
	const n = 5
	board := make([][]int64, n*n)
	for i := range board {
		board[i] = make([]int64, n*n)
		for j := range board[i] {
			dx, dy := i%n-j%n, i/n-j/n
			if dx*dx+dy*dy <= 1 {
				board[i][j] = 1
			}
		}
	}
	fmt.Println(zmod.SmithInvariants(nil, board)[21:])
	// Output: [1 33 0 0]
}
