package batch_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/batch"
)

// TestEarly has one line of a chunk wait until the results of others stand in the file: all that come before it, and
// without an order those behind it too.
func TestEarly(t *testing.T) {
	text := strings.Repeat(word("yes")+"\n", 5) + word("wait") + "\n" + strings.Repeat(word("no")+"\n", 3)
	for _, c := range []struct {
		unordered bool
		early     int
	}{{false, 5}, {true, 8}} {
		cfg := config(t, text)
		open := make(chan struct{})
		cfg.Runner, cfg.Jobs, cfg.Unordered = runner(open), 2, c.unordered
		ended := make(chan error, 1)
		go func() {
			_, err := batch.Run(t.Context(), cfg)
			ended <- err
		}()
		for tries := 0; ; tries++ {
			part, _ := os.ReadFile(cfg.Output + ".part")
			if n := bytes.Count(part, []byte("\n")); n == c.early {
				break
			} else if n > c.early || tries == 6000 {
				t.Fatalf("unordered %v: %d results before the slow one, want %d:\n%s", c.unordered, n, c.early, part)
			}
			time.Sleep(10 * time.Millisecond)
		}
		close(open)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		other := config(t, text)
		ready := make(chan struct{})
		close(ready)
		other.Runner = runner(ready)
		want, _ := must(t, other)
		got := unpacked(t, cfg.Output)
		want, got = strings.ReplaceAll(want, other.Inputs[0], "FILE"), strings.ReplaceAll(got, cfg.Inputs[0], "FILE")
		if a, b := slices.Collect(strings.Lines(got)), slices.Collect(strings.Lines(want)); c.unordered {
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Errorf("without order:\n%s, want\n%s", got, want)
			}
		} else if got != want {
			t.Errorf("in order:\n%s, want\n%s", got, want)
		}
	}
}
