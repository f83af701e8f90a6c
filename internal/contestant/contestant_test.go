package contestant

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestExits(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		for _, c := range []struct {
			args   []string
			ending Ending
			code   int
			output string
		}{
			{[]string{"cat"}, Exited, 0, "3 4\n5\n"},
			{[]string{"nothing"}, Exited, 0, ""},
			{[]string{"line"}, Exited, 0, "4"},
			{[]string{"close"}, Exited, 0, "done"},
			{[]string{"nul"}, Exited, 0, "a\x00b\x00\xff\n"},
			{[]string{"exit", "3"}, Crashed, 3, "before the end\n"},
			{[]string{"exit", "0"}, Exited, 0, "before the end\n"},
			{[]string{"complains"}, Exited, 0, "done"},
			{[]string{"args", strings.Repeat("x", 100_000), "", "a b"}, Exited, 0, "3 100003"},
		} {
			r := e.must(t, ours(t, c.args...), strings.NewReader("3 4\n5\n"), ample)
			if r.Ending != c.ending || r.Code != c.code || r.Signal != "" || string(r.Output) != c.output {
				t.Errorf("%.40q: %v; want %v, code %d, output %q", c.args, r, c.ending, c.code, c.output)
			}
			if r.Wall <= 0 || r.CPU <= 0 || r.Start > r.Wall {
				t.Errorf("%.40q: %v has odd times", c.args, r)
			}
			if c.args[0] == "complains" && (len(r.Errors) != maxErrors || r.Errors[0] != 'y') {
				t.Errorf("standard error was kept as %v", r)
			}
		}
	})
}

func TestNoLimits(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		r := e.must(t, ours(t, "count", "3000000"), nil, Limits{})
		if r.Ending != Exited || len(r.Output) != 3_000_000 {
			t.Errorf("%v", r)
		}
	})
}

func TestTimeLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		for _, name := range []string{"sleep", "loop"} {
			lim := ample
			lim.Time = 100 * time.Millisecond
			r := e.must(t, ours(t, name), nil, lim)
			if r.Ending != TimeLimit || r.Code != -1 || r.Signal != "" || name == "sleep" && !r.Clock {
				t.Errorf("%s: %v, by the clock: %v", name, r, r.Clock)
			}
		}
	})
}

func TestOutputLimit(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		lim := ample
		lim.Output = 1_000_000
		for _, c := range []struct {
			args   []string
			ending Ending
			length int
		}{
			{[]string{"write"}, OutputLimit, 1_000_000},
			{[]string{"count", "1000001"}, OutputLimit, 1_000_000},
			{[]string{"count", "1000000"}, Exited, 1_000_000},
			{[]string{"count", "999999"}, Exited, 999_999},
		} {
			r := e.must(t, ours(t, c.args...), nil, lim)
			if r.Ending != c.ending || len(r.Output) != c.length {
				t.Errorf("%q: %v; want %v", c.args, r, c.ending)
			}
		}
	})
}

// TestComplains is about a program that writes to standard error for ever: that is no output, so its time ends it.
func TestComplains(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		lim := ample
		lim.Time, lim.Output = 100*time.Millisecond, 1000
		r := e.must(t, ours(t, "complain"), nil, lim)
		if r.Ending != TimeLimit || len(r.Errors) != maxErrors {
			t.Errorf("%v", r)
		}
	})
}

func TestRead(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		big := bytes.Repeat([]byte("0123456789abcde\n"), 50<<20/16)
		for _, c := range []struct {
			name string
			want int64
		}{{"cat", 50 << 20}, {"nothing", 0}, {"close", 0}, {"line", 16}} {
			r := e.must(t, ours(t, c.name), bytes.NewReader(big), ample)
			if r.Ending != Exited || r.Read != c.want {
				t.Errorf("%s: %v; want %d bytes read", c.name, r, c.want)
			}
			if c.name == "cat" && !bytes.Equal(r.Output, big) {
				t.Errorf("50 MB came back as %v", r)
			}
		}
	})
}

func TestCancelled(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		for _, name := range []string{"sleep", "loop"} {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(50*time.Millisecond, cancel)
			if r, err := e.run(ours(t, name), ctx, strings.NewReader("1\n"), Limits{}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled: %v, error %v", name, r, err)
			}
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ours(t, "cat").Run(ctx, nil, ample); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

// TestInputFails is about errors of our own.
func TestInputFails(t *testing.T) {
	if r, err := ours(t, "cat").Run(context.Background(), &failingReader{3}, ample); !errors.Is(err, errReader) {
		t.Errorf("%v, error %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	endless := readerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	if r, err := ours(t, "cat").Run(ctx, endless, ample); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v", r, err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestManyAtOnce runs many programs in parallel, of which each has its own input and ending.
func TestManyAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine) {
		var wait sync.WaitGroup
		for i := range 16 {
			wait.Go(func() {
				for j := range 3 {
					text := strings.Repeat("x", 1000*i+j) + "\n"
					if r := e.must(t, ours(t, "cat"), strings.NewReader(text), ample); string(r.Output) != text ||
						r.Ending != Exited || r.Read != int64(len(text)) {
						t.Errorf("run %d, %d: %v", i, j, r)
					}
					if r := e.must(t, ours(t, "exit", "3"), io.MultiReader(strings.NewReader(text)), ample); r.Code != 3 {
						t.Errorf("run %d, %d: %v", i, j, r)
					}
				}
			})
		}
		wait.Wait()
	})
}

func TestUnlimited(t *testing.T) {
	for _, said := range Unlimited() {
		if !strings.HasSuffix(said, ".") || strings.Contains(said, "\n") {
			t.Errorf("%q is no sentence", said)
		}
	}
}

func TestEndingNames(t *testing.T) {
	for e := Exited; e <= OutputLimit; e++ {
		if strings.HasPrefix(e.String(), "Ending(") {
			t.Errorf("ending %d has no name", int(e))
		}
	}
}
