package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) countCommand() *cobra.Command {
	var format string
	var noCheck bool
	c := &cobra.Command{
		Use:   "count FILE",
		Short: "Count what can be reached from a puzzle's start",
		Long: `count reads puzzles from a file, or from standard input for "-", and prints an exact
number for each, of what "gridwright families" names for the family (for tilt: reachable boards).
The number is checked by other code before it is printed, unless --no-check says not to.
With --json it is a claim that "gridwright check" accepts.`,
		Example: `  gridwright count board.txt
  gridwright count --json board.txt | gridwright check board.txt -`,
		Args: needs(1, 1, `a file, or "-" for standard input`),
		RunE: a.run(func(ctx context.Context, args []string) error {
			return a.eachCase(ctx, format, args[0], func(cases *input.Cases, in puzzle.Instance, several bool) error {
				return a.count(ctx, cases, in, several, noCheck)
			})
		}),
	}
	a.formatFlag(c, &format)
	c.Flags().BoolVar(&noCheck, "no-check", false, "do not check the number before printing it")
	return c
}

// eachCase calls f for all cases of a file. A limit that stops one case is said, and the
// others get their answers.
func (a *app) eachCase(ctx context.Context, format, name string, f func(cases *input.Cases, in puzzle.Instance, several bool) error) error {
	cases, err := a.reader(format).Open(ctx, name)
	if err != nil {
		return err
	}
	defer cases.Close()
	several := false
	for {
		in, err := cases.Next()
		if err == io.EOF {
			return nothing(cases)
		}
		if err != nil {
			return err
		}
		if cases.N() == 1 {
			several = cases.More()
		}
		err = f(cases, in, several)
		if code := exit.Code(err); err != nil && (code == exit.Limit || errors.Is(err, puzzle.ErrInternal)) {
			a.fail(err)
			err = nil
		}
		if err != nil {
			return err
		}
	}
}

func (a *app) count(ctx context.Context, cases *input.Cases, in puzzle.Instance, several, noCheck bool) error {
	f := a.family(in)
	cl, err := f.Count(ctx, in, a.limits())
	if err == nil && !noCheck {
		if err = f.Check(ctx, in, cl, a.limits()); errors.Is(err, puzzle.ErrRejected) {
			err = fmt.Errorf("%w: our own count failed its check: %w", puzzle.ErrInternal, err)
		}
	}
	if err != nil {
		return cases.Blame(unknown(err))
	}
	if a.json {
		return a.printJSON(cl)
	}
	a.caseLabel(cases, several)
	fmt.Fprintf(a.out, "%s %s\n", cl.Count(), f.CountOf())
	return a.out.Flush()
}

// unknown says of a limit what it means for the answer.
func unknown(err error) error {
	var le *puzzle.LimitError
	if errors.As(err, &le) {
		return &puzzle.LimitError{Limit: le.Limit, Msg: "unknown: " + le.Msg}
	}
	return err
}

func (a *app) caseLabel(cases *input.Cases, several bool) {
	if several {
		fmt.Fprintf(a.out, "case %d: ", cases.N())
	}
}
