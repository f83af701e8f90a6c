package tiltsolve

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// maxShownTilts is the longest way whose boards are drawn one by one.
const maxShownTilts = 32

// Explain writes an answer for a person: the boards, the moves with the boards in between
// where the way is short, or why there is no way.
func Explain(w io.Writer, p *tilt.Instance, o tilt.Outcome, style puzzle.Style) error {
	e := &explainer{w: w, p: p, pen: newPen(p, style.Color), checked: style.Checked}
	e.boards()
	switch {
	case o.Verdict == puzzle.Solved && o.Witness != nil:
		e.solved(o.Witness)
	case o.Verdict == puzzle.Impossible && o.Certificate != nil:
		e.impossible(o.Certificate)
	case o.Verdict == puzzle.Unknown && o.Stopped != nil:
		e.say("unknown: %s", o.Stopped.Detail)
	default:
		e.say("%v", o.Verdict)
	}
	return e.err
}

// explainer writes sentences and keeps the first error.
type explainer struct {
	w       io.Writer
	p       *tilt.Instance
	pen     pen
	checked bool
	err     error
}

func (e *explainer) say(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format+"\n", args...)
	}
}

func (e *explainer) draw(pictures []picture) {
	if e.err == nil {
		e.err = e.pen.row(e.w, pictures)
	}
}

func (e *explainer) note() string {
	if e.checked {
		return " (checked)"
	}
	return " (not checked)"
}

func (e *explainer) boards() {
	start := e.p.Start
	if !e.pen.fits() {
		e.say("a board of %d × %d cells, too large to draw here", start.H, start.W)
		return
	}
	pictures := []picture{{"start", start}}
	if e.p.Target != nil {
		pictures = append(pictures, picture{"target", e.p.Target})
	}
	e.draw(pictures)
	e.say("")
}

func (e *explainer) solved(w *tilt.Witness) {
	switch {
	case len(w.Moves) == 0:
		e.say("solved as it stands%s", e.note())
		return
	case w.Length != nil && w.Length.IsInt64() && w.Length.Int64() == 1:
		e.say("solved in 1 tilt%s: %s", e.note(), w.Moves)
		return
	}
	if w.Length == nil {
		e.say("solved with these tilts%s:", e.note())
	} else {
		e.say("solved in %s tilts, the fewest possible%s:", digits(w.Length), e.note())
	}
	e.say("%s", w.Moves)
	letters, short := w.Moves.Letters(maxShownTilts)
	if !short || !e.pen.fits() || e.err != nil {
		return
	}
	e.say("")
	now := e.p.Start
	var pictures []picture
	for i := range len(letters) {
		next := tilt.NewBoard(now.H, now.W, len(e.p.Palette))
		if now.Wide != nil {
			tiltInto(next.Wide, now.Wide, now.H, now.W, letters[i])
		} else {
			tiltInto(next.Narrow, now.Narrow, now.H, now.W, letters[i])
		}
		now = next
		pictures = append(pictures, picture{fmt.Sprintf("%d: %c", i+1, letters[i]), now})
	}
	e.draw(pictures)
}

// digits writes a number, and how many digits it has where nobody would count them.
func digits(n *big.Int) string {
	s := n.String()
	if len(s) <= 30 {
		return s
	}
	return fmt.Sprintf("%s (%d digits)", s, len(s))
}

func (e *explainer) impossible(c *tilt.Certificate) {
	e.say("impossible%s:", e.note())
	if c.Colour != nil {
		e.say("tilting neither adds nor removes tiles, and the start holds %s of colour %s while the target holds %d.",
			grid.Number(c.Colour.Start, "tile"), c.Colour.Colour, c.Colour.Target)
		return
	}
	if len(c.Rings) == 0 {
		e.say("The target is not packed into a corner the way two tilts at right angles leave the tiles, and")
		e.say("it is neither the start nor one tilt away from it. After two such tilts the rows always hold,")
		e.say("longest first:")
		e.shapes(c.Shapes)
		return
	}
	e.say("The target is neither the start nor one tilt away from it. After two tilts at right angles")
	e.say("all tiles are packed into a corner and stay packed. The rows then hold, longest first:")
	e.shapes(c.Shapes)
	e.say("From there boards can only go round in a ring: one turn is the tilts R D L U, and it moves the")
	e.say("tiles along fixed cycles of cells (row, column). The first tilt decides the ring. Each ring and")
	e.say("corner where the target's shape fits fails:")
	for _, r := range c.Rings {
		e.ring(r)
	}
	e.say("A ring that is not listed holds other rows, or is one of these (they share a board).")
}

func (e *explainer) shapes(shapes []tilt.Shape) {
	for _, s := range shapes {
		e.say("  first tilt %s: %s", strings.Join(strings.Split(s.First, ""), " or "), rowsInWords(s.Rows))
	}
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
var afterBase = map[string]string{"L": "LU", "R": "RUL", "U": "UL", "D": "DLU"}

func (e *explainer) ring(r tilt.Refutation) {
	e.say("- start, %s, n turns, target in corner %s:", afterBase[r.First], r.Corner)
	if len(r.Cycles) == 1 {
		c := r.Cycles[0]
		switch {
		case c.Tiles == 1 && len(c.Start) == 1:
			e.say("  every turn brings the tile at (%d,%d) back; it is %s, and the target, turned back to the first",
				c.From[0], c.From[1], c.Start[0])
			e.say("  corner, needs %s there.", join(c.Target))
		case c.Start != nil:
			e.say("  the cycle of %s from (%d,%d) holds %s; the target, turned back to the first", grid.Number(c.Tiles, "tile"), c.From[0], c.From[1], join(c.Start))
			e.say("  corner, needs %s, which is no rotation of it.", join(c.Target))
		default:
			e.say("  along the cycle of %s from (%d,%d) the target's colours are no rotation of the start's.", grid.Number(c.Tiles, "tile"), c.From[0], c.From[1])
		}
		return
	}
	for i, c := range r.Cycles {
		end := ";"
		if i == len(r.Cycles)-1 {
			end = "."
		}
		e.say("  n ≡ %d mod %d on the cycle of %s from (%d,%d)%s", *c.Turns, c.Period, grid.Number(c.Tiles, "tile"), c.From[0], c.From[1], end)
	}
	if len(r.Cycles) == 2 {
		a, b := r.Cycles[0], r.Cycles[1]
		g := int64(gcd(int(a.Period), int(b.Period)))
		e.say("  No n is both: modulo %d one asks for %d and the other for %d.", g, *a.Turns%g, *b.Turns%g)
	}
}

func join(l tilt.Labels) string {
	for _, s := range l {
		if len([]rune(s)) > 1 {
			return strings.Join(l, " ")
		}
	}
	return strings.Join(l, "")
}
