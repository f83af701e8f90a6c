// Package grid holds what every grid puzzle needs before it has rules: positions
// that a person can find again (line and column), and a scanner that reads
// text formats without ever trusting a size that it has only been told.
//
// It is a leaf: it imports the standard library alone.
package grid
