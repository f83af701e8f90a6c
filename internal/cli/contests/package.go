package contests

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/probpack"
	"github.com/gridwright/gridwright/puzzle"
)

// What a package is made of unless flags say otherwise.
const (
	packageCases   = 5
	packageLargest = 10_000
	packageBytes   = 64 << 20
)

// packaging is the command package under way.
type packaging struct {
	*app
	dir, verify          string
	cases, largest, seed exit.Whole
	most                 exit.Size
	force, quick         bool
	patience             float64
}

func (a *app) packageCommand() *cobra.Command {
	k := &packaging{app: a, cases: packageCases, largest: packageLargest, seed: 1, most: packageBytes, patience: 1}
	contest := session.One(a.ProblemNames())
	c := &cobra.Command{
		Use:   "package [CONTEST]",
		Short: "Make a problem package of a contest, or verify one",
		Long: `package writes a contest's problem package to the directory that --output names, in the Problem Package
Format of Kattis and the ICPC (version 2023-07-draft): metadata, statement, samples, secret data in groups with their
answers, a file that says how each was made, validators that call this program, and programs that are right and wrong.
Each input is valid, each answer proved and accepted. The same arguments make the same bytes.

--verify DIR looks at a package instead, of any making: names and pairs of files, metadata, then what the validators
say of each file, whether the data come out the same when they are made again, and how each program ends when it
is compiled and run under the limits. What is wrong is said, and makes the exit code 1. What cannot be run here is
called "not run". The package's validators run without limits of their own: they are the setter's.

GRIDWRIGHT names the program that a package's scripts call; without it they look on the PATH. For --verify it is
this program unless GRIDWRIGHT is set.`,
		Example: fmt.Sprintf("  gridwright package %[1]s -o %[2]s\n  gridwright package --verify %[2]s", contest,
			packageName(contest)),
		Args:              session.Needs(0, 1, "the name of a contest"),
		ValidArgsFunction: a.completeProblem,
	}
	flags := c.Flags()
	flags.StringVarP(&k.dir, "output", "o", "", "the directory to write to: new or empty, called by small letters "+
		"and digits")
	flags.Var(&k.cases, "cases", "files in each group of secret data")
	flags.Var(&k.largest, "largest", "most cases in a file, where the contest allows more than one")
	flags.Var(&k.seed, "seed", "a number that decides all that is random")
	flags.Var(&k.most, "max-bytes", "most bytes of secret data, answers included (0: no limit)")
	flags.BoolVar(&k.force, "force", false, "replace the package that is in the directory")
	flags.StringVar(&k.verify, "verify", "", "verify the package in this directory")
	flags.BoolVar(&k.quick, "quick", false, "with --verify: compile and run no programs")
	flags.Float64Var(&k.patience, "patience", 1, "with --verify: how many times the time limit programs get "+
		"that are not meant to be slow")
	c.MarkFlagDirname("output")
	c.MarkFlagDirname("verify")
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		if c.Flags().Changed("verify") {
			return k.look(ctx, c, args)
		}
		for _, name := range []string{"quick", "patience"} {
			if c.Flags().Changed(name) {
				return exit.Usagef("--%s goes with --verify alone", name)
			}
		}
		return k.make(ctx, args)
	})
	return c
}

// packageName is what a package of the contest is called.
func packageName(contest string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(contest))
}

// A packaged is the document that package prints with --json.
type packaged struct {
	Contest   string           `json:"contest"`
	Directory string           `json:"directory"`
	Files     int              `json:"files"`
	Bytes     int64            `json:"bytes"`
	Groups    []probpack.Group `json:"groups"`
}

