// Package permutecheck verifies claims about permutation grids without trusting whoever made them. It
// has its own dynamics, naive ones: a move takes the tiles of each of its cycles one by one to the
// next cell. It shares no code with package permutesolve, and takes from package permute what
// instances and claims hold.
//
// A witness is replayed, O(cells moved) a step however often the step repeats. Its lower bound is
// verified by a search from both ends (bySearch: no more than permute.SearchBound boards a side) or by
// the ways of single tiles (byDistance: a search over the cells for each tile).
//
// Of the certificates Orbit, Parity and Blocks cost O(cells moved by all moves + cells · goals). Exhausted
// costs a search of all boards that can be reached. Chain costs, on each level of the chain,
// points of the orbit · generators · cells · levels below, see maxChain.
//
// A claim is accepted only if everything that it says has been verified, apart from Witness.Unverified,
// which is no part of it: see UnverifiedNote. Where that is more than this package takes on, the check ends
// with a *puzzle.LimitError that says what was not verified; what is cheaper to see has been checked by
// then, so that a wrong claim is still rejected where it is wrong in one of these points.
package permutecheck
