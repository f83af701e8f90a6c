// Package assemblycontest has the contests that assembly comes from: sliding-blocks, whose outputs are orders of
// blocks that slide in, and many are right.
//
// A contest is a value of contest.Contest: the statement, the format of its files, what an output asserts, tiny
// instances in order, profiles of larger ones, and programs that are right and wrong. The solver of package
// assemblysolve is the reference. The room cases makes trees of blocks: all the small ones, large ones by profile, and
// smaller ones of any. See docs/new-contest.md.
package assemblycontest
