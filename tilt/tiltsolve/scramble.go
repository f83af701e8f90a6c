package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

const (
	// maxWeighed bounds the boards whose scrambles are weighed: numbers of about as many bits as a board has cells.
	maxWeighed = 1 << 20
	// Boards behind two tilts are drawn so often where one on the ring would do as well, and where none does.
	maxLooseTries = 32
	maxFarTries   = 2048
	maxListed     = 1 << 13 // boards behind two tilts that are all tried
)

// Scramble returns p with its start replaced by one from which its target is distance tilts away, or where distance is
// negative by any from which it can be reached, all equally likely. The board before the last tilts need not be
// packed, so starts are seldom boards of the target's ring alone. Where no start is so far away that is an error.
// Where the distance is one more than the farthest board of the ring has, so many boards that not all are tried, and
// none was found, it is a limit. O(cells) for each board that is drawn; negative distances and 1 up to 2^20 cells.
// On a board with rules the pieces get other places, by a list of all boards or by drawing some.
func (s *Solver) Scramble(
	ctx context.Context, p *tilt.Instance, distance int64, rng *rand.Rand, lim puzzle.Limits,
) (*tilt.Instance, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, err
	}
	if len(p.Goals()) == 0 {
		return nil, noTarget()
	}
	if p.Rules != nil {
		return s.scatter.Start(ctx, p, distance, rng, lim)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := checkMemory(p, lim); err != nil {
		return nil, err
	}
	c := &scrambler{ctx: ctx, p: p, rng: rng, lim: lim}
	if err := c.look(); err != nil {
		return nil, err
	}
	q := *p
	var err error
	switch {
	case distance == 0:
		q.Start = p.Target.Clone()
	case distance < 0 && c.size != nil:
		q.Start, err = c.beforeRing()
	case distance < 0:
		q.Start, err = c.beforeTilt(true)
	case distance == 1:
		q.Start, err = c.beforeTilt(false)
	default:
		q.Start, err = c.far(distance)
	}
	if err != nil {
		return nil, err
	}
	return &q, nil
}

// A scrambler looks for starts of p.
type scrambler struct {
	ctx context.Context
	p   *tilt.Instance
	rng *rand.Rand
	lim puzzle.Limits

	idle    string   // tilts that do nothing to the target
	corners []int    // where the target is packed
	size    *big.Int // of its ring; nil where it lies on none
}

// look finds out about the target.
func (c *scrambler) look() error {
	t := c.p.Target
	for _, dir := range []byte("LRUD") {
		after, err := Play(c.ctx, t, letterWord(string(dir)), c.lim)
		if err != nil {
			return err
		}
		if after.Equal(t) {
			c.idle += string(dir)
		}
	}
	for corner, name := range cornerNames {
		if contains(c.idle, name[0]) && contains(c.idle, name[1]) {
			c.corners = append(c.corners, corner)
		}
	}
	if len(c.corners) == 0 {
		return nil
	}
	a, err := prepare(&tilt.Instance{Palette: c.p.Palette, Start: t}).eng.atlas(c.ctx)
	if err == nil && len(a.rings) > 0 { // there are none of an empty board
		c.size = a.rings[0].size
	}
	return err
}

func contains(s string, c byte) bool { return indexOf(s, c) < len(s) }

// beforeTilt draws a board that one tilt turns into the target, all equally likely; where itself is set the target is
// one. A board other than the target is so by one tilt alone.
func (c *scrambler) beforeTilt(itself bool) (*tilt.Board, error) {
	t := c.p.Target
	weights := make([]*big.Int, len(c.idle))
	sum := new(big.Int)
	err := c.weigh(func() {
		for i := range weights {
			weights[i] = newLines(t, c.idle[i]).spreads()
			weights[i].Sub(weights[i], big.NewInt(1))
			sum.Add(sum, weights[i])
		}
	})
	if err != nil {
		return nil, err
	}
	if itself {
		sum.Add(sum, big.NewInt(1))
	}
	if sum.Sign() == 0 {
		return nil, unreachable(1, "it is no tilted board, or its rows or columns are full")
	}
	x := below(c.rng, sum)
	for i, w := range weights {
		if x.Cmp(w) >= 0 {
			x.Sub(x, w)
			continue
		}
		for {
			if err := c.ctx.Err(); err != nil {
				return nil, err
			}
			if b := newLines(t, c.idle[i]).spread(c.rng); !b.Equal(t) {
				return b, nil
			}
		}
	}
	return t.Clone(), nil
}

