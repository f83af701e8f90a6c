//go:build unix

package disk

import "syscall"

// openNonblock makes opening a pipe without a writer return at once. For regular files it means nothing.
const openNonblock = syscall.O_NONBLOCK
