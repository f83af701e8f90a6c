package cli

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

// progressKinds are the values of --progress.
var progressKinds = []string{"auto", "plain", "off"}

func (a *app) checkProgress() error {
	for _, k := range progressKinds {
		if a.progress == k {
			return nil
		}
	}
	return exit.Usagef("--progress is %q; it must be auto, plain or off", a.progress)
}

// meter says on standard error how far work has come: a line that is written over where somebody
// looks on, a line now and then with --progress=plain. A bar would promise an end, which searches do
// not know.
type meter struct {
	a     *app
	live  bool
	every time.Duration
	shown bool // a live line stands on standard error

	stage     string
	last      time.Time // of the last line, or of the start
	since     time.Time // of the stage's beginning
	sinceDone int64
}

// newMeter returns nil where no progress is to be said.
func (a *app) newMeter() *meter {
	live := a.progress == "auto" && isTerminal(a.stderr)
	if a.progress != "plain" && !live {
		return nil
	}
	m := &meter{a: a, live: live, every: progressPlain, last: time.Now()}
	if live {
		m.every = progressLive
	}
	return m
}

// on is a puzzle.Limits.OnProgress.
func (m *meter) on(p puzzle.Progress) {
	now := time.Now()
	if p.Stage != m.stage {
		m.stage, m.since, m.sinceDone = p.Stage, now, p.Done
	}
	if now.Sub(m.last) < m.every {
		return
	}
	m.last = now
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Stage, thousands(p.Done))
	if p.Total > 0 {
		fmt.Fprintf(&b, " of %s", thousands(p.Total))
	}
	fmt.Fprintf(&b, " %s", p.Unit)
	if s := now.Sub(m.since).Seconds(); s > 0 && p.Done > m.sinceDone {
		fmt.Fprintf(&b, ", %s a second", thousands(int64(float64(p.Done-m.sinceDone)/s)))
	}
	if p.Memory > 0 {
		fmt.Fprintf(&b, ", %s", puzzle.Bytes(p.Memory))
	}
	if m.live {
		m.shown = true
		fmt.Fprintf(m.a.stderr, "\r\x1b[K%s", b.String())
		return
	}
	fmt.Fprintf(m.a.stderr, "%s: %s\n", prog, b.String())
}

// clear takes a live line away, before anything else is said.
func (m *meter) clear() {
	if m != nil && m.shown {
		m.shown = false
		fmt.Fprint(m.a.stderr, "\r\x1b[K")
	}
}

// thousands writes n with commas.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
