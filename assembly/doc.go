// Package assembly is the data of the family of assembly: a shape of unit blocks that is built by
// sliding blocks in from the edges of a board, one by one.
//
// A board of Rows × Cols cells holds one block. A new block slides in from an edge along a
// row or a column. In the contact model [Frontal] it stops when it bumps head-on into a
// block; in [Sticky] it also stops as soon as it lies side by side with one. A block that meets nothing
// falls off at the other edge, and one whose entry cell is taken cannot enter: neither is a move.
// Blocks stay where they stop. Can exactly the shape be built, in which order and from which
// sides?
//
// The contest problem is "Sliding Blocks" (ICPC Asia Singapore 2018, problem H): frontal contact,
// the first block is given, the shape is a tree. The sticky model is the Tilt Assembly Problem (Becker,
// Fekete, Keldenich, Krupke, Rieck, Scheffer and Schmidt, "Tilt Assembly: Algorithms for
// Micro-Factories That Build Objects with Uniform External Forces", Algorithmica 2018).
//
// The package has no dynamics: nothing in it can make a move. assemblysolve builds, and
// assemblycheck, which shares no code with it, verifies.
package assembly
