package verify

import (
	"context"
	"errors"
	"flag"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/puzzle"
)

const (
	prog = "gridverify"
	help = prog + " --help"
)

// Usage is what --help prints.
const Usage = `gridverify checks claims about grid puzzles, as "gridwright solve --json"
prints them. It holds no solver.

Usage: gridverify [flags] PUZZLE CLAIM

PUZZLE is a file of puzzles in JSON or in a text format, CLAIM a file with a
claim about each, in JSON; one of them may be "-" for standard input. For YAML
there is "gridwright convert FILE --to json". A claim that names no family is
about its puzzle's. It prints "accepted", or "rejected" with the reason, and
exits with 0 or 1; with 2 for bad input, 3 where a limit stops a check, 4 for
a fault of its own, 130 when interrupted. Where a claim says more than can be
verified, it prints which part is verified and which is not.

  --family NAME      read puzzles of this family alone
  --format NAME      read the puzzles in this format instead of looking at
                     them
  --json             answer in JSON, one document a line
  --max-memory SIZE  most working memory for one check (0: no limit;
                     default 4GiB)
  --strict           reject claims that say more than can be verified
  --timeout TIME     most time to read one puzzle, and for one check (0: no
                     limit; default 1m)
  --version          print the version
  --help             print this
`

// Main is the program gridverify; it returns the exit code.
func Main(
	ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, checkers func() []*puzzle.Checker,
) int {
	return exit.Guard(stderr, prog, func() int {
		out := exit.NewOutput(stdout)
		j := Job{Prog: prog, Stdout: out, Stderr: stderr}
		code, err := run(ctx, args, stdin, out, &j, checkers())
		if flushErr := out.Flush(); flushErr != nil {
			err = flushErr
		}
		return exit.Worse(code, exit.Report(stderr, prog, j.JSON, err))
	})
}

func run(
	ctx context.Context, args []string, stdin io.Reader, out *exit.Output, j *Job, checkers []*puzzle.Checker,
) (int, error) {
	def := puzzle.DefaultLimits()
	timeout, memory := exit.Timeout(def.Time), exit.Size(def.Memory)
	flags := flag.NewFlagSet(prog, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // errors are said by Report, once
	flags.StringVar(&j.Reader.Family, "family", "", "")
	flags.StringVar(&j.Reader.Format, "format", "", "")
	flags.BoolVar(&j.JSON, "json", false, "")
	flags.BoolVar(&j.Strict, "strict", false, "")
	version := flags.Bool("version", false, "")
	flags.Var(&timeout, "timeout", "")
	flags.Var(&memory, "max-memory", "")
	files, err := parse(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err = out.WriteString(Usage)
		return exit.OK, err
	case err != nil:
		return exit.OK, flagError(err, flags)
	case *version:
		_, err = out.WriteString(buildinfo.Read().Line(prog))
		return exit.OK, err
	case len(files) != 2:
		return exit.OK, exit.Usagef("a file of puzzles and a file of claims are expected; see %q", help)
	}
	j.Instance, j.Claim = files[0], files[1]
	j.Reader.Checkers, j.Reader.Stdin = checkers, stdin
	j.Reader.Limits = puzzle.Limits{Time: timeout.Duration(), Memory: int64(memory)}
	out.Dispensable()
	code, err := j.Run(ctx)
	return code, exit.Hint(err, j.Reader.Limits, exit.CheckRoom)
}

// parse takes flags before, between and behind the files, as gridwright does; package flag alone
// stops at the first file.
func parse(flags *flag.FlagSet, args []string) (files []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if len(rest) == 0 {
			return files, nil
		}
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(files, rest...), nil
		}
		files, args = append(files, rest[0]), rest[1:]
	}
}

// flagError words an error of package flag as gridwright does.
func flagError(err error, flags *flag.FlagSet) error {
	text := strings.ReplaceAll(err.Error(), "\n", " ")
	name, ok := strings.CutPrefix(text, "flag provided but not defined: -")
	if !ok {
		return exit.Usagef("%s; see %q", text, help)
	}
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return exit.UnknownFlag("--"+name, grid.Nearest(name, names), help)
}
