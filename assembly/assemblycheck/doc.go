// Package assemblycheck verifies claims about the building of shapes without trusting whoever made them.
// It is written from what package assembly says that its claims mean, shares no code with
// package assemblysolve, and has its own plain dynamics: see [Replay].
//
// A witness is verified by sliding its blocks in, one by one, O(1) a move and O(rows + columns that the shape
// touches) of memory. A schedule's bound from below is verified by the longest chain of forced constraints where the
// shape is a tree (frontal), and by distances from the first block elsewhere: a bound that neither shows is
// rejected, true or not.
//
// Certificates: a cycle is verified against parents that the checker finds itself, and its shortness by a breadth-first
// search from every block that may be on a cycle, see maxVisits. A stuck remainder is verified in O(B log B)
// from the definition. An exhausted search is repeated, see maxSets and maxTouches. Counts are verified
// by trying each first block, see maxPeeled.
//
// A claim is accepted only if everything that it says has been verified. Where that is more
// than this package takes on, the check ends with a *puzzle.LimitError that says what was not verified.
package assemblycheck
