package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A Config is what a game needs.
type Config struct {
	File string // its name, for the title
	// Next reads the next puzzle; io.EOF when none is left. It is asked as the player goes on.
	Next   func() (puzzle.Instance, error)
	Limits puzzle.Limits
	Depth  scene.Depth // of the terminal's colours
	ASCII  bool        // draw with nothing but ASCII
}

// A game is the puzzles read so far, and the one that is played.
type game struct {
	cfg     Config
	puzzles []*session
	at      int
	ended   bool // there is no puzzle behind the last
}

// A session is what was played on one puzzle: states[0] is the puzzle, and now the state that stands.
type session struct {
	states []*state
	now    int
}

// A state is a board, and what led to it.
type state struct {
	in     puzzle.Instance
	move   string // "" of the puzzle itself
	words  string // the move for a person
	answer *answer
}

// An answer is a claim about a board that has passed its check, or unknown.
type answer struct{ claim puzzle.Claim }

func (g *game) session() *session { return g.puzzles[g.at] }

func (g *game) state() *state {
	s := g.session()
	return s.states[s.now]
}

// read reads the next puzzle of the file.
func (g *game) read() (puzzle.Instance, error) {
	in, err := g.cfg.Next()
	if err == io.EOF && len(g.puzzles) == 0 {
		err = grid.Errorf(grid.Pos{}, "there is no puzzle to play here")
	}
	if err == nil && in.Solver() == nil {
		err = fmt.Errorf("%w: nobody here plays puzzles of the family %s", puzzle.ErrUnsupported, in.Family())
	}
	return in, err
}

// add puts a puzzle behind those that are known and goes to it.
func (g *game) add(in puzzle.Instance) {
	g.puzzles = append(g.puzzles, &session{states: []*state{{in: in}}})
	g.at = len(g.puzzles) - 1
}

// title names the puzzle that is played.
func (g *game) title() string {
	h := g.session().states[0].in.Head()
	var parts []string
	if g.cfg.File != "" && g.cfg.File != "-" {
		parts = append(parts, filepath.Base(g.cfg.File))
	}
	if n := len(g.puzzles); n > 1 || !g.ended {
		part := fmt.Sprintf("puzzle %d", g.at+1)
		if g.ended {
			part += fmt.Sprintf(" of %d", n)
		}
		parts = append(parts, part)
	}
	if h.Name != "" {
		parts = append(parts, h.Name)
	}
	return printable(strings.Join(parts, " · "))
}

// made puts the board after a move behind the one that stands; what was undone before is given up.
func (s *session) made(next *state) {
	s.states = append(s.states[:s.now+1], next)
	s.now++
}

func (s *session) undo() bool {
	if s.now == 0 {
		return false
	}
	s.now--
	return true
}

func (s *session) redo() bool {
	if s.now == len(s.states)-1 {
		return false
	}
	s.now++
	return true
}

// word is the moves up to now, as Apply takes them: with blanks between them where it takes that.
func (s *session) word(ctx context.Context, c *Config) string {
	var moves []string
	for _, st := range s.states[1 : s.now+1] {
		moves = append(moves, st.move)
	}
	word := strings.Join(moves, " ")
	if _, err := c.apply(ctx, s.states[0].in, word, ""); errors.Is(err, puzzle.ErrInput) {
		word = strings.Join(moves, "")
	}
	return word
}

// apply makes a move on in.
func (c *Config) apply(ctx context.Context, in puzzle.Instance, move, words string) (*state, error) {
	next, err := in.Solver().Apply(ctx, in, move, c.Limits)
	if err != nil {
		return nil, err
	}
	return &state{in: next, move: move, words: words}, nil
}

// solve answers in, with evidence that has passed its check.
func (c *Config) solve(ctx context.Context, in puzzle.Instance, report func(puzzle.Progress)) (*answer, error) {
	lim := c.Limits
	lim.OnProgress = report
	cl, err := in.Solver().Prove(ctx, in, lim)
	if err != nil {
		return nil, err
	}
	return &answer{cl}, nil
}

// tell is the story of an answer. It lives as long as ctx.
func (c *Config) tell(ctx context.Context, in puzzle.Instance, a *answer, w scene.Window) (puzzle.Story, error) {
	return in.Solver().Tell(ctx, in, a.claim, w, c.Limits)
}

// hint tells the next move in words, and the ways in which it may stand as a handle's move.
func (c *Config) hint(ctx context.Context, in puzzle.Instance, a *answer) (words string, moves []string, err error) {
	if a.claim.Verdict() != puzzle.Solved {
		return "", nil, nil
	}
	st, err := c.tell(ctx, in, a, scene.Corner(1, 1))
	if err != nil {
		return "", nil, err
	}
	before, move, err := opening(st)
	if err != nil {
		return "", nil, err
	}
	if before != "" {
		move = before
	}
	if words = move; move != "" {
		moves = append(moves, move, strings.Fields(move)[0])
	}
	if f := in.Solver(); f.Can(puzzle.AskHint) {
		words, err = f.HintWithin(c.Limits.Meter(ctx), in, a.claim)
	}
	return words, moves, err
}

// opening is how a solution begins: the moves before its frame 0, where that is not the board that was asked about, and
// the move that leads to its frame 1.
func opening(st puzzle.Story) (before, move string, err error) {
	if n := st.Frames.Len; n != nil && n.Cmp(big.NewInt(1)) > 0 {
		fr, err := st.Frames.At(big.NewInt(1))
		if err != nil {
			return "", "", err
		}
		move = fr.Move
	}
	if i := strings.Index(st.Way, move); i > 0 {
		if before = strings.TrimSpace(st.Way[:i]); strings.Trim(before, "( ") == "" {
			before = "" // a way that begins with a repetition
		}
	}
	return before, move, nil
}

// distance tells in a sentence how far the end is.
func distance(st puzzle.Story, v puzzle.Verdict) string {
	switch v {
	case puzzle.Solved:
		return "From here it is " + st.Title + "."
	case puzzle.Impossible:
		return "From here it is impossible; w says why."
	}
	return "How far the end is nobody knows yet: " + strings.TrimPrefix(st.Title, "unknown: ") + "."
}

// moves is how many moves have been made: a choice before the first one is none.
func (s *session) moves() int {
	n := 0
	for _, st := range s.states[1 : s.now+1] {
		if !st.choice() {
			n++
		}
	}
	return n
}

// choice reports whether what led to the state counts as no move.
func (st *state) choice() bool { return st.move != "" && st.in.Solver().Opening(st.move) == st.move }

// landed tells a board that a move has led to.
func (s *session) landed(done bool) string {
	st := s.states[s.now]
	text := "the start"
	if s.now > 0 {
		if text = fmt.Sprintf("Move %d: %s", s.moves(), st.move); st.choice() {
			text = "Chosen: " + st.move
		}
		if st.words != "" && st.words != st.move {
			text += ", " + strings.TrimSuffix(st.words, " "+st.move)
		}
	}
	if done {
		return capital(text) + ". Solved!"
	}
	return capital(text) + "."
}

// failure words an error for the line of text.
func failure(err error) string {
	if errors.Is(err, context.Canceled) {
		return "Stopped."
	}
	return capital(strings.TrimSuffix(err.Error(), ".")) + "."
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
