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

// solving is the command solve under way.
type solving struct {
	*app
	format     string
	noCheck    bool
	exitStatus bool
	style      puzzle.Style
	manyFiles  bool
	said       bool // something stands on standard output
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
	s.style = puzzle.Style{Color: s.colored(), Checked: !s.noCheck}
	s.manyFiles = len(names) > 1
	for _, name := range names {
		if err := s.file(ctx, name); err != nil && !s.fail(err) {
			return nil // said, and the end of all
		}
	}
	return nil
}

func (s *solving) file(ctx context.Context, name string) error {
	cases, err := s.reader(s.format).Open(ctx, name)
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
		if cases.N() == 1 && !s.json {
			several = cases.More()
		}
		if err := s.one(ctx, cases, in, several); err != nil {
			return err
		}
	}
}

// nothing is the error of an input without a single case.
func nothing(cases *input.Cases) error {
	if cases.N() > 0 {
		return nil
	}
	return input.In(cases.Name(), exit.Usagef("there is no puzzle to read here"))
}

// one answers one puzzle. Its error is the end of the file; an answer of our own that fails
// its check is said and does not keep the other puzzles from theirs.
func (s *solving) one(ctx context.Context, cases *input.Cases, in puzzle.Instance, several bool) error {
	f := s.family(in)
	answer := f.Prove
	if s.noCheck {
		answer = f.Solve
	}
	cl, err := answer(ctx, in, s.limits())
	if err != nil {
		if err = cases.Blame(err); errors.Is(err, puzzle.ErrInternal) {
			s.fail(err)
			return nil
		}
		return err
	}
	if s.json {
		err = s.printJSON(cl)
	} else {
		err = s.explain(f, cases, in, cl, several)
	}
	if err != nil {
		return cases.Blame(err)
	}
	switch {
	case cl.Verdict() == puzzle.Unknown:
		s.fail(cases.Blame(stoppedError(cl)))
	case cl.Verdict() == puzzle.Impossible && s.exitStatus:
		s.code = exit.Worse(s.code, exit.No)
	}
	return nil
}

// stoppedError is the limit behind an unknown answer, as an error.
func stoppedError(cl puzzle.Claim) error {
	le := &puzzle.LimitError{Msg: "unknown"}
	if st := cl.Stopped(); st != nil {
		le.Limit, le.Msg = st.Limit, "unknown: "+st.Detail
	}
	return le
}

func (s *solving) explain(f *puzzle.Family, cases *input.Cases, in puzzle.Instance, cl puzzle.Claim, several bool) error {
	if s.said {
		s.out.WriteByte('\n')
	}
	s.said = true
	switch {
	case several && s.manyFiles:
		fmt.Fprintf(s.out, "%s: case %d:\n", cases.Name(), cases.N())
	case several:
		fmt.Fprintf(s.out, "case %d:\n", cases.N())
	case s.manyFiles:
		fmt.Fprintf(s.out, "%s:\n", cases.Name())
	}
	if cl.Verdict() == puzzle.Unknown {
		fmt.Fprintln(s.out, stoppedError(cl))
	} else if err := f.Explain(s.out, in, cl, s.style); err != nil {
		return err
	}
	return s.out.Flush()
}
