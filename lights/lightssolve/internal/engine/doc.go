// Package engine solves one linear system of lamps: A·x = b modulo a prime power, for the matrix A
// of a board's rules and any number of right-hand sides b. An Engine gives presses x or weights y
// with y·A = 0 and y·b ≠ 0, the size of the kernel, and generators of both kernels. What is asked
// of all solutions, and how prime powers are joined, is the matter of package lightssolve.
//
// # The methods
//
// New takes the first of these that fits.
//
//   - A plus with equal weights left and right, a unit up and down, and anything in the middle,
//     over a prime field, on a plane, cylinder or torus: light chasing makes everything follow from
//     one row (two on a torus), and that row from a congruence of polynomials. Time linear in the
//     board, 64 cells to a word modulo 2. See linear, and line for the algebra of a row. (K.
//     Sutner, σ-automata and Chebyshev polynomials, 2000; the congruence in place of a w × w matrix
//     is what makes it linear.) A board much wider than high is looked at from its side: see
//     turned. Stream does the same for a board that is not in memory.
//   - The same modulo a prime power: lifted digit by digit where it is invertible modulo the prime
//     (K. Hensel; for linear systems J. Dixon, Exact solution of linear equations using p-adic
//     expansions, 1982), else the row's w × w system is eliminated. See lifted and power.
//   - A net: its buttons and lamps without a link are no part of the matrix. See linked.
//   - A pattern that is a product of two lines, such as the king, over a prime field: A is a
//     Kronecker product, and there are two solves in one dimension. See kronecker.
//   - Everything else, with holes, dead buttons, lamps that do not matter, and what is linked in a
//     net: lamps are treated one by one, each determines a button, and what is left between the
//     free unknowns falls apart into dense systems that packages gf2 and zmod eliminate. See plan,
//     chase and blocks.
//   - Instead of a chase, where that is much more work, over a prime field: lamps and buttons are
//     numbered along the board, or breadth first in a net (as in E. Cuthill, J. McKee, Reducing the
//     bandwidth of sparse symmetric matrices, 1969), and elimination stays near the diagonal. See
//     band.
package engine
