package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

// Polls is a context that counts how often it is asked whether to go on, and ends by itself at the poll numbered
// After. What a cancelled call does is then the same on every machine, whatever else the machine does.
//
// It also measures, from poll to poll, the longest stretch of work and the memory in use.
type Polls struct {
	context.Context
	cancel context.CancelFunc

	mu     sync.Mutex
	after  int64
	asked  int64
	cpu    time.Duration // at the last poll
	gap    time.Duration // the longest between two polls
	memory uint64        // the most bytes in objects, beyond those at the beginning
	base   uint64
}

// NewPolls returns a context that ends at its poll numbered after.
func NewPolls(after int64) *Polls {
	ctx, cancel := context.WithCancel(context.Background())
	return &Polls{Context: ctx, cancel: cancel, after: after, cpu: cpuTime(), base: heap()}
}

// Err is one poll.
func (p *Polls) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	p.look()
	if p.asked >= p.after {
		p.cancel()
	}
	return p.Context.Err()
}

func (p *Polls) look() {
	now := cpuTime()
	p.gap, p.cpu = max(p.gap, now-p.cpu), now
	if h := heap(); h > p.base {
		p.memory = max(p.memory, h-p.base)
	}
}

// Asked is the number of polls so far.
func (p *Polls) Asked() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// Gap is the longest work between two polls so far, in steps.
func (p *Polls) Gap() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(p.gap) / stepTime()
}

// maxLate is how often a call may ask after it has been told to stop: each of its workers, and each layer on the way
// out.
const maxLate = 64

// maxGap is the work between two polls that fails a test, in steps of the meter, about a nanosecond each. It is twenty
// times the 50 ms that are promised: processor time is measured against that of a loop of known length, so it
// depends on no clock, but on what caches and neighbours do.
const maxGap = 1e9

// Complaint ends the measurement of a call that returned err, and says what is wrong with it; "" where nothing is.
// limit is the memory that the call had (0: any).
func (p *Polls) Complaint(limit int64) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.look()
	if late := p.asked - p.after; late > maxLate {
		return fmt.Sprintf("it asked %d times more after it was told to stop", late)
	}
	if steps := float64(p.gap) / stepTime(); steps > maxGap {
		return fmt.Sprintf("it worked for %.0f million steps (%v) without asking, after poll %d or before", steps/1e6, p.gap,
			p.asked)
	}
	// The collector lets garbage grow to what is in use.
	if limit > 0 && p.memory > 2*uint64(limit)+slack {
		return fmt.Sprintf("it had %d MiB in use or not yet collected under a limit of %d MiB", p.memory>>20, limit>>20)
	}
	return ""
}

// slack is memory that no limit counts: stacks, buffers, the test itself.
const slack = 48 << 20

// stepTime is how many nanoseconds of processor time a step takes here: one round of a xorshift.
var stepTime = sync.OnceValue(func() float64 {
	const rounds = 1 << 24
	best := time.Hour
	for range 3 {
		begin, x := cpuTime(), uint64(1)
		for range rounds {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
		if runtime.KeepAlive(x); cpuTime() > begin {
			best = min(best, cpuTime()-begin)
		}
	}
	return float64(best) / rounds
})

// heap is the memory in objects, live or not yet collected.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// Interrupt calls each job with contexts that end at a ladder of polls: it has to end with its context, by the
// context's error or, where its last polls come when all is done, with what it found. Rejected claims and limits are
// findings too.
func Interrupt(t *testing.T, jobs map[string]func(ctx context.Context) error) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(jobs)) {
		for _, after := range []int64{1, 3, 10, 30, 100} {
			ctx := NewPolls(after)
			err := jobs[name](ctx)
			if complaint := ctx.Complaint(0); complaint != "" {
				t.Errorf("%s, stopped at poll %d: %s", name, after, complaint)
			}
			if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, puzzle.ErrRejected) &&
				!errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
				t.Errorf("%s, stopped at poll %d: %v", name, after, err)
			}
			if after == 1 && !errors.Is(err, context.Canceled) {
				t.Errorf("%s begins in a context that has ended: %v", name, err)
			}
			if ctx.Asked() < after {
				break // it is done before that
			}
		}
	}
}
