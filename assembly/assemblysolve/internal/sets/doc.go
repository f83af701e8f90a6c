// Package sets is the ground floor of assemblysolve: the other rooms stand on it, and it knows none of them.
//
// A set of blocks of a shape is a bitmap over their indices. A Leaver lists by definition which blocks can leave a set,
// convex or not: those that could be let in as the last of it, and without which the rest is connected (cut vertices by
// depth-first numbers: J. Hopcroft, R. Tarjan, Efficient algorithms for graph manipulation, 1973). A SmallLeaver does
// the same for up to 64 blocks, a word for each set. Extremes are the first and the last block of each line.
// A Table remembers sets.
//
// On these stand the searches that take a shape apart in all ways, down to what is on the board at the start: a Walk
// goes depth first, from one way to the next; Exhaust meets all sets, and sums them up as the evidence that there is no
// way; Orders counts the ways.
package sets
