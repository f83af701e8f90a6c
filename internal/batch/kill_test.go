package batch_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
	"github.com/gridwright/gridwright/internal/extent"
)

// TestMain lets the tests run the command as a process of its own: this test binary, told so by its environment. The
// main is that of cmd/gridwright to the letter, but for signals.
func TestMain(m *testing.M) {
	if os.Getenv("BATCH_COMMAND") == "" {
		os.Exit(m.Run())
	}
	os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, families.All, families.Contests))
}

func command(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, append([]string{"batch", "--color", "never", "--progress", "off"}, args...)...)
	c.Env = append(os.Environ(), "BATCH_COMMAND=1")
	var errs bytes.Buffer
	c.Stderr = &errs
	return c, &errs
}

// TestKill kills the command without warning when its output has come to lengths that chance chooses, and runs it again
// each time. In the end its output is that of a run which nobody has killed.
func TestKill(t *testing.T) {
	n, kills := 1500, 4
	if extent.Whole {
		n, kills = 1_000_000, 20
	}
	lines := boards(t, 16, n)
	lines[n/2] = "{"
	dir := t.TempDir()
	in := filepath.Join(dir, "in.ndjson")
	if err := os.WriteFile(in, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for _, flags := range [][]string{{"out"}, {"out.gz"}, {"out.zst"}, {"other", "--unordered"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			whole, out := filepath.Join(dir, "whole-"+flags[0]), filepath.Join(dir, flags[0])
			c, errs := command(t, append(flags[1:], in, "-o", whole)...)
			if err := c.Run(); c.ProcessState.ExitCode() != 2 { // for the bad line
				t.Fatalf("%v: %s", err, errs)
			}
			want, err := os.ReadFile(whole)
			if err != nil {
				t.Fatal(err)
			}
			var at []int64
			for range kills {
				at = append(at, rng.Int64N(int64(len(want))))
			}
			slices.Sort(at)
			at[0] = 0
			killed := killedAt(t, out, at, append(flags[1:], in, "-o", out)...)
			got, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d boards, killed %d times, %d bytes", n, killed, len(got))
			if len(flags) == 1 && !bytes.Equal(got, want) {
				t.Error("the output is another")
			}
			if sorted(string(got)) != sorted(string(want)) {
				t.Error("the output has other results")
			}
		})
	}
}

// killedAt runs the command until it comes to its end, and kills it at these lengths of its output, if it is not
// faster.
func killedAt(t *testing.T, out string, at []int64, args ...string) (killed int) {
	t.Helper()
	for i := 0; ; i++ {
		c, errs := command(t, args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		if i < len(at) {
			long := func() bool {
				info, err := os.Stat(out + ".part")
				return err == nil && info.Size() >= at[i]
			}
			for !long() && len(ended) == 0 {
				time.Sleep(time.Millisecond)
			}
			c.Process.Kill()
		}
		if err := <-ended; err == nil || c.ProcessState.ExitCode() == 2 {
			if _, err := os.Stat(out); err != nil {
				t.Fatalf("run %d: %s", i, errs)
			}
			return killed
		} else if i >= len(at) || c.ProcessState.ExitCode() > 0 {
			t.Fatalf("run %d: %v: %s", i, err, errs)
		}
		killed++
		if testing.Verbose() {
			fmt.Fprintf(os.Stderr, "killed at %d bytes\n", at[i])
		}
	}
}
