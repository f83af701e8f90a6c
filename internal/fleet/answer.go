package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/job"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// An Answerer answers lines of one kind of work.
type Answerer interface {
	// Append appends the result of a line to b. Its one error is that of ctx.
	Append(ctx context.Context, b []byte, at job.Place, line []byte) ([]byte, error)
	// Refuse appends the result of a line that has none.
	Refuse(b []byte, at job.Place, why *engine.Error) []byte
}

// House is what workers can answer.
type House struct {
	Families []*puzzle.Family
	Contests []*contest.Problem
	Most     puzzle.Limits // no work gets more than this; what is zero is no limit
}

// Answerer makes what answers a kind of work. It is for the field of this name of a Worker.
func (h House) Answerer(w Work) (Answerer, error) {
	lim := puzzle.Limits{Time: least(w.Time, h.Most.Time), Memory: least(w.Memory, h.Most.Memory)}
	if w.Table != nil {
		for _, f := range h.Families {
			if f.Name() == w.Table.Family {
				return &rows{f, *w.Table, lim}, nil
			}
		}
		return nil, fmt.Errorf("there is no family %.100q here", w.Table.Family)
	}
	r := job.Options{Families: h.Families, Contests: h.Contests, Limits: lim, Verb: w.Verb}
	return newRunner(r)
}

// newRunner is job.New with an error for a verb from another version.
func newRunner(o job.Options) (r Answerer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New(fmt.Sprint(p))
		}
	}()
	return job.New(o), nil
}

// least is the smaller limit, where 0 is none.
func least[T time.Duration | int64](a, b T) T {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}

// rows answers arguments of a table.
type rows struct {
	f     *puzzle.Family
	table TableWork
	lim   puzzle.Limits
}

// Rows are what an argument of a table becomes: its rows, and why there are no more.
type Rows struct {
	Rows  [][]string `json:"rows,omitempty"`
	Limit string     `json:"limit,omitempty"` // that stopped it: "time"
	Class string     `json:"class,omitempty"` // of the error, as package engine has them
	Error string     `json:"error,omitempty"`
}

// Err is the error as it would be here.
func (r Rows) Err() error {
	switch engine.Class(r.Class) {
	case "":
		return nil
	case engine.Limit:
		return &puzzle.LimitError{Limit: r.Limit, Msg: r.Error}
	case engine.Internal:
		return fmt.Errorf("%w: %s", puzzle.ErrInternal, r.Error)
	}
	return grid.Errorf(grid.Pos{}, "%s", r.Error)
}

// Append implements Answerer.
func (r *rows) Append(ctx context.Context, b []byte, at job.Place, line []byte) ([]byte, error) {
	out := Rows{}
	list, err := r.f.OpenTable(r.table.Name, string(line), r.table.Options)
	if err == nil {
		err = list.Rows(ctx, r.lim, func(row []string) error {
			out.Rows = append(out.Rows, row)
			return nil
		})
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return b, ctx.Err()
	case err != nil:
		var le *puzzle.LimitError
		out.Error, out.Class = err.Error(), string(engine.Input)
		if errors.As(err, &le) {
			out.Error, out.Class, out.Limit = le.Msg, string(engine.Limit), le.Limit
		} else if errors.Is(err, puzzle.ErrInternal) {
			out.Class = string(engine.Internal)
		}
	}
	text, err := json.Marshal(out)
	if err != nil {
		return b, err
	}
	return append(append(b, text...), '\n'), nil
}

// Refuse implements Answerer.
func (r *rows) Refuse(b []byte, _ job.Place, why *engine.Error) []byte {
	text, _ := json.Marshal(Rows{Error: why.Title, Class: string(why.Kind)})
	return append(append(b, text...), '\n')
}

// deadLetter is why a line that has ended workers has no answer.
func deadLetter(tries int) *engine.Error {
	return &engine.Error{Kind: engine.Internal, Title: fmt.Sprintf("a dead letter: this line ended %d workers", tries)}
}
