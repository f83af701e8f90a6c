package pack

import (
	"bytes"
	"errors"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// A sheet is a text by lines, from 0.
type sheet struct {
	text  []byte
	begin []int // of each line
}

func sheetOf(text []byte) sheet {
	s := sheet{text: text}
	at := 0
	for line := range bytes.Lines(text) {
		s.begin = append(s.begin, at)
		at += len(line)
	}
	return s
}

func (s sheet) lines() int { return len(s.begin) }

// from is the text from line i on.
func (s sheet) from(i int) []byte { return s.text[s.begin[i]:] }

// part is the text from line i on up to line k.
func (s sheet) part(i, k int) []byte {
	if k == s.lines() {
		return s.from(i)
	}
	return s.text[s.begin[i]:s.begin[k]]
}

// margin is how many characters stand before the first object in its line.
func (s sheet) margin() int {
	head, _, _ := bytes.Cut(s.text, []byte("{"))
	return len(head) - bytes.LastIndexByte(head, '\n') - 1
}

// opening is the first line from i on that begins with an object behind at most margin blanks, or the end.
func (s sheet) opening(i, margin int) int {
	for ; i < s.lines(); i++ {
		line := s.from(i)
		line = line[:min(len(line), margin+1)]
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("{")) {
			return i
		}
	}
	return i
}

func (s sheet) blank(i int) bool {
	line, _, _ := bytes.Cut(s.from(i), []byte("\n"))
	return len(bytes.TrimSpace(line)) == 0
}

// filled is the first line from i on that is not blank, or the end.
func (s sheet) filled(i int) int {
	for i < s.lines() && s.blank(i) {
		i++
	}
	return i
}

// behind is the line behind the block of lines without a blank one between them in which line i stands.
func (s sheet) behind(i int) int {
	for i < s.lines() && !s.blank(i) {
		i++
	}
	return i
}

// texts adds the levels of a text in text formats.
func (l *loader) texts(text []byte) error {
	s := sheetOf(text)
	var first error // why nothing could be read
	good := 0
	for at := s.filled(0); at < s.lines(); at = s.filled(at) {
		n, next, err := l.run(s, at)
		good += n
		switch {
		case l.ctx.Err() != nil:
			return l.ctx.Err()
		case err == nil:
			at = next
			continue
		case errors.Is(err, puzzle.ErrLimit):
			return err
		case first == nil:
			first = err
		}
		l.add(puzzle.Instance{}, err)
		at = next
	}
	if good == 0 {
		l.entries = nil
		return first
	}
	return nil
}

// run adds the levels from line at on until one is broken: err says what is wrong with it, and next where to go on. It
// returns how many it has added.
func (l *loader) run(s sheet, at int) (good, next int, err error) {
	cases, err := l.r.OpenText(l.ctx, l.file, s.from(at))
	if err != nil {
		return 0, s.behind(at), below(err, at)
	}
	begin, again := at, false // of the present level; whether it begins in the block in which the one before ends
	for {
		in, err := cases.Next()
		if err == io.EOF {
			return good, s.lines(), nil
		}
		if err == nil {
			good++
			l.add(in, nil)
			end := at + cases.At().Line - 1
			if cases.At().Col > 1 {
				end++
			}
			begin = s.filled(min(end, s.lines()))
			again = begin > at && begin < s.lines() && !s.blank(begin-1)
			continue
		}
		err = below(err, at)
		wrong := begin
		var ge *grid.Error
		if errors.As(err, &ge) && !ge.Pos.IsZero() {
			wrong = min(max(begin, ge.Pos.Line-1), s.lines()-1)
		}
		switch {
		case begin > at && !again && s.sameBlock(begin, wrong) && l.another(s, at, begin):
			return good, begin, nil // a level of another format, for all that can be seen
		case again:
			return good, wrong + 1, err // a level a line
		}
		return good, s.behind(wrong), err
	}
}

func (s sheet) sameBlock(i, k int) bool { return k < s.behind(i) }

// another reports whether the text from line k on is taken for another format than that from line i on.
func (l *loader) another(s sheet, i, k int) bool {
	a, err := l.r.FormatOf(s.from(i))
	b, errB := l.r.FormatOf(s.from(k))
	return err == nil && errB == nil && a != b
}
