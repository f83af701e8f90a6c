//go:build unix

package exit

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// stubborn is in the environment of a process of this test binary that ends with the second signal alone.
const stubborn = "GRIDWRIGHT_STUBBORN"

// TestTwoSignals: the second signal ends a process that is still busy after the first, with a line that says so.
func TestTwoSignals(t *testing.T) {
	if os.Getenv(stubborn) != "" {
		ctx := Interruptible(os.Stderr, "gridwright")
		fmt.Println("ready")
		<-ctx.Done()
		fmt.Println("busy")
		select {}
	}
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		c := exec.Command(os.Args[0], "-test.run=^TestTwoSignals$")
		c.Env = append(os.Environ(), stubborn+"=1")
		var errs strings.Builder
		c.Stderr = &errs
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(out); lines.Scan(); {
			c.Process.Signal(sig) // one for each line
		}
		io.Copy(io.Discard, out)
		c.Wait()
		want := "gridwright: interrupted twice, and ended at once\n"
		if code := c.ProcessState.ExitCode(); code != Interrupted || errs.String() != want {
			t.Errorf("%v: code %d, %q", sig, code, errs.String())
		}
	}
}
