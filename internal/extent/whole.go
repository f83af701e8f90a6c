//go:build sweep

package extent

// Whole says that tests take all of their cases.
const Whole = true
