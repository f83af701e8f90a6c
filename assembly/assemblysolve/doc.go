// Package assemblysolve builds shapes: it decides whether a shape can be assembled by sliding blocks in, finds
// an order with a schedule, or the certificate that there is none; it finds all possible first blocks, large
// buildable parts and few supports.
//
// # Trees
//
// A tree with a root in the frontal model leaves no choice: see tree. Everything else is taken apart backwards.
//
// # Taking off convex blocks
//
// A block is convex in a set if one of the four 2 × 2 windows around it holds no other block. Call a
// removal safe if the block is convex, can leave, and has one neighbour, or two at a corner with the cell
// between them taken (so that the cells around it show that the rest stays connected).
//
// In the frontal model a safe removal never spoils anything: if the set could be taken apart down to some
// other block, so can the rest. Take a way x1, x2, … to do that, in which the safe block X comes off somewhere, and take X
// off at the start instead. Turn the picture so that X has its neighbours N above and W to its left, if it has both, NW
// between them, and leaves to the right or down.
//
//   - A block that leaves along some ray still can: there are fewer in its way.
//   - The rest is connected before NW is gone. If NW goes while N, X and W are there, then a ring through the three
//     would part the ray of NW from the ray of X. So N's side A and W's side B hang together by X alone, and one of them, say A (without
//     the block that is left in the end), has to go completely before X can, N last. Then let NW stay until N is gone. It is in nobody's
//     way: whatever passes its cell would have to pass N or W as well, or lie in the row of NW's ray.
//   - Only N and W could be stopped by X. Say N leaves upwards, which X's presence made legal. The ray
//     of X and that of N bound the quarter to the right of N, and what is left is connected and misses
//     both rays; so nothing is there, and N can leave to the right, stopped by NW instead. After it NW can leave
//     upwards, stopped by W, for the same reason.
//
// So only sets in which no removal is safe are branched at, and in a shape without holes, where all
// removals of convex blocks are safe, peeling alone decides, in O(blocks), in any order.
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
// by sides (no holes, no such corners; taking off convex blocks keeps that), peeling decides; that is Becker et al.'s theorem for their
// simple polyominoes. In all sets these are safe: a leaf, since nothing hangs on it and others are stopped by other
// neighbours; and X at a corner with the cells behind N and behind W empty, since letting NW stay, as above, is in the way of
// just these two. The tests compare all statements with exhaustive search over all small shapes and with
// random larger ones.
//
// # Searching
//
// Shapes for which peeling does not decide are searched depth first with a memory of failed sets, within
// limits. Sets with two blocks that are in each other's way for good are seen to be hopeless at once (see relaxation).
// Impossible then has the whole closure of sets as its evidence, which can be much larger than what the search needed.
package assemblysolve
