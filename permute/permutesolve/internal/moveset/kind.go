package moveset

import (
	"cmp"
	"slices"
)

// A Kind says what a move does, whatever it is called. Moves of one kind differ in where they do it.
type Kind struct {
	What  What
	Size  int8 // of the square that turns
	Sense int8 // of a shift by one cell: 1 to the right or down, -1 back, 0 by more cells; of a turn: 1 clockwise, -1 not
}

// What is a kind without its sense.
type What int8

// What moves do.
const (
	Other    What = iota
	RowShift      // moves a row around the edge
	ColShift      // moves a column
	Swap          // exchanges two cells that share a side
	Turn          // turns a square by a quarter
)

// KindOf tells the kind of a move on a board of rows × cols cells. O(moved cells).
func KindOf(m *Move, rows, cols int) Kind {
	t := Torus{Rows: rows, Cols: cols}
	if l, by := t.shiftOf(m); l >= 0 {
		k := Kind{What: RowShift}
		if int(l) >= rows {
			k.What = ColShift
		}
		switch int(by) {
		case 1:
			k.Sense = 1
		case t.Size(l) - 1:
			k.Sense = -1
		}
		return k
	}
	if len(m.To) == 2 {
		if a, b := int(m.To[0]), int(m.To[1]); b == a+cols || b == a+1 && b%cols != 0 {
			return Kind{What: Swap}
		}
		return Kind{}
	}
	if k, sense := t.turnOf(m); sense != 0 {
		return Kind{What: Turn, Size: int8(min(k, 127)), Sense: sense}
	}
	return Kind{}
}

// turnOf tells the size of the square that a move turns by a quarter, and which way; 0 where it does not.
func (t *Torus) turnOf(m *Move) (k int, sense int8) {
	top, left, right := t.Rows, t.Cols, 0
	for _, x := range m.To {
		r, c := int(x)/t.Cols, int(x)%t.Cols
		top, left, right = min(top, r), min(left, c), max(right, c)
	}
	k = right - left + 1
	if k < 2 || len(m.To) != k*k-k%2 {
		return 0, 0
	}
	turns := [2]bool{true, true}
	for i, x := range m.To {
		r, c := int(x)/t.Cols-top, int(x)%t.Cols-left
		fr, fc := int(m.From[i])/t.Cols-top, int(m.From[i])%t.Cols-left
		turns[0] = turns[0] && r == fc && c == k-1-fr
		turns[1] = turns[1] && r == k-1-fc && c == fr
	}
	switch {
	case turns[0]:
		return k, 1
	case turns[1]:
		return k, -1
	}
	return 0, 0
}

// InOrder compares moves by what they do: those of the named sets come in the order in which these have them, but for
// shifts by any distance, which come behind those by one cell.
func InOrder(a, b *Move, rows, cols int) int {
	x, y := KindOf(a, rows, cols), KindOf(b, rows, cols)
	first := func(k Kind) int8 { // rows to the right and then to the left, columns up and then down
		switch {
		case k.What == RowShift && k.Sense != 0:
			return -k.Sense
		case k.What == ColShift && k.Sense != 0:
			return k.Sense
		}
		return 2
	}
	return cmp.Or(cmp.Compare(x.What, y.What), cmp.Compare(x.Size, y.Size), cmp.Compare(first(x), first(y)),
		slices.Compare(a.To, b.To), cmp.Compare(y.Sense, x.Sense), slices.Compare(a.From, b.From))
}
