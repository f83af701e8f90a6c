package input

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridwright/gridwright/grid"
)

// TestSeen reads a text piece by piece and asks whether more than blanks stands behind a place.
func TestSeen(t *testing.T) {
	const text = "a\n b\n\n \n\tc \n\n"
	for name, r := range map[string]io.Reader{
		"whole":    strings.NewReader(text),
		"one byte": iotest.OneByteReader(strings.NewReader(text)),
		"half":     iotest.HalfReader(strings.NewReader(text)),
	} {
		waits := 0
		s := &seen{r: r, waits: true, onWait: func() { waits++ }}
		if s.beyond(grid.Pos{Line: 1, Col: 1}) {
			t.Errorf("%s: something is there before a byte is read", name)
		}
		if got, err := io.ReadAll(s); string(got) != text || err != nil || !s.ended || waits < 2 {
			t.Errorf("%s: %q, %v, %+v", name, got, err, s)
		}
		for p, want := range map[grid.Pos]bool{
			{Line: 1, Col: 2}: true, {Line: 2, Col: 1}: true, {Line: 2, Col: 3}: true, {Line: 3, Col: 1}: true,
			{Line: 5, Col: 1}: true, {Line: 5, Col: 3}: false, {Line: 6, Col: 1}: false, {Line: 7, Col: 1}: false,
		} {
			if got := s.beyond(p); got != want {
				t.Errorf("%s: beyond %v: %v", name, p, got)
			}
		}
	}
}
