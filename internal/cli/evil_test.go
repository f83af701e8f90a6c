package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// all are the families and contests of these tests, made once.
var all = sync.OnceValues(func() ([]*puzzle.Family, []*contest.Problem) {
	all := families.All()
	return all, families.Contests(all)
})

// gridwright runs the program here and now.
func gridwright(stdin []byte, args ...string) (code int, stdout, stderr string) {
	fs, ps := all()
	var out, errs bytes.Buffer
	code = cli.Main(context.Background(), args, bytes.NewReader(stdin), &out, &errs,
		func() []*puzzle.Family { return fs }, func([]*puzzle.Family) []*contest.Problem { return ps })
	return code, out.String(), errs.String()
}

// A judged is a file of a contest with the right output for it.
type judged struct {
	problem       *contest.Problem
	input, answer string // files
	right         []byte
	cases         int
}

// mostTiny is how many tiny instances are looked at to find one of each kind.
const mostTiny = 3000

// inputs are for each contest a tiny instance that can be done, one that cannot, and both in a file where the contest
// has several to one.
func inputs(t testing.TB) (files []judged) {
	_, problems := all()
	if len(problems) == 0 {
		t.Fatal("no contests")
	}
	dir := t.TempDir()
	for _, p := range problems {
		var found []puzzle.Instance
		var claims []puzzle.Claim
		n := 0
		for in := range p.Tiny() {
			cl, err := p.Reference(context.Background(), in, puzzle.DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			if n++; n > mostTiny || len(found) == 2 {
				break
			}
			if len(found) == 0 || cl.Verdict() != claims[0].Verdict() {
				found, claims = append(found, in), append(claims, cl)
			}
		}
		sets := [][]int{{0}}
		if len(found) == 2 {
			sets = append(sets, []int{1})
			if p.Most() > 1 {
				sets = append(sets, []int{1, 0, 0, 1})
			}
		}
		for _, set := range sets {
			var ins []puzzle.Instance
			var input, right bytes.Buffer
			for k, i := range set {
				ins = append(ins, found[i])
				if err := p.WriteAnswer(&right, k, found[i], claims[i]); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.WriteFile(&input, ins); err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(dir, fmt.Sprintf("%s-%d", p.Name(), len(files)))
			file := judged{p, name + ".in", name + ".ans", right.Bytes(), len(ins)}
			for name, text := range map[string][]byte{file.input: input.Bytes(), file.answer: right.Bytes()} {
				if err := os.WriteFile(name, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			files = append(files, file)
		}
	}
	return files
}

// words are those of an output, in lower case: two outputs of which they are the same assert the same.
func words(output []byte) []string {
	return strings.FieldsFunc(strings.ToLower(string(output)), blank)
}

func blank(r rune) bool { return strings.ContainsRune(" \t\r\n\v\f", r) }

// clean wants a message of one line that a terminal can show.
func clean(t testing.TB, what, message string) {
	t.Helper()
	line := strings.TrimSuffix(message, "\n")
	if line == "" || len(line) > 1200 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("%s: the message is %q", what, message)
	}
}

// judge judges an output and returns whether it is accepted; anything but a verdict is an error.
func (f *judged) judge(t testing.TB, what string, output []byte) bool {
	t.Helper()
	code, stdout, stderr := gridwright(output, "judge", f.problem.Name(), f.input, "-")
	if code > 1 || stderr != "" || (code == 0) != (stdout == "accepted\n") {
		t.Errorf("%s: %s: code %d, %q, %q", f.problem.Name(), what, code, stdout, stderr)
	}
	clean(t, f.problem.Name()+": "+what, stdout)
	return code == 0
}

// TestEvil judges hostile outputs in each contest, as a person calls and as Kattis calls. None of them says what is
// right, but for a few that say no more than the verdict; those have to say the right one.
func TestEvil(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "evil", "*.output"))
	if err != nil || len(names) < 90 {
		t.Fatalf("%d evil outputs, %v", len(names), err)
	}
	evil := map[string][]byte{
		"a million digits": bytes.Repeat([]byte("7"), 1e6), "a million blank lines": bytes.Repeat([]byte("\n"), 1e6),
		"a million words in a line": bytes.Repeat([]byte("no "), 1e6), "a long word": bytes.Repeat([]byte("yes"), 1e6),
		"a million nuls": make([]byte, 1e6), "a million ones": bytes.Repeat([]byte("1\n"), 1e6),
		"a million half characters": bytes.Repeat([]byte{0xE2}, 1e6),
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		evil[filepath.Base(name)] = text
	}
	feedback := t.TempDir()
	for _, f := range inputs(t) {
		for name, output := range evil {
			accepted := f.judge(t, name, output)
			if accepted && !slices.Equal(words(output), words(f.right)) {
				t.Errorf("%s: %s is accepted; %.100q is right", f.problem.Name(), name, f.right)
			}
			code, stdout, stderr := gridwright(output, "judge", f.problem.Name(), "--as", "kattis", f.input, f.answer,
				feedback)
			if code != 42 && code != 43 || (code == 42) != accepted || stdout != "" {
				t.Errorf("%s: %s: as Kattis: code %d, %q, %q", f.problem.Name(), name, code, stdout, stderr)
			}
			if code == 43 {
				for _, file := range []string{"judgemessage.txt", "teammessage.txt"} {
					message, _ := os.ReadFile(filepath.Join(feedback, file))
					clean(t, name, string(message))
				}
			}
		}
	}
}

// TestBent judges right outputs that are spaced in other ways, which are right too, and right outputs with one thing
// wrong.
func TestBent(t *testing.T) {
	wide := strings.NewReplacer(lookalikes()...)
	for _, f := range inputs(t) {
		right := string(f.right)
		first, rest := cut(right)
		for name, output := range map[string]string{
			"as it is": right, "CRLF": strings.ReplaceAll(right, "\n", "\r\n"), "no end": strings.TrimRight(right, "\n"),
			"blank lines":   strings.Repeat("\n", 1e6) + right + "\n\n\n",
			"a word a line": strings.Join(strings.Fields(right), "\n"),
			"blanks":        "  " + strings.Join(strings.Fields(right), "   ") + "  ",
			"upper case":    strings.ToUpper(right),
		} {
			if !f.judge(t, name, []byte(output)) {
				t.Errorf("%s: %s: %.100q is not accepted", f.problem.Name(), name, output)
			}
		}
		for name, output := range map[string]string{
			"nothing": "", "byte-order mark": "\uFEFF" + right, "zero byte": first + "\x00" + rest, "UTF-16": utf16Of(right),
			"colours": "\x1b[32m" + first + "\x1b[0m" + rest, "one word more": right + "1\n", "twice": right + right,
			"zero width": first[:1] + "\u200b" + first[1:] + rest, "no-break space": first + "\u00a0" + rest,
			"wide": wide.Replace(right), "comment": "answer: " + right, "quotes": `"` + first + `"` + rest,
			"last word cut": strings.Join(strings.Fields(right)[:len(strings.Fields(right))-1], " "),
		} {
			if f.judge(t, name, []byte(output)) {
				t.Errorf("%s: %s: %.100q is accepted; %.100q is right", f.problem.Name(), name, output, right)
			}
		}
	}
}

// cut cuts a text behind its first word.
func cut(text string) (first, rest string) {
	word := strings.Fields(text)[0]
	at := strings.Index(text, word) + len(word)
	return text[:at], text[at:]
}

// lookalikes are digits, letters and a sign, each with what looks like it.
func lookalikes() (pairs []string) {
	for _, c := range "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" {
		pairs = append(pairs, string(c), string(c-'0'+'０'))
	}
	return pairs
}

// utf16Of is a text as some editors write it.
func utf16Of(text string) string {
	out := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// FuzzJudge wants a verdict for any output, the same one each time, and a message of one line. That two outputs of the
// same words are judged alike is what lets evil ones be told from right ones.
func FuzzJudge(f *testing.F) {
	files := inputs(f)
	names, _ := filepath.Glob(filepath.Join("testdata", "evil", "*.output"))
	for i, file := range files {
		f.Add(uint(i), file.right)
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil && i == 0 {
				f.Add(uint(i), text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, i uint, output []byte) {
		file := files[i%uint(len(files))]
		accepted := file.judge(t, "fuzz", output)
		var again []byte
		for w := range bytes.FieldsFuncSeq(output, blank) {
			again = append(append(again, w...), '\n')
		}
		if file.judge(t, "fuzz, a word a line", again) != accepted {
			t.Errorf("%s: %q is judged in another way with a word a line", file.problem.Name(), output)
		}
	})
}
