//go:build race

package permutecheck

// slower is how much longer than alone a check may take to end under the race detector.
const slower = 10
