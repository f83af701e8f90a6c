package puzzletest

import (
	"context"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// mostTold is how many frames of a story are read.
const mostTold = 60

// told reads every sentence that a person gets to see of in and of the answer about it.
func (k Kit) told(t testing.TB, name string, in puzzle.Instance, cl puzzle.Claim) {
	t.Helper()
	say := func(what, text string, whole bool) {
		if fault := misspelt(text, whole); fault != "" {
			t.Errorf("%s: %s has %s: %q", name, what, fault, text)
		}
	}
	d, err := k.Family.Draw(in, scene.Corner(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, about := range d.About {
		say("Draw.About", about, false)
	}
	st, err := k.Family.Tell(context.Background(), in, cl, scene.Corner(1, 1), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if say("the title", st.Title, false); strings.HasSuffix(st.Title, ".") {
		t.Errorf("%s: the title ends with a full stop, which is put behind it: %q", name, st.Title)
	}
	for _, note := range st.Notes {
		say("a note", note, false)
	}
	if st.Frames.Len == nil {
		return
	}
	for fr, err := range st.Frames.Range(new(big.Int), big.NewInt(mostTold)) {
		if err != nil {
			t.Fatal(err)
		}
		say("a sentence", fr.Sentence, cl.Verdict() == puzzle.Impossible)
	}
}

var doubled = regexp.MustCompile(`\.\.|[,;:][.,;:]|\.[,;:]|\s[.,;:](\s|$)|  |[a-z)][,;][a-z]|[a-z]\.[A-Z]`)

// quoted is what a sentence takes from an instance as it is written there: a list of tiles, of which "." may be one,
// and a name with options, as drag:right,down.
var quoted = regexp.MustCompile(`\(tiles [^()]*\)|tiles \([^()]*\)|\b[a-z]+:[a-z0-9,:]+\b`)

// misspelt tells what is wrong with the punctuation of a sentence: doubled, a blank too many, one that is missing, and
// an end without a full stop where it has to be a whole sentence. Items of a list, which are indented, have no end.
func misspelt(text string, whole bool) string {
	if regexp.MustCompile(`^ *\d+\. `).MatchString(text) {
		return "a number, which is for those to say who show it"
	}
	item := strings.HasPrefix(text, "  ")
	lines := strings.Split(text, "\n")
	for _, line := range lines {
		line = quoted.ReplaceAllString(strings.TrimLeft(line, " "), "quoted")
		if strings.TrimRight(line, " ") != line {
			return "a blank at its end"
		}
		if at := doubled.FindString(line); at != "" {
			return "a misplaced \"" + at + "\""
		}
	}
	if whole && !item && text != "" && unicode.IsUpper([]rune(text)[0]) &&
		!strings.ContainsAny(text[len(text)-1:], ".:") && !strings.HasSuffix(text, ".)") {
		return "no end"
	}
	return ""
}
