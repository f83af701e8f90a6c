package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

type formatInfo struct {
	Name    string `json:"name"`
	Contest bool   `json:"contest"`
	Doc     string `json:"doc"`
}

type familyInfo struct {
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Doc     string       `json:"doc"`
	Version int          `json:"version"`
	Counts  string       `json:"counts,omitempty"`
	Formats []formatInfo `json:"formats"`
	Tables  []string     `json:"tables"`

	Answers []puzzle.Question          `json:"answers"`
	Lacks   map[puzzle.Question]string `json:"lacks"` // the reason, or ""
}

func (a *app) familiesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "families",
		Short: "List the families of puzzles and what each answers",
		Long: `families lists the families of puzzles that this program knows: the name that documents
carry in the field "family", what it is about, what "gridwright count" counts, the text formats, with a star
for those of contests, and the tables. Then a table shows which family answers which question.`,
		Example: `  gridwright families
  gridwright families --json`,
		Args: session.Needs(0, 0, "no arguments"),
		RunE: a.Run(func(context.Context, []string) error {
			if a.JSON {
				return a.familiesJSON()
			}
			for _, f := range a.Families {
				a.Out.WriteString(summary(f))
			}
			a.Out.WriteString("\n" + a.matrix())
			if lacks := a.lacks(); len(lacks) > 0 {
				a.Out.WriteString("\n")
				for _, l := range lacks {
					a.Out.WriteString(strings.Join(helptext.Wrap(l, helpWidth-2), "\n  ") + "\n")
				}
			}
			return a.Out.Flush()
		}),
	}
}

// summary is what families says of one.
func summary(f *puzzle.Family) string {
	var formats, tables []string
	for _, t := range f.Formats() {
		star := ""
		if t.Contest {
			star = "*"
		}
		formats = append(formats, t.Name+star)
	}
	for _, t := range f.Tables() {
		tables = append(tables, "--"+t.Name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", f.Name(), f.Title())
	list := func(what string, names ...string) {
		if text := strings.Join(names, ", "); text != "" {
			b.WriteString("  " + strings.Join(helptext.Wrap(what+": "+text, helpWidth-4), "\n    ") + "\n")
		}
	}
	list("counts", f.CountOf())
	list("formats", formats...)
	list("tables", tables...)
	return b.String()
}

func (a *app) familiesJSON() error {
	out := make([]familyInfo, 0, len(a.Families))
	for _, f := range a.Families {
		info := familyInfo{
			Name: f.Name(), Title: f.Title(), Doc: session.OneLine(f.Doc()), Version: f.Version(), Counts: f.CountOf(),
			Formats: []formatInfo{}, Tables: []string{},
		}
		info.Answers, info.Lacks = answers(f)
		for _, t := range f.Tables() {
			info.Tables = append(info.Tables, t.Name)
		}
		for _, t := range f.Formats() {
			info.Formats = append(info.Formats, formatInfo{t.Name, t.Contest, session.OneLine(t.Doc)})
		}
		out = append(out, info)
	}
	return a.Encode(out)
}

func (a *app) schemaCommand() *cobra.Command {
	schemas := []string{puzzle.SchemaInstance, puzzle.SchemaClaim, puzzle.SchemaAnalysis}
	return &cobra.Command{
		Use:   "schema FAMILY [instance|claim|analysis]",
		Short: "Print the JSON Schema of a family's documents, or of errors",
		Long: `schema prints the JSON Schema (draft 2020-12) of the documents of a family: of its puzzles
("instance", the default), of what is claimed about them ("claim"), or of what "gridwright analyze --json"
prints about them ("analysis"). "schema error" prints the schema of the objects that errors are on
standard error with --json.`,
		Example: fmt.Sprintf("  gridwright schema %[1]s > %[1]s.schema.json\n  gridwright schema %[1]s claim",
			session.One(a.FamilyNames())),
		Args: session.Needs(1, 2, `the name of a family, and "instance", "claim" or "analysis"`),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				names = append(a.FamilyNames(), "error")
			} else if len(args) == 1 {
				names = schemas
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.Run(func(_ context.Context, args []string) error {
			if args[0] == "error" && len(args) == 1 {
				a.Out.WriteString(exit.Schema)
				return a.Out.Flush()
			}
			which := puzzle.SchemaInstance
			if len(args) > 1 {
				which = args[1]
			}
			if !slices.Contains(schemas, which) {
				return exit.Usagef("there is no schema %q; there are: %s%s", which, strings.Join(schemas, ", "),
					grid.DidYouMean(which, schemas))
			}
			for _, f := range a.Families {
				if f.Name() != args[0] {
					continue
				}
				s, err := f.Schema(which)
				if err != nil {
					return err
				}
				a.Out.Write(append(s, '\n'))
				return a.Out.Flush()
			}
			return input.NoFamily(args[0], a.Checkers)
		}),
	}
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `version prints the version of the program, the revision that it was built from where
that is known, the version of Go, and the platform.`,
		Example: `  gridwright version
  gridwright version --json`,
		Args: session.Needs(0, 0, "no arguments"),
		RunE: a.Run(func(context.Context, []string) error {
			return a.version()
		}),
	}
}

func (a *app) version() error {
	v := buildinfo.Read()
	if a.JSON {
		return a.Encode(v)
	}
	a.Out.WriteString(v.Line(session.Prog))
	return a.Out.Flush()
}
