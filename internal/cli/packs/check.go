package packs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/pack"
)

// Command is the command pack, with those below it.
func Command(s *session.Session) *cobra.Command {
	c := &cobra.Command{
		Use:   "pack",
		Short: "Look after packs of levels",
		Long: `pack has commands about packs of levels: files and folders of puzzles, in any form. A pack is a list of
documents in JSON or YAML, documents one after the other or one a line, or a text with blank lines between its boards.
Levels of several families may stand in one pack.`,
		Example: "  gridwright pack check levels.yaml",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return exit.Usagef("there is no command \"pack %s\"; see %q", args[0], c.CommandPath()+" --help")
			}
			return exit.Usagef("pack needs one of its commands; see %q", c.CommandPath()+" --help")
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args has refused
	}
	c.AddCommand(checkCommand(s), makeCommand(s))
	return c
}

// checking is the command pack check under way.
type checking struct {
	*session.Session
	format string
	jobs   exit.Whole
	junit  string
	html   string
	fix    string
}

func checkCommand(s *session.Session) *cobra.Command {
	k := &checking{Session: s}
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Say which levels are wrong, and how difficult each is",
		Long: `check reads packs of levels from files and folders, or from standard input for "-", and prints a line for each
level: its verdict, in how few moves it can be solved, in how many ways that short, how difficult it is, and remarks.

A level is wrong where it cannot be read or cannot be solved; where the minimum that its author claims is not the least,
or the claimed solution does not solve it; and where it is an earlier level again, up to the symmetries of the board and
the names of colours. One wrong level does not keep the others from being checked. Every verdict and every claimed
solution has passed the checker. "≤ 9" and "3–9" are bounds, where the least number of moves is not known.

--html writes a page with pictures, which sorts and filters; --junit writes a test for each level. --fix writes the pack
as it could be: with the right minimum, a solution that is one, and in place of a level that cannot be solved the
nearest that can, a cell or two of it changed. Where none is found in five seconds, or a minute for the whole pack, the
level stays and claims nothing. Twins stay; what cannot be read is left out.

The limits, --timeout and --max-memory, are those of one level. The exit code is 0 where all levels are right, 1 where
one is wrong, 2 where a file cannot be read, and 3 where a limit kept a level from its verdict.`,
		Example: `  gridwright pack check levels.yaml
  gridwright pack check levels/ --junit levels.xml --html levels.html
  gridwright pack check --json levels/ | jq '.levels[] | select(.wrong)'`,
		Args: session.Needs(1, -1, "a file or a folder"),
	}
	c.RunE = s.Run(k.run)
	s.FormatFlag(c, &k.format)
	c.Flags().StringVar(&k.junit, "junit", "", "write this file too: a test suite in XML, as CI systems read it")
	c.Flags().StringVar(&k.html, "html", "", "write this file too: a page with pictures, which needs nothing else")
	c.Flags().StringVar(&k.fix, "fix", "", "write the pack here as it could be, in JSON")
	c.Flags().VarP(&k.jobs, "jobs", "j", "levels that are looked at at a time (0: one for each processor)")
	return c
}

func (k *checking) run(ctx context.Context, names []string) error {
	k.Checks = true
	if err := k.apart(names); err != nil {
		return err
	}
	stop := false
	entries, err := pack.Load(ctx, k.Reader(k.format), names, func(err error) { stop = stop || !k.Fail(err) })
	if err != nil || stop {
		return err
	}
	if len(entries) == 0 {
		if k.Code == exit.OK {
			return exit.Usagef("there is no level to read here")
		}
		return nil
	}
	if err := k.apart(filesOf(entries)); err != nil { // those in folders
		return err
	}
	results, err := pack.Check(ctx, entries, pack.Options{Limits: k.Limits(), Workers: int(k.jobs)})
	if err != nil {
		return err
	}
	if k.fix != "" {
		if err := pack.Mend(ctx, results, k.Limits()); err != nil {
			return err
		}
	}
	if err := k.print(results); err != nil {
		return err
	}
	if err := k.files(ctx, results); err != nil {
		return err
	}
	k.judge(results)
	return nil
}

// outputs are the flags that name files to write, and these.
func (k *checking) outputs() [3][2]string {
	return [...][2]string{{"--junit", k.junit}, {"--fix", k.fix}, {"--html", k.html}}
}

// apart refuses a report in the place of another one, or of a file that is read.
func (k *checking) apart(read []string) error {
	out := k.outputs()
	for i, o := range out {
		if o[1] == "" {
			continue
		}
		for _, p := range out[:i] {
			if p[1] != "" && session.SameFile(o[1], p[1]) {
				return exit.Usagef("%s and %s name the same file, %s", p[0], o[0], o[1])
			}
		}
		for _, name := range read {
			if session.SameFile(o[1], name) {
				return exit.Usagef("%s %s would overwrite the pack that is read; name another file", o[0], o[1])
			}
		}
	}
	return nil
}

// filesOf are the files in which entries stand.
func filesOf(entries []pack.Entry) (files []string) {
	for _, e := range entries {
		if n := len(files); n == 0 || files[n-1] != e.File {
			files = append(files, e.File)
		}
	}
	return files
}

// files writes the reports that are asked for beside that on standard output.
func (k *checking) files(ctx context.Context, results []pack.Result) error {
	for _, report := range []struct {
		name  string
		write func(w io.Writer) error
	}{
		{k.junit, func(w io.Writer) error { return pack.WriteJUnit(w, results) }},
		{k.fix, func(w io.Writer) error { return k.fixed(w, results) }},
		{k.html, func(w io.Writer) error { return pack.WriteHTML(ctx, w, results, k.Limits()) }},
	} {
		if report.name == "" {
			continue
		}
		var text bytes.Buffer
		if err := report.write(&text); err != nil {
			return err
		}
		if err := session.WriteWhole(report.name, text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// fixed writes the pack as it could be.
func (k *checking) fixed(w io.Writer, results []pack.Result) error {
	unread, lost, err := pack.WriteFixed(w, results)
	for _, n := range [...]struct {
		n    int
		what string
	}{{unread, "that cannot be read left out"}, {lost, "that cannot be solved left as it is"}} {
		if n.n > 0 && err == nil {
			fmt.Fprintf(k.Stderr, "%s: %s: %s %s\n", session.Prog, k.fix, grid.Number(n.n, "level"), n.what)
		}
	}
	return err
}

// judge sets the exit code: a wrong level is the news, and then a limit.
func (k *checking) judge(results []pack.Result) {
	code := exit.OK
	for i := range results {
		switch r := &results[i]; {
		case r.Wrong():
			code = exit.No
		case code == exit.OK && r.Undecided():
			code = exit.Limit
		}
	}
	k.Code = exit.Worse(k.Code, code)
}

func (k *checking) print(results []pack.Result) error {
	if k.JSON {
		text, err := pack.AppendJSON(nil, results)
		if err != nil {
			return err
		}
		k.Out.Write(append(text, '\n'))
		return k.Out.Flush()
	}
	columns := [][]string{{"level"}, {"verdict"}, {"fewest"}, {"ways"}, {"difficulty"}, {"remarks"}}
	for i := range results {
		r := &results[i]
		for c, text := range []string{r.Name(), r.Verdict(), r.FewestText(), r.WaysText(), r.DifficultyText(),
			r.RemarksText()} {
			columns[c] = append(columns[c], text)
		}
	}
	for _, line := range session.Beside(columns) {
		k.Out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	k.Out.WriteString("\n" + pack.Summary(results) + "\n")
	return k.Out.Flush()
}
