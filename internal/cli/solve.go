package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

// solving is the command solve under way.
type solving struct {
	*app
	format     string
	write      string // the format of the evidence; "" for words
	noCheck    bool
	exitStatus bool
	all, every bool
	steps      string
	stream     string     // the format in which puzzles are answered without holding them; "": they are held
	most       exit.Whole // answers that all and every print; 0: no bound
	mostGiven  bool
	style      puzzle.Style
}

func (a *app) solveCommand() *cobra.Command {
	s := &solving{app: a, most: 100}
	c := &cobra.Command{
		Use:   "solve FILE...",
		Short: "Decide puzzles: the moves, or why there are none",
		Long: `solve reads puzzles from files, or from standard input for "-", and answers each:
solved, with the moves; impossible, with the reason; or unknown, with the limit that stopped
the search. A file may hold many puzzles, which are read and answered one after the other.
(To tell the format of a pipe, its first 8 KiB are awaited; with --format they are not.)

Every answer is checked against the puzzle before it is printed, by code that shares nothing
with the solver; --no-check leaves that out. With --json the answers are claims, one
document a line, that "gridwright check" and "gridverify" accept.

With --write FORMAT the evidence of "solved" is all that is printed, in that text format;
"gridwright help formats" says which can hold it. Where a puzzle is impossible there is nothing to print; standard
error says so, and the exit code is 1.

With --stream FORMAT --no-check a file that is too large to hold is read row by row, twice, and the evidence
printed in the same format.

With --steps 20..30 the boards after the 20th to the 30th move are drawn, also of a way of 10^30 moves.
With --all every answer that is as good as the best one is printed, and with --every those that are not as good
too, --most N of them at the most; "gridwright count" tells how many there are where the family counts them.`,

		Example: `  gridwright solve board.txt
  gridwright solve --json --timeout 10m - < boards.txt
  gridwright solve --write ` + session.One(a.evidenceFormats()) + ` board.txt > moves.txt
  gridwright solve --exit-status board.yaml && echo possible`,
		Args: session.Needs(1, -1, "a file"),
	}
	c.RunE = a.Run(func(ctx context.Context, names []string) error {
		s.mostGiven = c.Flags().Changed("most")
		return s.files(ctx, names)
	})
	a.FormatFlag(c, &s.format)
	c.Flags().BoolVar(&s.noCheck, "no-check", false, "do not check the answers before printing them")
	c.Flags().BoolVar(&s.exitStatus, "exit-status", false, "exit with 1 where a puzzle is impossible")
	c.Flags().StringVar(&s.write, "write", "", "print the evidence in this text format, and nothing else")
	c.Flags().StringVar(&s.stream, "stream", "", "answer files of this format that are too large to hold, row by row")
	c.Flags().StringVar(&s.steps, "steps", "", "draw these steps of a solution: 20..30, 20, or all")
	c.Flags().BoolVar(&s.all, "all", false, "print all best answers")
	c.Flags().BoolVar(&s.every, "every", false, "print all answers, also those that are not the best")
	c.Flags().Var(&s.most, "most", "print no more than so many with --all or --every (0: no bound)")
	c.RegisterFlagCompletionFunc("stream",
		func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return a.streams(), cobra.ShellCompDirectiveNoFileComp
		})
	c.RegisterFlagCompletionFunc("write", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return a.evidenceFormats(), cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

// evidenceFormats lists the text formats that have a place for evidence.
func (a *app) evidenceFormats() (names []string) {
	for _, c := range a.Checkers {
		for _, f := range c.Formats() {
			if f.Evidence {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// clash is the error about flags that ask for different outputs, or for nothing.
func (s *solving) clash() error {
	names := s.evidenceFormats()
	switch {
	case s.stream != "":
		return s.cannotStream()
	case s.write != "" && !slices.Contains(names, s.write):
		return exit.Usagef("--write: no evidence is written as %q; there are: %s%s",
			s.write, strings.Join(names, ", "), grid.DidYouMean(s.write, names))
	case s.write != "" && s.JSON:
		return exit.Usagef("--write and --json ask for two different outputs")
	case s.all && s.every:
		return exit.Usagef("--every prints what --all does and more; leave out one of the two")
	case s.write != "" && (s.all || s.every):
		return exit.Usagef("--write prints the evidence of one answer; leave it out, or --all and --every")
	case s.steps != "" && s.JSON:
		return exit.Usagef("--steps draws boards, and with --json none are drawn; leave out one of the two")
	case s.steps != "" && s.write != "":
		return exit.Usagef("--steps draws boards, and with --write none are drawn; leave out one of the two")
	case s.mostGiven && !s.all && !s.every:
		return exit.Usagef("--most says how many answers --all or --every prints; give one of these, or leave out --most")
	}
	return nil
}

func (s *solving) files(ctx context.Context, names []string) error {
	if err := s.clash(); err != nil {
		return err
	}
	if s.stream != "" {
		return s.streamed(ctx, names)
	}
	if s.exitStatus {
		s.Out.Dispensable()
	}
	s.Checks = !s.noCheck
	steps, err := parseSteps(s.steps)
	if err != nil {
		return err
	}
	s.style = puzzle.Style{Text: s.Text(), Checked: s.Checks, Steps: steps}
	return s.EachCase(ctx, s.format, names, func(cases *input.Cases, in puzzle.Instance) error {
		if err := s.one(ctx, cases, in, s.all || s.every); err != nil {
			return cases.Blame(err)
		}
		return nil
	})
}

// one answers one puzzle, with a list of answers or one of the best.
func (s *solving) one(ctx context.Context, cases *input.Cases, in puzzle.Instance, list bool) error {
	if list {
		return s.allOf(ctx, cases, in)
	}
	f := in.Solver()
	answer := f.Solve
	if s.Checks {
		answer = f.Prove
	}
	cl, err := answer(ctx, in, s.Limits())
	if err != nil {
		return err
	}
	switch {
	case s.JSON:
		err = s.PrintJSON(ctx, cl.WithHead(cases.Head(in)))
	case s.write != "":
		err = s.writeEvidence(ctx, f, cases, in, cl)
	default:
		err = s.explain(ctx, f, cases, in, cl, false)
	}
	switch {
	case err != nil:
		return err
	case cl.Verdict() == puzzle.Unknown:
		le := limitOf(cl)
		err := session.Stopped(le, session.LeaveOut)
		if s.write == "" {
			err = &exit.Said{Limit: le, Err: err}
		}
		return err
	case cl.Verdict() == puzzle.Impossible && s.exitStatus:
		s.Code = exit.Worse(s.Code, exit.No)
	}
	return nil
}

// writeEvidence prints the evidence of a solved puzzle; of an impossible one it says that there is none.
func (s *solving) writeEvidence(
	ctx context.Context, f *puzzle.Family, cases *input.Cases, in puzzle.Instance, cl puzzle.Claim,
) error {
	switch cl.Verdict() {
	case puzzle.Solved:
		err := s.Limits().Meter(ctx).Writing(s.Out, func(w io.Writer) error { return f.WriteEvidence(w, s.write, in, cl) })
		if err != nil {
			return err
		}
	case puzzle.Impossible:
		s.Code = exit.Worse(s.Code, exit.No)
		if err := s.Out.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(s.Stderr, "%s: %s: impossible (leave out --write for the reason)\n", session.Prog, cases.Here())
	}
	return s.Out.Flush()
}

// limitOf is the limit behind an unknown answer.
func limitOf(cl puzzle.Claim) *puzzle.LimitError {
	if le := cl.Stopped(); le != nil {
		return le
	}
	return &puzzle.LimitError{Msg: "the search gave up"}
}

// explain tells an answer to a person. Of another answer to the case before, its heading and board are not shown again.
func (s *solving) explain(
	ctx context.Context, f *puzzle.Family, cases *input.Cases, in puzzle.Instance, cl puzzle.Claim, again bool,
) error {
	style := s.style
	if style.Again = again; again {
		s.Gap()
	} else {
		s.Heading(cases, in)
	}
	if cl.Verdict() == puzzle.Unknown {
		fmt.Fprintln(s.Out, exit.Unknown(limitOf(cl)))
		return s.Out.Flush()
	}
	err := s.Limits().Meter(ctx).Writing(s.Out, func(w io.Writer) error {
		return f.Explain(ctx, w, in, cl, style, s.Limits())
	})
	if err != nil {
		return err
	}
	return s.Out.Flush()
}
