// Package picture makes pictures of puzzles and of answers: which boards of a story a sheet or a film shows, and what
// stands below each.
package picture

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/raster"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// MostCells is the most rows, and the most columns, of a board that are drawn.
const MostCells = 400

// A Job is a picture to be made.
type Job struct {
	Theme    figure.Theme
	Cell     float64 // 0: one that fits
	Instance puzzle.Instance
	Claim    *puzzle.Claim // nil: the puzzle alone
	Checked  bool          // the claim has passed its check
	// First and Last choose boards along a solution; a nil First leaves the choice here, and a nil Last is the last one.
	First, Last *big.Int
	Film        bool // for GIF: one board at a time
	Limits      puzzle.Limits
	Note        string // a sentence below all others; none in a GIF
	Most        int    // rows and columns of a board that are drawn; 0: MostCells

	whole bool // First was chosen here, and no board is left out but the one that stands as the puzzle
}

// How many boards of a solution are drawn where nobody chooses: so many of both ends of a longer one.
const (
	sheetBoards = 24
	sheetEnds   = 8
	filmBoards  = 200
	filmEnds    = 40
)

// Write makes the picture: "svg", "png" or "gif".
func (j Job) Write(ctx context.Context, w io.Writer, kind string) error {
	if j.Most == 0 {
		j.Most = MostCells
	}
	window := scene.Corner(j.Most, j.Most)
	f := j.Instance.Solver()
	d, err := f.Draw(j.Instance, window)
	if err != nil {
		return err
	}
	st := puzzle.Story{}
	if j.Claim != nil {
		if st, err = f.Tell(ctx, j.Instance, *j.Claim, window, j.Limits); err != nil {
			return err
		}
	}
	st.Frames = st.Frames.Until(ctx.Err)
	if len(d.Scenes) == 0 {
		return fmt.Errorf("%w: this puzzle has no picture", puzzle.ErrUnsupported)
	}
	if kind == "gif" {
		if err := j.tooMany(st); err != nil {
			return err
		}
		return raster.Film{Theme: j.Theme, Cell: j.Cell, Title: st.Title, Stop: ctx.Err}.GIF(w, j.film(d, st))
	}
	s, err := j.sheet(d, st)
	if err != nil {
		return err
	}
	s.Stop = ctx.Err
	if j.Note != "" {
		s.Notes = append(s.Notes, j.Note)
	}
	if kind == "png" {
		return raster.PNG(w, s)
	}
	return s.SVG(w)
}

// tooMany refuses a film of more frames than a GIF has, before any is drawn.
func (j Job) tooMany(st puzzle.Story) error {
	if j.First == nil || st.Frames.Len == nil {
		return nil
	}
	n := new(big.Int).Set(st.Frames.Len)
	if j.Last != nil && j.Last.Cmp(n) < 0 {
		n.Add(j.Last, big.NewInt(1))
	}
	if n.Sub(n, j.First).Cmp(big.NewInt(raster.MaxFrames)) > 0 {
		return grid.Errorf(grid.Pos{}, "a GIF has at most %d frames, not %s; --frames chooses some", raster.MaxFrames,
			grid.Short(n))
	}
	return nil
}

// sheet is the puzzle and, where there is an answer, what tells of it.
func (j Job) sheet(d puzzle.Drawing, st puzzle.Story) (figure.Sheet, error) {
	s := figure.Sheet{Theme: j.Theme, Cell: j.Cell, Title: st.Title}
	if s.Title != "" && !j.Checked {
		s.Title += " (not checked)"
	}
	if j.First == nil {
		for _, sc := range append(d.Scenes[:len(d.Scenes):len(d.Scenes)], st.Pictures...) {
			s.Panels = append(s.Panels, figure.Panel{Scene: sc, Words: words(sc)})
		}
		s.Notes = append(s.Notes, cutNote(d.Scenes)...)
	}
	if st.Frames.Len == nil || st.Frames.Len.Sign() == 0 {
		if j.First != nil {
			return s, fmt.Errorf("%w: this answer has no steps to draw", puzzle.ErrUnsupported)
		}
		s.Notes = append(s.Notes, st.Notes...)
		return s, nil
	}
	argument := j.Claim.Verdict() == puzzle.Impossible
	// A solution that has pictures of its own, such as all presses at once, is told by these.
	if j.First == nil && !argument && len(st.Pictures) > 0 {
		return s, nil
	}
	if j.First == nil && !argument && st.Frames.Len.Cmp(big.NewInt(sheetBoards)) <= 0 {
		j.First, j.whole = big.NewInt(1), true // board 0 is the puzzle, which is drawn
	}
	most, ends := sheetBoards, sheetEnds
	if argument {
		most, ends = 1<<10, 1<<9
	}
	if j.whole && st.Frames.Len.Cmp(j.First) <= 0 {
		return s, nil
	}
	for fr, err := range j.chosen(st, most, ends) {
		switch {
		case err != nil:
			return s, err
		case fr.Scene == nil:
			s.Notes = append(s.Notes, fr.Sentence)
			continue
		case len(s.Panels) == maxPanels:
			return s, grid.Errorf(grid.Pos{}, "a picture has at most %d boards; --frames chooses some", maxPanels)
		}
		s.Panels = append(s.Panels, figure.Panel{Scene: fr.Scene, Words: caption(fr)})
	}
	return s, nil
}

