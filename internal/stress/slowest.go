package stress

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gridwright/gridwright/puzzle/contest"
)

// Bounds of the climb.
const (
	parents  = 4 // that a round goes on from
	children = 4 // of each
	sizes    = 4 // of each profile that the first round tries
	retries  = 2 // of the best file in the end, of whose times the least counts
)

// FindSlowest looks for the file on which the program takes longest: it starts with all profiles and sizes, and goes on
// from the slowest files with more or fewer cases, other sizes and other random choices. A failure ends it as it ends
// Run. Where neither a time nor a number of cases is set it goes on until ctx ends.
func FindSlowest(ctx context.Context, c Config) (*Report, error) {
	s, cancel := begin(ctx, c)
	defer cancel()
	cl := climb{s: s, rng: rand.New(rand.NewPCG(c.Seed, 0))}
	for _, k := range c.Problem.Profiles() {
		if c.Profile == "" || c.Profile == k.Name {
			cl.kinds = append(cl.kinds, k)
		}
	}
	first, err := cl.run(ctx)
	switch {
	case err != nil:
	case first != nil:
		err = s.settle(ctx, first)
	case len(cl.best) > 0:
		err = cl.take(ctx)
	}
	return s.end(), err
}

// A climb is a search for the slowest file.
type climb struct {
	given int64 // cases, by begin
	s     *stresser
	rng   *rand.Rand
	kinds []contest.Kind
	best  []*trial // the slowest first
	n     int
}

// run climbs, and returns the first trial that failed.
func (c *climb) run(ctx context.Context) (first *trial, err error) {
	next := c.start()
	for len(next) > 0 && first == nil && err == nil && c.goesOn() {
		inOrder(ctx, c.s.Jobs, c.begin(next), c.s.try, func(t *trial) bool {
			switch {
			case t.err != nil && c.s.over(ctx):
				c.s.report.Unfinished++
				return true
			case t.err != nil:
				err = t.err
				return false
			}
			c.s.count(t)
			if t.failure != nil {
				first = t
				return false
			}
			c.best = append(c.best, t)
			return true
		})
		slices.SortStableFunc(c.best, func(a, b *trial) int { return cmp.Compare(b.result.CPU, a.result.CPU) })
		c.best = c.best[:min(len(c.best), parents)]
		next = c.mutate()
	}
	if err == nil && first == nil {
		err = ctx.Err()
	}
	return first, err
}

// goesOn reports whether there is time for another round.
func (c *climb) goesOn() bool {
	return c.s.time.Err() == nil && (c.s.Cases == 0 || c.given < c.s.Cases)
}

// begin yields recipes until the time is over.
func (c *climb) begin(recipes []recipe) func(func(recipe) bool) {
	return func(yield func(recipe) bool) {
		for _, r := range recipes {
			c.n++
			r.n = c.n // with it, other random choices
			if !c.goesOn() || !yield(r) {
				return
			}
			c.given += int64(r.count)
		}
	}
}

// start tries each profile at sizes from its least to its greatest.
func (c *climb) start() (list []recipe) {
	for i := range sizes {
		for _, k := range c.kinds {
			size := between(k.Sizes, float64(i)/(sizes-1))
			list = append(list, recipe{from: k.Name, size: size, count: perFile(c.s.Problem, size)})
		}
	}
	return list
}

// mutate makes the next round from the best files.
func (c *climb) mutate() (list []recipe) {
	for _, t := range c.best {
		for range children {
			list = append(list, c.child(t.file.recipe))
		}
	}
	return list
}

// child is a recipe like r, with one thing changed.
func (c *climb) child(r recipe) recipe {
	i := slices.IndexFunc(c.kinds, func(k contest.Kind) bool { return k.Name == r.from })
	k := c.kinds[i]
	most := max(1, min(c.s.Problem.Most(), mostCases))
	switch c.rng.IntN(4) {
	case 0:
		r.size = min(k.Sizes[1], r.size+1+r.size/4)
	case 1:
		r.size = max(k.Sizes[0], 1, r.size-1-r.size/5)
	case 2:
		r.count = min(most, 2*r.count)
	}
	return r
}

// take runs the slowest file again, as other programs may have been in its way, and reports it.
func (c *climb) take(ctx context.Context) error {
	t := c.best[0]
	found := &Found{First: t.file, File: t.file, Result: t.result, Other: t.other, Claims: t.claims}
	c.s.report.Slow = found
	for range retries {
		again := c.s.run(ctx, ctx, t.file)
		if again.err != nil {
			return again.err
		}
		found.Repeats++
		if again.failure == nil && again.result.CPU < found.Result.CPU {
			found.Result = again.result
		}
	}
	return c.s.explain(ctx, found)
}

// Share is the part that d has of the time that was worked.
func (r *Report) Share(d time.Duration) float64 {
	if all := r.Running + r.Judging + r.Generating; all > 0 {
		return float64(d) / float64(all)
	}
	return 0
}
