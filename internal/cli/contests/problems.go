package contests

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// needProblem is the contest called name, or the error of a name that is none.
func (a *app) needProblem(name string) (*contest.Problem, error) {
	if p := a.Problem(name); p != nil {
		return p, nil
	}
	return nil, exit.Usagef("there is no contest %q; there are: %s%s", name, strings.Join(a.ProblemNames(), ", "),
		grid.DidYouMean(name, a.ProblemNames()))
}

// completeProblem completes the name of a contest, and file names behind it.
func (a *app) completeProblem(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return a.ProblemNames(), cobra.ShellCompDirectiveNoFileComp
}

// A protocol is how a contest system calls a judge or a validator, and which exit codes it expects.
type protocol struct {
	name string
	// accepted, wrong and unreadable are about an output (of a validator: valid, and twice invalid); anything else that
	// happens is failed.
	accepted, wrong, unreadable, failed int
	least, most                         int // arguments behind the name of the contest
	arguments                           string
}

// protocols are those that --as knows.
var protocols = [...]protocol{
	{"kattis", 42, 43, 43, 44, 3, 3, "an input, an answer and a directory for feedback"},
	{"testlib", 0, 1, 2, 3, 3, 4, "an input, an output and an answer, and perhaps a report"},
	{"oj", 0, 1, 1, 3, 2, 3, "an input and an output, and perhaps an answer"},
}

// protocolNames lists the protocols, the first n of them.
func protocolNames(n int) (names []string) {
	for _, p := range protocols[:n] {
		names = append(names, p.name)
	}
	return names
}

// findProtocol finds one of the first n protocols; nil for "".
func findProtocol(name string, n int) (*protocol, error) {
	if name == "" {
		return nil, nil
	}
	names := protocolNames(n)
	if i := slices.Index(names, name); i >= 0 {
		return &protocols[i], nil
	}
	return nil, exit.Usagef("--as is %q; it can be: %s%s", name, strings.Join(names, ", "), grid.DidYouMean(name, names))
}

// ExitCode turns code, with which a run ends, into what the contest system that called wants to hear. It goes by the
// arguments, because what is wrong with them counts as a failure too: code 2 would be a verdict in some systems. Where
// nothing was ruled, as by a --help among the arguments, success is none.
func ExitCode(code int, ruled, unreadable bool, args []string) int {
	name := protocolAsked(args)
	if name == "" {
		return code
	}
	p, err := findProtocol(name, len(protocols))
	switch {
	case err != nil:
		return exit.Limit // 3: a failure to all of them
	case code == exit.OK && ruled:
		return p.accepted
	case code == exit.No && unreadable:
		return p.unreadable
	case code == exit.No:
		return p.wrong
	}
	return p.failed
}

// protocolAsked finds --as among the arguments of a command that has it; "" where it is not there, or says so.
func protocolAsked(args []string) (name string) {
	if !slices.Contains(args, "judge") && !slices.Contains(args, "validate") {
		return ""
	}
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--as="); ok {
			name = value
		} else if arg == "--as" && i+1 < len(args) {
			name = args[i+1]
		}
	}
	return name
}

// whole reads an input, which the limit on memory bounds.
func (a *app) whole(ctx context.Context, name string) ([]byte, error) {
	most := int64(math.MaxInt64)
	if a.Memory > 0 {
		most = int64(a.Memory)
	}
	text, more, err := input.ReadAll(ctx, name, a.Stdin, most)
	if more {
		err = input.In(name, &puzzle.LimitError{Limit: "memory",
			Msg: "the input is longer than the limit on memory, " + puzzle.Bytes(most)})
	}
	return text, err
}

// longestMessage is how much of a message about somebody else's output is shown, in bytes.
const longestMessage = 1000

// printable is text without anything that a terminal would act on or that nobody can see: control characters, marks of
// direction and bytes that are no UTF-8 are escaped.
func printable(text string) string {
	clean := utf8.ValidString(text)
	for _, r := range text {
		clean = clean && unicode.IsPrint(r)
	}
	if clean && len(text) <= longestMessage {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		if b.Len() >= longestMessage {
			b.WriteString("…")
			break
		}
		r, n := utf8.DecodeRuneInString(text)
		if unicode.IsPrint(r) && (r != utf8.RuneError || n > 1) {
			b.WriteString(text[:n])
		} else {
			b.WriteString(strings.Trim(strconv.QuoteToASCII(text[:n]), `"`))
		}
		text = text[n:]
	}
	return b.String()
}
