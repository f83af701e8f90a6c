//go:build unix

package batch

import (
	"errors"
	"os"
	"syscall"
)

// lock makes sure that nobody else writes f. It ends with the process, however that ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// settle closes f, which gets another name while it is still locked: nobody else takes it up in between.
func settle(f *os.File, from, to string) error { return errors.Join(os.Rename(from, to), f.Close()) }
