package lightscheck

import (
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// checkBoard rejects a claimed board that is not w × h values in [0, m), stored in one of a
// Board's three ways, or that is not 0 where a cell lacks what the board is about: kind
// says what, and one value of the board is a "number of presses" or a "weight".
func (k *work) checkBoard(b *lights.Board, what string, w, h int, kind lights.Cell) error {
	if b == nil {
		return puzzle.Rejectf("the claim has no %s", what)
	}
	if b.W != w || b.H != h {
		return puzzle.Rejectf("the %s are given for %d × %d cells, not for %d × %d", what, b.H, b.W, h, w)
	}
	forms, size, want := 0, 0, int64(w)*int64(h)
	if b.Bits != nil {
		forms, size, want = forms+1, len(b.Bits), int64(h)*int64(lights.Stride(w))
	}
	if b.Bytes != nil {
		forms, size = forms+1, len(b.Bytes)
	}
	if b.Wide != nil {
		forms, size = forms+1, len(b.Wide)
	}
	if forms != 1 || int64(size) != want {
		return puzzle.Rejectf("the %s are not stored as a board of %d × %d cells", what, h, w)
	}
	if b.Bits != nil {
		if err := k.checkTails(b, what); err != nil {
			return err
		}
	}
	if b.Bits != nil && k.p.Cells == nil {
		return nil
	}
	for y := range h {
		for x0 := 0; x0 < w; x0 += segment {
			n := min(segment, w-x0)
			for x := x0; x < x0+n; x++ {
				v := b.At(y, x)
				switch {
				case v == 0:
				case uint64(v) >= k.m:
					return puzzle.Rejectf("%s has %d among the %s, which is not in [0, %d)", k.place(noun(kind), x, y), v, what, k.m)
				case k.lacks(x, y, kind):
					return puzzle.Rejectf("%s %s, and has %d among the %s", k.place("cell", x, y), lack(kind), v, what)
				}
			}
			if err := k.spend(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkTails rejects bits beyond a row's last cell.
func (k *work) checkTails(b *lights.Board, what string) error {
	tail, stride := uint(b.W)%64, lights.Stride(b.W)
	for y := 0; tail != 0 && y < b.H; y++ {
		if b.Bits[(y+1)*stride-1]>>tail != 0 {
			return puzzle.Rejectf("the %s have bits beyond the last column, in row %d", what, y+1)
		}
		if err := k.spend(1); err != nil {
			return err
		}
	}
	return nil
}

func noun(kind lights.Cell) string {
	if kind == lights.NoButton {
		return "button"
	}
	return "lamp"
}

func lack(kind lights.Cell) string {
	if kind == lights.NoButton {
		return "has no button"
	}
	return "has no lamp that matters"
}

// read stores the values of row y from column x on into out; x may lie beyond the ends of
// the row, where there is nothing, or the row again if it wraps.
func read(b *lights.Board, x, y int, wrap bool, out []uint32) {
	for len(out) > 0 {
		if wrap {
			if x %= b.W; x < 0 {
				x += b.W
			}
		}
		switch {
		case x >= b.W:
			clear(out)
			return
		case x < 0:
			n := min(len(out), -x)
			clear(out[:n])
			out, x = out[n:], x+n
		default:
			n := min(len(out), b.W-x)
			readInside(b, x, y, out[:n])
			out, x = out[n:], x+n
		}
	}
}

func readInside(b *lights.Board, x, y int, out []uint32) {
	switch {
	case b.Bits != nil:
		row := b.Bits[y*lights.Stride(b.W):]
		for i := range out {
			out[i] = uint32(row[(x+i)/64]>>(uint(x+i)%64)) & 1
		}
	case b.Bytes != nil:
		for i, v := range b.Bytes[y*b.W+x:][:len(out)] {
			out[i] = uint32(v)
		}
	default:
		copy(out, b.Wide[y*b.W+x:])
	}
}
