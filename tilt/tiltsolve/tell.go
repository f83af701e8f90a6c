package tiltsolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/picture"
)

// TellWay tells of a solution: the word, and the boards along it. A frame anywhere costs what Apply does.
func TellWay(
	ctx context.Context, p *tilt.Instance, w *tilt.Witness, window scene.Window, lim puzzle.Limits,
) (puzzle.Story, error) {
	s := puzzle.Story{Way: w.Moves.String()}
	unit := "tilt"
	if p.Rules == nil {
		s.Frames = frames(ctx, p, w.Moves, window, lim)
	} else {
		s.Frames = framesRules(ctx, p, w.Moves, window, lim)
		unit = "move"
	}
	switch {
	case len(w.Moves) == 0:
		s.Title = "solved as it stands"
	case w.Length == nil:
		s.Title = "solved with these " + unit + "s"
	default:
		s.Title = fmt.Sprintf("solved in %s, the fewest possible", grid.Number(grid.Short(w.Length), unit))
	}
	return s, nil
}

// frames are the boards along a word. What is tilted are the tiles' numbers, so a leap gives each tile the number that
// it has when the frames come one by one.
func frames(ctx context.Context, p *tilt.Instance, word tilt.Word, w scene.Window, lim puzzle.Limits) scene.Frames {
	n := word.Length()
	return scene.Frames{Len: n.Add(n, big.NewInt(1)), From: func(n *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			before, after := word.Cut(n)
			now, err := Play(ctx, numbered(p.Start), before, lim)
			if err != nil {
				yield(scene.Frame{}, err)
				return
			}
			f := scene.Frame{Scene: picture.Board(p, p.Start, w, now.Wide), Move: before.Last()}
			for yield(f, nil) {
				letter, ok := after()
				if !ok {
					return
				}
				if now.Wide, err = play(ctx, now.Wide, now.H, now.W, letter); err != nil {
					yield(scene.Frame{}, err)
					return
				}
				f = scene.Frame{Scene: picture.Board(p, p.Start, w, now.Wide), Move: letter}
			}
		}
	}}
}

// numbered is b with each tile's number in place of its colour: that of its cell, from 1.
func numbered(b *tilt.Board) *tilt.Board {
	n := &tilt.Board{H: b.H, W: b.W, Wide: make([]uint32, b.Len())}
	for i := range n.Wide {
		if b.At(i/b.W, i%b.W) != 0 {
			n.Wide[i] = uint32(i) + 1
		}
	}
	return n
}

// TellColours tells of a colour that the boards do not hold equally often.
func TellColours(
	_ context.Context, p *tilt.Instance, cert *tilt.Certificate, _ scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	c := cert.Colour
	if p.Rules != nil {
		return argument(fmt.Sprintf("The start holds %s of colour %s while the target asks for %d: that is more, or too few "+
			"of them can vanish in holes or in cells that do not matter.", grid.Number(c.Start, "tile"), c.Colour,
			c.Target)), nil
	}
	return argument(fmt.Sprintf("Tilting neither adds nor removes tiles, and the start holds %s of colour %s while the "+
		"target holds %d.",
		grid.Number(c.Start, "tile"), c.Colour, c.Target)), nil
}

// argument is the story of an impossible instance, a sentence a step.
func argument(sentences ...string) puzzle.Story {
	list := make([]scene.Frame, len(sentences))
	for i, s := range sentences {
		list[i].Sentence = s
	}
	return puzzle.Story{Title: "impossible", Frames: scene.List(list...)}
}

