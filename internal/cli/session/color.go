package session

import (
	"io"
	"os"
	"strings"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/scene"
)

func (s *Session) checkColor() error {
	switch s.Color {
	case "auto", "always", "never":
		return nil
	}
	return exit.Usagef("--color is %q; it must be auto, always or never", s.Color)
}

// Colored decides about colours: the flag first, then NO_COLOR (no-color.org), then
// CLICOLOR_FORCE (bixense.com/clicolors), then whether somebody is looking.
func (s *Session) Colored() bool {
	switch {
	case s.Color != "auto":
		return s.Color == "always"
	case os.Getenv("NO_COLOR") != "":
		return false
	}
	if force := os.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return os.Getenv("TERM") != "dumb" && s.Terminal()
}

// Text is how boards are drawn: in as many colours as the terminal says that it has.
func (s *Session) Text() scene.Text {
	t := scene.Text{}
	switch {
	case !s.Colored():
	case os.Getenv("COLORTERM") == "truecolor" || os.Getenv("COLORTERM") == "24bit":
		t.Depth = scene.TrueColour
	case strings.Contains(os.Getenv("TERM"), "256"):
		t.Depth = scene.Colours256
	default:
		t.Depth = scene.Colours16
	}
	return t
}

// Terminal reports whether somebody looks at standard output.
func (s *Session) Terminal() bool { return isTerminal(s.TTY) }

// Watched reports whether somebody looks at standard error.
func (s *Session) Watched() bool { return isTerminal(s.Stderr) }

// isTerminal takes any character device for a terminal; nobody sees colours in /dev/null.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
