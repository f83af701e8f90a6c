package lightssolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"

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
	parts := zmod.Factor(p.Modulus)
	name := engine.Outline(p, parts[0])
	if len(parts) > 1 {
		name += fmt.Sprintf(", modulo each of %d prime powers", len(parts))
	}
	return name
}

// TellPresses tells of a solution: the presses as a picture, and what is known about other solutions. Its frames press
// button after button, row by row; a frame anywhere costs a press of all buttons before it.
func TellPresses(ctx context.Context, p *lights.Instance, w *lights.Witness, window scene.Window, _ puzzle.Limits) (puzzle.Story, error) {
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
		Pictures: []*scene.Scene{picture(p, "presses", w.Presses, window)},
		Frames:   frames(ctx, p, w.Presses, window),
		Notes:    []string{"found by " + Method(p)},
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

// frames are the boards while the presses are made, one button after the other.
func frames(ctx context.Context, p *lights.Instance, presses *lights.Board, w scene.Window) scene.Frames {
	n := big.NewInt(int64(presses.NonZero()) + 1)
	return scene.Frames{Len: n, From: func(first *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			skip := first.Int64()
			made := lights.NewBoard(presses.W, presses.H, p.Modulus)
			show := func(move string) bool {
				q, err := engine.Pressed(puzzle.Limits{}.Meter(ctx), p, made)
				if err != nil {
					yield(scene.Frame{}, err)
					return false
				}
				return yield(scene.Frame{Move: move, Scene: picture(p, "", q.Start, w)}, nil)
			}
			if skip == 0 && !show("") {
				return
			}
			for y := range presses.H {
				for x := range presses.W {
					times := presses.At(x, y)
					if times == 0 {
						continue
					}
					made.Set(x, y, times)
					if skip--; skip <= 0 && !show(press(p, x, y, times)) {
						return
					}
				}
			}
		}
	}}
}

// press is a move as Apply reads it.
func press(p *lights.Instance, x, y int, times uint32) string {
	text := fmt.Sprintf("%d,%d", x+1, y+1)
	if p.Net != nil {
		text = fmt.Sprint(x + 1)
	}
	if times > 1 {
		text += fmt.Sprintf("*%d", times)
	}
	return text
}

// TellWeights tells why no presses reach the target: a sum that no press changes.
func TellWeights(_ context.Context, p *lights.Instance, c *lights.Certificate, window scene.Window, _ puzzle.Limits) (puzzle.Story, error) {
	marks := "marked lamps"
	if p.Modulus > 2 {
		marks = "weights"
	}
	what, target := "are on", "all lamps off"
	if p.Target != nil {
		what, target = "must change", "the target"
	}
	argument := fmt.Sprintf("Give every lamp its weight and add up weight × value over all lamps, modulo %d. Every button changes this sum by 0, "+
		"so it stays as it is. But from the start to the target it would have to change by %d; %s cannot be reached.", p.Modulus, c.Value, target)
	if p.Modulus == 2 {
		argument = fmt.Sprintf("Every button changes an even number of the %d marked lamps, so how many of them are on stays odd or stays even. "+
			"Of the marked lamps %d %s, an odd number; %s cannot be reached.", c.Weights.NonZero(), meeting(p, c.Weights), what, target)
	}
	return puzzle.Story{
		Title:    "impossible",
		Pictures: []*scene.Scene{picture(p, marks, c.Weights, window)},
		Frames:   scene.List(scene.Frame{Sentence: argument}),
		Notes:    []string{"found by " + Method(p)},
	}, nil
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
