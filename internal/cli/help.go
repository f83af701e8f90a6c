package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/input"
)

// helpCommand replaces cobra's, which answers a name that does not exist with success.
func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Explain a command or a topic",
		Long: `help prints what a command does, with its flags and an example, or explains a topic:
"formats" (what puzzles can be written in) or "exit-codes".`,
		Example: `  gridwright help solve
  gridwright help formats`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				for _, sub := range c.Root().Commands() {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			at := c.Root()
			for _, name := range args {
				found := false
				for _, sub := range at.Commands() {
					if sub.Name() == name {
						at, found = sub, true
						break
					}
				}
				if !found {
					return unknownCommand(c.Root(), strings.Join(args, " "))
				}
			}
			at.InitDefaultHelpFlag() // else only commands that run have it
			return at.Help()
		},
	}
}

const exitCodesLong = `All commands end with one of these codes:

    0  answered: solved, impossible, counted; accepted
    1  check: a claim was rejected
       solve --exit-status: a puzzle is impossible
       when --exit-status: the answer is never
    2  bad usage or bad input: standard error says what, and where in the input
    3  stopped at a limit: the answer is unknown; standard error says how to raise the limit
    4  a fault: an answer of our own failed its check, or could not be written
  130  interrupted

With several puzzles the gravest code wins, in the order 130, 4, 2, 3, 1, 0.`

func exitCodesTopic() *cobra.Command {
	return &cobra.Command{Use: "exit-codes", Short: "What the exit codes mean", Long: exitCodesLong}
}

const formatsLong = `An input is read as what it looks like: a text that begins with "{" as JSON; else a
text in one of the formats below, where exactly one fits; else as YAML. --format forces
one of them. A byte-order mark and line ends in CRLF do no harm.

json, yaml
    A document with the fields "family" and "version" and those of the family:
    "gridwright schema FAMILY" prints them. A YAML document says what a JSON document would:
    anchors, tags and merge keys are refused, and what is no number of JSON is a
    text as it is written (a row 0101 keeps its zero; a row 1010 needs quotes).
    A JSON input may hold several documents, one after the other.
`

// formatsTopic lists the text formats. Its text is put together when it is asked for.
func (a *app) formatsTopic() *cobra.Command {
	c := &cobra.Command{Use: "formats", Short: "What puzzles can be written in", Long: formatsLong}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		a.out.WriteString(a.formatsText())
	})
	return c
}

func (a *app) formatsText() string {
	var b strings.Builder
	b.WriteString(formatsLong)
	for _, f := range a.families {
		for _, t := range f.Formats() {
			b.WriteString("\n" + t.Name + " (family " + f.Name())
			if t.Contest {
				b.WriteString(", a contest's")
			}
			b.WriteString(")\n")
			for _, line := range wrap(t.Doc, 84) {
				b.WriteString("    " + line + "\n")
			}
		}
	}
	return b.String()
}

// wrap breaks a paragraph into lines of at most width bytes, where words allow it.
func wrap(s string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func (a *app) formatNames() []string { return input.Known(a.checkers) }
