package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

// solving is the command solve under way.
type solving struct {
	*app
	format     string
	noCheck    bool
	exitStatus bool
	style      puzzle.Style
}

func (a *app) solveCommand() *cobra.Command {
	s := &solving{app: a}
	c := &cobra.Command{
		Use:   "solve FILE...",
		Short: "Decide puzzles: the moves, or why there are none",
		Long: `solve reads puzzles from files, or from standard input for "-", and answers each:
solved, with the moves; impossible, with the reason; or unknown, with the limit that stopped
the search. A file may hold many puzzles, which are read and answered one after the other.
(To tell the format of a pipe, its first 8 KiB are awaited; with --format they are not.)

Every answer is checked against the puzzle before it is printed, by code that shares nothing
with the solver; --no-check leaves that out. With --json the answers are claims, one
document a line, that "gridwright check" and "gridverify" accept.`,
		Example: `  gridwright solve board.txt
  gridwright solve --json --timeout 10m - < boards.txt
  gridwright solve --exit-status board.yaml && echo possible`,
		Args: needs(1, -1, `a file, or "-" for standard input`),
		RunE: a.run(s.files),
	}
	a.formatFlag(c, &s.format)
	c.Flags().BoolVar(&s.noCheck, "no-check", false, "do not check the answers before printing them")
	c.Flags().BoolVar(&s.exitStatus, "exit-status", false, "exit with 1 where a puzzle is impossible")
	return c
}

func (s *solving) files(ctx context.Context, names []string) error {
	s.checks = !s.noCheck
	s.style = puzzle.Style{Color: s.colored(), Checked: s.checks}
	return s.eachCase(ctx, s.format, names, func(cases *input.Cases, in puzzle.Instance) error {
		if err := s.one(ctx, cases, in); err != nil {
			return cases.Blame(err)
		}
		return nil
	})
}

// one answers one puzzle.
func (s *solving) one(ctx context.Context, cases *input.Cases, in puzzle.Instance) error {
	f := s.family(in)
	answer := f.Solve
	if s.checks {
		answer = f.Prove
	}
	cl, err := answer(ctx, in, s.limits())
	if err != nil {
		return err
	}
	if s.json {
		err = s.printJSON(cl)
	} else {
		err = s.explain(f, cases, in, cl)
	}
	switch {
	case err != nil:
		return err
	case cl.Verdict() == puzzle.Unknown:
		return s.stopped(limitOf(cl), leaveOut)
	case cl.Verdict() == puzzle.Impossible && s.exitStatus:
		s.code = exit.Worse(s.code, exit.No)
	}
	return nil
}

// limitOf is the limit behind an unknown answer.
func limitOf(cl puzzle.Claim) *puzzle.LimitError {
	if st := cl.Stopped(); st != nil {
		return &puzzle.LimitError{Limit: st.Limit, Msg: st.Detail}
	}
	return &puzzle.LimitError{Msg: "the search gave up"}
}

func (s *solving) explain(f *puzzle.Family, cases *input.Cases, in puzzle.Instance, cl puzzle.Claim) error {
	s.heading(cases)
	if cl.Verdict() == puzzle.Unknown {
		fmt.Fprintln(s.out, exit.Unknown(limitOf(cl)))
	} else if err := f.Explain(s.out, in, cl, s.style); err != nil {
		return err
	}
	return s.out.Flush()
}
