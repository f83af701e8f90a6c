package assemblysolve

import (
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what is spelled out.
const (
	maxShownMoves = 60
	maxShownSteps = 24 // boards in between
	maxShownStuck = 8  // blocks of which it is said why they cannot leave
	maxShownCycle = 40 // constraints of a cycle
)

// Explain writes an answer for a person: the shape, the moves with the boards in between where they are
// few, and the schedule; or why the shape cannot be built, in steps that can be followed by hand.
func Explain(w io.Writer, p *assembly.Instance, o assembly.Outcome, style struct{ Color, Checked bool }) error { // INTERIM
	e := &explainer{w: w, p: p, pad: newSketchPad(p, style.Color), note: " (not checked)"}
	switch {
	case style.Checked && e.unproved(o.Certificate):
		e.note = " (the moves and what is left are checked)"
	case style.Checked:
		e.note = " (checked)"
	}
	e.shape()
	switch {
	case o.Verdict == puzzle.Solved && o.Witness != nil:
		e.solved(o.Witness)
	case o.Verdict == puzzle.Impossible && o.Certificate != nil:
		e.impossible(o.Certificate)
	case o.Verdict == puzzle.Unknown && o.Stopped != nil:
		e.say("unknown: %s", o.Stopped.Msg)
	default:
		e.say("%v", o.Verdict)
	}
	return e.err
}

// explainer writes sentences and keeps the first error.
type explainer struct {
	w    io.Writer
	p    *assembly.Instance
	pad  sketchPad
	note string
	err  error
}

func (e *explainer) say(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format+"\n", args...)
	}
}

func (e *explainer) draw(drawings ...drawing) {
	if e.err == nil {
		e.err = e.pad.draw(e.w, drawings)
	}
}

// marks are the whole shape; a root is an R.
func (e *explainer) marks() map[assembly.Block]mark {
	cells := map[assembly.Block]mark{}
	for i, b := range e.p.Blocks {
		cells[b] = mark{'#', 0}
		if int32(i) == e.p.Root {
			cells[b] = mark{'R', hueFirst}
		}
	}
	return cells
}

func (e *explainer) shape() {
	p := e.p
	if e.pad.fits() {
		e.draw(drawing{"", e.marks()})
	} else {
		e.say("a shape of %d × %d cells, too large to draw here", e.pad.high.R-e.pad.low.R+1, e.pad.high.C-e.pad.low.C+1)
	}
	which := "of which any may be the first"
	if p.Root != assembly.NoRoot {
		which = fmt.Sprintf("of which R, at %v, is there from the start", p.Blocks[p.Root])
	}
	from := ""
	if e.pad.low != (assembly.Block{}) {
		from = fmt.Sprintf("; drawn from %v on", e.pad.low)
	}
	e.say("%s, %s; %s contact; board of %d × %d cells%s", grid.Number(len(p.Blocks), "block"), which, contactName(p.Contact), p.Rows, p.Cols, from)
	e.say("")
}

func (e *explainer) solved(w *assembly.Witness) {
	if len(w.Moves) == 0 {
		e.say("solved as it stands%s", e.note)
		return
	}
	schedule := ""
	switch steps := len(w.Steps); {
	case steps == 0:
	case int(w.AtLeast) == steps:
		schedule = fmt.Sprintf(" in %s, the fewest possible,", grid.Number(steps, "step"))
	case w.AtLeast > 0:
		schedule = fmt.Sprintf(" in %s (at least %d are needed)", grid.Number(steps, "step"), w.AtLeast)
	default:
		schedule = fmt.Sprintf(" in %s", grid.Number(steps, "step"))
	}
	e.say("solved%s with %s%s from the block at %v%s", e.note, grid.Number(len(w.Moves), "move"), schedule, w.First, colon(len(w.Moves) <= maxShownMoves))
	if len(w.Moves) > maxShownMoves {
		return
	}
	steps := w.Steps
	if steps == nil {
		steps = make([]int32, len(w.Moves))
		for i := range steps {
			steps[i] = 1
		}
	}
	now := map[assembly.Block]mark{w.First: {'R', hueFirst}}
	drawings := []drawing{{"start", maps.Clone(now)}}
	moves := w.Moves
	for k, size := range steps {
		if int(size) > len(moves) || size < 0 {
			return // not what a checker accepts; there is no more to say
		}
		var words []string
		var fresh []assembly.Block
		for _, m := range moves[:size] {
			at, ok := e.land(now, m)
			if !ok {
				words = append(words, inWords(m)+" (and puts nothing there)")
				continue
			}
			words = append(words, fmt.Sprintf("%s stops at %v", inWords(m), at))
			fresh = append(fresh, at)
			now[at] = mark{m.Dir().Char(), hueNew}
		}
		moves = moves[size:]
		e.say("%3d. %s", k+1, strings.Join(words, "; "))
		drawings = append(drawings, drawing{fmt.Sprintf("step %d", k+1), maps.Clone(now)})
		for _, at := range fresh {
			now[at] = mark{'#', 0}
		}
	}
	if len(drawings)-1 <= maxShownSteps && e.pad.fits() {
		e.say("")
		e.draw(drawings...)
	}
}

