package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// Rings is one start, decomposed: everything about it that does not depend on the target. Each
// target then costs O(cells). Safe for concurrent use; the questions take turns.
type Rings struct {
	mu    sync.Mutex
	start *tilt.Board
	eng   engine
}

// engine hides the width of the cells.
type engine interface {
	solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error)
	shortest(ctx context.Context, p *tilt.Instance) ([]tilt.Word, error)
	atlas(ctx context.Context) (*atlas, error)
	facts(ctx context.Context, a *atlas) error
}

// prepare makes the Rings of p's start, which is valid.
func prepare(p *tilt.Instance) *Rings {
	r := &Rings{start: p.Start}
	if p.Start.Wide != nil {
		r.eng = newRings[uint32](p)
	} else {
		r.eng = newRings[uint8](p)
	}
	return r
}

// Solve finds the shortest sequence of tilts from the prepared start to the target of p, or a
// certificate that there is none. p.Start must be the board that was prepared, with the
// palette it had then or a longer one; p is validated.
func (r *Rings) Solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	if err := r.own(ctx, p); err != nil {
		return tilt.Outcome{}, err
	}
	return r.solve(ctx, p, lim)
}

// Count returns the number of boards that tilts can make of the start, itself included.
func (r *Rings) Count(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	if err := r.own(ctx, p); err != nil {
		return nil, err
	}
	return r.count(ctx, p, lim)
}

func (r *Rings) own(ctx context.Context, p *tilt.Instance) error {
	if err := p.ValidateUnder(ctx); err != nil {
		return err
	}
	if p.Start != r.start {
		return &grid.Error{Msg: "the instance has another start than the rings"}
	}
	return nil
}

// begin locks the engine for a question about p, where the limits allow one.
func (r *Rings) begin(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := checkMemory(p, lim); err != nil {
		return err
	}
	r.mu.Lock()
	return nil
}

// solve is Solve for a valid instance with the cells of the prepared start.
func (r *Rings) solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	if p.Target == nil {
		return tilt.Outcome{}, noTarget()
	}
	if err := r.begin(ctx, p, lim); err != nil {
		return tilt.Outcome{}, err
	}
	defer r.mu.Unlock()
	return r.eng.solve(ctx, p, lim)
}

func (r *Rings) count(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	if err := r.begin(ctx, p, lim); err != nil {
		return nil, err
	}
	defer r.mu.Unlock()
	a, err := r.eng.atlas(ctx)
	if err != nil {
		return nil, err
	}
	return a.boards(), nil
}

// all lists every shortest way from the prepared start to p's target.
func (r *Rings) all(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) ([]tilt.Word, error) {
	if p.Target == nil {
		return nil, noTarget()
	}
	if err := r.begin(ctx, p, lim); err != nil {
		return nil, err
	}
	defer r.mu.Unlock()
	return r.eng.shortest(ctx, p)
}

func noTarget() error { return &grid.Error{Msg: "there is no target, so there is nothing to solve"} }

// bytesPerCell is the peak of a question, both boards included.
const bytesPerCell = 10

func checkMemory(p *tilt.Instance, lim puzzle.Limits) error {
	width := int64(1)
	if p.Start.Wide != nil {
		width = 4
	}
	what := fmt.Sprintf("a board of %d × %d cells", p.Start.H, p.Start.W)
	return lim.CheckMemory(what, bytesPerCell*width*int64(p.Start.Len()))
}

// keepBoth is the number of cells up to which both halves keep their planes between
// targets; larger boards share one room.
const keepBoth = 1 << 20

// rings is Rings for one width of cells. The halves are made when they are first needed.
type rings[C code] struct {
	h, w   int
	start  *tilt.Board
	cells  []C
	counts []int64 // of the start, by colour; nil until asked for
	halves [2]*half[C]
	tally  []int64 // scratch of compareCounts
}

func newRings[C code](p *tilt.Instance) *rings[C] {
	return &rings[C]{h: p.Start.H, w: p.Start.W, cells: cellsOf[C](p.Start), start: p.Start}
}

