package session

import (
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

// TestProgress gives what the meter says, and when it keeps silent.
func TestProgress(t *testing.T) {
	var errs strings.Builder
	s := New(nil, nil, nil, &errs)
	if s.NewMeter() != nil {
		t.Error("a meter where nobody looks")
	}
	s.Progress = "plain"
	m := s.NewMeter()
	p := puzzle.Progress{Stage: "depth 3", Done: 1234567, Total: 9000000, Unit: "states", Memory: 2048}
	m.On(p)
	if errs.String() != "" {
		t.Errorf("%q at once", errs.String())
	}
	m.last, m.since = m.last.Add(-time.Hour), m.since.Add(-time.Hour)
	p.Done += 3600 * 5
	m.On(p)
	if got := errs.String(); !strings.HasPrefix(got, "gridwright: depth 3: 1,252,567 of 9,000,000 states, ") ||
		!strings.HasSuffix(got, " a second, 2 KiB\n") {
		t.Errorf("%q", got)
	}
	m.Live = true
	m.last = m.last.Add(-time.Hour)
	m.On(puzzle.Progress{Stage: "depth 4", Done: 7, Unit: "states"})
	m.Clear()
	m.Clear()
	if got := errs.String(); !strings.HasSuffix(got, "\n\r\x1b[Kdepth 4: 7 states\r\x1b[K") {
		t.Errorf("%q", got)
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", -100: "-100"} {
		if got := Thousands(n); got != want {
			t.Errorf("thousands(%d) = %q", n, got)
		}
	}
}
