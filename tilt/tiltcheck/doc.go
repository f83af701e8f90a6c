// Package tiltcheck verifies claims about tilting boards without trusting whoever made
// them. It has its own dynamics, naive ones: a tilt moves every tile, one by one, on a
// board of 32-bit numbers. It shares no code with package tiltsolve.
//
// What it leans on, each point tested here against breadth-first search:
//
// Once a board has been tilted in both axes its tiles fill a Young diagram in one of the
// four corners, and from then on every tilt either moves nothing or carries the whole
// diagram to a neighbouring corner and is undone by the opposite tilt. So the reachable
// boards are the start, at most four boards one tilt away, and at most four rings, named by
// the first tilt: L, R, U or D. The only way along a ring is clockwise (… R, D, L, U …) or
// back.
//
// One turn clockwise from the corner LU, the tilts RDLU, leaves the occupied cells as they
// are and permutes the tiles; the permutation is a function of the occupied cells alone. It
// is found by numbering the tiles and tilting the numbers. A board stands on a ring after n turns
// and j more tilts if, tilted back j times, it shows along every cycle of the
// permutation the colours of the ring's base rotated by n. That leaves one residue
// for n modulo each cycle's minimal period, or none; the Chinese remainder theorem joins
// them.
//
// A claim about B cells costs O(B) steps a tilt and O(B) for each ring, about
// bytesPerCell·B bytes, and big-integer work that is small beside them.
package tiltcheck
