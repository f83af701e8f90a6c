package lightssolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Method says in a few words how boards with the rules of p are solved, without preparing
// anything; System.Methods knows it exactly.
func Method(p *lights.Instance) string {
	powers := zmod.Factor(p.Modulus)
	names := make([]string, len(powers))
	for i, q := range powers {
		names[i] = engine.Outline(p, q)
	}
	return strings.Join(methods(names, powers), "; ")
}

// TellPresses tells of a solution: the presses as a picture and, where they are few, as moves, and what is known about
// other solutions. Its frames press button after button, row by row.
func TellPresses(
	ctx context.Context, p *lights.Instance, w *lights.Witness, window scene.Window, lim puzzle.Limits,
) (puzzle.Story, error) {
	if w.Presses.IsZero() {
		return puzzle.Story{Title: "solved as it stands"}, nil
	}
	what := "with these presses"
	switch {
	case w.Cost == nil:
	case p.Costs != nil:
		what = "at a cost of " + w.Cost.String()
	default:
		what = "with " + grid.Number(w.Cost, "press")
	}
	if w.Optima != nil {
		what += ", the least possible"
	}
	s := puzzle.Story{
		Title:    "solved " + what,
		Way:      way(p, w.Presses),
		Pictures: []*scene.Scene{picture(p, "presses", w.Presses, lights.NoButton, window)},
		Frames:   frames(ctx, p, w.Presses, window, lim),
		Notes:    []string{"found by " + Method(p)},
	}
	if p.Choice != nil {
		if q, err := reachedBy(lim.Meter(ctx), p, w); err == nil {
			s.Notes = append(s.Notes, reachedNote(p, q.Target))
		}
	}
	one := big.NewInt(1)
	switch {
	case w.Solutions == nil:
	case w.Solutions.Cmp(one) == 0:
		s.Notes = append(s.Notes, "there is no other solution")
	case w.Optima == nil:
		s.Notes = append(s.Notes, "there "+grid.Are(w.Solutions, "solution"))
	case w.Optima.Cmp(one) == 0:
		s.Notes = append(s.Notes, fmt.Sprintf("there are %s solutions, and no other takes as little", w.Solutions))
	default:
		s.Notes = append(s.Notes, fmt.Sprintf("there are %s solutions, and %s of them take as little", w.Solutions, w.Optima))
	}
	return s, nil
}

// frames are the boards while the presses are made, one button after the other. From presses all buttons up to where it
// begins; each frame from there on costs the lamps that one button reaches, and its picture.
func frames(
	ctx context.Context, p *lights.Instance, presses *lights.Board, w scene.Window, lim puzzle.Limits,
) scene.Frames {
	n := big.NewInt(presses.NonZero() + 1)
	return scene.Frames{Len: n, From: func(first *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			mt, skip, move := lim.Meter(ctx), first.Int64(), ""
			board, err := engine.NewPresser(mt, p)
			if err != nil {
				yield(scene.Frame{}, puzzle.AsLimit(err))
				return
			}
			show := func() bool {
				return skip > 0 || yield(scene.Frame{Move: move, Scene: picture(p, "", board.Board, lights.Hole, w)}, nil)
			}
			for y, x := range places(presses) {
				if !show() {
					return
				}
				skip--
				if err := board.Press(mt, y, x, presses.At(y, x)); err != nil {
					yield(scene.Frame{}, puzzle.AsLimit(err))
					return
				}
				move = press(p, y, x, presses.At(y, x))
			}
			show()
		}
	}}
}

// places goes through the places of the values that are not 0, row by row.
func places(b *lights.Board) iter.Seq2[int, int] {
	return func(yield func(y, x int) bool) {
		for y := range b.H {
			for x := 0; x < b.W; x++ {
				if b.Bits != nil && x%64 == 0 && b.Row(y)[x/64] == 0 {
					x += 63 // the loop adds 1
				} else if b.At(y, x) != 0 && !yield(y, x) {
					return
				}
			}
		}
	}
}

// maxWay is the most bytes of moves that are told: what a person can still copy.
const maxWay = 1200

// way is the presses as Apply reads them, row by row; "" where they are too many to copy.
func way(p *lights.Instance, presses *lights.Board) string {
	if presses.NonZero() > maxWay {
		return ""
	}
	var moves []byte
	for y, x := range places(presses) {
		if len(moves) > 0 {
			moves = append(moves, ' ')
		}
		if moves = append(moves, press(p, y, x, presses.At(y, x))...); len(moves) > maxWay {
			return ""
		}
	}
	return string(moves)
}

