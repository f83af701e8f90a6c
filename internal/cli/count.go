package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) countCommand() *cobra.Command {
	var format string
	var noCheck bool
	c := &cobra.Command{
		Use:   "count FILE...",
		Short: "Count solutions, boards, or what else a family counts",
		Long: `count reads puzzles from files, or from standard input for "-", and prints an exact number for
each, of what its family counts. The number is checked by other code before it is printed, unless
--no-check says not to; a 0 by a certificate of impossibility where there is one.
Of a number of more than 40 digits a person sees the ends. With --json it is whole, in a claim that
"gridwright check" accepts.`,
		Example: `  gridwright count board.txt
  gridwright count --json board.txt | gridwright check board.txt -`,
		Args: session.Needs(1, -1, "a file"),
		RunE: a.Run(func(ctx context.Context, args []string) error {
			a.Checks = !noCheck
			return a.EachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
				return a.count(ctx, cases, in)
			})
		}),
	}
	a.FormatFlag(c, &format)
	c.Flags().BoolVar(&noCheck, "no-check", false, "do not check the number before printing it")
	return c
}

func (a *app) count(ctx context.Context, cases *input.Cases, in puzzle.Instance) error {
	f := in.Solver()
	count := f.Count
	if a.Checks {
		count = f.ProveCount
	}
	cl, err := count(ctx, in, a.Limits())
	var le *puzzle.LimitError
	if errors.As(err, &le) {
		err = session.Stopped(le, session.LeaveOut)
	}
	if err != nil {
		return cases.Blame(err)
	}
	if a.JSON {
		return a.PrintJSON(ctx, cl.WithHead(cases.Head(in)))
	}
	fmt.Fprintf(a.Out, "%s%s\n", a.Label(cases, in, ": "), f.CountText(cl.Count()))
	return a.Out.Flush()
}
