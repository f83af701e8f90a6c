package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/player"
)

func (a *app) playCommand() *cobra.Command {
	var format string
	var plain, ascii bool
	c := &cobra.Command{
		Use:   "play FILE",
		Short: "Play puzzles in the terminal, with undo, hints and solutions",
		Long: `play shows the puzzles of a file in the terminal, to be played with keys or a mouse: "?" lists the keys. It has
undo and redo; it gives hints, walks through the solution from the board as it stands, or through the argument why there
is none. Esc stops what takes long, and so do --timeout and --max-memory.

With --plain it moves no cursor and draws in plain characters: it reads a command a line from standard input, for pipes
and for people who listen to their terminal.`,
		Example: `  gridwright play board.txt
  gridwright play --plain board.txt`,
		Args: session.Needs(1, 1, "a file of puzzles"),
		RunE: a.Run(func(ctx context.Context, args []string) error {
			return a.play(ctx, format, args[0], plain, ascii)
		}),
	}
	a.FormatFlag(c, &format)
	c.Flags().BoolVar(&plain, "plain", false, "line by line: commands from standard input, no cursor, no colours")
	c.Flags().BoolVar(&ascii, "ascii", false, "draw with nothing but ASCII (default: where the locale is not UTF-8)")
	return c
}

func (a *app) play(ctx context.Context, format, file string, plain, ascii bool) error {
	plain = plain || os.Getenv("TERM") == "dumb"
	switch {
	case plain && file == input.Stdin:
		return exit.Usagef("with --plain standard input holds commands; give play a file")
	case !plain && !a.Terminal():
		return exit.Usagef("play needs a terminal to draw on; --plain reads commands from standard input")
	}
	a.Progress = "off" // the player shows it
	cases, err := a.Reader(format).Open(ctx, file)
	if err != nil {
		return err
	}
	defer cases.Close()
	c := player.Config{File: cases.Name(), Next: cases.Next, Limits: a.Limits(), Depth: a.Text().Depth,
		ASCII: ascii || player.OnlyASCII(os.Getenv)}
	if plain {
		return player.Plain(ctx, c, a.Stdin, a.TTY)
	}
	return player.Run(ctx, c, a.Stdin, a.TTY)
}
