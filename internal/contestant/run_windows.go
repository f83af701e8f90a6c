package contestant

import (
	"io"
	"os"
	"os/exec"

	"github.com/gridwright/gridwright/grid"
)

func (p *Program) command(Limits) *exec.Cmd { return exec.Command(p.path, p.Args[1:]...) }

func (p *Program) check() error { return nil }

type group struct{ p *os.Process }

func groupOf(cmd *exec.Cmd, _ Limits) group { return group{cmd.Process} }

func (g group) kill() {
	if g.p != nil {
		g.p.Kill()
	}
}

func endingOf(r *Result, state *os.ProcessState, lim Limits, why stop) stop {
	r.Code = state.ExitCode()
	return why
}

func (p *Program) startError(err error) error {
	return grid.Errorf(grid.Pos{}, "%s cannot be executed: %v", p.Args[0], reason(err))
}

func unlimited() []string {
	return []string{"Memory has no limit.", "Processor time has no limit, time by the clock has.",
		"What a program starts outlives its run."}
}

// restOf has nothing to read: a pipe here has no deadline, and is closed.
func restOf(*os.File, []byte) (int, error) { return 0, io.EOF }
