// Package extent says how much a test takes: a share of its cases, which every change can afford, or with the build tag
// sweep all of them.
package extent

// Or is few, or under the tag sweep all: the number of cases of a test, or the size of its largest.
func Or[T any](few, all T) T {
	if Whole {
		return all
	}
	return few
}

// Rounds is how often a test repeats what it does with random cases: an eighth of all, or all.
func Rounds(all int) int { return Or((all+7)/8, all) }
