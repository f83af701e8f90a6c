// Package permutesolve solves permutation grids: it decides, finds ways of least cost, and analyses
// what a set of moves can do. permutecheck, which shares no code with it, verifies its answers.
package permutesolve
