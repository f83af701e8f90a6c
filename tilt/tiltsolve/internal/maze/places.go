package maze

import (
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// Places are the cells where each piece of a game could stand if it were alone: in no wall, and not wholly over holes.
type Places struct {
	g     *Game
	of    [][]int32 // of each shape
	owned []bool    // cells of the pieces that stand
}

// Places finds them. Cost O(cells) for each cell of each shape.
func (g *Game) Places(m *meter.Meter) (*Places, error) {
	p := &Places{g: g, owned: make([]bool, len(g.ground))}
	if err := m.Hold(theGame, int64(len(g.ground))*int64(1+8*len(g.shapes))); err != nil {
		return nil, err
	}
	for k := range g.shapes {
		var list []int32
		for c := range g.ground {
			if g.fits(&g.shapes[k], int32(c)) {
				list = append(list, int32(c))
			}
			if err := m.Work(10 * len(g.shapes[k].dy)); err != nil {
				return nil, err
			}
		}
		p.of = append(p.of, list)
	}
	return p, nil
}

// fits reports whether a piece of the shape could stand with its first cell on c.
func (g *Game) fits(s *shape, c int32) bool {
	rests := false
	for j := range s.dy {
		y, x := c/int32(g.w)+s.dy[j], c%int32(g.w)+s.dx[j]
		if y < 0 || int(y) >= g.h || x < 0 || int(x) >= g.w || g.ground[y*int32(g.w)+x] == tilt.Wall {
			return false
		}
		rests = rests || g.ground[y*int32(g.w)+x] != tilt.Hole
	}
	return rests
}

// AtMost bounds how many boards there are of all pieces; most + 1 stands for more than most.
func (p *Places) AtMost(most int) int {
	n, run := int64(1), int64(0)
	for i, k := range p.g.kind {
		if run++; i == 0 || p.g.kind[i-1] != k {
			run = 1
		}
		// The binomial coefficient of one more of them is whole.
		if n = n * max(0, int64(len(p.of[k]))-run+1) / run; n > int64(most) {
			return most + 1
		}
	}
	return int(n)
}

// lay notes that piece i stands at c, or with free that it no longer does; it reports whether there was room.
func (p *Places) lay(i int, c int32, free bool) bool {
	s := &p.g.shapes[p.g.kind[i]]
	cell := func(j int) int32 { return c + s.dy[j]*int32(p.g.w) + s.dx[j] }
	for j := range s.dy {
		if !free && p.owned[cell(j)] {
			return false
		}
	}
	for j := range s.dy {
		p.owned[cell(j)] = !free
	}
	return true
}

// Draw tries to put all pieces on the board, and gives the places where they stand; nil where two would overlap. All
// boards are equally likely. Tiles of one kind are drawn without collisions among them.
func (p *Places) Draw(m *meter.Meter, rng *rand.Rand) ([]int32, error) {
	g := p.g
	clear(p.owned)
	at := make([]int32, len(g.kind))
	if err := m.Work(len(p.owned) + 50*len(at)); err != nil {
		return nil, err
	}
	var left []int32 // places of the kind that tiles of it have not taken
	for i, k := range g.kind {
		if i == 0 || g.kind[i-1] != k {
			left = slices.Clone(p.of[k])
			if err := m.Work(len(left)); err != nil {
				return nil, err
			}
		}
		if len(left) == 0 {
			return nil, nil
		}
		n := rng.IntN(len(left))
		at[i] = left[n]
		left[n] = left[len(left)-1]
		left = left[:len(left)-1]
		if !p.lay(i, at[i], false) {
			return nil, nil
		}
	}
	g.sort(at)
	return at, nil
}

// each calls f with the places of every board of all pieces, each once: alike pieces come in order.
func (p *Places) each(m *meter.Meter, f func(at []int32) error) error {
	clear(p.owned)
	at := make([]int32, len(p.g.kind))
	var put func(i, from int) error
	put = func(i, from int) error {
		if i == len(at) {
			return f(at)
		}
		list := p.of[p.g.kind[i]]
		for n := from; n < len(list); n++ {
			if err := m.Work(20); err != nil {
				return err
			}
			if !p.lay(i, list[n], false) {
				continue
			}
			at[i] = list[n]
			next := 0
			if i+1 < len(at) && p.g.kind[i+1] == p.g.kind[i] {
				next = n + 1
			}
			err := put(i+1, next)
			p.lay(i, list[n], true)
			if err != nil {
				return err
			}
		}
		return nil
	}
	return put(0, 0)
}

// From is g with its pieces at other places, in order.
func (g *Game) From(at []int32) *Game {
	q := *g
	q.start = slices.Clone(at)
	q.begin()
	return &q
}
