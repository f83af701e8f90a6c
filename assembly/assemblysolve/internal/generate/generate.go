package generate

import (
	"context"
	"math/rand/v2"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
)

// triesForNo is how many shapes Instance makes to find one that cannot be built, up to easySize blocks.
const (
	triesForNo = 100
	easySize   = 60
)

// Instance makes a valid shape of about size blocks from rng alone: grown by random slides (and then
// buildable), trees, shapes with thin arms and holes, rings, walks, and walls around a pocket; with a root
// or without, in both models. Boards may be wider than the shape. Most shapes can be built, so for small
// sizes it looks for one that cannot every other time. One in eight has some blocks in place.
func Instance(rng *rand.Rand, size int) *assembly.Instance {
	p := begin(rng, max(size, 1))
	if rng.IntN(8) > 0 {
		return p
	}
	first := p.Root
	if first == assembly.NoRoot {
		first = rng.Int32N(int32(len(p.Blocks)))
	}
	placed, in := []int32{first}, map[int32]bool{first: true}
	for more := rng.IntN(len(p.Blocks)); more > 0; more-- {
		i := placed[rng.IntN(len(placed))]
		j := [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]}[rng.IntN(4)]
		if j >= 0 && !in[j] {
			in[j] = true
			placed = append(placed, j)
		}
	}
	q, err := p.WithPlaced(placed)
	if err != nil {
		panic("assemblysolve: generated blocks in place are not valid: " + err.Error()) // a bug: each was put next to another
	}
	return q
}

// begin makes a shape of which nothing is in place.
func begin(rng *rand.Rand, size int) *assembly.Instance {
	p := generate(rng, size, rng.IntN(7))
	if size > easySize || rng.IntN(2) == 0 {
		return p
	}
	for range triesForNo {
		q, err := peel.New(context.Background(), p)
		if err != nil {
			return p
		}
		if p.Root != assembly.NoRoot {
			q.Keep(p.Root)
		}
		if err := q.Run(context.Background()); err != nil || q.Left() > 1 {
			return p // cannot be built, or not easily
		}
		kind := 6
		if rng.IntN(2) == 0 {
			kind = rng.IntN(7)
		}
		p = generate(rng, size, kind)
	}
	return p
}

func generate(rng *rand.Rand, size, kind int) *assembly.Instance {
	contact := assembly.Frontal
	if rng.IntN(3) == 0 {
		contact = assembly.Sticky
	}
	g := newGrowth(rng)
	switch kind {
	case 0:
		g.slides(size, contact, false)
	case 1:
		g.slides(size, contact, true)
	case 2:
		g.arms(size, 8)
	case 3:
		g.arms(size, 1)
	case 4:
		g.ring(size)
	case 5:
		g.walk(size)
	case 6:
		g.hook(size)
	}
	return g.instance(contact, rng.IntN(3) > 0)
}

// A span is the first and the last block of a line.
type span struct{ lo, hi int32 }

// A growth is a shape that grows on an unlimited board.
type growth struct {
	rng   *rand.Rand
	on    map[assembly.Block]bool
	cells []assembly.Block
	// Extremes by row and by column of what is there.
	rows, cols map[int32]span
	low, high  assembly.Block
}

func newGrowth(rng *rand.Rand) *growth {
	g := &growth{rng: rng, on: map[assembly.Block]bool{}, rows: map[int32]span{}, cols: map[int32]span{}}
	g.add(assembly.Block{})
	return g
}

func (g *growth) add(b assembly.Block) {
	if g.on[b] {
		return
	}
	g.on[b] = true
	g.cells = append(g.cells, b)
	widen(g.rows, b.R, b.C)
	widen(g.cols, b.C, b.R)
	g.low.R, g.low.C = min(g.low.R, b.R), min(g.low.C, b.C)
	g.high.R, g.high.C = max(g.high.R, b.R), max(g.high.C, b.C)
}

func widen(lines map[int32]span, line, at int32) {
	s, ok := lines[line]
	if !ok {
		s = span{at, at}
	}
	lines[line] = span{min(s.lo, at), max(s.hi, at)}
}

func (g *growth) neighbours(b assembly.Block) (n int) {
	for d := assembly.Left; d <= assembly.Down; d++ {
		dr, dc := d.Delta()
		if g.on[assembly.Block{R: b.R + dr, C: b.C + dc}] {
			n++
		}
	}
	return n
}

// slides lets blocks in along random lines, as the model has it; for a tree only where they touch one block.
func (g *growth) slides(size int, contact assembly.Contact, tree bool) {
	for tries := 0; len(g.cells) < size && tries < 20*size+100; tries++ {
		b, ok := g.land(assembly.Direction(g.rng.IntN(4)), contact)
		if ok && !(tree && g.neighbours(b) > 1) {
			g.add(b)
		}
	}
}

