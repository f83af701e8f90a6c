// Package tiltcontest has the contests that tilting boards come from: tilting-tiles, ICPC World Finals 47, problem F.
//
// A contest is a value of contest.Contest: the statement, the format of its files, what an output asserts, tiny
// instances in order, profiles of larger ones, and programs that are right and wrong. The solver of package tiltsolve
// is the reference; it makes no cases itself. Profiles aim at what programs get wrong: rings that are walked backwards,
// equal moduli that are not merged, targets that one exchange of two tiles spoils. See docs/new-contest.md.
package tiltcontest
