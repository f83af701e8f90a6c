package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Result is what Optimal found out.
type Result struct {
	Found bool
	// Path is a way of least cost to the goal with the index goal where found is set. Otherwise it may be a way all the
	// same, of this cost, that was met before a limit stopped the search.
	Path        []int32
	Goal        int
	Cost        int64
	Lower       int64 // no way to any goal costs less
	Method      string
	unreachable bool // no way to any goal: everything on one side was seen
	// exhausted is the evidence about the instance that was searched, where at most permute.SearchBound boards can be
	// reached.
	exhausted *permute.Exhausted
	// Seen are the boards seen by the search from the start, and from the goals; zero where another way was gone.
	Seen [2]int64
}

// Bounds of the parts of a search.
const (
	quickSeen    = 1 << 18 // boards seen before a perimeter is made
	smallSpace   = 1 << 24 // boards in all up to which a bidirectional search is enough
	maxTargets   = 24      // positions that stand for the goals, beyond which tiles of one kind are not told apart
	maxPerimeter = 12 << 20
)

// Preparations are what searches on one set of moves share. They are made when first needed, once, and are safe for
// concurrent use.
type Preparations struct {
	c   *moveset.Compiled
	dir string // for files; empty: none
	// Distrusted says that files are not believed: see tables.
	Distrusted *atomic.Bool
	// Most is the number of classes up to which a perimeter is filled.
	Most      int64
	Visits    int           // the most nodes of a search to the perimeter; 0: no bound
	gate      chan struct{} // held by who makes the perimeter
	draft     *Perimeter    // not whole yet; who holds the gate may grow it
	perimeter atomic.Pointer[Perimeter]
	// Before that come stages, and what searches have worked since the latest one.
	near  atomic.Pointer[stage]
	rent  atomic.Int64
	walks atomic.Pointer[*walks]
	once  sync.Once
	pr    *pruner
	saved error // what kept the perimeter from being written, for tests
}

// NewPreparations returns preparations that keep their perimeter as a file in dir, a directory that may not be there
// yet, or not at all where dir is empty.
func NewPreparations(c *moveset.Compiled, dir string) *Preparations {
	return &Preparations{c: c, dir: dir, Most: maxPerimeter, gate: make(chan struct{}, 1), Distrusted: new(atomic.Bool)}
}

// suits reports whether the set has a perimeter at all.
func (p *Preparations) suits() bool {
	return p.c.N >= 4 && p.c.N <= MaxMiddle && len(p.c.Moves) > 0 && len(p.c.Moves) <= maxPrunePairs
}

func (p *Preparations) pruner() *pruner {
	p.once.Do(func() { p.pr = newPruner(p.c) })
	return p.pr
}

// Near returns the perimeter, which may be read from a file or made: 12 million classes at most, some 160 MB (as much
// again while it is made) and, on the 4 × 4 torus, 15 s of computing. What was made before an error is kept and gone
// on with.
func (p *Preparations) Near(ctx context.Context, lim puzzle.Limits) (*Perimeter, error) {
	if pm := p.perimeter.Load(); pm.enough(lim) {
		return pm, lim.CheckMemory(pm.m.what, pm.m.used)
	}
	select {
	case p.gate <- struct{}{}:
		defer func() { <-p.gate }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if pm := p.perimeter.Load(); pm.enough(lim) {
		return pm, lim.CheckMemory(pm.m.what, pm.m.used)
	}
	if pm, err := p.read(ctx, lim); pm != nil || err != nil {
		return pm, err
	}
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
	for !p.last(pm) {
		if err := pm.grow(ctx, lim); err != nil {
			if errors.Is(err, puzzle.ErrLimit) && pm.size() >= quickSeen/4 {
				// Less than it might be, and good enough under this limit.
				pm.freeze()
				pm.under = lim.Memory
				p.draft = nil
				p.perimeter.Store(pm)
				return pm, nil
			}
			return nil, err
		}
	}
	return p.keep(pm), nil
}

// Distrust forgets a perimeter that was read from a file, and reports whether there was one.
func (p *Preparations) Distrust() bool {
	pm := p.perimeter.Load()
	return pm != nil && pm.Read && p.perimeter.CompareAndSwap(pm, nil)
}

// enough reports whether there is a perimeter that has to do. One that a limit of memory cut short is made anew for
// who allows twice as much.
func (pm *Perimeter) enough(lim puzzle.Limits) bool {
	return pm != nil && (pm.under == 0 || lim.Memory > 0 && lim.Memory < 2*pm.under)
}

// leastSaved is the fewest classes worth a file.
const leastSaved = 1 << 12

// expected is the number of classes after the next bucket, if it grows as the one before did.
func (pm *Perimeter) expected() int64 {
	width := int64(pm.wait.width() / pm.lay.words)
	if len(pm.counts) == 0 {
		return pm.size() + width*int64(len(pm.cost))
	}
	before := max(1, pm.counts[len(pm.counts)-1])
	return pm.size() + int64(float64(width)*max(1, float64(width)/float64(before)))
}

// serves reports whether a perimeter is the way to answer a problem whose goals targets stand for.
func (p *Preparations) serves(pr *problem, targets []target) bool {
	return p.suits() && len(targets) > 0 && pr.space(smallSpace) > smallSpace
}

// Prepare makes what Optimal may need for instances like p.
func Prepare(ctx context.Context, c *moveset.Compiled, p *permute.Instance, prep *Preparations,
	lim puzzle.Limits) error {
	if pr := NewProblem(c, p); !prep.serves(pr, pr.targets(maxTargets)) {
		return nil
	}
	_, err := prep.Near(ctx, lim)
	return err
}

// Optimal finds a way of least cost from p's start to one of its goals. It does not ask whether there is one: who can
// tell by the group should do so before, since on big boards the search ends only with a limit then. p is valid and c
// its set, compiled; prep is nil or belongs to the same set.
//
// With an error, which is ctx's or a *puzzle.LimitError, result.lower is a bound that holds, and result.path may be a
// way that is perhaps not the best.
func Optimal(ctx context.Context, c *moveset.Compiled, p *permute.Instance, prep *Preparations,
	lim puzzle.Limits) (Result, error) {
	if prep == nil {
		prep = NewPreparations(c, "")
	}
	return optimal(ctx, NewProblem(c, p), prep, true, lim)
}

// optimal is Optimal. Unless staged is set a perimeter is made whole at once.
func optimal(ctx context.Context, pr *problem, prep *Preparations, staged bool, lim puzzle.Limits) (Result, error) {
	targets := pr.targets(maxTargets)
	middle := prep.serves(pr, targets)
	out := Result{Method: "bidirectional search"}
	var err error
	if staged = staged && middle; staged {
		if staged, err = prep.staged(ctx, lim); err != nil {
			return out, err
		}
	}
	if !middle || prep.perimeter.Load() == nil {
		most := int64(0)
		if middle {
			most = quickSeen
			if staged {
				most = coldSeen
			}
		}
		err := out.Bidirectional(ctx, pr, lim, most)
		if err == nil || ctx.Err() != nil {
			return out, err
		}
		if !middle {
			return out.byPatterns(ctx, pr, prep, lim, err)
		}
	}
	var pm *Perimeter
	if staged {
		if pm, err = prep.cold(ctx, lim, targets, &out); err == nil && pm == nil {
			return out, nil
		}
	} else {
		pm, err = prep.Near(ctx, lim)
	}
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		// No room for a perimeter.
		if err = out.Bidirectional(ctx, pr, lim, 0); err == nil || ctx.Err() != nil {
			return out, err
		}
		return out.byPatterns(ctx, pr, prep, lim, err)
	}
	deep := newDeepening(pm, prep.pruner(), targets)
	deep.most = prep.Visits
	found, err := deep.solve(ctx, out.Lower)
	out.take(found, deepMethod)
	return out, err
}

