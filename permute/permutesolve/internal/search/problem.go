package search

import (
	"context"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// problem is an instance in the terms of searches: tiles that no goal tells apart are one kind.
type problem struct {
	c     *moveset.Compiled
	p     *permute.Instance
	kinds int
	start []int32   // the kind at each cell
	goals [][]int32 // likewise, or Any
	count []int32   // of each kind
	part  []int32   // the orbit of each kind; nil where a kind may stand anywhere
}

// NewProblem merges all labels of an orbit that no goal names into one kind; a label of p stands in one orbit of c
// alone. A goal that wants a tile k times and lets others go where they like needs the others only as "not this one",
// so fewer boards differ.
func NewProblem(c *moveset.Compiled, p *permute.Instance) *problem {
	named := make([]bool, len(p.Labels))
	for _, g := range p.Goals {
		for _, t := range g {
			if t >= 0 {
				named[t] = true
			}
		}
	}
	kind := make([]int32, len(p.Labels))
	for i := range kind {
		kind[i] = -1
	}
	pr := &problem{c: c, p: p}
	rest := map[int32]int32{} // by orbit
	add := func(o int32) int32 {
		pr.kinds++
		pr.part = append(pr.part, o)
		return int32(pr.kinds - 1)
	}
	for i, t := range p.Start {
		o := c.Part(i)
		switch {
		case kind[t] >= 0:
		case named[t]:
			kind[t] = add(o)
		default:
			k, ok := rest[o]
			if !ok {
				k = add(o)
				rest[o] = k
			}
			kind[t] = k
		}
	}
	pr.start = narrow(p.Start, kind)
	pr.count = make([]int32, pr.kinds)
	for _, k := range pr.start {
		pr.count[k]++
	}
	for _, g := range p.Goals {
		pr.goals = append(pr.goals, narrow(g, kind))
	}
	return pr
}

// match returns the first goal that board fits, or -1.
func (pr *problem) match(board []int32) int {
	for i, g := range pr.goals {
		if moveset.Fits(g, board) {
			return i
		}
	}
	return -1
}

// left returns how many tiles of each kind a goal leaves to its free cells.
func (pr *problem) left(goal []int32) []int32 {
	left := slices.Clone(pr.count)
	for _, t := range goal {
		if t >= 0 {
			left[t]--
		}
	}
	return left
}

// orbit is that of a kind, 0 where it may stand anywhere.
func (pr *problem) orbit(kind int) int32 {
	if pr.part == nil {
		return 0
	}
	return pr.part[kind]
}

// fillings returns how many boards fit the goals, one goal after another, or limit+1 where they are more than limit.
func (pr *problem) fillings(limit int64) int64 {
	total := new(big.Int)
	bound := big.NewInt(limit)
	for _, g := range pr.goals {
		ways := big.NewInt(1)
		placed := map[int32]int64{} // by orbit
		for k, n := range pr.left(g) {
			o := pr.orbit(k)
			placed[o] += int64(n)
			if n > 0 && int64(n) < placed[o] {
				if placed[o] > limit { // the binomial is no less
					return limit + 1
				}
				ways.Mul(ways, new(big.Int).Binomial(placed[o], int64(n)))
			}
			if ways.Cmp(bound) > 0 {
				return limit + 1
			}
		}
		if total.Add(total, ways).Cmp(bound) > 0 {
			return limit + 1
		}
	}
	return total.Int64()
}

// eachFilling calls f with every board that fits a goal; f must not keep the board. The number of calls is what
// fillings says.
func (pr *problem) eachFilling(ctx context.Context, f func(board []int32, goal int) error) error {
	for gi, g := range pr.goals {
		var free []int
		for i, t := range g {
			if t < 0 {
				free = append(free, i)
			}
		}
		left := pr.left(g)
		board := slices.Clone(g)
		var kinds []int32 // those with tiles left over
		for k, m := range left {
			if m > 0 {
				kinds = append(kinds, int32(k))
			}
		}
		var fill func(at int) error
		fill = func(at int) error {
			if at == len(free) {
				if err := ctx.Err(); err != nil {
					return err
				}
				return f(board, gi)
			}
			for _, k := range kinds {
				if left[k] > 0 && (pr.part == nil || pr.part[k] == pr.c.Part(free[at])) {
					left[k]--
					board[free[at]] = k
					if err := fill(at + 1); err != nil {
						return err
					}
					left[k]++
				}
			}
			return nil
		}
		if err := fill(0); err != nil {
			return err
		}
	}
	return nil
}