// beforeRing draws a board from which the target can be reached, which lies on a ring, all equally likely. Such a
// board is led onto the ring by at least one first tilt f. All boards that f and a tilt at right angles lead to one
// place of the ring are equally many, so a pair of f and a board is drawn easily; a board that belongs to n pairs is
// kept in one of n cases.
func (c *scrambler) beforeRing() (*tilt.Board, error) {
	turns := new(big.Int).Rsh(c.size, 2)
	if turns.Sign() == 0 {
		turns.SetInt64(1)
	}
	var across, along *big.Int
	err := c.weigh(func() {
		across, along = newLines(c.p.Target, 'L').befores(), newLines(c.p.Target, 'U').befores()
	})
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Add(across, along)
	for {
		f := "LR"[c.rng.IntN(2)]
		if below(c.rng, all).Cmp(across) >= 0 {
			f = "UD"[c.rng.IntN(2)]
		}
		word := letterWord(backWord[c.corners[0]])
		word = append(word, tilt.NewWord("", "RDLU", below(c.rng, turns), "")...)
		if f == 'R' || f == 'D' { // from LU to a corner that f and a tilt at right angles lead to
			word = append(word, letterWord(string(f))...)
		}
		b, err := c.before(word, f)
		if err != nil {
			return nil, err
		}
		n := 0
		for _, first := range []byte("LRUD") {
			on, err := c.reaches(b, baseWord[first])
			if err != nil {
				return nil, err
			}
			if on {
				n++
			}
		}
		if c.rng.IntN(n) == 0 {
			return b, nil
		}
	}
}

// before plays word from the target, and draws a board that f and then a tilt at right angles turn into what stands
// then.
func (c *scrambler) before(word tilt.Word, f byte) (*tilt.Board, error) {
	b, err := Play(c.ctx, c.p.Target, word, c.lim)
	if err != nil {
		return nil, err
	}
	return Before(c.rng, b, f), nil
}

// Before draws a board which a tilt f, and then one at right angles to it, turn into b, all equally likely. The tiles
// of b are packed into a corner, one at which two such tilts end. Cost O(cells).
func Before(rng *rand.Rand, b *tilt.Board, f byte) *tilt.Board {
	return newLines(newLines(b, f).shuffle(rng), f).spread(rng)
}

// reaches reports whether the target lies on the ring to which letters lead from b.
func (c *scrambler) reaches(b *tilt.Board, letters string) (bool, error) {
	base, err := Play(c.ctx, b, letterWord(letters), c.lim)
	if err != nil {
		return false, err
	}
	q := &tilt.Instance{Palette: c.p.Palette, Start: base, Target: c.p.Target}
	o, err := prepare(q).solve(c.ctx, q, puzzle.Limits{VerdictOnly: true, Memory: c.lim.Memory})
	return o.Verdict == puzzle.Solved, err
}

// far draws a board that is n ≥ 2 tilts away. Its first two tilts are at right angles and lead to one of the two
// boards of the ring that are n − 2 steps from the target; up to half the ring's size a board of the ring will do too.
// No board is more than one tilt farther than that: the two ends of two tilts are neighbours on the ring.
func (c *scrambler) far(n int64) (*tilt.Board, error) {
	if c.size == nil {
		return nil, unreachable(n, "it is packed into no corner, so only one tilt can end there")
	}
	steps := big.NewInt(n)
	half := new(big.Int).Rsh(c.size, 1)
	most := new(big.Int).Add(half, big.NewInt(1))
	if steps.Cmp(most) > 0 {
		return nil, unreachable(n, "no board is more than "+grid.Number(grid.Short(most), "tilt")+" away")
	}
	loose := new(big.Int).Sub(steps, big.NewInt(2))
	if steps.Cmp(half) > 0 {
		return c.farthest(n, loose)
	}
	for range maxLooseTries {
		corner := c.corners[c.rng.IntN(len(c.corners))]
		word, end := c.walk(corner, loose, c.rng.IntN(2) == 0)
		b, err := c.before(word, cornerNames[end][c.rng.IntN(2)])
		if err != nil {
			return nil, err
		}
		if ok, err := c.away(b, n); ok || err != nil {
			return b, err
		}
	}
	word, _ := c.walk(c.corners[0], steps, c.rng.IntN(2) == 0)
	return Play(c.ctx, c.p.Target, word, c.lim)
}

