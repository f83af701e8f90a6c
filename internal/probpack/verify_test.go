package probpack_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/probpack"
)

// patience is enough on a slow machine: what is meant to be too slow never ends.
const patience = 1000

// made writes the toy's package.
func made(t *testing.T) string {
	t.Helper()
	p := toy(toyFamily(), toyPrograms)
	dir := folder(t, p)
	opts := small()
	opts.Cases = 1
	if err := build(t, p, opts).Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func verify(t *testing.T, dir, program string, quick bool) *probpack.Report {
	t.Helper()
	r, err := probpack.Verify(t.Context(), dir, probpack.VerifyOptions{Program: program, Patience: patience, Quick: quick})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestVerify looks at the packages of all contests. Their data are small: a program that is too slow may be quick there.
func TestVerify(t *testing.T) {
	program := gridwright(t)
	all := problems()
	for _, p := range all[:extent.Of(2, 3, len(all))] { // each takes minutes on a busy machine
		t.Run(p.Name(), func(t *testing.T) {
			dir := folder(t, p)
			cases := extent.Of(2, min(5, max(2, 25/len(p.Profiles()))), 5) // enough to catch what is wrong
			if err := build(t, p, ample(p, cases)).Write(dir); err != nil {
				t.Fatal(err)
			}
			r, wrong := verify(t, dir, program, false), 0
			for _, c := range r.Checks {
				quick := len(c.Faults) == 1 && c.Faults[0] == "it should end as too slow on a file at least"
				if c.Result == probpack.Wrong {
					wrong++
				}
				if c.Result == probpack.Wrong && !quick {
					t.Errorf("%s: %s: %q", c.Name, c.Says, c.Faults)
				}
				if _, err := exec.LookPath("bash"); c.Result == probpack.Skipped && err == nil {
					t.Errorf("%s: not run: %s", c.Name, c.Says)
				}
			}
			if r.OK != (wrong == 0) {
				t.Errorf("OK is %v with %d checks that are wrong", r.OK, wrong)
			}
		})
	}
}

// A plant changes a package.
type plant struct {
	name string
	do   func(t *testing.T, dir string)
	want string // is part of a fault that is found
}

func write(name, text string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
}

func move(from, to string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(to))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, filepath.FromSlash(from)), file); err != nil {
			t.Fatal(err)
		}
	}
}

// edit replaces a text, which has to be there.
func edit(name, old, text string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), old) {
			t.Fatalf("%s holds no %q", name, old)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(data), old, text, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func mode(name string, m os.FileMode) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		if err := os.Chmod(filepath.Join(dir, filepath.FromSlash(name)), m); err != nil {
			t.Fatal(err)
		}
	}
}

func link(name, to string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
}

func swap(a, b string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		move(a, "aside")(t, dir)
		move(b, a)(t, dir)
		move("aside", b)(t, dir)
	}
}

// large makes a file that takes no room.
func large(name string, size int64) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		write(name, "")(t, dir)
		if err := os.Truncate(filepath.Join(dir, filepath.FromSlash(name)), size); err != nil {
			t.Fatal(err)
		}
	}
}

// unfolding is YAML of a few lines that stands for 10^12 values.
var unfolding = func() string {
	text := "k0: &k0 x\n"
	for i := range 12 {
		text += fmt.Sprintf("k%d: &k%d [%s*k%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*k%d, ", i), 9), i)
	}
	return text + "name: *k12\n"
}()

