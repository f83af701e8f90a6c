package batch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/internal/batch"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
)

// config is a run over text that stands in a file, which goes to a file beside it.
func config(t testing.TB, text string) batch.Config {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in.ndjson")
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return batch.Config{Inputs: []string{in}, Output: filepath.Join(dir, "out.ndjson"), Runner: runner(nil), Jobs: 3,
		Shard: 1, Shards: 1, MaxLine: 1 << 16, Window: 1 << 16}
}

// must runs cfg and returns what is in its output.
func must(t testing.TB, cfg batch.Config) (string, *batch.Summary) {
	t.Helper()
	sum, err := batch.Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{".part", ".resume"} {
		if _, err := os.Stat(cfg.Output + end); err == nil {
			t.Errorf("%s is left", cfg.Output+end)
		}
	}
	return unpacked(t, cfg.Output), sum
}

// unpacked is what is in a file.
func unpacked(t testing.TB, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	switch filepath.Ext(name) {
	case ".gz":
		r, err = gzip.NewReader(f)
	case ".zst":
		r, err = zstd.NewReader(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// twin does what a run does, one line after the other and nothing else.
func twin(t testing.TB, cfg batch.Config, file, text string) (out []byte) {
	t.Helper()
	n := 0
	for i, line := range strings.Split(text, "\n") {
		at := job.Place{File: file, Line: int64(i + 1)}
		if len(line) <= int(cfg.MaxLine) && strings.TrimSpace(line) == "" {
			continue
		}
		if n++; (n-1)%cfg.Shards != cfg.Shard-1 {
			continue
		}
		if len(line) > int(cfg.MaxLine) {
			title := fmt.Sprintf("the line has more than %d bytes", cfg.MaxLine)
			out = cfg.Runner.Refuse(out, at, &engine.Error{Kind: engine.Limit, Title: title})
			continue
		}
		var err error
		if out, err = cfg.Runner.Append(context.Background(), out, at, []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestOrder compares runs of all shapes with the twin.
func TestOrder(t *testing.T) {
	kinds := append(boards(t, 9, 6), word("yes"), word("no"), word("panic"), word("panic"), "", " \t", "{", "nonsense",
		word(strings.Repeat("long", 40)), strings.Repeat(" ", 300), "\r", `{"verb":"generate","family":"words"}`)
	r := runner(nil)
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(kinds), 0, 300).Draw(rt, "lines"), "\n")
		if rapid.Bool().Draw(rt, "ended") {
			text += "\n"
		}
		cfg := config(t, text)
		cfg.Runner, cfg.MaxLine = r, 200
		cfg.Jobs = rapid.IntRange(1, 8).Draw(rt, "jobs")
		cfg.Window = rapid.Int64Range(0, 1<<16).Draw(rt, "window")
		cfg.Shards = rapid.IntRange(1, 3).Draw(rt, "shards")
		cfg.Shard = rapid.IntRange(1, cfg.Shards).Draw(rt, "shard")
		cfg.Unordered = rapid.Bool().Draw(rt, "unordered")
		cfg.Output += rapid.SampledFrom([]string{"", ".gz", ".zst"}).Draw(rt, "packing")
		cfg.Frame = rapid.IntRange(1, 2000).Draw(rt, "frame")
		got, sum := must(t, cfg)
		want := string(twin(t, cfg, cfg.Inputs[0], text))
		if cfg.Unordered {
			got, want = sorted(got), sorted(want)
		}
		if got != want {
			rt.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
		if n := strings.Count(want, "\n"); int(sum.Jobs) != n || int(sum.Errors()) != strings.Count(want, `,"error":{`) {
			rt.Errorf("%d lines, %d errors: %+v", n, strings.Count(want, `,"error":{`), sum.Rows())
		}
	})
}

func sorted(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// TestShards puts the parts of a batch together.
func TestShards(t *testing.T) {
	text := strings.Join(boards(t, 9, 100), "\n\n")
	whole, _ := must(t, config(t, text))
	var parts []string
	for i := range 3 {
		cfg := config(t, text)
		cfg.Shard, cfg.Shards = i+1, 3
		part, _ := must(t, cfg)
		parts = append(parts, strings.ReplaceAll(part, filepath.Dir(cfg.Inputs[0]), "DIR"))
	}
	var all string
	for i := 0; all == "" || parts[i%3] != ""; i++ {
		line, rest, _ := strings.Cut(parts[i%3], "\n")
		all, parts[i%3] = all+line+"\n", rest
	}
	if n := strings.Index(whole, `in.ndjson"`); n < 0 || strings.Count(whole, "\n") != 100 {
		t.Fatal(whole)
	} else if whole = strings.ReplaceAll(whole, strings.TrimSuffix(whole[len(`{"file":"`):n], "/"), "DIR"); all != whole {
		t.Errorf("got:\n%s\nwant:\n%s", all, whole)
	}
}

// TestPlanted has a line that takes for ever, one that panics, and some that are nothing.
func TestPlanted(t *testing.T) {
	cfg := config(t, strings.Join([]string{word("slow"), word("panic"), "{", word("yes"), word("slow"), word("no")}, "\n"))
	lim := puzzle.Limits{Time: 100 * time.Millisecond}
	cfg.Runner = job.New(job.Options{Families: runner(nil).Families(), Limits: lim})
	out, sum := must(t, cfg)
	for i, want := range []string{`"verdict":"unknown","claim":{"family":"words","version":1,"verdict":"unknown",` +
		`"stopped":{"limit":"time"`, `"kind":"internal","title":"an internal fault: as it says"`, `"kind":"input"`,
		`"family":"words"`, `"verdict":"unknown"`, `"family":"words"`} { // on a slow machine all take too long
		line, rest, _ := strings.Cut(out, "\n")
		if out = rest; !strings.Contains(line, want) || !strings.Contains(line, fmt.Sprintf(`,"line":%d,`, i+1)) {
			t.Errorf("%s\nwant %s", line, want)
		}
	}
	if sum.Jobs != 6 || sum.Errors() != 2 || len(sum.Samples) != 2 {
		t.Errorf("%+v", sum.Rows())
	}
}

// A counted reader knows how far it has been read.
type counted struct {
	r io.Reader
	n atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p[:min(len(p), 1000)])
	c.n.Add(int64(n))
	return n, err
}

// TestWindow has a line that waits in front of many: no more of them is read than the window has room for.
func TestWindow(t *testing.T) {
	open := make(chan struct{})
	text := word("wait") + "\n" + strings.Repeat(word("yes")+"\n", 20000)
	cfg := config(t, "")
	in := &counted{r: strings.NewReader(text)}
	cfg.Inputs, cfg.Stdin, cfg.Runner = []string{batch.Std}, in, runner(open)
	go func() {
		// On a slow machine it opens too early, and finds nothing.
		for last := int64(-1); in.n.Load() != last; time.Sleep(100 * time.Millisecond) {
			last = in.n.Load()
		}
		if n := in.n.Load(); n > 1<<20/2 { // the buffer of the source, the window and a chunk
			t.Errorf("%d of %d bytes were read", n, len(text))
		}
		close(open)
	}()
	if out, _ := must(t, cfg); strings.Count(out, "\n") != 20001 || !strings.HasPrefix(out, `{"file":"-","line":1,`) {
		t.Errorf("%.300s", out)
	}
}

// TestCancel ends a run while a line waits: what stands before it is kept, and the next run goes on.
func TestCancel(t *testing.T) {
	open := make(chan struct{})
	for _, unordered := range []bool{false, true} {
		cfg := config(t, word("a")+"\n"+word("b")+"\n"+word("wait")+"\n"+word("c")+"\n")
		cfg.Unordered, cfg.Jobs = unordered, 4
		ctx, cancel := context.WithCancel(context.Background())
		cfg.Runner = runner(open)
		time.AfterFunc(50*time.Millisecond, cancel)
		if _, err := batch.Run(ctx, cfg); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		part, err := os.ReadFile(cfg.Output + ".part")
		if err != nil || !unordered && bytes.Contains(part, []byte(`"c"`)) {
			t.Errorf("%s, %v", part, err)
		}
		cfg.Runner = runner(closed())
		got, _ := must(t, cfg)
		if want := string(twin(t, cfg, cfg.Inputs[0], unpacked(t, cfg.Inputs[0]))); sorted(got) != sorted(want) ||
			!unordered && got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func closed() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}
