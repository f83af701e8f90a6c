package disk

import "github.com/gridwright/gridwright/puzzle"

// A DamagedError says what is wrong with something that is always right, unless it was read from a file.
type DamagedError struct{ What string }

// Contradicts is the error of what says two things that cannot both hold.
func Contradicts(what string) error { return &DamagedError{what + " contradicts itself"} }

func (e *DamagedError) Error() string { return puzzle.ErrInternal.Error() + ": " + e.What }
func (e *DamagedError) Unwrap() error { return puzzle.ErrInternal }
