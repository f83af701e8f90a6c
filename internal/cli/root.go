package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/contests"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/cli/packs"
	"github.com/gridwright/gridwright/internal/cli/session"
)

const rootLong = `gridwright answers questions about grid puzzles exactly: can it be done, and if so,
how in the fewest moves; if not, why not. An answer carries its evidence, the moves or a
certificate of impossibility, and the evidence is checked before the answer is printed.

"gridwright families" lists the kinds of puzzles. They come as documents in JSON or YAML, or in the
text formats of contests ("gridwright help formats"). Limits of time and memory apply unless you lift them, and an
answer that they cut off is "unknown", never a guess. Standard output holds the answer and
nothing else; "gridwright help exit-codes" lists the exit codes.

What takes long to prepare is kept in the user's cache directory, up to 100 MB for a set of moves;
GRIDWRIGHT_CACHE names another directory, and GRIDWRIGHT_CACHE=off keeps nothing.`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   session.Prog,
		Short: "Exact answers about grid puzzles, with evidence that can be checked",
		Long:  rootLong,
		Example: `  gridwright solve board.txt
  gridwright solve --json board.txt | gridwright check board.txt -`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          a.noCommand,
	}
	root.SetOut(a.Out)
	root.SetErr(a.Stderr)
	root.SetIn(a.Stdin)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(a.showHelp)
	root.Flags().BoolVar(&a.askVersion, "version", false, "print the version")
	flags := root.PersistentFlags()
	flags.BoolVar(&a.JSON, "json", false, "answer in JSON, one document a line")
	flags.StringVar(&a.Color, "color", a.Color, "colours: auto, always or never")
	flags.Var(&a.Timeout, "timeout",
		"most time to read one puzzle, again to solve it, and again to check that (0: no limit)")
	flags.Var(&a.Memory, "max-memory", "most working memory for one puzzle (0: no limit)")
	flags.StringVar(&a.Progress, "progress", a.Progress,
		"say on standard error how far long work has come: auto, plain or off")
	root.RegisterFlagCompletionFunc("progress", cobra.FixedCompletions(session.ProgressKinds,
		cobra.ShellCompDirectiveNoFileComp))
	root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"},
		cobra.ShellCompDirectiveNoFileComp))

	root.AddCommand(a.solveCommand(), a.checkCommand(), a.countCommand(), a.applyCommand(), a.whenCommand(),
		a.analyzeCommand(), a.hintCommand(), a.scrambleCommand(), a.convertCommand(), a.renderCommand(),
		a.generateCommand(), a.batchCommand(), a.playCommand(), a.shareCommand(),
		a.familiesCommand(), a.schemaCommand(), a.versionCommand(), a.completionCommand(), a.manCommand(),
		exitCodesTopic(), formatsTopic())
	root.AddCommand(contests.Commands(a.Session)...)
	root.AddCommand(packs.Command(a.Session))
	root.AddCommand(a.familyTopics()...)
	root.SetHelpCommand(a.helpCommand())
	root.CompletionOptions.DisableDefaultCmd = true // ours refuses a shell that does not exist
	return root
}

// noCommand is what happens without a command, or with one that does not exist.
func (a *app) noCommand(c *cobra.Command, args []string) error {
	switch {
	case len(args) > 0:
		return unknownCommand(c, "command", args[0])
	case a.askVersion:
		return a.version()
	}
	a.Code = exit.Usage
	io.WriteString(a.Stderr, a.helpText(c))
	return nil
}

func unknownCommand(root *cobra.Command, kind, name string) error {
	hint := ""
	root.SuggestionsMinimumDistance = 2
	if s := root.SuggestionsFor(name); len(s) > 0 {
		hint = fmt.Sprintf("did you mean %q? ", s[0])
	}
	return exit.Usagef("there is no %s %q; %s%q lists them", kind, name, hint, session.Prog+" help")
}

// flagError words what package pflag says about flags.
func flagError(c *cobra.Command, err error) error {
	see := c.CommandPath() + " --help"
	var bad *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &bad):
		return exit.Usagef("%v; see %q", helptext.BadFlag(bad), see)
	case errors.As(err, &unknown):
		flag, name := "--"+unknown.GetSpecifiedName(), unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			flag, name = "-"+short, short // perhaps a long one with a dash too few
		}
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		return exit.UnknownFlag(flag, grid.Nearest(name, names), see)
	}
	return exit.Usagef("%v; see %q", err, see)
}
