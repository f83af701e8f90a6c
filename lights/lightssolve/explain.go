package lightssolve

import (
	"fmt"
	"io"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// lineWidth is how many characters of a line the drawings use.
const lineWidth = 78

// Explain writes an answer for a person: the boards, the presses and what is known about other
// solutions, or a reason for "impossible" that can be checked by hand.
func Explain(w io.Writer, p *lights.Instance, o lights.Outcome, style puzzle.Style) error {
	e := &explainer{w: w, p: p, text: scene.Text{Width: lineWidth}, note: " (not checked)"}
	if style.Checked {
		e.note = " (checked)"
	}
	if style.Color {
		e.text.Depth = scene.Colours16
	}
	switch {
	case o.Verdict == puzzle.Solved && o.Witness != nil:
		e.solved(o.Witness)
	case o.Verdict == puzzle.Impossible && o.Certificate != nil:
		e.impossible(o.Certificate)
	case o.Verdict == puzzle.Unknown && o.Stopped != nil:
		e.boards("", nil)
		e.say("unknown: %s", o.Stopped.Detail)
	default:
		e.boards("", nil)
		e.say("%v", o.Verdict)
	}
	return e.err
}

// explainer writes sentences and keeps the first error.
type explainer struct {
	w    io.Writer
	p    *lights.Instance
	text scene.Text
	note string
	err  error
}

func (e *explainer) say(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format+"\n", args...)
	}
}

// boards draws start, target and, where it has a caption, another board.
func (e *explainer) boards(caption string, more *lights.Board) {
	p, w := e.p, e.text.Window()
	scenes := []*scene.Scene{picture(p, "start", p.Start, w)}
	if p.Target != nil {
		scenes = append(scenes, picture(p, "target", p.Target, w))
	}
	if caption != "" {
		scenes = append(scenes, picture(p, caption, more, w))
	}
	if e.err == nil {
		e.err = e.text.Boards(e.w, scenes...)
	}
	e.say("")
}

// Method says in a few words how boards with the rules of p are solved, without preparing
// anything; System.Methods knows it exactly.
func Method(p *lights.Instance) string {
	parts := zmod.Factor(p.Modulus)
	name := engine.Outline(p, parts[0])
	if len(parts) > 1 {
		name += fmt.Sprintf(", modulo each of %d prime powers", len(parts))
	}
	return name
}

func (e *explainer) solved(w *lights.Witness) {
	if w.Presses.IsZero() {
		e.boards("", nil)
		e.say("solved as it stands%s", e.note)
		return
	}
	e.boards("presses", w.Presses)
	what := "with these presses"
	switch {
	case w.Cost == nil:
	case e.p.Costs != nil:
		what = "at a cost of " + w.Cost.String()
	default:
		what = "with " + grid.Number(w.Cost, "press")
	}
	if w.Optima != nil {
		what += ", the least possible"
	}
	e.say("solved %s%s, by %s", what, e.note, Method(e.p))
	one := big.NewInt(1)
	switch {
	case w.Solutions == nil:
		return
	case w.Solutions.Cmp(one) == 0:
		e.say("there is no other solution")
	case w.Optima == nil:
		e.say("there %s", grid.Are(w.Solutions, "solution"))
	case w.Optima.Cmp(one) == 0:
		e.say("there are %s solutions, and no other takes as little", w.Solutions)
	default:
		e.say("there are %s solutions, and %s of them take as little", w.Solutions, w.Optima)
	}
}

func (e *explainer) impossible(c *lights.Certificate) {
	p := e.p
	marks := "marked lamps"
	if p.Modulus > 2 {
		marks = "weights"
	}
	e.boards(marks, c.Weights)
	e.say("impossible%s, by %s:", e.note, Method(p))
	what, target := "are on", "all lamps off"
	if p.Target != nil {
		what, target = "must change", "the target"
	}
	if p.Modulus == 2 {
		n := meeting(p, c.Weights)
		e.say("every button changes an even number of the %d marked lamps, so how many of them are on", c.Weights.NonZero())
		e.say("stays odd or stays even. Of the marked lamps %d %s, an odd number; %s cannot be reached.", n, what, target)
		return
	}
	e.say("give every lamp its weight and add up weight × value over all lamps, modulo %d. Every button changes", p.Modulus)
	e.say("this sum by 0, so it stays as it is. But from the start to the target it would have to change")
	e.say("by %d; %s cannot be reached.", c.Value, target)
}

// meeting counts the marked lamps that must change.
func meeting(p *lights.Instance, marks *lights.Board) int {
	n := 0
	for y := range p.Height {
		for x := range p.Width {
			if x < marks.W && y < marks.H && marks.At(x, y) != 0 && p.Wanted(x, y) != 0 {
				n++
			}
		}
	}
	return n
}
