// Package lightscheck verifies claims about boards of lamps without trusting whoever made
// them. It has its own dynamics, naive ones: it works out from a pattern's definition which
// lamps a press reaches, adds up every press at every lamp, and compares. It shares no code
// with package lightssolve, and takes from package lights what boards hold but not what
// patterns mean.
//
// A witness is verified by pressing: O(lamps · offsets), 64 lamps at a time for boards
// of bits. The number of solutions is verified by a sweep over the lamps, see sweep; that presses are the
// fewest by there being one solution, or by elimination of the whole matrix, see maxElimination, and a
// visit to every solution, see maxVisits. A certificate is
// verified by a sum over each button's lamps and one over all lamps.
//
// A claim is accepted only if everything that it says has been verified. Where that is more
// than this package takes on, the check ends with a *puzzle.LimitError that says what was
// not verified; what is cheaper to see has been checked by then, so that a wrong
// claim is still rejected where it is wrong in one of these points.
package lightscheck
