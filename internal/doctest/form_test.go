//go:build !js

package doctest

import (
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	widest      = 100 // columns of text
	readmeWords = 600
)

// tooWide lists the lines of text, counted from 1, that have too many columns. Tables and code blocks
// are as wide as they have to be.
func tooWide(prose []string) (out []int) {
	for i, line := range prose {
		if utf8.RuneCountInString(line) > widest && !strings.HasPrefix(line, "|") {
			out = append(out, i+1)
		}
	}
	return out
}

func TestWidth(t *testing.T) {
	root := repository(t)
	for _, file := range documents(t, root) {
		for _, n := range tooWide(prose(t, root, file)) {
			t.Errorf("%s:%d: more than %d columns", file, n, widest)
		}
	}
	long := strings.Repeat("×", widest)
	if got := tooWide([]string{long, "|" + long, long + "."}); len(got) != 1 || got[0] != 3 {
		t.Errorf("tooWide finds the lines %v", got)
	}
}

// TestReadmeIsShort counts everything in the README, code and its output too.
func TestReadmeIsShort(t *testing.T) {
	text := strings.Join(lines(t, repository(t), "README.md"), "\n")
	if n := len(strings.Fields(text)); n > readmeWords {
		t.Errorf("README.md has %d words; somebody new reads %d", n, readmeWords)
	}
}

// TestNoLeftovers finds what a merge has left behind.
func TestNoLeftovers(t *testing.T) {
	root := repository(t)
	for _, file := range append(documents(t, root), "CHANGELOG.md") {
		for i, line := range lines(t, root, file) {
			if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
				t.Errorf("%s:%d: a merge has not been finished", file, i+1)
			}
		}
	}
}
