package cli

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/internal/cli/contests"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Main runs the program with args (without its name) and returns its exit code. It calls
// families once, and then problems with what that returned where it is not nil. When ctx ends, it stops within a moment
// and returns 130.
func Main(
	ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, families func() []*puzzle.Family,
	problems func([]*puzzle.Family) []*contest.Problem,
) int {
	var a *app
	code := exit.Guard(stderr, session.Prog, func() int {
		a = &app{Session: session.New(families(), stdin, stdout, stderr)}
		if problems != nil {
			a.Problems = problems(a.Families)
		}
		defer a.Out.Flush() // for the case of a panic; below, its error counts
		a.execute(ctx, args)
		return a.End()
	})
	return contests.ExitCode(code, a != nil && a.Ruled, a != nil && a.Unreadable, args)
}

// execute runs the command that args name.
func (a *app) execute(ctx context.Context, args []string) {
	root := a.root()
	root.SetArgs(args)
	if err := root.ExecuteContext(ctx); err != nil {
		// Commands say their own errors; what comes out here is about how they were
		// called, and may have lines of hints behind the first.
		line, _, _ := strings.Cut(err.Error(), "\n")
		a.JSON = a.JSON || slices.Contains(args, "--json") // behind what stopped the reading of flags
		a.Fail(exit.Usagef("%s", strings.TrimSpace(line)))
	}
}

// An app is one run of the program, which has the commands as methods.
type app struct {
	*session.Session
	askVersion bool
}
