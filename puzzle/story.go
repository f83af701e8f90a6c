package puzzle

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/scene"
)

// A Drawing is an instance for a person.
type Drawing struct {
	// the board as it stands, then the target and the like, each with a caption where there is more than one
	Scenes []*scene.Scene
	About  []string // sentences about what the scenes do not show: "3 blocks; frontal contact"
}

// A Story is evidence for a person.
type Story struct {
	// Title says the verdict and how good it is, in a few words without a full stop: "solved in 4 tilts, the fewest
	// possible".
	Title string
	// Way is all the moves, as Apply takes them; "" where there are none or the frames say more.
	Way string
	// Pictures stand beside the drawing: presses, weights. Where there are any, the frames of a solution are drawn only
	// for those who ask.
	Pictures []*scene.Scene
	// Frames are the boards along a solution, frame 0 the first of them; or the steps of an argument.
	Frames scene.Frames
	// Notes are sentences behind the title: what else is known.
	Notes []string
}

// Argument is the story of why a puzzle is impossible, a sentence a step.
func Argument(sentences ...string) Story {
	list := make([]scene.Frame, len(sentences))
	for i, s := range sentences {
		list[i].Sentence = s
	}
	return Story{Title: Impossible.String(), Frames: scene.List(list...)}
}

// A KindTell tells of evidence of one kind. The window is the part of boards that will be seen.
type KindTell[P, E any] struct {
	Name string
	Tell func(ctx context.Context, p P, e *E, w scene.Window, lim Limits) (Story, error)
}

func tellNames[P, E any](tells []KindTell[P, E]) []string {
	names := make([]string, len(tells))
	for i := range tells {
		names[i] = tells[i].Name
	}
	return names
}

func tell[P, E any](ctx context.Context, kinds []Kind[E], tells []KindTell[P, E], what string, p P, e *E,
	w scene.Window, lim Limits) (Story, error) {
	k, err := kindOf(kinds, what, e)
	if err != nil {
		return Story{}, fmt.Errorf("%w: %v", ErrInput, err)
	}
	for i := range tells {
		if tells[i].Name == k.Name {
			return tells[i].Tell(ctx, p, e, w, lim)
		}
	}
	return Story{}, fmt.Errorf("%w: nobody tells of the kind %q", ErrInternal, k.Name)
}

// tell makes the story of o, which has evidence.
func (s *Spec[P, W, C]) tell(ctx context.Context, p P, o Outcome[W, C], w scene.Window, lim Limits) (Story, error) {
	if o.Verdict == Solved {
		return tell(ctx, s.Witnesses, s.TellWitness, "witness", p, o.Witness, w, lim)
	}
	return tell(ctx, s.Certificates, s.TellCertificate, "certificate", p, o.Certificate, w, lim)
}

// Draw makes the scenes of in, or of the part of them in the window.
func (f *Family) Draw(in Instance, w scene.Window) (Drawing, error) {
	if err := f.own(in); err != nil {
		return Drawing{}, err
	}
	return f.draw(in.value, w), nil
}

// Tell makes the story of cl, a verdict about in. Without evidence it is the verdict alone. Frames keep ctx.
func (f *Family) Tell(ctx context.Context, in Instance, cl Claim, w scene.Window, lim Limits) (Story, error) {
	if err := f.own(in); err != nil {
		return Story{}, err
	}
	if err := f.ownVerdict(cl); err != nil {
		return Story{}, err
	}
	if cl.verdict == Unknown && cl.stopped != nil {
		return Story{Title: "unknown: " + cl.stopped.Msg}, nil
	}
	if !f.ops.shown(cl.outcome) {
		return Story{Title: cl.verdict.String()}, nil
	}
	return f.tell(ctx, in.value, cl.outcome, w, lim)
}

// Style is how an answer for a person is drawn.
type Style struct {
	Text    scene.Text
	Checked bool   // the claim has passed the checker
	Steps   *Steps // nil: the boards along a solution where they are few
	Again   bool   // the puzzle itself has been drawn; only what belongs to this answer is
}

// Steps are the frames from First to Last; a nil Last is the last one there is.
type Steps struct{ First, Last *big.Int }

// What is written of answers that are long.
const (
	maxFrames  = 33 // the start and 32 moves
	maxWayRows = 24 // lines of moves
)

// Explain writes the answer cl about in for a person: the board, the verdict, the moves, the boards along the way where
// they are few or style asks for them; or the argument why there is no way.
func (f *Family) Explain(ctx context.Context, w io.Writer, in Instance, cl Claim, style Style, lim Limits) error {
	window := style.Text.Window()
	d, err := f.Draw(in, window)
	if err != nil {
		return err
	}
	st, err := f.Tell(ctx, in, cl, window, lim)
	if err != nil {
		return err
	}
	e, whole := explainer{w: w, text: style.Text}, !cut(d.Scenes, window)
	if style.Again {
		d = Drawing{}
	}
	e.drawing(d, st.Pictures)
	note, loose := f.notes(in, cl, style.Checked)
	e.title(st, note, st.Way != "" || cl.verdict == Impossible && st.Frames.Len != nil && st.Frames.Len.Sign() > 0)
	e.way(st.Way)
	e.say(st.Notes...)
	if loose != "" {
		e.say("not verified by the checker: " + loose)
	}
	st.Frames = st.Frames.Until(ctx.Err)
	e.frames(st, cl.verdict, style.Steps, !whole)
	return e.err
}

