package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/cli/verify"
	"github.com/gridwright/gridwright/puzzle"
)

func fakes() []*puzzle.Family { return []*puzzle.Family{fake("one", "#"), fake("two", "#!")} }

// run runs the program in a bubble whose clock stands still while anybody works, so that a timeout passes where
// somebody waits for it and nowhere else.
func run(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	synctest.Test(t, func(*testing.T) {
		code = Main(context.Background(), args, strings.NewReader(stdin), &out, &errs, fakes, nil)
	})
	return code, whence.ReplaceAllString(out.String(), ""), errs.String()
}

// whence is where an answer in JSON says that it comes from; TestHeads looks at it.
var whence = regexp.MustCompile(`"file":"[^"]*","case":[0-9]+,`)

// TestRuns gives the three things that a run leaves behind; stderr has one line for each problem.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		args   string // split at blanks
		stdin  string
		code   int
		stdout string
		stderr string // a part of it; "" is silence
	}{
		{"solve -", "# yes", 0, "yes\n\nsolved (checked)\n", ""},
		{"solve --no-check -", "# lie", 0, "lie\n\nsolved (not checked)\n", ""},
		{"solve -", "# yes\r\n\r\n# no\r\n", 0, "case 1:\nyes\n\nsolved (checked)\n\ncase 2:\nno\n\nimpossible (checked)\n",
			""},
		{"solve --exit-status -", "# yes\n# no\n# yes", 1, "case 1:\nyes\n\nsolved (checked)\n\ncase 2:\nno\n\n" +
			"impossible (checked)\n\ncase 3:\nyes\n\nsolved (checked)\n", ""},
		{"solve --json -", "# yes\n# no\n", 0, `{"family":"one","version":1,"verdict":"solved","witness":"yes"}` + "\n" +
			`{"family":"one","version":1,"verdict":"impossible","certificate":"no"}` + "\n", ""},
		{"solve --json -", `{"family":"two","version":1,"word":"yes+no"} {"family":"one","version":1,"word":"x"}`, 0,
			`{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n" +
				`{"family":"two","version":1,"verdict":"impossible","certificate":"no"}` + "\n" +
				`{"family":"one","version":1,"verdict":"solved","witness":"x"}` + "\n", ""},
		{"solve --json -", "\xEF\xBB\xBF# why\nfamily: two\nversion: 1\nword: yes\n", 0,
			`{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n", ""},
		{"solve --format json -", "  {\"family\":\"two\",\n \"version\":2,\"word\":\"\"}", 2, "",
			"gridwright: standard input: line 2, column 12: version is 2; this program reads version 1\n"},
		{"solve -", `{"family":"six","version":1}`, 2, "", `there is no family "six"; there are one and two`},
		{"solve -", `{"family":"one","version":1,"word":"a"} x`, 2, "case 1:\na\n\nsolved (checked)\n",
			"case 2: line 1, column 41: this is not JSON"},
		{"solve -", `{"family":"one","version":1,"word":"a"`, 2, "", "the document ends too early"},

		// Several documents.
		{"solve --json -", "family: two\nversion: 1\nword: yes+no\n---\nfamily: one\nversion: 1\nword: x\n", 0,
			`{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n" +
				`{"family":"two","version":1,"verdict":"impossible","certificate":"no"}` + "\n" +
				`{"family":"one","version":1,"verdict":"solved","witness":"x"}` + "\n", ""},
		{"count -", "family: one\nversion: 1\nword: ab\n---\nfamily: one\nversion: 1\n", 2, "case 1: 2 letters\n",
			`case 2: line 5, column 1: the document needs the field "word"`},
		{"count -", "---\nfamily: one\nversion: 1\nword: ab\n---\n", 0, "2 letters\n", ""},
		{"count -", "--- # nothing\n---\n", 2, "", "standard input: "},
		{"count --format yaml -", "--- # nothing\n---\n", 2, "", "there is no document to read here"},
		{"count -", "{family: one, version: 1, word: ab}", 2, "",
			"line 1, column 2: this is not JSON: invalid character 'f' looking for beginning of object key string; if this is " +
				"YAML, --format yaml reads it\n"},
		{"count --format yaml -", "{family: one, version: 1, word: ab}", 0, "2 letters\n", ""},
		{"count -", "{\"family\": one}", 2, "", "'o' looking for beginning of value\n"},

		// What is it?
		{"solve -", "#! yes", 2, "", "gridwright: standard input: this may be one-lines (family one) or two-lines (family " +
			"two); choose one with --family or --format\n"},
		{"solve --family two --json -", "#! yes", 0, `{"family":"two","version":1,"verdict":"solved","witness":"yes"}` + "\n",
			""},
		{"solve --family six -", "#! yes", 2, "", "gridwright: there is no family \"six\"; there are one and two\n"},
		{"solve --family two -", `{"family":"one","version":1,"word":"a"}`, 2, "", `the family is "one"; "two" is asked for`},
		{"solve --format two-lines --json -", "#! yes", 0, `{"family":"two","version":1,"verdict":"solved","witness":"yes"}` +
			"\n", ""},
		{"solve -", "what is this", 2, "", "the format is not recognised; \"gridwright help formats\" lists all"},
		{"solve --format six -", "", 2, "", `there is no format "six"; there are json, yaml, one-lines and two-lines`},
		{"solve -", "", 2, "", "there is nothing to read here"},
		{"solve -", " \n\t\n", 2, "", "there is nothing to read here"},
		{"solve --format one-lines -", "\n", 2, "", "there is no puzzle to read here"},
		{"solve -", "PK\x03\x04\x00\x00", 2, "", "this is not a text: byte 5 is zero"},
		{"solve -", "abc\xff", 2, "", "not a text in UTF-8: byte 4 is 0xFF"},
		{"solve -", "\xff\xfe#\x00", 2, "", "this is UTF-16"},
		{"contest one-lines", "\x1f\x8b\x08\x00\x00", 2, "", "standard input: this is not a text: byte 4 is zero\n"},
		{"solve --format one-lines -", "\x1f\x8b\x08", 2, "",
			"standard input: this is not a text in UTF-8: byte 2 is 0x8B\n"},
		// it has the mark, so the format's reader knows best
		{"contest one-lines", "# bad\x00", 2, "", "line 1, column 1: this word is bad"},
		{"solve nosuchfile", "", 2, "", "gridwright: nosuchfile: no such file or directory\n"},
		{"solve .", "", 2, "", "gridwright: .: is a directory; to read the files in it, type ./*\n"},
		{"solve nosuchfile -", "# yes", 2, "standard input:\nyes\n\nsolved (checked)\n", "nosuchfile"},

		// Limits stop one case and not the others.
		{"solve --no-check --max-memory 1GiB -", "# huge", 3,
			"unknown: this word needs about 1 EiB of memory and the limit is 1 GiB\n",
			"raise it with --max-memory 1048576TiB\n"},
		{"solve --timeout 10ms -", "# dull", 3,
			"unknown: an answer (solved) was found but its check did not finish: stopped after 10ms\n",
			"gridwright: standard input: the limit on time stopped this; raise it with --timeout 1s, or leave out the check " +
				"with --no-check\n"},
		{"solve --max-memory 1MiB -", "# vast", 3,
			"unknown: an answer (solved) was found but its check did not finish: the check needs about 60 MiB of memory and " +
				"the limit is 1 MiB\n", "raise it with --max-memory 60MiB, or leave out the check with --no-check\n"},
		{"contest --check --max-memory 1MiB one-lines", "# vast", 3, "",
			"raise it with --max-memory 60MiB, or leave out --check\n"},
		{"count --max-memory 1MiB -", "# vast", 3, "",
			"unknown: a number was found but its check did not finish: the check needs about 60 MiB of memory and the limit " +
				"is 1 MiB; raise it with --max-memory 60MiB, or leave out the check with --no-check\n"},
		{"solve --timeout 10ms -", "# slow\n# yes", 3, "case 1:\nunknown: stopped after 10ms\n\ncase 2:\nyes\n\n" +
			"solved (checked)\n", "gridwright: standard input: the limit on time stopped this; raise it with --timeout 1s\n"},
		{"solve --json -", "# yes\n# huge", 3, `{"family":"one","version":1,"verdict":"solved","witness":"yes"}` + "\n" +
			`{"family":"one","version":1,"verdict":"unknown","stopped":{"limit":"memory","detail":"this word needs about 1 ` +
			`EiB of memory and the limit is 4 GiB"}}` + "\n",
			`{"file":"-","case":2,"message":"the limit on memory stopped this; raise it with --max-memory 4194304TiB",` +
				`"code":3}` + "\n"},
		{"solve --max-memory 1GiB -", "# wide\n# yes", 3, "",
			"reading it needs about 1 EiB of memory and the limit is 1 GiB; raise it with --max-memory 4194304TiB"},
		{"count --max-memory 1GiB -", "# huge\n# yes", 3, "case 2: 3 letters\n", "unknown: this word needs"},
		{"solve -", "# bad\n# yes", 2, "", "gridwright: standard input: line 1, column 1: this word is bad\n"},
		{"solve -", "# yes\n# bad", 2, "case 1:\nyes\n\nsolved (checked)\n",
			"gridwright: standard input: case 2: line 2, column 1: this word is bad\n"},

		// Faults of our own.
		{"solve -", "# lie\n# yes", 4, "case 2:\nyes\n\nsolved (checked)\n",
			"gridwright: standard input: internal fault: our own answer failed its check"},
		{"count -", "# lie\n# yes", 4, "case 2: 3 letters\n", "our own answer failed its check"},
		{"solve -", "# panic", 4, "", "gridwright: internal fault: as it says (please report it"},
		{"solve -", "# fault", 4, "", "gridwright: standard input: of no kind\n"},

		{"count -", "# yes", 0, "3 letters\n", ""},
		{"count --json -", "# yes\n# no", 0, `{"family":"one","version":1,"count":"3"}` + "\n" +
			`{"family":"one","version":1,"count":"2"}` + "\n", ""},
		{"count --json --max-memory 1GiB -", "# huge\n# yes", 3, `{"family":"one","version":1,"count":"3"}` + "\n",
			"unknown: this word needs"},
		{"count - nosuchfile", "# yes\n# no", 2, "standard input: case 1: 3 letters\nstandard input: case 2: 2 letters\n",
			"gridwright: nosuchfile: no such file or directory\n"},
		{"count --no-check -", "# lie", 0, "99 letters\n", ""},
		{"apply - XY", "# a", 0, "aXY\n", ""},
		{"apply --json - XY", "# a\n# b", 0, `{"family":"one","version":1,"word":"aXY"}` + "\n" +
			`{"family":"one","version":1,"word":"bXY"}` + "\n", ""},
		{"apply - !", "# a", 2, "", "gridwright: standard input: moves have no '!'\n"},
		{"when - (X)", "# yes\n# no\n# x", 0, "case 1: k = 3, and again every 7\ncase 2: never\n" +
			"case 3: k = 3, and never again\n", ""},
		{"when --json - (X)", "# yes\n# no\n# x", 0, `{"family":"one","first":"3","every":"7"}` + "\n" +
			`{"family":"one","first":null,"every":"0"}` + "\n" + `{"family":"one","first":"3","every":"0"}` + "\n", ""},
		{"when --exit-status - (X)", "# no", 1, "never\n", ""},

		{"contest one-lines", "# yes\n# no\n# lie", 0, "yes\nno\nlie\n", ""},
		{"contest one-lines -", "# yes", 0, "yes\n", ""},
		{"contest one-lines nosuchfile", "", 2, "", "nosuchfile: no such file"},
		{"contest --check one-lines", "# yes\n# lie\n# yes", 4, "yes\n", "case 2: internal fault"},
		{"contest --timeout 5ms one-lines", "# yes\n# slow\n# yes", 3, "yes\n",
			"case 2: unknown: stopped after 5ms; raise it with --timeout 1s"},
		{"contest six", "", 2, "", `there is no contest "six"; there are: one-lines, two-lines`},
		{"contest --json one-lines", "", 2, "", "no JSON"},
		{"contest one-lines", "# bad", 2, "", "line 1, column 1: this word is bad"},
		{"contest one-lines", "", 2, "", "there is no puzzle to read here"},
		{"contest", "", 2, "", "contest needs the name of a contest"},

		{"analyze -", "# ab", 0, "word: ab\nletters: 2 of them\na < b: true\nbig: 1180591620717411303424\nall: two\n", ""},
		{"analyze --json -", "# ab\n# c", 0,
			`{"family":"one","version":1,"word":"ab","letters":2,"fewer":"a < b","silent":1,"all":["1180591620717411303424",` +
				`"1"]}` + "\n" +
				`{"family":"one","version":1,"word":"c","letters":1,"fewer":"a < b","silent":1,"all":["1180591620717411303424",` +
				`"1"]}` + "\n", ""},
		{"analyze --timeout 5ms -", "# a\n# slow", 3, "case 1:\nword: a\nletters: 1 of them\na < b: true\n" +
			"big: 1180591620717411303424\nall: two\n\ncase 2:\nword: slow\n", "case 2: unknown: stopped after 5ms; raise it"},
		{"analyze --timeout 5ms --json -", "# slow", 3,
			`{"family":"one","version":1,"word":"slow","stopped":{"detail":"stopped after 5ms","limit":"time"}}` + "\n",
			`{"file":"-","case":1,"message":"the limit on time stopped this; raise it with --timeout 1s","code":3}` + "\n"},
		{"analyze -", `{"family":"two","version":1,"word":"a"}`, 2, "",
			"gridwright: standard input: not supported by this family: two has no analysis of instances\n"},
		{"analyze nosuchfile", "", 2, "", "nosuchfile: no such file"},
		{"analyze two", "", 2, "", "gridwright: the family two has no tables\n"},
		{"analyze one", "", 2, "", "gridwright: which table? There are: --squares, --nothing\n"},
		{"analyze one more", "", 2, "", "one takes no arguments and nothing more"},
		{"analyze one --squares 2", "", 0, "n\tits square\n1\t1\n2\t4\n", ""},
		{"analyze one --squares 0 --nothing x", "", 0, "n\tits square\n\nvoid\n", ""},
		{"analyze one --squares 2 --json", "", 0, `{"n":"1","its_square":"1"}` + "\n" + `{"n":"2","its_square":"4"}` + "\n",
			""},
		{"analyze one --squares 2 --power 3", "", 0, "n\tits square\n1\t1\n2\t8\n", ""},
		{"analyze one --squares 2 --power 4", "", 2, "", `gridwright: --squares: "4" is no power` + "\n"},
		{"analyze one --nothing x --power 3", "", 2, "", `gridwright: --nothing: the table nothing has no option "power"` +
			"\n"},
		{"analyze one --power 3", "", 2, "", "gridwright: which table? There are: --squares, --nothing\n"},
		{"analyze one --squares ten", "", 2, "", `gridwright: --squares: "ten" is no digit` + "\n"},
		{"analyze one --squares=", "", 2, "", `gridwright: --squares: "" is no digit` + "\n"},
		{"analyze one --squares slow --timeout 5ms", "", 3, "n\tits square\n1\t1\n",
			"gridwright: --squares: unknown: stopped after 5ms; raise it with --timeout 1s\n"},

		// Usage.
		{"solv", "", 2, "", `gridwright: there is no command "solv"; did you mean "solve"? "gridwright help" lists them` +
			"\n"},
		{"xyzzy", "", 2, "", `gridwright: there is no command "xyzzy"; "gridwright help" lists them` + "\n"},
		{"help xyzzy", "", 2, "", `there is no command or topic "xyzzy"; "gridwright help" lists them` + "\n"},
		{"xyzzy --help", "", 2, "", `there is no command "xyzzy"`},
		{"--json --help slove", "", 2, "",
			`{"message":"there is no command \"slove\"; did you mean \"solve\"? \"gridwright help\" lists them","code":2}`},
		{"solve", "", 2, "", `gridwright: solve needs a file; for standard input type "gridwright solve -"; see ` +
			`"gridwright solve --help"` + "\n"},
		{"apply a", "", 2, "", `gridwright: apply needs a file and moves; for standard input type "gridwright apply - ` +
			`MOVES"; see`},
		{"version c", "", 2, "", `nothing more, not "c"`},
		{"solve --jsno -", "", 2, "", `gridwright: unknown flag: --jsno; did you mean --json? See "gridwright solve --help"` +
			"\n"},
		{"solve -json -", "", 2, "", `unknown flag: -json; did you mean --json?`},
		{"--versoin", "", 2, "", `unknown flag: --versoin; did you mean --version?`},
		{"solve --exit-status=foo -", "", 2, "",
			`gridwright: --exit-status takes no value but true and false, not "foo"; see "gridwright solve --help"` + "\n"},
		{"solve --timeout 5 -", "", 2, "",
			`gridwright: --timeout: "5" has no unit; write 5s or 5m; see "gridwright solve --help"` + "\n"},
		{"solve --timeout", "", 2, "", "flag needs an argument: --timeout"},
		{"solve --frob -", "", 2, "", `gridwright: unknown flag: --frob; see "gridwright solve --help"` + "\n"},
		{"--frob", "", 2, "", "unknown flag: --frob"},
		{"solve --timeout soon -", "", 2, "", `"soon" is no time; write 500ms`},
		{"solve --timeout -1s -", "", 2, "", `"-1s" is no time`},
		{"solve --max-memory lots -", "", 2, "", `"lots" is no size`},
		{"solve --color red -", "# yes", 2, "", `--color is "red"; it must be auto, always or never`},
		{"completion tcsh", "", 2, "", `there is no completion for "tcsh"; there is one for bash, zsh, fish and powershell`},
		{"schema one claims", "", 2, "",
			`gridwright: there is no schema "claims"; there are: instance, claim, analysis; did you mean "claim"?` + "\n"},
		{"schema six", "", 2, "", `there is no family "six"; there are one and two`},
		{"version now", "", 2, "", "version takes no arguments"},

		{"solve --color always -", "# yes", 0, "\x1b[33myes\x1b[0m\n\nsolved (checked)\n", ""},
		{"solve --timeout 0 --max-memory 0 -", "# yes", 0, "yes\n\nsolved (checked)\n", ""},
	} {
		code, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		if code != c.code || stdout != c.stdout {
			t.Errorf("%s < %.40q: code %d, want %d\nstdout %q\n  want %q\nstderr %q", c.args, c.stdin, code, c.code, stdout,
				c.stdout, stderr)
		}
		if !strings.Contains(stderr, c.stderr) || c.stderr == "" && stderr != "" {
			t.Errorf("%s < %.40q: stderr is %q, want %q", c.args, c.stdin, stderr, c.stderr)
		}
		if strings.Count(stderr, "\n") > 1 {
			t.Errorf("%s < %.40q: stderr has several lines: %q", c.args, c.stdin, stderr)
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
			if got := strings.Contains(stdout, "\x1b["); got != c.want {
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
		if got := session.New(nil, nil, tty, nil).Colored(); got != want {
			t.Errorf("TERM=%s: colours %v, want %v", term, got, want)
		}
	}
}

func TestEmptyName(t *testing.T) {
	for _, args := range [][]string{{"solve", ""}, {"count", "-", ""}, {"contest", "one-lines", ""}, {"check", "", "-"},
		{"check", "-", ""}} {
		if code, _, stderr := run(t, "# yes", args...); code != 2 || stderr != "gridwright: the file name is empty\n" {
			t.Errorf("%q: code %d, %q", args, code, stderr)
		}
	}
}

func TestVersion(t *testing.T) {
	_, want, _ := run(t, "", "version")
	_, wantJSON, _ := run(t, "", "version", "--json")
	if code, got, _ := run(t, "", "--version"); code != 0 || got != want || !strings.HasPrefix(got, "gridwright ") {
		t.Errorf("code %d, %q, want %q", code, got, want)
	}
	if code, got, _ := run(t, "", "--version", "--json"); code != 0 || got != wantJSON {
		t.Errorf("code %d, %q, want %q", code, got, wantJSON)
	}
}

func TestCompletion(t *testing.T) {
	if _, stdout, _ := run(t, "", "__complete", "analyze", ""); !strings.Contains(stdout, "one\tPrint tables") ||
		!strings.HasSuffix(stdout, ":0\n") {
		t.Errorf("analyze completes neither families nor files: %q", stdout)
	}
	for args, want := range map[string]string{
		"help |": "analyze apply batch check completion contest convert count families generate hint judge man one " +
			"pack package play render schema scramble share solve stress two validate version when exit-codes " +
			"formats",
		"help analyze |": "one",
		"help solve |":   "",
		"analyze one --|": "--squares --power --nothing --plot --theme --json --help --color --max-memory " +
			"--progress --timeout --nats --nats-ca --nats-cert --nats-chunk --nats-creds --nats-key --nats-nkey",
		"analyze one --squares |": "",
		"solve --family |":        "one two",
		"analyze --format |":      "json yaml one-lines two-lines",
		"count a --format |":      "json yaml one-lines two-lines",
		"schema one |":            "instance claim analysis",
		"contest |":               "one-lines two-lines",
		"solve --color |":         "auto always never",
		"solve --progress |":      "auto plain off",
	} {
		fields := strings.Fields(strings.TrimSuffix(args, "|"))
		last := ""
		if strings.HasSuffix(args, "--|") {
			fields, last = fields[:len(fields)-1], "--"
		}
		_, stdout, _ := run(t, "", append(append([]string{"__complete"}, fields...), last)...)
		var got []string
		for line := range strings.Lines(stdout) {
			name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !strings.HasPrefix(name, ":") {
				got = append(got, name)
			}
		}
		wanted := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: %q, want %q", args, got, wanted)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

func TestWriteErrors(t *testing.T) {
	for _, args := range []string{"solve -", "solve --json -", "count -", "apply - X", "when - (X)", "contest one-lines",
		"contest --check one-lines", "families", "families --json", "schema one", "version", "help", "help formats",
		"solve --help", "completion bash"} {
		var errs bytes.Buffer
		code := Main(t.Context(), strings.Fields(args), strings.NewReader("# yes\n# yes\n"), fullDisk{}, &errs, fakes, nil)
		want := "gridwright: standard output cannot be written: no space left on device\n"
		if strings.Contains(args, "--json") {
			want = `{"message":"standard output cannot be written: no space left on device","code":4}` + "\n"
		}
		if code != exit.Fault || errs.String() != want {
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
	a := &app{Session: session.New(fakes(), strings.NewReader(""), io.Discard, io.Discard)}
	checkWidth(t, "gridverify", verify.Usage)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" || c.Long == "" || !c.IsAdditionalHelpTopicCommand() && c.Example == "" {
			t.Errorf("%s lacks a part of its help", c.CommandPath())
		}
		if help := a.helpText(c); strings.HasSuffix(help, "\n\n") {
			t.Errorf("%s: a blank line at the end", c.CommandPath())
		} else {
			checkWidth(t, c.CommandPath(), help)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
}

func checkWidth(t *testing.T, of, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > helpWidth {
			t.Errorf("%s: a line of %d columns: %s", of, n, line)
		}
	}
}

func TestMan(t *testing.T) {
	read := func() map[string]string {
		dir := filepath.Join(t.TempDir(), "new", "man")
		if code, _, stderr := run(t, "", "man", dir); code != 0 {
			t.Fatal(stderr)
		}
		pages := map[string]string{}
		names, _ := filepath.Glob(filepath.Join(dir, "man[17]", "*"))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if section := filepath.Base(filepath.Dir(name)); !strings.HasSuffix(name, "."+section[3:]) {
				t.Errorf("%s is no place for %s", section, name)
			}
			pages[filepath.Base(name)] = string(text)
		}
		return pages
	}
	pages, again := read(), read()
	for _, name := range []string{"gridwright.1", "gridwright-solve.1", "gridwright-formats.7", "gridwright-exit-codes.7",
		"gridwright-analyze-one.1", "gridverify.1"} {
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
