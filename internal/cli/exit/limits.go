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
		if q := int64(*s) / unit; q*unit == int64(*s) && q < 10000 {
			return strconv.FormatInt(q, 10) + name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type names the value in help texts.
func (s *Size) Type() string { return "size" }

// A Timeout is a time on a command line: "90s", "5m"; a bare number is seconds, 0 is
// no limit. It is a flag.Value.
type Timeout time.Duration

// Set reads a time.
func (t *Timeout) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		var x float64
		if x, err = strconv.ParseFloat(text, 64); err == nil && x < math.MaxInt64/1e9 {
			d = time.Duration(x * 1e9)
		} else {
			err = strconv.ErrRange
		}
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

// Raise says how to raise the limit that stopped something.
func Raise(limit string, lim puzzle.Limits) string {
	switch {
	case limit == "time" && lim.Time > 0 && lim.Time < math.MaxInt64/5:
		return "raise it with --timeout " + shortTime(5*lim.Time)
	case limit == "memory" && lim.Memory > 0 && lim.Memory < math.MaxInt64/2:
		s := Size(2 * lim.Memory)
		return "raise it with --max-memory " + s.String()
	}
	return "raise it with --timeout or --max-memory"
}

// Hint adds to an error whose cause is a limit how to raise that limit.
func Hint(err error, lim puzzle.Limits) error {
	var le *puzzle.LimitError
	if !errors.As(err, &le) || Code(err) != Limit {
		return err
	}
	return fmt.Errorf("%w; %s", err, Raise(le.Limit, lim))
}
