package session

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/gridwright/gridwright/internal/cli/input"
)

// WriteWhole writes a file that is there whole, or as it was before: beside it first, and then in its place. What is no
// file, such as a pipe, is written to. An error names the file.
func WriteWhole(name string, text []byte) error { return input.In(name, writeWhole(name, text)) }

func writeWhole(name string, text []byte) (err error) {
	if file, err := filepath.EvalSymlinks(name); err == nil {
		name = file // a link stays one
	}
	mode := os.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(name, text, mode)
		}
		mode = info.Mode().Perm()
	}
	// not os.CreateTemp: that makes a file for its owner alone, and nobody knows the umask
	draft := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d", filepath.Base(name), rand.Uint64()))
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(draft, name)
	}
	if err != nil {
		os.Remove(draft)
	}
	return err
}

// SameFile reports whether two names are of one file, which need not be there.
func SameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(x, y)
	}
	a, errA = filepath.Abs(a)
	b, errB = filepath.Abs(b)
	return errA == nil && errB == nil && a == b
}
