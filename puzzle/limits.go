package puzzle

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// Sentinels; test with errors.Is.
var (
	// ErrInput marks bad input: another input is the cure.
	ErrInput = grid.ErrInput
	// ErrLimit marks work that a limit stopped or refused; see LimitError.
	ErrLimit = errors.New("limit reached")
	// ErrRejected marks a claim that a checker does not accept.
	ErrRejected = errors.New("claim rejected")
	// ErrInternal marks an answer of our own that failed its check: a bug here.
	ErrInternal = errors.New("internal fault")
	// ErrUnsupported marks a question that a family does not answer.
	ErrUnsupported = errors.New("not supported by this family")
)

// Rejectf makes an error that matches ErrRejected: the reason why a claim fails.
func Rejectf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrRejected, fmt.Sprintf(format, args...))
}

// Limits says how long and how hard to try.
type Limits struct {
	Time   time.Duration // wall clock for one instance; 0 is no limit
	Memory int64         // bytes of working memory for one instance; 0 is no limit
	// VerdictOnly asks for the verdict alone: the solver may leave out witness and
	// certificate where that saves work, and no checker accepts the claim then.
	VerdictOnly bool
	// OnProgress, where it is set, hears now and then how far long work has come. It is called where
	// Solve and the rest are, or by a worker of theirs, one call at a time, and returns soon.
	OnProgress func(Progress)
}

// Progress is how far long work has come.
type Progress struct {
	Stage  string // what is being done, in a few words: "depth 9"
	Done   int64  // of Total, in Unit
	Total  int64  // 0 where nobody knows
	Unit   string // "states"
	Memory int64  // bytes that the work holds; 0 where that is not known
}

// DefaultLimits are what a front end uses until its user says otherwise: a minute
// and 4 GiB, which is room for a tilting board of 10^8 cells with its check.
func DefaultLimits() Limits { return Limits{Time: time.Minute, Memory: 4 << 30} }

// A LimitError says which limit stopped the work, in the user's terms.
type LimitError struct {
	Limit string // "time", "memory"; "check" for a bound of a checker and "size" for one of a solver, which no limit moves
	Msg   string
	Need  int64 // bytes of memory that the refused work asked for; 0 where that is not known
	// Checking says that the check of an answer which had been found was stopped.
	Checking bool
}

func (e *LimitError) Error() string { return e.Msg }

// Unwrap makes errors.Is(err, ErrLimit) true.
func (e *LimitError) Unwrap() error { return ErrLimit }

// CheckMemory returns a *LimitError where need bytes are more than the limit; what
// names the work.
func (l Limits) CheckMemory(what string, need int64) error {
	if l.Memory <= 0 || need <= l.Memory {
		return nil
	}
	return AsLimit(&meter.MemoryError{What: what, Need: need, Limit: l.Memory})
}

// Meter returns a meter for work that ctx and the limit on memory stop; its owner turns what stops it into a
// *LimitError with AsLimit. Time is ctx's to keep.
func (l Limits) Meter(ctx context.Context) *meter.Meter { return meter.New(ctx, max(0, l.Memory)) }

// fewCells are validated in well under a millisecond.
const fewCells = 1 << 13

// Valid is validate, the Validate of an instance of so many cells, under a ctx that may end it: what asks nobody is
// left behind then.
func Valid(ctx context.Context, cells int, validate func() error) error {
	if cells <= fewCells {
		return validate()
	}
	return meter.New(ctx, 0).Aside(validate)
}

// AsLimit turns an error of a meter into the *LimitError that it stands for; other errors stay as they are.
func AsLimit(err error) error {
	if me := (*meter.MemoryError)(nil); errors.As(err, &me) {
		return &LimitError{Limit: "memory", Need: me.Need,
			Msg: fmt.Sprintf("%s needs about %s of memory and the limit is %s", me.What, Bytes(me.Need), Bytes(me.Limit))}
	}
	return err
}

