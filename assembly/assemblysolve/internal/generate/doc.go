// Package generate makes shapes.
//
// Instance makes one of many forms at random, for tests: most shapes can be built, so it looks for those that cannot.
// LetIn makes one that can, by letting blocks in along random lines. Shrink makes smaller ones from one with which
// something is wrong. Polyominoes makes all of a size, each once (D. Redelmeier, Counting polyominoes: yet another
// attack, 1981).
package generate
