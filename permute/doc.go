// Package permute is the data of the family of permutation grids: boards whose moves permute their cells in fixed
// ways, such as cyclic shifts of rows and columns, turns of the whole grid and twists of small squares.
//
// Which moves, at the least cost, turn the start into a goal? If none do, why? The contest problem is "Square Puzzle"
// (Shandong provincial contest 2025, problem I; Codeforces gym 105930 I): 3 × 3 digits, rows shift right, columns
// shift down, the grid turns clockwise.
//
// # Conventions
//
// Cells are numbered row by row from 0; documents name them [row, column] from 1. A state lists the tile at each
// cell. A move is a permutation of cells given by cycles: in a cycle (a b c) the tile at a goes to b, that at b to c
// and that at c to a.
//
// The package has no dynamics: nothing in it can apply a move. permutesolve does, and permutecheck, which shares no
// code with it, verifies.
package permute
