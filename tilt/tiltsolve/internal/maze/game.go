// Package maze plays boards with walls, holes, pieces and the other rules of tilt.Rules, and searches all that can be
// reached on them, nearest first.
package maze

import (
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// gone is the place of a piece that has fallen.
const gone = -1

// sides in the order in which moves are tried, and their steps; a side and its opposite differ in the last bit.
const sides = "LRUD"

// A shape is what alike pieces look like; all its cells are counted from the first in reading order.
type shape struct {
	dy, dx  []int32
	colours []int32
	robot   bool
}

// A Game is the rules of an instance, made ready. It is not changed by playing, and safe for concurrent use.
type Game struct {
	h, w      int
	one, unit bool
	named     []bool // of each piece: it can be named
	driven    []bool // of each piece: a tilt of the board moves it
	ground    []tilt.Ground
	holes     bool
	shapes    []shape
	kind      []int32 // shape of each piece; pieces of one shape follow each other
	start     []int32 // the cell of each piece's first cell
	room      [4][]int32
	lanes     *lanes // nil: tiles alone, all tilted at once, on a board of at most 64 × 64 cells
	goals     []goal

	rank  []int32 // of each cell that is no wall, from 0; a fallen piece has the next number
	cells []int32 // by rank
	wide  int     // bytes of a place in a key
	size  int     // bytes of a key
	first []byte  // key of the start
	alike bool    // there are pieces that are
}

// A goal says what each cell asks for: a colour, 0 for none, below 0 for anything.
type goal struct {
	want  []int32
	tiles int
}

// What a game holds for each cell, and for each goal besides; theGame names it.
const (
	bytesPerCell = 300
	bytesPerGoal = 4
	theGame      = "a board of this size with walls and other rules"
)

// New makes p, which is valid, ready.
func New(m *meter.Meter, p *tilt.Instance) (*Game, error) {
	n := p.Start.Len()
	if err := m.Hold(theGame, int64(n)*(bytesPerCell+bytesPerGoal*int64(len(p.Goals())))); err != nil {
		return nil, err
	}
	rules := p.Rules
	if rules == nil {
		rules = &tilt.Rules{}
	}
	g := &Game{h: p.Start.H, w: p.Start.W, one: rules.One, unit: rules.Unit, ground: make([]tilt.Ground, n)}
	g.rank = make([]int32, n)
	for i := range g.ground {
		if g.ground[i] = p.Ground(i); g.ground[i] != tilt.Wall {
			g.rank[i] = int32(len(g.cells))
			g.cells = append(g.cells, int32(i))
		}
		g.holes = g.holes || g.ground[i] == tilt.Hole
	}
	if err := m.Work(20 * n); err != nil {
		return nil, err
	}
	if err := g.pieces(m, p, rules); err != nil {
		return nil, err
	}
	for _, k := range g.kind {
		robot := g.shapes[k].robot
		g.driven = append(g.driven, !robot && !g.one)
		g.named = append(g.named, robot || g.one && len(rules.Robots) == 0)
	}
	if err := g.measure(m); err != nil {
		return nil, err
	}
	g.wide = 4
	switch most := len(g.cells) + 1; {
	case most <= 1<<8 || most == 1<<8+1 && !g.holes:
		g.wide = 1
	case most <= 1<<16:
		g.wide = 2
	}
	g.size = g.wide * len(g.kind)
	g.begin()
	if g.simple() {
		g.lanes = newLanes(g)
	}
	for _, goal := range p.Goals() {
		g.goals = append(g.goals, newGoal(goal))
		if err := m.Work(10 * n); err != nil {
			return nil, err
		}
	}
	return g, m.Poll()
}

// begin makes the key of the start.
func (g *Game) begin() {
	g.alike = len(g.shapes) < len(g.kind)
	at := slices.Clone(g.start)
	g.sort(at)
	g.first = make([]byte, g.size)
	g.pack(at, g.first)
}

// simple reports whether a move is a tilt that slides single tiles until they stop.
func (g *Game) simple() bool {
	alone := !slices.ContainsFunc(g.shapes, func(s shape) bool { return len(s.dy) > 1 })
	return alone && !g.one && !g.unit && !slices.Contains(g.driven, false) && g.h <= 64 && g.w <= 64
}

func newGoal(g tilt.Goal) goal {
	out := goal{want: make([]int32, g.Board.Len())}
	for i := range out.want {
		out.want[i] = int32(g.Board.At(i/g.Board.W, i%g.Board.W))
		if g.Any != nil && g.Any[i] {
			out.want[i] = -1
		} else if out.want[i] > 0 {
			out.tiles++
		}
	}
	return out
}

// pieces collects the pieces of the start, alike ones together, in the order of the first of each kind.
func (g *Game) pieces(m *meter.Meter, p *tilt.Instance, rules *tilt.Rules) error {
	members := map[uint32][]int32{}
	for i, n := range rules.Pieces {
		if n != 0 {
			members[n] = append(members[n], int32(i))
		}
	}
	kinds := map[string]int{}
	var places [][]int32
	for i := range g.h * g.w {
		if err := m.Work(100); err != nil {
			return err
		}
		code := p.Start.At(i/g.w, i%g.w)
		cells := []int32{int32(i)}
		if rules.Pieces != nil && rules.Pieces[i] != 0 {
			cells = members[rules.Pieces[i]]
		}
		if code == 0 || cells[0] != int32(i) {
			continue
		}
		s := shape{robot: slices.Contains(rules.Robots, code)}
		var name []byte
		for _, c := range cells {
			dy, dx := c/int32(g.w)-int32(i/g.w), c%int32(g.w)-int32(i%g.w)
			colour := int32(p.Start.At(int(c)/g.w, int(c)%g.w))
			s.dy, s.dx, s.colours = append(s.dy, dy), append(s.dx, dx), append(s.colours, colour)
			for _, v := range [3]int32{dy, dx, colour} {
				name = binary.AppendVarint(name, int64(v))
			}
		}
		k, known := kinds[string(name)]
		if !known {
			k = len(kinds)
			kinds[string(name)] = k
			g.shapes, places = append(g.shapes, s), append(places, nil)
		}
		places[k] = append(places[k], int32(i))
	}
	for k, list := range places {
		for _, at := range list {
			g.kind, g.start = append(g.kind, int32(k)), append(g.start, at)
		}
	}
	return nil
}

// measure finds for each cell and side how many cells there are before a wall or the edge.
func (g *Game) measure(m *meter.Meter) error {
	for s := range sides {
		room := make([]int32, g.h*g.w)
		for i := range room {
			if s&1 == 1 {
				i = len(room) - 1 - i
			}
			if next, ok := g.beside(int32(i), s); ok && g.ground[next] != tilt.Wall {
				room[i] = room[next] + 1
			}
		}
		g.room[s] = room
		if err := m.Work(10 * len(room)); err != nil {
			return err
		}
	}
	return nil
}

// stride is how far a cell's neighbour on side s is away.
func (g *Game) stride(s int) int32 {
	return [4]int32{-1, 1, -int32(g.w), int32(g.w)}[s]
}

// beside is the neighbour of a cell on side s; ok is false where that is not on the board.
func (g *Game) beside(cell int32, s int) (next int32, ok bool) {
	x := cell % int32(g.w)
	next = cell + g.stride(s)
	if s == 0 && x == 0 || s == 1 && x == int32(g.w)-1 || next < 0 || int(next) >= g.h*g.w {
		return 0, false
	}
	return next, true
}

// Reached reports whether pieces at these places answer the question.
func (g *Game) Reached(at []int32) bool {
	for i := range g.goals {
		if g.matches(&g.goals[i], at) {
			return true
		}
	}
	return false
}

func (g *Game) matches(want *goal, at []int32) bool {
	tiles := 0
	for i, p := range at {
		if p == gone {
			continue
		}
		s := &g.shapes[g.kind[i]]
		for j, c := range s.colours {
			switch w := want.want[p+s.dy[j]*int32(g.w)+s.dx[j]]; {
			case w == c:
				tiles++
			case w >= 0:
				return false
			}
		}
	}
	return tiles == want.tiles
}

// sort puts alike pieces in order: a fallen one behind the others.
func (g *Game) sort(at []int32) {
	for i := 1; i < len(at); i++ {
		p, kind := at[i], g.kind[i]
		j := i
		for ; j > 0 && g.kind[j-1] == kind && uint32(at[j-1]) > uint32(p); j-- {
			at[j] = at[j-1]
		}
		at[j] = p
	}
}

// pack writes places, sorted, as a key.
func (g *Game) pack(at []int32, key []byte) {
	if g.wide == 1 {
		key = key[:len(at)]
		for i, p := range at {
			key[i] = byte(len(g.cells))
			if p != gone {
				key[i] = byte(g.rank[p])
			}
		}
		return
	}
	for i, p := range at {
		r := uint32(len(g.cells))
		if p != gone {
			r = uint32(g.rank[p])
		}
		switch g.wide {
		case 2:
			binary.LittleEndian.PutUint16(key[2*i:], uint16(r))
		default:
			binary.LittleEndian.PutUint32(key[4*i:], r)
		}
	}
}

// unpack reads a key.
func (g *Game) unpack(key []byte, at []int32) {
	for i := range at {
		var r int
		switch g.wide {
		case 1:
			r = int(key[i])
		case 2:
			r = int(binary.LittleEndian.Uint16(key[2*i:]))
		default:
			r = int(binary.LittleEndian.Uint32(key[4*i:]))
		}
		if at[i] = gone; r < len(g.cells) {
			at[i] = g.cells[r]
		}
	}
}
