// Gridwrightd serves the playground, and the same answers as a service: "gridwrightd serve" and a browser are all it
// takes. It is a program of its own so that the command stays light.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/fleet"
)

const prog = "gridwrightd"

func main() {
	os.Exit(run(exit.Interruptible(os.Stderr, prog), os.Args[1:], os.Stdout, os.Stderr))
}

// A program is one run.
type program struct {
	out, stderr io.Writer
	answerer    func(fleet.House) func(fleet.Work) (fleet.Answerer, error) // of workers in tests; nil: the house's own
}

// commands is the table of what the program can do: one function, and a file, for each. What a command returns as an
// error is said in one line; exit.Usagef makes those about how it was called, which end with code 2.
func (p *program) commands() []*cobra.Command {
	return []*cobra.Command{p.serveCommand(), p.tokenCommand(), p.siteCommand(), p.workerCommand(), p.queueCommand(),
		p.versionCommand()}
}

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, out, stderr io.Writer) int {
	return (&program{out: out, stderr: stderr}).run(ctx, args)
}

func (p *program) run(ctx context.Context, args []string) int {
	return exit.Guard(p.stderr, prog, func() int {
		root := p.root()
		root.SetArgs(args)
		err := root.ExecuteContext(ctx)
		if err == nil {
			return exit.OK
		}
		return exit.Report(p.stderr, prog, false, err)
	})
}

func (p *program) root() *cobra.Command {
	ask := false
	root := &cobra.Command{
		Use:           prog,
		Short:         "Serves the playground and the answers of gridwright",
		SilenceErrors: true, SilenceUsage: true,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) > 0:
				return exit.Usagef("there is no command %.100q; %q lists them", args[0], prog+" help")
			case ask:
				return p.version()
			}
			return exit.Usagef("a command is missing; %q lists them", prog+" help")
		},
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		about := c.Long
		if about == "" {
			about = c.Short + "."
		}
		io.WriteString(p.out, helptext.Text(c, prog, about))
	})
	root.SetOut(p.out)
	root.SetErr(p.stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var bad *pflag.InvalidValueError
		if errors.As(err, &bad) {
			err = helptext.BadFlag(bad)
		}
		return exit.Usagef("%v; see %q", err, c.CommandPath()+" --help")
	})
	root.Flags().BoolVar(&ask, "version", false, "print the version")
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(p.commands()...)
	return root
}

// noArgs is for commands that take flags alone.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return exit.Usagef("%s takes flags alone, not %.100q", c.Name(), args[0])
	}
	return nil
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version", Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return p.version() }}
}

func (p *program) version() error {
	_, err := fmt.Fprint(p.out, buildinfo.Read().Line(prog))
	return err
}
