package hugepage

// Least is the size in bytes from which Advise does something.
const Least = 4 << 20

// Make is make([]T, n) on large pages where that pays.
func Make[T any](n int) []T {
	s := make([]T, n)
	Advise(s)
	return s
}

// Advise asks for large pages under s up to its capacity, before it is first written to.
func Advise[T any](s []T) {
	if len(s) == 0 && cap(s) > 0 {
		s = s[:1]
	}
	if len(s) > 0 {
		advise(&s[0], cap(s))
	}
}
