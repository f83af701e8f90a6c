package puzzle

import (
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// ReadLine reads the next line of s that is not blank, without blanks around it, for text formats with a puzzle a
// line. At each byte of it m holds so many bytes, for the line and for what will be made of it. At the end of s it is
// io.EOF.
func ReadLine(m *meter.Meter, s *grid.Scanner, bytes int64) (line string, at grid.Pos, err error) {
	if !s.SkipBlank() {
		return "", s.Pos(), io.EOF
	}
	at = s.Pos()
	var b strings.Builder
	for {
		part, end := s.Segment(1 << 12)
		if err := m.Hold("the line", bytes*int64(len(part))); err != nil {
			return "", at, err
		}
		if err := m.Work(len(part)); err != nil {
			return "", at, err
		}
		if b.Write(part); end {
			return strings.TrimSpace(b.String()), at, nil
		}
	}
}
