package cli

import (
	"testing"
	"time"
)

// TestPaced lets runs go on whose log nobody wants to see full: one of an hour, one of half a minute, and one of a day
// that has no end in sight.
func TestPaced(t *testing.T) {
	for name, c := range map[string]struct {
		took        time.Duration
		total       int64
		least, most int
	}{
		"an hour":       {time.Hour, 3600, 10, 22},
		"half a minute": {30 * time.Second, 30, 2, 3},
		"no end":        {24 * time.Hour, 0, 250, 310},
	} {
		at := time.Unix(1e9, 0)
		p, lines := &paced{began: at, at: at}, 0
		for passed := batchPlain; passed <= c.took; passed += batchPlain {
			if p.due(at.Add(passed), int64(passed/time.Second), c.total) {
				lines++
			}
		}
		if lines < c.least || lines > c.most {
			t.Errorf("%s: %d lines", name, lines)
		}
	}
}
