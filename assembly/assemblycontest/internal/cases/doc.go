// Package cases makes cases of the contest, trees with a root in the frontal model: every tiny one, trees of many
// kinds, and those that are smaller than a given one.
//
// All of it depends on whole numbers from the given source alone, and on no order of a map: the same source makes the
// same trees on every machine.
package cases