// Write draws d for a person, with sentences below it.
func (d Drawing) Write(w io.Writer, text scene.Text, sentences ...string) error {
	e := explainer{w: w, text: text}
	e.drawing(d, nil)
	e.say(sentences...)
	return e.err
}

// cut reports whether the first board is larger than the window.
func cut(scenes []*scene.Scene, w scene.Window) bool {
	return len(scenes) > 0 && (scenes[0].Rows > w.Rows || scenes[0].Cols > w.Cols)
}

// notes says what of cl has been checked, and what it says beyond that.
func (f *Family) notes(in Instance, cl Claim, checked bool) (note, loose string) {
	if cl.verdict == Unknown {
		return "", ""
	}
	if !checked {
		return " (not checked)", ""
	}
	verified, loose := f.Parts(in, cl)
	if loose == "" {
		return " (checked)", ""
	}
	return " (checked: " + verified + ")", loose
}

// An explainer writes sentences and keeps the first error.
type explainer struct {
	w    io.Writer
	text scene.Text
	due  bool // a blank line
	err  error
}

// drawing draws d with pictures beside it. A blank line stands before what is said next.
func (e *explainer) drawing(d Drawing, pictures []*scene.Scene) {
	if scenes := slices.Concat(d.Scenes, pictures); len(scenes) > 0 {
		e.err = e.text.Boards(e.w, scenes...)
		e.due = true
	}
	e.say(d.About...)
	e.due = e.due || len(d.About) > 0
}

func (e *explainer) say(sentences ...string) {
	for _, s := range sentences {
		if e.due && e.err == nil {
			e.due = false
			e.err = e.text.Sentence(e.w, "")
		}
		if e.err == nil {
			e.err = e.text.Sentence(e.w, s)
		}
	}
}

// title writes the verdict, with a colon where something belongs to it.
func (e *explainer) title(st Story, note string, more bool) {
	end := ""
	if more {
		end = ":"
	}
	e.say(st.Title + note + end)
}

// way writes the moves in lines that can be given back to Apply, as many as a person may want to see.
func (e *explainer) way(moves string) {
	if moves == "" || e.err != nil {
		return
	}
	lines, rest := wrapMoves(moves, e.text.Window().Cols, maxWayRows)
	for _, l := range lines {
		if e.err == nil {
			_, e.err = io.WriteString(e.w, l+"\n")
		}
	}
	if rest > 0 {
		e.say(fmt.Sprintf("… and %s more; --json has them all", grid.Number(rest, "character")))
	}
}

// wrapMoves breaks moves at blanks, and where there are none it leaves them in one line. rest is how much is left out.
func wrapMoves(moves string, width, most int) (lines []string, rest int) {
	for len(moves) > 0 {
		if len(lines) == most {
			return lines, len(moves)
		}
		n := len(moves)
		if n > width {
			if n = strings.LastIndexByte(moves[:width+1], ' '); n <= 0 {
				if n = strings.IndexByte(moves, ' '); n <= 0 {
					n = len(moves)
				}
			}
		}
		lines = append(lines, moves[:n])
		moves = strings.TrimPrefix(moves[n:], " ")
	}
	return lines, 0
}

// frames tells an argument whole, and of a solution what steps ask for or else all of a few on a board that is seen
// whole.
func (e *explainer) frames(st Story, v Verdict, steps *Steps, cut bool) {
	n := st.Frames.Len
	if n == nil || n.Sign() == 0 || e.err != nil {
		if e.err == nil && v == Solved && steps != nil {
			e.err = fmt.Errorf("%w: this answer has no steps to draw", ErrUnsupported)
		}
		return
	}
	first, last := new(big.Int), n
	switch {
	case v != Solved:
	case steps != nil:
		if first = steps.First; steps.Last != nil {
			last = steps.Last
		}
		if first.Cmp(n) >= 0 || first.Cmp(last) > 0 {
			e.err = grid.Errorf(grid.Pos{}, "the solution has steps 0 to %s; there are none from %s to %s", new(big.Int).Sub(n,
				big.NewInt(1)), first, last)
			return
		}
	case cut || len(st.Pictures) > 0 || n.Cmp(big.NewInt(maxFrames)) > 0:
		return
	default:
		first = big.NewInt(1) // frame 0 is drawn above
	}
	if first.Cmp(n) >= 0 {
		return
	}
	if v == Solved {
		e.say("")
	}
	if e.err == nil {
		e.err = e.text.Frames(e.w, first, st.Frames.Range(first, last))
	}
}
