package assemblysolve

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Bounds of what is spelled out.
const (
	maxShownStuck = 8     // blocks of which it is said why they cannot leave
	maxShownCycle = 40    // constraints of a cycle
	maxTold       = 20    // blocks that are listed one by one
	maxFollowed   = 10000 // blocks of a remainder whose corners are looked at one by one
)

// An argument is the steps of a story why a shape cannot be built.
type argument struct {
	p      *assembly.Instance
	window scene.Window
	frames []scene.Frame
}

func (a *argument) say(format string, args ...any) {
	a.frames = append(a.frames, scene.Frame{Sentence: fmt.Sprintf(format, args...)})
}

// show draws the shape with marks; look may change how a block looks.
func (a *argument) show(caption string, marks []scene.Mark, look func(i int32, l scene.Look) scene.Look) {
	s := shapeScene(a.p, a.window, func(i int32) (scene.Look, bool) {
		l := blockLook(a.p, i, a.p.Root)
		if look != nil {
			l = look(i, l)
		}
		return l, true
	})
	s.Caption, s.Marks = caption, marks
	a.frames = append(a.frames, scene.Frame{Scene: s})
}

// middles are the places of blocks of the shape in its scene; others are left out.
func (a *argument) middles(blocks []assembly.Block) (at []scene.Point) {
	low, _ := sets.Frame(a.p)
	for _, b := range blocks {
		if a.p.Find(b) >= 0 {
			at = append(at, scene.Middle(int(b.R-low.R), int(b.C-low.C)))
		}
	}
	return at
}

// ring puts a ring around each of the blocks.
func (a *argument) ring(blocks []assembly.Block) []scene.Mark {
	if at := a.middles(blocks); len(at) > 0 {
		return []scene.Mark{{Sign: scene.Ring, Colour: colourNew, At: at}}
	}
	return nil
}

func (a *argument) story() (puzzle.Story, error) {
	return puzzle.Story{Title: "impossible", Frames: scene.List(a.frames...)}, nil
}

// start tells of what is there at the start: "the first block" or "what is in place".
func (a *argument) start() string {
	if a.p.Placed != nil {
		return "what is in place"
	}
	return "the first block"
}

// there reports whether b is on the board at the start.
func (a *argument) there(b assembly.Block) bool {
	for _, i := range a.p.Start() {
		if a.p.Blocks[i] == b {
			return true
		}
	}
	return false
}

// TellCycle tells of blocks each of which has to come before the next one.
func TellCycle(
	_ context.Context, p *assembly.Instance, cert *assembly.Certificate, w scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	a, c := &argument{p: p, window: w}, cert.Cycle
	a.say("The shape is a tree, so each block has to bump into its neighbour on the way to %s. That leaves it one "+
		"line and one side to come in from, and what lies on its way has to come later.", a.start())
	shortest := ""
	if c.Shortest {
		shortest = ", and no such circle is shorter"
	}
	a.say("In this circle each block has to come before the next one%s:", shortest)
	var blocks []assembly.Block
	for k, x := range c.Constraints {
		blocks = append(blocks, x.Block)
		next := c.Constraints[(k+1)%len(c.Constraints)].Block
		if k >= maxShownCycle {
			continue
		}
		switch x.Because {
		case assembly.ParentOf:
			a.say("  %v before %v, which has to bump into it", x.Block, next)
		case assembly.InTheWay:
			a.say("  %v before %v, which would be in its way", x.Block, next)
		case assembly.There:
			a.say("  %v before %v: it is there from the start", x.Block, next)
		}
	}
	if len(blocks) > maxShownCycle {
		a.say("  … (%d in all)", len(blocks))
	}
	low, _ := sets.Frame(p)
	var marks []scene.Mark
	if at := a.middles(blocks); len(at) > 1 {
		marks = append(marks, scene.Mark{Sign: scene.Cycle, Colour: colourNew, At: at})
	}
	for k, b := range blocks[:min(len(blocks), maxShownCycle)] {
		if p.Find(b) >= 0 {
			marks = append(marks, scene.Mark{Sign: scene.Badge, Label: strconv.Itoa(k + 1),
				At: []scene.Point{scene.Middle(int(b.R-low.R), int(b.C-low.C))}})
		}
	}
	a.show("the circle", marks, nil)
	return a.story()
}

