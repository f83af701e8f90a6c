// Package moveset makes a set of moves ready for work. It is the ground floor of permutesolve: the other rooms stand
// on it, and it knows none of them.
//
// A move is a permutation of the cells. Compiled keeps it as the list of cells that change and where their tiles come
// from, so that a move costs what it moves, and as a whole permutation where the board is small; pull is new[i] =
// old[pull[i]].
//
// Moving takes from a set the cells that no move touches, and tells the orbits of the others apart: cells between
// which no tile can ever be exchanged. A Stage is a question so reduced. Alike tiles of different orbits get
// different numbers, because they never change places; where a goal asks an orbit for a tile that it lacks, no board
// need be looked at.
//
// A Symmetry s is a permutation of the cells with s⁻¹Ms = M for the set M of moves with their costs. Distances do not
// change under it: d(s⁻¹gs) = d(g). They are looked for among those of the grid as a torus, which are 8 × cells at
// most, and form a group, the intersection of two.
//
// A Key names what is made for a set by what determines it, in memory and in the names of files.
//
// Torus finds the moves that shift one row or column around the edge, and the cheapest way to every such shift: the
// shortest ways in a circulant graph, by Dijkstra's algorithm.
package moveset
