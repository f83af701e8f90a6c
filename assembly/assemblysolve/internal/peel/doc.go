// Package peel takes shapes apart by removing convex blocks that can leave, and goes on by search where that ends too
// early.
//
// A Peeler removes blocks and can put them back; a shape comes apart in O(blocks). Decide does that for one first block
// or an open one. FirstBlocks finds all that can be the first, by halves: while one half of the candidates is protected
// all else is removed. A Plan turns the order in which blocks left into a witness: the moves, put into the earliest
// steps in which they do not interfere.
//
// # Why peeling decides
//
// A block is convex in a set if one of the four 2 × 2 windows around it holds no other block. Call a removal safe if
// the block is convex, can leave, and has one neighbour, or two at a corner with the cell between them taken (so that
// the cells around it show that the rest stays connected).
//
// In the frontal model a safe removal never spoils anything: if the set could be taken apart down to some other block,
// so can the rest. And if a set without holes, of more than one block, can be taken apart down to some block, then
// another can be removed safely: it is never necessary to take off a block that is not convex. Both are proved in
// docs/proofs/assembly-convex.md; theorem_test.go and its neighbours in assemblysolve verify both on all sets of up to
// 9 blocks, and the steps of the proofs on these and on random larger sets in which every case occurs. So in a shape
// without holes, where all removals of convex blocks are safe, peeling alone decides, in O(blocks), in any order. With
// holes only the first holds; there sets in which no removal is safe are branched at.
//
// In the sticky model rays are three lines wide, and the argument fails where blocks touch at corners only: on
//
//	abcdef
//	.g.hij
//	klm.no
//	...pqr
//	....st
//
// with t as the first block some orders get stuck and others do not. For simple sets, those whose outside is connected
// by sides (no holes, no such corners; taking off convex blocks keeps that), peeling decides; that is Becker et al.'s
// theorem for their simple polyominoes, and tested, not proved, where the first block is given. In all sets these are
// safe: a leaf, since nothing hangs on it and others are stopped by other neighbours; and a block whose two neighbours,
// say N and W, are at a corner with the cells behind N and behind W empty, since what stays at NW is in the way of just
// these two. The tests compare all statements with exhaustive search over all small shapes and with random larger ones.
//
// # Searching
//
// Shapes for which peeling does not decide are searched depth first with a memory of failed sets, within limits. Sets
// with two blocks that are in each other's way for good are seen to be hopeless at once (see relaxation), and Blocked
// makes a certificate of such blocks.
package peel
