package assembly

import (
	"fmt"
	"io"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
)

// A writer collects short lines and hands them on in large pieces.
type writer struct {
	out io.Writer
	buf []byte
	err error
}

// piece is how much is collected.
const piece = 64 << 10

// pass hands on what is collected, where that is much.
func (w *writer) pass() {
	if len(w.buf) >= piece-64 {
		w.flush()
	}
}

func (w *writer) flush() {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

func (w *writer) text(s string) {
	w.buf = append(w.buf, s...)
	w.pass()
}

func (w *writer) number(n int32, behind byte) {
	w.buf = append(appendNumber(w.buf, uint32(n)), behind)
	w.pass()
}

func (w *writer) block(b Block) {
	w.number(b.R+1, ' ')
	w.number(b.C+1, '\n')
}

func (w *writer) move(m Move) {
	w.buf = append(m.append(w.buf), '\n')
	w.pass()
}

// end hands on the rest.
func (w *writer) end() error {
	w.flush()
	return w.err
}

// append is String without a text of its own for each move.
func (m Move) append(b []byte) []byte {
	return appendNumber(append(b, m.Dir().Char(), ' '), uint32(m.Line())+1)
}

// appendNumber is strconv.AppendUint, two digits at a time and straight into place: answers are made of little else.
func appendNumber(b []byte, n uint32) []byte {
	const pairs = "00010203040506070809" + "10111213141516171819" + "20212223242526272829" +
		"30313233343536373839" + "40414243444546474849" + "50515253545556575859" + "60616263646566676869" +
		"70717273747576777879" + "80818283848586878889" + "90919293949596979899"
	digits := 1
	for m, top := uint64(n), uint64(10); m >= top; top *= 10 {
		digits++
	}
	i := len(b) + digits
	b = slices.Grow(b, digits)[:i]
	for n >= 100 {
		k := n % 100 * 2
		n /= 100
		i -= 2
		b[i], b[i+1] = pairs[k], pairs[k+1]
	}
	if n >= 10 {
		b[i-2], b[i-1] = pairs[n*2], pairs[n*2+1]
	} else {
		b[i-1] = '0' + byte(n)
	}
	return b
}

// unsupportedf says that an instance or its evidence has no place in a format.
func unsupportedf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", puzzle.ErrUnsupported, fmt.Sprintf(format, args...))
}
