package lights

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Pattern says what one press adds. It has a name, or spells out its offsets.
//
// With a name every weight is 1 and the pressed cell is part of the pattern; "open-"
// before the name leaves the pressed cell out.
//
//	plus        the four neighbours by an edge (the classical game)
//	x           the four neighbours by a corner
//	king        all eight neighbours
//	knight      the eight cells a knight's move away
//	diamond:d   all cells at Manhattan distance exactly d (contest awkward-lights); d ≥ 1
//	ball:d      all cells at Manhattan distance at most d; ball:1 is plus
//	square:d    all cells at king's distance at most d; square:1 is king
//	rook        the whole row and the whole column
//	bishop      both whole diagonals
//	queen       rook and bishop
//
// The first seven are sets of offsets: where the board wraps and two of them lead to one
// cell, that cell gets both weights. The last three are lines: a line ends at an edge of the
// board, where the board wraps it goes round until it comes back, and a cell where lines of
// one press meet gets the weight 1 once.
type Pattern struct {
	Name    string
	Offsets []Offset // where Name is ""
}

// An Offset says that a press at (x, y) adds Weight to the lamp at (x+DX, y+DY).
type Offset struct {
	DX, DY int
	Weight uint32
}

// maxReach bounds the d of a named pattern and the offsets of a spelled-out one.
const maxReach = MaxSide

// maxArea bounds how many offsets a named pattern may have once it is cut to its board.
const maxArea = 1 << 24

// lines are the patterns made of whole lines, with their directions.
var lines = map[string][][2]int{
	"rook":   {{1, 0}, {0, 1}},
	"bishop": {{1, 1}, {1, -1}},
	"queen":  {{1, 0}, {0, 1}, {1, 1}, {1, -1}},
}

// fixed are the named patterns that have no parameter, without the pressed cell.
var fixed = map[string][][2]int{
	"plus":   {{0, -1}, {-1, 0}, {1, 0}, {0, 1}},
	"x":      {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	"king":   {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}},
	"knight": {{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}},
}

// maxFixed is the most cells of a pattern that has no parameter, and of the pressed cell.
const maxFixed = 9

// Names lists the named patterns; those with ":d" take a number.
func Names() []string {
	return []string{"plus", "x", "king", "knight", "diamond:d", "ball:d", "square:d", "rook", "bishop", "queen"}
}