// TellRings tells why the target stands on none of the rings, and draws what is packed and the cycles that clash.
func TellRings(
	ctx context.Context, p *tilt.Instance, c *tilt.Certificate, w scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	draw := drawnRings{ctx: ctx, p: p, window: w}
	var shapes []string
	for _, s := range c.Shapes {
		shapes = append(shapes, fmt.Sprintf("  first tilt %s: %s", strings.Join(strings.Split(s.First, ""), " or "),
			rowsInWords(s.Rows)))
	}
	if len(c.Rings) == 0 {
		st := argument(append([]string{"The target is not packed into a corner the way two tilts at right angles leave " +
			"the tiles, and it is neither " +
			"the start nor one tilt away from it. After two such tilts the rows always hold, longest first:"}, shapes...)...)
		for _, s := range c.Shapes {
			draw.packed(s.First)
		}
		return draw.behind(st)
	}
	told := append([]string{"The target is neither the start nor one tilt away from it. After two tilts at right angles " +
		"all tiles are packed into " +
		"a corner and stay packed. The rows then hold, longest first:"}, shapes...)
	told = append(told, "From there boards can only go round in a ring: one turn is the tilts R D L U, and it moves the "+
		"tiles along fixed cycles of "+
		"cells (row, column). The first tilt decides the ring. Each ring and corner where the target's shape fits fails:")
	for _, r := range c.Rings {
		told = append(told, tellRing(r)...)
		draw.ring(r)
	}
	return draw.behind(argument(append(told,
		"A ring that is not listed holds other rows, or is one of these (they share a board).")...))
}

// rowsInWords says "4, 3, 2" where all rows differ, and else "1 row of 4, 2 rows of 3 tiles".
func rowsInWords(rows [][2]int64) string {
	const most = 12
	plain := true
	for _, r := range rows {
		plain = plain && r[1] == 1
	}
	parts := []string{}
	for i, r := range rows {
		switch {
		case i == most:
			return strings.Join(append(parts, "…"), ", ")
		case plain:
			parts = append(parts, fmt.Sprint(r[0]))
		default:
			parts = append(parts, grid.Number(r[1], "row")+" of "+fmt.Sprint(r[0]))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// afterBase tells how the base of a ring comes about.
func afterBase(first string) string {
	return map[string]string{"L": "LU", "R": "RUL", "U": "UL", "D": "DLU"}[first]
}

func tellRing(r tilt.Refutation) []string {
	told := []string{fmt.Sprintf("- start, %s, n turns, target in corner %s:", afterBase(r.First), r.Corner)}
	if len(r.Cycles) == 1 {
		return append(told, "  "+tellLone(r.Cycles[0]))
	}
	for i, c := range r.Cycles {
		end := ";"
		if i == len(r.Cycles)-1 {
			end = "."
		}
		if c.Turns != nil {
			told = append(told, fmt.Sprintf("  n ≡ %d mod %d on the cycle of %s from (%d,%d)%s", *c.Turns, c.Period,
				grid.Number(c.Tiles, "tile"), c.From[0], c.From[1], end))
		}
	}
	if len(r.Cycles) == 2 && r.Cycles[0].Turns != nil && r.Cycles[1].Turns != nil {
		a, b := r.Cycles[0], r.Cycles[1]
		if g := int64(gcd(int(a.Period), int(b.Period))); g > 0 {
			told = append(told, fmt.Sprintf("  No n is both: modulo %d one asks for %d and the other for %d.", g, *a.Turns%g,
				*b.Turns%g))
		}
	}
	return told
}

func tellLone(c tilt.Cycle) string {
	switch {
	case c.Tiles == 1 && len(c.Start) == 1:
		return fmt.Sprintf("every turn brings the tile at (%d,%d) back; it is %s, and the target, turned back to the first "+
			"corner, needs %s there.",
			c.From[0], c.From[1], c.Start[0], join(c.Target))
	case c.Start != nil:
		return fmt.Sprintf("the cycle of %s from (%d,%d) holds %s; the target, turned back to the first corner, needs %s, "+
			"which is no rotation of it.",
			grid.Number(c.Tiles, "tile"), c.From[0], c.From[1], join(c.Start), join(c.Target))
	}
	return fmt.Sprintf("along the cycle of %s from (%d,%d) the target's colours are no rotation of the start's.",
		grid.Number(c.Tiles, "tile"), c.From[0], c.From[1])
}

func join(l tilt.Labels) string {
	for _, s := range l {
		if len([]rune(s)) > 1 {
			return strings.Join(l, " ")
		}
	}
	return strings.Join(l, "")
}
