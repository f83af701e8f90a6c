package assemblysolve

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
)

// maxFollowed is the largest remainder whose corners are looked at one by one.
const maxFollowed = 10000

// unproved reports whether c rests on what docs/proofs/assembly.md calls tested and not proved.
func (e *explainer) unproved(c *assembly.Certificate) bool {
	return c != nil && c.Stuck != nil && e.p.Contact == assembly.Sticky && e.p.Root != assembly.NoRoot
}

func (e *explainer) stuck(c *assembly.Stuck) {
	p := e.p
	e.say("think backwards: take blocks off, each the way it could have come in last. In a shape without holes a")
	e.say("block at an outer corner (one of the four squares of 2 × 2 cells around it holds nothing else) that can")
	e.say("leave may always be taken off first; that spoils nothing.")
	if e.unproved(&assembly.Certificate{Stuck: c}) {
		e.say("(For sticky contact with a given first block this is tested, not proved.)")
	}
	if len(c.Moves) > 0 {
		e.say("After %s are off, these %d are left:", grid.Number(len(c.Moves), "block"), len(c.Remainder))
		if e.pad.fits() {
			cells := e.marks()
			for b, m := range cells {
				cells[b] = mark{'o', hueGone}
				if p.Find(b) == p.Root && p.Root >= 0 {
					cells[b] = m
				}
			}
			for _, b := range c.Remainder {
				if cells[b].char == 'o' {
					cells[b] = mark{'#', 0}
				}
			}
			e.draw(drawing{"", cells})
			e.say("(o: taken off)")
		}
	}
	if len(c.Remainder) > maxFollowed {
		e.say("None of them that is at an outer corner can leave. (They are too many to be followed by hand.)")
		return
	}
	on := map[assembly.Block]bool{}
	for _, b := range c.Remainder {
		on[b] = true
	}
	var corners []assembly.Block
	for _, b := range c.Remainder {
		if isConvex(on, b) && !(p.Root >= 0 && p.Blocks[p.Root] == b) {
			corners = append(corners, b)
		}
	}
	if len(corners) == 0 {
		e.say("None of them but the first block is at an outer corner.")
		return
	}
	e.say("None that is at an outer corner can leave:")
	for k, b := range corners {
		if k == maxShownStuck {
			e.say("  … and so on, %d in all", len(corners))
			break
		}
		e.say("  %v %s", b, e.whyNot(on, b))
	}
}

func isConvex(on map[assembly.Block]bool, b assembly.Block) bool {
	for _, dr := range [2]int32{-1, 1} {
		for _, dc := range [2]int32{-1, 1} {
			if !on[assembly.Block{R: b.R + dr, C: b.C}] && !on[assembly.Block{R: b.R, C: b.C + dc}] && !on[assembly.Block{R: b.R + dr, C: b.C + dc}] {
				return true
			}
		}
	}
	return false
}

// whyNot tells for each direction why b cannot leave.
func (e *explainer) whyNot(on map[assembly.Block]bool, b assembly.Block) string {
	var why []string
	some := false
	for d := assembly.Left; d <= assembly.Down; d++ {
		name := [4]string{"left", "right", "up", "down"}[d]
		if by, blocked := e.blocker(on, b, d); blocked {
			why = append(why, fmt.Sprintf("%s is blocked by %v", name, by))
			continue
		}
		dr, dc := d.Delta()
		if e.p.Contact == assembly.Frontal && !on[assembly.Block{R: b.R - dr, C: b.C - dc}] {
			why = append(why, fmt.Sprintf("%s is free, but nothing would stop it when it comes in", name))
			continue
		}
		some = true
	}
	if some {
		return "would leave the rest in two pieces"
	}
	return strings.Join(why, "; ")
}

// blocker is a block on b's way out in the direction d, or beside it where that matters: the nearest.
func (e *explainer) blocker(on map[assembly.Block]bool, b assembly.Block, d assembly.Direction) (by assembly.Block, found bool) {
	side := int32(0)
	if e.p.Contact == assembly.Sticky {
		side = 1
	}
	dr, dc := d.Delta()
	best := int32(0)
	for x := range on {
		along := (x.R-b.R)*dr + (x.C-b.C)*dc
		off := (x.R-b.R)*dc + (x.C-b.C)*dr
		if along < 1 || off < -side || off > side {
			continue
		}
		if !found || along < best || along == best && (x.R < by.R || x.R == by.R && x.C < by.C) {
			by, best, found = x, along, true
		}
	}
	return by, found
}
