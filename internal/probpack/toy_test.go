package probpack_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// asGridwright makes this test binary the program.
const asGridwright = "GRIDWRIGHT_PROBPACK_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asGridwright) == "" {
		os.Exit(m.Run())
	}
	both := func() []*puzzle.Family { return append(families.All(), toyFamily()) }
	problems := func(fs []*puzzle.Family) []*contest.Problem {
		return append(families.Contests(fs), toy(fs[len(fs)-1], toyPrograms))
	}
	os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, both, problems))
}

// gridwright is a program that knows the toy.
func gridwright(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: the scripts of packages are not run on this system")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "gridwright")
	script := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", asGridwright, self)
	if err := os.WriteFile(name, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

func toyFamily() *puzzle.Family {
	spec := flipsolve.Spec(flipcheck.Spec())
	spec.Texts[0].Contest = true
	spec.Texts[0].Answer = func(w io.Writer, _ *flip.Instance, o flip.Outcome) error {
		text := "no"
		if o.Verdict == puzzle.Solved {
			text = strings.TrimRight(fmt.Sprint(len(*o.Witness), " ", *o.Witness), " ")
		}
		_, err := fmt.Fprintln(w, text)
		return err
	}
	return puzzle.Define(spec)
}

// toyPrograms end as their folders say; those that are too slow never end.
var toyPrograms = map[string]string{
	"run_time_error/crash.sh":     "read -r line\nexit 3\n",
	"time_limit_exceeded/loop.sh": "while :; do :; done\n",
	"wrong_answer/no.sh":          "while read -r line; do echo no; done\n",
	"brute_force/half.sh":         "read -r line\ncase $line in *,*) kill -SEGV $$;; esac\nwhile :; do :; done\n",
	"rejected/noise.sh":           "cat\n",
}

// toy is a contest of flipping with up to seven boards to a file: how many flips, and which; or no.
func toy(f *puzzle.Family, programs map[string]string) *contest.Problem {
	spec := flipcheck.Spec()
	random := func(rng *rand.Rand, size int) *flip.Instance { return flipsolve.Generate(rng, size) }
	return contest.Bind(f, spec.Judge, []contest.Contest[*flip.Instance, flip.Flips, flip.Minor]{{
		Text:  puzzle.Text[*flip.Instance, flip.Flips, flip.Minor]{Name: "flip-line"},
		Title: "Flip: a toy", Source: "nowhere", Statement: "Flip.\n\n## Input\n\nLines.\n\n## Output\n\nLines.",
		Time: time.Second / 10,
		Most: 7, Limits: func(*flip.Instance) error { return nil },
		Assert: func(out *contest.Output, _ int, p *flip.Instance) (a contest.Assertion[flip.Flips], err error) {
			word, err := out.Word("no or the number of flips")
			a.Number, a.Line, a.Verdict = -1, out.Line(), puzzle.Impossible
			if err != nil || word == "no" {
				return a, err
			}
			n := 0
			if _, err := fmt.Sscan(word, &n); err != nil || n < 0 || n > len(p.Start)+len(p.Start[0]) {
				return a, out.Errorf("no or the number of flips is expected")
			}
			var text strings.Builder
			for range n {
				word, err := out.Word("a flip")
				if err != nil {
					return a, err
				}
				text.WriteString(word + " ")
			}
			w, err := flip.ParseFlips(nil, text.String())
			if err != nil {
				return a, out.Errorf("%v", err)
			}
			a.Verdict, a.Witness = puzzle.Solved, &w
			return a, nil
		},
		Tiny: func(yield func(*flip.Instance) bool) {
			for i := range 16 {
				p, _ := flip.Parse(fmt.Sprintf("flip %02b,%02b to 01,00", i&3, i>>2))
				if !yield(p) {
					return
				}
			}
		},
		Profiles: []contest.Profile[*flip.Instance]{
			{Name: "random", Doc: "Random boards.", Sizes: [2]int{4, 100}, Make: random},
			{Name: "large", Doc: "Large boards.", Sizes: [2]int{100, 10_000}, Slow: true, Make: random},
		},
		Samples:     []string{"flip 010,111 to 000,101\n", "flip 01 to 10\nflip 1,0 to 1,1\n"},
		Submissions: func() map[string]string { return programs },
	}})[0]
}
