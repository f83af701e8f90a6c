package player

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/scene"
)

// Run plays on a terminal until the player quits or ctx ends, and gives the terminal back as it was. What was played is
// then said on out. Ctrl-C gives an error that matches context.Canceled.
func Run(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	// A terminal that hangs up ends the game, also where whoever started it ignores that, as nohup does: nobody could
	// end it otherwise.
	life, end := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer end() // of all that still works
	m, err := NewModel(life, c)
	if err != nil {
		return err
	}
	opts := []tea.ProgramOption{tea.WithContext(life), tea.WithOutput(out), tea.WithoutSignalHandler(),
		tea.WithColorProfile(profile(c.Depth))}
	if f, ok := in.(*os.File); !ok || f != os.Stdin { // the program itself finds the terminal where a file is read there
		opts = append(opts, tea.WithInput(in))
	}
	_, err = tea.NewProgram(m, opts...).Run()
	switch {
	case life.Err() != nil:
		return life.Err()
	case err != nil:
		return fmt.Errorf("%w: the terminal cannot be played on: %v", grid.ErrInput, err)
	case m.broken:
		return context.Canceled
	}
	return m.farewell(ctx, out)
}

// farewell says what was played: moves that can be given to the command that applies them.
func (m *Model) farewell(ctx context.Context, out io.Writer) error {
	for i, s := range m.puzzles {
		if s.now == 0 {
			continue
		}
		label := ""
		if len(m.puzzles) > 1 {
			label = fmt.Sprintf("puzzle %d: ", i+1)
		}
		if _, err := fmt.Fprintf(out, "%s%s: %s\n", label, grid.Number(s.moves(), "move"), s.word(ctx, &m.cfg)); err != nil {
			return err
		}
	}
	return nil
}

func profile(d scene.Depth) colorprofile.Profile {
	switch d {
	case scene.TrueColour:
		return colorprofile.TrueColor
	case scene.Colours256:
		return colorprofile.ANSI256
	case scene.Colours16:
		return colorprofile.ANSI
	}
	return colorprofile.Ascii
}

// OnlyASCII reports whether an environment asks for nothing but ASCII: its language names another encoding than UTF-8.
func OnlyASCII(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(getenv(name)); v != "" {
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8")
		}
	}
	return false
}
