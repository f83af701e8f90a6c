package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

// helpCommand replaces cobra's, which answers a name that does not exist with success.
func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Explain a command or a topic",
		Long: `help prints what a command does, with its flags and an example, or explains a topic:
"formats" (what puzzles can be written in), "exit-codes", or a family by its name, with samples.`,
		Example: `  gridwright help solve
  gridwright help formats`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if at, _ := below(c.Root(), args); at != nil {
				for _, sub := range explained(at) {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			at, ok := below(c.Root(), args)
			if !ok {
				return unknownCommand(c.Root(), "command or topic", strings.Join(args, " "))
			}
			a.Out.WriteString(a.helpText(at))
			return nil
		},
	}
}

// below finds the command that path leads to.
func below(root *cobra.Command, path []string) (at *cobra.Command, ok bool) {
	at = root
	for _, name := range path {
		i := slices.IndexFunc(at.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
		if i < 0 {
			return nil, false
		}
		at = at.Commands()[i]
	}
	return at, true
}

// explained lists the commands and topics right below c that help tells of.
func explained(c *cobra.Command) (subs []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			subs = append(subs, sub)
		}
	}
	return subs
}

const exitCodesLong = `All commands end with one of these codes:

    0  answered: solved, impossible, counted; accepted; valid
    1  check: a claim was rejected
       judge: an output is wrong
       package --verify: the package is not right
       solve with --exit-status or --write: a puzzle is impossible
       when --exit-status: the answer is never
       stress: the program failed
    2  bad usage or bad input: standard error says what, and where in the
       input
    3  stopped at a limit: the answer is unknown; standard error says how to
       raise the limit
    4  a fault: an answer of our own failed its check, or could not be written
       judge, stress: an output shows that the reference is wrong
  130  interrupted

With several puzzles the gravest code wins, in the order 130, 4, 2, 3, 1, 0.

With --as, judge and validate end as a contest system expects. Where they
end with 2, 3, 4 or 130 otherwise, nothing is said of an output, nor of an
input but by validate: that is an error of the judge.

    --as                       kattis  testlib  oj
    accepted; valid                42        0   0
    wrong answer                   43        1   1
    unreadable output              43        2   1
    validate: not valid            43
    an error of the judge          44        3   3

An answer that cannot be written is a fault, also where standard output is closed (>&-); only
check, judge, validate, and solve and when with --exit-status, tell all by their exit code and need none.
Where the system gives less memory than --max-memory allows ("ulimit -v", a container), Go's runtime ends
the program itself, with code 2 and a report such as "fatal error: runtime: out of memory" on standard
error, or the system kills it, which a shell reports as 137; to testlib that 2 is
"unreadable". Give --max-memory less than the system does.`

func exitCodesTopic() *cobra.Command {
	return &cobra.Command{Use: "exit-codes", Short: "What the exit codes mean", Long: exitCodesLong}
}

const formatsLong = `An input is read as what it looks like: a text that begins with "{" as JSON; else a
text in one of the formats below, where exactly one fits; else as YAML. --format forces
one of them, and --family leaves out all other families; where a text could be of another family too,
standard error says what it was taken for. A byte-order mark and line ends in CRLF do no harm.

json, yaml
    A document with the fields "family" and "version" and those of the
    family: "gridwright schema FAMILY" prints them. An input may hold several
    documents, in JSON one after the other, in YAML with lines of --- in
    between; each is a case of its own, or several.
    A YAML document says what a JSON document would: anchors, tags and merge
    keys are refused, and what is no number of JSON is a text as written. A
    row of digits alone needs no quotes, with or without leading zeros (0101);
    a row that reads as another number does (-1, 1e5), and so do true, false
    and null. A YAML text has at most 4 MiB, about a million values and signs
    and 8192 fields; JSON has no such bounds.

--timeout and --max-memory hold for the reading of a document, or of a case in
another format, as they do for solving its puzzle: its text and all that is
made of it. Waiting for an input takes none of the time.`

// formatsTopic lists the text formats. Its text is put together when it is asked for.
func formatsTopic() *cobra.Command {
	return &cobra.Command{Use: "formats", Short: "What puzzles can be written in", Long: formatsLong}
}

// familyTopics are a topic for each family. Their texts are put together when they are asked for.
func (a *app) familyTopics() (topics []*cobra.Command) {
	for _, f := range a.Families {
		topics = append(topics, &cobra.Command{Use: f.Name(), Short: f.Title(), Long: f.Title()})
	}
	return topics
}

// familyLong tells what a family is about, and shows a sample of each of its text formats: side by side, as many as
// a screen is wide, and the names of the others.
func familyLong(f *puzzle.Family) string {
	var b strings.Builder
	b.WriteString(f.Name() + ": " + f.Title() + "\n\n" + session.OneLine(f.Doc()) + "\n")
	var columns [][]string
	for _, t := range f.Formats() {
		name := t.Name
		if t.Contest {
			name += "*"
		}
		columns = append(columns, append([]string{name + ":"}, strings.Split(strings.TrimSuffix(t.Sample, "\n"), "\n")...))
	}
	n := 1
	for n < len(columns) && widest(session.Beside(columns[:n+1])) <= helpWidth-2 {
		n++
	}
	for _, line := range session.Beside(columns[:n]) {
		b.WriteString(strings.TrimRight("\n  "+line, " "))
	}
	b.WriteString("\n\n* of a contest. ")
	if n < len(columns) {
		var names []string
		for _, c := range columns[n:] {
			names = append(names, strings.TrimSuffix(c[0], ":"))
		}
		b.WriteString("Further formats: " + strings.Join(names, ", ") + ". ")
	}
	fmt.Fprintf(&b, "More: \"%s help formats\", docs/formats/%s.md, \"%s schema %s\" (JSON and YAML). ",
		session.Prog, f.Name(), session.Prog, f.Name())
	fmt.Fprintf(&b, "--family %s reads an input as of this family.", f.Name())
	return b.String()
}

// widest is the number of characters of the longest line.
func widest(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// long is the description of a command or topic.
func (a *app) long(c *cobra.Command) string {
	if c.IsAdditionalHelpTopicCommand() {
		for _, f := range a.Families {
			if f.Name() == c.Name() {
				return familyLong(f)
			}
		}
	}
	if c.Name() != "formats" {
		if !c.HasParent() || c.Parent().HasParent() {
			return c.Long
		}
		return c.Long + a.answering(c.Name())
	}
	var b strings.Builder
	b.WriteString(formatsLong)
	for _, f := range a.Families {
		for _, t := range f.Formats() {
			b.WriteString("\n\n" + t.Name + " (family " + f.Name())
			if t.Contest {
				b.WriteString(", a contest's")
			}
			b.WriteString(")")
			doc := t.Doc
			if t.Evidence {
				doc += " \"solve --write " + t.Name + "\" prints answers in it."
			}
			for _, line := range helptext.Wrap(doc, helpWidth-4) {
				b.WriteString(strings.TrimRight("\n  "+line, " "))
			}
		}
	}
	return b.String()
}

// helpWidth is how many columns help texts are wide at most.
const helpWidth = helptext.Width

// showHelp is what --help does.
func (a *app) showHelp(c *cobra.Command, _ []string) {
	if args := c.Flags().Args(); !c.HasParent() && len(args) > 0 {
		a.Fail(unknownCommand(c, "command", args[0])) // --help or not
		return
	}
	a.Out.WriteString(a.helpText(c))
}

// helpText explains a command or a topic.
func (a *app) helpText(c *cobra.Command) string { return helptext.Text(c, session.Prog, a.long(c)) }
