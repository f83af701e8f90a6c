package contest

import (
	"errors"
	"fmt"
)

// ErrBetter is what Contest.Compare returns where an output is better than the reference.
var ErrBetter = errors.New("better than the reference")

// The ways in which an output can be wrong.
const (
	WrongAnswer = "wrong answer"
	Unreadable  = "unreadable output"
)

// A WrongError says what is wrong with an output.
type WrongError struct {
	Kind   string // WrongAnswer or Unreadable
	Case   int    // of the file, from 1; 0 where the file holds one, or the fault is in none
	Line   int    // of the output
	Column int    // 0: of the whole line
	Msg    string
}

func (e *WrongError) Error() string {
	at := ""
	if e.Case > 0 {
		at = fmt.Sprintf("case %d: ", e.Case)
	}
	switch {
	case e.Column > 0:
		at += fmt.Sprintf("line %d, column %d: ", e.Line, e.Column)
	case e.Line > 0:
		at += fmt.Sprintf("line %d: ", e.Line)
	}
	return at + e.Msg
}

// A JuryError says that an output shows the reference to be wrong.
type JuryError struct {
	Case int // of the file, from 1
	Msg  string
}

func (e *JuryError) Error() string {
	return fmt.Sprintf("case %d: the jury is wrong: %s", e.Case, e.Msg)
}
