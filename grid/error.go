package grid

import (
	"errors"
	"fmt"
)

// ErrInput marks every error whose cause is the input and whose cure is
// another input. Front ends turn it into exit code 2 or HTTP status 400.
var ErrInput = errors.New("bad input")

// Pos is a place in a text, both parts counted from 1; columns count
// characters, not bytes. The zero Pos means "nowhere in particular".
type Pos struct{ Line, Col int }

// IsZero reports whether p names no place.
func (p Pos) IsZero() bool { return p.Line == 0 }

// String gives "line 3, column 7", or "" for the zero Pos.
func (p Pos) String() string {
	if p.IsZero() {
		return ""
	}
	return fmt.Sprintf("line %d, column %d", p.Line, p.Col)
}

// Error is one sentence about one place of the input. It matches ErrInput.
type Error struct {
	Pos Pos
	Msg string
}

// Errorf makes an *Error at p.
func Errorf(p Pos, format string, args ...any) error {
	return &Error{Pos: p, Msg: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string {
	if e.Pos.IsZero() {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Unwrap makes errors.Is(err, ErrInput) true.
func (e *Error) Unwrap() error { return ErrInput }
