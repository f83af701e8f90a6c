package cli

import (
	"context"
	"encoding/json"
	"fmt"
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
		Short: "Say what is known about a puzzle apart from its target, or print a table",
		Long: `analyze reads puzzles from a file, or from standard input for "-", and prints what is
known about each apart from the question of its target, a fact a line. With --json it is one object
for each puzzle.

With the name of a family in place of the file it prints the tables that the flags of
"gridwright analyze FAMILY --help" ask for: columns with a tab in between, or with --json an
object a row.`,
		Args: needs(1, 1, `a file, "-" for standard input, or the name of a family`),
		RunE: a.run(func(ctx context.Context, args []string) error {
			return a.eachCase(ctx, format, args[0], func(cases *input.Cases, in puzzle.Instance, several bool) error {
				return a.analyze(ctx, cases, in, several)
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

// tablesCommand is "analyze FAMILY", with a flag for each of its tables.
func (a *app) tablesCommand(f *puzzle.Family) *cobra.Command {
	tables := f.Tables()
	asked := make([]string, len(tables))
	names := make([]string, len(tables))
	c := &cobra.Command{
		Use:   f.Name(),
		Short: "Print tables of the family " + f.Name(),
		Args:  cobra.NoArgs,
	}
	for i, t := range tables {
		names[i] = "--" + t.Name
		c.Flags().StringVar(&asked[i], t.Name, "", t.Doc+" `"+t.Arg+"`")
	}
	c.RunE = a.run(func(ctx context.Context, _ []string) error {
		any := false
		for i, t := range tables {
			if asked[i] == "" {
				continue
			}
			any = true
			if err := a.table(ctx, f, t, asked[i]); err != nil {
				return fmt.Errorf("--%s: %w", t.Name, unknown(err))
			}
		}
		if !any {
			return exit.Usagef("which table? One of: %s", strings.Join(names, ", "))
		}
		return nil
	})
	return c
}

func (a *app) table(ctx context.Context, f *puzzle.Family, t puzzle.Table, arg string) error {
	if !a.json {
		fmt.Fprintln(a.out, strings.Join(t.Columns, "\t"))
	}
	return f.Table(ctx, t.Name, arg, a.limits(), func(row []string) error {
		if !a.json {
			_, err := fmt.Fprintln(a.out, strings.Join(row, "\t"))
			return err
		}
		object := make(map[string]string, len(row))
		for i, v := range row {
			object[t.Columns[i]] = v
		}
		return json.NewEncoder(a.out).Encode(object)
	})
}

func (a *app) analyze(ctx context.Context, cases *input.Cases, in puzzle.Instance, several bool) error {
	f := a.family(in)
	if several && !a.json {
		if cases.N() > 1 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintf(a.out, "case %d:\n", cases.N())
	}
	object := map[string]any{"family": f.Name()}
	err := f.Analyze(ctx, in, a.limits(), func(fact puzzle.Fact) error {
		object[fact.Name] = fact.Value
		if a.json {
			return nil
		}
		text := fact.Text
		if text == "" {
			text = fmt.Sprint(fact.Value)
		}
		_, err := fmt.Fprintf(a.out, "%s: %s\n", fact.Name, text)
		return err
	})
	if err != nil {
		return cases.Blame(unknown(err))
	}
	if a.json {
		return json.NewEncoder(a.out).Encode(object)
	}
	return nil
}
