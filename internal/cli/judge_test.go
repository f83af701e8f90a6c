package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// judged runs the program with the contests of the toys, in a folder of its own that holds files.
func judged(t *testing.T, files map[string]string, stdin string, args ...string) (
	code int, stdout, stderr, dir string,
) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args = slices.Clone(args)
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "@", dir+string(filepath.Separator))
	}
	var out, errs bytes.Buffer
	synctest.Test(t, func(*testing.T) {
		code = Main(context.Background(), args, strings.NewReader(stdin), &out, &errs, fakes, toys)
	})
	clean := strings.NewReplacer(dir+string(filepath.Separator), "@", dir, "@")
	return code, clean.Replace(out.String()), clean.Replace(errs.String()), dir
}

// TestJudge judges outputs in each of the ways in which systems call.
func TestJudge(t *testing.T) {
	long := strings.Repeat("x", 100)
	files := map[string]string{"in": "# a\n# b\n# no\n", "one": "# a\n", "slow": "# slow\n", "panic": "# panic\n",
		"bad": "# a\n bad\n", "ans": "word a\nyes\nno\n", "wide": "# dull\n", "lie": "# lie\n", "empty": ""}
	for _, c := range []struct {
		input, output string
		answer        string
		code          int // without --as; those of testlib and oj follow from it
		says          string
		unreadable    bool
	}{
		{"in", "yes yes no", "", 0, "accepted\n", false},
		{"in", "WORD a\r\n\r\nyes\nno", "@ans", 0, "accepted\n", false},
		{"in", "word a\n\n\nword c\nno", "@ans", 1, "wrong answer: case 2: line 4: the word is b\n", false},
		{"one", "no", "", 1, "wrong answer: line 1: the output says that it is impossible; it can be done\n", false},
		{"in", "yes yes yes", "", 1, "wrong answer: case 3: line 1: the output says that it can be done; it is " +
			"impossible\n", false},
		{"in", "yes\nyes\n", "", 1, "unreadable output: case 3: line 3, column 1: the output ends where yes, no, word " +
			"or crash is expected\n", true},
		{"one", "yes\nno", "", 1, "unreadable output: line 2, column 1: 'no' stands behind the last answer\n", true},
		{"one", "\x00", "", 1, "unreadable output: line 1, column 1: the character U+0000 stands where yes, no, word or " +
			"crash is expected\n", true},
		{"one", "\x1b[32myes\x1b[0m", "", 1, "unreadable output: line 1, column 1: '\ufffd[32myes\ufffd[0m' stands where " +
			"yes, no, word or crash is expected\n", true},
		{"one", "ye\u017f", "", 1, "unreadable output: line 1, column 1: 'ye\u017f' stands where yes, no, word or crash is " +
			"expected\n", true},
		{"one", "word " + long, "", 1, "wrong answer: the output is longer than 64 B\n", false},

		{"one", "crash", "", 4, "gridwright: internal fault: as it says (", false},
		{"panic", "no", "", 4, "gridwright: internal fault: as it says (", false},
		{"lie", "yes", "", 4, "internal fault: ", false},
		{"in", "yes yes no", "@empty", 2, "gridwright: the jury's answer, @empty, is not right: unreadable output: case 1: " +
			"line 1, column 1: the output ends", false},
		{"in", "yes yes no", "@nosuchfile", 2, "gridwright: @nosuchfile: no such file", false},
		{"nosuchfile", "yes", "", 2, "gridwright: @nosuchfile: no such file", false},
		{"bad", "yes", "", 2, "gridwright: @bad: line 2, column 2: the mark is expected here\n", false},
		{"slow", "yes", "", 3, "gridwright: unknown: stopped after 5s; raise it with --timeout 10s\n", false},
		{"slow", "word slow", "", 0, "accepted\n", false},
		{"wide", "word dull", "", 3, "gridwright: unknown: the check of the output was stopped after 5s; raise it", false},
	} {
		args := []string{"judge", "one-lines", "@" + c.input, "-", "--timeout", "5s", "--max-output", "64"}
		if c.answer != "" {
			args = append(args, c.answer)
		}
		check := func(as string, want, code int, stdout, stderr string) {
			t.Helper()
			if said := stdout + stderr; code != want || !strings.HasPrefix(said, c.says) && !strings.Contains(stderr, c.says) {
				t.Errorf("%s < %.20q as %q: code %d, want %d; says %q, want %q", c.input, c.output, as, code, want, said, c.says)
			}
		}
		code, stdout, stderr, _ := judged(t, files, c.output, args...)
		check("", c.code, code, stdout, stderr)
		for as, codes := range map[string][5]int{"testlib": {0, 1, 3, 3, 3}, "oj": {0, 1, 3, 3, 3},
			"kattis": {42, 43, 44, 44, 44}} {
			want := codes[c.code]
			if c.unreadable && as == "testlib" {
				want = 2
			}
			switch {
			case as == "testlib" && c.answer == "":
				continue
			case as != "kattis":
				code, stdout, stderr, _ := judged(t, files, c.output, append(args, "--as", as)...)
				check(as, want, code, stdout, stderr)
			case c.answer != "":
				kattis := []string{"judge", "one-lines", "--as=kattis", "@" + c.input, c.answer, "@", "--timeout", "5s",
					"--max-output", "64"}
				code, stdout, stderr, dir := judged(t, files, c.output, kattis...)
				check(as, want, code, stdout, stderr)
				message(t, dir, want)
			}
		}
	}
}

// message looks at what Kattis is handed for people.
func message(t *testing.T, dir string, code int) {
	t.Helper()
	jury, err := os.ReadFile(filepath.Join(dir, "judgemessage.txt"))
	begins := map[int]string{42: "accepted\n", 43: "wrong answer: case 2: line 4: the word is b\n", 44: "judge error: "}
	if err != nil || !strings.HasPrefix(string(jury), begins[code]) {
		t.Errorf("code %d: %q, %v", code, jury, err)
	}
	team, err := os.ReadFile(filepath.Join(dir, "teammessage.txt"))
	if code == 43 && string(team) != "wrong answer: case 2: line 4\n" || code != 43 && err == nil {
		t.Errorf("code %d: the team is told %q", code, team)
	}
}

// TestJudgeRulesNothing is about calls that end well, or nearly, and judge nothing.
func TestJudgeRulesNothing(t *testing.T) {
	files := map[string]string{"in": "# a\n", "ans": "yes\n"}
	for _, c := range []struct {
		want int
		args []string
	}{
		{44, []string{"judge", "one-lines", "--as", "kattis", "@in", "@ans", "@", "--help"}},
		{0, []string{"judge", "one-lines", "--as", "", "--help"}},
		{0, []string{"judge", "one-lines", "--as=kattis", "--as=", "--help"}},
		{44, []string{"judge", "one-lines", "--as", "kattis", "@in", "", "@"}},
		{44, []string{"judge", "one-lines", "--as", "kattis", "@in", "@ans", ""}},
		{3, []string{"judge", "one-lines", "--as", "testlib", "@in", "@ans", ""}},
		{3, []string{"judge", "one-lines", "--as", "oj", "@in", "@ans", "-h"}},
		{44, []string{"validate", "one-lines", "--as", "kattis", "--help"}},
	} {
		if code, _, _, _ := judged(t, files, "yes\n", c.args...); code != c.want {
			t.Errorf("%q: code %d, not %d", c.args, code, c.want)
		}
	}
}
