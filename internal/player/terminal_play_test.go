//go:build !windows

package player_test

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

const examples = "../../examples/"

// TestTerminal plays on a pseudo-terminal.
func TestTerminal(t *testing.T) {
	x := start(t, []string{"COLORTERM=truecolor"}, examples+"luxor.txt")
	x.wait("start", "target", "Arrow keys move")
	x.press("h")
	x.wait("Hint: L")
	x.press("\x1b[D\x1b[B\x1b[C\x1b[A")
	x.wait("Solved!")
	x.press("uu")
	x.wait("Move 2: D")
	x.press("s")
	x.wait("Step 0 of 2")
	x.press("\x1b[C")
	x.wait("Step 1 of 2: R")
	x.press("\x1b")
	x.wait("Back on your board")
	x.press("?")
	x.wait("Any key goes back")
	x.press("?q")
	if code := x.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x.restored()
	if !strings.HasSuffix(strings.TrimSpace(x.written()), "2 moves: L D") {
		t.Errorf("the end is %q", x.written()[max(0, len(x.written())-200):])
	}
}

// restored wants the terminal as it was: the cursor shown, the main screen, no mouse.
func (x *terminal) restored() {
	x.t.Helper()
	out := x.written()
	for _, mode := range []string{"1049", "1002", "1006", "2004"} {
		if strings.LastIndex(out, "\x1b[?"+mode+"l") < strings.LastIndex(out, "\x1b[?"+mode+"h") {
			x.t.Errorf("mode %s of the terminal is left on", mode)
		}
	}
	if strings.LastIndex(out, "\x1b[?25h") < strings.LastIndex(out, "\x1b[?25l") {
		x.t.Error("the cursor is left hidden")
	}
}

// TestColoursOfTerminals wants the colours that a terminal has, and no others.
func TestColoursOfTerminals(t *testing.T) {
	for _, tt := range []struct {
		name      string
		env       []string
		has, hasn []string
	}{
		{"24 bits", []string{"COLORTERM=truecolor"}, []string{"48;2;213;94;0"}, nil},
		{"256", nil, []string{"48;5;"}, []string{"48;2;"}},
		{"16", []string{"TERM=xterm"}, []string{"31;1;7m"}, []string{"48;2;", "48;5;", "38;5;"}},
		{"none", []string{"NO_COLOR=1", "COLORTERM=truecolor"}, []string{"┌"}, []string{"48;", "38;", ";33m", "[33m"}},
		{"ASCII", []string{"LANG=C", "NO_COLOR=1"}, []string{"+---+"}, []string{"┌", "╭", "·"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := start(t, tt.env, examples+"luxor.txt")
			x.wait("Arrow keys move")
			x.press("\x1b[D")
			x.wait("Move 1: L")
			x.press("q")
			if code := x.exit(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			out := x.written()
			for _, s := range tt.has {
				if !strings.Contains(out, s) {
					t.Errorf("there is no %q in %q", s, out)
				}
			}
			for _, s := range tt.hasn {
				if strings.Contains(out, s) {
					t.Errorf("there is %q", s)
				}
			}
		})
	}
}

// TestWindowChanges makes the window smaller and larger.
func TestWindowChanges(t *testing.T) {
	x := start(t, nil, examples+"luxor.txt")
	x.wait("▄▄▄▄▄", "target")
	x.resize(40, 12)
	x.wait("start", "r ")
	x.resize(120, 50)
	x.wait("▄▄▄▄▄", "target")
	x.press("q")
	x.exit()
}

func (x *terminal) resize(w, h int) {
	x.screen.Resize(w, h)
	if err := pty.Setsize(x.pty, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		x.t.Fatal(err)
	}
}

// TestMouse taps an arrow beside the board, and drags on it.
func TestMouse(t *testing.T) {
	x := start(t, nil, examples+"luxor.txt")
	// The screen is read while it is drawn: the button may come after the line below it.
	screen := strings.Split(x.wait("Arrow keys move", "→"), "\n")
	row, col := 0, 0
	for i, l := range screen {
		if at := strings.Index(l, "→"); at >= 0 {
			row, col = i, len([]rune(l[:at]))
		}
	}
	x.press(sgr(0, col, row, 'M') + sgr(0, col, row, 'm'))
	x.wait("Move 1: R")
	x.press(sgr(0, col-10, row, 'M') + sgr(32, col-10, row+3, 'M') + sgr(0, col-10, row+4, 'm'))
	x.wait("Move 2: D")
	x.press("q")
	x.exit()
}

// sgr is how a terminal tells of the mouse.
func sgr(button, col, row int, end rune) string {
	return "\x1b[<" + strings.Join([]string{itoa(button), itoa(col + 1), itoa(row + 1)}, ";") + string(end)
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// hard writes a puzzle that nobody solves within a test.
func hard(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "hard.json")
	const n = 20
	var b strings.Builder
	b.WriteString(`{"family":"permute","version":1,"moves":[{"set":"swap-adjacent"}],"start":[`)
	for r := range n {
		b.WriteString(strings.Repeat(",", min(r, 1)) + "[")
		for c := range n {
			b.WriteString(strings.Repeat(",", min(c, 1)) + itoa((r*n+c)*1009%(n*n)+1))
		}
		b.WriteString("]")
	}
	b.WriteString("]}")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEndsInTheMiddle quits, breaks and hangs up while a puzzle is being solved: the program ends, and the terminal is
// as it was.
func TestEndsInTheMiddle(t *testing.T) {
	file := hard(t)
	for name, end := range map[string]func(x *terminal){
		"q":       func(x *terminal) { x.press("q") },
		"Ctrl-C":  func(x *terminal) { x.press("\x03") },
		"SIGTERM": func(x *terminal) { x.cmd.Process.Signal(syscall.SIGTERM) },
		"hang-up": func(x *terminal) { x.pty.Close() },
		"nohup":   func(x *terminal) { x.pty.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "nohup" { // the player inherits this
				signal.Ignore(syscall.SIGHUP)
				defer signal.Reset(syscall.SIGHUP)
			}
			x := start(t, nil, "--timeout", "0", "--max-memory", "0", file)
			x.wait("? ")
			x.press("s")
			x.wait("Esc stops it")
			end(x)
			code := x.exit()
			want := map[string]int{"q": 0, "Ctrl-C": 130, "SIGTERM": 130, "hang-up": 130, "nohup": 130}[name]
			if code != want {
				t.Errorf("exit code %d, want %d", code, want)
			}
			if !strings.HasSuffix(name, "up") {
				x.restored()
			}
		})
	}
}

// TestEscapeStops stops a search and plays on.
func TestEscapeStops(t *testing.T) {
	x := start(t, nil, "--timeout", "0", "--max-memory", "0", hard(t))
	x.wait("? ")
	x.press("s")
	x.wait("Esc stops it")
	x.press("\x1b")
	x.wait("Stopped.")
	x.press("\r")
	x.wait("Move 1:")
	x.press("q")
	if code := x.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestPlainCommand plays through pipes.
func TestPlainCommand(t *testing.T) {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, path, "play", "--plain", examples+"luxor.txt")
	c.Stdin = strings.NewReader("L\nD\nR\nU\nquit\n")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Move 4: U. Solved!") || strings.Contains(string(out), "\x1b") {
		t.Errorf("%v: %s", err, out)
	}
	c = exec.CommandContext(ctx, path, "play", examples+"luxor.txt")
	if out, err = c.CombinedOutput(); err == nil || !strings.Contains(string(out), "play needs a terminal") {
		t.Errorf("without a terminal: %v: %s", err, out)
	}
}
