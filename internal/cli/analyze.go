package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/report"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) analyzeCommand() *cobra.Command {
	var format string
	var pl plot
	var rep analyses
	c := &cobra.Command{
		Use:   "analyze FILE...",
		Short: "Say what is known about a puzzle apart from its target",
		Long: `analyze reads puzzles from files, or from standard input for "-", and prints what is
known about each apart from the question of its target, a fact a line. With --json it is one document
for each puzzle, as "gridwright schema FAMILY analysis" describes it; where a limit stopped it, the
field "stopped" says so.

--plot FILE draws how many boards are at each distance, as SVG or PNG by its ending. --html FILE writes
a page with all facts, bars, and pictures of the boards that they speak of; it needs nothing else.

With the name of a family in place of the file (a file of that name is ./NAME) it prints the tables
that the flags of "gridwright analyze FAMILY --help" ask for.`,
		Example: `  gridwright analyze board.txt
  gridwright analyze --json board.txt
  gridwright analyze --html report.html moves.yaml`,
		Args: session.Needs(1, -1, "a file, or the name of a family"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault // files, next to the families that cobra knows
		},
		RunE: a.Run(func(ctx context.Context, args []string) error {
			if _, err := os.Stat(args[0]); err != nil && slices.Contains(a.FamilyNames(), args[0]) {
				return exit.Usagef("the family %s has no tables", args[0])
			}
			if pl.file != "" && a.JSON {
				return exit.Usagef("--json prints facts and --plot draws them; leave out one of the two")
			}
			if err := rep.begin(args, a.JSON, pl.file); err != nil {
				return err
			}
			err := pl.around(func() error {
				return a.EachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
					if err := pl.Begin(""); err != nil {
						return err
					}
					if err := a.analyze(ctx, cases, in, &pl, &rep); err != nil {
						return cases.Blame(err)
					}
					return nil
				})
			})
			if err != nil {
				return err
			}
			return rep.write(ctx, a.Limits())
		}),
	}
	a.FormatFlag(c, &format)
	pl.flags(c, "how many boards are at each distance")
	c.Flags().StringVar(&rep.file, "html", "", "write this page too, with pictures and bars; it needs nothing else")
	for _, f := range a.Families {
		if len(f.Tables()) > 0 {
			c.AddCommand(a.tablesCommand(f))
		}
	}
	return c
}

func (a *app) analyze(ctx context.Context, cases *input.Cases, in puzzle.Instance, pl *plot,
	rep *analyses) error {
	f := in.Solver()
	if a.JSON {
		return a.analyzeJSON(ctx, f, in.WithHead(cases.Head(in)))
	}
	var about *report.Analysis
	if f.Can(puzzle.AskAnalyze) {
		a.Heading(cases, in)
		about = rep.add(cases.Here(), in)
	}
	err := f.Analyze(ctx, in, a.Limits(), func(fact puzzle.Fact) error {
		a.Meter.Clear()
		pl.Fact(fact)
		about.Facts = append(about.Facts, fact)
		for _, line := range fact.Lines {
			a.Out.WriteString(factText(line))
		}
		return a.Out.Flush() // the next one may take a while
	})
	if err != nil {
		if about != nil {
			about.Stop = err.Error()
		}
		return exit.Unknown(err)
	}
	return a.Out.Flush()
}

// factWidth is how many columns a fact takes on a line, and factLines how many lines: a person reads no more, and
// --json has it whole.
const (
	factWidth = 100
	factLines = 64
)

// factText is a fact as a person reads it: a line where it fits there, else several, those that follow the first
// indented by two.
func factText(line puzzle.Line) string {
	var out []string
	for i, part := range strings.Split(line.Label+": "+line.Text, "\n") {
		indent := part[:len(part)-len(strings.TrimLeft(part, " "))]
		if utf8.RuneCountInString(part) <= factWidth {
			out = append(out, strings.TrimRight(part, " "))
			continue
		}
		if i == 0 {
			indent = "  "
		}
		for k, l := range helptext.Wrap(part, factWidth-len(indent)) {
			if n := utf8.RuneCountInString(l) - factWidth; n > 0 { // a row of a board
				keep := factWidth - 30
				l = string([]rune(l)[:keep]) + fmt.Sprintf("… and %d more", n+factWidth-keep)
			}
			if k > 0 || i > 0 {
				l = indent + l
			}
			out = append(out, l)
		}
	}
	if more := len(out) - factLines; more > 0 {
		out = append(out[:factLines], fmt.Sprintf("  and %s more; --json has all", grid.Number(more, "line")))
	}
	return strings.Join(out, "\n") + "\n"
}

// analyzeJSON prints an analysis as one document, also where a limit stopped it.
func (a *app) analyzeJSON(ctx context.Context, f *puzzle.Family, in puzzle.Instance) error {
	doc, err := f.AppendAnalysis(ctx, nil, in, a.Limits())
	var le *puzzle.LimitError
	if err == nil || errors.As(err, &le) {
		a.Meter.Clear()
		a.Out.Write(append(doc, '\n'))
	}
	switch {
	case le != nil:
		return &exit.Said{Limit: le, Err: err}
	case err != nil:
		return err
	}
	return a.Out.Flush()
}

