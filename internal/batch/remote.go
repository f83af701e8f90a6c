package batch

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/job"
)

// A Line is a job for others to do.
type Line struct {
	At     job.Place
	Text   []byte
	Result []byte // what is known without doing it, as of a line that is too long; nil: nothing
}

// A Remote does jobs elsewhere, in place of the pool. It calls next for lines until io.EOF, and done with the results
// of the next few ones, a line each, in order. The first line has the number first among the jobs of the run, which
// has the same name when it goes on after a break.
type Remote func(
	ctx context.Context, run string, first int64, next func() (Line, error), done func([]byte) error,
) error

// newName makes the name of a run.
func newName() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// remote has others do the jobs.
func (r *run) remote(ctx context.Context, past *past) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.cancel = cancel
	src := &source{cfg: r.Config, done: past.done}
	var c *chunk
	at := 0
	sent := make(chan away, 1<<16) // the lines that are under way, in order
	next := func() (Line, error) {
		for c == nil || at == len(c.lines) {
			var err error
			if c, err = src.next(ctx); err == io.EOF {
				if miss := past.missing(); miss != nil {
					return Line{}, miss
				}
			}
			if err != nil {
				return Line{}, err
			}
			at = 0
		}
		l := c.lines[at]
		at++
		out := Line{At: l.at, Text: l.text}
		if l.text == nil {
			out.Result = r.Runner.Refuse(nil, l.at, &engine.Error{Kind: engine.Limit, Title: r.tooLong()})
		}
		select {
		case sent <- away{l.at, c.read}:
		case <-ctx.Done():
			return Line{}, context.Cause(ctx)
		}
		return out, nil
	}
	err := r.Remote(ctx, r.name, past.sum.Jobs+1, next, func(results []byte) error {
		for result := range bytes.Lines(results) {
			read, err := answers(result, sent)
			if err != nil {
				return err
			}
			r.result(result)
			r.Status.Read.Store(max(r.Status.Read.Load(), read))
		}
		r.failed(r.sink.flush())
		return context.Cause(ctx)
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil && len(sent) > 0 {
		return fmt.Errorf("workers have left out %s", grid.Number(len(sent), "result"))
	}
	return err
}

// away is a line that somebody else does, and how far the inputs are read behind it.
type away struct {
	at   job.Place
	read int64
}

// answers makes sure that a result is one of the line that comes next. What it says is for the workers to know.
func answers(result []byte, sent <-chan away) (read int64, err error) {
	rec, ok := job.ReadRecord(result)
	if !ok || !bytes.HasSuffix(result, []byte("\n")) {
		return 0, fmt.Errorf("a worker has answered with what is no result: %.200q", result)
	}
	select {
	case to := <-sent:
		if string(rec.File) == spelled(to.at.File) && string(rec.Line) == strconv.FormatInt(to.at.Line, 10) {
			return to.read, nil
		}
		return 0, fmt.Errorf("a worker has answered line %d of %s with a result of line %.20s of %.200s", to.at.Line,
			to.at.File, rec.Line, rec.File)
	default:
		return 0, fmt.Errorf("a worker has answered with more results than it had lines")
	}
}
