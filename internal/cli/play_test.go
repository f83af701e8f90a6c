package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestPlay tries what a person who plays asks for: hints, scrambles, all best answers.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		args, stdin string
		code        int
		stdout      string
		stderr      string // a part of it; "" is silence
	}{
		{"hint -", "# yes", 0, "yes\n\nsay yes\n", ""},
		{"hint -", "# done\n# no", 0, "case 1:\ndone\n\nsolved as it stands\n\ncase 2:\nno\n\nimpossible\n", ""},
		{"hint --json -", "# yes\n# no", 0, `{"family":"one","verdict":"solved","hint":"say yes"}` + "\n" +
			`{"family":"one","verdict":"impossible"}` + "\n", ""},
		{"hint -", "# lie", 4, "", "our own answer failed its check"},
		{"hint -", "# huge", 3, "", "this word needs"},
		{"hint --format two-lines -", "#! yes", 2, "", "two has no hints"},
		{"hint", "", 2, "", "hint needs a file"},

		{"scramble --seed 7 -", "# yes", 0, "yes-1269\n", ""},
		{"scramble --json --seed 7 -", "# yes", 0, `{"family":"one","version":1,"word":"yes-1269"}` + "\n", ""},
		{"scramble --json --seed 7 --distance 3 -", "# yes\n# no", 0, `{"family":"one","version":1,"word":"yes3269"}` + "\n" +
			`{"family":"one","version":1,"word":"no3299"}` + "\n", ""},
		{"scramble --seed x -", "# yes", 2, "", `--seed is "x"`},
		{"scramble --distance -2 -", "# yes", 2, "", `--distance: "-2" is no whole number from 0 on`},
		{"scramble --seed 7 -", "# huge", 3, "", "this word needs"},
		{"scramble --seed 7 --format two-lines -", "#! yes", 2, "", "two makes no scrambles"},

		{"solve --all -", "# ab", 0, "ab\n\nsolved (checked)\n\nsolved (checked)\n\n2 best answers in all\n", ""},
		{"solve --all -", "# ab\n# c", 0, "case 1:\nab\n\nsolved (checked)\n\nsolved (checked)\n\n" +
			"case 1: 2 best answers in all\n\n" +
			"case 2:\nc\n\nsolved (checked)\n\ncase 2: 1 best answer in all\n", ""},
		{"solve --all --json -", "# ab", 0,
			strings.Repeat(`{"family":"one","version":1,"verdict":"solved","witness":"ab"}`+"\n", 2), ""},
		{"solve --all --most 1 -", "# ab", 0, "ab\n\nsolved (checked)\n\nthe first 1 best answer; there are more\n", ""},
		{"solve --all --most 1 --json -", "# ab", 0, `{"family":"one","version":1,"verdict":"solved","witness":"ab"}` + "\n",
			"gridwright: standard input: the first 1 best answer; there are more\n"},
		{"solve --most 2 -", "# ab", 2, "", "--most says how many answers --all or --every prints"},
		{"solve --most 100 -", "# ab", 2, "", "--most says how many answers --all or --every prints"},
		{"solve --steps all --json -", "# ab", 2, "", `{"message":"--steps draws boards, and with --json none are drawn`},
		{"solve --steps 1..2 --write one-lines -", "# ab", 2, "", "no evidence is written"},
		{"solve --all --most 1 -", "# a", 0, "a\n\nsolved (checked)\n\n1 best answer in all\n", ""},
		{"solve --all --exit-status -", "# no", 1, "no\n\nimpossible (checked)\n", ""},
		{"solve --all --json -", "# no", 0, `{"family":"one","version":1,"verdict":"impossible","certificate":"no"}` + "\n",
			""},
		{"solve --all -", "# lie", 4, "", "our own answer failed its check"},
		{"solve --all --no-check --json -", "# lie", 0,
			strings.Repeat(`{"family":"one","version":1,"verdict":"solved","witness":"truth"}`+"\n", 3), ""},
		{"solve --all -", "# huge", 3, "", "this word needs"},
		{"solve --all --format two-lines -", "#! yes", 2, "", "two does not list all its answers"},
		{"solve --every -", "# ab", 0,
			"ab\n\nsolved (checked)\n\nsolved (checked)\n\nsolved (checked)\n\n3 answers in all\n", ""},
		{"solve --every --most 1 -", "# ab", 0, "ab\n\nsolved (checked)\n\nthe first 1 answer; there are more\n", ""},
		{"solve --every --json -", "# no", 0, `{"family":"one","version":1,"verdict":"impossible","certificate":"no"}` + "\n",
			""},
		{"solve --every -", "# lie", 4, "", "our own answer failed its check"},
		{"solve --every --format two-lines -", "#! yes", 2, "", "two does not list all its answers"},
		{"solve --every --all -", "# ab", 2, "", "--every prints what --all does and more"},
		{"solve --all --write one-lines -", "# ab", 2, "", "no evidence is written as"},
	} {
		code, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		if code != c.code || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (c.stderr == "") != (stderr == "") {
			t.Errorf("%s < %q: code %d (want %d), stdout %q (want %q), stderr %q (want %q in it)", c.args, c.stdin, code, c.code,
				stdout, c.stdout, stderr, c.stderr)
		}
	}
}

