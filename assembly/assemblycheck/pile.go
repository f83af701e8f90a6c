package assemblycheck

import "github.com/gridwright/gridwright/assembly"

// bytesPerPile and bytesPerPileLine are what a pile needs for a block of the shape and for a line.
const (
	bytesPerPile     = 1
	bytesPerPileLine = 8
)

// A pile is a set of blocks of the shape from which blocks are taken.
type pile struct {
	k    *work
	root int32 // the block that stays, or NoRoot
	in   bitmap
	left int64 // how many are in it
	// For each row of the shape the first and last block of the set in it, for each column the top and bottom one,
	// by index: what remains when one of them leaves is then found from it. -1: the line is empty.
	ends [4][]int32
}

// newPile makes a pile of the blocks of in, which it keeps.
func (k *work) newPile(in bitmap, root int32) (*pile, error) {
	s := k.shape
	p := &pile{k: k, root: root, in: in}
	for d := range p.ends {
		n := s.height
		if assembly.Direction(d).Vertical() {
			n = s.width
		}
		p.ends[d] = make([]int32, n)
		for line := range p.ends[d] {
			p.ends[d][line] = -1
		}
	}
	for i := range int32(len(s.blocks)) {
		if !in.has(i) {
			continue
		}
		p.left++
		row, col := s.blocks[i].R-s.top, s.blocks[i].C-s.left
		// In the order of blocks rows and columns only grow.
		if p.ends[assembly.Left][row] < 0 {
			p.ends[assembly.Left][row] = i
		}
		p.ends[assembly.Right][row] = i
		if p.ends[assembly.Up][col] < 0 {
			p.ends[assembly.Up][col] = i
		}
		p.ends[assembly.Down][col] = i
		if err := k.spend(2); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// end is the block of the set that is farthest out in the direction d in a line of the shape, -1 where there is none.
func (p *pile) end(d assembly.Direction, line int32) int32 {
	if list := p.ends[d]; line >= 0 && int(line) < len(list) {
		return list[line]
	}
	return -1
}

// remove takes i out. Each block is passed at most once by each of the four ends.
func (p *pile) remove(i int32) {
	s := p.k.shape
	p.in.remove(i)
	p.left--
	for d := range assembly.Direction(4) {
		line := s.blocks[i].R - s.top
		if d.Vertical() {
			line = s.blocks[i].C - s.left
		}
		for e := &p.ends[d][line]; *e >= 0 && !p.in.has(*e); {
			*e = s.next(*e, d.Opposite())
		}
	}
}

// beside reports whether the cell next to i in the direction d has a block of the set.
func (p *pile) beside(i int32, d assembly.Direction) bool {
	j := p.k.shape.beside(i, d)
	return j >= 0 && p.in.has(j)
}

// across reports whether the cell that shares only a corner with i has a block of the set.
func (p *pile) across(i int32, h, v assembly.Direction) bool {
	dr, _ := v.Delta()
	_, dc := h.Delta()
	b := p.k.shape.blocks[i]
	j := p.k.shape.find(assembly.Block{R: b.R + dr, C: b.C + dc})
	return j >= 0 && p.in.has(j)
}

// corner looks for a 2 × 2 window that contains i and no other block of the set, and returns how it lies from i; ok
// is false where i is not convex.
func (p *pile) corner(i int32) (h, v assembly.Direction, ok bool) {
	for h := assembly.Left; h <= assembly.Right; h++ {
		for v := assembly.Up; v <= assembly.Down; v++ {
			if !p.beside(i, h) && !p.beside(i, v) && !p.across(i, h, v) {
				return h, v, true
			}
		}
	}
	return 0, 0, false
}

// canLeave reports whether i is convex and can leave the set, which is connected, without holes and more than i.
func (p *pile) canLeave(i int32) bool {
	if i == p.root {
		return false
	}
	h, v, convex := p.corner(i)
	if !convex {
		return false
	}
	// Convex, i has at most two neighbours, and those at right angles. Two that meet in the block between them
	// stay joined. If that block is missing, the two are joined through i alone: another way round would
	// enclose that block's cell or the window, which is a hole.
	if p.beside(i, h.Opposite()) && p.beside(i, v.Opposite()) && !p.across(i, h.Opposite(), v.Opposite()) {
		return false
	}
	for d := assembly.Left; d <= assembly.Down; d++ {
		if p.lets(i, d) {
			return true
		}
	}
	return false
}

// lets reports whether i would come to rest where it is if it came in last and in the direction d.
func (p *pile) lets(i int32, d assembly.Direction) bool {
	s := p.k.shape
	out := d.Opposite() // the side where it comes in
	line := s.blocks[i].R - s.top
	if d.Vertical() {
		line = s.blocks[i].C - s.left
	}
	if p.end(out, line) != i {
		return false // its way is taken
	}
	if p.k.p.Contact == assembly.Frontal {
		return p.beside(i, d)
	}
	for _, side := range [2]int32{line - 1, line + 1} {
		if j := p.end(out, side); j >= 0 && s.farther(j, i, out) {
			return false // it stops beside j
		}
	}
	return true // nothing stops it before, and here it has a neighbour, for the set is connected: ahead or beside it
}

// farther reports whether block j is farther in the direction d than block i.
func (s *shape) farther(j, i int32, d assembly.Direction) bool {
	a, b := s.blocks[j], s.blocks[i]
	switch d {
	case assembly.Left:
		return a.C < b.C
	case assembly.Right:
		return a.C > b.C
	case assembly.Up:
		return a.R < b.R
	}
	return a.R > b.R
}
