package cli

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/cli/exit"
)

// TestInterrupted wants 130 when the context ends, in the middle of a case and in
// the middle of waiting for input, and the answers given so far.
func TestInterrupted(t *testing.T) {
	pipe, w := io.Pipe()
	defer w.Close()
	for name, stdin := range map[string]io.Reader{"working": strings.NewReader("# yes\n# slow\n# yes"),
		"waiting": io.MultiReader(strings.NewReader("# yes\n"), pipe)} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			out := calling{then: cancel} // when the first answer is out
			var errs bytes.Buffer
			code := Main(ctx, []string{"solve", "--json", "--format", "one-lines", "-"}, stdin, &out, &errs, fakes, nil)
			if code != exit.Interrupted || errs.String() != `{"message":"interrupted","code":130}`+"\n" {
				t.Errorf("code %d, stderr %q", code, errs.String())
			}
			if !strings.Contains(out.String(), `"witness":"yes"`) || strings.Count(out.String(), "\n") != 1 {
				t.Errorf("stdout %q", out.String())
			}
		})
	}
}

// A calling is a buffer that calls then after each write.
type calling struct {
	bytes.Buffer
	then func()
}

func (c *calling) Write(p []byte) (int, error) {
	defer c.then()
	return c.Buffer.Write(p)
}

// TestStreaming wants each answer before the next case has been written.
func TestStreaming(t *testing.T) {
	for _, c := range []struct{ args, first, later string }{
		{"contest one-lines", "yes\n", "yes\n"},
		{"contest --check one-lines -", "yes\n", "yes\n"},
		{"solve --json --format one-lines -",
			`{"family":"one","version":1,"file":"-","case":1,"verdict":"solved","witness":"yes"}` + "\n",
			`{"family":"one","version":1,"file":"-","case":N,"verdict":"solved","witness":"yes"}` + "\n"},
		{"solve --format one-lines -", "yes\n\nsolved (checked)\n", "\ncase N:\nyes\n\nsolved (checked)\n"},
		{"count --format one-lines -", "3 letters\n", "case N: 3 letters\n"},
		{"when --format one-lines - (X)", "k = 3, and again every 7\n", "case N: k = 3, and again every 7\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			in, toProgram := io.Pipe()
			fromProgram, out := io.Pipe()
			done := make(chan int)
			go func() {
				code := Main(t.Context(), strings.Fields(c.args), in, out, io.Discard, fakes, nil)
				out.Close()
				done <- code
			}()
			buf := make([]byte, 1000)
			want := c.first
			for i := range 3 {
				io.WriteString(toProgram, "# yes\n")
				if n, err := fromProgram.Read(buf); err != nil || string(buf[:n]) != want {
					t.Fatalf("%q, %v; want %q", buf[:n], err, want)
				}
				if c.later != "" {
					want = strings.ReplaceAll(c.later, "N", strconv.Itoa(i+2))
				}
			}
			toProgram.Close()
			if code := <-done; code != 0 {
				t.Errorf("code %d", code)
			}
		})
	}
}

// TestStreamedLabels wants the first of several cases to have its number where the second one has
// arrived with it, though the input stays open.
func TestStreamedLabels(t *testing.T) {
	for stdin, args := range map[string]string{
		"# a\n\n# bc\n": "--format one-lines",
		`{"family":"one","version":1,"word":"a"} {"family":"one","version":1,"word":"bc"}` + "\n": "--format json",
		`{"family":"one","version":1,"word":"a+bc"}`:                                              "--format json",
	} {
		in, toProgram := io.Pipe()
		fromProgram, out := io.Pipe()
		go func() {
			Main(t.Context(), append(strings.Fields(args), "count", "-"), in, out, io.Discard, fakes, nil)
			out.Close()
		}()
		io.WriteString(toProgram, stdin)
		buf := make([]byte, len("case 1: 1 letter\ncase 2: 2 letters\n"))
		if n, err := io.ReadFull(fromProgram, buf); err != nil || string(buf) != "case 1: 1 letter\ncase 2: 2 letters\n" {
			t.Errorf("%s: %q, %v", args, buf[:n], err)
		}
		toProgram.Close()
		io.Copy(io.Discard, fromProgram)
	}
}

// TestFewWrites wants many cases that have arrived together to be answered in few writes.
func TestFewWrites(t *testing.T) {
	const cases = 20000
	var out countingWriter
	code := Main(t.Context(), []string{"contest", "one-lines"}, strings.NewReader(strings.Repeat("# yes\n", cases)), &out,
		io.Discard, fakes, nil)
	if code != 0 || out.bytes != 4*cases || out.writes > 20 {
		t.Errorf("code %d: %d bytes in %d writes", code, out.bytes, out.writes)
	}
}

type countingWriter struct{ bytes, writes int }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.bytes += len(p)
	w.writes++
	return len(p), nil
}

// TestOrder wants answers and complaints in the order of the inputs where both go to one place.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string { return writeFile(t, filepath.Join(dir, name), text) }
	good, bad := file("good", "# yes\n"), file("bad", "# yes\n# bad\n")
	huge, lie := file("huge", "# huge\n# yes\n"), file("lie", "# lie\n# yes\n")
	for _, c := range []struct{ args, want string }{
		{"solve " + good + " nosuchfile " + bad + " " + good,
			"good: yes solved | nosuchfile: no such | bad: case 1: yes solved | bad: case 2: line 2 | good: yes solved |"},
		{"solve --json " + bad + " " + good, `{ | {"file":"bad","case":2,"line":2 | {`},
		{"count " + huge + " " + lie + " " + good,
			"huge: unknown: | huge: case 2: 3 | lie: internal fault: | lie: case 2: 3 | good: 3 letters |"},
		{"analyze " + huge, "case 1: word: huge gridwright: | unknown: | case 2: word: yes |"},
		{"contest one-lines " + good + " " + bad, "yes yes gridwright: | case 2: line 2"},
		{"contest one-lines " + good + " " + huge, "yes gridwright: | unknown:"},
	} {
		var both bytes.Buffer
		Main(t.Context(), strings.Fields(c.args), strings.NewReader(""), &both, &both, fakes, nil)
		got, rest := both.String(),
			strings.Join(strings.Fields(strings.ReplaceAll(both.String(), dir+string(filepath.Separator), "")), " ")
		for part := range strings.SplitSeq(c.want, " | ") {
			_, after, ok := strings.Cut(rest, strings.TrimSuffix(part, " |"))
			if !ok {
				t.Errorf("%s: %q is not where it belongs in\n%s", c.args, part, got)
				break
			}
			rest = after
		}
	}
}
