//go:build unix

package permutesolve

import "syscall"

// openNonblock makes opening a pipe without a writer return at once. For regular files it means nothing.
const openNonblock = syscall.O_NONBLOCK
