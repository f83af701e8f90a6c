package exit

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

// units are the names that a size may end in, in lower case. A bare letter means the
// binary unit, as most programs that run others take it.
var units = [...]struct {
	name  string
	bytes int64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

// A Size is a number of bytes on a command line: "512MiB", "2GB", "1.5GiB", "4096".
// It is a flag.Value.
type Size int64

// Set reads a size.
func (s *Size) Set(text string) error {
	t := strings.ToLower(strings.TrimSpace(text))
	for _, u := range units {
		number, ok := strings.CutSuffix(t, u.name)
		if !ok {
			continue
		}
		number = strings.TrimRight(number, " ")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			if n < 0 || n > math.MaxInt64/u.bytes {
				break
			}
			*s = Size(n * u.bytes)
			return nil
		}
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || strings.Trim(number, "0123456789.") != "" || x*float64(u.bytes) >= math.MaxInt64 {
			break
		}
		*s = Size(x * float64(u.bytes))
		return nil
	}
	return fmt.Errorf("%q is no size; write 512MiB, 2GB, 1.5GiB or a number of bytes (0: no limit)", text)
}

// String writes the size so that Set reads it.
func (s *Size) String() string {
	if *s == 0 {
		return "0"
	}
	for i, name := range [...]string{"TiB", "GiB", "MiB", "KiB"} {
		unit := units[3-i].bytes
		if q := int64(*s) / unit; q*unit == int64(*s) && (q < 10000 || i == 0) {
			return strconv.FormatInt(q, 10) + name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type names the value in help texts.
func (s *Size) Type() string { return "size" }

// A Timeout is a time on a command line: "90s", "5m"; 0 is no limit. It is a flag.Value.
type Timeout time.Duration

// Set reads a time.
func (t *Timeout) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil && text != "" && strings.Trim(text, "0123456789.") == "" {
		return fmt.Errorf("%q has no unit; write %ss or %sm", text, text, text)
	}
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no time; write 500ms, 90s, 5m or 1h30m (0: no limit)", text)
	}
	*t = Timeout(d)
	return nil
}

// Duration is t in the terms of package time.
func (t Timeout) Duration() time.Duration { return time.Duration(t) }

// String writes the time so that Set reads it: "1m", not "1m0s".
func (t *Timeout) String() string { return shortTime(time.Duration(*t)) }

// Type names the value in help texts.
func (t *Timeout) Type() string { return "duration" }

func shortTime(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	if s == "0s" {
		return "0"
	}
	return s
}

// Raise says how to raise the limit that le reports under lim: to what was asked for, times
// headroom for the work that follows, or else to the double.
func Raise(le *puzzle.LimitError, lim puzzle.Limits, headroom int64) string {
	switch {
	case le.Limit == "time" && lim.Time > 0 && lim.Time < math.MaxInt64/4:
		return "raise it with --timeout " + shortTime(roundTime(2*lim.Time))
	case le.Limit == "memory" && lim.Memory > 0:
		enough := 2 * min(lim.Memory, math.MaxInt64/4)
		if le.Need > 0 {
			enough = min(le.Need, math.MaxInt64/2/headroom) * headroom
		}
		s := roundSize(enough)
		return "raise it with --max-memory " + s.String()
	}
	return "raise it with --timeout or --max-memory"
}

// roundSize rounds up to whole MiB, or GiB where there are some.
func roundSize(n int64) Size {
	unit := int64(1 << 20)
	if n > 1<<30 {
		unit = 1 << 30
	}
	return Size((n-1)/unit*unit + unit)
}

// roundTime rounds up to a time that people say: 1s, 2s, 5s, 10s, 20s, 30s and so on up to 20h,
// then whole days.
func roundTime(d time.Duration) time.Duration {
	for _, unit := range [...]time.Duration{time.Second, time.Minute, time.Hour} {
		for _, n := range [...]time.Duration{1, 2, 5, 10, 20, 30} {
			if d <= n*unit && n*unit <= 20*time.Hour {
				return n * unit
			}
		}
	}
	const day = 24 * time.Hour
	return (d-1)/day*day + day
}

// CheckRoom is how much more memory the check of an answer may need than reading and deciding the
// puzzle, which come before it: on boards whose tiles slide it is 3.7 times as much.
const CheckRoom = 4

// Unknown says of a limit behind err what it means for the answer; other errors stay as they are.
func Unknown(err error) error {
	var d *Detour
	if errors.As(err, &d) {
		return &Detour{Unknown(d.Err), d.Way}
	}
	var le *puzzle.LimitError
	if errors.As(err, &le) {
		u := *le
		u.Msg = "unknown: " + le.Msg
		return &u
	}
	return err
}

// A Detour is a limit's error with another way around the limit than to raise it.
type Detour struct {
	Err error
	Way string // "or leave out the check with --no-check"
}

func (e *Detour) Error() string { return e.Err.Error() }

// Unwrap returns the limit's error.
func (e *Detour) Unwrap() error { return e.Err }

// A Said is the error Err behind a limit that an answer on standard output has told already: its text
// does not tell it once more.
type Said struct {
	Limit *puzzle.LimitError
	Err   error
}

func (e *Said) Error() string {
	switch e.Limit.Limit {
	case "time", "memory":
		return "the limit on " + e.Limit.Limit + " stopped this"
	}
	return "no flag raises the limit that stopped this"
}

// Unwrap returns Err.
func (e *Said) Unwrap() error { return e.Err }

// Hint adds to an error whose cause is a limit how to raise that limit, or to go around it. The
// limit may have been met before other work began that needs up to headroom times as much.
func Hint(err error, lim puzzle.Limits, headroom int64) error {
	var le *puzzle.LimitError
	if !errors.As(err, &le) || Code(err) != Limit {
		return err
	}
	var d *Detour
	around := errors.As(err, &d)
	if le.Limit == "check" || le.Limit == "size" { // a bound which no flag moves
		if around {
			return fmt.Errorf("%w; %s", err, strings.TrimPrefix(d.Way, "or "))
		}
		return err
	}
	if around {
		return fmt.Errorf("%w; %s, %s", err, Raise(le, lim, 1), d.Way) // a check comes last
	}
	return fmt.Errorf("%w; %s", err, Raise(le, lim, headroom))
}
