package session

import (
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// OneLine undoes the line breaks of a paragraph in the source.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// One is the first of the names, for an example.
func One(names []string) string {
	if len(names) == 0 {
		return "NAME"
	}
	return names[0]
}

// FamilyNames lists the families.
func (s *Session) FamilyNames() (names []string) {
	for _, f := range s.Families {
		names = append(names, f.Name())
	}
	return names
}

// Beside puts columns of lines next to each other.
func Beside(columns [][]string) []string {
	var lines []string
	at := 0
	for _, c := range columns {
		width := 0
		for i, text := range c {
			for len(lines) <= i {
				lines = append(lines, "")
			}
			if text != "" {
				lines[i] += strings.Repeat(" ", at-utf8.RuneCountInString(lines[i])) + text
			}
			width = max(width, utf8.RuneCountInString(text))
		}
		at += width + 2
	}
	return lines
}

// FormatNames lists the formats that can be read.
func (s *Session) FormatNames() []string { return input.Known(s.Checkers) }

// ProblemNames lists the contests whose outputs can be judged.
func (s *Session) ProblemNames() (names []string) {
	for _, p := range s.Problems {
		names = append(names, p.Name())
	}
	return names
}

// Problem is the contest called name; nil where a format of that name is all that there is of it.
func (s *Session) Problem(name string) *contest.Problem {
	for _, p := range s.Problems {
		if p.Name() == name {
			return p
		}
	}
	return nil
}