func colon(more bool) string {
	if more {
		return ":"
	}
	return ""
}

// inWords tells a move: "< along row 3".
func inWords(m assembly.Move) string {
	line := "row"
	if m.Dir().Vertical() {
		line = "column"
	}
	return fmt.Sprintf("%c along %s %d", m.Dir().Char(), line, m.Line()+1)
}

// land is where a move ends with so few blocks that all of them may be looked at.
func (e *explainer) land(now map[assembly.Block]mark, m assembly.Move) (at assembly.Block, ok bool) {
	d := m.Dir()
	dr, dc := d.Delta()
	far := int32(-1) // how far the block comes, from its edge
	for b := range now {
		line, along := b.R, b.C
		if d.Vertical() {
			line, along = b.C, b.R
		}
		size := e.p.Cols
		if d.Vertical() {
			size = e.p.Rows
		}
		if dr+dc < 0 {
			along = size - 1 - along
		}
		switch off := line - m.Line(); {
		case off == 0 && along == 0:
			return at, false
		case off == 0:
			along--
		case e.p.Contact == assembly.Frontal || off < -1 || off > 1:
			continue
		}
		if far < 0 || along < far {
			far = along
		}
	}
	if far < 0 {
		return at, false
	}
	switch d {
	case assembly.Left:
		return assembly.Block{R: m.Line(), C: e.p.Cols - 1 - far}, true
	case assembly.Right:
		return assembly.Block{R: m.Line(), C: far}, true
	case assembly.Up:
		return assembly.Block{R: e.p.Rows - 1 - far, C: m.Line()}, true
	}
	return assembly.Block{R: far, C: m.Line()}, true
}

func (e *explainer) impossible(c *assembly.Certificate) {
	e.say("impossible%s:", e.note)
	switch {
	case c.Cycle != nil:
		e.cycle(c.Cycle)
	case c.Stuck != nil:
		e.stuck(c.Stuck)
	case c.Blocked != nil:
		e.blocked(c.Blocked)
	case c.Exhausted != nil:
		e.say("the shape was taken apart backwards, block by block, in every way in which blocks can leave: that")
		e.say("meets %d sets of blocks, and none of them is a single block. (SHA-256 sums of the sets: %x.)", c.Exhausted.Sets, c.Exhausted.Digest)
	}
}

// maxTold is the most blocks that are listed one by one.
const maxTold = 20

func (e *explainer) blocked(c *assembly.Blocked) {
	e.say("these blocks are in each other's way for good. One of them has to come in as the last of them; but from")
	e.say("each side that it could come from, so that something stops it in its cell, another one is in its way:")
	for i, b := range c.Blocks {
		if i == maxTold {
			e.say("  … and %d more", len(c.Blocks)-i)
			break
		}
		note := ""
		if e.p.Root >= 0 && b == e.p.Blocks[e.p.Root] {
			note = ", which is there from the start"
		}
		e.say("  %v%s", b, note)
	}
}

func (e *explainer) cycle(c *assembly.Cycle) {
	e.say("the shape is a tree, so each block has to bump into its neighbour on the way to the first block. That")
	e.say("leaves it one line and one side to come in from, and what lies on its way has to come later.")
	shortest := ""
	if c.Shortest {
		shortest = ", and no such circle is shorter"
	}
	e.say("In this circle each block has to come before the next one%s:", shortest)
	for k, x := range c.Constraints {
		if k == maxShownCycle {
			e.say("  … (%d in all)", len(c.Constraints))
			break
		}
		next := c.Constraints[(k+1)%len(c.Constraints)].Block
		switch x.Because {
		case assembly.ParentOf:
			e.say("  %v before %v, which has to bump into it", x.Block, next)
		case assembly.InTheWay:
			e.say("  %v before %v, which would be in its way", x.Block, next)
		case assembly.There:
			e.say("  %v before %v: it is there from the start", x.Block, next)
		}
	}
}
