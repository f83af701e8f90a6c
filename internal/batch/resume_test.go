package batch_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/batch"
)

// begun leaves behind what a run does that ended at once.
func begun(t *testing.T, cfg batch.Config) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := batch.Run(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// TestResume cuts an output at any byte, also with rubbish behind it, and goes on from there.
func TestResume(t *testing.T) {
	text := strings.Join(boards(t, 9, 60), "\n") + "\n{\n" + word("panic") + "\n" + word("yes")
	rng := rand.New(rand.NewPCG(5, 6))
	for _, end := range []string{"", ".gz", ".zst"} {
		for _, unordered := range []bool{false, true} {
			cfg := config(t, text)
			cfg.Output, cfg.Unordered, cfg.Frame = cfg.Output+end, unordered, 1500
			want, _ := must(t, cfg)
			whole, err := os.ReadFile(cfg.Output)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 40 {
				if err := os.Remove(cfg.Output); err != nil {
					t.Fatal(err)
				}
				begun(t, cfg)
				cut := rng.IntN(len(whole) + 1)
				if i == 0 {
					cut = len(whole)
				}
				part := bytes.Clone(whole[:cut])
				if i%3 == 1 {
					part = append(part, make([]byte, rng.IntN(100))...)
				}
				if err := os.WriteFile(cfg.Output+".part", part, 0o600); err != nil {
					t.Fatal(err)
				}
				got, sum := must(t, cfg)
				again, err := os.ReadFile(cfg.Output)
				if err != nil || !unordered && (got != want || !bytes.Equal(again, whole)) || sorted(got) != sorted(want) {
					t.Fatalf("%s, cut at %d of %d: %v; %d bytes, want %d; unordered: %v", end, cut, len(whole), err, len(got),
						len(want), unordered)
				}
				if sum.Jobs != 63 || sum.Errors() != 2 {
					t.Errorf("%d lines, %d errors", sum.Jobs, sum.Errors())
				}
			}
		}
	}
}

// TestRefused gives outputs that a run does not go on from, with what it says.
func TestRefused(t *testing.T) {
	text := strings.Join(boards(t, 4, 5), "\n")
	write := func(t *testing.T, name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		change func(t *testing.T, cfg *batch.Config)
		want   string
	}{
		"an output": {func(t *testing.T, cfg *batch.Config) { write(t, cfg.Output, "") },
			"OUT is there already; --restart writes it anew"},
		"no side file": {func(t *testing.T, cfg *batch.Config) {
			write(t, cfg.Output+".part", "{")
			if err := os.Remove(cfg.Output + ".resume"); err != nil {
				t.Fatal(err)
			}
		}, "OUT.part is there, but not OUT.resume, which says what it belongs to; --restart begins anew"},
		"another shard": {func(t *testing.T, cfg *batch.Config) { cfg.Shards = 2 },
			"OUT.part was begun with --shard 1/1; --restart begins anew"},
		"without an order": {func(t *testing.T, cfg *batch.Config) { cfg.Unordered = true },
			"OUT.part was begun without --unordered; --restart begins anew"},
		"other flags": {func(t *testing.T, cfg *batch.Config) { cfg.Asked = "--verb count" },
			"OUT.part was begun with --verb solve; --restart begins anew"},
		"another input": {func(t *testing.T, cfg *batch.Config) { write(t, cfg.Inputs[0], text+"\n") },
			"OUT.part was begun when IN was another file; --restart begins anew"},
		"more inputs": {func(t *testing.T, cfg *batch.Config) {
			write(t, cfg.Output+".more", "")
			cfg.Inputs = append(cfg.Inputs, cfg.Output+".more")
		}, "OUT.part was begun with other inputs; --restart begins anew"},
		"standard input": {func(t *testing.T, cfg *batch.Config) {
			cfg.Inputs, cfg.Stdin = []string{"-"}, strings.NewReader("")
		},
			"OUT.part is left from another run, and this one cannot go on from it, as an input that is no file cannot be read " +
				"again; --restart begins anew"},
		"results of others": {func(t *testing.T, cfg *batch.Config) {
			write(t, cfg.Output+".part", `{"file":"x","line":9,"verb":"solve","error":{"kind":"input","title":""}}`+"\n")
		}, "OUT.part does not fit to the inputs: its last line is about line 9 of x, and not about line 1 of IN; " +
			"--restart begins anew"},
		"the same input twice": {func(t *testing.T, cfg *batch.Config) { cfg.Inputs = append(cfg.Inputs, cfg.Inputs[0]) },
			"IN is named twice"},
		"no input": {func(t *testing.T, cfg *batch.Config) { cfg.Inputs[0] += "x" }, "open INx: no such file or directory"},
		"a folder": {func(t *testing.T, cfg *batch.Config) {
			cfg.Output += ".d"
			if err := os.Mkdir(cfg.Output, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "OUT.d is there and no regular file, so no results can take its place"},
		"an input that would be written over": {func(t *testing.T, cfg *batch.Config) {
			cfg.Inputs[0] = cfg.Output + ".resume~"
			write(t, cfg.Inputs[0], text)
		}, "OUT.resume~ is read, so it cannot be written"},
		"an input as the output": {func(t *testing.T, cfg *batch.Config) { cfg.Output = cfg.Inputs[0] },
			"IN is read, so it cannot be written"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t, text)
			cfg.Asked = "--verb solve"
			begun(t, cfg)
			names := strings.NewReplacer(cfg.Output, "OUT", cfg.Inputs[0], "IN")
			c.change(t, &cfg)
			if _, err := batch.Run(context.Background(), cfg); err == nil || names.Replace(err.Error()) != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			if name == "a folder" || cfg.Output == cfg.Inputs[0] || strings.HasSuffix(cfg.Inputs[0], "x") ||
				strings.HasSuffix(cfg.Inputs[0], "~") || len(cfg.Inputs) == 2 && cfg.Inputs[0] == cfg.Inputs[1] {
				return
			}
			cfg.Restart = true
			if _, err := batch.Run(context.Background(), cfg); err != nil {
				t.Errorf("--restart: %v", err)
			}
		})
	}
}

// TestHole has an output with bytes that a power cut has kept from the disk, in the midst of a result.
func TestHole(t *testing.T) {
	cfg := config(t, strings.Join(boards(t, 9, 50), "\n"))
	want, _ := must(t, cfg)
	if err := os.Remove(cfg.Output); err != nil {
		t.Fatal(err)
	}
	begun(t, cfg)
	part := []byte(want)
	at := bytes.Index(part, []byte(`"claim"`)) + 20
	copy(part[at:at+8], make([]byte, 8))
	if err := os.WriteFile(cfg.Output+".part", part, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := must(t, cfg); got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

// TestMoved has results that somebody has moved or doubled: as many, and with the right last one, as if all were well.
// The run works them out again, or refuses.
func TestMoved(t *testing.T) {
	for _, unordered := range []bool{false, true} {
		for name, which := range map[string][]int{"moved": {0, 2, 1, 3}, "doubled": {0, 1, 1, 3},
			"all and one": {0, 1, 2, 3, 3}} {
			cfg := config(t, strings.Join(boards(t, 9, 4), "\n"))
			cfg.Unordered = unordered
			want, _ := must(t, cfg)
			if err := os.Remove(cfg.Output); err != nil {
				t.Fatal(err)
			}
			begun(t, cfg)
			lines := strings.SplitAfter(want, "\n")
			var part strings.Builder
			for _, i := range which {
				part.WriteString(lines[i])
			}
			if err := os.WriteFile(cfg.Output+".part", []byte(part.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			if name == "moved" && !unordered {
				if _, err := batch.Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "does not fit") {
					t.Errorf("moved: %v", err)
				}
				continue
			}
			if got, _ := must(t, cfg); !unordered && got != want || sorted(got) != sorted(want) {
				t.Errorf("%s, unordered: %v: got\n%s\nwant\n%s", name, unordered, got, want)
			}
		}
	}
}

// TestEndlessSide has a device in the place of the side file, which is not read.
func TestEndlessSide(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("SKIPPED: there is no /dev/zero here")
	}
	cfg := config(t, word("yes"))
	begun(t, cfg)
	if err := os.Remove(cfg.Output + ".resume"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cfg.Output+".part", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", cfg.Output+".resume"); err != nil {
		t.Fatal(err)
	}
	_, err := batch.Run(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), "which says what it belongs to") {
		t.Error(err)
	}
}

// TestFull writes to a disk without room: that is said once.
func TestFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("SKIPPED: there is no /dev/full here")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	cfg := config(t, strings.Join(boards(t, 9, 50), "\n"))
	cfg.Output, cfg.Stdout = batch.Std, full
	if _, err := batch.Run(context.Background(), cfg); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// TestTwoRuns begins a second run while another one writes: it is refused, also where it would begin anew, and leaves
// the first one's files alone.
func TestTwoRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no run locks its output here")
	}
	open := make(chan struct{})
	cfg := config(t, word("yes")+"\n"+word("wait")+"\n"+word("no"))
	cfg.Runner, cfg.Asked = runner(open), "--verb solve"
	first := make(chan error)
	go func() {
		_, err := batch.Run(context.Background(), cfg)
		first <- err
	}()
	side := func() string {
		text, _ := os.ReadFile(cfg.Output + ".resume")
		return string(text)
	}
	for side() == "" {
		time.Sleep(time.Millisecond)
	}
	before := side()
	for _, restart := range []bool{false, true} {
		second := cfg
		second.Restart, second.Asked, second.Runner = restart, "--verb count", runner(nil)
		want := "another run is writing " + cfg.Output + ".part"
		if _, err := batch.Run(context.Background(), second); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if after := side(); after != before {
		t.Errorf("the side file is %s", after)
	}
	close(open)
	if err := <-first; err != nil {
		t.Error(err)
	}
	if got := unpacked(t, cfg.Output); strings.Count(got, "\n") != 3 {
		t.Errorf("%s", got)
	}
}

// TestWholeAlready has a run that was killed between its last two steps.
func TestWholeAlready(t *testing.T) {
	cfg := config(t, word("yes"))
	begun(t, cfg)
	if err := os.Rename(cfg.Output+".part", cfg.Output); err != nil {
		t.Fatal(err)
	}
	if _, err := batch.Run(context.Background(), cfg); !errors.Is(err, batch.ErrDone) {
		t.Error(err)
	}
	if _, err := batch.Run(context.Background(), cfg); err == nil || errors.Is(err, batch.ErrDone) {
		t.Error(err)
	}
}

// TestTorn reads a compressed input that ends too early: what is before the end has its results.
func TestTorn(t *testing.T) {
	cfg := config(t, strings.Join(boards(t, 9, 50), "\n"))
	cfg.Output += ".gz"
	must(t, cfg)
	packed, err := os.ReadFile(cfg.Output)
	if err != nil {
		t.Fatal(err)
	}
	again := cfg
	again.Inputs, again.Output = []string{cfg.Output + ".torn.gz"}, cfg.Output+".out"
	if err := os.WriteFile(again.Inputs[0], packed[:len(packed)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := batch.Run(context.Background(), again); err == nil || !strings.Contains(err.Error(), "ends too soon") {
		t.Error(err)
	}
	part, err := os.ReadFile(again.Output + ".part")
	if err != nil || !bytes.HasPrefix(part, []byte(`{"file":`)) {
		t.Errorf("%.100s, %v", part, err)
	}
}
