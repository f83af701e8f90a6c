package session

import (
	"fmt"
	"strings"
	"time"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/puzzle"
)

// How often progress is said: a person sees it move, a log does not fill.
const (
	progressLive  = 200 * time.Millisecond
	progressPlain = 2 * time.Second
)

// ProgressKinds are the values of --progress.
var ProgressKinds = []string{"auto", "plain", "off"}

func (s *Session) checkProgress() error {
	for _, k := range ProgressKinds {
		if s.Progress == k {
			return nil
		}
	}
	return exit.Usagef("--progress is %q; it must be auto, plain or off", s.Progress)
}

// Meter says on standard error how far work has come: a line that is written over where somebody
// looks on, a line now and then with --progress=plain. A bar would promise an end, which searches do
// not know.
type Meter struct {
	s     *Session
	Live  bool // somebody looks on
	every time.Duration
	shown bool // a live line stands on standard error

	stage     string
	last      time.Time // of the last line, or of the start
	since     time.Time // of the stage's beginning
	sinceDone int64
}

// NewMeter returns nil where no progress is to be said.
func (s *Session) NewMeter() *Meter {
	live := s.Progress == "auto" && isTerminal(s.Stderr)
	if s.Progress != "plain" && !live {
		return nil
	}
	m := &Meter{s: s, Live: live, every: progressPlain, last: time.Now()}
	if live {
		m.every = progressLive
	}
	return m
}

// PlainMeter says something each time that every has passed, whoever looks on.
func (s *Session) PlainMeter(every time.Duration) *Meter {
	return &Meter{s: s, every: every, last: time.Now()}
}

// On is a puzzle.Limits.OnProgress.
func (m *Meter) On(p puzzle.Progress) {
	now := time.Now()
	if p.Stage != m.stage {
		m.stage, m.since, m.sinceDone = p.Stage, now, p.Done
	}
	if !m.Due(now) {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Stage, Thousands(p.Done))
	if p.Total > 0 {
		fmt.Fprintf(&b, " of %s", Thousands(p.Total))
	}
	fmt.Fprintf(&b, " %s", p.Unit)
	if s := now.Sub(m.since).Seconds(); s > 0 && p.Done > m.sinceDone {
		fmt.Fprintf(&b, ", %s a second", Thousands(int64(float64(p.Done-m.sinceDone)/s)))
	}
	if p.Memory > 0 {
		fmt.Fprintf(&b, ", %s", puzzle.Bytes(p.Memory))
	}
	m.Show(b.String())
}

// Due reports whether it is time for another line, and counts from now on where it is.
func (m *Meter) Due(now time.Time) bool {
	if now.Sub(m.last) < m.every {
		return false
	}
	m.last = now
	return true
}

// Show shows a line, in place of the one before where somebody looks on.
func (m *Meter) Show(text string) {
	if m.Live {
		m.shown = true
		fmt.Fprintf(m.s.Stderr, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintf(m.s.Stderr, "%s: %s\n", Prog, text)
}

// Clear takes a live line away, before anything else is said.
func (m *Meter) Clear() {
	if m != nil && m.shown {
		m.shown = false
		fmt.Fprint(m.s.Stderr, "\r\x1b[K")
	}
}

// Thousands writes n with commas.
func Thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
