package cli

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
)

// prog is how the program calls itself in messages.
const prog = "gridwright"

// Main runs the program with args (without its name) and returns its exit code. It calls
// families once. When ctx ends, it stops within a moment and returns 130.
func Main(
	ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, families func() []*puzzle.Family,
) int {
	return exit.Guard(stderr, prog, func() int {
		a := newApp(families(), stdin, stdout, stderr)
		defer a.out.Flush() // for the case of a panic; below, its error counts
		a.execute(ctx, args)
		a.meter.clear()
		if err := a.out.Flush(); err != nil && !a.mute {
			a.fail(err)
		}
		return a.code
	})
}

// execute runs the command that args name.
func (a *app) execute(ctx context.Context, args []string) {
	root := a.root()
	root.SetArgs(args)
	if err := root.ExecuteContext(ctx); err != nil {
		// Commands say their own errors; what comes out here is about how they were
		// called, and may have lines of hints behind the first.
		line, _, _ := strings.Cut(err.Error(), "\n")
		a.json = a.json || slices.Contains(args, "--json") // behind what stopped the reading of flags
		a.fail(exit.Usagef("%s", strings.TrimSpace(line)))
	}
}

// An app is one run of the program.
type app struct {
	families []*puzzle.Family
	checkers []*puzzle.Checker
	stdin    io.Reader
	tty      io.Writer // standard output as it was given, to ask whether it is a terminal
	out      *exit.Output
	stderr   io.Writer
	code     int
	mute     bool // a failed write has been reported

	checks    bool // answers are checked before they are printed
	manyFiles bool
	said      bool // something stands on standard output

	familyName string // the only one that puzzles may be of
	json       bool
	color      string
	progress   string
	meter      *meter // nil: nobody wants to know
	timeout    exit.Timeout
	memory     exit.Size
	askVersion bool
}

func newApp(families []*puzzle.Family, stdin io.Reader, stdout, stderr io.Writer) *app {
	def := puzzle.DefaultLimits()
	a := &app{
		families: families, stdin: stdin, tty: stdout, out: exit.NewOutput(stdout), stderr: stderr,
		color: "auto", progress: "auto", timeout: exit.Timeout(def.Time), memory: exit.Size(def.Memory),
	}
	for _, f := range families {
		a.checkers = append(a.checkers, f.Checker)
	}
	return a
}

// fail says err on standard error, behind the answers given so far, and remembers its
// exit code. It reports whether the run can go on to another input.
func (a *app) fail(err error) (goOn bool) {
	a.meter.clear()
	flushErr := a.out.Flush()
	var we *exit.WriteError
	failed := errors.As(err, &we)
	if flushErr == nil && failed {
		flushErr = err
	}
	if flushErr != nil && !a.mute {
		a.mute = true
		a.code = exit.Worse(a.code, exit.Report(a.stderr, prog, a.json, flushErr))
	}
	if failed {
		return false // said just now, or before
	}
	headroom := int64(1)
	if a.checks {
		headroom = exit.CheckRoom
	}
	code := exit.Report(a.stderr, prog, a.json, exit.Hint(err, a.limits(), headroom))
	a.code = exit.Worse(a.code, code)
	return code != exit.Interrupted
}

// limits are the limits that the flags set.
func (a *app) limits() puzzle.Limits {
	lim := puzzle.Limits{
		Time: a.timeout.Duration(), Memory: int64(a.memory),
	}
	a.meter.clear()
	if a.meter = a.newMeter(); a.meter != nil {
		lim.OnProgress = a.meter.on
	}
	return lim
}

func (a *app) reader(format string) *input.Reader {
	yaml := &input.YAMLParser{MaxBytes: yamldoc.MaxBytes, Parse: yamldoc.ParseAllWithin}
	return &input.Reader{YAML: yaml, Checkers: a.checkers, Format: format, Family: a.familyName, Limits: a.limits(),
		Stdin: a.stdin}
}

// show draws a puzzle that was made from the present case; with --json it is a document that says from which. A
// caption stands in place of that of the board.
func (a *app) show(ctx context.Context, cases *input.Cases, in puzzle.Instance, caption string) error {
	if a.json {
		return a.printJSON(ctx, in.WithHead(cases.Head(in)))
	}
	return a.draw(ctx, cases, in, caption)
}

// draw draws in for a person, with sentences below it.
func (a *app) draw(
	ctx context.Context, cases *input.Cases, in puzzle.Instance, caption string, sentences ...string,
) error {
	a.heading(cases, in)
	text := a.text()
	err := a.limits().Meter(ctx).Writing(a.out, func(w io.Writer) error {
		d, err := in.Solver().Draw(in, text.Window())
		if err != nil {
			return err
		}
		if len(d.Scenes) > 0 && d.Scenes[0].Caption != "" && caption != "" {
			d.Scenes[0].Caption = caption
		}
		return d.Write(w, text, sentences...)
	})
	if err != nil {
		return err
	}
	return a.out.Flush()
}

// printJSON writes a document on a line of its own.
func (a *app) printJSON(ctx context.Context, doc interface{ AppendJSON([]byte) ([]byte, error) }) error {
	b, err := puzzle.AppendWithin(a.limits().Meter(ctx), doc)
	if err != nil {
		return err
	}
	a.meter.clear()
	a.out.Write(append(b, '\n'))
	return a.out.Flush()
}
