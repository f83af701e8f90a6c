package grid

// A Symmetry is one of the eight ways to lay a board of cells onto a board of cells: turned, mirrored or both. The zero
// Symmetry leaves every cell where it is.
type Symmetry uint8

// The parts of a Symmetry, in the order in which they are done.
const (
	transposes Symmetry = 1 << iota // rows become columns
	flipsRows                       // the first row becomes the last
	flipsCols                       // the first column becomes the last
)

// Symmetries is how many there are: they are the numbers below it.
const Symmetries = 8

// symmetryNames say what has happened to a board.
var symmetryNames = [Symmetries]string{
	0:                                  "as it is",
	transposes:                         "mirrored along the diagonal",
	flipsRows:                          "mirrored top to bottom",
	transposes | flipsRows:             "turned by 270°",
	flipsCols:                          "mirrored left to right",
	transposes | flipsCols:             "turned by 90°",
	flipsRows | flipsCols:              "turned by 180°",
	transposes | flipsRows | flipsCols: "mirrored along the other diagonal",
}

// String says what s does to a board: "turned by 90°", clockwise.
func (s Symmetry) String() string { return symmetryNames[s%Symmetries] }

// Transposes reports whether s makes columns of rows.
func (s Symmetry) Transposes() bool { return s&transposes != 0 }

// Sides are the rows and columns of a board of h × w cells after s.
func (s Symmetry) Sides(h, w int) (int, int) {
	if s.Transposes() {
		return w, h
	}
	return h, w
}

// At is where s takes the cell in row r and column c, from 0, of a board of h × w cells.
func (s Symmetry) At(r, c, h, w int) (int, int) {
	if s&transposes != 0 {
		r, c, h, w = c, r, w, h
	}
	if s&flipsRows != 0 {
		r = h - 1 - r
	}
	if s&flipsCols != 0 {
		c = w - 1 - c
	}
	return r, c
}

// Step is what s makes of a step of dr rows down and dc columns to the right.
func (s Symmetry) Step(dr, dc int) (int, int) {
	if s&transposes != 0 {
		dr, dc = dc, dr
	}
	if s&flipsRows != 0 {
		dr = -dr
	}
	if s&flipsCols != 0 {
		dc = -dc
	}
	return dr, dc
}

// Then is s and after it t.
func (s Symmetry) Then(t Symmetry) Symmetry {
	// A mirror before a transposition is the other mirror after it.
	if rows, cols := s&flipsRows, s&flipsCols; t.Transposes() {
		s = s&transposes | rows<<1 | cols>>1
	}
	return s ^ t
}

// Inverse is what undoes s.
func (s Symmetry) Inverse() Symmetry {
	for t := range Symmetry(Symmetries) {
		if s.Then(t) == 0 {
			return t
		}
	}
	return 0
}
