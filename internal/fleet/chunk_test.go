package fleet

import (
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/job"
)

// cutAll cuts n lines of two files, from the given one on, and returns where chunks begin.
func cutAll(t *testing.T, from, n int64, text func(i int64) string) (firsts []int64) {
	t.Helper()
	i := from
	c := cutter{most: 32, bytes: 200, line: from, next: func() (Line, error) {
		if i > n {
			return Line{}, io.EOF
		}
		file := "a"
		if i > n/2 {
			file = "b"
		}
		i++
		return Line{At: job.Place{File: file, Line: i - 1}, Text: []byte(text(i - 1))}, nil
	}}
	at := from
	for {
		chunk, err := c.chunk()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		lines, err := chunk.split()
		if err != nil {
			t.Fatal(err)
		}
		for k, l := range lines {
			if l.At.Line != at+int64(k) || string(l.Text) != text(l.At.Line) || l.At.File != lines[0].At.File {
				t.Errorf("line %d of the chunk at %d: %+v", k, at, l)
			}
		}
		if chunk.First != at || chunk.Lines > 1 && len(chunk.body) > 200+24 {
			t.Errorf("a chunk of %d bytes at %d, want one at %d", len(chunk.body), chunk.First, at)
		}
		firsts = append(firsts, chunk.First)
		at += int64(chunk.Lines)
	}
	if at != n+1 {
		t.Errorf("the chunks end in front of %d", at)
	}
	return firsts
}

// TestCutter wants all lines in chunks, and soon the same chunks wherever one begins.
func TestCutter(t *testing.T) {
	const n = 1500
	text := func(i int64) string { return strings.Repeat("x", int(i%13)) + strings.Repeat("long", int(i/400%2*i%3)) }
	whole := cutAll(t, 1, n, text)
	for from := int64(1); from <= n; from += 7 {
		begins := map[int64]bool{}
		for _, first := range whole {
			begins[first] = true
		}
		for _, first := range cutAll(t, from, n, text) {
			if first > from+32 && !begins[first] {
				t.Fatalf("from %d on, a chunk begins at %d, where none does", from, first)
			}
		}
	}
	for _, c := range [][2]int64{{1, 1}, {16, 1}, {17, 2}, {18, 1}, {48, 1}, {49, 4}} {
		if got := (&cutter{most: 32}).lines(c[0]); int64(got) != c[1] {
			t.Errorf("a chunk at %d has %d lines, want %d", c[0], got, c[1])
		}
	}
}

// TestKeys wants nothing for a key that is none.
func TestKeys(t *testing.T) {
	if k, err := keyOf(jobSubject+"abc.12", jobSubject); err != nil || k != (key{"abc", 12}) {
		t.Errorf("%v, %v", k, err)
	}
	for _, bad := range []string{"abc", "abc.", "abc.0", "abc.-1", ".1", "a.b.1", "A.1", "*.1", "abc.1.2", "abc.9999999999999999999"} {
		if k, err := keyOf(jobSubject+bad, jobSubject); err == nil {
			t.Errorf("%q is %v", bad, k)
		}
	}
}
