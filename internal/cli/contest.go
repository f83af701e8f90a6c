package cli

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
	"github.com/gridwright/gridwright/puzzle"
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
			one(a.contests())),
		Args: needs(1, -1, "the name of a contest"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return a.contests(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.run(func(ctx context.Context, args []string) error {
			if a.json {
				return exit.Usagef("contest prints what the contest wants and no JSON; see %q", prog+" solve --json")
			}
			return a.contest(ctx, args[0], args[1:], check)
		}),
	}
	c.Flags().BoolVar(&check, "check", false, "prove each answer before printing it")
	return c
}

// contests lists the formats that have an answer of their own.
func (a *app) contests() (names []string) {
	for _, f := range a.families {
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
	for _, f := range a.families {
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
	if err := a.out.Closed(); err != nil {
		return err
	}
	defer a.collectLate()()
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
	lim := a.limits()
	lim.VerdictOnly = !check
	answer := f.Solve
	if check {
		answer = f.Prove
	}
	a.checks = check
	r := a.reader(name)
	r.OnWait = func() { a.out.Flush() } // whoever waits for us before going on has all answers then
	cases, err := r.Open(ctx, file)
	if err != nil {
		return err
	}
	defer cases.Close()
	promises := f.Promises(name)
	for {
		in, err := cases.Next()
		if err == io.EOF {
			return nothing(cases)
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
			err = f.WriteAnswer(a.out, name, in, cl)
		}
		var le *puzzle.LimitError
		if errors.As(err, &le) {
			err = stopped(le, "or leave out --check")
		}
		if err != nil {
			return cases.Blame(err)
		}
	}
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
func (a *app) collectLate() (restore func()) {
	if a.memory <= 0 || os.Getenv("GOGC") != "" {
		return func() {}
	}
	percent := debug.SetGCPercent(lateHeap / (4 << 20) * 100)
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		debug.SetMemoryLimit(int64(a.memory))
	}
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
