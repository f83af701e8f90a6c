//go:build !race

package assemblycheck

// slower is 10 under the race detector.
const slower = 1