// plants are found without running programs.
var plants = []plant{
	{"an answer is missing", remove("data/secret/1-tiny/1.ans"), "data/secret/1-tiny/1.in has no 1.ans"},
	{"an input is missing", remove("data/secret/1-tiny/1.in"), "data/secret/1-tiny/1.ans has no 1.in"},
	{"answers change places", swap("data/sample/1.ans", "data/sample/2.ans"), "data/sample/1.ans is not accepted (code "},
	{"samples change places", func(t *testing.T, dir string) {
		swap("data/sample/1.in", "data/sample/2.in")(t, dir)
		swap("data/sample/1.ans", "data/sample/2.ans")(t, dir)
	}, "data/sample/1.in is not what generators/generators.yaml says"},
	{"a secret answer is another", write("data/secret/1-tiny/1.ans", "moved\n"),
		"data/secret/1-tiny/1.ans is not what generators/reference prints"},
	{"an answer is wrong", write("data/sample/1.ans", "no\n"), "data/sample/1.ans is not accepted (code "},
	{"a blank too many", edit("data/secret/1-tiny/1.in", " to", "  to"), "data/secret/1-tiny/1.in is not valid"},
	{"another input", edit("data/secret/2-random/1.in", "flip ", "flip 0 to 1\nflip "),
		"data/secret/2-random/1.in is not what generators/gridwright prints"},
	{"a case of unknown origin", write("data/secret/1-tiny/9.in", "flip 0 to 1\n"),
		"nothing says how data/secret/1-tiny/9.in"},
	{"another seed", edit("generators/generators.yaml", "--seed 1", "--seed 77"),
		"1.in is not what generators/gridwright prints"},
	{"another text", edit("generators/generators.yaml", "flip 010,111", "flip 011,111"), "data/sample/1.in is not what"},
	{"a generator that does not work", write("generators/gridwright/run", "#!/bin/sh\nexit 1\n"), "ends with code 1"},
	{"generators of another form", write("generators/generators.yaml", "data: 5\n"), "is no mapping"},
	{"no generators", write("generators/generators.yaml", ": :\n- x\n"), "generators/generators.yaml: "},

	{"metadata that are no text", write("problem.yaml", "name: \x00\xff\x1b[2J"), "problem.yaml is not in UTF-8"},
	{"metadata that erase the screen", edit("problem.yaml", "name: ", "name: \x1b[2J"),
		"problem.yaml: line 3, column 7: the control character U+001B"},
	{"metadata that are nested", write("problem.yaml", "a: "+strings.Repeat("[", 1<<20)+"\n"),
		"problem.yaml: line 1, column 204: it is nested more than 200 deep"},
	{"metadata that unfold", write("problem.yaml", unfolding), "problem.yaml: it unfolds to more than"},
	{"metadata of one key", write("problem.yaml", strings.Repeat("x", 1<<20)+": 1\n"), "…"},
	{"a time without end", edit("problem.yaml", "time_limit: 0.1", "time_limit: 10000000000"),
		`"time_limit" that is 10000000000, which is too large`},
	{"a time of infinity", edit("problem.yaml", "time_limit: 0.1", "time_limit: .inf"), "is +Inf, which is too large"},
	{"a memory without end", edit("problem.yaml", "memory: 1024", "memory: 18446744073709551615"),
		`"memory" that is 18446744073709551615, which is too large`},
	{"a generator from elsewhere", edit("generators/generators.yaml", "generate: gridwright", "generate: ../../../../bin"),
		"generators/../../../../bin: only programs with a script"},
	{"a file that is made elsewhere", edit("generators/generators.yaml", "data:", "data:\n  ../../../x:\n    in: y\nmore:"),
		"data/../../../x.in is not there"},
	{"a solution from elsewhere", edit("generators/generators.yaml", "solution: ", "solution: /../../../bin/"),
		"reference: only programs with a script"},

	{"no metadata", remove("problem.yaml"), "problem.yaml is missing"},
	{"metadata that are no YAML", write("problem.yaml", "a: [\n"), "problem.yaml: "},
	{"an unknown key", edit("problem.yaml", "name:", "nmae:"), `unknown key "nmae"; did you mean "name"?`},
	{"another version", edit("problem.yaml", "2023-07-draft", "legacy"), "problem_format_version is legacy"},
	{"no uuid", edit("problem.yaml", "uuid:", "version:"), "the key uuid is missing"},
	{"a bad uuid", edit("problem.yaml", "uuid: ", "uuid: x"), "uuid is no UUID"},
	{"a time that is no number", edit("problem.yaml", "time_limit: 0.1", "time_limit: short"),
		`"time_limit" that is no number`},
	{"a broken memory", edit("problem.yaml", "memory: 1024", "memory: 0.5"), `"memory" that is no whole number`},
	{"a limit of none", edit("problem.yaml", "output: 8", "output: 0"), `"output" that is 0, which is too small`},
	{"an unknown limit", edit("problem.yaml", "output: 8", "outptu: 8"), `unknown key "outptu"`},
	{"an unknown license", edit("problem.yaml", "license: unknown", "license: mine"), `license is "mine"`},
	{"a bad type", edit("problem.yaml", "type: pass-fail", "type: [pass-fail, pass-fail]"), `says "pass-fail" twice`},
	{"a key twice", edit("problem.yaml", "type: pass-fail", "type: pass-fail\ntype: pass-fail"), "problem.yaml: line 3"},
	{"a name in another language", edit("problem.yaml", "name: ", "name:\n  fr: "), `the statement in ["en"]`},

	{"no statement", remove("statement"), "the folder statement is missing"},
	{"a statement by another name", move("statement/problem.en.md", "statement/index.md"),
		"statement/ holds no problem.LANGUAGE"},
	{"carriage returns", write("statement/problem.en.md", "x\r\n"), "holds carriage returns"},
	{"a byte-order mark", write("statement/problem.en.md", "\ufeffx\n"), "begins with a byte-order mark"},
	{"another encoding", write("statement/problem.en.md", "\xe9\n"), "is not in UTF-8"},
	{"a line without an end", write("statement/problem.en.md", "x"), "does not end with the end of a line"},
	{"the folders of another version", move("output_validator", "output_validators"), "belongs to another version"},
	{"a bad name of a file", write("data/secret/1-tiny/_x.in", "flip 0 to 1\n"), "a file cannot be called so"},
	{"a bad name of a folder", write("data/secret/a.b/11.in", "flip 0 to 1\n"), "a folder cannot be called so"},
	{"a name of one letter", write("x", "x\n"), "x: a file cannot be called so"},
	{"a link that leads out", link("statement/out.md", "/dev/null"), "statement/out.md leads out of the package"},
	{"an input from elsewhere", link("data/secret/1-tiny/7.in", "/etc/passwd"), "1-tiny/7.in leads out of the package"},
	{"an endless input", link("data/secret/1-tiny/7.in", "/dev/zero"), "1-tiny/7.in leads out of the package"},
	{"a folder from elsewhere", link("data/secret/other", "/tmp"), "data/secret/other leads out of the package"},
	{"a folder twice", link("data/secret/other", "1-tiny"), "data/secret/other is no file that can be read"},
	{"a link to itself", link("data/secret/1-tiny/7.in", "7.in"), "1-tiny/7.in is no file that can be read"},
	{"a file without end", large("data/secret/1-tiny/7.in", 1<<40), "7.in has 1 TiB; files of more than 512 MiB"},
	{"a statement without end", large("statement/problem.en.md", 1<<40), "problem.en.md has 1 TiB; files of more than"},
	{"metadata without end", large("problem.yaml", 1<<40), "problem.yaml has 1 TiB; files of more than 512 MiB"},
	{"a link that leads nowhere", link("statement/out.md", "nowhere"), "is no file that can be read"},

	{"no secret data", remove("data/secret"), "data/secret holds no test case"},
	{"a group that does not exist", write("data/public/1.in", "flip 0 to 1\n"), "data/public: there is no such group"},
	{"samples in groups", write("data/sample/a/11.in", "flip 0 to 1\n"), "samples have no groups"},
	{"a file of no kind", write("data/secret/1-tiny/1.txt", "x\n"), "files of test data do not end so"},
	{"a case in no group", write("data/11.in", "flip 0 to 1\n"), "data/11.in: test cases lie in a group"},
	{"a group and a case of one name", write("data/secret/1-tiny.in", "flip 0 to 1\n"), "have the same name"},
	{"a case called as the group's file", write("data/secret/1-tiny/test_group.in", "flip 0 to 1\n"),
		"cannot be called so"},
	{"an unknown key of a group", write("data/secret/1-tiny/test_group.yaml", "on_reject: break\n"),
		`unknown key "on_reject"`},
	{"an unknown key of a case", write("data/secret/1-tiny/1.yaml", "hnit: x\n"),
		`unknown key "hnit"; did you mean "hint"?`},
	{"a hint that is none", write("data/secret/1-tiny/1.yaml", "hint: [x]\n"), "hint is no text"},
	{"an invalid input that is valid", write("data/invalid_input/blank.in", "flip 0 to 1\n"),
		"is valid; it should not be"},
	{"an invalid output without an answer",
		move("data/invalid_output/nonsense.ans", "data/invalid_output/nonsense.out"),
		"data/invalid_output/nonsense.in has no nonsense.ans"},
	{"an invalid output that is the answer", func(t *testing.T, dir string) {
		data, err := os.ReadFile(filepath.Join(dir, "data", "invalid_output", "nonsense.ans"))
		if err != nil {
			t.Fatal(err)
		}
		write("data/invalid_output/nonsense.out", string(data))(t, dir)
	}, "the output validator ends with code 42, not 43"},
	{"a valid output that is wrong", func(t *testing.T, dir string) {
		for _, ext := range []string{"in", "ans", "out"} {
			move("data/invalid_output/nonsense."+ext, "data/valid_output/nonsense."+ext)(t, dir)
		}
	}, "the output validator ends with code 43, not 42"},

	{"no validator of outputs", remove("output_validator/gridwright"), "output_validator holds no program"},
	{"no validators at all", func(t *testing.T, dir string) {
		remove("output_validator")(t, dir)
		remove("input_validators")(t, dir)
	}, "the folder input_validators is missing"},
	{"a validator of another place", link("input_validators/other", "/bin"), "input_validators/other leads out"},
	{"no validator of inputs", remove("input_validators"), "the folder input_validators is missing"},
	{"an empty folder", remove("input_validators/gridwright"), "input_validators holds no program"},
	{"a script that is none", mode("input_validators/gridwright/run", 0o644),
		"input_validators/gridwright/run is not executable"},
	{"a validator that cannot be built", write("output_validator/gridwright/build", "#!/bin/sh\necho no >&2; exit 7\n"),
		"output_validator/gridwright/build ends with code 7: no"},
	{"a validator without run", remove("output_validator/gridwright/run"), "output_validator/gridwright has no run"},
	{"a validator that says 0", write("input_validators/gridwright/run", "#!/bin/sh\nexit 0\n"), "(code 0)"},
	{"a validator that crashes", write("output_validator/gridwright/run", "#!/bin/sh\nkill -KILL $$\n"),
		"is not accepted (code -1)"},
	{"a validator that takes all", write("input_validators/gridwright/run", "#!/bin/sh\nexit 42\n"),
		"is valid; it should not be"},

	{"no right program", remove("submissions/accepted"), "submissions/accepted holds no program"},
	{"a program that lies about", write("submissions/x.sh", "exit\n"), "a program lies in a folder that says how it ends"},
	{"an end that is unknown", write("submissions/awful/x.sh", "exit\n"), "submissions/awful: no such end is known"},
}

