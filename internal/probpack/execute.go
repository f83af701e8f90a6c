package probpack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

// canExecute says that files have a bit for being programs here, and that scripts of a POSIX shell can be run.
const canExecute = runtime.GOOS != "windows"

// What the validators' exit codes mean.
const (
	codeYes = 42
	codeNo  = 43
)

// mostSaid is how much of what a program says on standard error stands in a report, in bytes.
const mostSaid = 300

// errNoScript says that a program of the package is of a kind that is not run here.
var errNoScript = errors.New("only programs with a script called run are run here")

// script finds what is run for the program of the package in dir, and runs its build in a copy first.
func (v *verifier) script(ctx context.Context, dir string) (run string, err error) {
	if !canExecute {
		return "", errors.New("scripts of a POSIX shell are not run on this system")
	}
	if !v.isFile(dir+"/run") && !v.isFile(dir+"/build") {
		return "", errNoScript
	}
	to := filepath.Join(v.work, "programs", filepath.FromSlash(dir))
	if err := os.MkdirAll(to, 0o700); err != nil {
		return "", err
	}
	for _, name := range v.under(dir) {
		if !v.isFile(path.Join(dir, name)) {
			continue
		}
		data, err := v.read(path.Join(dir, name))
		if err != nil {
			return "", err
		}
		mode := v.files[path.Join(dir, name)].Perm() | 0o600
		if err := os.WriteFile(filepath.Join(to, name), data, mode); err != nil {
			return "", err
		}
	}
	if v.isFile(dir + "/build") {
		if code, _, said := v.command(ctx, to, nil, "./build"); code != 0 {
			return "", fmt.Errorf("%s/build ends with code %d%s", dir, code, colon(said))
		}
	}
	run = filepath.Join(to, "run")
	info, err := os.Stat(run)
	if err != nil {
		return "", fmt.Errorf("%s has no run", dir)
	}
	if info.Mode()&0o111 == 0 {
		return "", fmt.Errorf("%s/run is not executable", dir)
	}
	return run, nil
}

// folders are the programs in a folder of programs: each of its folders; or itself, where it holds a script.
func (v *verifier) folders(dir string) (programs []string) {
	if v.isFile(dir+"/run") || v.isFile(dir+"/build") {
		return []string{dir}
	}
	for _, name := range v.under(dir) {
		programs = append(programs, path.Join(dir, name))
	}
	return programs
}

// command runs a program of the package that is trusted, in a folder: its exit code, −1 where it has none, what it
// prints, and what it says on standard error or what is wrong with running it.
func (v *verifier) command(ctx context.Context, dir string, stdin io.Reader, name string, args ...string) (code int,
	out []byte, said string) {
	ctx, cancel := context.WithTimeout(ctx, 10*v.meta.validation)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Stdin = dir, stdin
	c.WaitDelay = time.Second // for what it leaves behind with its output open
	c.Env = append(os.Environ(), "GRIDWRIGHT="+v.opts.Program)
	stdout, stderr := bounded{most: mostBytes}, bounded{most: mostBytes}
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var ee *exec.ExitError
	switch {
	case errors.As(err, &ee) && ee.ExitCode() >= 0:
		return ee.ExitCode(), stdout.Bytes(), oneLine(stderr.String())
	case err != nil:
		return -1, stdout.Bytes(), err.Error()
	}
	return 0, stdout.Bytes(), oneLine(stderr.String())
}

// A bounded buffer takes no more than so many bytes: then it is an error to write to it, which ends who does.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, fmt.Errorf("it prints more than %s", puzzle.Bytes(int64(b.most)))
	}
	return b.Buffer.Write(p)
}

// oneLine is what a program says, for a report.
func oneLine(said string) string {
	said = strings.Join(strings.Fields(strings.ToValidUTF8(said, "?")), " ")
	return short(said, mostSaid)
}

