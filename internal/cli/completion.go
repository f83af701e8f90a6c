package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
)

func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	var root *cobra.Command
	c := &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes commands in a shell",
		Long: `completion prints a script that teaches a shell to complete the commands, flags, formats and
families of gridwright. SHELL is bash (version 4 or later, with the package bash-completion),
zsh, fish or powershell.`,
		Example: `  source <(gridwright completion bash)
  gridwright completion zsh > "${fpath[1]}/_gridwright"
  gridwright completion fish > ~/.config/fish/completions/gridwright.fish`,
		Args:                  session.Needs(1, 1, "the name of a shell"),
		DisableFlagsInUseLine: true,
		ValidArgsFunction:     cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
	}
	run := a.Run(func(_ context.Context, args []string) error {
		switch args[0] {
		case "bash":
			return root.GenBashCompletionV2(a.Out, true)
		case "zsh":
			return root.GenZshCompletion(a.Out)
		case "fish":
			return root.GenFishCompletion(a.Out, true)
		case "powershell":
			return root.GenPowerShellCompletionWithDesc(a.Out)
		}
		return exit.Usagef("there is no completion for %q; there is one for bash, zsh, fish and powershell", args[0])
	})
	c.RunE = func(c *cobra.Command, args []string) error {
		root = c.Root()
		return run(c, args)
	}
	return c
}
