// Package group knows the group that a set of moves generates, as far as a question needs it, and decides by it which
// goals can be reached.
//
// Orbits and the parities of the moves on them are there at once; the structure (internal/perm: giants, blocks, a
// stabiliser chain by Schreier and Sims) when it is first needed. A decision looks for an assignment of tiles to
// cells that is in the group: with all tiles different there is one; with alike tiles, parities settle it where all
// orbits are giants, characters refute it quickly where one does, and else an assignment is searched for down the
// chain of stabilisers, or by the assigner where a few strong generators say all.
//
// A goal that cannot be reached is refuted by the simplest certificate that does: an orbit that lacks a tile, parity
// (linear algebra modulo 2 over the orbits), blocks that a goal tears, characters (linear ones of the action on
// blocks, modulo a number), a chain of stabilisers, or all boards that can be reached, visited and summed up (the
// room search does that).
package group
