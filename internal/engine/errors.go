package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// A Class says what kind of thing went wrong, and so who can do something about it.
type Class string

// The classes.
const (
	Input       Class = "input"       // another input is the cure
	Limit       Class = "limit"       // it takes more than a call may
	Unsupported Class = "unsupported" // nobody here answers this
	Rejected    Class = "rejected"    // a claim that does not hold
	Cancelled   Class = "cancelled"   // the caller went away
	Denied      Class = "denied"      // nobody knows who asks
	Internal    Class = "internal"    // a fault of ours
)

// An Error is what is wrong in one sentence. Line and Column are those of the text or document that was read, from 1; 0
// where there is no place.
type Error struct {
	Kind   Class  `json:"kind" enum:"input,limit,unsupported,rejected,cancelled,denied,internal"`
	Title  string `json:"title" doc:"one sentence"`
	Line   int    `json:"line,omitempty" doc:"of the text or document that was read, from 1"`
	Column int    `json:"column,omitempty" doc:"in that line, from 1"`
}

func (e *Error) Error() string { return e.Title }

// JSON is {"error": e}, as it goes to a page.
func (e *Error) JSON() []byte {
	b, err := marshal(map[string]*Error{"error": e})
	if err != nil { // texts and numbers alone
		return []byte(`{"error":{"kind":"internal","title":"an error without words"}}`)
	}
	return b
}

// Problem turns any error into an *Error; ctx is the caller's, who may have gone away.
func (e *Engine) Problem(ctx context.Context, err error) *Error {
	return problem(ctx, err, e.opt.Limits)
}

// problem turns any error into an *Error.
func problem(ctx context.Context, err error, lim puzzle.Limits) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	out := &Error{Title: err.Error()}
	var ge *grid.Error
	if errors.As(err, &ge) {
		out.Line, out.Column = ge.Pos.Line, ge.Pos.Col
		if err.Error() == ge.Error() {
			out.Title = ge.Msg
		}
	}
	err = puzzle.AsLimit(err)
	switch {
	case ctx.Err() != nil:
		out = &Error{Kind: Cancelled, Title: "the question was withdrawn"}
	case errors.Is(err, puzzle.ErrInternal):
		out.Kind = Internal
	case errors.Is(err, context.DeadlineExceeded):
		out = &Error{Kind: Limit, Title: fmt.Sprintf("stopped after %v", 2*lim.Time)}
	case errors.Is(err, puzzle.ErrLimit):
		out.Kind, out.Title = Limit, err.Error()
	case errors.Is(err, puzzle.ErrRejected):
		out.Kind = Rejected
	case errors.Is(err, puzzle.ErrUnsupported):
		out.Kind = Unsupported
	case errors.Is(err, puzzle.ErrInput):
		out.Kind = Input
	default:
		out.Kind = Internal
	}
	for _, mark := range []error{puzzle.ErrInternal, puzzle.ErrRejected, puzzle.ErrUnsupported, puzzle.ErrInput} {
		out.Title = strings.TrimPrefix(out.Title, mark.Error()+": ")
	}
	return out
}

func inputf(format string, args ...any) error { return grid.Errorf(grid.Pos{}, format, args...) }
