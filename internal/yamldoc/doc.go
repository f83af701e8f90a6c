// Package yamldoc reads a YAML text into the tree that package document defines, so
// that a document may be written in YAML wherever JSON is accepted, with the same
// strictness and the same "line 3, column 7: …" in errors.
//
// It reads the part of YAML that says what JSON says: documents of mappings, lists and scalars,
// with --- between them where there are several. Anchors, aliases, merge keys, tags, directives
// and "? key" are refused, each with a sentence; so a text of a few lines can never unfold
// into gigabytes.
//
// # Plain scalars
//
// A scalar without quotes is a number where it is a number of JSON (12, -3, 1.5e9), and
// true, false and null are what they are in JSON; a missing value is null too. Everything
// else is a text, exactly as it is written: 0101, .5, 0x10, 1_000, yes, ~, Null, .inf and
// 2024-01-01 are texts. YAML readers disagree about every one of those, and a row of a
// board that reads 0101 must keep its leading zero. A row of digits without one (1010) is
// a number here as it is in JSON; who wants a text writes quotes.
//
// Scalars in quotes and in blocks (| and >) are always texts.
package yamldoc
