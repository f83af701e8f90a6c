//go:build !race

package tiltcheck

// slower is 10 under the race detector.
const slower = 1
