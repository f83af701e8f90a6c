//go:build !race

package lightscheck

// slower is 10 under the race detector.
const slower = 1
