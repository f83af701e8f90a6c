//go:build !windows

package player_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience is how long a test waits for what has to come. Nothing is measured by it.
const patience = 2 * time.Minute

// program builds the command once for all tests, and returns its path.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "player")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "gridwright")
	out, err := exec.Command("go", "build", "-o", path, "github.com/gridwright/gridwright/cmd/gridwright").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return path, nil
})

// A terminal is a pseudo-terminal with the command in it, and what can be seen on it.
type terminal struct {
	t      *testing.T
	pty    *os.File
	cmd    *exec.Cmd
	screen *vt.SafeEmulator
	ended  chan error
	mu     sync.Mutex
	raw    strings.Builder // all that was written
}

// start runs "gridwright play" with args on a pseudo-terminal of 80 × 24 characters.
func start(t *testing.T, env []string, args ...string) *terminal {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, screen: vt.NewSafeEmulator(80, 24), ended: make(chan error, 1)}
	x.cmd = exec.Command(path, append([]string{"play"}, args...)...)
	x.cmd.Env = append([]string{"LANG=C.UTF-8", "TERM=xterm-256color", "GRIDWRIGHT_CACHE=off", "PATH=" + os.Getenv("PATH"),
		"HOME=" + t.TempDir()}, env...)
	x.pty, err = pty.StartWithSize(x.cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skipf("SKIPPED: there is no pseudo-terminal here (%v), so the player was NOT driven through one", err)
	}
	go io.Copy(io.Discard, x.screen) // nobody answers what is asked of the terminal
	read := make(chan struct{})
	go func() {
		defer close(read)
		b := make([]byte, 1<<14)
		for {
			n, err := x.pty.Read(b)
			x.mu.Lock()
			x.raw.Write(b[:n])
			x.mu.Unlock()
			x.screen.Write(b[:n])
			if err != nil {
				return
			}
		}
	}()
	go func() {
		err := x.cmd.Wait()
		select { // what was written last may still be on its way
		case <-read:
		case <-time.After(2 * time.Second):
		}
		x.ended <- err
	}()
	t.Cleanup(func() {
		x.cmd.Process.Kill()
		x.pty.Close()
	})
	return x
}

// text is what stands on the screen.
func (x *terminal) text() string {
	var b strings.Builder
	for row := range x.screen.Height() {
		for col := 0; col < x.screen.Width(); {
			c := x.screen.CellAt(col, row)
			if c == nil || c.Content == "" {
				b.WriteByte(' ')
				col++
				continue
			}
			b.WriteString(c.Content)
			col += max(1, c.Width)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// written is all that the command has written.
func (x *terminal) written() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.raw.String()
}

// wait waits until all texts stand on the screen.
func (x *terminal) wait(texts ...string) string {
	x.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		screen, missing := x.text(), ""
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				missing = text
			}
		}
		if missing == "" {
			x.shot()
			return screen
		}
		if time.Now().After(end) {
			x.t.Fatalf("no %q on the screen:\n%s", missing, screen)
		}
	}
}

// shot keeps the screen where somebody wants to look at it.
func (x *terminal) shot() {
	if dir := os.Getenv("PLAYER_SHOTS"); dir != "" {
		f, err := os.CreateTemp(dir, strings.ReplaceAll(x.t.Name(), "/", "_")+"-*.ansi")
		if err == nil {
			io.WriteString(f, x.screen.Render())
			f.Close()
		}
	}
}

// press types keys.
func (x *terminal) press(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.pty, keys); err != nil {
		x.t.Fatal(err)
	}
}

// exit waits for the command's end and returns its exit code.
func (x *terminal) exit() int {
	x.t.Helper()
	select {
	case err := <-x.ended:
		var bad *exec.ExitError
		if errors.As(err, &bad) {
			return bad.ExitCode()
		}
		if err != nil {
			x.t.Fatal(err)
		}
		return 0
	case <-time.After(patience):
		x.t.Fatalf("the command does not end:\n%s", x.text())
	}
	return -1
}
