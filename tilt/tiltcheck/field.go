package tiltcheck

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// Whose cell it is, where no piece stands.
const (
	nobody = -1
	wall   = -2
)

// A piece is rigid. Its cells are counted from its first one in reading order.
type piece struct {
	cells   [][2]int // row and column, less those of the first cell
	colours []int
	class   int // alike pieces have one class
	robot   bool
}

// A field is a board with rules: nothing here is clever. Pieces go by unit steps, as the rules say it.
type field struct {
	m         *meter.Meter
	p         *tilt.Instance
	h, w      int
	one, unit bool
	robots    bool    // there are some
	pieces    []piece // class by class
	owner     []int32 // of each cell
	hole      []bool  // of each cell
	at        []int32 // where the first cell of each piece stands; nobody: it is gone
	goals     []goal

	blocked []bool // of each piece, in a move
	active  []int32
	stack   []int32
}

// A goal says of each cell which colour it asks for: 0 is an empty cell, below 0 does not matter.
type goal struct {
	want  []int32
	tiles int // how many cells ask for a colour
}

// fieldBytes is what a field takes for each cell, a piece a cell at the worst, and for each goal besides.
const (
	fieldBytes = 160
	goalBytes  = 4
)

func newField(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*field, error) {
	f := &field{m: lim.Meter(ctx), p: p, h: p.Start.H, w: p.Start.W}
	n := f.h * f.w
	each := fieldBytes + goalBytes*int64(len(p.Goals()))
	if err := f.m.Hold("the check of a board of this size", int64(n)*each); err != nil {
		return nil, err
	}
	rules := p.Rules
	if rules == nil {
		rules = &tilt.Rules{}
	}
	f.one, f.unit = rules.One, rules.Unit
	f.owner, f.hole = make([]int32, n), make([]bool, n)
	for i := range f.owner {
		f.owner[i], f.hole[i] = nobody, p.Ground(i) == tilt.Hole
		if p.Ground(i) == tilt.Wall {
			f.owner[i] = wall
		}
	}
	if err := f.find(rules); err != nil {
		return nil, err
	}
	for _, g := range p.Goals() {
		t := goal{want: make([]int32, n)}
		for i := range t.want {
			if t.want[i] = int32(g.Board.At(i/f.w, i%f.w)); g.Any != nil && g.Any[i] {
				t.want[i] = -1
			}
			if t.want[i] > 0 {
				t.tiles++
			}
		}
		if err := f.m.Work(8 * n); err != nil {
			return nil, err
		}
		f.goals = append(f.goals, t)
	}
	f.blocked = make([]bool, len(f.pieces))
	return f, f.m.Err()
}

// find finds the pieces of the start, and their classes in order of their first pieces.
func (f *field) find(rules *tilt.Rules) error {
	byNumber, classes := map[uint32]int{}, map[string]int{}
	var found []piece
	var first []int32
	for i := range f.owner {
		if err := f.m.Work(100); err != nil {
			return err
		}
		y, x := i/f.w, i%f.w
		code := f.p.Start.At(y, x)
		if code == 0 {
			continue
		}
		k := len(found)
		if rules.Pieces != nil && rules.Pieces[i] != 0 {
			if known, ok := byNumber[rules.Pieces[i]]; ok {
				k = known
			}
			byNumber[rules.Pieces[i]] = k
		}
		if k == len(found) {
			found, first = append(found, piece{robot: slices.Contains(rules.Robots, code)}), append(first, int32(i))
		}
		q := &found[k]
		q.cells = append(q.cells, [2]int{y - int(first[k])/f.w, x - int(first[k])%f.w})
		q.colours = append(q.colours, code)
	}
	for k := range found {
		name := found[k].name()
		if _, known := classes[name]; !known {
			classes[name] = len(classes)
		}
		found[k].class = classes[name]
	}
	f.robots = len(rules.Robots) > 0
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return found[a].class - found[b].class })
	for _, k := range order {
		f.pieces, f.at = append(f.pieces, found[k]), append(f.at, first[k])
	}
	for k := range f.pieces {
		f.put(k, int32(k))
	}
	return nil
}