// TellWeights tells why no presses reach the target: a sum that no press changes.
func TellWeights(
	_ context.Context, p *lights.Instance, c *lights.Certificate, window scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	marks := "marked lamps"
	if p.Modulus > 2 {
		marks = "weights"
	}
	what, target := "to go off", "all lamps off"
	if p.Target != nil {
		what, target = "to change", "the target"
	}
	argument := fmt.Sprintf("Give every lamp its weight and add up weight × value over all lamps, modulo %d. Every "+
		"button changes this sum by 0, "+
		"so it stays as it is. But from the start to the target it would have to change by %d; %s cannot be reached.",
		p.Modulus, c.Value, target)
	if p.Modulus == 2 {
		argument = fmt.Sprintf("Every button changes an even number of the %d marked lamps, so how many of them are on "+
			"stays odd or stays even. "+
			"But an odd number of them, %d, would have %s; %s cannot be reached.", c.Weights.NonZero(), meeting(p, c.Weights),
			what, target)
	}
	return puzzle.Story{
		Title:    "impossible",
		Pictures: []*scene.Scene{picture(p, marks, c.Weights, lights.Hole, window)},
		Frames: scene.List(scene.Frame{Sentence: argument, Scene: overLamps(p, c.Weights, window)},
			scene.Frame{Sentence: "(Found by " + Method(p) + ".)"}),
	}, nil
}

// reachedNote says which goal the presses lead to.
func reachedNote(p *lights.Instance, shown *lights.Board) string {
	at, wrong := nearest(p, shown)
	text := "the target is reached"
	switch {
	case p.Choice.Uniform:
		text = fmt.Sprintf("all lamps show %d", at)
	case len(p.Choice.Goals) > 0:
		text = fmt.Sprintf("goal %d is reached", at+1)
	}
	if len(wrong) == 0 {
		return text
	}
	var places []string
	for _, l := range wrong {
		places = append(places, press(p, l[0], l[1], 1))
	}
	return text + ", but for the lamps " + strings.Join(places, " ")
}

// TellSums tells why no presses reach any board that will do: sums that no press changes.
func TellSums(
	_ context.Context, p *lights.Instance, c *lights.Certificate, window scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	s := puzzle.Story{Title: "impossible"}
	for i, weights := range c.Sums[:min(len(c.Sums), maxDrawnGoals)] {
		s.Pictures = append(s.Pictures, picture(p, fmt.Sprintf("weights %d", i+1), weights, lights.Hole, window))
	}
	s.Frames = scene.List(scene.Frame{Sentence: fmt.Sprintf("Give every lamp its weight and add up weight × value over "+
		"all lamps, modulo %d. No button changes this sum, with any of these weights. Each board that would do differs from "+
		"the start in at least one of the sums, so none can be reached.", p.Modulus)},
		scene.Frame{Sentence: "(Found by " + Method(p) + ".)"})
	return s, nil
}

// maxRings is the most marked lamps that are ringed.
const maxRings = 400

// overLamps is the start with rings around the lamps that have a weight, and the weight beside each where it is not 1;
// nil where they are too many.
func overLamps(p *lights.Instance, weights *lights.Board, w scene.Window) *scene.Scene {
	s := state(p, w)
	if s.Shown() != scene.Corner(s.Rows, s.Cols) || weights.NonZero() > maxRings {
		return nil
	}
	s.Caption, s.Alt, s.Handles = "the lamps with weights", "", nil
	if p.Modulus == 2 {
		s.Caption = "the marked lamps"
	}
	rings := scene.Mark{Sign: scene.Ring}
	for y, x := range places(weights) {
		if y >= s.Rows || x >= s.Cols {
			continue // not what a checker accepts
		}
		rings.At = append(rings.At, scene.Middle(y, x))
		if v := weights.At(y, x); v != 1 {
			badge := scene.Mark{Sign: scene.Badge, Label: strconv.Itoa(int(v)), At: rings.At[len(rings.At)-1:]}
			s.Marks = append(s.Marks, badge)
		}
	}
	if len(rings.At) > 0 {
		s.Marks = append(s.Marks, rings)
	}
	return s
}

// meeting counts the marked lamps that must change.
func meeting(p *lights.Instance, marks *lights.Board) int {
	n := 0
	for y := range p.Height {
		for x := range p.Width {
			if x < marks.W && y < marks.H && marks.At(y, x) != 0 && p.Wanted(y, x) != 0 {
				n++
			}
		}
	}
	return n
}
