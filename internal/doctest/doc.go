// Package doctest tests the documents: it runs their code blocks, follows their links, measures their
// lines, and holds the drawing of the house against the imports. It has tests only.
package doctest
