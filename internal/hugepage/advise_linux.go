package hugepage

import (
	"syscall"
	"unsafe"
)

// advHugepage is MADV_HUGEPAGE, which package syscall does not name everywhere.
const advHugepage = 14

// advise covers the whole pages of the n elements from first on. unsafe only reads
// the address and the size; the system call changes no contents.
func advise[T any](first *T, n int) {
	size := uintptr(n) * unsafe.Sizeof(*first)
	if size < Least {
		return
	}
	const page = 2 << 20
	skip := -uintptr(unsafe.Pointer(first)) & (page - 1)
	if size < skip+page {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(first)), size)
	whole := (size - skip) &^ (page - 1)
	_ = syscall.Madvise(bytes[skip:skip+whole], advHugepage) // refused advice is no error
}
