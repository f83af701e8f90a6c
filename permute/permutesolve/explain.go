package permutesolve

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of what is shown to a person.
const (
	maxShownSteps = 16 // of a way whose boards are drawn one by one
	maxShownLines = 24 // of moves
	maxShownGoals = 4
)

// Explain writes an answer for a person: the boards, the moves with their cost and how good they are, the boards in between where the
// way is short; or why there is no way.
func Explain(w io.Writer, p *permute.Instance, o permute.Outcome, style struct{ Color, Checked bool }) error { // INTERIM
	e := &explainer{w: w, p: p, pen: newPen(p, style.Color), checked: style.Checked}
	e.boards()
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
	w       io.Writer
	p       *permute.Instance
	pen     pen
	checked bool
	err     error
}

func (e *explainer) say(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format+"\n", args...)
	}
}

func (e *explainer) draw(pictures ...picture) {
	if e.err == nil && len(pictures) > 0 {
		e.err = e.pen.row(e.w, pictures)
	}
}

func (e *explainer) note() string {
	if e.checked {
		return " (checked)"
	}
	return " (not checked)"
}

// goalName names a goal within a sentence.
func (e *explainer) goalName(i int) string {
	if len(e.p.Goals) == 1 {
		return "the goal"
	}
	return fmt.Sprintf("goal %d", i+1)
}

func (e *explainer) boards() {
	p := e.p
	if !e.pen.fits() {
		e.say("a board of %d × %d cells, too large to draw here", p.Rows, p.Cols)
	} else {
		pictures := []picture{e.pen.board("start", p.Start, nil)}
		for i, goal := range p.Goals[:min(len(p.Goals), maxShownGoals)] {
			pictures = append(pictures, e.pen.board(strings.TrimPrefix(e.goalName(i), "the "), goal, nil))
		}
		e.draw(pictures...)
		if n := len(p.Goals) - maxShownGoals; n > 0 {
			e.say("and %s", grid.Number(n, "more goal"))
		}
	}
	e.say("")
	if !p.Given {
		e.say("no goal was given: it is the natural order of the tiles")
	}
	e.say("moves: %s", movesInWords(p.Moves))
}

// movesInWords names the sets that the moves come from, since the moves of a puzzle may be those of its format: "shift-right
// shift-down (6 moves)".
func movesInWords(s *permute.MoveSet) string {
	if len(s.Moves) == 0 {
		return "none"
	}
	const most = 12
	var words []string
	for i, src := range sourcesOf(s) {
		if i == most {
			words = append(words, "…")
			break
		}
		word, cost := src.Set, src.Cost
		if src.Move != nil {
			word, cost = src.Move.Name, src.Move.Cost
			if src.Inverse {
				word += " and its inverse"
			}
		}
		if cost > 1 {
			word += fmt.Sprintf(" at a cost of %d", cost)
		}
		words = append(words, word)
	}
	return fmt.Sprintf("%s (%s in all)", strings.Join(words, ", "), grid.Number(len(s.Moves), "move"))
}

func (e *explainer) solved(w *permute.Witness) {
	to := ""
	if len(e.p.Goals) > 1 {
		to = ", to " + e.goalName(w.Goal)
	}
	if len(w.Moves) == 0 {
		if to != "" {
			to = ": the start fits " + e.goalName(w.Goal)
		}
		e.say("solved as it stands%s%s", e.note(), to)
		return
	}
	e.say("solved %s%s%s:", size(w), to, e.quality(w))
	e.moves(w)
	e.bounds(w)
	e.steps(w)
}

// size says how many moves w has and what they cost, as far as it claims that.
func size(w *permute.Witness) string {
	switch {
	case w.Length == permute.Unclaimed && w.Cost == permute.Unclaimed:
		return "with these moves"
	case w.Length == permute.Unclaimed:
		return fmt.Sprintf("at a cost of %d", w.Cost)
	case w.Cost == w.Length || w.Cost == permute.Unclaimed:
		return "in " + grid.Number(w.Length, "move")
	}
	return fmt.Sprintf("in %s at a cost of %d", grid.Number(w.Length, "move"), w.Cost)
}

