// Package lightssolve solves boards of lamps: it decides, finds presses, counts solutions,
// finds the fewest presses, and writes the certificate where there is no solution.
//
// # The mathematics
//
// Everything is one system A·x = b over Z/m. It is solved modulo each prime power of m apart, and
// the answers are joined by the Chinese remainder theorem. A board that cannot be solved modulo
// one prime power has weights y with y·A = 0 and y·b ≠ 0, and (m/p^k)·y is a certificate modulo
// m. The number of solutions of any solvable board is the size of the kernel.
//
// # The methods
//
//   - A plus with equal weights left and right, a unit up and down, and anything in the middle, over a
//     prime field, on a plane, cylinder or torus: light chasing makes everything follow from one row
//     (two on a torus), and that row from a congruence of polynomials. Time linear in the board,
//     64 cells to a word modulo 2. See linear. (K. Sutner, σ-automata and Chebyshev polynomials,
//     2000; the congruence in place of a w × w matrix is what makes it linear.)
//   - The same modulo a prime power: lifted digit by digit where it is invertible modulo the prime,
//     else the row's w × w system is eliminated. See lifted and power.
//   - A pattern that is a product of two lines, such as the king, over a prime field: two solves in one
//     dimension. See kronecker.
//   - Everything else, with holes, dead buttons, lamps that do not matter, nets: lamps are treated one by
//     one, each determines a button, and what is left between the free unknowns is eliminated
//     by packages gf2 and zmod. See plan and chase.
//
// The fewest presses are found by visiting all solutions, one vector addition each (a Gray code);
// for boards of bits with many, by a Walsh–Hadamard transform. See Minimum.
//
// A System is what the rules of a board are prepared to; a Solver keeps some of them.
package lightssolve
