// Package probpack makes problem packages for judging systems, and looks whether one is right.
//
// [Build] makes a package of a contest in the Problem Package Format of Kattis and the ICPC, version 2023-07-draft:
// metadata, statement, samples, secret data in groups with the commands that made them, validators that call
// gridwright, and programs that are right and wrong. The same contest, seed and sizes give the same bytes.
// [Package.Write] puts it into a directory.
//
// [Verify] looks at any package of that version as the specification and a judging system do: names, pairs, metadata,
// then what the validators say of each file, and how each program ends.
package probpack
