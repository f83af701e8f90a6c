// Package helptext lays out what the programs say about their commands: one look for all of them.
package helptext

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/internal/cli/exit"
)

// Width is how many columns help texts are wide at most.
const Width = 78

// Text is cobra's, but for the lines about how to call the program and its topics, and for its width. prog is the name
// of the program, and long what there is to say about the command.
func Text(c *cobra.Command, prog, long string) string {
	var b strings.Builder
	b.WriteString(Fill(long) + "\n")
	if c.IsAdditionalHelpTopicCommand() {
		return b.String()
	}
	c.InitDefaultHelpFlag() // else only commands that run have it
	var commands, topics []*cobra.Command
	for _, sub := range c.Commands() {
		switch {
		case sub.IsAdditionalHelpTopicCommand():
			topics = append(topics, sub)
		case sub.IsAvailableCommand() || sub.Name() == "help":
			commands = append(commands, sub)
		}
	}
	b.WriteString("\nUsage:\n")
	if c.HasParent() {
		b.WriteString("  " + c.UseLine() + "\n")
		for _, sub := range commands {
			b.WriteString("  " + sub.UseLine() + "\n")
		}
	} else {
		b.WriteString("  " + c.Name() + " COMMAND\n")
	}
	if c.Example != "" {
		b.WriteString("\nExamples:\n" + c.Example + "\n")
	}
	table(&b, "Commands", "", commands)
	if flags := c.LocalFlags(); flags.HasAvailableFlags() {
		b.WriteString("\nFlags:\n" + flags.FlagUsagesWrapped(Width))
	}
	if flags := c.InheritedFlags(); flags.HasAvailableFlags() {
		b.WriteString("\nGlobal flags:\n" + flags.FlagUsagesWrapped(Width))
	}
	table(&b, "Help topics", prog+" help ", topics)
	if !c.HasParent() {
		b.WriteString("\n\"" + prog + " COMMAND --help\" says more about a command.\n")
	}
	return b.String()
}

// table lists commands in two columns.
func table(b *strings.Builder, title, prefix string, commands []*cobra.Command) {
	width := 0
	for _, c := range commands {
		width = max(width, len(c.Name()))
	}
	if len(commands) > 0 {
		b.WriteString("\n" + title + ":\n")
	}
	for _, c := range commands {
		fmt.Fprintf(b, "  %s%-*s  %s\n", prefix, width, c.Name(), c.Short)
	}
}

// Fill wraps the paragraphs of s. Lines that begin with a space are left as they are.
func Fill(s string) string {
	var out, paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			out = append(out, Wrap(strings.Join(paragraph, " "), Width)...)
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" && line[0] != ' ' {
			paragraph = append(paragraph, line)
			continue
		}
		flush()
		out = append(out, line)
	}
	flush()
	return strings.Join(out, "\n")
}

// Wrap breaks a paragraph into lines of at most width characters, where words allow it.
func Wrap(s string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
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

// BadFlag says what is wrong with the value of a flag.
func BadFlag(bad *pflag.InvalidValueError) error {
	f := bad.GetFlag()
	return exit.BadValue("--"+f.Name, f.Value.Type(), bad.GetValue(), bad.Unwrap())
}
