package tiltsolve

import (
	"context"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/internal/congruence"
)

// An atlas is all that tilts can make of a start: boards on no ring, and the rings, each once.
type atlas struct {
	start int // 1 where the start lies on no ring
	once  int // boards one tilt away that lie on no ring
	rings []ring
}

// A ring of an atlas. Positions count clockwise tilts on the board that its half sees, from its base.
type ring struct {
	half, base int // whose ring it is
	firsts     string
	size       *big.Int // boards
	idle       string   // tilts that do nothing on it
	entries    []landing
	facts      ringFacts
}

// A landing is a position where a way that begins at the start comes onto a ring, after cost tilts.
type landing struct {
	at   *big.Int
	cost int64
}

// boards is the number of all boards.
func (a *atlas) boards() *big.Int {
	sum := big.NewInt(int64(a.start + a.once))
	for i := range a.rings {
		sum.Add(sum, a.rings[i].size)
	}
	return sum
}

// atlas finds the rings. A board that is packed into a corner lies on a ring (the tilts that would lead it there do
// nothing), another one does not.
func (g *rings[C]) atlas(ctx context.Context) (*atlas, error) {
	a := &atlas{}
	if g.half(0).start.tiles == 0 {
		a.start = 1
		return a, nil
	}
	first, second := g.half(0).start, g.half(1).start
	if !(first.left || first.right) || !(second.left || second.right) {
		a.start = 1
	}
	for _, p := range []*profile{first, second} {
		if p.falls || p.grows {
			continue // tilted along the rows the board is packed into a corner
		}
		// Two boards that differ from the start, which is packed to at most one side:
		// rows that are packed to both are full or empty, and were counted with the start.
		for _, idle := range []bool{p.left, p.right} {
			if !idle {
				a.once++
			}
		}
	}
	if err := g.addHalf(ctx, a, 0); err != nil {
		return nil, err
	}
	// As in search.run: where a horizontal tilt does nothing, half 1 has no new rings and no shorter ways.
	if first.left || first.right {
		return a, nil
	}
	return a, g.addHalf(ctx, a, 1)
}

// addHalf adds the rings of half k, and the entries of those that a has already.
func (g *rings[C]) addHalf(ctx context.Context, a *atlas, k int) error {
	h := g.opened(k)
	if err := h.setBase(ctx, 0); err != nil {
		return err
	}
	own := []ring{{half: k, base: 0, firsts: "LU"[k : k+1], idle: h.idleLetters()}}
	own[0].land(h.start.entries(0), new(big.Int), 1)
	if h.same() {
		own[0].firsts = "LRUD"[2*k : 2*k+2]
		own[0].land(h.start.entries(1), new(big.Int), 1)
	} else {
		at, err := g.secondBase(ctx, h)
		if err != nil {
			return err
		}
		if at != nil {
			own[0].firsts = "LRUD"[2*k : 2*k+2]
		} else {
			own = append(own, ring{half: k, base: 1, firsts: "RD"[k : k+1], idle: own[0].idle})
			at = new(big.Int)
		}
		own[len(own)-1].land(h.start.entries(1), at, 1)
	}
	if k == 1 && equalRows(g.half(0).lambda, h.mu) {
		var err error
		if own, err = g.merge(ctx, a, own); err != nil {
			return err
		}
	}
	h = g.opened(k)
	for i := range own {
		if err := h.setBase(ctx, own[i].base); err != nil {
			return err
		}
		size, err := h.ringSize(ctx)
		if err != nil {
			return err
		}
		own[i].size = size
	}
	a.rings = append(a.rings, own...)
	return nil
}

// land adds entries whose positions count from the position at of r, in r's sense or against it.
func (r *ring) land(entries [2]entry, at *big.Int, sense int64) {
	for _, e := range entries {
		pos := big.NewInt(sense * e.at)
		r.entries = append(r.entries, landing{pos.Add(pos, at), int64(len(e.prefix))})
	}
}

// secondBase returns the position of h's base 1 on the ring of base 0, or nil where it is not there.
func (g *rings[C]) secondBase(ctx context.Context, h *half[C]) (*big.Int, error) {
	if err := h.setBase(ctx, 1); err != nil {
		return nil, err
	}
	for i := range h.planes {
		h.planes[i].target = h.planes[i].base
	}
	if err := h.setBase(ctx, 0); err != nil {
		return nil, err
	}
	return h.position(ctx)
}

// position returns where on the base's ring the target in the planes stands, which is packed into the top left corner;
// nil where it does not.
func (h *half[C]) position(ctx context.Context) (*big.Int, error) {
	var m match
	if err := h.find(ctx, &m); err != nil || !m.alive {
		return nil, err
	}
	n, _, _, _ := m.system.Solve() // in half turns
	return n.Lsh(n, 1), nil
}

// merge gives the entries of those rings of half 1 that are rings of half 0, which has the same diagram, to these, and
// returns the others.
func (g *rings[C]) merge(ctx context.Context, a *atlas, own []ring) (others []ring, err error) {
	second := g.opened(1)
	bases := make([][]C, len(own))
	for i := range own {
		if err := second.setBase(ctx, own[i].base); err != nil {
			return nil, err
		}
		bases[i] = second.copyBase() // of the transposed board
	}
	first := g.opened(0)
	for i := range own {
		if err := first.setTarget(ctx, newSource(bases[i], g.w, g.h, true), cornerLU); err != nil {
			return nil, err
		}
		known := false
		for j := range a.rings {
			r := &a.rings[j]
			if err := first.setBase(ctx, r.base); err != nil {
				return nil, err
			}
			at, err := first.position(ctx)
			if err != nil {
				return nil, err
			}
			if known = at != nil; known {
				r.firsts += own[i].firsts
				for _, e := range own[i].entries { // clockwise there is counter-clockwise here
					r.entries = append(r.entries, landing{new(big.Int).Sub(at, e.at), e.cost})
				}
				break
			}
		}
		if !known {
			others = append(others, own[i])
		}
	}
	return others, nil
}

