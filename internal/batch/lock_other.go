//go:build !unix

package batch

import "os"

// lock does nothing here: two runs that write one file are their user's to avoid.
func lock(*os.File) error { return nil }

// settle closes f and gives it another name, which here no open file takes.
func settle(f *os.File, from, to string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}
