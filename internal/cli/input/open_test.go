package input

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridwright/gridwright/grid"
)

// TestHeadBehindBlanks wants the head of what stands behind any number of blanks, and the places of what stands there.
func TestHeadBehindBlanks(t *testing.T) {
	long := strings.Repeat("x", 3*headSize)
	for _, c := range []struct{ blanks, body string }{
		{"", "body"}, {"\n \n  ", "body"}, {strings.Repeat("\n", headSize), "body"},
		{strings.Repeat(" ", headSize-1), "body"},
		{strings.Repeat("\t\r\n", headSize) + "   ", "body"}, {"\xEF\xBB\xBF" + strings.Repeat(" \n", headSize) + " ",
			"body"},
		{strings.Repeat("\n", 5*headSize/2), long}, {strings.Repeat("\n", headSize), ""},
		{strings.Repeat("\n", headSize+1), ""}, {"", ""},
	} {
		text := c.blanks + c.body
		s := fromReader(context.Background(), "it", iotest.OneByteReader(strings.NewReader(text)),
			func() error { return nil })
		head, err := s.head()
		if err != nil {
			t.Fatal(err)
		}
		if body := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"); !strings.HasPrefix(c.body,
			string(body)) || len(body) == 0 && c.body != "" {
			t.Errorf("%d blanks: the head is %.20q", len(c.blanks), body)
		}
		want, got := grid.NewScanner(strings.NewReader(text), -1), grid.NewScanner(s.r, -1)
		if want.SkipBlank() != got.SkipBlank() || want.Pos() != got.Pos() {
			t.Errorf("%d blanks: the body is at %v, want %v", len(c.blanks), got.Pos(), want.Pos())
		}
		if rest := got.Peek(len(c.body) + 1); string(rest) != c.body {
			t.Errorf("%d blanks: %d bytes behind them, want %d", len(c.blanks), len(rest), len(c.body))
		}
	}
}
