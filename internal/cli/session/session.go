package session

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Prog is how the program calls itself in messages.
const Prog = "gridwright"

// A Session is one run of the program.
type Session struct {
	Families []*puzzle.Family
	Checkers []*puzzle.Checker
	Problems []*contest.Problem
	Stdin    io.Reader
	TTY      io.Writer // standard output as it was given, to ask whether it is a terminal
	Out      *exit.Output
	Stderr   io.Writer
	Code     int
	mute     bool // a failed write has been reported

	Checks    bool // answers are checked before they are printed
	ManyFiles bool
	Said      bool // something stands on standard output

	Unreadable bool // the output that is judged says nothing
	Ruled      bool // an output or an input was judged

	FamilyName string // the only one that puzzles may be of
	JSON       bool
	Color      string
	Progress   string
	Meter      *Meter // nil: nobody wants to know
	Timeout    exit.Timeout
	Memory     exit.Size
}

// New begins a run of a program with these families.
func New(families []*puzzle.Family, stdin io.Reader, stdout, stderr io.Writer) *Session {
	def := puzzle.DefaultLimits()
	s := &Session{
		Families: families, Stdin: stdin, TTY: stdout, Out: exit.NewOutput(stdout), Stderr: stderr,
		Color: "auto", Progress: "auto", Timeout: exit.Timeout(def.Time), Memory: exit.Size(def.Memory),
	}
	for _, f := range families {
		s.Checkers = append(s.Checkers, f.Checker)
	}
	return s
}

// Fail says err on standard error, behind the answers given so far, and remembers its
// exit code. It reports whether the run can go on to another input.
func (s *Session) Fail(err error) (goOn bool) {
	s.Meter.Clear()
	flushErr := s.Out.Flush()
	var we *exit.WriteError
	failed := errors.As(err, &we)
	if flushErr == nil && failed {
		flushErr = err
	}
	if flushErr != nil && !s.mute {
		s.mute = true
		s.Code = exit.Worse(s.Code, exit.Report(s.Stderr, Prog, s.JSON, flushErr))
	}
	if failed {
		return false // said just now, or before
	}
	headroom := int64(1)
	if s.Checks {
		headroom = exit.CheckRoom
	}
	code := exit.Report(s.Stderr, Prog, s.JSON, exit.Hint(err, s.Limits(), headroom))
	s.Code = exit.Worse(s.Code, code)
	return code != exit.Interrupted
}

// End writes what is left to write, and returns the exit code.
func (s *Session) End() int {
	s.Meter.Clear()
	if err := s.Out.Flush(); err != nil && !s.mute {
		s.Fail(err)
	}
	return s.Code
}

// Limits are the limits that the flags set.
func (s *Session) Limits() puzzle.Limits {
	lim := puzzle.Limits{
		Time: s.Timeout.Duration(), Memory: int64(s.Memory),
	}
	s.Meter.Clear()
	if s.Meter = s.NewMeter(); s.Meter != nil {
		lim.OnProgress = s.Meter.On
	}
	return lim
}

// Reader reads puzzles as the flags ask; format "" is any.
func (s *Session) Reader(format string) *input.Reader {
	yaml := &input.YAMLParser{MaxBytes: yamldoc.MaxBytes, Parse: yamldoc.ParseAllWithin}
	return &input.Reader{YAML: yaml, Checkers: s.Checkers, Format: format, Family: s.FamilyName, Limits: s.Limits(),
		Stdin: s.Stdin}
}

// Show draws a puzzle that was made from the present case; with --json it is a document that says from which. A
// caption stands in place of that of the board.
func (s *Session) Show(ctx context.Context, cases *input.Cases, in puzzle.Instance, caption string) error {
	if s.JSON {
		return s.PrintJSON(ctx, in.WithHead(cases.Head(in)))
	}
	return s.Draw(ctx, cases, in, caption)
}

// Draw draws in for a person, with sentences below it.
func (s *Session) Draw(
	ctx context.Context, cases *input.Cases, in puzzle.Instance, caption string, sentences ...string,
) error {
	s.Heading(cases, in)
	return s.Drawing(ctx, in, caption, sentences...)
}

// Drawing is draw without a heading.
func (s *Session) Drawing(ctx context.Context, in puzzle.Instance, caption string, sentences ...string) error {
	text := s.Text()
	err := s.Limits().Meter(ctx).Writing(s.Out, func(w io.Writer) error {
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
	return s.Out.Flush()
}

// PrintJSON writes a document on a line of its own.
func (s *Session) PrintJSON(ctx context.Context, doc interface{ AppendJSON([]byte) ([]byte, error) }) error {
	b, err := puzzle.AppendWithin(s.Limits().Meter(ctx), nil, doc)
	if err != nil {
		return err
	}
	s.Meter.Clear()
	s.Out.Write(append(b, '\n'))
	return s.Out.Flush()
}

// Encode prints v as a line of JSON.
func (s *Session) Encode(v any) error {
	enc := json.NewEncoder(s.Out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	return s.Out.Flush()
}
