package probpack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// How a check ended.
const (
	Right   = "ok"
	Wrong   = "wrong"
	Skipped = "not run"
)

// A Check is what was looked at, and what is wrong with it.
type Check struct {
	Name   string   `json:"name"`
	Result string   `json:"result"` // Right, Wrong or Skipped
	Says   string   `json:"says"`   // what was found, in a few words
	Faults []string `json:"faults"`
}

// A Report is all that was looked at.
type Report struct {
	Directory string  `json:"directory"`
	OK        bool    `json:"ok"`                // nothing is wrong; something may not have been run
	Stopped   bool    `json:"stopped,omitempty"` // the context ended before all was looked at
	Checks    []Check `json:"checks"`
}

// VerifyOptions say how a package is looked at.
type VerifyOptions struct {
	// Program is the gridwright that the package's scripts call.
	Program string
	// Patience is how many times the time limit programs get that are not meant to be too slow; 0 is once.
	Patience float64
	// Quick leaves out what programs are compiled and run for.
	Quick bool
	// Tell, where it is set, hears what is looked at.
	Tell func(stage string, done, total int)
}

// mostFaults are told of one check, and so many bytes of each.
const (
	mostFaults = 20
	mostFault  = 1000
)

// The names that the format allows. They are compiled when they are asked for: every command starts with this package.
var (
	dirName    = compiled(`^[a-z0-9]+$`)
	fileName   = compiled(`^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,253}[a-zA-Z0-9]$`)
	innerName  = compiled(`^[a-zA-Z0-9]([a-zA-Z0-9_-]{0,253}[a-zA-Z0-9])?$`)
	uuidForm   = compiled(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	language   = compiled(`^[a-z]{2,3}(-[A-Z]{2})?$`)
	statement  = compiled(`^problem\.([a-zA-Z-]+)\.(tex|md|pdf)$`)
	identifier = compiled(`^[a-zA-Z_][a-zA-Z0-9_]*$`)
)

func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// filesFolder ends the name of a folder with files of a test case.
const filesFolder = ".files"

// A verifier looks at one package.
type verifier struct {
	dir    string
	opts   VerifyOptions
	files  map[string]fs.FileMode // by path below dir
	dirs   map[string]bool
	report *Report

	meta  metadata
	cases []testCase
	work  string          // a temporary folder
	ctx   context.Context // what fails after its end tells nothing of the package
}

// A testCase is a pair of files of data/sample or data/secret.
type testCase struct{ base string } // below dir, without extension

// Verify looks at the package in dir. Its error says that it could not look; what is wrong is in the report. Where ctx
// ends, the report holds what was looked at till then, and the error is ctx's.
func Verify(ctx context.Context, dir string, opts VerifyOptions) (*Report, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = grid.Errorf(grid.Pos{}, "%s is no directory", dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = grid.Errorf(grid.Pos{}, "there is no directory %s", dir)
	}
	if err != nil {
		return nil, err
	}
	full, err := filepath.EvalSymlinks(dir)
	if err == nil {
		full, err = filepath.Abs(full)
	}
	if err != nil {
		return nil, err
	}
	v := &verifier{dir: full, opts: opts, files: map[string]fs.FileMode{}, dirs: map[string]bool{},
		report: &Report{Directory: dir, OK: true, Checks: []Check{}}, ctx: ctx}
	if v.work, err = os.MkdirTemp("", "gridwright-package-"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(v.work)
	if err := v.walk(); err != nil {
		return nil, err
	}
	v.layout()
	v.metadata()
	v.data()
	v.cases = slices.DeleteFunc(v.cases, func(c testCase) bool {
		_, err := v.read(c.base + ".in")
		return err != nil // which is said
	})
	for _, look := range []func(context.Context) error{v.inputs, v.answers, v.invalidData, v.generators, v.submissions} {
		err := look(ctx)
		if ctx.Err() != nil {
			v.report.OK, v.report.Stopped = false, true
			return v.report, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	return v.report, nil
}

// tell says what is looked at.
func (v *verifier) tell(stage string, done, total int) {
	if v.opts.Tell != nil {
		v.opts.Tell(stage, done, total)
	}
}

// A finding gathers what one check finds.
type finding struct{ faults []string }

func (f *finding) add(format string, args ...any) {
	f.faults = append(f.faults, short(fmt.Sprintf(format, args...), mostFault))
}

// check puts a check into the report.
func (v *verifier) check(name string, f *finding, says string, args ...any) {
	if v.ctx.Err() != nil {
		return
	}
	c := Check{Name: name, Result: Right, Says: fmt.Sprintf(says, args...), Faults: []string{}}
	if len(f.faults) > 0 {
		c.Result, v.report.OK = Wrong, false
		c.Faults = f.faults
		if more := len(f.faults) - mostFaults; more > 0 {
			c.Faults = append(f.faults[:mostFaults:mostFaults], fmt.Sprintf("and %d more", more))
		}
	}
	v.report.Checks = append(v.report.Checks, c)
}

// skip puts a check into the report that was not made.
func (v *verifier) skip(name, why string) {
	if v.ctx.Err() != nil {
		return
	}
	v.report.Checks = append(v.report.Checks, Check{Name: name, Result: Skipped, Says: why, Faults: []string{}})
}

// walk lists what there is.
func (v *verifier) walk() error {
	return filepath.WalkDir(v.dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || at == v.dir {
			return err
		}
		rel, err := filepath.Rel(v.dir, at)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if e.IsDir() {
			v.dirs[rel] = true
			return nil
		}
		info, err := e.Info()
		if err == nil {
			v.files[rel] = info.Mode()
		}
		return err
	})
}

// mostBytes is how large a file of a package may be, and what a program of it prints.
const mostBytes = 512 << 20

// read reads a file of the package; name is below it. What is no file, leads out of the package or is too large is not
// read: some are without end, and some wait for a writer.
func (v *verifier) read(name string) ([]byte, error) {
	mode, ok := v.files[name]
	if !ok {
		return nil, fmt.Errorf("%s is not there", name)
	}
	file := filepath.Join(v.dir, filepath.FromSlash(name))
	if why := v.leads(name, mode); why != "" {
		return nil, errors.New(why)
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file that can be read", name)
	case info.Size() > mostBytes:
		return nil, fmt.Errorf("%s has %s; files of more than %s are not read", name, puzzle.Bytes(info.Size()),
			puzzle.Bytes(mostBytes))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes)) // it may grow
}

// leads says what is wrong with where a symbolic link leads; "" where nothing is, or name is a file itself.
func (v *verifier) leads(name string, mode fs.FileMode) string {
	if mode.IsRegular() {
		return ""
	}
	to, err := filepath.EvalSymlinks(filepath.Join(v.dir, filepath.FromSlash(name)))
	if err != nil {
		return name + " is no file that can be read"
	}
	if rel, err := filepath.Rel(v.dir, to); err != nil || !filepath.IsLocal(rel) {
		return name + " leads out of the package"
	}
	return ""
}

// under lists the names right below a folder, files and folders, in order.
func (v *verifier) under(folder string) (names []string) {
	for name := range v.files {
		if path.Dir(name) == folder {
			names = append(names, path.Base(name))
		}
	}
	for name := range v.dirs {
		if path.Dir(name) == folder {
			names = append(names, path.Base(name))
		}
	}
	slices.Sort(names)
	return names
}

// isFile reports whether there is such a file.
func (v *verifier) isFile(name string) bool {
	_, ok := v.files[name]
	return ok
}

// inside reports whether name lies in the folder, at any depth.
func inside(name, folder string) bool { return strings.HasPrefix(name, folder+"/") }
