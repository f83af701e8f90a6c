// Package lightssolve solves boards of lamps: it decides, finds presses, counts solutions, finds
// the fewest presses, and writes the certificate where there is no solution.
//
// Everything is one system A·x = b over Z/m. It is solved modulo each prime power of m apart, and
// the answers are joined by the Chinese remainder theorem. A board that cannot be solved modulo one
// prime power has weights y with y·A = 0 and y·b ≠ 0, and (m/p^k)·y is a certificate modulo m. The
// number of solutions of any solvable board is the size of the kernel.
//
// How the system is solved modulo one prime power, by which method and at what cost, is the matter
// of package internal/engine. What is asked about the solutions is answered here: the fewest
// presses are found by visiting all solutions, one vector addition each (a Gray code); for boards
// of bits with many, by a Walsh–Hadamard transform. See Minimum.
//
// A System is what the rules of a board are prepared to; a Solver keeps some of them.
package lightssolve
