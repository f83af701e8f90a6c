package scene

import "math"

// A panel is a scene while it is drawn.
type panel struct {
	*Scene
	title string
	w     Window
	// top is the piece that lies on top of each cell of w, counted from 1: four bytes a cell, the memory of a drawing.
	top   []int32
	marks map[int]marking
	width int // of a row in columns
	room  int // between gaps
}

// A marking is what marks put around a cell.
type marking struct {
	left, right byte // 0 for blanks
	badge       string
}

// panel prepares what can be seen of s when as many rows and columns as t has are free.
func (t Text) panel(s *Scene, title string) panel {
	shown, most := s.Shown(), t.Window()
	shown.Rows, shown.Cols = min(shown.Rows, most.Rows), min(shown.Cols, most.Cols)
	p := panel{Scene: s, title: title, w: shown}
	p.stack()
	for i := range s.Marks {
		m := &s.Marks[i]
		if m.Sign > Badge {
			continue
		}
		for _, at := range m.At {
			row, col := int(math.Floor(at.Y)), int(math.Floor(at.X))
			if !p.w.Holds(row, col) {
				continue
			}
			if p.marks == nil {
				p.marks = map[int]marking{}
			}
			k := p.index(row, col)
			now := p.marks[k]
			switch m.Sign {
			case Ring:
				now.left, now.right = '(', ')'
			case Cross:
				now.left, now.right = '>', '<'
			case Badge:
				now.badge = m.Label
			}
			p.marks[k] = now
		}
	}
	return p
}

func (p *panel) index(row, col int) int { return (row-p.w.Top)*p.w.Cols + col - p.w.Left }

// stack finds the piece on top of each cell. A piece covers the cells whose middle it covers, and one in any case.
func (p *panel) stack() {
	p.top = make([]int32, p.w.Rows*p.w.Cols)
	w := p.w
	for i := range p.Pieces {
		x := &p.Pieces[i]
		r0, r1 := cover(x.Y, x.H, w.Top, w.Rows)
		c0, c1 := cover(x.X, x.W, w.Left, w.Cols)
		for r := r0; r < r1; r++ {
			for c := c0; c < c1; c++ {
				p.top[p.index(r, c)] = int32(i + 1)
			}
		}
	}
}

// cover is the stretch of [low, low+n) whose middles lie in [at, at+size), or the cell of at's middle.
func cover(at, size float64, low, n int) (int, int) {
	from, to := math.Ceil(at-0.5), math.Ceil(at+size-0.5)
	if to <= from {
		from = math.Floor(at + size/2)
		to = from + 1
	}
	from, to = max(from, float64(low)), min(to, float64(low)+float64(n))
	return int(from), int(max(from, to))
}

// A face is what a cell shows.
type face struct{ text, style string }

// faces looks cells up; what colours look like is worked out once.
type faces struct {
	ghosts bool
	dim    string
	tile   [Colours + 1]string
}

func (t Text) faces() faces {
	f := faces{ghosts: t.Depth != Plain}
	for c := range f.tile {
		f.tile[c] = t.tile(c)
	}
	if t.Depth != Plain {
		f.dim = "2"
	}
	return f
}

func (f *faces) of(p *panel, row, col int) face {
	if i := p.top[p.index(row, col)]; i > 0 {
		look := p.Pieces[i-1].Look
		return face{letters(look), f.tile[look.Colour]}
	}
	c := p.Cell(row, col)
	switch c.Kind {
	case Wall:
		return face{"#", ""}
	case Hole:
		return face{" ", ""}
	case Pit:
		return face{"O", ""}
	case Dead:
		return face{"x", f.dim}
	case Any:
		return face{"?", f.dim}
	case Ghost:
		if f.ghosts {
			return face{letters(c.Look), f.dim}
		}
	}
	return face{".", ""}
}