// land is where a block stops that comes in in the direction d along a random line.
func (g *growth) land(d assembly.Direction, contact assembly.Contact) (assembly.Block, bool) {
	lines, low, high := g.rows, g.low.R, g.high.R
	if d.Vertical() {
		lines, low, high = g.cols, g.low.C, g.high.C
	}
	side := int32(0)
	if contact == assembly.Sticky {
		side = 1
	}
	line := low - side + g.rng.Int32N(high-low+1+2*side)
	forward := d == assembly.Right || d == assembly.Down
	at, met := int32(0), false
	meet := func(x int32) {
		if !met || forward && x < at || !forward && x > at {
			at, met = x, true
		}
	}
	for l := line - side; l <= line+side; l++ {
		s, ok := lines[l]
		switch {
		case !ok:
		case forward && l == line:
			meet(s.lo - 1)
		case forward:
			meet(s.lo)
		case l == line:
			meet(s.hi + 1)
		default:
			meet(s.hi)
		}
	}
	if d.Vertical() {
		return assembly.Block{R: at, C: line}, met
	}
	return assembly.Block{R: line, C: at}, met
}

// arms adds random cells beside the shape, inside a square that is not much larger; one that would touch two blocks or
// more is taken once in rare times only, which leaves thin arms that close to rings now and then.
func (g *growth) arms(size, rare int) {
	side := int32(2)
	for int(side*side)*2 < size*3 {
		side++
	}
	for tries := 0; len(g.cells) < size && tries < 60*size; tries++ {
		from := g.cells[g.rng.IntN(len(g.cells))]
		dr, dc := assembly.Direction(g.rng.IntN(4)).Delta()
		b := assembly.Block{R: from.R + dr, C: from.C + dc}
		if g.on[b] || max(g.high.R, b.R)-min(g.low.R, b.R) > side || max(g.high.C, b.C)-min(g.low.C, b.C) > side {
			continue
		}
		if g.neighbours(b) > 1 && g.rng.IntN(rare) > 0 {
			continue
		}
		g.add(b)
	}
}

// ring walks around a rectangle, perhaps not all the way, and grows arms on that.
func (g *growth) ring(size int) {
	around := 8 + g.rng.IntN(max(1, size-7))
	h := 2 + g.rng.IntN(max(1, around/2-3))
	w := max(2, around/2-h)
	if g.rng.IntN(3) == 0 {
		around -= 1 + g.rng.IntN(2)
	}
	var b assembly.Block
	for k := range min(around, 2*(h+w), size) {
		g.add(b)
		switch {
		case k < w:
			b.C++
		case k < w+h:
			b.R++
		case k < w+h+w:
			b.C--
		default:
			b.R--
		}
	}
	g.arms(size, 3)
}

// walk is a random walk that rarely turns.
func (g *growth) walk(size int) {
	var b assembly.Block
	d := assembly.Right
	for tries := 0; len(g.cells) < size && tries < 20*size; tries++ {
		if g.rng.IntN(3) == 0 {
			d = assembly.Direction(g.rng.IntN(4))
		}
		dr, dc := d.Delta()
		b.R, b.C = b.R+dr, b.C+dc
		g.add(b)
	}
}

// hook is a wall around a pocket with a narrow mouth somewhere, with arms grown on it.
func (g *growth) hook(size int) {
	h := 3 + g.rng.IntN(1+max(0, size/4-2)) // of the wall, as rows and columns
	w := max(3, (size+1+g.rng.IntN(2))/2+2-h)
	var wall []assembly.Block
	for k := range 2 * (h + w - 2) {
		r, c := 0, k
		switch {
		case k >= 2*w+h-3:
			r, c = 2*(h+w-2)-k, 0
		case k >= w+h-2:
			r, c = h-1, 2*w+h-3-k
		case k >= w:
			r, c = k-w+1, w-1
		}
		wall = append(wall, assembly.Block{R: int32(r), C: int32(c)})
	}
	mouth := g.rng.IntN(len(wall))
	at := func(k int) assembly.Block {
		b, first := wall[(mouth+k)%len(wall)], wall[(mouth+1)%len(wall)]
		return assembly.Block{R: b.R - first.R, C: b.C - first.C} // the first cell is there already
	}
	for k := 1; k < len(wall) && len(g.cells) < size; k++ {
		g.add(at(k))
	}
	g.arms(size, 4)
}

// instance puts the shape on a board.
func (g *growth) instance(contact assembly.Contact, rooted bool) *assembly.Instance {
	margin := func() int32 { return max(0, g.rng.Int32N(6)-3) }
	top, left := margin(), margin()
	rows, cols := g.high.R-g.low.R+1+top+margin(), g.high.C-g.low.C+1+left+margin()
	cells := make([]assembly.Block, len(g.cells))
	for i, b := range g.cells {
		cells[i] = assembly.Block{R: b.R - g.low.R + top, C: b.C - g.low.C + left}
	}
	root := assembly.NoRoot
	if rooted {
		root = 0
		if g.rng.IntN(2) == 0 {
			root = g.rng.IntN(len(cells))
		}
	}
	p, err := assembly.New(rows, cols, cells, root, contact)
	if err != nil {
		panic("assemblysolve: a generated shape is not valid: " + err.Error()) // a bug: every cell was put next to another
	}
	return p
}
