// Package contests holds the commands for those who compete and those who set problems: contest answers a contest's
// input, judge and validate look at outputs and inputs, stress looks for an input on which a program is wrong, and
// package makes problem packages. None of them knows a contest by name.
package contests

import (
	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/session"
)

// An app is the run of the program, which has the commands as methods.
type app struct{ *session.Session }

// Commands makes the commands.
func Commands(s *session.Session) []*cobra.Command {
	a := &app{s}
	return []*cobra.Command{a.contestCommand(), a.judgeCommand(), a.validateCommand(), a.packageCommand(),
		a.stressCommand()}
}
