package contestant

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
)

// TestFind is about commands that are none. The error names them as they were given.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	plain := filepath.Join(".", "plain")
	if err := os.WriteFile(plain, []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "there is no command to run"},
		{[]string{""}, "there is no command to run"},
		{[]string{"./mysol"}, `there is no command "./mysol"`},
		{[]string{"no-such-command-anywhere"}, `there is no command "no-such-command-anywhere"`},
		{[]string{"./no/such/mysol"}, `there is no command "./no/such/mysol"`},
		{[]string{"./plain"}, "./plain is not executable"},
		{[]string{"./plain/x"}, "./plain/x cannot be executed: not a directory"},
		{[]string{"."}, ""},
		{[]string{"../" + filepath.Base(dir)}, "../" + filepath.Base(dir) + " is a directory, not a command"},
		{[]string{"plain"}, `there is no command "plain"; the file of this name is ./plain`},
		{[]string{"a\x00b"}, `the command "a\x00b" has a NUL character, which no command can have`},
	} {
		_, err := Find(c.args)
		if err == nil || !errors.Is(err, grid.ErrInput) {
			t.Errorf("Find(%q): %v", c.args, err)
		} else if runtime.GOOS != "windows" && c.want != "" && err.Error() != c.want {
			t.Errorf("Find(%q): %q, want %q", c.args, err, c.want)
		}
	}
	if p := ours(t, "cat"); len(p.Args) != 2 || p.Args[1] != "cat" {
		t.Errorf("found %q", p.Args)
	}
}

// TestNoProgram is about files that only the system finds to be no programs.
func TestNoProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // there the name decides
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"text is no program that this system can run":           "1 2 3\n",
		"empty is no program that this system can run":          "",
		`gone needs "/no/such/interpreter", which is not there`: "#!/no/such/interpreter\n",
	} {
		path := filepath.Join(dir, strings.Fields(name)[0])
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, e := range engines() {
			r, err := e.run(found(t, path), context.Background(), nil, ample)
			if err == nil || !errors.Is(err, grid.ErrInput) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v, error %v; want %q", e.name, r, err, name)
			}
		}
	}
	p := found(t, filepath.Join(dir, "text"))
	if err := os.Remove(p.Args[0]); err != nil {
		t.Fatal(err)
	}
	if r, err := p.Run(context.Background(), nil, ample); !errors.Is(err, grid.ErrInput) {
		t.Errorf("a program that is gone: %v, error %v", r, err)
	}
	args := []string{"args"}
	for range 300 {
		args = append(args, strings.Repeat("x", 100_000))
	}
	eachEngine(t, func(t *testing.T, e engine) {
		r, err := e.run(ours(t, args...), context.Background(), nil, ample)
		if !errors.Is(err, grid.ErrInput) {
			t.Errorf("30 MB of arguments: %v, error %v", r, err)
		}
	})
}
