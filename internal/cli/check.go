package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/cli/verify"
)

func (a *app) checkCommand() *cobra.Command {
	var format string
	var strict bool
	c := &cobra.Command{
		Use:   "check PUZZLE CLAIM",
		Short: "Check claims about puzzles",
		Long: `check reads puzzles in any form and a claim about each, as "gridwright solve --json" and
"gridwright count --json" print them, and says "accepted", or "rejected" with the reason.
One of the two files may be "-" for standard input. Claims are documents in JSON, one after the
other, or in YAML with --- between them; one that names no family is about its puzzle's.

It trusts nobody: whatever a claim does not show is a reason to reject it. Where a claim marks
something as not verified, the answer says which part of it is verified and which is not;
--strict rejects such a claim. Nothing is said about a claim before what stands behind it has been
looked at: a file of claims that is broken there, or that has one too many, is bad input.
The separate program gridverify does the same and holds no solver at all.`,
		Example: `  gridwright check board.txt claim.json
  gridwright solve --json boards.txt | gridwright check boards.txt -`,
		Args: session.Needs(2, 2, "a file of puzzles and a file of claims"),
		RunE: a.Run(func(ctx context.Context, args []string) error {
			a.Checks = true
			a.Out.Dispensable()
			j := &verify.Job{
				Prog: session.Prog, Reader: *a.Reader(format), Instance: args[0], Claim: args[1],
				JSON: a.JSON, Strict: strict, Stdout: a.Out, Stderr: a.Stderr,
			}
			code, err := j.Run(ctx)
			a.Code = exit.Worse(a.Code, code)
			return err
		}),
	}
	a.FormatFlag(c, &format)
	c.Flags().BoolVar(&strict, "strict", false, "reject claims that say more than can be verified")
	return c
}
