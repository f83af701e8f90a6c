package cli

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) hintCommand() *cobra.Command {
	var format, after string
	c := &cobra.Command{
		Use:   "hint FILE...",
		Short: "Tell the next move and no more",
		Long: `hint reads puzzles from files, or from standard input for "-", solves and checks each, draws it, and
tells the first move of the way that it found and how many moves it takes in all, or what they cost. Where a
puzzle is solved as it stands it says so, and where there is no way it says "impossible"; "gridwright solve"
says why.

With --after it plays moves first and says of each whether it made things better, worse or impossible. Each
word between blanks is played at once.`,
		Example: `  gridwright hint board.json
  gridwright hint --after 'L U R' board.txt`,
		Args: session.Needs(1, -1, "a file"),
		RunE: a.Run(func(ctx context.Context, args []string) error {
			a.Checks = true
			return a.EachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
				if err := a.hint(ctx, cases, in, strings.Fields(after)); err != nil {
					return cases.Blame(err)
				}
				return nil
			})
		}),
	}
	a.FormatFlag(c, &format)
	c.Flags().StringVar(&after, "after", "", "play these moves first, and judge each")
	return c
}

// played is what one word of --after has done.
type played struct {
	Moves  string        `json:"moves"`
	Left   string        `json:"left,omitempty"`
	Change puzzle.Change `json:"change"`
}

func (a *app) hint(ctx context.Context, cases *input.Cases, in puzzle.Instance, after []string) error {
	f := in.Solver()
	if !f.Can(puzzle.AskHint) { // before the search
		_, err := f.Hint(in, puzzle.Claim{})
		return err
	}
	var all []played
	var lines []string
	cl, away, err := a.away(ctx, in)
	for i, word := range after {
		before := away
		if err == nil {
			in, err = a.word(ctx, in, i+1, word)
		}
		if err == nil {
			cl, away, err = a.away(ctx, in)
		}
		if err != nil {
			err = exit.Unknown(err)
			break
		}
		p := played{Moves: word, Change: away.Since(before)}
		if away.Exact() {
			p.Left = away.AtMost.String()
		}
		all = append(all, p)
		lines = append(lines, "after "+word+": "+verdictOf(away, p.Change))
	}
	if err == nil && cl.Verdict() == puzzle.Unknown {
		err = session.Stopped(limitOf(cl), "")
	}
	if err != nil {
		return a.judged(ctx, cases, in, lines, all, err)
	}
	text := "impossible"
	switch cl.Verdict() {
	case puzzle.Solved:
		if text, err = f.HintWithin(a.Limits().Meter(ctx), in, cl); err != nil {
			return err
		}
		if text == "" {
			text, away = "solved as it stands", puzzle.Away{}
		}
	}
	if a.JSON {
		return a.hintJSON(cases, in, cl.Verdict(), text, away, all)
	}
	if away.AtMost != nil {
		text += "\n" + away.String()
	}
	return a.Draw(ctx, cases, in, "", strings.Join(append(lines, text), "\n"))
}

// word plays word n of --after.
func (a *app) word(ctx context.Context, in puzzle.Instance, n int, word string) (puzzle.Instance, error) {
	out, err := in.Solver().Apply(ctx, in, word, a.Limits())
	if errors.Is(err, puzzle.ErrInput) { // which counts from the word
		return in, fmt.Errorf("word %d of --after, %.40q: %w", n, word, err)
	}
	return out, err
}

// judged tells what has been found out about moves before a limit ended the search, and returns err.
func (a *app) judged(ctx context.Context, cases *input.Cases, in puzzle.Instance, lines []string, all []played,
	err error) error {
	if len(all) == 0 || !errors.Is(err, puzzle.ErrLimit) {
		return err
	}
	var failed error
	if a.JSON {
		failed = a.hintJSON(cases, in, puzzle.Unknown, "", puzzle.Away{}, all)
	} else {
		failed = a.Draw(ctx, cases, in, "", strings.Join(lines, "\n"))
	}
	if failed != nil {
		return failed
	}
	return err
}

// verdictOf tells what a move has done: "worse, 7 moves away", or "impossible" alone.
func verdictOf(away puzzle.Away, change puzzle.Change) string {
	text := away.String()
	if text == string(change) || change == puzzle.Unclear && away.AtMost == nil {
		return text
	}
	return string(change) + ", " + text
}

// away is the answer about a puzzle, and how far it is from being solved.
func (a *app) away(ctx context.Context, in puzzle.Instance) (puzzle.Claim, puzzle.Away, error) {
	cl, err := in.Solver().Prove(ctx, in, a.Limits())
	if err != nil {
		return cl, puzzle.Away{}, err
	}
	away, err := in.Solver().Away(ctx, in, cl, a.Limits())
	return cl, away, err
}

func (a *app) hintJSON(cases *input.Cases, in puzzle.Instance, verdict puzzle.Verdict, text string, away puzzle.Away,
	all []played) error {
	object, err := session.About(cases, in)
	if err != nil {
		return err
	}
	object.Add("verdict", verdict.String())
	if verdict == puzzle.Solved {
		object.Add("hint", text)
	}
	for _, bound := range []struct {
		key  string
		n    *big.Int
		says bool
	}{
		{"left", away.AtMost, away.Exact()}, {"atMost", away.AtMost, !away.Exact()}, {"atLeast", away.AtLeast, !away.Exact()},
	} {
		if bound.says && bound.n != nil {
			object.Add(bound.key, bound.n.String())
		}
	}
	if len(all) > 0 {
		object.Add("after", all)
	}
	a.Out.Write(object.Line())
	return a.Out.Flush()
}
