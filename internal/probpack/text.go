package probpack

import (
	"context"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// version is that of the format.
const version = "2023-07-draft"

// memoryMiB is what a submission may take.
const memoryMiB = 1024

// quote writes a text as a scalar of YAML: a string of JSON is one.
func quote(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(text) // of a string, into memory
	return strings.TrimSuffix(b.String(), "\n")
}

// metadata is problem.yaml.
func (b *builder) metadata() string {
	var y strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&y, format+"\n", args...) }
	line("problem_format_version: %s", version)
	line("type: pass-fail")
	line("name: %s", quote(b.about.Title))
	line("uuid: %s", uuid(b.p.Name()))
	if b.about.Source != "" {
		line("source: %s", quote(b.about.Source))
	}
	line("# Statement, data and programs are made anew; the problem itself belongs to its source.")
	line("license: unknown")
	line("limits:")
	if b.about.Time > 0 {
		line("  time_limit: %s", seconds(b.about.Time))
	}
	line("  memory: %d", memoryMiB)
	line("  output: %d", max(8, (2*b.longest+1<<20-1)>>20)) // twice the longest answer
	return y.String()
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// uuid is the name of a contest's package among all: always the same one (RFC 9562, version 5).
func uuid(name string) string {
	h := sha1.New()
	h.Write([]byte("\x6b\xa7\xb8\x11\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8")) // the names of which are URLs
	h.Write([]byte("https://github.com/gridwright/gridwright/package/" + name))
	u := h.Sum(nil)[:16]
	u[6] = u[6]&0x0f | 0x50
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// A script is a program that calls gridwright.
type script struct {
	dir  string
	does string // what it does, for a person
	args string // of gridwright; the script's own stand behind them where they are wanted
}

// buildScript is the same in each program's directory: it only looks for gridwright, so that whoever builds the program
// hears at once that it is not there.
const buildScript = `#!/bin/sh
# There is nothing to build; but "run" needs the program gridwright.
command -v "${GRIDWRIGHT:-gridwright}" >/dev/null && exit 0
echo "gridwright is not on the PATH, and GRIDWRIGHT does not name it" >&2
exit 1
`

// programs adds the validators, and what made the data.
func (b *builder) programs() {
	name := b.p.Name()
	scripts := []script{
		{"input_validators/gridwright", "Validates an input: exit code 42 where it is valid.",
			"validate " + name + ` --as kattis "$@"`},
		{"output_validator/gridwright", "Judges an output by what it asserts: exit code 42 where it is right, 43 where not.",
			"judge " + name + ` --as kattis "$@"`},
		{"generators/gridwright", "Makes an input.", "generate " + name + ` "$@"`},
		{"generators/reference", "Answers an input, with each answer proved.", "contest " + name + " --check"},
	}
	for _, s := range scripts {
		run := "#!/bin/sh\n# " + s.does + " GRIDWRIGHT names the program; without it, PATH is searched.\n" +
			`exec "${GRIDWRIGHT:-gridwright}" ` + s.args + "\n"
		b.files = append(b.files, File{Path: s.dir + "/build", Data: []byte(buildScript), Run: true},
			File{Path: s.dir + "/run", Data: []byte(run), Run: true})
		if !strings.HasPrefix(s.dir, "generators/") {
			b.add(s.dir+"/README", s.does+"\n\nIt needs a POSIX shell and the program gridwright, on the PATH or named by "+
				"the environment\nvariable GRIDWRIGHT.\n")
		}
	}
	b.add("generators/README.txt", `generators.yaml says of each test case how it was made: its text stands there, or
the arguments of
    gridwright generate `+name+`
that print it. The same arguments print the same bytes wherever that is run. The
answers are what
    gridwright contest `+name+` --check
prints for the input.
`)
}

// generators is generators/generators.yaml, in the form that BAPCtools reads.
func (b *builder) generators() string {
	var y strings.Builder
	y.WriteString("# How each test case was made. \"gridwright --profile …\" is the program in this directory,\n" +
		"# which calls\n" +
		"#   gridwright generate " + b.p.Name() + " --profile …\n" +
		"# Answers come from the program \"reference\".\n" +
		"solution: /generators/reference\ndata:\n")
	open := ""
	for _, g := range b.groups {
		at := "  "
		if parent, name, nested := strings.Cut(g.name, "/"); nested {
			if open != parent {
				y.WriteString(at + parent + ":\n" + at + "  data:\n")
			}
			open = parent
			at += "    "
			y.WriteString(at + name + ":\n")
		} else {
			y.WriteString(at + g.name + ":\n")
		}
		if g.doc != "" {
			y.WriteString(at + "  test_group.yaml:\n" + at + "    description: " + quote(g.doc) + "\n")
		}
		y.WriteString(at + "  data:\n")
		for _, t := range g.tests {
			writeTest(&y, at+"    ", t)
		}
	}
	return y.String()
}

func writeTest(y *strings.Builder, at string, t *test) {
	y.WriteString(at + quote(t.name) + ":\n")
	at += "  "
	if t.command != "" {
		y.WriteString(at + "generate: gridwright " + t.command + "\n")
		return
	}
	y.WriteString(at + "in: " + literal(at, t.in) + "\n")
	if t.out != nil {
		y.WriteString(at + "ans: " + literal(at, t.ans) + "\n" + at + "out: " + literal(at, t.out) + "\n")
	}
}

// literal writes a text in lines where YAML reads the same from them, else in one line.
func literal(at string, text []byte) string {
	s := string(text)
	plain := strings.HasSuffix(s, "\n") && !strings.HasSuffix(s, "\n\n") && !strings.ContainsAny(s[:1], " \n\t") &&
		!strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) &&
		!strings.Contains(s, " \n")
	if !plain {
		return quote(s)
	}
	var y strings.Builder
	y.WriteString("|")
	for line := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		y.WriteString(strings.TrimRight("\n  "+at+line, " "))
	}
	return y.String()
}