// maxPanels is the most boards of a sheet.
const maxPanels = 1000

// words are what stands below a board of a puzzle.
func words(s *scene.Scene) string { return s.Caption }

// cutNote says that boards go on outside of the picture.
func cutNote(scenes []*scene.Scene) []string {
	if s := scenes[0]; s.Shown().Rows < s.Rows || s.Shown().Cols < s.Cols {
		return []string{fmt.Sprintf("the board has %d × %d cells; the picture shows the first %d × %d", s.Rows, s.Cols,
			s.Shown().Rows, s.Shown().Cols)}
	}
	return nil
}

func caption(fr scene.Frame) string {
	switch {
	case fr.Sentence == "" && fr.Move == "" && fr.Scene != nil:
		return fr.Scene.Caption
	case fr.Sentence == "":
		return fr.Move
	}
	if fr.Move == "" || strings.HasPrefix(fr.Sentence, fr.Move) {
		return fr.Sentence
	}
	return fr.Move + ": " + fr.Sentence
}

// film is what a GIF shows: the frames of the story, or where it has none the boards of the drawing. An argument is the
// board and then what is drawn in it; one that has no boards is no film.
func (j Job) film(d puzzle.Drawing, st puzzle.Story) iter.Seq2[scene.Frame, error] {
	if j.Claim != nil && j.Claim.Verdict() == puzzle.Impossible && j.First == nil {
		return func(yield func(scene.Frame, error) bool) {
			frames := []scene.Frame{{Scene: d.Scenes[0], Sentence: words(d.Scenes[0])}}
			for _, s := range st.Pictures {
				frames = append(frames, scene.Frame{Scene: s, Sentence: words(s)})
			}
			for fr, err := range st.Frames.All() {
				if err != nil {
					yield(fr, err)
					return
				}
				if fr.Scene != nil {
					if fr.Sentence = caption(fr); fr.Sentence == "" || fr.Scene.Caption != "" {
						fr.Sentence = fr.Scene.Caption
					}
					frames = append(frames, fr)
				}
			}
			if len(frames) == 1 {
				yield(scene.Frame{}, fmt.Errorf("%w: this argument is told in sentences, without boards to move through; "+
					"SVG, PNG and text have them", puzzle.ErrUnsupported))
				return
			}
			for _, fr := range frames {
				if !yield(fr, nil) {
					return
				}
			}
		}
	}
	if st.Frames.Len == nil || st.Frames.Len.Sign() == 0 {
		return func(yield func(scene.Frame, error) bool) {
			for _, s := range append(d.Scenes[:len(d.Scenes):len(d.Scenes)], st.Pictures...) {
				if !yield(scene.Frame{Scene: s, Sentence: words(s)}, nil) {
					return
				}
			}
		}
	}
	return j.chosen(st, filmBoards, filmEnds)
}

// chosen are the frames that First and Last name, or where they name none all of at most most, or so many of both ends.
// Where boards are left out the words of each say its number.
func (j Job) chosen(st puzzle.Story, most, ends int) iter.Seq2[scene.Frame, error] {
	n := st.Frames.Len
	last := new(big.Int).Sub(n, big.NewInt(1))
	return func(yield func(scene.Frame, error) bool) {
		part := func(first, to *big.Int, counted bool) bool {
			at := new(big.Int).Set(first)
			for fr, err := range st.Frames.Range(first, to) {
				if counted && err == nil {
					fr.Sentence = counter(at, last, fr)
					fr.Move = ""
				}
				if !yield(fr, err) || err != nil {
					return false
				}
				at.Add(at, big.NewInt(1))
			}
			return true
		}
		switch {
		case j.First != nil:
			to := last
			if j.Last != nil && j.Last.Cmp(last) < 0 {
				to = j.Last
			}
			if j.First.Cmp(to) > 0 {
				yield(scene.Frame{}, grid.Errorf(grid.Pos{}, "the answer has boards 0 to %s; there is none from %s on",
					grid.Short(last), grid.Short(j.First)))
				return
			}
			part(j.First, to, !j.whole)
		case n.Cmp(big.NewInt(int64(most))) <= 0:
			part(new(big.Int), last, false)
		default:
			e := big.NewInt(int64(ends))
			if part(new(big.Int), new(big.Int).Sub(e, big.NewInt(1)), true) {
				part(new(big.Int).Sub(n, e), last, true)
			}
		}
	}
}

// counter is what stands below a frame of a long way.
func counter(at, last *big.Int, fr scene.Frame) string {
	text := fmt.Sprintf("%s of %s", grid.Short(at), grid.Short(last))
	if c := caption(fr); c != "" {
		text += ": " + c
	}
	return text
}