// take puts what a search found into r.
func (r *Result) take(s searched, method string) {
	r.Lower = max(r.Lower, s.lower)
	if s.path != nil || s.found {
		r.Path, r.Goal, r.Cost = s.path, s.goal, s.cost
	}
	r.Found, r.unreachable, r.Seen, r.Method = s.found, s.unreachable, s.seen, method
}

// Bidirectional runs a bidirectional search until it has seen most boards, or without that bound at 0.
func (r *Result) Bidirectional(ctx context.Context, pr *problem, lim puzzle.Limits, most int64) error {
	s, err := newBidirectional(ctx, pr, lim, most)
	if err != nil {
		return err
	}
	found, err := s.run(ctx)
	method := "bidirectional search"
	switch {
	case s.aft == nil && pr.c.Unit:
		method = "breadth-first search"
	case s.aft == nil:
		method = "Dijkstra's search"
	case !pr.c.Unit:
		method = "bidirectional Dijkstra search"
	}
	r.take(found, method)
	if err != nil || !r.unreachable {
		return err
	}
	// Evidence in terms of all tiles: the search may have merged some.
	proof, reached, err := Exhaust(ctx, &moveset.Stage{Compiled: pr.c, Instance: pr.p, Whole: pr.p}, lim,
		permute.SearchBound)
	switch {
	case reached:
		return fmt.Errorf("%w: two searches disagree on whether a goal can be reached", puzzle.ErrInternal)
	case err != nil && !errors.Is(err, puzzle.ErrLimit):
		return err
	}
	r.exhausted = proof // nil where memory did not suffice for it: the answer stands all the same
	return nil
}

// space returns the number of arrangements of the tiles in their orbits, or limit+1.
func (pr *problem) space(limit int64) int64 {
	counts := map[int32][]int32{} // by orbit
	for k, n := range pr.count {
		o := pr.orbit(k)
		counts[o] = append(counts[o], n)
	}
	ways := int64(1)
	for _, count := range counts {
		if ways *= Arrangements(count, limit/ways); ways > limit {
			return limit + 1
		}
	}
	return ways
}

// targets returns the positions that stand for the goals when tiles of one kind are told apart, none where they are
// more than most.
func (pr *problem) targets(most int64) []target {
	if pr.c.N > MaxMiddle {
		return nil
	}
	ways := pr.fillings(most)
	for _, k := range pr.count {
		for ; k > 1 && ways <= most; k-- {
			ways *= int64(k)
		}
	}
	if ways > most {
		return nil
	}
	var out []target
	_ = pr.eachFilling(context.Background(), func(board []int32, goal int) error {
		var place position
		var used [MaxMiddle]bool
		var put func(x int)
		put = func(x int) {
			if x == pr.c.N {
				out = append(out, target{place, goal})
				return
			}
			for i, k := range board {
				if k == pr.start[x] && !used[i] {
					used[i], place[x] = true, uint8(i)
					put(x + 1)
					used[i] = false
				}
			}
		}
		put(0)
		return nil
	})
	return out
}

// Arrangements is the number of ways to lay out so many tiles of each kind, or limit+1 where it is more than limit.
func Arrangements(count []int32, limit int64) int64 {
	ways, placed := int64(1), int64(0)
	for _, k := range count {
		// placed+1 choose 1, placed+2 choose 2, … placed+k choose k: the products are divisible at each step.
		for i := int64(1); i <= int64(k); i++ {
			placed++
			if ways > math.MaxInt64/placed {
				return limit + 1
			}
			ways = ways * placed / i
			if ways > limit {
				return limit + 1 // the numbers only rise
			}
		}
	}
	return ways
}
