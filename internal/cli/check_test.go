package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string { return writeFile(t, filepath.Join(dir, name), text) }
	puzzles := file("puzzles", "# yes\n# no\n")
	claims := `{"family":"one","version":1,"verdict":"solved","witness":"yes"}` + "\n" +
		`{"family":"one","version":1,"verdict":"impossible","certificate":"no"}`
	for _, c := range []struct {
		args, stdin string
		code        int
		stdout      string
		stderr      string
	}{
		{"check " + puzzles + " -", claims, 0, "case 1: accepted\ncase 2: accepted\n", ""},
		{"check --json " + puzzles + " -", claims, 0, "{\"accepted\":true}\n{\"accepted\":true}\n", ""},
		{"check - " + file("claim", claims[:64]), "# yes", 0, "accepted\n", ""},
		{"check - " + file("claim.yaml", "family: one\nversion: 1\nverdict: solved\nwitness: \"yes\"\n"), "# yes", 0,
			"accepted\n", ""},
		{"check - " + file("wrong", strings.Replace(claims[:64], `"yes"`, `"n\"o"`, 1)), "# yes", 1,
			"rejected: the word is yes\n", ""},
		{"check --json - " + file("wrong"+"2", strings.Replace(claims[:64], `"yes"`, `"no"`, 1)), "# y\"s", 1,
			`{"accepted":false,"reason":"the word is y\"s"}` + "\n", ""},
		{"check - " + file("count", `{"family":"one","version":1,"count":"3"}`), "# yes", 0, "accepted\n", ""},
		{"check - " + file("count4", `{"family":"one","version":1,"count":"4"}`), "# yes", 1,
			"rejected: the word has 3 letters\n", ""},
		{"check - " + file("unknown", `{"family":"one","version":1,"verdict":"unknown"}`), "# yes", 1,
			"rejected: the claim is \"unknown\"; it asserts nothing that could be verified\n", ""},
		{"check - " + file("two", `{"family":"two","version":1,"verdict":"solved","witness":"yes"}`), "# yes", 1,
			"rejected: the claim is about the family two; the puzzle is of the family one\n", ""},
		{"check - " + file("half", `{"family":"one","version":1,"verdict":"solved"}`), "# yes", 1,
			"rejected: not shown: the claim says solved and has no witness\n", ""},
		{"check - " + file("cut", `{"family":"one",`), "# yes", 2, "", "the document ends too early"},
		{"check - " + file("empty", ""), "# yes", 2, "", "there is no claim to read here"},
		{"check - " + file("words", "what"), "# yes", 2, "", "this is no claim"},
		{"check " + puzzles + " -", claims[:64], 2, "case 1: accepted\n", "the claim about case 2 is missing"},
		{"check " + puzzles + " -", claims + claims[:64], 2, "case 1: accepted\n", "more claims than cases (2)"},
		{"check - -", "", 2, "", "only one of the puzzle and the claim"},
		{"check - nosuchfile", "# yes", 2, "", "nosuchfile"},
		{"check " + puzzles, "", 2, "", "check needs a file of puzzles and a file of claims"},
	} {
		code, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		if code != c.code || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || c.stderr == "" && stderr != "" {
			t.Errorf("%s < %q: code %d, want %d\nstdout %q\n  want %q\nstderr %q\n  want %q", c.args, c.stdin, code, c.code,
				stdout, c.stdout, stderr, c.stderr)
		}
	}
}
