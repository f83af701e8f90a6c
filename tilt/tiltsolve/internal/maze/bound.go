package maze

import (
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A bound tells how many moves a goal takes at the least where single tiles move one at a time: as many as if each
// wanted tile could stop wherever it likes. Each goal is parts, one for a colour.
type bound [][]part

// A part is what a goal asks of a colour. Each of its cells takes one of the colour's tiles, so the cell whose nearest
// tile is farthest bounds the moves of the colour; tiles of different colours take moves of their own.
type part struct {
	from, end int        // its pieces
	far       [][]uint16 // of each cell asked for: moves there from every cell
}

const (
	never     = 1 << 29   // more moves than there are states
	nowhere   = 1<<16 - 1 // in tables: no way there
	mostParts = 64        // cells asked for in all goals; more take longer than they save
)

// newBound makes the tables; nil where it does not hold, or nothing is asked for.
func newBound(m *meter.Meter, g *Game) (bound, error) {
	tiles := 0
	for i := range g.goals {
		tiles += g.goals[i].tiles
	}
	alone := !slices.ContainsFunc(g.shapes, func(s shape) bool { return len(s.dy) > 1 })
	if !g.one || !alone || tiles == 0 || tiles > mostParts || len(g.ground) > nowhere {
		return nil, nil
	}
	if err := m.Hold(theGame, int64(tiles)*int64(2*len(g.ground)+200)); err != nil {
		return nil, err
	}
	var b bound
	for i := range g.goals {
		parts := map[int32]int{}
		var goal []part
		for cell, c := range g.goals[i].want {
			if c <= 0 {
				continue
			}
			k, known := parts[c]
			if !known {
				k = len(goal)
				parts[c] = k
				from := slices.IndexFunc(g.kind, func(kind int32) bool { return g.shapes[kind].colours[0] == c })
				goal = append(goal, part{from: from, end: from})
				for from >= 0 && goal[k].end < len(g.kind) && g.kind[goal[k].end] == g.kind[from] {
					goal[k].end++
				}
			}
			far, err := g.distances(m, int32(cell), goal[k].from)
			if err != nil {
				return nil, err
			}
			goal[k].far = append(goal[k].far, far)
		}
		b = append(b, goal)
	}
	return b, nil
}

// distances are how many moves piece i takes from each cell to the cell to, at least.
func (g *Game) distances(m *meter.Meter, to int32, i int) ([]uint16, error) {
	far := make([]uint16, len(g.ground))
	for c := range far {
		far[c] = nowhere
	}
	far[to] = 0
	if i < 0 || !g.named[i] {
		return far, m.Work(len(far))
	}
	for queue := []int32{to}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for s := range sides {
			if g.holes && g.ground[at] != 0 {
				break
			}
			for d := int32(1); d <= g.room[s][at] && (d == 1 || !g.unit); d++ {
				c := at + d*g.stride(s)
				if g.ground[c] != 0 {
					break
				}
				if far[c] == nowhere {
					far[c] = min(far[at]+1, nowhere-1) // a long way is a long one, whatever its length
					queue = append(queue, c)
				}
			}
			if err := m.Work(20 + 5*int(g.room[s][at])); err != nil {
				return nil, err
			}
		}
	}
	return far, nil
}

// of is the bound where pieces stand at at: never where no goal can be reached.
func (b bound) of(at []int32) int {
	if b == nil {
		return 0
	}
	least := never
	for _, goal := range b {
		sum := 0
		for _, p := range goal {
			most := 0
			for _, far := range p.far {
				nearest := never
				for _, c := range at[max(0, p.from):max(0, p.end)] {
					if c != gone && far[c] != nowhere {
						nearest = min(nearest, int(far[c]))
					}
				}
				most = max(most, nearest)
			}
			sum = min(never, sum+most)
		}
		least = min(least, sum)
	}
	return least
}

// blank is the colour of cells that no goal names.
const blank = -2

// merged is g with pieces alike that differ only by colours which no goal names: it has the same ways to goals, and
// fewer states.
func (g *Game) merged() *Game {
	asked := map[int32]bool{}
	for i := range g.goals {
		for _, c := range g.goals[i].want {
			asked[c] = true
		}
	}
	names := map[string]int32{}
	var shapes []shape
	kinds := make([]int32, len(g.shapes))
	for k, s := range g.shapes {
		s.colours = slices.Clone(s.colours)
		name := []byte{0}
		if s.robot {
			name[0] = 1
		}
		for j, c := range s.colours {
			if !asked[c] {
				s.colours[j] = blank
			}
			for _, v := range [3]int32{s.dy[j], s.dx[j], s.colours[j]} {
				name = binary.AppendVarint(name, int64(v))
			}
		}
		n, known := names[string(name)]
		if !known {
			n = int32(len(shapes))
			names[string(name)] = n
			shapes = append(shapes, s)
		}
		kinds[k] = n
	}
	if len(shapes) == len(g.shapes) {
		return g
	}
	out := *g
	out.shapes, out.kind, out.start, out.named, out.driven = shapes, nil, nil, nil, nil
	order := make([]int, len(g.kind))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(kinds[g.kind[i]] - kinds[g.kind[j]]) })
	for _, i := range order {
		out.kind, out.start = append(out.kind, kinds[g.kind[i]]), append(out.start, g.start[i])
		out.named, out.driven = append(out.named, g.named[i]), append(out.driven, g.driven[i])
	}
	out.begin()
	return &out
}

// nearest searches for the nearest goals alone: first among the states from which a goal may be as near as the bound
// says of the start, then farther, until there is one. Where there is none Least is below 0, and t does not hold all
// states.
func (t *Tree) nearest(b bound, progress func(puzzle.Progress)) error {
	last := 0
	for t.bound, t.proved = b, b.of(t.Game.start); t.proved < never; {
		if t.most == 0 {
			t.most = t.proved
		}
		if err := t.search(false, progress); err != nil || t.Least >= 0 {
			return err
		}
		over, n := never, t.States()
		for _, w := range t.crew.workers {
			over = min(over, w.x.over)
			w.x.over = never
		}
		if over == never {
			return nil
		}
		t.proved = t.most + over
		t.most = t.proved
		if n > manyStates && n < 2*last {
			t.most = never // the bound saves less than it costs to begin again
		}
		last = n
		t.reset()
	}
	return nil
}

// manyStates take so long that it matters how often they are met again.
const manyStates = 1 << 16
