package assemblysolve

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what Analyze does unasked.
const (
	maxListed  = 60      // blocks that are listed in words
	maxParts   = 4000    // blocks up to which parts and supports are looked for
	maxAllRoot = 2000000 // blocks up to which the first blocks are found
	maxOrders  = 1 << 14 // sets up to which the orders are counted
	maxOrdered = 200     // blocks up to which it is tried
)

// analysis yields facts and keeps the first error.
type analysis struct {
	solver *Solver
	ctx    context.Context
	p      *assembly.Instance
	lim    puzzle.Limits
	yield  func(puzzle.Fact) error
	err    error
}

// Analyze yields what is known about p: its blocks, links and holes, whether it can be built, in how many steps
// (bounds), how long many copies take; if it cannot be built, the largest part that can and the fewest supports
// (bounds); which blocks can be the first, and in how many orders it can be built where few sets are met. The cheap
// facts come first. Blocks in place change what is buildable, the steps and the orders; parts and supports are then
// left out.
func (s *Solver) Analyze(
	ctx context.Context, p *assembly.Instance, lim puzzle.Limits, yield func(puzzle.Fact) error,
) error {
	if err := p.Validate(); err != nil {
		return err
	}
	a := &analysis{solver: s, ctx: ctx, p: p, lim: lim, yield: yield}
	a.form()
	buildable := a.verdict()
	for _, part := range []func(bool){a.part, a.supports, a.first, a.orders} {
		if a.err == nil {
			part(buildable)
		}
	}
	return a.err
}

func (a *analysis) fact(key string, value any, lines ...puzzle.Line) {
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Key: key, Value: value, Lines: lines})
	}
}

// say makes a line for a person.
func say(label string, value any) puzzle.Line {
	return puzzle.Line{Label: label, Text: fmt.Sprint(value)}
}

// same is a fact whose value is what a person reads.
func (a *analysis) same(key, label string, value any) { a.fact(key, value, say(label, value)) }

// Values of facts in documents.
type (
	// schedule has bounds of the fewest steps from a first block.
	schedule struct {
		AtLeast int             `json:"at_least"`
		AtMost  int             `json:"at_most"`
		First   *assembly.Block `json:"first,omitempty"` // without it: from what is in place
	}
	// pipeline: k copies take k + Added steps.
	pipeline struct {
		Stations int   `json:"stations"`
		Added    int64 `json:"added"`
	}
	// largest has bounds of the size of a largest part, and what the part found leaves out.
	largest struct {
		AtLeast int              `json:"at_least"`
		AtMost  int              `json:"at_most"`
		LeftOut []assembly.Block `json:"left_out"`
	}
	// supported has bounds of the fewest supports and a choice of AtMost; where none is known, neither.
	supported struct {
		AtLeast int              `json:"at_least"`
		AtMost  *int             `json:"at_most,omitempty"`
		Blocks  []assembly.Block `json:"blocks,omitempty"`
	}
	// firsts counts the blocks that can be first and lists them or the others, whichever are fewer.
	firsts struct {
		Count  int               `json:"count"`
		Can    *[]assembly.Block `json:"can,omitempty"`
		Cannot *[]assembly.Block `json:"cannot,omitempty"`
	}
)

func (a *analysis) failed(err error) bool {
	if err != nil && a.err == nil {
		a.err = err
	}
	return err != nil
}

func (a *analysis) form() {
	p := a.p
	a.same("blocks", "blocks", len(p.Blocks))
	a.same("links", "links", int(p.Links))
	a.same("tree", "tree", p.IsTree())
	a.same("holes", "holes", holes(p))
	a.same("contact", "contact", p.Contact.String())
	if p.Root != assembly.NoRoot {
		a.same("first_block", "first block", p.Blocks[p.Root])
	}
	if p.Placed != nil {
		a.same("placed", "blocks in place", len(p.Placed))
	}
}

// orders counts the orders of a small shape.
func (a *analysis) orders(buildable bool) {
	if !buildable || len(a.p.Blocks) > maxOrdered {
		return
	}
	n, whole, err := sets.Orders(a.ctx, a.p, a.lim, maxOrders)
	if a.failed(err) || !whole {
		return
	}
	a.fact("orders", n.String(), say("ways to build it, move by move", n))
}

// holes counts the holes by Euler's formula: rings that squares of blocks do not fill.
func holes(p *assembly.Instance) int {
	squares := int64(0)
	for i, below := range p.Below {
		if below >= 0 && p.Right(int32(i)) >= 0 && p.Right(below) >= 0 {
			squares++
		}
	}
	return int(p.Links - squares - int64(len(p.Blocks)) + 1)
}

