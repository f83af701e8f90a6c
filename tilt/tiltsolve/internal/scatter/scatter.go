// Package scatter finds starts for boards with walls and other rules: other places of the same pieces.
package scatter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/maze"
)

const (
	// mostBoards is how many boards of the pieces there may be that all are listed.
	mostBoards = 1 << 17
	// mostKept is how many cells a board has at most that is remembered.
	mostKept = 1 << 16
	// So many boards are drawn where they are more, and so often pieces may overlap for each.
	mostDrawn    = 128
	mostCollided = 1 << 12
	// mostSought is how many bytes a search from a drawn board may take where another one would do as well.
	mostSought = 64 << 20
)

// A Scatterer finds starts, and remembers the boards that it has listed last. Safe for concurrent use.
type Scatterer struct {
	mu    sync.Mutex
	of    string
	field *maze.Field
}

// Start is p, which has rules and a target or goals, with all its pieces at other places: distance moves away from the
// nearest goal, or where distance is negative anywhere from where one can be reached; all such boards are equally
// likely. Up to 131,072 boards are listed: that none is so far away is proved then. Otherwise boards are drawn and
// searched. Then all are equally likely only where distance is negative; one that is farther away than distance is
// played until it is not. Where 128 boards are of no use, and neither is p as it stands, it is a limit.
func (s *Scatterer) Start(
	ctx context.Context, p *tilt.Instance, distance int64, rng *rand.Rand, lim puzzle.Limits,
) (*tilt.Instance, error) {
	m := lim.Meter(ctx)
	g, err := maze.New(m, p)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	d := &drawing{ctx: ctx, p: p, g: g, rng: rng, lim: lim}
	f := s.known(p)
	if f == nil {
		if d.places, err = g.Places(m); err == nil {
			f, err = d.places.Field(m, mostBoards)
		}
		if err != nil {
			return nil, puzzle.AsLimit(err)
		}
		s.keep(p, f)
	}
	if f != nil {
		return d.listed(f, distance)
	}
	return d.drawn(distance)
}

// known is the field of p, if that is the one which s remembers.
func (s *Scatterer) known(p *tilt.Instance) *maze.Field {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.field == nil || p.Start.Len() > mostKept || s.of != nameOf(p) {
		return nil
	}
	return s.field
}

func (s *Scatterer) keep(p *tilt.Instance, f *maze.Field) {
	if f == nil || p.Start.Len() > mostKept {
		return
	}
	name := nameOf(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of, s.field = name, f
}

// nameOf is a text that only boards with the same field share.
func nameOf(p *tilt.Instance) string {
	r := p.Rules
	name := fmt.Sprint(*p.Start, r.Ground, r.Pieces, r.One, r.Unit, r.Robots)
	for _, g := range p.Goals() {
		name += fmt.Sprint(*g.Board, g.Any)
	}
	return name
}

// A drawing looks for starts of p.
type drawing struct {
	ctx    context.Context
	p      *tilt.Instance
	g      *maze.Game
	places *maze.Places
	rng    *rand.Rand
	lim    puzzle.Limits
}

// listed draws one of f's boards.
func (d *drawing) listed(f *maze.Field, distance int64) (*tilt.Instance, error) {
	farthest, some := len(f.By)-1, f.By
	if distance >= 0 {
		some = nil
		if distance <= int64(farthest) {
			some = f.By[distance : distance+1]
		}
	}
	n := 0
	for _, list := range some {
		n += len(list)
	}
	boards := "of the " + grid.Number(f.Whole, "board") + " of these pieces"
	switch {
	case farthest < 0:
		return nil, &grid.Error{Msg: boards + " none reaches the target"}
	case n == 0 && distance > int64(farthest):
		return nil, &grid.Error{Msg: fmt.Sprintf("%s none is %s away from the target: the farthest are %d away", boards,
			grid.Number(distance, "move"), farthest)}
	case n == 0:
		return nil, &grid.Error{Msg: fmt.Sprintf("%s none is %s away from the target, though some are %d away", boards,
			grid.Number(distance, "move"), farthest)}
	}
	k := d.rng.IntN(n)
	for _, list := range some {
		if k < len(list) {
			return d.played(d.g.From(f.At(list[k])), nil)
		}
		k -= len(list)
	}
	return nil, errors.New("a board is missing") // n counts them
}

// draw draws a board.
func (d *drawing) draw() ([]int32, error) {
	m := d.lim.Meter(d.ctx)
	for range mostCollided {
		at, err := d.places.Draw(m, d.rng)
		if at != nil || err != nil {
			return at, puzzle.AsLimit(err)
		}
	}
	return nil, &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf("the pieces are so many or so large that they "+
		"overlapped on %d random boards", mostCollided)}
}

// drawn draws boards until one is as wanted, and then takes p as it stands.
func (d *drawing) drawn(distance int64) (*tilt.Instance, error) {
	farthest, stopped := -1, 0
	for n := range mostDrawn + 1 {
		g := d.g
		if n < mostDrawn {
			at, err := d.draw()
			if err != nil {
				return nil, err
			}
			g = d.g.From(at)
		} else if distance < 0 { // all would not be equally likely
			break
		}
		q, far, err := d.near(g, distance)
		switch {
		case errors.Is(err, puzzle.ErrLimit) && distance >= 0:
			stopped++
		case err != nil || q != nil:
			return q, err
		}
		farthest = max(farthest, far)
	}
	msg := fmt.Sprintf("%d random boards of these pieces held none that reaches the target", mostDrawn)
	if farthest >= 0 {
		msg = fmt.Sprintf("%d random boards of these pieces held none that is %s away from the target: the farthest was "+
			"%d away", mostDrawn, grid.Number(distance, "move"), farthest)
	}
	if stopped > 0 {
		msg += fmt.Sprintf("; %s took too much memory", grid.Number(stopped, "search"))
	}
	return nil, &puzzle.LimitError{Limit: "size", Msg: msg + "; whether there is one is not known"}
}

// near is g's board brought so near that it is distance moves away from a goal, which is no more: what is left of a
// shortest way is one. It is nil where that is not so, or where a piece falls before. far is how far g's start is away,
// below 0 where no goal can be reached.
func (d *drawing) near(g *maze.Game, distance int64) (q *tilt.Instance, far int, err error) {
	lim := d.lim
	if distance >= 0 && (lim.Memory <= 0 || lim.Memory > mostSought) {
		lim.Memory = mostSought
	}
	tree, err := g.Search(lim.Meter(d.ctx), false, nil)
	if err != nil {
		return nil, -1, puzzle.AsLimit(err)
	}
	if far = tree.Least; far < 0 || int64(far) < distance {
		return nil, far, nil
	}
	var text []byte
	if distance >= 0 && int64(far) > distance {
		moves, err := tree.Way()
		if err != nil {
			return nil, far, puzzle.AsLimit(err)
		}
		for _, mv := range moves[:int64(far)-distance] {
			text = mv.Append(text)
		}
	}
	q, err = d.played(g, text)
	return q, far, err
}

// played is p with its pieces where they are after moves from g's start; nil where one has fallen.
func (d *drawing) played(g *maze.Game, moves []byte) (*tilt.Instance, error) {
	y, err := g.Play(d.lim.Meter(d.ctx))
	if err == nil {
		err = y.Moves(string(moves))
	}
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	for _, at := range y.At {
		if at < 0 {
			return nil, nil
		}
	}
	return y.Board(d.p), nil
}
