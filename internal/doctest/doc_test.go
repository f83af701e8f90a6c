//go:build !js

package doctest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A block is a fenced piece of a Markdown file.
type block struct {
	file string
	line int
	lang string
	text string
}

func blocks(t *testing.T, root, file string) (out []block) {
	t.Helper()
	var now *block
	for i, line := range lines(t, root, file) {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		switch {
		case fence && now == nil:
			now = &block{file: file, line: i + 1, lang: strings.TrimPrefix(strings.TrimSpace(line), "```")}
		case fence:
			out = append(out, *now)
			now = nil
		case now != nil:
			now.text += line + "\n"
		}
	}
	if now != nil {
		t.Fatalf("%s:%d: a block without an end", file, now.line)
	}
	return out
}

// TestDocumentation runs every block of every document. A block whose language it does not
// know is an error: nothing goes unrun.
func TestDocumentation(t *testing.T) {
	root := repository(t)
	place := workplace(t, root)
	for _, file := range documents(t, root) {
		t.Run(file, func(t *testing.T) {
			for _, b := range blocks(t, root, file) {
				switch b.lang {
				case "console":
					b.console(t, place)
				case "sh":
					b.shell(t, root)
				case "json", "yaml":
					b.document(t)
				case "go":
					b.program(t, root)
				case "text": // pictures and trees
				default:
					t.Errorf("%s:%d: no way to run a block of %q", b.file, b.line, b.lang)
				}
			}
		})
	}
}

// workplace is a folder with the programs and the examples.
func workplace(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"go", "build", "-o", filepath.Join(dir, "bin") + string(filepath.Separator), "./cmd/gridwright", "./cmd/gridwrightd",
			"./cmd/gridverify"},
		{"cp", "-r", "examples", dir},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Dir = root
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	return dir
}

// console runs each line that begins with "$ " and compares what follows it.
func (b block) console(t *testing.T, dir string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(b.text, "\n"), "\n")
	for i := 0; i < len(lines); {
		command, ok := strings.CutPrefix(lines[i], "$ ")
		if !ok {
			t.Errorf("%s:%d: a console block begins with a command", b.file, b.line)
			return
		}
		var want []string
		for i++; i < len(lines) && !strings.HasPrefix(lines[i], "$ "); i++ {
			want = append(want, lines[i])
		}
		c := exec.Command("sh", "-c", command)
		c.Dir = dir
		c.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, _ := c.CombinedOutput() // the exit code shows where the text asks for it
		if !matches(strings.Join(want, "\n"), strings.TrimRight(string(out), "\n")) {
			t.Errorf("%s:%d: %s\nprints\n%s\nwant\n%s", b.file, b.line, command, out, strings.Join(want, "\n"))
		}
	}
}

// matches compares an output with a text in which "..." stands for anything.
func matches(want, got string) bool {
	parts := strings.Split(want, "\n")
	pattern := "(?s)^"
	for i, line := range parts {
		if i > 0 {
			pattern += "\n?"
		}
		switch {
		case line == "...":
			pattern += ".*"
		case strings.HasSuffix(line, " ..."):
			pattern += regexp.QuoteMeta(strings.TrimSuffix(line, "...")) + "[^\n]*"
		default:
			pattern += regexp.QuoteMeta(strings.TrimRight(line, " ")) + " *"
		}
	}
	return regexp.MustCompile(pattern + "$").MatchString(got)
}

// shell runs "go run" of our commands for real; a make target has to exist (running "make test"
// inside a test would not end).
func (b block) shell(t *testing.T, root string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
		command, _, _ := strings.Cut(line, "#")
		command = strings.TrimSpace(command)
		var c *exec.Cmd
		switch {
		case strings.HasPrefix(command, "make "):
			c = exec.Command("make", append([]string{"-n"}, strings.Fields(command)[1:]...)...)
		case strings.HasPrefix(command, "go run ./bench "):
			c = exec.Command("sh", "-c", command+" -help") // it would run for minutes; this reads the flags
		case strings.HasPrefix(command, "go test "):
			c = exec.Command("sh", "-c", command+extent.Less(" -list .", "")) // with -short this only compiles
		case strings.HasPrefix(command, "go "):
			c = exec.Command("sh", "-c", command)
		default:
			t.Errorf("%s:%d: no way to run %q", b.file, b.line, command)
			continue
		}
		c.Dir = root
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s:%d: %s: %v\n%s", b.file, b.line, command, err, out)
		}
	}
}

// document reads an instance or a claim.
func (b block) document(t *testing.T) {
	t.Helper()
	parse := document.ParseJSON
	if b.lang == "yaml" {
		parse = yamldoc.Parse
	}
	tree, err := parse([]byte(b.text))
	if err != nil {
		t.Errorf("%s:%d: %v", b.file, b.line, err)
		return
	}
	name, err := puzzle.FamilyOf(&tree)
	if err != nil {
		t.Errorf("%s:%d: %v", b.file, b.line, err)
		return
	}
	for _, f := range families.All() {
		if f.Name() != name {
			continue
		}
		_, asInstance := f.DecodeInstances(nil, &tree)
		_, asClaim := f.DecodeClaim(nil, &tree)
		if asInstance != nil && asClaim != nil {
			t.Errorf("%s:%d: neither an instance (%v) nor a claim (%v)", b.file, b.line, asInstance, asClaim)
		}
		return
	}
	t.Errorf("%s:%d: no family %q", b.file, b.line, name)
}

// program compiles and runs a whole program; a fragment has to be part of a file that is named in its
// first line ("// from examples_test.go").
func (b block) program(t *testing.T, root string) {
	t.Helper()
	if !strings.Contains(b.text, "func main()") {
		b.fragment(t, root)
		return
	}
	// "./..." passes over names that begin so, and the go command keeps a program that it has built under the same name.
	dir := filepath.Join(root, fmt.Sprintf("_doctest-%.8x", sha256.Sum256([]byte(b.text))))
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "run", "./"+filepath.Base(dir))
	c.Dir = root
	out, err := c.CombinedOutput()
	if err != nil || len(bytes.TrimSpace(out)) == 0 {
		t.Errorf("%s:%d: %v\n%s", b.file, b.line, err, out)
		return
	}
	if want, said := b.output(); said && want != strings.TrimSpace(string(out)) {
		t.Errorf("%s:%d: prints\n%swant\n%s", b.file, b.line, out, want)
	}
}

// output is what a program says that it prints: a comment at its end, as in Go's examples.
func (b block) output() (text string, said bool) {
	_, comment, said := strings.Cut(b.text, "\t// Output:")
	var out []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		if line == "}" {
			break
		}
		out = append(out, strings.TrimSpace(strings.TrimPrefix(line, "//")))
	}
	return strings.TrimSpace(strings.Join(out, "\n")), said
}

func (b block) fragment(t *testing.T, root string) {
	t.Helper()
	first, rest, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, "// from ")
	if !ok {
		t.Errorf("%s:%d: a fragment of Go has to say where it is from", b.file, b.line)
		return
	}
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(strings.TrimSpace(name))))
	if err != nil || !strings.Contains(string(data), strings.TrimSpace(rest)) {
		t.Errorf("%s:%d: this is not in %s (%v)", b.file, b.line, name, err)
	}
}
