package maze

import (
	"math/bits"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// A player makes moves of a game; it belongs to one goroutine.
type player struct {
	g     *Game
	m     *meter.Meter
	owner []int32 // number of the piece on each cell, plus 1
	far   []int32 // how far each piece can go, as far as is known
	done  []bool
	queue [][]int32 // pieces by how far they go
}

func newPlayer(g *Game, m *meter.Meter) *player {
	return &player{g: g, m: m, owner: make([]int32, g.h*g.w), far: make([]int32, len(g.kind)),
		done: make([]bool, len(g.kind)), queue: make([][]int32, max(g.h, g.w)+1)}
}

// cover writes who into the cells of all pieces: with lay their numbers, otherwise nobody's.
func (p *player) cover(at []int32, lay bool) {
	g := p.g
	for i, c := range at {
		if c == gone {
			continue
		}
		who := int32(0)
		if lay {
			who = int32(i) + 1
		}
		s := &g.shapes[g.kind[i]]
		for j := range s.dy {
			p.owner[c+s.dy[j]*int32(g.w)+s.dx[j]] = who
		}
	}
}

// tilt moves all driven pieces at once to side s; the owners are those of at.
//
// A piece stops when it meets the wall or a piece that has stopped, so it goes as far as the shortest chain of
// gaps from
// it to a wall, through pieces that rest on each other: a shortest path, found nearest first. Interlocked pieces
// that lean on nothing but each other are stopped by none of them. A piece that falls before it is stopped
// stops nobody.
func (p *player) tilt(at []int32, s int) error {
	g := p.g
	most := 0
	push := func(i, d int32) {
		p.queue[d] = append(p.queue[d], i)
		most = max(most, int(d))
	}
	for i, c := range at {
		p.done[i] = c == gone
		if c == gone {
			continue
		}
		p.far[i] = 0
		if g.driven[i] {
			p.far[i] = g.reach(int32(i), c, s)
		}
		push(int32(i), p.far[i])
	}
	behind := -g.stride(s)
	for d := 0; d <= most; d++ {
		for k := 0; k < len(p.queue[d]); k++ {
			i := p.queue[d][k]
			if p.done[i] || int(p.far[i]) != d {
				continue
			}
			p.done[i] = true
			if g.driven[i] && g.falls(i, at[i], s, int32(d)) >= 0 {
				continue
			}
			sh := &g.shapes[g.kind[i]]
			for j := range sh.dy {
				c := at[i] + sh.dy[j]*int32(g.w) + sh.dx[j]
				for gap := range g.room[s^1][c] {
					if o := p.owner[c+(gap+1)*behind] - 1; o >= 0 && !p.done[o] && p.far[o] > int32(d)+gap {
						p.far[o] = int32(d) + gap
						push(o, p.far[o])
					}
				}
				if err := p.m.Work(10 + 3*int(g.room[s^1][c])); err != nil {
					return err
				}
			}
		}
		p.queue[d] = p.queue[d][:0]
	}
	for i := range at {
		if at[i] != gone && g.driven[i] {
			at[i] = g.landed(int32(i), at[i], s, p.far[i])
		}
	}
	return p.m.Work(10 * len(at))
}

// reach is how far piece i at c can go to side s before a wall.
func (g *Game) reach(i, c int32, s int) int32 {
	sh := &g.shapes[g.kind[i]]
	d := g.room[s][c]
	for j := range sh.dy {
		d = min(d, g.room[s][c+sh.dy[j]*int32(g.w)+sh.dx[j]])
	}
	return d
}

// falls is behind how many steps of d piece i at c falls on its way to side s; below 0 where it does not.
func (g *Game) falls(i, c int32, s int, d int32) int32 {
	if !g.holes {
		return -1
	}
	if g.unit {
		d = min(d, 1)
	}
	sh := &g.shapes[g.kind[i]]
	for t := int32(1); t <= d; t++ {
		over := true
		for j := range sh.dy {
			over = over && g.ground[c+t*g.stride(s)+sh.dy[j]*int32(g.w)+sh.dx[j]] == tilt.Hole
		}
		if over {
			return t
		}
	}
	return -1
}

// landed is where piece i at c is after a move to side s in which it can go d steps.
func (g *Game) landed(i, c int32, s int, d int32) int32 {
	if g.falls(i, c, s, d) >= 0 {
		return gone
	}
	if g.unit {
		d = min(d, 1)
	}
	return c + d*g.stride(s)
}

// alone moves piece i to side s; all others stay.
func (p *player) alone(at []int32, i, s int) error {
	g := p.g
	sh := &g.shapes[g.kind[i]]
	d := g.reach(int32(i), at[i], s)
	if g.unit {
		d = min(d, 1)
	}
	for j := range sh.dy {
		c := at[i] + sh.dy[j]*int32(g.w) + sh.dx[j]
		for t := range d {
			if o := p.owner[c+(t+1)*g.stride(s)] - 1; o >= 0 && int(o) != i {
				d = t
				break
			}
		}
	}
	at[i] = g.landed(int32(i), at[i], s, d)
	return p.m.Work(10 * len(sh.dy))
}

// Lanes are tables for single tiles that slide until they stop: a lane is what lies between a cell and the wall. If
// there is a hole on it a tile falls; otherwise it stops behind those that are nearer to the wall.
type lanes [4][]lane // of each cell

type lane struct {
	ahead uint64 // the cells of the lane, as bits of its row or column
	stop  int32  // where the first tile of the lane stops; gone where it falls
	line  int32  // the row or column
}

func newLanes(g *Game) *lanes {
	l := &lanes{}
	for s := range sides {
		l[s] = make([]lane, len(g.ground))
		for i := range g.ground {
			c, to := int32(i), &l[s][i]
			for range g.room[s][i] {
				c += g.stride(s)
				if g.ground[c] == tilt.Hole {
					to.stop = gone
				}
				if s < 2 {
					to.ahead |= 1 << (c % int32(g.w))
				} else {
					to.ahead |= 1 << (c / int32(g.w))
				}
			}
			if to.stop != gone {
				to.stop = c
			}
			if to.line = c / int32(g.w); s >= 2 {
				to.line = c % int32(g.w)
			}
		}
	}
	return l
}

// slide tilts single tiles at from to side s; lines are the rows or columns and have a bit for each tile. It reports
// whether none moves.
func (g *Game) slide(from, to []int32, s int, lines *[64]uint64) bool {
	table, stride, moved := g.lanes[s], g.stride(s), int32(0)
	to = to[:len(from)]
	for i, c := range from {
		next := int32(gone)
		if c != gone {
			l := &table[c]
			if next = l.stop; next != gone {
				next -= stride * int32(bits.OnesCount64(lines[l.line&63]&l.ahead))
			}
		}
		to[i] = next
		moved |= next ^ c
	}
	return moved == 0
}
