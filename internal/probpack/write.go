package probpack

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gridwright/gridwright/grid"
)

// ours are what a package holds at its top.
var ours = [...]string{"data", "generators", "input_validators", "output_validator", "problem.yaml", "statement",
	"submissions"}

// Usable says why a package cannot be written to dir: its name is none for a package, or something is there. With
// replace, a package may be there.
func Usable(dir string, replace bool) error {
	full, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if name := filepath.Base(full); !dirName().MatchString(name) {
		return grid.Errorf(grid.Pos{}, "the directory of a package is called by small letters and digits alone, not %s",
			grid.Quote(name))
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return nil
	case err != nil:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return grid.Errorf(grid.Pos{}, "%s cannot hold a package: %v", dir, err)
	case !replace:
		return grid.Errorf(grid.Pos{}, "%s is not empty; --force replaces the package that is there", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "problem.yaml")); err != nil {
		return grid.Errorf(grid.Pos{}, "%s holds no package that could be replaced", dir)
	}
	return nil
}

// Write writes the package to dir, which is usable. What a package has there is gone then; all else stays.
func (p *Package) Write(dir string) error {
	for _, name := range ours {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	made := map[string]bool{}
	for _, f := range p.Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := makeDirs(dir, filepath.Dir(file), made); err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if f.Run {
			mode = 0o755
		}
		if err := os.WriteFile(file, f.Data, mode); err != nil {
			return err
		}
		if err := os.Chmod(file, mode); err != nil { // whatever the umask is
			return err
		}
	}
	return nil
}

// makeDirs makes path, in dir or dir itself, with what leads to it, all with the same mode.
func makeDirs(dir, path string, made map[string]bool) error {
	if made[path] {
		return nil
	}
	made[path] = true
	if path == filepath.Clean(dir) {
		return os.MkdirAll(path, 0o755)
	}
	if err := makeDirs(dir, filepath.Dir(path), made); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}
