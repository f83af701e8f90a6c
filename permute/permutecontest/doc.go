// Package permutecontest has the contests that permuted grids come from: square-puzzle, a grid of nine digits that
// seven moves are to bring into order.
//
// A contest is a value of contest.Contest: the statement, the format of its files, what an output asserts, tiny
// instances in order, profiles of larger ones, and programs that are right and wrong. All 9! grids are ranked here by
// their distance, so that profiles can ask for the farthest. See docs/new-contest.md.
package permutecontest
