// Package pack looks after packs of levels: it reads them in whatever form they come, says of each level whether it can
// be solved, in how few moves and in how many ways, whether what its author claims is true, which other level it is up
// to symmetry and names, and how difficult it is; and writes reports.
//
// It knows no family: levels of several may stand in one pack.
package pack
