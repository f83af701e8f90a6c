package tiltsolve

import (
	"context"
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// maxWalked bounds the tilts of a way that are looked at, maxWalkedCells those times the cells.
const (
	maxWalked      = 1 << 10
	maxWalkedCells = 1 << 22
)

// difficulty plays the way: at each board the tilts that change it are there to choose from, and cells that do not hold
// what the target has there are wrong. Of a long way the first tilts are played, and the others are taken to be like
// them. O(cells) for each tilt.
func (s *Solver) difficulty(
	ctx context.Context, p *tilt.Instance, w tilt.Witness, fewest puzzle.Fewest, lim puzzle.Limits,
) (puzzle.Difficulty, error) {
	var d puzzle.Walk
	d.Length, d.Orders = w.Moves.Length(), puzzle.Log2(fewest.Ways)
	d.Distance = -1
	most := min(maxWalked, maxWalkedCells/p.Start.Len())
	if most > 0 {
		d.Distance = wrongCells(p)
	}
	_, next := w.Moves.Cut(new(big.Int))
	at, walked := p, 0
	for ; walked < most; walked++ {
		letter, ok := next()
		if !ok {
			break
		}
		choices, before, other := 0, wrongCells(at), int64(p.Start.Len())
		var after *tilt.Instance
		for _, dir := range []byte("LRUD") {
			q, err := s.Apply(ctx, at, string(dir), lim)
			if err != nil {
				return puzzle.Difficulty{}, err
			}
			if dir == letter {
				after = q
			}
			if q.Start.Equal(at.Start) {
				continue
			}
			if choices++; dir != letter {
				other = min(other, wrongCells(q))
			}
		}
		d.Step(choices, before, wrongCells(after), other)
		at = after
	}
	if all, _ := new(big.Float).SetInt(d.Length).Float64(); all > float64(walked) {
		d.Partial = fmt.Sprintf("the first %d tilts", walked)
		if walked > 0 {
			d.Choices *= all / float64(walked)
		}
	}
	return d.Difficulty, nil
}

// wrongCells counts the cells of p that do not hold what its target has there.
func wrongCells(p *tilt.Instance) (n int64) {
	for r := range p.Start.H {
		for c := range p.Start.W {
			if p.Start.At(r, c) != p.Target.At(r, c) {
				n++
			}
		}
	}
	return n
}
