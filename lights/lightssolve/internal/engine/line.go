package engine

import (
	"math/big"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// A line is the algebra of one row of a board over a prime field F.
//
// A row of w values is an element of F[t]/(f). On a plane f = p_w is the characteristic
// polynomial of the path, the row r stands for Σ r_k·p_k(t), and T, which adds to each cell its
// two neighbours in the row, is multiplication by t. Where the row closes to a ring, f = z^w − 1,
// r stands for Σ r_k·z^k, and T is multiplication by z + 1/z. So everything that is
// made of T is a polynomial, and what it can undo is a question of gcds.
//
// P are polynomials, R rows.
type line[P, R any] interface {
	// Polynomials over F.
	degree(p P) int // −1 for 0
	constant(c uint32) P
	monomial(n int) P
	add(p, q P) P
	sub(p, q P) P
	mul(p, q P) P
	divMod(p, q P) (quo, rem P)
	extGCD(p, q P) (g, x, y P) // x·p + y·q = g, which is monic

	// The row algebra.
	modulus() P              // f
	shift() P                // S = (c + a·T)/b
	pathPair(n int) (p, q P) // p_n(−S) and p_{n−1}(−S) modulo f
	toPoly(r R) P
	toRow(p P) R // deg p < w
	flip(p P) P  // the polynomial whose multiplication is the transpose of p's

	// Rows.
	newRow() R
	rowBytes() int64
	stepWork() int // what step costs, in steps of a meter
	clone(r R) R
	equal(r, s R) bool
	unit(k int) R          // 1 in cell k
	firstNonZero(r R) int  // −1 if there is none
	pivots(rows []R) []int // len(rows) cells on which the independent rows are independent
	// step computes next = beta/b − S·cur − prev; next may be prev.
	step(next, cur, prev, beta R)
	// read returns row y of a board, in buf or in the board itself.
	read(b *lights.Board, y int, buf R) R
	write(b *lights.Board, y int, r R)
	newBoard(h int) *lights.Board
	characteristic() uint32
	// under is the same line, whose work mt counts and may stop.
	under(mt *meter.Meter) line[P, R]
}

// mod returns p mod f.
func mod[P, R any](l line[P, R], p P) P {
	_, rem := l.divMod(p, l.modulus())
	return rem
}

// mulMod returns p·q mod f.
func mulMod[P, R any](l line[P, R], p, q P) P { return mod(l, l.mul(p, q)) }

// bigInt is a short name.
func bigInt(n int) *big.Int { return big.NewInt(int64(n)) }