// half returns half k: 0 the rings L and R, 1 the rings U and D of the transposed board.
func (g *rings[C]) half(k int) *half[C] {
	if g.halves[k] == nil {
		src := newSource(g.cells, g.h, g.w, k == 1)
		if k == 0 {
			g.halves[0] = newHalf(src, profileOf(src))
		} else {
			g.halves[1] = newHalf(src, columnProfile(g.half(0).start, g.cells, g.h, g.w))
		}
	}
	return g.halves[k]
}

// opened returns half k with its planes in place.
func (g *rings[C]) opened(k int) *half[C] {
	h := g.half(k)
	if h.planes != nil || h.area() == 0 {
		return h
	}
	var room []plane[C]
	if other := g.halves[1-k]; other != nil && g.h*g.w > keepBoth {
		room = other.close()
	}
	h.open(room)
	return h
}

// solved makes the outcome of a way.
func solved(w tilt.Word, lim puzzle.Limits) tilt.Outcome {
	if lim.VerdictOnly {
		return tilt.Outcome{Verdict: puzzle.Solved}
	}
	return tilt.Outcome{Verdict: puzzle.Solved, Witness: &tilt.Witness{Moves: w, Length: w.Length()}}
}

// letterWord is a word of n = 0 or more plain letters.
func letterWord(letters string) tilt.Word { return tilt.NewWord(letters, "", new(big.Int), "") }

func (g *rings[C]) solve(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	target := cellsOf[C](p.Target)
	if !lim.VerdictOnly { // the rings would say no as well, with a harder reason
		if o, done := g.compareCounts(p, lim); done {
			return o, nil
		}
	}
	seen := profileOf(newSource(target, g.h, g.w, false))
	if letters, ok := g.near(target, seen); ok {
		return solved(letterWord(letters), lim), nil
	}
	s := &search[C]{g: g, target: target, seen: seen, lim: lim}
	if err := s.run(ctx); err != nil {
		return tilt.Outcome{}, err
	}
	if s.found {
		if lim.VerdictOnly {
			return tilt.Outcome{Verdict: puzzle.Solved}, nil
		}
		return solved(s.best[0], lim), nil
	}
	o := tilt.Outcome{Verdict: puzzle.Impossible}
	if lim.VerdictOnly {
		return o, nil
	}
	cert, err := s.certificate(ctx, p)
	o.Certificate = cert
	return o, err
}

// near finds the way to a target, whose profile is seen, that is the start or one tilt away from it. No other way is as
// short: two tilts that move something lead to two boards.
func (g *rings[C]) near(target []C, seen *profile) (letters string, ok bool) {
	if equalCells(target, g.cells) {
		return "", true
	}
	for _, t := range []struct {
		dir    byte
		packed bool // what a board tilted that way always is; cheaper to see
	}{
		{'L', seen.left},
		{'R', seen.right},
		{'U', up(seen, target, g.w)},
		{'D', down(seen, target, g.w)},
	} {
		if t.packed && isTilted(target, g.cells, g.h, g.w, t.dir) {
			return string(t.dir), true
		}
	}
	return "", false
}

// shortest lists the shortest ways to p's target, each once; none where there is no way.
func (g *rings[C]) shortest(ctx context.Context, p *tilt.Instance) ([]tilt.Word, error) {
	target := cellsOf[C](p.Target)
	seen := profileOf(newSource(target, g.h, g.w, false))
	if letters, ok := g.near(target, seen); ok {
		return []tilt.Word{letterWord(letters)}, nil
	}
	s := &search[C]{g: g, target: target, seen: seen}
	err := s.run(ctx)
	return s.best, err
}

// compareCounts answers where the boards hold different numbers of tiles of a colour.
func (g *rings[C]) compareCounts(p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, bool) {
	g.tally = p.Target.AppendCounts(g.tally[:0], len(p.Palette))
	counts := g.tally
	if len(g.counts) < len(counts) { // not yet counted, or with a palette that has grown
		g.counts = g.start.AppendCounts(nil, len(p.Palette))
	}
	for c := 1; c < len(counts); c++ {
		start, target := g.counts[c], counts[c]
		if start == target {
			continue
		}
		o := tilt.Outcome{Verdict: puzzle.Impossible}
		if !lim.VerdictOnly {
			o.Certificate = &tilt.Certificate{Colour: &tilt.Colour{Colour: p.Label(c), Start: start, Target: target}}
		}
		return o, true
	}
	return tilt.Outcome{}, false
}
