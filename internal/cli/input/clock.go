package input

import (
	"context"
	"time"

	"github.com/gridwright/gridwright/meter"
)

// A clock is a context that ends when the reading of one case has taken its time. Waiting for the input takes none of
// it. It starts when a case is first asked about, after some million steps: the cases of a contest are over before
// that, and a timer for each would cost more than they do. One goroutine reads.
type clock struct {
	context.Context
	limit  time.Duration // 0: none
	seen   *seen
	idle   bool          // the case has not begun
	began  time.Time     // of the case; zero: nobody has asked about it
	waited time.Duration // as seen had it then
}

// start begins a case under m, which asks c when it is made and when it is reset.
func (c *clock) start(m *meter.Meter) {
	c.idle = true
	m.Reset()
	c.idle, c.began = false, time.Time{}
}

func (c *clock) Err() error {
	if err := c.Context.Err(); err != nil || c.limit <= 0 || c.idle {
		return err
	}
	if c.began.IsZero() {
		c.began, c.waited = time.Now(), c.seen.waited
		return nil
	}
	if time.Since(c.began)-(c.seen.waited-c.waited) > c.limit {
		return context.DeadlineExceeded
	}
	return nil
}
