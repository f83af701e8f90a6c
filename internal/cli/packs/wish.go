package packs

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
)

// Wishes are the flags that say what made levels are to be like.
type Wishes struct {
	board, minimum, difficulty, from string
	tiles, colours                   exit.Whole
	density                          float64
	symmetric, unique                bool
	jobs                             exit.Whole
}

// usualBoard is the board of levels where nobody says.
const usualBoard = "5x5"

// Flags adds the flags to c.
func (w *Wishes) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&w.board, "board", "", "its rows and columns, 6x6 (default "+usualBoard+")")
	f.StringVar(&w.minimum, "minimum", "", "the fewest moves that solve it: 12, 8..12 or 12.. (no fewer)")
	f.StringVar(&w.difficulty, "difficulty", "", "a grade, 20..30, or a word: "+strings.Join(puzzle.GradeWords(), ", "))
	f.Var(&w.tiles, "tiles", "how many tiles or blocks (0: as the family likes)")
	f.Var(&w.colours, "colours", "how many colours of tiles, or states of a lamp (0: as the family likes)")
	f.Float64Var(&w.density, "density", 0, "the share of cells with a tile or block, in place of --tiles")
	f.BoolVar(&w.symmetric, "symmetric", false, "the start is its own mirror image, left to right")
	f.BoolVar(&w.unique, "unique", false, "there is one shortest way")
	f.StringVar(&w.from, "from", "", "take rules, shape and target of the puzzle in this file")
	f.VarP(&w.jobs, "jobs", "j", "levels that are made at a time (0: one for each processor)")
}

// Any reports whether anything is wished for.
func (w *Wishes) Any() bool { return *w != Wishes{jobs: w.jobs} }

// Make makes count levels of f.
func (w *Wishes) Make(ctx context.Context, s *session.Session, f *puzzle.Family, seed uint64, count int,
	distinct bool) ([]pack.Result, error) {
	wish, err := w.read(ctx, s, f)
	if err != nil {
		return nil, err
	}
	wish.Distinct = distinct
	return pack.Make(ctx, f, wish, seed, count, pack.Options{Limits: s.Limits(), Workers: int(w.jobs)})
}

// read makes a wish of the flags.
func (w *Wishes) read(ctx context.Context, s *session.Session, f *puzzle.Family) (wish pack.Wish, err error) {
	wish.Unique, wish.Symmetric = w.unique, w.symmetric
	if w.minimum != "" {
		if wish.Minimum, err = spanOf("--minimum", w.minimum); err != nil {
			return wish, err
		}
	}
	if from, to, ok := puzzle.GradesOf(w.difficulty); ok {
		wish.Grade = &pack.Span{From: from, To: to}
	} else if w.difficulty != "" {
		if wish.Grade, err = spanOf("--difficulty", w.difficulty); err != nil {
			return wish, exit.Usagef("%v%s", err, grid.DidYouMean(w.difficulty, puzzle.GradeWords()))
		}
	}
	if w.from != "" {
		if w.board != "" || w.tiles > 0 || w.colours > 0 || w.density != 0 || w.symmetric {
			return wish, exit.Usagef("--from says what the board is; leave out --board, --tiles, --colours, --density and " +
				"--symmetric")
		}
		wish.From, err = w.template(ctx, s, f)
		return wish, err
	}
	if w.board == "" {
		w.board = usualBoard
	}
	rows, cols, ok := strings.Cut(w.board, "x")
	r, err1 := strconv.ParseInt(rows, 10, 32)
	c, err2 := strconv.ParseInt(cols, 10, 32)
	if !ok || err1 != nil || err2 != nil || r < 1 || c < 1 {
		return wish, exit.Usagef("--board %s: a size as 6x6, rows and columns, is expected", w.board)
	}
	wish.Rows, wish.Cols = int(r), int(c)
	wish.Pieces, wish.Colours = clamp(w.tiles), clamp(w.colours)
	if w.density != 0 {
		if wish.Pieces > 0 || !(w.density > 0 && w.density <= 1) {
			return wish, exit.Usagef("--density %v: a share from 0 to 1 is expected, and no --tiles beside it", w.density)
		}
		wish.Pieces = max(1, int(math.Round(w.density*float64(r)*float64(c))))
	}
	return wish, nil
}

func clamp(n exit.Whole) int { return int(min(int64(n), math.MaxInt32)) }

// spanOf reads "12", "8..12" or "12..".
func spanOf(flag, text string) (*pack.Span, error) {
	from, to, span := strings.Cut(text, "..")
	if !span {
		to = from
	}
	const most = 1 << 40
	a, err := strconv.ParseInt(from, 10, 64)
	b := int64(most)
	if err == nil && to != "" {
		b, err = strconv.ParseInt(to, 10, 64)
	}
	if err != nil || a < 0 || b < a || b > most {
		return nil, exit.Usagef("%s %s: a number from 0, or a range as 8..12 or 12.., is expected", flag, text)
	}
	if to == "" {
		b = -1 // open
	}
	return &pack.Span{From: a, To: b}, nil
}

// template is the one puzzle of --from.
func (w *Wishes) template(ctx context.Context, s *session.Session, f *puzzle.Family) (in puzzle.Instance, err error) {
	var failed error
	entries, err := pack.Load(ctx, s.Reader(""), []string{w.from}, func(e error) { failed = e })
	switch {
	case err != nil:
		return in, err
	case failed != nil:
		return in, failed
	case len(entries) != 1:
		return in, exit.Usagef("--from %s: one puzzle is expected, not %d", w.from, len(entries))
	case entries[0].Err != nil:
		return in, input.In(w.from, entries[0].Err)
	case entries[0].In.Solver() != f:
		return in, exit.Usagef("--from %s: this is a puzzle of %s, not of %s", w.from, entries[0].In.Family(), f.Name())
	}
	return entries[0].In.WithHead(puzzle.Head{}), nil
}
