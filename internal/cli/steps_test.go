package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

func TestParseSteps(t *testing.T) {
	show := func(s *puzzle.Steps) string {
		if s == nil {
			return "none"
		}
		return fmt.Sprint(s.First, " ", s.Last)
	}
	long := strings.Repeat("9", maxStepDigits)
	for text, want := range map[string]string{
		"": "none", "all": "0 <nil>", "20..30": "20 30", "20": "20 20", "20..": "20 <nil>", "0": "0 0", "007..8": "7 8",
		"5..5": "5 5",
		"1000000000000000000000..1000000000000000000001": "1000000000000000000000 1000000000000000000001",
		long: long + " " + long,
	} {
		if got, err := parseSteps(text); err != nil || show(got) != want {
			t.Errorf("%.40q: %.80s, %v; want %.80s", text, show(got), err, want)
		}
	}
	for _, text := range []string{"x", "..", "..5", "-1", "+1", "1..x", "30..20", "1...3", "1..2..3", "1.5", " 1", "1e9",
		"ALL", "all..", "0x10", "1_000", "１", long + "9", "1.." + long + "9"} {
		if got, err := parseSteps(text); err == nil || !strings.Contains(err.Error(), "--steps is") ||
			len(err.Error()) > 200 {
			t.Errorf("%.40q: %.80s, %v", text, show(got), err)
		}
	}
}