// quality says how good w is, and which part of the answer has been checked.
func (e *explainer) quality(w *permute.Witness) string {
	u := w.Unverified
	boast := u != nil && (u.AtLeast > w.AtLeast || u.Ways != nil)
	moves, all, rest := "", e.note(), ""
	if e.checked && boast {
		moves, all, rest = " (the moves are checked)", "", " (not checked)"
	}
	few, fewest := "few", "the fewest"
	if w.Cost != w.Length {
		few, fewest = "little", "the least"
	}
	low, by := w.AtLeast, ""
	if u != nil && u.AtLeast > low {
		low, by = u.AtLeast, rest
	}
	switch {
	case w.Cost == permute.Unclaimed:
		return moves + all
	case w.AtLeast == w.Cost:
		return moves + ", " + fewest + " possible" + all
	case low == w.Cost:
		return moves + ", " + fewest + " possible as the solver says" + all + by
	case low > 0:
		return fmt.Sprintf("%s%s; %s lie between %d%s and %d", moves, all, fewest, low, by, w.Cost)
	}
	return moves + all + "; how " + few + " would do is not known"
}

// moves writes the moves, each line beginning with the number of its first one.
func (e *explainer) moves(w *permute.Witness) {
	var line []string
	length, lines := 0, 0
	first, next := int64(1), int64(1)
	total := int64(0)
	for _, s := range w.Moves {
		total += s.Times
	}
	width := len(fmt.Sprint(total))
	flush := func() {
		e.say("  %*d  %s", width, first, strings.Join(line, " "))
		line, length, first = nil, 0, next
		lines++
	}
	for _, s := range w.Moves {
		text := s.String()
		if n := len([]rune(text)); len(line) > 0 && width+4+length+n > lineWidth {
			if flush(); lines == maxShownLines {
				e.say("  … and %s more", grid.Number(total-first+1, "move"))
				return
			}
		}
		line = append(line, text)
		length += len([]rune(text)) + 1
		next += s.Times
	}
	if len(line) > 0 {
		flush()
	}
}

// bounds says how good the way is, and who says so.
func (e *explainer) bounds(w *permute.Witness) {
	amount := func(n int64) string {
		if w.Cost != w.Length {
			return fmt.Sprintf("a cost of %d", n)
		}
		return grid.Number(n, "move")
	}
	how := map[permute.Bound]string{permute.BySearch: "a search from both ends", permute.ByDistance: "how far each tile has to go"}[w.Bound]
	if how != "" && w.AtLeast > 0 {
		verified := "the claim says so, by"
		if e.checked {
			verified = "verified by"
		}
		if w.AtLeast == w.Cost {
			e.say("no way has less: %s %s", verified, how)
		} else {
			e.say("no way has less than %s: %s %s", amount(w.AtLeast), verified, how)
		}
	}
	u := w.Unverified
	if u == nil {
		return
	}
	found, behind := "", ""
	if u.Method != "" {
		found = "found by " + u.Method
		behind = "; " + found
	}
	switch {
	case u.AtLeast > w.AtLeast && u.AtLeast == w.Cost:
		e.say("not verified by the checker: no way has less%s", behind)
	case u.AtLeast > w.AtLeast:
		e.say("not verified by the checker: no way has less than %s%s", amount(u.AtLeast), behind)
	case found != "":
		e.say("%s", found)
	}
	if u.Ways != nil {
		if u.Ways.IsInt64() && u.Ways.Int64() == 1 {
			e.say("not verified by the checker: there is no other way of that cost")
		} else {
			e.say("not verified by the checker: there are %s ways of that cost", u.Ways)
		}
	}
}

// steps draws the boards on the way, and says what the moves do.
func (e *explainer) steps(w *permute.Witness) {
	if len(w.Moves) > maxShownSteps || !e.pen.fits() || e.err != nil {
		return
	}
	now := e.p.Start
	var pictures []picture
	var legend []string
	made := int64(0)
	for _, s := range w.Moves {
		i, ok := e.p.Moves.Find(s.Name)
		if !ok || s.Times < 1 {
			return // a claim about other moves; checkers refuse it
		}
		m := &e.p.Moves.Moves[i]
		line := s.Name + ": " + inWords(e.p.Rows, e.p.Cols, m)
		if !slices.Contains(legend, line) {
			legend = append(legend, line)
		}
		next := moveTimes(now, m, s.Times)
		made += s.Times
		pictures = append(pictures, e.pen.board(fmt.Sprintf("%d: %s", made, s), next, now))
		now = next
	}
	e.say("")
	for _, line := range legend {
		e.say("%s", line)
	}
	e.say("")
	e.draw(pictures...)
}

// moveTimes makes a move some times: along each cycle the tiles go round.
func moveTimes(board []permute.Tile, m *permute.Move, times int64) []permute.Tile {
	out := slices.Clone(board)
	for _, cycle := range m.Cycles {
		n := int64(len(cycle))
		for k, x := range cycle {
			out[cycle[(int64(k)+times%n)%n]] = board[x]
		}
	}
	return out
}
