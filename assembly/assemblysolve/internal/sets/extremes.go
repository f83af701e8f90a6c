package sets

import "github.com/gridwright/gridwright/assembly"

// Extremes hold the first and the last block of each line of a shape's frame, and of one empty line more on each side;
// None and -1 where a line holds no block. By At they are coordinates, and whoever fills them may put in indices.
type Extremes struct {
	r0, c0                     int32
	RowLo, RowHi, ColLo, ColHi []int32
}

// NewExtremes makes empty extremes for p. O(blocks) for the frame, and its lines.
func NewExtremes(p *assembly.Instance) Extremes {
	low, high := Frame(p)
	rows, cols := high.R-low.R+3, high.C-low.C+3
	e := Extremes{r0: low.R - 1, c0: low.C - 1,
		RowLo: make([]int32, rows), RowHi: make([]int32, rows), ColLo: make([]int32, cols), ColHi: make([]int32, cols)}
	e.Clear()
	return e
}

// Clear empties all lines.
func (e *Extremes) Clear() {
	for _, lo := range [2][]int32{e.RowLo, e.ColLo} {
		for i := range lo {
			lo[i] = None
		}
	}
	for _, hi := range [2][]int32{e.RowHi, e.ColHi} {
		for i := range hi {
			hi[i] = -1
		}
	}
}

// At is the row and the column of b as they are counted here: from one before the frame.
func (e *Extremes) At(b assembly.Block) (r, c int32) { return b.R - e.r0, b.C - e.c0 }

// Add puts b, as coordinates, into its row and its column.
func (e *Extremes) Add(b assembly.Block) {
	r, c := e.At(b)
	e.RowLo[r], e.RowHi[r] = min(e.RowLo[r], c), max(e.RowHi[r], c)
	e.ColLo[c], e.ColHi[c] = min(e.ColLo[c], r), max(e.ColHi[c], r)
}
