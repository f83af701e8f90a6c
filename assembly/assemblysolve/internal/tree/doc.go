// Package tree decides shapes that are trees, in the frontal model, with a root or with blocks in place.
//
// Such a tree leaves no choice. What is on the board is connected, so each block bumps into its parent: its line and
// direction are forced, and what must come before what is known (see tree). Blocks come in when they wait for nothing.
// That takes O(blocks) and gives a schedule with the least number of steps, a longest path; the contest asks for no
// more.
//
// Where some blocks wait for ever they are on a cycle of constraints or behind one, and a shortest cycle is the
// certificate: the search goes breadth first from each block of a strongly connected
// component, within a bound of work. With blocks in place any cycle will do.
package tree