func (a *analysis) verdict() (buildable bool) {
	if a.err != nil {
		return false
	}
	lim := a.lim
	lim.VerdictOnly = true // a shape that cannot be built needs no evidence here
	o, err := solve(a.ctx, a.p, lim)
	if a.failed(err) {
		return false
	}
	buildable = o.Verdict == puzzle.Solved
	a.same("buildable", "buildable", buildable)
	if !buildable {
		return false
	}
	if o, err = solve(a.ctx, a.p, a.lim); a.failed(err) || o.Witness == nil {
		return true
	}
	steps, least := len(o.Witness.Steps), int(o.Witness.AtLeast)
	value, from := schedule{AtLeast: least, AtMost: steps}, "what is in place"
	if !o.Witness.First.None() {
		value.First, from = &o.Witness.First, o.Witness.First.String()
	}
	text := fmt.Sprintf("%d from %s when moves that do not interfere are made together, the fewest possible", steps, from)
	if steps != least {
		text = fmt.Sprintf("from %d to %d, from %s, when moves that do not interfere are made together "+
			"(bounds; the fewest is not known)", least, steps, from)
	}
	a.fact("steps", value, say("steps", text))
	if steps > 0 {
		// Time is linear in the copies: two points tell all.
		one, many := Pipeline(steps, 1).Time(), Pipeline(steps, 1000).Time()
		text := fmt.Sprintf("on a line of %d stations, one for each step, k copies take k + %d steps: "+
			"1 takes %d, 1000 take %d", steps, one-1, one, many)
		a.fact("pipeline", pipeline{steps, int64(one) - 1}, say("copies", text))
	}
	return true
}

// listed writes blocks for a person.
func listed(label string, p *assembly.Instance, of []int32) puzzle.Line {
	if len(of) == 0 {
		return say(label, "none")
	}
	var out []string
	for k, i := range of {
		if k == maxListed {
			out = append(out, andMore(len(of)))
			break
		}
		out = append(out, p.Blocks[i].String())
	}
	return say(label, strings.Join(out, " "))
}

// andMore stands for what is not spelled out of n blocks.
func andMore(n int) string { return fmt.Sprintf("and %d more (--json lists all)", n-maxListed) }

// blocksOf are the blocks as values, all of them.
func blocksOf(p *assembly.Instance, of []int32) []assembly.Block {
	out := make([]assembly.Block, len(of))
	for k, i := range of {
		out[k] = p.Blocks[i]
	}
	return out
}

// others are the blocks of p that are not in of, which is in order.
func others(p *assembly.Instance, of []int32) []int32 {
	var out []int32
	for i, k := int32(0), 0; int(i) < len(p.Blocks); i++ {
		if k < len(of) && of[k] == i {
			k++
		} else {
			out = append(out, i)
		}
	}
	return out
}

func (a *analysis) first(buildable bool) {
	p := a.p
	if !buildable && p.Root == assembly.NoRoot && p.Placed == nil {
		a.fact("first_blocks", firsts{Can: &[]assembly.Block{}}, say("possible first blocks", 0))
		return
	}
	if len(p.Blocks) > maxAllRoot {
		return
	}
	of, err := peel.FirstBlocks(a.ctx, p, a.lim)
	if a.failed(err) {
		return
	}
	out := firsts{Count: len(of)}
	lines := []puzzle.Line{say("possible first blocks", len(of))}
	if n := len(p.Blocks) - len(of); n < len(of) {
		not := others(p, of)
		list := blocksOf(p, not)
		out.Cannot = &list
		if n > 0 {
			lines = append(lines, listed("blocks that cannot be first", p, not))
		}
	} else {
		list := blocksOf(p, of)
		out.Can = &list
		lines = append(lines, listed("blocks that can be first", p, of))
	}
	a.fact("first_blocks", out, lines...)
}

func (a *analysis) part(buildable bool) {
	p := a.p
	if buildable || p.Placed != nil || len(p.Blocks) > maxParts {
		return
	}
	part, err := a.solver.LargestPart(a.ctx, p, a.lim)
	if a.failed(err) {
		return
	}
	size := len(part.Blocks)
	out := others(p, part.Blocks)
	most, text := size, fmt.Sprintf("%d blocks", size)
	if !part.Exact() {
		most = part.AtMost
		text = fmt.Sprintf("from %d to %d blocks (bounds; the largest is not known)", size, most)
	}
	a.fact("largest_part", largest{size, most, blocksOf(p, out)},
		say("largest buildable part", text), listed("blocks left out of it", p, out))
}

func (a *analysis) supports(buildable bool) {
	p := a.p
	if buildable || p.Placed != nil || len(p.Blocks) > maxParts {
		return
	}
	s, err := a.solver.FewestSupports(a.ctx, p, a.lim)
	if a.failed(err) {
		return
	}
	var text string
	switch {
	case s.Exact():
		text = grid.Number(s.AtLeast, "more block") + " will do, and fewer will not"
	case s.Known:
		text = fmt.Sprintf("from %d to %d more blocks (bounds; the fewest is not known)", s.AtLeast, len(s.Cells))
	default:
		a.fact("supports", supported{AtLeast: int(s.AtLeast)}, say("fewest supports", fmt.Sprintf("at least %d", s.AtLeast)))
		return
	}
	var some []string
	for k, b := range s.Cells {
		if k == maxListed {
			some = append(some, andMore(len(s.Cells)))
			break
		}
		some = append(some, b.String())
	}
	most := len(s.Cells)
	a.fact("supports", supported{int(s.AtLeast), &most, s.Cells},
		say("fewest supports", text), say("supports", strings.Join(some, " ")))
}
