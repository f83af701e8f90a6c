package cli

import (
	"context"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) applyCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "apply FILE... MOVES",
		Short: "Play moves on a puzzle's start",
		Long: `apply reads puzzles from files, or from standard input for "-", and draws each as it stands after the
moves. With --json it prints a document whose start is that board. Moves are written as the family
writes them in its answers.`,
		Example: `  gridwright apply board.txt 'LU(RDLU)^12R'
  gridwright apply --json board.txt LU | gridwright solve -
  gridwright apply puzzle.json 'R1 U2^2 CW'`,
		Args: session.Needs(2, -1, "a file and moves"),
		RunE: a.Run(func(ctx context.Context, args []string) error {
			files, moves := args[:len(args)-1], args[len(args)-1]
			return a.EachCase(ctx, format, files, func(cases *input.Cases, in puzzle.Instance) error {
				out, err := in.Solver().Apply(ctx, in, moves, a.Limits())
				if err != nil {
					return cases.Wrap(exit.Unknown(err))
				}
				return a.Show(ctx, cases, out, "now")
			})
		}),
	}
	a.FormatFlag(c, &format)
	return c
}

func (a *app) whenCommand() *cobra.Command {
	var format string
	var exitStatus bool
	c := &cobra.Command{
		Use:   "when FILE... MOVES",
		Short: "Find after how many repetitions of moves the target stands",
		Long: `when reads puzzles from files, or from standard input for "-". MOVES has the form
PREFIX(WORD): the moves of PREFIX once, those of WORD again and again. It prints the least
number k of repetitions, from 0, after which the target stands and after how many more it
stands again, or "never". With --json: "first":"N","every":"M", where
first is null for never, and every is "0" where the target never stands again.`,
		Example: `  gridwright when board.txt 'LU(RDLU)'
  gridwright when --json board.txt '(RDLU)'`,
		Args: session.Needs(2, -1, "a file and moves"),
		RunE: a.Run(func(ctx context.Context, args []string) error {
			if exitStatus {
				a.Out.Dispensable()
			}
			files, moves := args[:len(args)-1], args[len(args)-1]
			return a.EachCase(ctx, format, files, func(cases *input.Cases, in puzzle.Instance) error {
				return a.when(ctx, cases, in, moves, exitStatus)
			})
		}),
	}
	a.FormatFlag(c, &format)
	c.Flags().BoolVar(&exitStatus, "exit-status", false, "exit with 1 where the answer is never")
	return c
}

func (a *app) when(ctx context.Context, cases *input.Cases, in puzzle.Instance, moves string, exitStatus bool) error {
	first, every, err := in.Solver().When(ctx, in, moves, a.Limits())
	if err != nil {
		return cases.Wrap(exit.Unknown(err))
	}
	again := every != nil && every.Sign() > 0
	if first == nil && exitStatus {
		a.Code = exit.Worse(a.Code, exit.No)
	}
	if a.JSON {
		return a.whenJSON(cases, in, first, every)
	}
	a.Out.WriteString(a.Label(cases, in, ": "))
	switch {
	case first == nil:
		fmt.Fprintln(a.Out, "never")
	case again:
		fmt.Fprintf(a.Out, "k = %d, and again every %d\n", first, every)
	default:
		fmt.Fprintf(a.Out, "k = %d, and never again\n", first)
	}
	return a.Out.Flush()
}

// whenJSON prints the same as an object. Its numbers may have thousands of digits: they are texts.
func (a *app) whenJSON(cases *input.Cases, in puzzle.Instance, first, every *big.Int) error {
	object, err := session.About(cases, in)
	if err != nil {
		return err
	}
	var at any
	if first != nil {
		at = first.String()
	}
	if every == nil {
		every = new(big.Int)
	}
	object.Add("first", at)
	object.Add("every", every.String())
	a.Out.Write(object.Line())
	return a.Out.Flush()
}
