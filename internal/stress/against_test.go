package stress

import (
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/contestant"
)

// TestAgainst tells who of two programs is wrong.
func TestAgainst(t *testing.T) {
	odd := program(func(n int64) string { return strings.Replace(halves(n), "no", "yes -1", 1) })
	small := program(func(n int64) string {
		if n == 14 {
			return "no\n"
		}
		return halves(n)
	})
	for _, c := range []struct {
		name          string
		first, second fake
		bad           faults
		want          string // the failure's beginning
		input         string
		fails         bool // the second one as well
	}{
		{"both right", program(halves), program(halves), faults{}, "no failure", "no failure", false},
		{"the second wrong", program(halves), small, faults{}, "different: the second program: line 1: wrong answer: ", "14",
			false},
		{"the first wrong", small, program(halves), faults{}, "wrong answer: line 1: ", "14", false},
		{"both wrong", small, small, faults{}, "wrong answer: line 1: ", "14", true},
		{"nobody knows", program(halves), odd, faults{hard: 5}, "different: the second program: line 1: ", "1", false},
		{"they differ", odd, program(halves), faults{hard: 1}, "different: line", "1", false},
	} {
		conf := config(toy(t, 8, c.bad), c.first)
		conf.Against, conf.Cases = c.second, 60
		r := must(t, conf)
		got := "no failure"
		if r.Found != nil {
			got = r.Found.Failure.String()
		}
		if c.name == "they differ" {
			c.want = "different: one program says solved, the other impossible, and a limit stopped the reference"
		}
		if !strings.HasPrefix(got, c.want) || input(r.Found) != c.input || r.Found != nil && (r.Found.Second != nil) != c.fails {
			t.Errorf("%s: %s: %s", c.name, got, input(r.Found))
		}
	}
}

// TestShrinksSecond keeps to the way in which the second program fails, where smaller inputs make it fail in others.
func TestShrinksSecond(t *testing.T) {
	for repeats, ending := range map[int]contestant.Result{
		repeatsSlow: {Ending: contestant.TimeLimit, Read: 1},
		repeats:     {Ending: contestant.Crashed, Code: -1, Signal: "SIGSEGV (segmentation fault)", Read: 1},
	} {
		c := config(toy(t, 1, faults{}), program(halves))
		c.Profile = "slow"
		c.Against = fake(func(text string) contestant.Result {
			switch n := numbers(text)[0]; {
			case n >= 700:
				return ending
			case n > 300:
				return contestant.Result{Ending: contestant.Crashed, Code: 1, Read: 1}
			case n > 0:
				return prints("perhaps")
			}
			return program(halves)(text)
		})
		r := must(t, c)
		if f := r.Found; f == nil || f.Failure.Kind != Different || !f.Failure.Second || input(f) != "700" ||
			f.Repeats != repeats {
			t.Errorf("%v: %s: %+v", ending.Ending, input(r.Found), r.Found)
		}
	}
}