// away reports whether the target is n tilts away from b.
func (c *scrambler) away(b *tilt.Board, n int64) (bool, error) {
	q := &tilt.Instance{Palette: c.p.Palette, Start: b, Target: c.p.Target}
	ways, err := prepare(q).eng.shortest(c.ctx, q)
	return err == nil && len(ways) > 0 && ways[0].Length().Cmp(big.NewInt(n)) == 0, err
}

// farthest draws a board that is n tilts away, one more than the farthest board of the ring, by trying all boards
// behind two tilts where these are few.
func (c *scrambler) farthest(n int64, loose *big.Int) (*tilt.Board, error) {
	type end struct {
		l    *lines
		many *big.Int
	}
	var ends []end
	few := true
	for _, corner := range c.corners {
		for _, back := range []bool{false, true} {
			word, at := c.walk(corner, loose, back)
			b, err := Play(c.ctx, c.p.Target, word, c.lim)
			if err != nil {
				return nil, err
			}
			for _, f := range []byte(cornerNames[at]) {
				e := end{l: newLines(b, f)}
				if err := c.weigh(func() { e.many = e.l.befores() }); err != nil {
					return nil, err
				}
				few = few && e.many.Cmp(big.NewInt(maxListed)) <= 0
				ends = append(ends, e)
			}
		}
	}
	var found *tilt.Board
	met := 0
	var err error
	see := func(b *tilt.Board) bool {
		ok := false
		if ok, err = c.away(b, n); ok {
			if met++; c.rng.IntN(met) == 0 { // each that is met is equally likely in the end
				found = b.Clone()
			}
		}
		return err == nil
	}
	for i := range ends {
		if few && err == nil {
			ends[i].l.each(see)
		}
	}
	for range maxFarTries {
		if few || found != nil || err != nil {
			break
		}
		l := ends[c.rng.IntN(len(ends))].l
		see(newLines(l.shuffle(c.rng), l.dir).spread(c.rng))
	}
	switch {
	case err != nil || found != nil:
		return found, err
	case few:
		return nil, unreachable(n, fmt.Sprintf("the farthest are %d away", n-1))
	}
	return nil, &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf("%d random boards held none that is %d tilts away; "+
		"none is farther, and whether one is so far is not known", maxFarTries, n)}
}

// unreachable says why no board is n tilts away.
func unreachable(n int64, why string) error {
	return &grid.Error{Msg: fmt.Sprintf("no board is %s away from this target: %s", grid.Number(n, "tilt"), why)}
}

// walk is a word of n steps round the ring, back or clockwise, from a corner, and the corner where it ends.
func (c *scrambler) walk(corner int, n *big.Int, back bool) (w tilt.Word, end int) {
	times, rest := new(big.Int).DivMod(n, big.NewInt(4), new(big.Int))
	k := int(rest.Int64())
	around := clockwise[corner : corner+4]
	if end = (corner + k) & 3; back {
		around = counter[-corner&3 : -corner&3+4]
		end = (corner - k) & 3
	}
	return tilt.NewWord("", around, times, around[:k]), end
}

// weigh does work with large numbers.
func (c *scrambler) weigh(work func()) error {
	if n := c.p.Target.Len(); n > maxWeighed {
		return &puzzle.LimitError{Limit: "size",
			Msg: fmt.Sprintf("starts that are all equally likely are drawn on boards of up to %d cells; "+
				"this one has %d", maxWeighed, n)}
	}
	return c.lim.Meter(c.ctx).Aside(func() error { work(); return nil })
}

// below draws a number from 0 to n − 1, n > 0.
func below(rng *rand.Rand, n *big.Int) *big.Int {
	size := n.BitLen()
	buf := make([]byte, (size+7)/8)
	for {
		for i := range buf {
			buf[i] = byte(rng.Uint32())
		}
		buf[0] >>= (8 - size%8) % 8
		if x := new(big.Int).SetBytes(buf); x.Cmp(n) < 0 {
			return x
		}
	}
}
