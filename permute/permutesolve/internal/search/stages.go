package search

import (
	"context"
	"errors"
	"math"

	"github.com/gridwright/gridwright/puzzle"
)

// A perimeter is made in stages, each with a radius of one move more, and a stage when it pays: when the searches to
// the stage before have looked up as many boards as making this one does. So nobody pays more than about twice what
// would have been best for the questions that came, however many these are (the rule of who hires skis until the hire
// has cost their price: Karlin, Manasse, Rudolph, Sleator, "Competitive snoopy caching", Algorithmica 3, 1988). Work
// is counted, not timed, and the first way of all the best is found at every stage, so that the answer is the same.
type stage struct {
	*Perimeter
	price int64 // of the next stage; math.MaxInt64: there is none, or no memory for it
	under int64 // the limit of memory that the next stage did not keep to, or 0
}

// Work is counted in bounds of boards (see walks), lookups and all.
const (
	lookWork  = 8  // of looking a board up in the perimeter, which means looking for its class first
	growWork  = 16 // of putting one in
	coldSeen  = 1 << 13
	coldLeast = 1 << 11 // classes of the first stage
)

// errPays ends a search when a greater perimeter pays.
var errPays = errors.New("a greater perimeter pays")

// staged reports whether a perimeter that grows by stages may answer: with different costs the first of the best ways
// depends on the radius, and where nodes are bounded that depends on it whether there is one. Without walking distances
// a small perimeter makes a long search, and the whole one comes at once. The error is ctx's.
func (p *Preparations) staged(ctx context.Context, lim puzzle.Limits) (bool, error) {
	if !p.c.Unit || p.Visits > 0 || p.perimeter.Load() != nil {
		return false, nil
	}
	w, err := p.walking(ctx, lim)
	if errors.Is(err, puzzle.ErrLimit) {
		return false, nil
	}
	return w != nil, err
}

// price is the work of expanding the bucket that waits.
func (pm *Perimeter) price() int64 {
	keys := int64(len(pm.cost))
	if pm.canon.some {
		keys *= 2
	}
	return growWork * keys * int64(pm.wait.width()/pm.lay.words)
}

// last reports whether the perimeter is as large as Near makes it.
func (p *Preparations) last(pm *Perimeter) bool {
	return pm.whole || !pm.halfway && pm.expected() > p.Most
}

// cold finds a best way by a perimeter in stages, unless the large one turns out to be there or to pay: that is pm. An
// error that is a limit's says that there is no memory for any stage.
func (p *Preparations) cold(ctx context.Context, lim puzzle.Limits, targets []target,
	out *Result) (pm *Perimeter, err error) {
	walks := *p.walks.Load()
	for {
		st, pm, err := p.stage(ctx, lim)
		if pm != nil || err != nil {
			return pm, err
		}
		if err := lim.CheckMemory(st.m.what, st.m.used); err != nil {
			return nil, err
		}
		deep := newDeepening(st.Perimeter, p.pruner(), targets)
		deep.walks = walks
		before := p.rent.Load()
		if deep.budget = math.MaxInt64; st.price < math.MaxInt64 && !st.tight(lim) {
			deep.budget = max(0, st.price-before)
		}
		found, err := deep.solve(ctx, out.Lower)
		p.rent.Add(deep.work)
		out.take(found, deepMethod)
		if !errors.Is(err, errPays) {
			return nil, err
		}
	}
}

// tight reports whether the next stage is not to be tried under a limit, since it failed under one like it.
func (s *stage) tight(lim puzzle.Limits) bool {
	return s.under > 0 && lim.Memory > 0 && lim.Memory < 2*s.under
}

const deepMethod = "IDA* to a table of the positions near the goal"

// walking makes the walking distances, once; they are nil where the set has none.
func (p *Preparations) walking(ctx context.Context, lim puzzle.Limits) (*walks, error) {
	if w := p.walks.Load(); w != nil {
		return *w, nil
	}
	w, err := newWalks(p.c, &meter{ctx: ctx, what: "a table of walking distances", lim: lim})
	if err != nil {
		return nil, err
	}
	p.walks.Store(&w)
	return w, nil
}

// stage returns the stage that the work so far pays for, or the large perimeter: from a file, or where it pays.
func (p *Preparations) stage(ctx context.Context, lim puzzle.Limits) (*stage, *Perimeter, error) {
	if pm := p.perimeter.Load(); pm.enough(lim) {
		return nil, pm, nil
	}
	if st := p.near.Load(); st != nil && (p.rent.Load() < st.price || st.tight(lim)) {
		return st, nil, nil
	}
	select {
	case p.gate <- struct{}{}:
		defer func() { <-p.gate }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if pm := p.perimeter.Load(); pm.enough(lim) {
		return nil, pm, nil
	}
	st := p.near.Load()
	if st != nil && (p.rent.Load() < st.price || st.tight(lim)) {
		return st, nil, nil
	}
	if pm, err := p.read(ctx, lim); pm != nil || err != nil {
		return nil, pm, err
	}
	pm, err := p.further(ctx, lim, st)
	switch {
	case err == nil && p.last(pm):
		return nil, p.keep(pm), nil
	case err == nil:
		next := &stage{Perimeter: pm, price: pm.price()}
		pm.freeze()
		p.draft = nil
		p.rent.Store(0)
		p.near.Store(next)
		return next, nil, nil
	case ctx.Err() == nil && st != nil && errors.Is(err, puzzle.ErrLimit):
		// The searches go on with what there is.
		p.draft = nil
		next := &stage{Perimeter: st.Perimeter, price: st.price, under: lim.Memory}
		p.near.Store(next)
		return next, nil, nil
	}
	return nil, nil, err
}

// further grows the draft to the stage after st. It begins anew: others may be searching in st, and the levels before
// the last are a small part of the work.
func (p *Preparations) further(ctx context.Context, lim puzzle.Limits, st *stage) (*Perimeter, error) {
	if p.draft == nil {
		pm, err := newPerimeter(p.c, lim)
		if err != nil {
			return nil, err
		}
		p.draft = pm
	}
	pm := p.draft
	pm.m.ctx, pm.m.lim = ctx, lim
	if err := pm.thaw(); err != nil {
		return nil, err
	}
	for !p.last(pm) && (st == nil && pm.size() < coldLeast || st != nil && pm.top <= st.top) {
		if err := pm.grow(ctx, lim); err != nil {
			return nil, err
		}
	}
	return pm, nil
}

// read returns a perimeter from a file, if there is one that can be believed.
func (p *Preparations) read(ctx context.Context, lim puzzle.Limits) (*Perimeter, error) {
	if p.dir == "" || p.draft != nil || p.Distrusted.Load() {
		return nil, nil
	}
	pm, err := loadPerimeter(ctx, p.c, p.dir, lim)
	switch {
	case err == nil:
		p.perimeter.Store(pm)
		return pm, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, nil
}

// keep makes a perimeter that is as large as it gets the one of all, and a file of it.
func (p *Preparations) keep(pm *Perimeter) *Perimeter {
	pm.freeze()
	if p.dir != "" && pm.size() >= leastSaved {
		p.saved = pm.save(p.dir) // without a file it is made again next time
	}
	p.draft = nil
	p.perimeter.Store(pm)
	return pm
}
