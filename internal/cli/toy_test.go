package cli

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// toys are the contests of the first of fakes: words of at most ten letters, none of which is "odd", of which "single"
// has one to a file and "one-lines" three. An answer is "no"; or "yes" and perhaps the word, and how many letters the
// program thinks it has: a lie has more than the reference says.
func toys(families []*puzzle.Family) []*contest.Problem {
	spec := fakeSpec("one", "#")
	many := toy()
	return contest.Bind(families[0], spec.Judge, []contest.Contest[string, string, string]{many})
}

func toy() contest.Contest[string, string, string] {
	return contest.Contest[string, string, string]{
		Text: puzzle.Text[string, string, string]{Name: "one-lines"}, Title: "Words", Most: 3,
		Limits: func(p string) error {
			if len(p) > 10 {
				return fmt.Errorf("the word has %d letters; at most 10 are allowed", len(p))
			}
			return nil
		},
		Assert: func(out *contest.Output, _ int, p string) (a contest.Assertion[string], err error) {
			a.Verdict, a.Number = puzzle.Solved, -1
			which, err := out.One("yes, no, word or crash", "yes", "no", "word", "crash")
			a.Line = out.Line()
			switch {
			case err != nil:
			case which == 1:
				a.Verdict = puzzle.Impossible
			case which == 2:
				var w string
				w, err = out.Word("a word")
				a.Witness = &w
			case which == 3:
				panic("as it says")
			}
			return a, err
		},
		Tiny: slices.Values([]string{"a", "b", "no"}),
		Profiles: []contest.Profile[string]{
			{Name: "random", Doc: "random letters", Sizes: [2]int{1, 10}, Make: func(rng *rand.Rand, size int) string {
				return strings.Repeat(string(rune('a'+rng.IntN(26))), size)
			}},
			{Name: "slow", Doc: "slow words", Sizes: [2]int{4, 4}, Slow: true,
				Make: func(*rand.Rand, int) string { return "slow" }},
		},
	}
}