// TellBlocked tells of blocks that are in each other's way for good.
func TellBlocked(
	_ context.Context, p *assembly.Instance, cert *assembly.Certificate, w scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	a, c := &argument{p: p, window: w}, cert.Blocked
	a.say("These blocks are in each other's way for good. One of them has to come in as the last of them; but from " +
		"each side that it could come from, so that something stops it in its cell, another one is in its way:")
	for i, b := range c.Blocks {
		if i == maxTold {
			a.say("  … and %d more", len(c.Blocks)-i)
			break
		}
		note := ""
		switch {
		case !a.there(b):
		case p.Placed != nil:
			note = ", which is in place"
		default:
			note = ", which is there from the start"
		}
		a.say("  %v%s", b, note)
	}
	a.show("the blocks", a.ring(c.Blocks), nil)
	return a.story()
}

// TellExhausted tells of a search in all ways.
func TellExhausted(
	_ context.Context, p *assembly.Instance, cert *assembly.Certificate, w scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	a, c := &argument{p: p, window: w}, cert.Exhausted
	end := "a single block"
	if p.Placed != nil {
		end = a.start() + " alone"
	}
	a.say("The shape was taken apart backwards, block by block, in every way in which blocks can leave: that meets %s "+
		"of blocks, and none of them is %s. (SHA-256 sums of the sets: %x.)", grid.Number(c.Sets, "set"), end, c.Digest)
	return a.story()
}

// TellStuck tells of a remainder of which nothing can be taken off.
func TellStuck(
	_ context.Context, p *assembly.Instance, cert *assembly.Certificate, w scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	a, c := &argument{p: p, window: w}, cert.Stuck
	a.say("Think backwards: take blocks off, each the way it could have come in last. In a shape without holes a block " +
		"at an outer corner (one of the four squares of 2 × 2 cells around it holds nothing else) that can leave may " +
		"always be taken off first; that spoils nothing.")
	if p.Contact == assembly.Sticky && p.Root != assembly.NoRoot {
		a.say("(For sticky contact with a given first block this is tested, not proved.)")
	}
	on := map[assembly.Block]bool{}
	for _, b := range c.Remainder {
		on[b] = true
	}
	if len(c.Moves) > 0 {
		a.say("After %s are off, these %d are left (o: taken off):", grid.Number(len(c.Moves), "block"), len(c.Remainder))
	}
	corners := a.corners(c.Remainder, on)
	a.show("what is left", a.ring(corners[:min(len(corners), maxShownStuck)]), func(i int32, l scene.Look) scene.Look {
		if on[p.Blocks[i]] || i == p.Root {
			return l
		}
		return scene.Look{Label: "o"}
	})
	switch {
	case len(c.Remainder) > maxFollowed:
		a.say("None of them that is at an outer corner can leave. (They are too many to be followed by hand.)")
	case len(corners) == 0:
		a.say("None of them but the first block is at an outer corner.")
	default:
		a.say("None that is at an outer corner can leave:")
	}
	for k, b := range corners {
		if k == maxShownStuck {
			a.say("  … and so on, %d in all", len(corners))
			break
		}
		a.say("  %v %s", b, whyNot(p, on, b))
	}
	return a.story()
}

// corners are the blocks of a remainder that are at an outer corner, but the root; none where they are too many.
func (a *argument) corners(remainder []assembly.Block, on map[assembly.Block]bool) (out []assembly.Block) {
	if len(remainder) > maxFollowed {
		return nil
	}
	for _, b := range remainder {
		if isConvex(on, b) && !a.there(b) {
			out = append(out, b)
		}
	}
	return out
}

func isConvex(on map[assembly.Block]bool, b assembly.Block) bool {
	for _, dr := range [2]int32{-1, 1} {
		for _, dc := range [2]int32{-1, 1} {
			if !on[assembly.Block{R: b.R + dr, C: b.C}] && !on[assembly.Block{R: b.R, C: b.C + dc}] &&
				!on[assembly.Block{R: b.R + dr, C: b.C + dc}] {
				return true
			}
		}
	}
	return false
}

// whyNot tells for each direction why b cannot leave.
func whyNot(p *assembly.Instance, on map[assembly.Block]bool, b assembly.Block) string {
	var why []string
	some := false
	for d := assembly.Left; d <= assembly.Down; d++ {
		name := [4]string{"left", "right", "up", "down"}[d]
		if by, blocked := blocker(p, on, b, d); blocked {
			why = append(why, fmt.Sprintf("%s is blocked by %v", name, by))
			continue
		}
		dr, dc := d.Delta()
		if p.Contact == assembly.Frontal && !on[assembly.Block{R: b.R - dr, C: b.C - dc}] {
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
func blocker(
	p *assembly.Instance, on map[assembly.Block]bool, b assembly.Block, d assembly.Direction,
) (by assembly.Block, found bool) {
	side := int32(0)
	if p.Contact == assembly.Sticky {
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
