// Package puzzle is the middle of gridwright: what a family of puzzles is, what
// may be said about an instance of it, and how both travel as documents.
//
// A family fills a [Spec] with its own types — P an instance, W a witness, C a
// certificate — and [Define] turns it into a [*Family], which deals in opaque
// [Instance] and [Claim] values, so that every front end is written once. A
// [CheckSpec] is the part of it that needs no solver; [DefineChecker] turns that into
// a [*Checker], the trust kernel.
//
// An answer is a [Claim]. Its [Verdict] is solved (with a witness), impossible (with a
// certificate) or unknown (with the limit that stopped the search); "impossible" is an
// answer and not an error. Errors are bad input ([ErrInput]), limits ([LimitError]), and
// faults of our own ([ErrInternal]).
package puzzle
