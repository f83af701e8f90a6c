package pack

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

// json adds the levels of a text that is one value, documents line by line, or one document after the other.
func (l *loader) json(text, body []byte) error {
	values, whole := l.r.Values(l.ctx, text, true)
	if whole == nil {
		return l.documents(values, 0)
	}
	if l.ctx.Err() != nil || body[0] == '[' && errors.Is(whole, puzzle.ErrLimit) {
		return whole
	}
	if body[0] == '[' {
		if err := l.running(text, true); err != nil || slices.ContainsFunc(l.entries, readable) {
			return err
		}
		l.entries = nil // nothing is to be had of it
		return whole
	}
	first, _, _ := bytes.Cut(body, []byte("\n"))
	if _, err := l.r.Values(l.ctx, first, true); err != nil {
		return l.running(text, false)
	}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		values, err := l.r.Values(l.ctx, bytes.TrimRight(line, "\r\n"), true)
		if err == nil {
			err = l.documents(values, n-1)
		} else {
			l.add(puzzle.Instance{}, below(err, n-1))
			err = nil
		}
		if err != nil {
			return err
		}
		if l.ctx.Err() != nil {
			return l.ctx.Err()
		}
	}
	return nil
}

// running adds the levels of documents of several lines, one after the other, or of a list of them that is torn. Behind
// what is broken it goes on where the next line begins as the first document does, or further left: so each byte is
// read twice at most, and nothing is reported twice.
func (l *loader) running(text []byte, list bool) error {
	whole := text
	if list {
		whole = unlisted(text, 0)
	}
	line, err := l.series(whole, 0)
	if err != nil || line < 0 {
		return err
	}
	s := sheetOf(text)
	margin := s.margin()
	for at := s.opening(line+1, margin); at < s.lines(); {
		next := s.opening(at+1, margin)
		part := s.part(at, next)
		if list {
			part = unlisted(part, 1)
		}
		if _, err := l.series(part, at); err != nil {
			return err
		}
		at = next
	}
	return nil
}

// series adds the levels of documents up to the first that is broken, and that one, and returns the line in which it
// begins; -1 where none is. Its own lines count from one behind lines.
func (l *loader) series(text []byte, lines int) (broken int, err error) {
	documents := *l.r
	documents.Format = input.JSON
	cases, err := documents.OpenText(l.ctx, l.file, text)
	if err != nil {
		return -1, err
	}
	for {
		cases.Last() // goes on to where the next one begins
		begin := cases.At().Line - 1
		in, err := cases.Next()
		switch {
		case l.ctx.Err() != nil:
			return -1, l.ctx.Err()
		case err == io.EOF:
			return -1, nil
		case err != nil:
			l.add(puzzle.Instance{}, below(err, lines))
			return lines + begin, nil
		}
		l.add(in, nil)
	}
}

// unlisted is a list in JSON, or the part of one that has as many open brackets before it as depth says, as documents
// one after the other, each where it stood: blanks stand for the list's own brackets and commas. No text in quotes goes
// on in another line.
func unlisted(text []byte, depth int) []byte {
	out := bytes.Clone(text)
	quoted, escaped := false, false
	for i, c := range out {
		switch {
		case c == '\n':
			quoted, escaped = false, false
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = c == '\\', c != '"'
		case c == '"':
			quoted = true
		case c == '[' || c == '{':
			if depth++; depth == 1 {
				out[i] = ' '
			}
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				out[i] = ' '
			}
		case c == ',' && depth == 1:
			out[i] = ' '
		}
	}
	return out
}
