// Package search finds ways of least cost by search, where a table of all distances does not fit.
//
// A problem merges the tiles that no goal tells apart. Its boards lie packed in words (layout), moves work on the
// words by masks and rotations (packedMove), and a table of boards with linear probing keeps distances.
//
// Optimal first searches from both sides: breadth first, or Dijkstra's algorithm with buckets (Dial) where costs
// differ (Pohl, "Bi-directional search", Machine Intelligence 6, 1971). On small boards of which most tiles differ
// it then makes a perimeter (Dillenburg and Nelson, "Perimeter search", Artificial Intelligence 65, 1994; Manzini,
// 1995): all positions within a radius of the goal, one of each class under the symmetries of the set and under
// inversion (twist, canon), and goes to it by IDA* (Korf, "Depth-first iterative-deepening", 1985). The perimeter
// is kept as a file and grows in pieces. Where all moves cost the same and walking distances (Takahashi, for the
// 15-puzzle, 2001) bound what remains (walks), there are smaller perimeters before the large one: see below. Where
// memory does not suffice it searches by IDA* with pattern databases (Korf, "Finding optimal solutions to Rubik's
// Cube using pattern databases", AAAI 1997, who has them from Culberson and Schaeffer). A pruner leaves out words
// of two and three moves that others replace (Taylor and Korf, "Pruning duplicate nodes in depth-first search",
// AAAI 1993).
//
// The cost model of the stages: a walking distance is the unit of work, looking a board up in a perimeter is 8
// units, putting one in 16 (about what BenchmarkStages measures). The first perimeter has some thousand classes.
// The next one, with a radius of one move more, is made when the searches since the last have worked as much as it
// will: as many units as the boards at the edge have neighbours, and their inverses, times 16. A search that gets
// there stops, and begins again with the bound that it has proved. So one board or a thousand cost at most about
// twice what the best radius for them would. Work is counted, not timed: the answer is the same at each stage, the
// first of all the best ways. The last stage is the large perimeter. A file that has it, Prepare, and All, which
// counts ways, take it at once. Moves that have no walking distances, or different costs, have no stages.
//
// All lists all ways of least cost. Exhaust visits all boards that can be reached and sums their digests up.
// DistanceBound is a lower bound that a checker verifies: how far tiles have to go, divided by what a move carries.
// Reach tells how far Optimal gets on large boards.
package search
