//go:build !race

package permutecheck

// slower is 10 under the race detector.
const slower = 1
