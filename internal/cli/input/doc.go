// Package input reads what commands are given: puzzles and claims, from files or from
// standard input, in whatever form they come.
//
// It needs checkers alone, no solver, so that the trust kernel can use it.
package input
