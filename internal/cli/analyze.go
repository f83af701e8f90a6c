package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) analyzeCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "analyze FILE",
		Short: "Say what is known about a puzzle apart from its target",
		Long: `analyze reads puzzles from a file, or from standard input for "-", and prints what is
known about each apart from the question of its target, a fact a line. With --json it is one object
for each puzzle, with the facts in the same order and numbers that may be large as texts; where a
limit stopped it, the field "stopped" says so.

With the name of a family in place of the file (a file of that name is ./NAME) it prints the tables
that the flags of "gridwright analyze FAMILY --help" ask for.`,
		Example: `  gridwright analyze board.txt
  gridwright analyze --json board.txt`,
		Args: needs(1, 1, `a file, "-" for standard input, or the name of a family`),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveDefault // files, next to the families that cobra knows
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.run(func(ctx context.Context, args []string) error {
			if _, err := os.Stat(args[0]); err != nil && slices.Contains(a.familyNames(), args[0]) {
				return exit.Usagef("the family %s has no tables", args[0])
			}
			return a.eachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
				if err := a.analyze(ctx, cases, in); err != nil {
					return cases.Blame(err)
				}
				return nil
			})
		}),
	}
	a.formatFlag(c, &format)
	for _, f := range a.families {
		if len(f.Tables()) > 0 {
			c.AddCommand(a.tablesCommand(f))
		}
	}
	return c
}

func (a *app) analyze(ctx context.Context, cases *input.Cases, in puzzle.Instance) error {
	f := a.family(in)
	if !a.json && f.CanAnalyze() {
		a.heading(cases)
	}
	object := newObject("family", f.Name())
	err := f.Analyze(ctx, in, a.limits(), func(fact puzzle.Fact) error {
		if a.json {
			return object.add(fact.Name, fact.Value)
		}
		a.meter.clear()
		text := fact.Text
		if text == "" {
			text = fmt.Sprint(fact.Value)
		}
		fmt.Fprintf(a.out, "%s: %s\n", fact.Name, text)
		return a.out.Flush() // the next one may take a while
	})
	var le *puzzle.LimitError
	stopped := errors.As(err, &le)
	if stopped {
		object.add("stopped", map[string]string{"limit": le.Limit, "detail": le.Msg})
	}
	if a.json && (err == nil || stopped) {
		a.out.Write(object.line())
	}
	if err != nil {
		return exit.Unknown(err)
	}
	return a.out.Flush()
}

// tablesCommand is "analyze FAMILY", with a flag for each of its tables.
func (a *app) tablesCommand(f *puzzle.Family) *cobra.Command {
	tables := f.Tables()
	asked := make([]tableArg, len(tables))
	names := make([]string, len(tables))
	c := &cobra.Command{
		Use:   f.Name(),
		Short: "Print tables of the family " + f.Name(),
		Long: f.Name() + ` prints the tables that the flags ask for: a line of titles and then the rows, with a
tab between columns, or with --json an object a row.`,
		Args:              needs(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	for i, t := range tables {
		names[i] = "--" + t.Name
		asked[i].kind = t.Arg
		c.Flags().Var(&asked[i], t.Name, t.Doc)
		c.RegisterFlagCompletionFunc(t.Name, cobra.NoFileCompletions)
		c.Example += fmt.Sprintf("  gridwright analyze %s --%s %s\n", f.Name(), t.Name, t.Arg)
	}
	c.Example = strings.TrimSuffix(c.Example, "\n")
	c.RunE = a.run(func(ctx context.Context, _ []string) error {
		for i, t := range tables {
			if !asked[i].given {
				continue
			}
			if err := a.table(ctx, f, t, asked[i].text); err != nil {
				return fmt.Errorf("--%s: %w", t.Name, exit.Unknown(err))
			}
		}
		if !slices.ContainsFunc(asked, func(t tableArg) bool { return t.given }) {
			return exit.Usagef("which table? There are: %s", strings.Join(names, ", "))
		}
		return a.out.Flush()
	})
	return c
}

// A tableArg asks for a table. It is a flag.Value.
type tableArg struct {
	text, kind string
	given      bool
}

func (t *tableArg) Set(text string) error {
	t.text, t.given = text, true
	return nil
}

func (t *tableArg) String() string { return t.text }

func (t *tableArg) Type() string { return t.kind }

// table prints one table. Where its argument is refused no titles stand there either.
func (a *app) table(ctx context.Context, f *puzzle.Family, t puzzle.Table, arg string) error {
	begun := a.json
	begin := func() {
		if begun {
			return
		}
		if a.said {
			a.out.WriteByte('\n')
		}
		begun, a.said = true, true
		fmt.Fprintln(a.out, strings.Join(t.Columns, "\t"))
	}
	err := f.Table(ctx, t.Name, arg, a.limits(), func(row []string) error {
		begin()
		if !a.json {
			fmt.Fprintln(a.out, strings.Join(row, "\t"))
			return a.out.Flush()
		}
		object := newObject(t.Columns[0], row[0])
		for i, v := range row[1:] {
			if err := object.add(t.Columns[i+1], v); err != nil {
				return err
			}
		}
		a.out.Write(object.line())
		return a.out.Flush()
	})
	if err == nil {
		begin()
	}
	return err
}
