package contests

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

func (a *app) contestCommand() *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "contest NAME [FILE...]",
		Short: "Answer a contest's input with exactly the output it wants",
		Long: `contest reads cases in the contest's text format called NAME, from standard input or from
files, and prints for each what the contest wants printed and not a byte more. It works
out verdicts alone, as fast as it can, and checks none of them; --check makes it prove each
answer first, as "gridwright solve" does. A program that writes a case into a pipe and waits
for its answer gets it.

A case that a limit stops ends the run: an output with a gap would answer the wrong cases.
The contests are: ` + strings.Join(a.contests(), ", ") + `; "gridwright help formats" describes them.`,
		Example: fmt.Sprintf("  gridwright contest %[1]s < 1.in\n  gridwright contest --check %[1]s 1.in 2.in",
			session.One(a.contests())),
		Args: session.Needs(1, -1, "the name of a contest"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return a.contests(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.Run(func(ctx context.Context, args []string) error {
			if a.JSON {
				return exit.Usagef("contest prints what the contest wants and no JSON; see %q", session.Prog+" solve --json")
			}
			return a.contest(ctx, args[0], args[1:], check)
		}),
	}
	c.Flags().BoolVar(&check, "check", false, "prove each answer before printing it")
	return c
}

// contests lists the formats that have an answer of their own.
func (a *app) contests() (names []string) {
	for _, f := range a.Families {
		for _, t := range f.Formats() {
			if t.Contest {
				names = append(names, t.Name)
			}
		}
	}
	return names
}

func (a *app) contest(ctx context.Context, name string, files []string, check bool) error {
	var family *puzzle.Family
	for _, f := range a.Families {
		for _, t := range f.Formats() {
			if t.Contest && t.Name == name {
				family = f
			}
		}
	}
	if family == nil {
		return exit.Usagef("there is no contest %q; there are: %s%s", name, strings.Join(a.contests(), ", "),
			grid.DidYouMean(name, a.contests()))
	}
	if err := a.Out.Closed(); err != nil {
		return err
	}
	defer a.CollectLate()()
	if len(files) == 0 {
		files = []string{input.Stdin}
	}
	for _, file := range files {
		if err := a.contestFile(ctx, family, name, file, check); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) contestFile(ctx context.Context, f *puzzle.Family, name, file string, check bool) error {
	lim := a.Limits()
	lim.VerdictOnly = !check
	answer := f.Solve
	if check {
		answer = f.Prove
	}
	a.Checks = check
	r := a.Reader(name)
	r.OnWait = func() { a.Out.Flush() } // whoever waits for us before going on has all answers then
	cases, err := r.Open(ctx, file)
	if err != nil {
		return err
	}
	defer cases.Close()
	promises := f.Promises(name)
	problem := a.Problem(name)
	for k := 0; ; k++ {
		in, err := cases.Next()
		if err == io.EOF {
			return session.Nothing(cases)
		}
		if err != nil {
			return err
		}
		if promises {
			if err := f.Promise(name, in); err != nil {
				return cases.Blame(err)
			}
		}
		cl, err := answer(ctx, in, lim)
		if err == nil {
			err = writeAnswer(a.Out, problem, f, name, k, in, cl)
		}
		var le *puzzle.LimitError
		if errors.As(err, &le) {
			err = session.Stopped(le, "or leave out --check")
		}
		if err != nil {
			return cases.Blame(err)
		}
	}
}

// writeAnswer writes the answer to case k of a file.
func writeAnswer(w io.Writer, p *contest.Problem, f *puzzle.Family, name string, k int, in puzzle.Instance,
	cl puzzle.Claim) error {
	if p != nil {
		return p.WriteAnswer(w, k, in, cl)
	}
	return f.WriteAnswer(w, name, in, cl)
}

// lateHeap is the heap at which the first collection happens under collectLate.
const lateHeap = 8 << 20

// collectLate tunes the garbage collector for a short life, and returns the way back.
//
// A contest's case makes a few megabytes of garbage and is over: a collection, with its
// workers on all processors, would cost more than the answer. GOGC=200 puts the first one
// at lateHeap instead of 4 MiB, which is enough for a board of 500 × 500, and a file of 200,000 cases
// goes on in memory that it has touched already: with four times as much, new pages cost it a tenth of its
// time. A board of 10^8 cells keeps about 1 GB alive; so the memory
// limit that the user has agreed to makes the collector work harder near it. Without
// such a limit, or where the environment sets GOGC, all stays as it is.
func (a *app) CollectLate() (restore func()) {
	if a.Memory <= 0 || os.Getenv("GOGC") != "" {
		return func() {}
	}
	percent := debug.SetGCPercent(lateHeap / (4 << 20) * 100)
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		debug.SetMemoryLimit(int64(a.Memory))
	}
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
