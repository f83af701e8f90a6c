package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/cli/verify"
)

func (a *app) manCommand() *cobra.Command {
	var root *cobra.Command
	c := &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages",
		Long: `man writes a manual page for each command into DIR/man1, and for each topic into DIR/man7; it
makes the directories if need be. With DIR in MANPATH, or among those that man searches anyway,
"man gridwright" shows them. The pages carry no date: the same program writes the same bytes.`,
		Example: `  gridwright man ~/.local/share/man
  gridwright man ./man && man -M ./man gridwright-solve`,
		Args: session.Needs(1, 1, "a directory"),
		RunE: a.Run(func(_ context.Context, args []string) error {
			pages := append(a.manPages(root), verifyPage())
			for _, page := range pages {
				dir := filepath.Join(args[0], "man"+page.section)
				if err := os.MkdirAll(dir, 0o777); err != nil {
					return input.In(dir, err)
				}
				file := filepath.Join(dir, page.name+"."+page.section)
				if err := os.WriteFile(file, page.text, 0o666); err != nil {
					return input.In(file, err)
				}
			}
			return nil
		}),
	}
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		root = c.Root()
		return run(c, args)
	}
	return c
}

type manPage struct {
	name, section string
	text          []byte
}

// manPages writes the pages of c and the commands below it. (cobra/doc does that too, by way of Markdown
// and two more libraries, which every start of the program would have to load.)
func (a *app) manPages(c *cobra.Command) []manPage {
	pages := []manPage{{manName(c), section(c), a.manPage(c)}}
	for _, sub := range explained(c) {
		pages = append(pages, a.manPages(sub)...)
	}
	return pages
}

// verifyPage is the page of the other program.
func verifyPage() manPage {
	var b bytes.Buffer
	manHead(&b, "gridverify", "1", "check claims about grid puzzles")
	fmt.Fprintf(&b, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", roff(strings.TrimSpace(verify.Usage)))
	b.WriteString(".SH SEE ALSO\n\\fBgridwright\\-check\\fR(1)\n")
	return manPage{"gridverify", "1", b.Bytes()}
}

func manHead(b *bytes.Buffer, name, section, short string) {
	fmt.Fprintf(b, ".TH %q %q \"\" %q %q\n", strings.ToUpper(name), section, session.Prog, "Gridwright manual")
	fmt.Fprintf(b, ".SH NAME\n%s \\- %s\n", roff(name), roff(short))
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

func section(c *cobra.Command) string {
	if c.HasParent() && c.IsAdditionalHelpTopicCommand() {
		return "7"
	}
	return "1"
}

func (a *app) manPage(c *cobra.Command) []byte {
	var b bytes.Buffer
	manHead(&b, manName(c), section(c), c.Short)
	long := helptext.Fill(a.long(c))
	if section(c) == "7" {
		// A topic's layout is its own.
		fmt.Fprintf(&b, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", roff(strings.TrimSpace(long)))
	} else {
		use := c.UseLine()
		if !c.HasParent() {
			use = c.Name() + " COMMAND"
		}
		fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR\n", roff(use))
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", strings.ReplaceAll(roff(strings.TrimSpace(long)), "\n\n", "\n.PP\n"))
	}
	manFlags(&b, "OPTIONS", c.NonInheritedFlags())
	manFlags(&b, "COMMON OPTIONS", c.InheritedFlags())
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLE\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	manSeeAlso(&b, c)
	return b.Bytes()
}

func manFlags(b *bytes.Buffer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		if kind != "" {
			kind = " " + kind
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR%s\n%s", roff("--"+f.Name), roff(kind), roff(usage))
		if f.DefValue != "" && f.DefValue != "false" {
			fmt.Fprintf(b, " (default %s)", roff(f.DefValue))
		}
		b.WriteByte('\n')
	})
}

func manSeeAlso(b *bytes.Buffer, c *cobra.Command) {
	var refs []string
	if c.HasParent() {
		refs = append(refs, fmt.Sprintf("\\fB%s\\fR(1)", roff(manName(c.Parent()))))
	}
	for _, sub := range explained(c) {
		refs = append(refs, fmt.Sprintf("\\fB%s\\fR(%s)", roff(manName(sub)), section(sub)))
	}
	if c.Name() == "check" {
		refs = append(refs, "\\fBgridverify\\fR(1)")
	}
	if len(refs) > 0 {
		fmt.Fprintf(b, ".SH SEE ALSO\n%s\n", strings.Join(refs, ", "))
	}
}

// roff escapes what troff would take for a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if line != "" && (line[0] == '.' || line[0] == '\'') {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
