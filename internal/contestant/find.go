package contestant

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// Find looks args[0] up as a shell does. A command that does not exist or cannot be executed is bad input.
func Find(args []string) (*Program, error) {
	if len(args) == 0 || args[0] == "" {
		return nil, grid.Errorf(grid.Pos{}, "there is no command to run")
	}
	for _, a := range args {
		if strings.ContainsRune(a, 0) {
			return nil, grid.Errorf(grid.Pos{}, "the command %q has a NUL character, which no command can have", a)
		}
	}
	name := args[0]
	path, err := exec.LookPath(name)
	if err == nil || errors.Is(err, exec.ErrDot) { // the user's PATH names the current directory: it is theirs to say
		return &Program{Args: append([]string(nil), args...), path: path}, nil
	}
	if !hasDirectory(name) {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return nil, grid.Errorf(grid.Pos{}, "there is no command %q; the file of this name is .%c%s", name,
				filepath.Separator, name)
		}
		return nil, grid.Errorf(grid.Pos{}, "there is no command %q", name)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, grid.Errorf(grid.Pos{}, "there is no command %q", name)
	case err != nil:
		return nil, grid.Errorf(grid.Pos{}, "%s cannot be executed: %v", name, reason(err))
	case info.IsDir():
		return nil, grid.Errorf(grid.Pos{}, "%s is a directory, not a command", name)
	}
	return nil, grid.Errorf(grid.Pos{}, "%s is not executable", name)
}

// hasDirectory reports whether name says where the command is, so that PATH is not searched.
func hasDirectory(name string) bool {
	return strings.ContainsRune(name, '/') || filepath.VolumeName(name) != "" ||
		strings.ContainsRune(name, filepath.Separator)
}

// reason is err without the name of the operation and the path.
func reason(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	var x *exec.Error
	if errors.As(err, &x) {
		return x.Err
	}
	return err
}
