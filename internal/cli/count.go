package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) countCommand() *cobra.Command {
	var format string
	var noCheck bool
	c := &cobra.Command{
		Use:   "count FILE...",
		Short: "Count boards, solutions, best ways or first blocks",
		Long: `count reads puzzles from files, or from standard input for "-", and prints an exact number for
each, of what "gridwright families" names for the family: for tilt reachable boards, for lights solutions, for
permute best ways, for assembly blocks that can be the first one.
The number is checked by other code before it is printed, unless --no-check says not to.
With --json it is a claim that "gridwright check" accepts.`,
		Example: `  gridwright count board.txt
  gridwright count --json board.txt | gridwright check board.txt -`,
		Args: needs(1, -1, "a file"),
		RunE: a.run(func(ctx context.Context, args []string) error {
			a.checks = !noCheck
			return a.eachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
				return a.count(ctx, cases, in)
			})
		}),
	}
	a.formatFlag(c, &format)
	c.Flags().BoolVar(&noCheck, "no-check", false, "do not check the number before printing it")
	return c
}

func (a *app) count(ctx context.Context, cases *input.Cases, in puzzle.Instance) error {
	f := a.family(in)
	cl, err := f.Count(ctx, in, a.limits())
	if err == nil && a.checks {
		err = a.checkCount(ctx, f, in, cl)
	}
	if err != nil {
		return cases.Blame(exit.Unknown(err))
	}
	if a.json {
		return a.printJSON(ctx, cl.WithHead(cases.Head(in)))
	}
	fmt.Fprintf(a.out, "%s%s\n", a.label(cases, in, ": "), f.CountText(cl.Count()))
	return a.out.Flush()
}

func (a *app) checkCount(ctx context.Context, f *puzzle.Family, in puzzle.Instance, cl puzzle.Claim) error {
	err := f.Check(ctx, in, cl, a.limits())
	var le *puzzle.LimitError
	switch {
	case errors.As(err, &le):
		said := *le
		said.Msg = "a number was found but its check did not finish: " + le.Msg
		if le.Limit == "check" {
			said.Msg = "a number was found but is beyond what the checker takes on: " + le.Msg
		}
		return &exit.Detour{Err: &said, Way: leaveOut}
	case errors.Is(err, puzzle.ErrRejected):
		return fmt.Errorf("%w: our own count failed its check: %w", puzzle.ErrInternal, err)
	}
	return err
}
