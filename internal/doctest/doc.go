// Package doctest runs the code blocks of the documentation; it has tests only.
package doctest
