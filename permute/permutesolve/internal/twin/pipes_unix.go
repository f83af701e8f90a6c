//go:build unix

package twin

import (
	"os"
	"syscall"
)

// InPlaceOfFiles are ways to put what is no regular file under a name.
func InPlaceOfFiles() map[string]func(name string) error {
	pipe := func(name string) error { return syscall.Mkfifo(name, 0o666) }
	return map[string]func(name string) error{
		"a pipe":             pipe,
		"a link to a device": func(name string) error { return os.Symlink("/dev/zero", name) },
		"a link to a pipe": func(name string) error {
			if err := pipe(name + ".pipe"); err != nil {
				return err
			}
			return os.Symlink(name+".pipe", name)
		},
		"a directory": func(name string) error { return os.Mkdir(name, 0o777) },
	}
}
