package cli

import (
	"context"
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
	for _, word := range after {
		before := away
		if err == nil {
			in, err = f.Apply(ctx, in, word, a.Limits())
		}
		if err == nil {
			cl, away, err = a.away(ctx, in)
		}
		if err != nil {
			return exit.Unknown(err)
		}
		p := played{Moves: word, Change: away.Since(before)}
		if away.Exact() {
			p.Left = away.AtMost.String()
		}
		all = append(all, p)
		lines = append(lines, "after "+word+": "+verdictOf(away, p.Change))
	}
	if err != nil {
		return err
	}
	text := "impossible"
	switch cl.Verdict() {
	case puzzle.Unknown:
		return session.Stopped(limitOf(cl), "")
	case puzzle.Solved:
		if text, err = f.HintWithin(a.Limits().Meter(ctx), in, cl); err != nil {
			return err
		}
		if text == "" {
			text, away = "solved as it stands", puzzle.Away{}
		}
	}
	if a.JSON {
		return a.hintJSON(cases, in, cl, text, away, all)
	}
	if away.AtMost != nil {
		text += "\n" + away.String()
	}
	return a.Draw(ctx, cases, in, "", strings.Join(append(lines, text), "\n"))
}

// verdictOf tells what a move has done: "worse, 7 moves away".
func verdictOf(away puzzle.Away, change puzzle.Change) string {
	if text := away.String(); text != string(change) {
		return string(change) + ", " + text
	}
	return string(change)
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

func (a *app) hintJSON(cases *input.Cases, in puzzle.Instance, cl puzzle.Claim, text string, away puzzle.Away,
	all []played) error {
	object, err := session.About(cases, in)
	if err != nil {
		return err
	}
	object.Add("verdict", cl.Verdict().String())
	if cl.Verdict() == puzzle.Solved {
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
