//go:build race

package assemblycheck

// slower is how much longer than alone a check may take to end under the race detector.
const slower = 10