// TestScrambleSaysItsSeed makes a scramble without a seed and then the same with the command that it named.
func TestScrambleSaysItsSeed(t *testing.T) {
	const either = "#! yes" // of both families
	code, first, stderr := run(t, either, "scramble", "--distance", "4", "--family", "one", "--json", "-")
	_, again, found := strings.Cut(strings.TrimSpace(stderr), "the same again: gridwright ")
	if code != 0 || !found {
		t.Fatalf("code %d, stderr %q", code, stderr)
	}
	if _, second, _ := run(t, either, strings.Fields(again)...); second != first {
		t.Errorf("%s: %q, and before %q", again, second, first)
	}
}

// TestUnverified wants a checker to say what it has accepted without looking.
func TestUnverified(t *testing.T) {
	claim := `{"family":"one","version":1,"verdict":"solved","witness":"boast"}`
	f := fakes()[0]
	in := instance(t, f, "boast")
	cl, err := f.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil || f.Unverified(in, cl) != "that it is the best" {
		t.Errorf("%q, %v", f.Unverified(in, cl), err)
	}
	path := t.TempDir() + "/claim"
	writeFile(t, path, claim)
	honest := t.TempDir() + "/honest"
	writeFile(t, honest, strings.Replace(claim, "boast", "yes", 1))
	for _, c := range []struct {
		args, word string
		code       int
		want       string
	}{
		{"check - " + path, "boast", 0, "accepted: it is the word; not verified: that it is the best\n"},
		{"check --json - " + path, "boast", 0,
			`{"accepted":true,"verified":"it is the word","unverified":"that it is the best"}` + "\n"},
		{"check --strict - " + path, "boast", 1, "rejected: not verified: that it is the best; verified: it is the word\n"},
		{"check --strict --json - " + path, "boast", 1,
			`{"accepted":false,"reason":"not verified: that it is the best","verified":"it is the word","unverified":"that it ` +
				`is the best"}` + "\n"},
		{"check --strict - " + honest, "yes", 0, "accepted\n"},
		{"check --strict - " + path, "yes", 1, "rejected: the word is yes\n"},
	} {
		if code, stdout, stderr := run(t, "# "+c.word, strings.Fields(c.args)...); code != c.code || stdout != c.want ||
			stderr != "" {
			t.Errorf("%s of %s: code %d, %q, %q", c.args, c.word, code, stdout, stderr)
		}
	}
}

func TestProgressFlag(t *testing.T) {
	if code, _, stderr := run(t, "# ab", "solve", "--all", "--progress", "loud", "-"); code != 2 ||
		!strings.Contains(stderr, `--progress is "loud"`) {
		t.Errorf("code %d, %q", code, stderr)
	}
}

func instance(t *testing.T, f *puzzle.Family, word string) puzzle.Instance {
	t.Helper()
	in, err := f.InstanceOf(word)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// writeFile returns path.
func writeFile(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestStreamedFiles answers files that are read twice and never held.
func TestStreamedFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string { return writeFile(t, filepath.Join(dir, name), text) }
	yes, no, huge := file("yes", "# yes\n"), file("no", "# no\n"), file("huge", "# huge\n")
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"--no-check", yes}, 0, "# yes\n", ""},
		{[]string{"--no-check", no, yes}, 1, "# yes\n", no + ": impossible"},
		{[]string{"--no-check", huge, yes}, 3, "# yes\n", huge + ": unknown: this word needs"},
		{[]string{"--no-check", filepath.Join(dir, "none")}, 2, "", "no such file"},
		{[]string{"--no-check", dir}, 2, "", "--stream reads a file twice"},
		{[]string{"--no-check", "-"}, 2, "", "--stream reads a file twice"},
		{[]string{yes}, 2, "", "say --no-check too"},
		{[]string{"--no-check", "--json", yes}, 2, "", "--stream prints the evidence alone"},
		{[]string{"--no-check", "--every", yes}, 2, "", "--stream prints the evidence alone"},
		{[]string{"--no-check", "--format", "two-lines", yes}, 2, "", "--stream reads the format one-lines"},
		{[]string{"--no-check", "--stream", "two-lines", yes}, 2, "", "there are: one-lines"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"solve", "--stream", "one-lines"}, c.args...)...)
		if code != c.code || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (c.stderr == "") != (stderr == "") {
			t.Errorf("%s: code %d (want %d), stdout %q (want %q), stderr %q (want %q in it)", c.args, code, c.code, stdout,
				c.stdout, stderr, c.stderr)
		}
	}
}
