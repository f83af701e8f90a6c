package lights

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// formatContest is the name of the contest's text format.
const formatContest = "awkward-lights"

// formatContestDoc describes the contest's text format.
const formatContestDoc = `Data sets until a line "0 0 0", which may be missing. A data set is a line "m n d", then n
lines of m numbers 0 or 1, 1 for a lamp that is on: the number of columns m comes first. A press
toggles the room itself and every room at Manhattan distance exactly d. The contest has m and n up
to 25 and d up to m + n; larger ones are read too. The answer to a data set is 1 where all lamps can
be turned off and 0 where they cannot. (ICPC Asia Tokyo 2010, problem D; AOJ 1308.)`

// unsupportedf says that an instance has no place in a format.
func unsupportedf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", puzzle.ErrUnsupported, fmt.Sprintf(format, args...))
}

// sniffContest reports whether a text that begins with head may be of the contest's format:
// three numbers alone on the first line, then lines of 0s and 1s, as many on each as the first says and as many lines
// as the second does, as far as head goes. (Other contests' files begin with three numbers too.)
func sniffContest(head []byte) bool {
	line, rest, found := bytes.Cut(trimHead(head), []byte("\n"))
	numbers := bytes.Fields(line)
	if len(numbers) != 3 || !allDigits(numbers[0]) || !allDigits(numbers[1]) || !allDigits(numbers[2]) {
		return false
	}
	if !found {
		return true
	}
	m, err := strconv.Atoi(string(numbers[0]))
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(string(numbers[1]))
	if err != nil {
		return false
	}
	for r := 0; found && r < max(n, 1); r++ {
		var row []byte
		row, rest, found = bytes.Cut(rest, []byte("\n"))
		cells := bytes.Fields(row)
		for _, c := range cells {
			if len(c) != 1 || c[0] != '0' && c[0] != '1' {
				return false
			}
		}
		if len(cells) != m && (found || len(cells) > m) {
			return false
		}
	}
	return true
}

func trimHead(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
}

func allDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// readContest reads one data set; io.EOF when none is left. The line 0 0 0 ends the input, whatever
// follows it; so does the end of the text.
func readContest(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	if !s.SkipBlank() {
		return nil, endOf(s)
	}
	p, err := readDataSet(m, s)
	if err != nil {
		return nil, err
	}
	if p == nil {
		s.End()
		return nil, io.EOF
	}
	return p, endAtZeros(s)
}

// endOf is the reader's own error where there is one, else io.EOF.
func endOf(s *grid.Scanner) error {
	if err := s.Err(); err != nil {
		return err
	}
	return io.EOF
}

// endAtZeros ends the input where the line "0 0 0" comes next, so that nothing seems to follow the last
// data set.
func endAtZeros(s *grid.Scanner) error {
	if !s.SkipBlank() {
		return s.Err()
	}
	line, _, _ := strings.Cut(string(s.Peek(64)), "\n")
	if strings.Join(strings.Fields(line), " ") == "0 0 0" && len(line) < 64 {
		s.End()
	}
	return nil
}

// readDataSet reads one data set, or nil for the line "0 0 0".
func readDataSet(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	at := s.Pos()
	var size [3]int64
	for i, what := range [3]string{"the number of columns", "the number of rows", "the distance"} {
		n, err := s.Int(what, 0, MaxSide)
		if err != nil {
			return nil, err
		}
		size[i] = n
	}
	if err := s.EndLine("the distance"); err != nil {
		return nil, err
	}
	if size == [3]int64{} {
		return nil, nil
	}
	for i, what := range [3]string{"the number of columns", "the number of rows", "the distance"} {
		if size[i] == 0 {
			return nil, grid.Errorf(at, "%s is 0; it must be at least 1 (a line 0 0 0 ends the input)", what)
		}
	}
	w, h := int(size[0]), int(size[1])
	b, err := newRowReader(m, w, h, 2, s)
	if err != nil {
		return nil, err
	}
	for range h {
		for range w {
			v, err := s.Int("a lamp", 0, 9)
			if err != nil {
				return nil, err
			}
			if v > 1 {
				s.Unread(1)
				return nil, s.Errorf("%s; this contest has no others, the format %s has", notColour(v, 2), formatDigits)
			}
			b.put(uint32(v))
		}
		if err := s.EndLine("the row's last lamp"); err != nil {
			return nil, err
		}
	}
	set := defaults()
	set.pattern = "diamond:" + strconv.FormatInt(size[2], 10)
	return set.instance(b.board()), nil
}

// writeContest writes one data set. Only boards of the contest's kind have a place in it:
// modulus 2, a diamond or plus on a plane, nothing but a start.
func writeContest(out io.Writer, p *Instance) error {
	if err := p.plainText(formatContest, 2); err != nil {
		return err
	}
	base, d, open, err := split(p.Pattern.Name)
	if base == "plus" {
		base, d = "diamond", 1
	}
	if err != nil || base != "diamond" || open || p.Topology != Plane {
		return unsupportedf("the format %s holds diamonds on a plane, not %s on a %v", formatContest, p.Pattern.Name,
			p.Topology)
	}
	w := bufio.NewWriterSize(out, 64<<10)
	fmt.Fprintf(w, "%d %d %d\n", p.Width, p.Height, d)
	for y := range p.Height {
		for x := range p.Width {
			if x > 0 {
				w.WriteByte(' ')
			}
			w.WriteByte('0' + byte(p.Start.At(y, x)))
		}
		w.WriteByte('\n')
	}
	return w.Flush()
}

// answerContest writes "1" or "0".
func answerContest(w io.Writer, _ *Instance, o Outcome) error {
	answer := "0\n"
	if o.Verdict == puzzle.Solved {
		answer = "1\n"
	}
	_, err := io.WriteString(w, answer)
	return err
}