// A spoil makes a wrong text of a right one.
type spoil struct {
	name string
	does func(text string) string
}

// invalid adds data that the validators have to reject, made from the smallest that they accept.
func (b *builder) invalid(ctx context.Context) error {
	from := b.smallest()
	if from == nil {
		return nil
	}
	in := &group{name: "invalid_input"}
	for _, s := range []spoil{
		{"blank", func(text string) string { return strings.Replace(text, "\n", " \n", 1) }},
		{"cut", func(text string) string { return text[:strings.LastIndex(text[:len(text)-1], "\n")+1] }},
		{"more", func(text string) string { return text + "more\n" }},
	} {
		text := s.does(string(from.in))
		if text != "" && b.p.Validate(b.opts.Limits.Meter(ctx), []byte(text)) != nil {
			in.tests = append(in.tests, &test{name: s.name, in: []byte(text), cases: 1})
		}
	}
	out := &group{name: "invalid_output"}
	for _, s := range []spoil{
		{"more", func(text string) string { return text + "more\n" }},
		{"nonsense", func(string) string { return "nonsense\n" }},
		{"nothing", func(string) string { return "" }},
	} {
		text := s.does(string(from.ans))
		rejected, err := b.rejects(ctx, from.in, text)
		if err != nil {
			return err
		}
		if rejected {
			out.tests = append(out.tests, &test{name: s.name, in: from.in, ans: from.ans, out: []byte(text), cases: 1})
		}
	}
	for _, g := range []*group{in, out} {
		if len(g.tests) > 0 {
			b.groups = append(b.groups, g)
		}
	}
	return nil
}

// smallest is the first test that there is.
func (b *builder) smallest() *test {
	for _, g := range b.groups {
		for _, t := range g.tests {
			return t
		}
	}
	return nil
}

// rejects reports whether an output is judged to be wrong.
func (b *builder) rejects(ctx context.Context, in []byte, out string) (bool, error) {
	read, err := b.p.Read(b.opts.Limits.Meter(ctx), strings.NewReader(string(in)), int64(len(in)))
	if err != nil {
		return false, err
	}
	j := &contest.Judging{Problem: b.p, Limits: b.opts.Limits}
	for _, c := range read {
		j.Cases = append(j.Cases, c.In)
	}
	err = j.Judge(ctx, []byte(out))
	var wrong *contest.WrongError
	if err == nil || errors.As(err, &wrong) {
		return err != nil, nil
	}
	return false, err
}

// submissions adds the contest's programs. One that calls gridwright stands in where none is right.
func (b *builder) submissions() error {
	right := false
	programs := b.about.Submissions()
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		dir, file, _ := strings.Cut(name, "/")
		if expected[dir] == nil || !fileName().MatchString(file) || !utf8.ValidString(programs[name]) {
			return fmt.Errorf("%w: %s has a submission %q", puzzle.ErrInternal, b.p.Name(), name)
		}
		right = right || dir == accepted
		b.add(path.Join("submissions", name), programs[name])
	}
	if !right {
		b.add("submissions/accepted/reference.sh", "#!/bin/bash\nexec \"${GRIDWRIGHT:-gridwright}\" contest "+b.p.Name()+"\n")
	}
	return nil
}
