package session

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
)

// Run makes cobra's hook of a command: its error is said, and never cobra's business.
func (s *Session) Run(f func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		if err := s.checkColor(); err != nil {
			return err
		}
		if err := s.checkProgress(); err != nil {
			return err
		}
		if err := f(c.Context(), args); err != nil {
			s.Fail(err)
		}
		return nil
	}
}

// Needs makes an argument check: at least low and at most high (-1: any number).
func Needs(low, high int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < low && strings.HasPrefix(c.Use, c.Name()+" FILE"):
			return exit.Usagef("%s needs %s; for standard input type %q; see %q", c.Name(), what,
				c.CommandPath()+" -"+strings.TrimPrefix(strings.TrimPrefix(c.Use, c.Name()+" FILE"), "..."),
				c.CommandPath()+" --help")
		case len(args) < low:
			return exit.Usagef("%s needs %s; see %q", c.Name(), what, c.CommandPath()+" --help")
		case high >= 0 && len(args) > high:
			return exit.Usagef("%s takes %s and nothing more, not %q; see %q", c.Name(), what, args[high],
				c.CommandPath()+" --help")
		}
		return nil
	}
}

// FormatFlag adds --format and --family to a command.
func (s *Session) FormatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", "",
		`read this format instead of looking at the input ("gridwright help formats")`)
	c.Flags().StringVar(&s.FamilyName, "family", "", "read puzzles of this family alone")
	c.RegisterFlagCompletionFunc("family", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return s.FamilyNames(), cobra.ShellCompDirectiveNoFileComp
	})
	c.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return s.FormatNames(), cobra.ShellCompDirectiveNoFileComp
	})
}