// short is the beginning of a text.
func short(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// colon puts what is said behind a colon.
func colon(said string) string {
	if said == "" {
		return ""
	}
	return ": " + said
}

// inputs runs every input validator on every input.
func (v *verifier) inputs(ctx context.Context) error {
	const name = "input validators"
	f := &finding{}
	programs := v.folders("input_validators")
	for n, dir := range programs {
		run, err := v.script(ctx, dir)
		if errors.Is(err, errNoScript) || !canExecute {
			v.skip(dir, err.Error())
			continue
		}
		if err != nil {
			f.add("%v", err)
			continue
		}
		for i, c := range v.cases {
			v.tell(name, n*len(v.cases)+i, len(programs)*len(v.cases))
			code, said, err := v.validate(ctx, run, c.base)
			if err != nil {
				return err
			}
			if code != codeYes {
				f.add("%s.in is not valid, says %s (code %d)%s", c.base, dir, code, colon(said))
			}
		}
	}
	v.check(name, f, "%d inputs", len(v.cases))
	return nil
}

// validate runs an input validator.
func (v *verifier) validate(ctx context.Context, run, base string) (code int, said string, err error) {
	in, err := v.read(base + ".in")
	if err != nil {
		return 0, "", err
	}
	code, out, said := v.command(ctx, filepath.Dir(run), bytes.NewReader(in), run)
	if said == "" {
		said = oneLine(string(out))
	}
	return code, said, nil
}

// judge runs the output validator on an output for a test case.
func (v *verifier) judge(ctx context.Context, run, base string, output []byte) (code int, said string, err error) {
	dir, err := os.MkdirTemp(v.work, "feedback-")
	if err != nil {
		return 0, "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(v.dir, filepath.FromSlash(base))
	code, _, said = v.command(ctx, dir, bytes.NewReader(output), run, file+".in", file+".ans",
		dir+string(filepath.Separator))
	if message, err := os.ReadFile(filepath.Join(dir, "judgemessage.txt")); err == nil && len(message) > 0 {
		said = oneLine(string(message))
	}
	return code, said, nil
}

// validator finds the output validator; "" with the reason where it cannot be run, and with none where there is none.
func (v *verifier) validator(ctx context.Context) (run string, err error) {
	programs := v.folders("output_validator")
	switch {
	case len(programs) == 0:
		return "", errors.New("there is no output validator, and that of judging systems is not at hand")
	case len(programs) > 1:
		return "", errors.New("output_validator holds more than one program")
	}
	return v.script(ctx, programs[0])
}

// answers runs the output validator on every answer.
func (v *verifier) answers(ctx context.Context) error {
	const name = "answers"
	f := &finding{}
	run, err := v.validator(ctx)
	if errors.Is(err, errNoScript) || !canExecute || !v.dirs["output_validator"] {
		v.skip(name, err.Error())
		return nil
	}
	if err != nil {
		f.add("%v", err)
		v.check(name, f, "no output validator")
		return nil
	}
	for i, c := range v.cases {
		v.tell(name, i, len(v.cases))
		ans, err := v.read(c.base + ".ans")
		if err != nil {
			continue // said before
		}
		code, said, err := v.judge(ctx, run, c.base, ans)
		if err != nil {
			return err
		}
		if code != codeYes {
			f.add("%s.ans is not accepted (code %d)%s", c.base, code, colon(said))
		}
	}
	v.check(name, f, "%d answers", len(v.cases))
	return nil
}

// invalidData looks that what has to be rejected is, and what has to be accepted is.
func (v *verifier) invalidData(ctx context.Context) error {
	const name = "validators' tests"
	f := &finding{}
	looked := 0
	var runs []string
	for _, dir := range v.folders("input_validators") {
		if run, err := v.script(ctx, dir); err == nil {
			runs = append(runs, run)
		}
	}
	judge, judgeErr := v.validator(ctx)
	for _, base := range v.bases("data/invalid_input", ".in") {
		rejected := false
		for _, run := range runs {
			code, _, err := v.validate(ctx, run, base)
			if err != nil {
				return err
			}
			rejected = rejected || code == codeNo
		}
		if len(runs) > 0 && !rejected {
			f.add("%s.in is valid; it should not be", base)
		}
		looked += min(1, len(runs))
	}
	for _, folder := range []string{"data/invalid_output", "data/valid_output"} {
		for _, base := range v.bases(folder, ".out") {
			out, err := v.read(base + ".out")
			if err != nil || judgeErr != nil {
				continue
			}
			code, said, err := v.judge(ctx, judge, base, out)
			if err != nil {
				return err
			}
			want := codeYes
			if folder == "data/invalid_output" {
				want = codeNo
			}
			if code != want {
				f.add("%s.out: the output validator ends with code %d, not %d%s", base, code, want, colon(said))
			}
			looked++
		}
	}
	if looked > 0 || len(f.faults) > 0 {
		v.check(name, f, "%d files", looked)
	}
	return nil
}

// bases lists the files below a folder that end so, without that end.
func (v *verifier) bases(folder, ext string) (bases []string) {
	for name := range v.files {
		if inside(name, folder) && path.Ext(name) == ext {
			bases = append(bases, strings.TrimSuffix(name, ext))
		}
	}
	slices.Sort(bases)
	return bases
}
