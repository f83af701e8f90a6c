package exit

import (
	"fmt"
	"strconv"
	"strings"
)

// A Whole is a whole number of 0 or more on a command line. It is a flag.Value.
type Whole int64

// Set reads a number.
func (w *Whole) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil && text != "" && strings.Trim(text, "0123456789") == "":
		return fmt.Errorf("%q is too large; write a whole number below 2^63", text)
	case err != nil || n < 0:
		return fmt.Errorf("%q is no whole number from 0 on; write 12, for example", text)
	}
	*w = Whole(n)
	return nil
}

// String writes the number so that Set reads it; a negative one, which no user wrote, as nothing.
func (w *Whole) String() string {
	if *w < 0 {
		return ""
	}
	return strconv.FormatInt(int64(*w), 10)
}

// Type names the value in help texts.
func (w *Whole) Type() string { return "N" }
