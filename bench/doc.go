// Package bench holds the programs behind "make bench": inputs that are as hard as we know how
// to make them, and runs of whole processes side by side with a published program.
package bench
