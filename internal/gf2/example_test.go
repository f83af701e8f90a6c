package gf2_test

import (
	"fmt"

	"github.com/gridwright/gridwright/internal/gf2"
)

// The nullity of the 4 × 4 board by way of its path polynomials and by elimination.
func Example() {
	p := gf2.PathPoly(nil, 4)
	fmt.Println(p, "and", p.Shift(nil), "have gcd", p.GCD(nil, p.Shift(nil)))

	board := gf2.New(nil, 16, 16)
	for i := range 16 {
		for j := range 16 {
			dx, dy := i%4-j%4, i/4-j/4
			if dx*dx+dy*dy <= 1 {
				board.Set(i, j, 1)
			}
		}
	}
	e := board.Eliminate(nil)
	fmt.Println("nullity", gf2.Nullity(nil, 4, 4), "=", 16-e.Rank())

	// One lit corner cannot be put out: a quiet pattern meets it an odd number of times.
	b := []uint64{1}
	x, y := e.Solve(nil, b)
	fmt.Println("solvable", x != nil, "y·b =", gf2.Dot(y, b), "y·A =", board.VecMul(nil, y))
	// Output:
	// t^4 + t^2 + 1 and t^4 + t^2 + 1 have gcd t^4 + t^2 + 1
	// nullity 4 = 4
	// solvable false y·b = 1 y·A = [0]
}
