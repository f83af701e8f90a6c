package assemblysolve

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what Analyze does unasked.
const (
	maxListed  = 60      // blocks that are listed in words
	maxParts   = 4000    // blocks up to which parts and supports are looked for
	maxAllRoot = 2000000 // blocks up to which the first blocks are found
)

// analysis yields facts and keeps the first error.
type analysis struct {
	ctx   context.Context
	p     *assembly.Instance
	lim   puzzle.Limits
	yield func(puzzle.Fact) error
	err   error
}

// Analyze yields what is known about p: its blocks, links and holes, whether it can be built, in how many steps
// (bounds), how long many copies take; if it cannot be built, the largest part that can and the fewest supports
// (bounds); and which blocks can be the first. The cheap facts come first.
func Analyze(ctx context.Context, p *assembly.Instance, lim puzzle.Limits, yield func(puzzle.Fact) error) error {
	if err := p.Validate(); err != nil {
		return err
	}
	a := &analysis{ctx: ctx, p: p, lim: lim, yield: yield}
	a.form()
	buildable := a.verdict()
	for _, part := range []func(bool){a.part, a.supports, a.first} {
		if a.err == nil {
			part(buildable)
		}
	}
	return a.err
}

func (a *analysis) fact(name string, value any, text string) {
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Name: name, Value: value, Text: text})
	}
}

func (a *analysis) failed(err error) bool {
	if err != nil && a.err == nil {
		a.err = err
	}
	return err != nil
}

// contactName is a model's name in documents.
func contactName(c assembly.Contact) string {
	if c == assembly.Sticky {
		return "sticky"
	}
	return "frontal"
}

func (a *analysis) form() {
	p := a.p
	a.fact("blocks", len(p.Blocks), "")
	a.fact("links", int(p.Links), "")
	a.fact("tree", p.IsTree(), "")
	a.fact("holes", holes(p), "")
	a.fact("contact", contactName(p.Contact), "")
	if p.Root != assembly.NoRoot {
		a.fact("first block", p.Blocks[p.Root].String(), "")
	}
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
	a.fact("buildable", buildable, "")
	if !buildable {
		return false
	}
	if o, err = solve(a.ctx, a.p, a.lim); a.failed(err) || o.Witness == nil {
		return true
	}
	steps, least := len(o.Witness.Steps), int(o.Witness.AtLeast)
	from := o.Witness.First.String()
	if steps == least {
		a.fact("steps", steps, fmt.Sprintf("%d from %s when moves that do not interfere are made together, the fewest possible", steps, from))
	} else {
		a.fact("steps", []int{least, steps}, fmt.Sprintf("from %d to %d, from %s, when moves that do not interfere are made together (bounds; the fewest is not known)", least, steps, from))
	}
	if steps > 0 {
		// Time is linear in the copies: two points tell all.
		one, many := Pipeline(steps, 1).Time(), Pipeline(steps, 1000).Time()
		a.fact("copies", []int{int(one), int(many)}, fmt.Sprintf("on a line of %d stations, one for each step, k copies take k + %d steps: 1 takes %d, 1000 take %d", steps, one-1, one, many))
	}
	return true
}

// list writes blocks for a person.
func list(p *assembly.Instance, of []int32) string {
	if len(of) == 0 {
		return "none"
	}
	var out []string
	for k, i := range of {
		if k == maxListed {
			out = append(out, "…")
			break
		}
		out = append(out, p.Blocks[i].String())
	}
	return strings.Join(out, " ")
}

// names are the blocks as values, all of them.
func names(p *assembly.Instance, of []int32) []string {
	out := make([]string, len(of))
	for k, i := range of {
		out[k] = p.Blocks[i].String()
	}
	return out
}

func (a *analysis) first(buildable bool) {
	p := a.p
	if !buildable && p.Root == assembly.NoRoot {
		a.fact("possible first blocks", 0, "")
		return
	}
	if len(p.Blocks) > maxAllRoot {
		return
	}
	of, err := firstBlocks(a.ctx, p, a.lim)
	if a.failed(err) {
		return
	}
	a.fact("possible first blocks", len(of), "")
	switch n := len(p.Blocks) - len(of); {
	case n == 0:
		return
	case n < len(of):
		var not []int32
		for i, k := int32(0), 0; int(i) < len(p.Blocks); i++ {
			if k < len(of) && of[k] == i {
				k++
			} else {
				not = append(not, i)
			}
		}
		a.fact("blocks that cannot be first", names(p, not), list(p, not))
	default:
		a.fact("blocks that can be first", names(p, of), list(p, of))
	}
}

func (a *analysis) part(buildable bool) {
	p := a.p
	if buildable || len(p.Blocks) > maxParts {
		return
	}
	part, err := LargestPart(a.ctx, p, a.lim)
	if a.failed(err) {
		return
	}
	size := len(part.Blocks)
	if part.Exact() {
		a.fact("largest buildable part", size, fmt.Sprintf("%d blocks", size))
	} else {
		a.fact("largest buildable part", []int{size, part.AtMost}, fmt.Sprintf("from %d to %d blocks (bounds; the largest is not known)", size, part.AtMost))
	}
	var out []int32
	for i, k := int32(0), 0; int(i) < len(p.Blocks); i++ {
		if k < len(part.Blocks) && part.Blocks[k] == i {
			k++
		} else {
			out = append(out, i)
		}
	}
	a.fact("blocks left out of it", names(p, out), list(p, out))
}

func (a *analysis) supports(buildable bool) {
	p := a.p
	if buildable || len(p.Blocks) > maxParts {
		return
	}
	s, err := FewestSupports(a.ctx, p, a.lim)
	if a.failed(err) {
		return
	}
	switch {
	case s.Exact():
		a.fact("fewest supports", s.AtLeast, plural(int(s.AtLeast), "more block")+" will do, and fewer will not")
	case s.Known:
		a.fact("fewest supports", []int{s.AtLeast, len(s.Cells)}, fmt.Sprintf("from %d to %d more blocks (bounds; the fewest is not known)", s.AtLeast, len(s.Cells)))
	default:
		a.fact("fewest supports", fmt.Sprintf("at least %d", s.AtLeast), "")
		return
	}
	var cells, some []string
	for k, b := range s.Cells {
		cells = append(cells, b.String())
		if k < maxListed {
			some = append(some, b.String())
		} else if k == maxListed {
			some = append(some, "…")
		}
	}
	a.fact("supports", cells, strings.Join(some, " "))
}
