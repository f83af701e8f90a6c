package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

// EachCase calls f for all cases of the files. What keeps one case from its answer, a limit or a
// fault of our own, is said, and the others get theirs; bad input ends its file and no other.
func (s *Session) EachCase(
	ctx context.Context, format string, files []string, f func(cases *input.Cases, in puzzle.Instance) error,
) error {
	if err := s.Out.Closed(); err != nil {
		return err
	}
	s.ManyFiles = len(files) > 1
	for _, name := range files {
		if err := s.casesOf(ctx, format, name, f); err != nil && !s.Fail(err) {
			return nil // said, and the end of all
		}
	}
	return nil
}

func (s *Session) casesOf(
	ctx context.Context, format, name string, f func(cases *input.Cases, in puzzle.Instance) error,
) error {
	cases, err := s.Reader(format).Open(ctx, name)
	if err != nil {
		return err
	}
	defer cases.Close()
	for {
		in, err := cases.Next()
		if err == io.EOF {
			return Nothing(cases)
		}
		if err != nil {
			return err
		}
		if said := cases.Taken(); said != "" && cases.N() == 1 {
			fmt.Fprintf(s.Stderr, "%s: %s: %s\n", Prog, cases.Name(), said)
		}
		err = f(cases, in)
		if code := exit.Code(err); err != nil && (code == exit.Limit || errors.Is(err, puzzle.ErrInternal)) {
			s.Fail(err)
			err = nil
		}
		if err != nil {
			return err
		}
	}
}

// Nothing is the error of an input without a single case, unless it says itself that it has none.
func Nothing(cases *input.Cases) error {
	if cases.N() > 0 || cases.Ended() {
		return nil
	}
	return input.In(cases.Name(), exit.Usagef("there is no puzzle to read here"))
}

// Label names the present case, in, with tail behind it, where there is more than one or where it has
// a name.
func (s *Session) Label(cases *input.Cases, in puzzle.Instance, tail string) string {
	var parts []string
	if s.ManyFiles {
		parts = append(parts, cases.Name())
	}
	if cases.Several() {
		parts = append(parts, fmt.Sprintf("case %d", cases.N()))
	}
	h := in.Head()
	if h.Name != "" {
		parts = append(parts, h.Name)
	}
	if len(parts) == 0 && h.Author == "" {
		return ""
	}
	by := ""
	if h.Author != "" {
		by = "(by " + h.Author + ")"
		if len(parts) > 0 {
			by = " " + by
		}
	}
	return strings.Join(parts, ": ") + by + tail
}

// Heading begins an answer of several lines about the present case, in.
func (s *Session) Heading(cases *input.Cases, in puzzle.Instance) {
	s.Gap()
	s.Out.WriteString(s.Label(cases, in, ":\n"))
}

// Gap is the blank line in front of an answer of several lines that is not the first.
func (s *Session) Gap() {
	s.Meter.Clear()
	if s.Said {
		s.Out.WriteByte('\n')
	}
	s.Said = true
}

// LeaveOut is the way around a limit that a check has met.
const LeaveOut = "or leave out the check with --no-check"

// Stopped is the limit in an answer as an error, with the way around it where it stopped the check.
func Stopped(le *puzzle.LimitError, way string) error {
	if le.Checking {
		return exit.Unknown(&exit.Detour{Err: le, Way: way})
	}
	return exit.Unknown(le)
}