// endings are found when the programs are run.
var endings = []plant{
	{"a right program that is called wrong", move("submissions/accepted/reference.sh",
		"submissions/wrong_answer/reference.sh"),
		"it should end as wrong answer on a file at least"},
	{"a right program that is called slow", move("submissions/accepted/reference.sh",
		"submissions/time_limit_exceeded/right.sh"),
		"it should end as too slow on a file at least"},
	{"a wrong program that is called right", move("submissions/wrong_answer/no.sh", "submissions/accepted/no.sh"),
		"data/sample/2: wrong answer: "},
	{"a crash that is called a wrong answer", move("submissions/run_time_error/crash.sh",
		"submissions/wrong_answer/crash.sh"),
		"crash: code 3"},
	{"noise that is called a crash", move("submissions/rejected/noise.sh", "submissions/run_time_error/noise.sh"),
		"data/sample/1: wrong answer: "},
	{"a program that does not compile", write("submissions/accepted/broken.go", "package main\n"), "go says: "},
	{"a program that is too long", write("submissions/accepted/long.sh", strings.Repeat("# x\n", 1<<16)),
		"131072 are allowed"},
}

// TestPlants finds planted faults, each of which makes the package wrong.
func TestPlants(t *testing.T) {
	program := gridwright(t)
	origin := made(t)
	try := func(t *testing.T, p plant, quick bool) {
		dir := filepath.Join(t.TempDir(), filepath.Base(origin))
		if err := os.CopyFS(dir, os.DirFS(origin)); err != nil {
			t.Fatal(err)
		}
		p.do(t, dir)
		r := verify(t, dir, program, quick)
		var faults []string
		for _, c := range r.Checks {
			if (len(c.Faults) > 0) != (c.Result == probpack.Wrong) {
				t.Errorf("%s is %s with faults %q", c.Name, c.Result, c.Faults)
			}
			faults = append(faults, c.Faults...)
		}
		if r.OK || !strings.Contains(strings.Join(faults, "\n"), p.want) {
			t.Errorf("found %q, not %q", faults, p.want)
		}
	}
	for i, p := range plants {
		if i%extent.Of(15, 5, 1) != 0 {
			continue
		}
		t.Run(p.name, func(t *testing.T) { try(t, p, true) })
	}
	if testing.Short() {
		return
	}
	for _, p := range endings {
		if strings.HasSuffix(p.want, "go says: ") {
			if _, err := exec.LookPath("go"); err != nil {
				continue
			}
		}
		t.Run(p.name, func(t *testing.T) {
			try(t, p, false)
		})
	}
}

