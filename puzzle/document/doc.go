// Package document is the tree between a JSON (or YAML) text and a family's
// data: strict, and with a place in the text for every value.
//
// encoding/json alone accepts duplicate keys, matches field names without regard
// to case and forgets where a value stood. A family that reads itself from a
// [Value] refuses the first two and can say "line 3, column 7: …" about everything.
// Other syntaxes build the same tree with [NewString] and its neighbours.
package document
