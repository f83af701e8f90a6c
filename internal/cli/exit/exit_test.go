package exit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

func TestSize(t *testing.T) {
	for _, c := range []struct {
		text  string
		bytes int64
		back  string
	}{
		{"0", 0, "0"}, {"512MiB", 512 << 20, "512MiB"}, {"2GB", 2e9, "2000000000"}, {"1.5GiB", 3 << 29, "1536MiB"},
		{"4096", 4096, "4KiB"}, {"1 TiB", 1 << 40, "1TiB"}, {"3g", 3 << 30, "3GiB"}, {"7b", 7, "7"}, {"64kb", 64000, "64000"},
		{"9223372036854775807", 1<<63 - 1, "9223372036854775807"},
	} {
		var s Size
		if err := s.Set(c.text); err != nil || int64(s) != c.bytes || s.String() != c.back {
			t.Errorf("%q: %d, %v, back as %q; want %d, %q", c.text, s, err, s.String(), c.bytes, c.back)
		}
		var again Size
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q: Set cannot read its own %q", c.text, s.String())
		}
	}
	for _, text := range []string{"", "MiB", "-1", "-1GiB", "lots", "1e3", "0x10", "1.2.3", "NaN", "inf",
		"9223372036854775808", "9000000000GiB", "1..5GiB", "GiB 1"} {
		var s Size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is %d", text, s)
		}
	}
}

func TestTimeout(t *testing.T) {
	for text, want := range map[string]string{"1m": "1m", "90s": "1m30s", "0": "0", "0s": "0", "0.5s": "500ms", "2h": "2h",
		"1h0m5s": "1h0m5s", "10ms": "10ms"} {
		var d Timeout
		if err := d.Set(text); err != nil || d.String() != want {
			t.Errorf("%q: %q, %v; want %q", text, d.String(), err, want)
		}
	}
	for _, text := range []string{"", "-1", "-1s", "soon", "5", "0.5", ".", "inf", "nan", "1e300", "9999999999999h"} {
		var d Timeout
		if err := d.Set(text); err == nil {
			t.Errorf("%q is %v", text, d.String())
		}
	}
}

// TestRaise wants suggestions that are enough, in numbers that people write.
func TestRaise(t *testing.T) {
	lim := func(d time.Duration, memory int64) puzzle.Limits { return puzzle.Limits{Time: d, Memory: memory} }
	const mib, gib = 1 << 20, 1 << 30
	for _, c := range []struct {
		limit    string
		need     int64
		headroom int64
		lim      puzzle.Limits
		want     string
	}{
		{"time", 0, 1, lim(1, 0), "--timeout 1s"},
		{"time", 0, 1, lim(time.Second, 0), "--timeout 2s"},
		{"time", 0, 1, lim(1100*time.Millisecond, 0), "--timeout 5s"},
		{"time", 0, 1, lim(20*time.Second, 0), "--timeout 1m"},
		{"time", 0, 1, lim(time.Minute, 0), "--timeout 2m"},
		{"time", 0, 1, lim(2*time.Minute, 0), "--timeout 5m"},
		{"time", 0, 1, lim(20*time.Minute, 0), "--timeout 1h"},
		{"time", 0, 1, lim(10*time.Hour, 0), "--timeout 20h"},
		{"time", 0, 1, lim(11*time.Hour, 0), "--timeout 24h"},
		{"time", 0, 1, lim(30*time.Hour, 0), "--timeout 72h"},
		{"memory", 1, 1, lim(0, 1), "--max-memory 1MiB"},
		{"memory", 59*mib + 1, 1, lim(0, mib), "--max-memory 60MiB"},
		{"memory", 60 * mib, 1, lim(0, mib), "--max-memory 60MiB"},
		{"memory", 15 * mib, 4, lim(0, mib), "--max-memory 60MiB"},
		{"memory", gib, 1, lim(0, mib), "--max-memory 1GiB"},
		{"memory", gib + 1, 1, lim(0, mib), "--max-memory 2GiB"},
		{"memory", math.MaxInt64, 4, lim(0, mib), "--max-memory 4194304TiB"},
		{"memory", 0, 4, lim(0, 100), "--max-memory 1MiB"},
		{"memory", 0, 4, lim(0, 4*gib), "--max-memory 8GiB"},
		{"memory", 0, 4, lim(0, math.MaxInt64), "--max-memory 4194304TiB"},
		{"states", 0, 1, lim(time.Minute, gib), "--timeout or --max-memory"},
		{"time", 0, 1, puzzle.Limits{}, "--timeout or --max-memory"},
	} {
		got := Raise(&puzzle.LimitError{Limit: c.limit, Need: c.need}, c.lim, c.headroom)
		if got != "raise it with "+c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestHint(t *testing.T) {
	lim := puzzle.Limits{Time: time.Second, Memory: 1 << 20}
	le := &puzzle.LimitError{Limit: "memory", Msg: "too much", Need: 3 << 20}
	for _, c := range []struct {
		err  error
		want string
	}{
		{Usagef("x"), "x"},
		{le, "too much; raise it with --max-memory 12MiB"},
		{fmt.Errorf("case 2: %w", &Detour{le, "or go home"}),
			"case 2: too much; raise it with --max-memory 3MiB, or go home"},
	} {
		if got := Hint(c.err, lim, 4); got.Error() != c.want || Code(got) != Code(c.err) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, OK},
		{Usagef("x"), Usage},
		{fmt.Errorf("x: %w", puzzle.ErrUnsupported), Usage},
		{&puzzle.LimitError{}, Limit},
		{fmt.Errorf("x: %w", puzzle.ErrInternal), Fault},
		{errors.New("of no kind"), Fault},
		{fmt.Errorf("x: %w", &WriteError{io.ErrShortWrite}), Fault},
		{fmt.Errorf("x: %w", context.Canceled), Interrupted},
	} {
		if got := Code(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

func TestWorse(t *testing.T) {
	order := []int{OK, No, Limit, Usage, Fault, Interrupted}
	for i, a := range order {
		for j, b := range order {
			if got, want := Worse(a, b), order[max(i, j)]; got != want {
				t.Errorf("Worse(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) / 2, nil }

// TestOutput wants the first failed write to stay.
func TestOutput(t *testing.T) {
	out := NewOutput(short{})
	out.WriteString("answer")
	for range 2 {
		var we *WriteError
		if err := out.Flush(); !errors.As(err, &we) || !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("got %v", err)
		}
	}
}
