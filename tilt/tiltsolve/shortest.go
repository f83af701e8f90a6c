package tiltsolve

import (
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/tilt"
)

// An entry is a way onto a ring: the position it leads to, and the tilts that do something.
type entry struct {
	at     int64 // position on the ring, modulo its length
	prefix string
}

// entries lists the two ways onto ring b (0: first tilt left, 1: right). Tilts that move
// nothing are left out: that is what makes an entry cost 0, 1 or 2 tilts.
func (p *profile) entries(b int) [2]entry {
	first, idle := "L", p.left
	if b == 1 {
		first, idle = "R", p.right
	}
	if idle {
		first = ""
	}
	up, down := first+"U", first+"D"
	if p.falls {
		up = first
	}
	if p.grows {
		down = first
	}
	if b == 0 {
		return [2]entry{{0, up}, {-1, down}}
	}
	return [2]entry{{1, up}, {2, down}}
}

// clockwise and counter are the tilts that lead around, from the top left corner.
const (
	clockwise = "RDLURDL"
	counter   = "DRULDRU"
)

// A route is a way to a target: prefix, then some tilts around the ring.
type route struct {
	prefix string
	around string   // four tilts, the first one next
	steps  *big.Int // how many of them, repeated
	length *big.Int
}

// word writes the route.
func (r *route) word() tilt.Word {
	times, rest := new(big.Int).DivMod(r.steps, big.NewInt(4), new(big.Int))
	return tilt.NewWord(r.prefix, r.around, times, r.around[:rest.Int64()])
}

// routes calls yield with the ways from ring b's entries to position at of a ring of
// the given length, in both directions.
func (h *half[C]) routes(b int, at, length *big.Int, yield func(*route)) {
	for _, e := range h.start.entries(b) {
		ahead := new(big.Int).Sub(at, big.NewInt(e.at))
		ahead.Mod(ahead, length)
		back := new(big.Int).Sub(length, ahead)
		back.Mod(back, length)
		corner := int(e.at & 3)
		for _, r := range []*route{
			{prefix: e.prefix, around: clockwise[corner : corner+4], steps: ahead},
			{prefix: e.prefix, around: counter[-corner&3 : -corner&3+4], steps: back},
		} {
			h.dropIdle(r)
			r.length = new(big.Int).Add(r.steps, big.NewInt(int64(len(r.prefix))))
			yield(r)
		}
	}
}

// dropIdle leaves out tilts that do nothing on the way around. There are some only where
// all rows are full or all columns are; the ring then has four positions.
func (h *half[C]) dropIdle(r *route) {
	idle := h.idleLetters()
	if idle == "" {
		return
	}
	n := int(r.steps.Int64())
	kept := strings.Map(func(c rune) rune {
		if strings.ContainsRune(idle, c) {
			return -1
		}
		return c
	}, r.around[:n])
	r.prefix, r.steps = r.prefix+kept, new(big.Int)
}

// idleLetters names the tilts that do nothing anywhere on the rings.
func (h *half[C]) idleLetters() string {
	idle := ""
	if h.stride == h.src.w && int(h.lambda[max(0, int(h.mu[0])-1)]) == h.src.w {
		idle += "LR"
	}
	if int(h.mu[0]) == h.src.h && int(h.lambda[h.src.h-1]) == h.stride {
		idle += "UD"
	}
	return idle
}