// decodeLimit is AsLimit for the decoding of a document, which says to its meter what it keeps as it comes: what it has
// asked for so far would not be enough.
func decodeLimit(err error) error {
	if me := (*meter.MemoryError)(nil); errors.As(err, &me) {
		return &LimitError{Limit: "memory", Msg: fmt.Sprintf("%s needs more memory than the limit of %s", me.What,
			Bytes(me.Limit))}
	}
	return err
}

// errTime is the cause that withTime puts into its context.
var errTime = errors.New("time limit")

func (l Limits) withTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Time <= 0 {
		return ctx, func() {}
	}
	t := &timed{Context: ctx, until: time.Now().Add(l.Time)}
	return t, t.end
}

// A timed context ends with a limit on time as one of context.WithDeadlineCause does, whose cause is errTime. It makes
// that one when somebody asks for more than Err: a small puzzle is answered and checked before, and a timer would cost
// as much as it.
type timed struct {
	context.Context
	until time.Time

	mu     sync.Mutex
	inner  atomic.Pointer[context.Context]
	cancel context.CancelFunc
	ended  atomic.Bool
}

// Deadline implements context.Context.
func (t *timed) Deadline() (time.Time, bool) {
	if outer, ok := t.Context.Deadline(); ok && outer.Before(t.until) {
		return outer, true
	}
	return t.until, true
}

// Err implements context.Context.
func (t *timed) Err() error {
	if in := t.inner.Load(); in != nil {
		return (*in).Err()
	}
	if err := t.Context.Err(); err != nil {
		return err
	}
	if t.ended.Load() || !time.Now().Before(t.until) {
		return t.whole().Err()
	}
	return nil
}

// Done implements context.Context.
func (t *timed) Done() <-chan struct{} { return t.whole().Done() }

// Value implements context.Context. Package context asks for its own kind of value here when a context is made of t, or
// the cause of t's end is wanted.
func (t *timed) Value(key any) any {
	if in := t.inner.Load(); in != nil {
		return (*in).Value(key)
	}
	return t.Context.Value(key)
}

// whole is the context of package context.
func (t *timed) whole() context.Context {
	t.mu.Lock()
	defer t.mu.Unlock()
	if in := t.inner.Load(); in != nil {
		return *in
	}
	ctx, cancel := context.WithDeadlineCause(t.Context, t.until, errTime)
	t.cancel = cancel
	if t.ended.Load() {
		cancel()
	}
	t.inner.Store(&ctx)
	return ctx
}

// end is the CancelFunc. Whoever keeps t learns that it is over.
func (t *timed) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended.Store(true); t.cancel != nil {
		t.cancel()
	}
}

// Within does work for one instance that no question of a family bounds, such as drawing: its ctx ends with the limit
// on time, and what the limits stop is a *LimitError.
func (l Limits) Within(ctx context.Context, work func(ctx context.Context) error) error {
	timed, cancel := l.withTime(ctx)
	defer cancel()
	return l.asLimit(timed, work(timed))
}

// stopped turns an error of a hook into the limit behind it, or nil.
func (l Limits) stopped(ctx context.Context, err error) *LimitError {
	var le *LimitError
	switch err = AsLimit(err); {
	case errors.As(err, &le):
	case errors.Is(err, context.DeadlineExceeded) && context.Cause(ctx) == errTime:
		le = &LimitError{Limit: "time", Msg: fmt.Sprintf("stopped after %v", l.Time)}
	default:
		return nil
	}
	return le
}

// Bytes writes a size the way people read it: "512 B", "1.5 GiB".
func Bytes(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	f, unit := float64(n), -1
	for f >= 1024 && unit < 5 {
		f /= 1024
		unit++
	}
	if f >= 100 || f == float64(int64(f)) {
		return fmt.Sprintf("%.0f %ciB", f, "KMGTPE"[unit])
	}
	return fmt.Sprintf("%.1f %ciB", f, "KMGTPE"[unit])
}
