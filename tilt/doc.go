// Package tilt holds the data of tilting puzzles: tiles lie on an h × w board, and
// tilting it left, right, up or down slides every tile until it meets the edge or
// another tile. An [Instance] asks for the shortest sequence of tilts that turns a
// start into a target ("Tilting Tiles", ICPC World Finals 47, Luxor 2023, problem F).
//
// The package holds what instances, witnesses and certificates are, how they are read and
// written, and when they are valid. It holds no dynamics: package tiltsolve has fast
// tilts, package tiltcheck has naive ones, and neither can lean on the other.
package tilt
