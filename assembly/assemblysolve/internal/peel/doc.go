// Package peel takes shapes apart by removing convex blocks that can leave, and goes on by search where that ends too
// early.
//
// A Peeler removes blocks and can put them back; a shape comes apart in O(blocks). In a shape without holes that alone
// decides (see Suffices, and the doc comment of assemblysolve for the theorems). Elsewhere a search branches at the sets
// in which no removal is safe and remembers those that failed; a relaxation sees at once that a set is hopeless, where
// two blocks of it are in each other's way for good, and Blocked makes a certificate of such blocks.
//
// Decide does all this for one first block or an open one. FirstBlocks finds all that can be the first, by halves: while
// one half of the candidates is protected all else is removed. A Plan turns the order in which blocks left into a
// witness: the moves, put into the earliest steps in which they do not interfere.
package peel