// name is what alike pieces have in common.
func (q *piece) name() string {
	var b []byte
	for i, c := range q.cells {
		for _, n := range [3]int{c[0], c[1], q.colours[i]} {
			b = append(b, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		}
	}
	return string(b)
}

// put writes who into the cells of piece k.
func (f *field) put(k int, who int32) {
	for _, c := range f.pieces[k].cells {
		f.owner[int(f.at[k])+c[0]*f.w+c[1]] = who
	}
}

// set makes the board the one where the pieces stand at at.
func (f *field) set(at []int32) {
	for k := range f.pieces {
		if f.at[k] >= 0 {
			f.put(k, nobody)
		}
	}
	copy(f.at, at)
	for k := range f.pieces {
		if f.at[k] >= 0 {
			f.put(k, int32(k))
		}
	}
}

// free reports whether piece k may be named.
func (f *field) free(k int) bool {
	return f.at[k] >= 0 && f.names(k)
}

// names reports whether moves can name pieces of k's colours.
func (f *field) names(k int) bool { return f.pieces[k].robot || f.one && !f.robots }

// move tilts the board to a side; where alone is not below 0 that piece moves, and else all that are no robots.
func (f *field) move(alone int, side byte) error {
	f.active = f.active[:0]
	for k := range f.pieces {
		goes := k == alone || alone < 0 && !f.pieces[k].robot
		f.blocked[k] = !goes
		if goes && f.at[k] >= 0 {
			f.active = append(f.active, int32(k))
		}
	}
	dy, dx := 0, 0
	switch side {
	case 'L':
		dx = -1
	case 'R':
		dx = 1
	case 'U':
		dy = -1
	case 'D':
		dy = 1
	}
	for {
		if err := f.step(dy, dx); err != nil || len(f.active) == 0 || f.unit {
			return err
		}
	}
}

// step is one unit step. The blocked pieces of a tilt stay blocked: what blocks them, blocked itself, does not
// move, and what does not move falls into no hole. So active pieces become fewer, until nothing moves.
func (f *field) step(dy, dx int) error {
	for _, k := range f.active {
		if err := f.m.Work(20 * len(f.pieces[k].cells)); err != nil {
			return err
		}
		if !f.blocked[k] && f.stopped(int(k), dy, dx) {
			f.block(int(k), dy, dx)
		}
	}
	moving := f.active[:0]
	for _, k := range f.active {
		if !f.blocked[k] {
			moving = append(moving, k)
			f.put(int(k), nobody)
		}
	}
	f.active = moving
	for _, k := range moving {
		f.at[k] += int32(dy*f.w + dx)
		f.put(int(k), k)
	}
	left := f.active[:0]
	for _, k := range moving {
		if f.overHoles(int(k)) {
			f.put(int(k), nobody)
			f.at[k] = nobody
			continue
		}
		left = append(left, k)
	}
	f.active = left
	return f.m.Err()
}

// stopped reports whether a cell of piece k would leave the board, or enter a wall or a cell of a blocked piece.
func (f *field) stopped(k, dy, dx int) bool {
	y, x := int(f.at[k])/f.w+dy, int(f.at[k])%f.w+dx
	for _, c := range f.pieces[k].cells {
		r, s := y+c[0], x+c[1]
		if r < 0 || r >= f.h || s < 0 || s >= f.w {
			return true
		}
		if o := f.owner[r*f.w+s]; o == wall || o >= 0 && int(o) != k && f.blocked[o] {
			return true
		}
	}
	return false
}

// block blocks piece k, and all that would then enter a blocked piece.
func (f *field) block(k, dy, dx int) {
	f.blocked[k] = true
	f.stack = append(f.stack[:0], int32(k))
	for len(f.stack) > 0 {
		k := int(f.stack[len(f.stack)-1])
		f.stack = f.stack[:len(f.stack)-1]
		y, x := int(f.at[k])/f.w-dy, int(f.at[k])%f.w-dx
		for _, c := range f.pieces[k].cells {
			r, s := y+c[0], x+c[1]
			if r < 0 || r >= f.h || s < 0 || s >= f.w {
				continue
			}
			if o := f.owner[r*f.w+s]; o >= 0 && !f.blocked[o] {
				f.blocked[o] = true
				f.stack = append(f.stack, o)
			}
		}
	}
}

// overHoles reports whether piece k lies wholly over holes.
func (f *field) overHoles(k int) bool {
	for _, c := range f.pieces[k].cells {
		if !f.hole[int(f.at[k])+c[0]*f.w+c[1]] {
			return false
		}
	}
	return true
}

// reached reports whether the board is one of the goals.
func (f *field) reached() bool {
	for i := range f.goals {
		if f.matches(&f.goals[i]) {
			return true
		}
	}
	return false
}

func (f *field) matches(g *goal) bool {
	tiles := 0
	for k := range f.pieces {
		if f.at[k] < 0 {
			continue
		}
		for i, c := range f.pieces[k].cells {
			switch want := g.want[int(f.at[k])+c[0]*f.w+c[1]]; {
			case want == int32(f.pieces[k].colours[i]):
				tiles++
			case want >= 0:
				return false
			}
		}
	}
	return tiles == g.tiles
}
