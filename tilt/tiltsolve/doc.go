// Package tiltsolve has the fast dynamics of tilting boards: it decides, finds the
// shortest sequence of tilts, counts the reachable boards, plays words with exponents of
// a thousand digits, and writes the certificate where there is no way.
//
// # The mathematics
//
// After one horizontal and one vertical tilt the tiles fill a Young diagram packed into
// a corner: row lengths λ, column heights μ, the same in every corner when the board is
// mirrored so that the corner is top left. From then on a tilt moves every tile by a
// reflection: left or right by ρ(r,c) = (r, λ[r]−1−c), up or down by κ(r,c) = (μ[c]−1−r, c).
// So the boards form rings, walked clockwise by R D L U; two tilts apply κρ, a whole
// turn p = (κρ)². There are four rings, one for each first tilt, and two tilts at
// right angles lead onto them. A target stands on a ring iff for one of the corners
// every cycle of the permutation maps its colours to the target's by a rotation and the
// rotations fit one number of turns (a system of congruences).
//
// Boards before a ring. Two tilts at right angles lead onto a ring, L and then U say. How many boards do they lead to
// one given board with row lengths λ on w columns? The first tilt leaves rows of these lengths in any order, and each
// order is one board, as the second tilt keeps the order in columns; before it the tiles of a row of n stood in any n
// of w places. So there are h!/∏ m_i! · ∏ C(w, λ_r), m_i rows being alike, whichever board of the ring it is: boards
// from which a ring can be reached can be drawn evenly. See Solver.Scramble.
//
// # How it is computed
//
// ρ and κ are involutions, so the cells fall into orbits that are paths or even
// circles with ρ and κ as alternating edges. Walking them costs one reflection a tile, half of
// what following κρ costs and a quarter of following p. The boards that are compared lie
// interleaved, so that a tile costs one cache line. Strings are compared by least
// rotation (two indices, no failure function), which gives the minimal period besides.
//
// Memory at the peak, in bytes a cell for boards of up to 254 colours: 2 for the two boards, 4
// for the planes, and 3 for the strings of the longest orbit. See half.
package tiltsolve
