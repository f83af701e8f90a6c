package tiltsolve

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// certificate writes down why the search found nothing.
func (s *search[C]) certificate(ctx context.Context, p *tilt.Instance) (*tilt.Certificate, error) {
	cert := &tilt.Certificate{Shapes: []tilt.Shape{
		{First: "LR", Rows: runs(s.g.half(0).lambda)},
		{First: "UD", Rows: runs(s.g.half(1).mu)},
	}}
	slices.SortStableFunc(s.refuted, func(a, b refuted) int {
		const order = "LRUD"
		if a.first != b.first {
			return indexOf(order, a.first) - indexOf(order, b.first)
		}
		return a.corner - b.corner
	})
	w := certWriter[C]{s: s, p: p}
	for _, r := range s.refuted {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ref, err := w.refutation(r)
		if err != nil {
			return nil, err
		}
		cert.Rings = append(cert.Rings, ref)
	}
	return cert, nil
}

func indexOf(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return len(s)
}

// runs lists falling row lengths as [length, how many], without the empty rows.
func runs(lambda []int32) [][2]int64 {
	out := [][2]int64{}
	for _, n := range lambda {
		if n == 0 {
			break
		}
		if k := len(out); k > 0 && out[k-1][0] == int64(n) {
			out[k-1][1]++
		} else {
			out = append(out, [2]int64{int64(n), 1})
		}
	}
	return out
}

// baseWord leads from the start to the base of the ring with that first tilt.
var baseWord = map[byte]string{'L': "LU", 'R': "RUL", 'U': "UL", 'D': "DLU"}

// backWord tilts a target from a corner back into the top left one, counter-clockwise.
var backWord = [4]string{cornerLU: "", cornerRU: "L", cornerRD: "UL", cornerLD: "RUL"}

// certWriter works out, on the board as it is and in whole turns, what the search found in
// half turns and perhaps on the transposed board. It is the slow road, taken once.
type certWriter[C code] struct {
	s *search[C]
	p *tilt.Instance

	first  byte
	base   []C // of the ring first
	corner int
	back   []C // the target tilted back from corner
	lambda []int32
	mu     []int32
}

func (w *certWriter[C]) refutation(r refuted) (tilt.Refutation, error) {
	g := w.s.g
	out := tilt.Refutation{First: string(r.first), Corner: cornerNames[r.corner]}
	if w.first != r.first {
		w.first, w.base = r.first, playLetters(g.cells, g.h, g.w, baseWord[r.first])
	}
	if w.back == nil || w.corner != r.corner {
		w.corner, w.back = r.corner, playLetters(w.s.target, g.h, g.w, backWord[r.corner])
	}
	if r.first == 'L' || r.first == 'R' {
		w.lambda, w.mu = g.half(0).lambda, g.half(0).mu
	} else {
		w.lambda, w.mu = g.half(1).mu, g.half(1).lambda
	}
	// A cycle of κρ is one cycle of the turn or two.
	var cycles []cycleStrings[C]
	for _, cell := range r.cells {
		second := w.twoTilts(cell)
		whole, met := w.follow(cell, second)
		cycles = append(cycles, whole)
		if !met {
			other, _ := w.follow(second, cell)
			cycles = append(cycles, other)
		}
	}
	for i := range cycles {
		c := &cycles[i]
		base := necklaceOf(c.start)
		c.period = base.period
		if c.turns, c.rotates = base.rotationTo(necklaceOf(c.target)); !c.rotates {
			out.Cycles = []tilt.Cycle{w.lone(c)}
			return out, nil
		}
	}
	for i := range cycles {
		for j := range cycles[:i] {
			a, b := &cycles[j], &cycles[i]
			if (a.turns-b.turns)%gcd(a.period, b.period) != 0 {
				out.Cycles = []tilt.Cycle{a.clashing(g.w), b.clashing(g.w)}
				return out, nil
			}
		}
	}
	return out, fmt.Errorf("%w: the cycles that refute ring %c at %s do not", puzzle.ErrInternal, r.first, out.Corner)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// twoTilts is κρ: where the tilts R D bring the tile of a cell, in the frame of the corner.
func (w *certWriter[C]) twoTilts(cell [2]int) [2]int {
	r, c := cell[0], cell[1]
	c = int(w.lambda[r]) - 1 - c
	r = int(w.mu[c]) - 1 - r
	return [2]int{r, c}
}

// cycleStrings are the colours along a cycle of the turn.
type cycleStrings[C code] struct {
	least         int // the cell with the least index, where the strings begin
	start, target []C
	turns, period int
	rotates       bool
}

// follow collects the cycle of cell and tells whether it meets other.
func (w *certWriter[C]) follow(cell, other [2]int) (c cycleStrings[C], met bool) {
	width := w.s.g.w
	first, n := cell, 0
	c.least = cell[0]*width + cell[1]
	for at := cell; ; {
		n++
		met = met || at == other
		if i := at[0]*width + at[1]; i < c.least {
			c.least, first = i, at
		}
		if at = w.twoTilts(w.twoTilts(at)); at == cell {
			break
		}
	}
	c.start, c.target = make([]C, 0, n), make([]C, 0, n)
	for at := first; ; {
		i := at[0]*width + at[1]
		c.start = append(c.start, w.base[i])
		c.target = append(c.target, w.back[i])
		if at = w.twoTilts(w.twoTilts(at)); at == first {
			return c, met
		}
	}
}

func (c *cycleStrings[C]) place(width int) tilt.Cycle {
	return tilt.Cycle{
		From:  [2]int64{int64(c.least/width) + 1, int64(c.least%width) + 1},
		Tiles: int64(len(c.start)),
	}
}

func (c *cycleStrings[C]) clashing(width int) tilt.Cycle {
	out := c.place(width)
	turns := int64(c.turns)
	out.Period, out.Turns = int64(c.period), &turns
	return out
}

func (w *certWriter[C]) lone(c *cycleStrings[C]) tilt.Cycle {
	out := c.place(w.s.g.w)
	if len(c.start) <= tilt.MaxListed {
		for i := range c.start {
			out.Start = append(out.Start, w.p.Label(int(c.start[i])))
			out.Target = append(out.Target, w.p.Label(int(c.target[i])))
		}
	}
	return out
}
