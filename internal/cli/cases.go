package cli

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

// eachCase calls f for all cases of the files. What keeps one case from its answer, a limit or a
// fault of our own, is said, and the others get theirs; bad input ends its file and no other.
func (a *app) eachCase(
	ctx context.Context, format string, files []string, f func(cases *input.Cases, in puzzle.Instance) error,
) error {
	if err := a.out.Closed(); err != nil {
		return err
	}
	a.manyFiles = len(files) > 1
	for _, name := range files {
		if err := a.casesOf(ctx, format, name, f); err != nil && !a.fail(err) {
			return nil // said, and the end of all
		}
	}
	return nil
}

func (a *app) casesOf(
	ctx context.Context, format, name string, f func(cases *input.Cases, in puzzle.Instance) error,
) error {
	cases, err := a.reader(format).Open(ctx, name)
	if err != nil {
		return err
	}
	defer cases.Close()
	for {
		in, err := cases.Next()
		if err == io.EOF {
			return nothing(cases)
		}
		if err != nil {
			return err
		}
		if said := cases.Taken(); said != "" && cases.N() == 1 {
			fmt.Fprintf(a.stderr, "%s: %s: %s\n", prog, cases.Name(), said)
		}
		err = f(cases, in)
		if code := exit.Code(err); err != nil && (code == exit.Limit || errors.Is(err, puzzle.ErrInternal)) {
			a.fail(err)
			err = nil
		}
		if err != nil {
			return err
		}
	}
}

// nothing is the error of an input without a single case, unless it says itself that it has none.
func nothing(cases *input.Cases) error {
	if cases.N() > 0 || cases.Ended() {
		return nil
	}
	return input.In(cases.Name(), exit.Usagef("there is no puzzle to read here"))
}

// label names the present case, in, with tail behind it, where there is more than one or where it has
// a name.
func (a *app) label(cases *input.Cases, in puzzle.Instance, tail string) string {
	var parts []string
	if a.manyFiles {
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

// heading begins an answer of several lines about the present case, in.
func (a *app) heading(cases *input.Cases, in puzzle.Instance) {
	a.gap()
	a.out.WriteString(a.label(cases, in, ":\n"))
}

// gap is the blank line in front of an answer of several lines that is not the first.
func (a *app) gap() {
	a.meter.clear()
	if a.said {
		a.out.WriteByte('\n')
	}
	a.said = true
}

// leaveOut is the way around a limit that a check has met.
const leaveOut = "or leave out the check with --no-check"

// stopped is the limit in an answer as an error, with the way around it where it stopped the check.
func stopped(le *puzzle.LimitError, way string) error {
	if le.Checking {
		return exit.Unknown(&exit.Detour{Err: le, Way: way})
	}
	return exit.Unknown(le)
}