func (k *packaging) make(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return exit.Usagef("package needs the name of a contest, or --verify and a directory; see %q",
			session.Prog+" package --help")
	}
	p, err := k.needProblem(args[0])
	switch {
	case err != nil:
		return err
	case k.dir == "":
		return exit.Usagef("package needs a directory to write to, such as -o %s", packageName(p.Name()))
	case k.cases < 1 || k.cases > 999:
		return exit.Usagef("--cases is %d; it must be between 1 and 999", k.cases)
	case k.largest < 1:
		return exit.Usagef("--largest is 0; a file holds at least one case")
	}
	if err := probpack.Usable(k.dir, k.force); err != nil {
		return err
	}
	pack, err := probpack.Build(ctx, p, probpack.Options{
		Cases: int(k.cases), Largest: int(min(k.largest, math.MaxInt32)), Seed: uint64(k.seed), Size: int64(k.most),
		Limits: k.Limits(),
	})
	if err != nil {
		return exit.Unknown(err)
	}
	if err := pack.Write(k.dir); err != nil {
		return input.In(k.dir, err)
	}
	k.Meter.Clear()
	if k.JSON {
		return k.Encode(packaged{p.Name(), k.dir, len(pack.Files), pack.Bytes(), pack.Groups})
	}
	rows := [][]string{{"group"}, {"files"}, {"cases"}, {"bytes"}}
	for _, g := range pack.Groups {
		rows[0] = append(rows[0], g.Name)
		for i, n := range []int64{int64(g.Files), int64(g.Cases), g.Bytes} {
			rows[i+1] = append(rows[i+1], session.Thousands(n))
		}
	}
	for _, line := range session.Beside(rows) {
		fmt.Fprintln(k.Out, strings.TrimRight(line, " "))
	}
	fmt.Fprintf(k.Out, "%s: %s, %s\n", k.dir, grid.Number(len(pack.Files), "file"), puzzle.Bytes(pack.Bytes()))
	return k.Out.Flush()
}

// look verifies a package.
func (k *packaging) look(ctx context.Context, c *cobra.Command, args []string) error {
	for _, name := range []string{"output", "cases", "largest", "seed", "max-bytes", "force"} {
		if c.Flags().Changed(name) {
			return exit.Usagef("--verify looks at a package that is there; leave out --%s", name)
		}
	}
	if len(args) > 0 {
		return exit.Usagef("--verify needs no name of a contest, but has %q", args[0])
	}
	if !(k.patience >= 1 && k.patience <= 1e6) {
		return exit.Usagef("--patience is %v; it must be between 1 and 1000000", k.patience)
	}
	program := os.Getenv("GRIDWRIGHT")
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			program = session.Prog
		}
	} else if filepath.Base(program) != program { // scripts run in other directories
		var err error
		if program, err = filepath.Abs(program); err != nil {
			return err
		}
	}
	opts := probpack.VerifyOptions{Program: program, Patience: k.patience, Quick: k.quick}
	if on := k.Limits().OnProgress; on != nil {
		opts.Tell = func(stage string, done, total int) {
			on(puzzle.Progress{Stage: stage, Done: int64(done), Total: int64(total), Unit: "files"})
		}
	}
	report, err := probpack.Verify(ctx, k.verify, opts)
	if report == nil {
		return err
	}
	k.Meter.Clear()
	if !report.OK && !report.Stopped {
		k.Code = exit.Worse(k.Code, exit.No)
	}
	if k.JSON {
		return errors.Join(k.Encode(report), err)
	}
	k.report(report)
	return errors.Join(k.Out.Flush(), err)
}

// report prints a table for a person.
func (k *packaging) report(r *probpack.Report) {
	rows := make([][]string, 3)
	for _, c := range r.Checks {
		for i, text := range []string{c.Name, c.Result, c.Says} {
			rows[i] = append(rows[i], text)
		}
	}
	skipped := 0
	for i, line := range session.Beside(rows) {
		fmt.Fprintln(k.Out, strings.TrimRight(line, " "))
		for _, fault := range r.Checks[i].Faults {
			fmt.Fprintf(k.Out, "    %s\n", printable(fault))
		}
		if r.Checks[i].Result == probpack.Skipped {
			skipped++
		}
	}
	switch {
	case r.Stopped:
		fmt.Fprintf(k.Out, "%s: interrupted; the checks made till then stand above\n", r.Directory)
	case !r.OK:
		fmt.Fprintf(k.Out, "%s: the package is not right\n", r.Directory)
	case skipped > 0:
		fmt.Fprintf(k.Out, "%s: nothing wrong was found; not made: %s\n", r.Directory, grid.Number(skipped, "check"))
	default:
		fmt.Fprintf(k.Out, "%s: the package is right\n", r.Directory)
	}
}
