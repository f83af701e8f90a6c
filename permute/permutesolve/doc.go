// Package permutesolve solves permutation grids: it decides, finds ways of least cost, and analyses
// what a set of moves can do. permutecheck, which shares no code with it, verifies its answers.
//
// A Solver chooses the method; the methods are in rooms below it, whose arrows point down:
//
//	permutesolve   Solver: which method answers, and what is said about it
//	ways           some way on big boards, and shorter ones      on group
//	group          decisions and certificates                    on search
//	search         least cost by search, all optima              on disk, moveset
//	tables         least cost by tables of all distances         on disk, moveset
//	generate       made-up instances
//	moveset        moves made ready, orbits, symmetries, keys
//	disk           files that are whole or not there
//	twin           what only tests use
package permutesolve