// tablesCommand is "analyze FAMILY", with a flag for each of its tables and of their options.
func (a *app) tablesCommand(f *puzzle.Family) *cobra.Command {
	tables := f.Tables()
	var pl plot
	var workers fleetFlags
	asked := make([]flagText, len(tables))
	options := map[string]*flagText{}
	names := make([]string, len(tables))
	c := &cobra.Command{
		Use:   f.Name(),
		Short: "Print tables of the family " + f.Name(),
		Long: f.Name() + ` prints the tables that the flags ask for: a line of titles and then the rows, with a
tab between columns. With --json it is an object a row, whose keys are the titles with an
underscore for each blank; all values are texts.

With --nats the workers of a queue compute the rows, many at a time where a table can be shared out.`,
		Args:              session.Needs(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flag := func(v *flagText, name, doc string) {
		c.Flags().Var(v, name, doc)
		c.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	for i, t := range tables {
		names[i] = "--" + t.Name
		asked[i].kind = t.Arg
		flag(&asked[i], t.Name, t.Doc)
		c.Example += fmt.Sprintf("  gridwright analyze %s --%s %s\n", f.Name(), t.Name, t.Arg)
		for _, o := range t.Options {
			if options[o.Name] == nil {
				options[o.Name] = &flagText{text: o.Default, kind: o.Arg}
				flag(options[o.Name], o.Name, optionDoc(tables, o))
			}
		}
	}
	c.Example = strings.TrimSuffix(c.Example, "\n")
	c.RunE = a.Run(func(ctx context.Context, _ []string) error {
		if !slices.ContainsFunc(asked, func(t flagText) bool { return t.given }) {
			return exit.Usagef("which table? There are: %s", strings.Join(names, ", "))
		}
		return pl.around(func() error {
			for i, t := range tables {
				if !asked[i].given {
					continue
				}
				if err := pl.Begin(fmt.Sprintf("%s: %s %s", f.Name(), t.Name, asked[i].text)); err != nil {
					return err
				}
				if err := a.table(ctx, f, t.Name, asked[i].text, options, &pl, &workers); err != nil {
					var bad *puzzle.OptionError
					if errors.As(err, &bad) {
						return fmt.Errorf("--%s: %w", bad.Option, bad.Err)
					}
					return fmt.Errorf("--%s: %w", t.Name, exit.Unknown(err))
				}
			}
			return a.Out.Flush()
		})
	})
	workers.flags(c.Flags())
	pl.flags(c, "the table: lines over its first column, or a map of two sizes")
	return c
}

// optionDoc is what the help says about an option, with the tables that have it.
func optionDoc(tables []puzzle.Table, o puzzle.Option) string {
	var of []string
	for _, t := range tables {
		if slices.Contains(t.Options, o) {
			of = append(of, "--"+t.Name)
		}
	}
	if len(of) == len(tables) {
		return "of all tables: " + o.Doc
	}
	return "of " + strings.Join(of, ", ") + ": " + o.Doc
}

// A flagText is a flag's value as it was given.
type flagText struct {
	text, kind string
	given      bool
}

func (t *flagText) Set(text string) error {
	t.text, t.given = text, true
	return nil
}

func (t *flagText) String() string { return t.text }

func (t *flagText) Type() string { return t.kind }

// table prints one table. Where its argument is refused no titles stand there either.
func (a *app) table(ctx context.Context, f *puzzle.Family, name, arg string, options map[string]*flagText,
	pl *plot, workers *fleetFlags) error {
	given := puzzle.Options{}
	for key, o := range options {
		if o.given {
			given[key] = o.text
		}
	}
	list, err := f.OpenTable(name, arg, given)
	if err == nil {
		err = a.shared(workers, f, name, arg, given, &list)
	}
	if err != nil {
		return err
	}
	begun := a.JSON
	begin := func() {
		if begun {
			return
		}
		begun = true
		a.Gap()
		fmt.Fprintln(a.Out, strings.Join(list.Columns, "\t"))
	}
	err = list.Rows(ctx, a.Limits(), func(row []string) error {
		begin()
		if err := pl.Row(list.Columns, row); err != nil {
			return err
		}
		if !a.JSON {
			fmt.Fprintln(a.Out, strings.Join(row, "\t"))
			return a.Out.Flush()
		}
		object := session.NewObject(columnKey(list.Columns[0]), row[0])
		for i, v := range row[1:] {
			if err := object.Add(columnKey(list.Columns[i+1]), v); err != nil {
				return err
			}
		}
		a.Out.Write(object.Line())
		return a.Out.Flush()
	})
	if err == nil {
		begin()
	}
	return err
}

// columnKey is a column's title as a key.
func columnKey(title string) string { return strings.ReplaceAll(title, " ", "_") }
