// Package assemblysolve builds shapes: it decides whether a shape can be assembled by sliding blocks in, finds an order
// with a schedule, or the certificate that there is none; it finds all possible first blocks, large buildable parts and
// few supports; it plays, draws, tells of evidence and makes shapes.
//
// A Solver sends each question to the room that answers it. Rooms import only those below them:
//
//	parts  generate
//	    peel     tree
//	        sets
//
// A tree with a root in the frontal model leaves no choice: see the room tree. Everything else is taken apart
// backwards, by taking off convex blocks, in any order, where a theorem says that this decides (see the room peel).
// Where it does not, and where blocks are in place and peeling ends too early, sets are searched within limits.
// Impossible then has the whole closure of sets as its evidence (see the room sets), which can be much larger than what
// a search needed, unless a few blocks that are in each other's way for good tell why.
package assemblysolve
