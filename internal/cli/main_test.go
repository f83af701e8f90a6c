package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/puzzle"
)

func fakes() []*puzzle.Family { return []*puzzle.Family{fake("one", "#"), fake("two", "#!")} }

func run(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(context.Background(), args, strings.NewReader(stdin), &out, &errs, fakes)
	return code, out.String(), errs.String()
}

// TestRuns gives the three things that a run leaves behind; stderr has one line for each problem.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		args   string // split at blanks
		stdin  string
		code   int
		stdout string
		stderr string // a part of it; "" is silence
	}{
		{"solve -", "# yes", 0, "yes: solved, color false, checked true\n", ""},
		{"solve --no-check -", "# lie", 0, "lie: solved, color false, checked false\n", ""},
		{"solve -", "# yes\r\n\r\n# no\r\n", 0, "case 1:\nyes: solved, color false, checked true\n\ncase 2:\nno: impossible, color false, checked true\n", ""},
		{"solve --exit-status -", "# yes\n# no\n# yes", 1, "case 1:\nyes: solved, color false, checked true\n\ncase 2:\nno: impossible, color false, checked true\n\ncase 3:\nyes: solved, color false, checked true\n", ""},
		{"solve --json -", "# yes\n# no\n", 0, `{"family":"one","version":1,"verdict":"solved","witness":"yes"}` + "\n" + `{"family":"one","version":1,"verdict":"impossible","certificate":"no"}` + "\n", ""},
		{"solve --json -", `{"family":"two","version":1,"word":"yes+no"} {"family":"one","version":1,"word":"x"}`, 0, `{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n" + `{"family":"two","version":1,"verdict":"impossible","certificate":"no"}` + "\n" + `{"family":"one","version":1,"verdict":"solved","witness":"x"}` + "\n", ""},
		{"solve --json -", "\xEF\xBB\xBF# why\nfamily: two\nversion: 1\nword: yes\n", 0, `{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n", ""},
		{"solve --format json -", "  {\"family\":\"two\",\n \"version\":2,\"word\":\"\"}", 2, "", "gridwright: standard input: line 2, column 12: version is 2; it must be from 1 to 1\n"},
		{"solve -", `{"family":"six","version":1}`, 2, "", `there is no family "six"; there are: one or two`},
		{"solve -", `{"family":"one","version":1,"word":"a"} x`, 2, "case 1:\na: solved, color false, checked true\n", "case 2: line 1, column 41: this is not JSON"},
		{"solve -", `{"family":"one","version":1,"word":"a"`, 2, "", "the document ends too early"},

		// What is it?
		{"solve -", "#! yes", 2, "", "gridwright: standard input: this may be one-lines or two-lines; choose one with --format\n"},
		{"solve --format two-lines --json -", "#! yes", 0, `{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n", ""},
		{"solve -", "what is this", 2, "", "reads json, yaml, one-lines or two-lines"},
		{"solve --format six -", "", 2, "", `there is no format "six"; there are json, yaml, one-lines, two-lines`},
		{"solve -", "", 2, "", "there is nothing to read here"},
		{"solve -", " \n\t\n", 2, "", "there is nothing to read here"},
		{"solve --format one-lines -", "\n", 2, "", "there is no puzzle to read here"},
		{"solve -", "PK\x03\x04\x00\x00", 2, "", "this is not a text: byte 5 is zero"},
		{"solve -", "abc\xff", 2, "", "not a text in UTF-8: byte 4 is 0xFF"},
		{"solve -", "\xff\xfe#\x00", 2, "", "this is UTF-16"},
		{"solve nosuchfile", "", 2, "", "gridwright: nosuchfile: no such file or directory\n"},
		{"solve .", "", 2, "", "gridwright: .: is a directory\n"},
		{"solve nosuchfile -", "# yes", 2, "standard input:\nyes: solved, color false, checked true\n", "nosuchfile"},

		// Limits stop one case and not the others.
		{"solve --timeout 10ms -", "# slow\n# yes", 3, "case 1:\nunknown: stopped after 10ms\n\ncase 2:\nyes: solved, color false, checked true\n", "gridwright: standard input: unknown: stopped after 10ms; raise it with --timeout 50ms\n"},
		{"solve --json -", "# yes\n# huge", 3, `{"family":"one","version":1,"verdict":"solved","witness":"yes"}` + "\n" + `{"family":"one","version":1,"verdict":"unknown","stopped":{"limit":"memory","detail":"this word needs about 1 EiB of memory and the limit is 4 GiB"}}` + "\n", "gridwright: standard input: case 2: unknown: this word needs about 1 EiB of memory and the limit is 4 GiB; raise it with --max-memory 8GiB\n"},
		{"solve --max-memory 1GiB -", "# wide\n# yes", 3, "", "raise it with --max-memory 2GiB"},
		{"count --max-memory 1GiB -", "# huge\n# yes", 3, "case 2: 3 letters\n", "unknown: this word needs"},
		{"solve -", "# bad\n# yes", 2, "", "gridwright: standard input: line 1, column 1: this word is bad\n"},
		{"solve -", "# yes\n# bad", 2, "case 1:\nyes: solved, color false, checked true\n", "gridwright: standard input: case 2: line 2, column 1: this word is bad\n"},

		// Faults of our own.
		{"solve -", "# lie\n# yes", 4, "case 2:\nyes: solved, color false, checked true\n", "gridwright: standard input: internal fault: our own answer failed its check"},
		{"count -", "# lie\n# yes", 4, "case 2: 3 letters\n", "our own count failed its check"},
		{"solve -", "# panic", 4, "", "gridwright: internal fault: as it says (please report it"},
		{"solve -", "# fault", 4, "", "gridwright: standard input: of no kind\n"},

		{"count -", "# yes", 0, "3 letters\n", ""},
		{"count --json -", "# yes\n# no", 0, `{"family":"one","version":1,"count":"3"}` + "\n" + `{"family":"one","version":1,"count":"2"}` + "\n", ""},
		{"count --no-check -", "# lie", 0, "99 letters\n", ""},
		{"apply - XY", "# a\n# b", 0, `{"family":"one","version":1,"word":"aXY"}` + "\n" + `{"family":"one","version":1,"word":"bXY"}` + "\n", ""},
		{"apply - !", "# a", 2, "", "gridwright: standard input: bad input: moves have no '!'\n"},
		{"when - (X)", "# yes\n# no\n# x", 0, "case 1: k = 3, and again every 7\ncase 2: never\ncase 3: k = 3, and never again\n", ""},
		{"when --json - (X)", "# yes\n# no\n# x", 0, `{"first":"3","every":"7"}` + "\n" + `{"first":null}` + "\n" + `{"first":"3","every":"0"}` + "\n", ""},
		{"when --exit-status - (X)", "# no", 1, "never\n", ""},

		{"contest one-lines", "# yes\n# no\n# lie", 0, "yes\nno\nlie\n", ""},
		{"contest one-lines -", "# yes", 0, "yes\n", ""},
		{"contest one-lines nosuchfile", "", 2, "", "nosuchfile: no such file"},
		{"contest --check one-lines", "# yes\n# lie\n# yes", 4, "yes\n", "case 2: internal fault"},
		{"contest --timeout 5ms one-lines", "# yes\n# slow\n# yes", 3, "yes\n", "case 2: unknown: stopped after 5ms; raise it with --timeout 25ms"},
		{"contest six", "", 2, "", `there is no contest "six"; there are: one-lines, two-lines`},
		{"contest --json one-lines", "", 2, "", "no JSON"},
		{"contest one-lines", "# bad", 2, "", "line 1, column 1: this word is bad"},
		{"contest one-lines", "", 2, "", "there is no puzzle to read here"},
		{"contest", "", 2, "", "contest needs the name of a contest"},

		// Usage.
		{"solv", "", 2, "", `gridwright: there is no command "solv"; did you mean "solve"? "gridwright help" lists them` + "\n"},
		{"xyzzy", "", 2, "", `gridwright: there is no command "xyzzy"; "gridwright help" lists them` + "\n"},
		{"help xyzzy", "", 2, "", `there is no command "xyzzy"`},
		{"solve", "", 2, "", `gridwright: solve needs a file, or "-" for standard input; see "gridwright solve --help"` + "\n"},
		{"count a b", "", 2, "", `nothing more, not "b"`},
		{"solve --frob -", "", 2, "", `gridwright: unknown flag: --frob; see "gridwright solve --help"` + "\n"},
		{"--frob", "", 2, "", "unknown flag: --frob"},
		{"solve --timeout soon -", "", 2, "", `"soon" is no time; write 500ms`},
		{"solve --timeout -1s -", "", 2, "", `"-1s" is no time`},
		{"solve --max-memory lots -", "", 2, "", `"lots" is no size`},
		{"solve --color red -", "# yes", 2, "", `--color is "red"; it must be auto, always or never`},
		{"completion tcsh", "", 2, "", `there is no completion for "tcsh"; there is one for bash, zsh, fish and powershell`},
		{"schema one claims", "", 2, "", `no schema "claims"`},
		{"schema six", "", 2, "", `there is no family "six"; there are: one, two`},
		{"version now", "", 2, "", "version takes no arguments"},

		{"solve --color always -", "# yes", 0, "yes: solved, color true, checked true\n", ""},
		{"solve --timeout 0 --max-memory 0 -", "# yes", 0, "yes: solved, color false, checked true\n", ""},
	} {
		code, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		if code != c.code || stdout != c.stdout {
			t.Errorf("%s < %.40q: code %d, want %d\nstdout %q\n  want %q\nstderr %q", c.args, c.stdin, code, c.code, stdout, c.stdout, stderr)
		}
		if !strings.Contains(stderr, c.stderr) || c.stderr == "" && stderr != "" {
			t.Errorf("%s < %.40q: stderr is %q, want %q", c.args, c.stdin, stderr, c.stderr)
		}
		if strings.Count(stderr, "\n") > 1 {
			t.Errorf("%s < %.40q: stderr has several lines: %q", c.args, c.stdin, stderr)
		}
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	puzzles := file("puzzles", "# yes\n# no\n")
	claims := `{"family":"one","version":1,"verdict":"solved","witness":"yes"}` + "\n" + `{"family":"one","version":1,"verdict":"impossible","certificate":"no"}`
	for _, c := range []struct {
		args, stdin string
		code        int
		stdout      string
		stderr      string
	}{
		{"check " + puzzles + " -", claims, 0, "case 1: accepted\ncase 2: accepted\n", ""},
		{"check --json " + puzzles + " -", claims, 0, "{\"accepted\":true}\n{\"accepted\":true}\n", ""},
		{"check - " + file("claim", claims[:64]), "# yes", 0, "accepted\n", ""},
		{"check - " + file("claim.yaml", "family: one\nversion: 1\nverdict: solved\nwitness: \"yes\"\n"), "# yes", 0, "accepted\n", ""},
		{"check - " + file("wrong", strings.Replace(claims[:64], `"yes"`, `"n\"o"`, 1)), "# yes", 1, "rejected: the word is yes\n", ""},
		{"check --json - " + file("wrong"+"2", strings.Replace(claims[:64], `"yes"`, `"no"`, 1)), "# y\"s", 1, `{"accepted":false,"reason":"the word is y\"s"}` + "\n", ""},
		{"check - " + file("count", `{"family":"one","version":1,"count":"3"}`), "# yes", 0, "accepted\n", ""},
		{"check - " + file("count4", `{"family":"one","version":1,"count":"4"}`), "# yes", 1, "rejected: the word has 3 letters\n", ""},
		{"check - " + file("unknown", `{"family":"one","version":1,"verdict":"unknown"}`), "# yes", 1, "rejected: the claim is \"unknown\"; it asserts nothing that could be verified\n", ""},
		{"check - " + file("two", `{"family":"two","version":1,"verdict":"solved","witness":"yes"}`), "# yes", 1, "rejected: the claim is about another family\n", ""},
		{"check - " + file("half", `{"family":"one","version":1,"verdict":"solved"}`), "# yes", 2, "", `needs the field "witness"`},
		{"check - " + file("cut", `{"family":"one",`), "# yes", 2, "", "the document ends too early"},
		{"check - " + file("empty", ""), "# yes", 2, "", "there is no claim to read here"},
		{"check - " + file("words", "what"), "# yes", 2, "", "this is no claim"},
		{"check " + puzzles + " -", claims[:64], 2, "case 1: accepted\n", "the claim about case 2 is missing"},
		{"check " + puzzles + " -", claims + claims[:64], 2, "case 1: accepted\ncase 2: accepted\n", "more claims than cases (2)"},
		{"check - -", "", 2, "", "only one of the puzzle and the claim"},
		{"check - nosuchfile", "# yes", 2, "", "nosuchfile"},
		{"check " + puzzles, "", 2, "", "check needs a file of puzzles and a file of claims"},
	} {
		code, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		if code != c.code || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || c.stderr == "" && stderr != "" {
			t.Errorf("%s < %q: code %d, want %d\nstdout %q\n  want %q\nstderr %q\n  want %q", c.args, c.stdin, code, c.code, stdout, c.stdout, stderr, c.stderr)
		}
	}
}

func TestColor(t *testing.T) {
	for _, c := range []struct {
		env, flag string
		want      bool
	}{
		{"", "", false}, {"CLICOLOR_FORCE=1", "", true}, {"CLICOLOR_FORCE=0", "", false},
		{"NO_COLOR=1 CLICOLOR_FORCE=1", "", false}, {"NO_COLOR=1", "--color=always", true},
		{"CLICOLOR_FORCE=1", "--color=never", false}, {"CLICOLOR_FORCE=1", "--color=auto", true},
	} {
		t.Run(c.env+c.flag, func(t *testing.T) {
			t.Setenv("NO_COLOR", "")
			t.Setenv("CLICOLOR_FORCE", "")
			for _, kv := range strings.Fields(c.env) {
				k, v, _ := strings.Cut(kv, "=")
				t.Setenv(k, v)
			}
			args := strings.Fields("solve - " + c.flag)
			_, stdout, _ := run(t, "# yes", args...)
			if got := strings.Contains(stdout, "color true"); got != c.want {
				t.Errorf("colours %v, want %v", got, c.want)
			}
		})
	}
}

// TestTerminal takes /dev/null for a terminal, which is as near as a test gets to one.
func TestTerminal(t *testing.T) {
	tty, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	t.Setenv("NO_COLOR", "")
	t.Setenv("CLICOLOR_FORCE", "")
	for term, want := range map[string]bool{"xterm": true, "dumb": false} {
		t.Setenv("TERM", term)
		if got := newApp(nil, nil, tty, nil).colored(); got != want {
			t.Errorf("TERM=%s: colours %v, want %v", term, got, want)
		}
	}
}

// TestInterrupted wants 130 soon after the context ends, in the middle of a case and in
// the middle of waiting for input, and the answers given so far.
func TestInterrupted(t *testing.T) {
	pipe, w := io.Pipe()
	defer w.Close()
	for name, stdin := range map[string]io.Reader{"working": strings.NewReader("# yes\n# slow\n# yes"), "waiting": io.MultiReader(strings.NewReader("# yes\n"), pipe)} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeoutCause(context.Background(), 50*time.Millisecond, context.Canceled)
			defer cancel()
			var out, errs bytes.Buffer
			begin := time.Now()
			code := Main(ctx, []string{"solve", "--json", "--format", "one-lines", "-"}, stdin, &out, &errs, fakes)
			if code != exit.Interrupted || errs.String() != "gridwright: interrupted\n" {
				t.Errorf("code %d, stderr %q", code, errs.String())
			}
			if !strings.Contains(out.String(), `"witness":"yes"`) || strings.Count(out.String(), "\n") != 1 {
				t.Errorf("stdout %q", out.String())
			}
			if d := time.Since(begin); d > 2*time.Second {
				t.Errorf("it took %v", d)
			}
		})
	}
}

// TestStreaming wants the first answer before the second case has been written.
func TestStreaming(t *testing.T) {
	in, toProgram := io.Pipe()
	fromProgram, out := io.Pipe()
	done := make(chan int)
	go func() {
		code := Main(t.Context(), []string{"solve", "--json", "--format", "one-lines", "-"}, in, out, io.Discard, fakes)
		out.Close()
		done <- code
	}()
	buf := make([]byte, 1000)
	for range 3 {
		io.WriteString(toProgram, "# yes\n")
		if n, err := fromProgram.Read(buf); err != nil || !strings.Contains(string(buf[:n]), "solved") {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	toProgram.Close()
	if code := <-done; code != 0 {
		t.Errorf("code %d", code)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

func TestWriteErrors(t *testing.T) {
	for _, args := range []string{"solve -", "solve --json -", "count -", "apply - X", "when - (X)", "contest one-lines",
		"contest --check one-lines", "families", "families --json", "schema one", "version", "help", "help formats", "solve --help", "completion bash"} {
		var errs bytes.Buffer
		code := Main(t.Context(), strings.Fields(args), strings.NewReader("# yes\n# yes\n"), fullDisk{}, &errs, fakes)
		if want := "gridwright: standard output cannot be written: no space left on device\n"; code != exit.Fault || errs.String() != want {
			t.Errorf("%s: code %d, stderr %q", args, code, errs.String())
		}
	}
}

func TestDebug(t *testing.T) {
	t.Setenv("GRIDWRIGHT_DEBUG", "1")
	if code, _, stderr := run(t, "# panic", "solve", "-"); code != exit.Fault || !strings.Contains(stderr, "solveFake") {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
}

// TestEveryCommandIsExplained walks the tree.
func TestEveryCommandIsExplained(t *testing.T) {
	root := New(fakes(), strings.NewReader(""), io.Discard, io.Discard)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" || c.Long == "" || !c.IsAdditionalHelpTopicCommand() && c.Example == "" {
			t.Errorf("%s lacks a part of its help", c.CommandPath())
		}
		for _, line := range strings.Split(c.Long+"\n"+c.Example, "\n") {
			if len(line) > 100 {
				t.Errorf("%s: a long line: %s", c.CommandPath(), line)
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

func TestMan(t *testing.T) {
	read := func() map[string]string {
		dir := filepath.Join(t.TempDir(), "new", "man")
		if code, _, stderr := run(t, "", "man", dir); code != 0 {
			t.Fatal(stderr)
		}
		pages := map[string]string{}
		names, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pages[filepath.Base(name)] = string(text)
		}
		return pages
	}
	pages, again := read(), read()
	for _, name := range []string{"gridwright.1", "gridwright-solve.1", "gridwright-formats.7", "gridwright-exit-codes.7"} {
		if pages[name] == "" {
			t.Errorf("no page %s", name)
		}
	}
	for name, text := range pages {
		if text != again[name] {
			t.Errorf("%s differs from run to run", name)
		}
	}
	if !strings.Contains(pages["gridwright-formats.7"], "two\\-lines (family two") {
		t.Errorf("the page about formats lacks one: %s", pages["gridwright-formats.7"])
	}
	if code, _, stderr := run(t, "", "man", "/dev/null/x"); code != 2 || strings.Count(stderr, "\n") != 1 {
		t.Errorf("code %d, stderr %q", code, stderr)
	}
}
