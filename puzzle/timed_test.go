package puzzle

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestTimed holds a context with a limit on time against one of package context, whoever asks for what first.
func TestTimed(t *testing.T) {
	lim := Limits{Time: time.Second}
	for name, use := range map[string]func(ctx context.Context){
		"asked for nothing": func(context.Context) {},
		"asked for Err":     func(ctx context.Context) { _ = ctx.Err() },
		"asked for Done":    func(ctx context.Context) { _ = ctx.Done() },
		"with a child": func(ctx context.Context) {
			child, cancel := context.WithCancel(ctx)
			context.AfterFunc(child, cancel)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				outer, stop := context.WithCancel(context.WithValue(t.Context(), errTime, 7))
				defer stop()
				late, end := lim.withTime(outer)
				use(late)
				until, ok := late.Deadline()
				if late.Err() != nil || late.Value(errTime) != 7 || !ok || time.Until(until) != lim.Time {
					t.Error(late.Err(), late.Value(errTime), until, ok)
				}
				time.Sleep(lim.Time)
				synctest.Wait()
				if le := lim.stopped(late, late.Err()); !errors.Is(late.Err(), context.DeadlineExceeded) || le == nil ||
					context.Cause(late) != errTime {
					t.Error("after its time:", late.Err(), context.Cause(late), le)
				}
				<-late.Done()
				end()

				over, end := lim.withTime(outer)
				use(over)
				end()
				<-over.Done()
				if !errors.Is(over.Err(), context.Canceled) {
					t.Error("at the end:", over.Err())
				}

				gone, end := lim.withTime(outer)
				defer end()
				use(gone)
				stop()
				<-gone.Done()
				if err := gone.Err(); !errors.Is(err, context.Canceled) || lim.stopped(gone, err) != nil {
					t.Error("when the caller goes away:", err)
				}
			})
		})
	}
}