// TestInterrupted tells of the checks that were made before the end, and of none that was under way.
func TestInterrupted(t *testing.T) {
	program, dir := gridwright(t), made(t)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := probpack.Verify(ctx, dir, probpack.VerifyOptions{Program: program, Tell: func(stage string, _, _ int) {
		if stage == "answers" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || r == nil || r.OK || !r.Stopped || len(r.Checks) < 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, c := range r.Checks {
		if c.Name == "answers" || c.Result == probpack.Wrong {
			t.Errorf("%+v", c)
		}
	}
}

// TestNoPackage is about what is no directory.
func TestNoPackage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, file + "2"} {
		if r, err := probpack.Verify(t.Context(), dir, probpack.VerifyOptions{}); err == nil {
			t.Errorf("%s is looked at: %+v", dir, r)
		}
	}
	r, err := probpack.Verify(t.Context(), t.TempDir(), probpack.VerifyOptions{})
	if err != nil || r.OK {
		t.Errorf("an empty directory: %+v, %v", r, err)
	}
}

// TestFlat takes output_validator itself for the program where the scripts lie in it.
func TestFlat(t *testing.T) {
	program := gridwright(t)
	dir := made(t)
	for _, name := range []string{"build", "run", "README"} {
		move("output_validator/gridwright/"+name, "output_validator/"+name)(t, dir)
	}
	remove("output_validator/gridwright")(t, dir)
	if r := verify(t, dir, program, true); !r.OK {
		t.Errorf("%+v", r)
	}
}

// TestNoTimeLimit stops a program that never ends in a package that leaves the limit on time to the judge.
func TestNoTimeLimit(t *testing.T) {
	program := gridwright(t)
	if testing.Short() {
		return
	}
	dir := made(t)
	edit("problem.yaml", "time_limit: 0.1", "validation_time: 1")(t, dir)
	r, err := probpack.Verify(t.Context(), dir, probpack.VerifyOptions{Program: program})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Checks {
		if strings.HasSuffix(c.Name, "loop.sh") {
			if len(c.Faults) > 0 {
				t.Errorf("%s is %s: %q", c.Name, c.Result, c.Faults)
			}
			return
		}
	}
	t.Errorf("no check is of the program that never ends: %+v", r.Checks)
}