// split takes a name apart: "open-diamond:3" is diamond, 3, open.
func split(name string) (base string, d int, open bool, err error) {
	base, open = strings.CutPrefix(name, "open-")
	base, number, hasNumber := strings.Cut(base, ":")
	_, isFixed := fixed[base]
	_, isLine := lines[base]
	switch {
	case isFixed || isLine:
		if hasNumber {
			return "", 0, false, fmt.Errorf("the pattern %s takes no number", base)
		}
		return base, 0, open, nil
	case base != "diamond" && base != "ball" && base != "square":
		return "", 0, false, fmt.Errorf("there is no pattern %s; there are %s, each also with open- before it%s",
			document.Quoted(name), strings.Join(Names(), ", "), grid.DidYouMean(strings.TrimPrefix(name, "open-"), Names()))
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err == nil && n > maxReach || errors.Is(err, strconv.ErrRange) && number[0] != '-' {
		return "", 0, false, fmt.Errorf("the distance of the pattern %s is over %d, the most", base, maxReach)
	}
	if err != nil || n < 1 || number[0] == '+' || number[0] == '0' {
		return "", 0, false, fmt.Errorf("the pattern %s needs a distance of at least 1, as in %s:2", base, base)
	}
	return base, int(n), open, nil
}

// validate reports what is wrong with a pattern modulo m.
func (pt Pattern) validate(m uint32) error {
	if pt.Name != "" {
		if len(pt.Offsets) > 0 {
			return inputf("the pattern has a name and offsets; it must have one of the two")
		}
		_, _, _, err := split(pt.Name)
		if err != nil {
			return inputf("%v", err)
		}
		return nil
	}
	if len(pt.Offsets) == 0 {
		return inputf("the pattern is empty: a press would do nothing")
	}
	seen := make(map[[2]int]bool, len(pt.Offsets))
	for _, o := range pt.Offsets {
		if o.Weight == 0 || o.Weight >= m {
			return inputf("the weight %d of the offset (%d, %d) is not in [1, %d)", o.Weight, o.DX, o.DY, m)
		}
		if max(o.DX, -o.DX, o.DY, -o.DY) > maxReach {
			return inputf("the offset (%d, %d) is too far away", o.DX, o.DY)
		}
		if seen[[2]int{o.DX, o.DY}] {
			return inputf("the offset (%d, %d) stands in the pattern twice", o.DX, o.DY)
		}
		seen[[2]int{o.DX, o.DY}] = true
	}
	return nil
}

// Offsets returns what a press adds, as offsets that have been fitted to the board: on an axis
// that wraps, offsets are reduced to [0, size) and the weights of those that fall
// together are added modulo m (for lines: once); on one that does not, offsets that lead off
// the board from every cell are left out. Weights that add up to 0 are left out. The
// list is sorted by DY, then DX. p is a valid grid instance.
//
// An offset (dx, dy) on an axis without wrap still leads off the board from some cells; there
// it does nothing.
//
// A few letters may name 2^24 offsets: mt holds the list before it is made. Cost O(n log n) for n offsets.
func (p *Instance) Offsets(mt *meter.Meter) ([]Offset, error) {
	most := int64(len(p.Pattern.Offsets)) + p.area() + maxFixed
	if err := mt.Hold("the pattern of this board", offsetBytes*most); err != nil {
		return nil, err
	}
	out, isLine := p.visited(mt)
	slices.SortFunc(out, func(a, b Offset) int {
		if mt.Work(8) != nil {
			return 0 // where all are alike, sorting soon ends
		}
		return cmp.Or(a.DY-b.DY, a.DX-b.DX)
	})
	n := 0
	for i := 0; i < len(out) && mt.Work(4) == nil; {
		at, sum := out[i], uint64(0)
		for ; i < len(out) && out[i].DX == at.DX && out[i].DY == at.DY; i++ {
			sum += uint64(out[i].Weight)
		}
		if isLine {
			sum = uint64(at.Weight)
		}
		if sum %= uint64(p.Modulus); sum != 0 {
			out[n] = Offset{at.DX, at.DY, uint32(sum)}
			n++
		}
	}
	return out[:n], mt.Err()
}

// offsetBytes is the memory of an Offset.
const offsetBytes = 24

// visited lists the offsets of the pattern that fit the board, some of them several times; isLine
// says that the weights of these are not to be added.
func (p *Instance) visited(mt *meter.Meter) (out []Offset, isLine bool) {
	add := func(dx, dy int, weight uint32) bool {
		if dx, dy, ok := p.fit(dx, dy); ok {
			out = append(out, Offset{dx, dy, weight})
		}
		return mt.Work(8) == nil
	}
	if p.Pattern.Name == "" {
		for _, o := range p.Pattern.Offsets {
			add(o.DX, o.DY, o.Weight)
		}
		return out, false
	}
	base, d, open, err := split(p.Pattern.Name)
	if err != nil {
		return nil, false
	}
	out = make([]Offset, 0, p.area()+maxFixed)
	one := func(dx, dy int) bool { return add(dx, dy, 1) }
	dirs, isLine := lines[base]
	for _, dir := range dirs {
		p.line(dir, one)
	}
	if !isLine {
		p.around(base, d, one)
	}
	if !open {
		one(0, 0)
	}
	return out, isLine
}

// fit reduces an offset on the axes that wrap; ok is false where it leads off the board.
func (p *Instance) fit(dx, dy int) (int, int, bool) {
	if p.Topology != Plane {
		dx = ((dx % p.Width) + p.Width) % p.Width
	}
	if p.Topology == Torus {
		dy = ((dy % p.Height) + p.Height) % p.Height
	}
	return dx, dy, dx < p.Width && -dx < p.Width && dy < p.Height && -dy < p.Height
}

// line visits the offsets of a line in both directions, the pressed cell aside, while visit
// says yes.
func (p *Instance) line(dir [2]int, visit func(dx, dy int) bool) {
	for _, sign := range [2]int{1, -1} {
		for k := 1; ; k++ {
			dx, dy, ok := p.fit(sign*k*dir[0], sign*k*dir[1])
			if !ok || dx == 0 && dy == 0 || !visit(dx, dy) {
				break
			}
		}
	}
}

// lineLength is how many cells line visits at most.
func (p *Instance) lineLength(dir [2]int) int64 {
	w, h := int64(p.Width), int64(p.Height)
	switch {
	case dir[1] == 0:
		return 2 * w
	case dir[0] == 0:
		return 2 * h
	case p.Topology == Torus:
		gcd := w
		for r := h; r != 0; {
			gcd, r = r, gcd%r
		}
		return 2 * (w / gcd * h)
	case p.Topology == Cylinder:
		return 2 * h
	}
	return 2 * min(w, h)
}

// around visits the offsets of a pattern that is no line, the pressed cell aside, while visit says
// yes. On an axis that does not wrap it looks no further than the board is large.
func (p *Instance) around(base string, d int, visit func(dx, dy int) bool) {
	if cells, ok := fixed[base]; ok {
		for _, c := range cells {
			visit(c[0], c[1])
		}
		return
	}
	rx, ry := d, d
	if p.Topology == Plane {
		rx = min(rx, p.Width-1)
	}
	if p.Topology != Torus {
		ry = min(ry, p.Height-1)
	}
	for dy := -ry; dy <= ry; dy++ {
		rest := d - max(dy, -dy)
		if base == "diamond" {
			if !visit(rest, dy) || rest > 0 && !visit(-rest, dy) {
				return
			}
			continue
		}
		if base == "square" {
			rest = d
		}
		for dx := -min(rest, rx); dx <= min(rest, rx); dx++ {
			if (dx != 0 || dy != 0) && !visit(dx, dy) {
				return
			}
		}
	}
}

// area estimates how many offsets line or around would visit.
func (p *Instance) area() int64 {
	base, d, _, err := split(p.Pattern.Name)
	if dirs, isLine := lines[base]; err == nil && isLine {
		n := int64(1)
		for _, dir := range dirs {
			n += p.lineLength(dir)
		}
		return n
	}
	if err != nil || d == 0 {
		return 0
	}
	rx, ry := int64(d), int64(d)
	if p.Topology == Plane {
		rx = min(rx, int64(p.Width))
	}
	if p.Topology != Torus {
		ry = min(ry, int64(p.Height))
	}
	if base == "diamond" {
		return 4*ry + 2
	}
	return (2*rx + 1) * (2*ry + 1)
}
