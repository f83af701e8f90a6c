//go:build !unix

package disk

// openNonblock: there are no pipes with names in directories here.
const openNonblock = 0
