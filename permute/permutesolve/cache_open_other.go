//go:build !unix

package permutesolve

// openNonblock: there are no pipes with names in directories here.
const openNonblock = 0
