// Package lightscontest has the contests that boards of lamps come from, a file each: awkward-lights (ICPC Asia Tokyo
// 2010, D), extended-lights-out (POJ 1222), fliptile (POJ 3279) and minimum-flips (LeetCode 1284).
//
// A contest is a value of contest.Contest: the statement, the format of its files, what an output asserts, tiny
// instances in order, profiles of larger ones, and programs that are right and wrong. The solver of package lightssolve
// is the reference; it makes no cases itself. Profiles aim at what programs get wrong: rows and columns exchanged,
// boards with quiet patterns, sizes at which rows carry over. See docs/new-contest.md.
package lightscontest
