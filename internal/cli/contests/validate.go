package contests

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// validators is how many of the protocols call validators too.
const validators = 1

func (a *app) validateCommand() *cobra.Command {
	var as string
	c := &cobra.Command{
		Use:   "validate CONTEST [INPUT...]",
		Short: "Say whether inputs keep to a contest's statement, to the byte",
		Long: `validate reads inputs of a contest from files, or from standard input, and says "valid" or where the
first thing stands that the statement does not allow: a blank too many, a line end that is missing, a number with
a zero in front, a size beyond the limits, a promise that is broken. Other commands read the same formats
leniently.

--as kattis: called as Kattis calls an input validator, with the input on standard input, it ends with 42 where that
is valid and with 43 where it is not.`,
		Example: fmt.Sprintf("  gridwright validate %[1]s 1.in 2.in\n  gridwright generate %[1]s | gridwright validate %[1]s",
			session.One(a.ProblemNames())),
		Args:              session.Needs(1, -1, "the name of a contest"),
		ValidArgsFunction: a.completeProblem,
	}
	c.Flags().StringVar(&as, "as", "", "end with the codes that a contest system expects: kattis")
	c.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(protocolNames(validators),
		cobra.ShellCompDirectiveNoFileComp))
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		if _, err := findProtocol(as, validators); err != nil {
			return err
		}
		p, err := a.needProblem(args[0])
		if err != nil {
			return err
		}
		a.Out.Dispensable()
		files := args[1:]
		if len(files) == 0 {
			files = []string{input.Stdin}
		}
		a.ManyFiles = len(files) > 1
		for _, file := range files {
			if err := a.validate(ctx, p, file, as != ""); err != nil && !a.Fail(err) {
				return nil // said, and the end of all
			}
		}
		return nil
	})
	return c
}

// validity is the document that validate prints with --json for a file that is valid.
type validity struct {
	Contest string `json:"contest"`
	File    string `json:"file"`
	Valid   bool   `json:"valid"`
	Cases   int    `json:"cases"`
}

// validate says whether a file is valid. With verdict, a file that is not ends the run with exit.No instead of
// exit.Usage, which says that it could not be told.
func (a *app) validate(ctx context.Context, p *contest.Problem, file string, verdict bool) error {
	text, err := a.whole(ctx, file)
	if err != nil {
		return err
	}
	cases, err := p.ValidCases(a.Limits().Meter(ctx), text)
	var ge *grid.Error
	a.Ruled = true
	switch {
	case verdict && errors.As(err, &ge):
		a.Code = exit.Worse(a.Code, exit.No)
		if err := a.Out.Flush(); err != nil {
			return err
		}
		exit.Report(a.Stderr, session.Prog, a.JSON, input.In(file, err))
		return nil
	case err != nil:
		return input.In(file, puzzle.AsLimit(err))
	case a.JSON:
		return a.Encode(validity{p.Name(), file, true, len(cases)})
	}
	if a.ManyFiles {
		fmt.Fprintf(a.Out, "%s: ", file)
	}
	fmt.Fprintf(a.Out, "valid: %s\n", grid.Number(len(cases), "case"))
	return a.Out.Flush()
}