// ringSize returns how many boards the ring of the present base has.
func (h *half[C]) ringSize(ctx context.Context) (*big.Int, error) {
	switch h.idleLetters() {
	case "LR", "UD": // four positions, and each board twice among them
		return big.NewInt(2), nil
	case "LRUD":
		return big.NewInt(1), nil
	}
	periods := map[int64]bool{2: true}
	err := h.walk(ctx, func(s *strands[C], _, _ int, _ bool) bool {
		if s.n > 1 {
			periods[int64(necklaceOf(s.base[:s.n]).period)] = true
		}
		return true
	})
	// The lcm counts half turns of two tilts.
	n := congruence.Lcm(periods)
	return n.Lsh(n, 1), err
}

// A span says that each distance from From to To belongs to so many boards.
type span struct{ From, To, Boards *big.Int }

// distances lists how many boards are how many tilts away from the start, nearest first and without gaps.
func (a *atlas) distances() []span {
	var s steps
	for at, n := range []int{a.start, a.once} {
		s.add(big.NewInt(int64(at)), big.NewInt(int64(at)), int64(n))
	}
	for i := range a.rings {
		a.rings[i].distances(&s)
	}
	return s.spans()
}

// distances adds r's boards to s.
func (r *ring) distances(s *steps) {
	entries := r.nearest()
	if r.idle != "" { // two boards or one, the classes of the entries' positions
		least := entries[0]
		for _, e := range entries {
			if e.cost < least.cost {
				least = e
			}
		}
		s.add(big.NewInt(least.cost), big.NewInt(least.cost), 1)
		if r.idle != "LRUD" {
			other := least.cost + 1
			for _, e := range entries {
				if r.class(e.at) != r.class(least.at) {
					other = min(other, e.cost)
				}
			}
			s.add(big.NewInt(other), big.NewInt(other), 1)
		}
		return
	}
	one := big.NewInt(1)
	for i, e := range entries {
		s.add(big.NewInt(e.cost), big.NewInt(e.cost), 1)
		// Between e and the next entry, gap positions on: the nearer end tells the distance.
		next := entries[(i+1)%len(entries)]
		gap := new(big.Int).Sub(next.at, e.at)
		if gap.Sign() <= 0 {
			gap.Add(gap, r.size)
		}
		inside := new(big.Int).Sub(gap, one)
		ahead := new(big.Int).Add(gap, big.NewInt(next.cost-e.cost))
		ahead.Rsh(ahead, 1)
		if ahead.Cmp(inside) > 0 {
			ahead.Set(inside)
		}
		back := inside.Sub(inside, ahead)
		for _, side := range []struct {
			cost int64
			n    *big.Int
		}{{e.cost, ahead}, {next.cost, back}} {
			cost := big.NewInt(side.cost)
			s.add(new(big.Int).Add(cost, one), new(big.Int).Add(cost, side.n), 1)
		}
	}
}

// class tells apart the two boards of a ring on which the tilts idle do nothing, by a position.
func (r *ring) class(at *big.Int) int64 {
	c := new(big.Int).And(at, big.NewInt(3)).Int64() // two's complement: LU, RU, RD, LD
	if r.idle == "UD" {
		c = (c + 1) & 3
	}
	return c >> 1
}

// nearest returns r's entries in order of their positions modulo r's size, without those that another one reaches
// first.
func (r *ring) nearest() []landing {
	size := r.size
	if r.idle != "" {
		size = big.NewInt(4)
	}
	var out []landing
	for i, e := range r.entries {
		e.at = new(big.Int).Mod(e.at, size)
		beaten := false
		for j, o := range r.entries {
			d := new(big.Int).Sub(e.at, o.at)
			d.Mod(d, size)
			if back := new(big.Int).Sub(size, d); back.Cmp(d) < 0 {
				d = back
			}
			c := d.Add(d, big.NewInt(o.cost)).Cmp(big.NewInt(e.cost))
			beaten = beaten || r.idle == "" && (c < 0 || c == 0 && j < i)
		}
		if !beaten {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b landing) int { return a.at.Cmp(b.at) })
	return out
}

// steps add up boards by distance, as changes from one distance to the next.
type steps []change

type change struct {
	at *big.Int
	by int64
}

// add says that each distance from first to last, if any, belongs to n more boards.
func (s *steps) add(first, last *big.Int, n int64) {
	if n != 0 && first.Cmp(last) <= 0 {
		*s = append(*s, change{first, n}, change{new(big.Int).Add(last, big.NewInt(1)), -n})
	}
}

func (s steps) spans() (out []span) {
	slices.SortFunc(s, func(a, b change) int { return a.at.Cmp(b.at) })
	boards := int64(0)
	for i := 0; i < len(s); {
		at := s[i].at
		before := boards
		for ; i < len(s) && s[i].at.Cmp(at) == 0; i++ {
			boards += s[i].by
		}
		if boards == before {
			continue
		}
		if len(out) > 0 {
			out[len(out)-1].To = new(big.Int).Sub(at, big.NewInt(1))
		}
		if boards > 0 {
			out = append(out, span{From: at, Boards: big.NewInt(boards)})
		}
	}
	return out
}
