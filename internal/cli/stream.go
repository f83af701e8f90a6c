package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

// streams lists the text formats in which puzzles are answered without holding them.
func (a *app) streams() (names []string) {
	for _, f := range a.Families {
		names = append(names, f.Streams()...)
	}
	return names
}

// cannotStream is the error about flags that do not go with --stream.
func (s *solving) cannotStream() error {
	names := s.streams()
	switch {
	case !slices.Contains(names, s.stream):
		return exit.Usagef("--stream: no puzzle is answered row by row as %q; there are: %s%s",
			s.stream, strings.Join(names, ", "), grid.DidYouMean(s.stream, names))
	case !s.noCheck:
		return exit.Usagef("--stream answers without a check, as no checker reads row by row; say --no-check too")
	case s.JSON || s.write != "" || s.steps != "" || s.all || s.every:
		return exit.Usagef("--stream prints the evidence alone; leave out --json, --write, --steps, --all and --every")
	case s.format != "" && s.format != s.stream:
		return exit.Usagef("--stream reads the format %s, and --format says %s", s.stream, s.format)
	}
	return nil
}

// streamed answers files of one puzzle each that may be too large to hold; their evidence goes to standard output.
func (s *solving) streamed(ctx context.Context, names []string) error {
	if err := s.Out.Closed(); err != nil {
		return err
	}
	for _, name := range names {
		if err := s.streamedFile(ctx, name); err != nil && !s.Fail(input.In(name, exit.Unknown(err))) {
			return nil // said, and the end of all
		}
	}
	return nil
}

func (s *solving) streamedFile(ctx context.Context, name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() || name == input.Stdin {
		return exit.Usagef("--stream reads a file twice, and this is none that can be")
	}
	if err != nil {
		return err
	}
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	f := s.Families[slices.IndexFunc(s.Families, func(f *puzzle.Family) bool {
		return slices.Contains(f.Streams(), s.stream)
	})]
	var v puzzle.Verdict
	err = s.Limits().Meter(ctx).Writing(s.Out, func(w io.Writer) (err error) {
		v, err = f.Stream(ctx, s.stream, in, info.Size(), w, s.Limits())
		return err
	})
	if err == nil {
		err = s.Out.Flush()
	}
	if err == nil && v == puzzle.Impossible {
		s.Code = exit.Worse(s.Code, exit.No)
		fmt.Fprintf(s.Stderr, "%s: %s: impossible\n", session.Prog, name)
	}
	return err
}
