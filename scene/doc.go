// Package scene is how a board is seen, before anybody knows on what: a [Scene] says what stands where, what is
// marked and how a person plays it; a terminal, a picture or a browser page draws it. Families make scenes and
// draw nothing; fronts draw scenes and know no family.
//
// Units are cells. The origin is the top left corner, x grows to the right and y down, and fractions are allowed:
// the cell of row 2 and column 5 (from 0) is the square from (5, 2) to (6, 3), its middle [Middle](2, 5).
//
//   - The ground has one [Cell] everywhere: floor, wall, hole and so on. It is stored in runs, so that an empty
//     board of any size costs nothing.
//   - A [Piece] is what moves or changes. Its id stays the same from frame to frame: whoever animates moves equal ids.
//   - A [Mark] points something out: a ring, a cross, a badge, an arrow, a line, a link of a net.
//   - A [Handle] is how a person plays: a region, a gesture or a key, and the move that it means in the family's words.
//
// Colours are numbers of a [Palette] that colour-blind people can tell apart, and each comes with a shape and a letter:
// nothing is told by colour alone.
//
// A board of 10^8 cells is never drawn whole. Whoever wants a scene says which [Window] of it, the family fills that
// alone, and the scene remembers that there is more.
//
// [Frames] are the scenes of a story, such as the boards along a solution, each with the move that leads to it and a
// sentence. They are made when they are asked for, by number, so that a solution of 10^30 moves can be entered
// anywhere.
//
// Package figure, below, draws scenes for the eye. [Text] draws for a terminal: boards side by side, in
// colour or in plain characters. JSON is the form for a browser; its fields are documented at [Scene.MarshalJSON].
//
// The package imports the standard library, and grid for words.
package scene
