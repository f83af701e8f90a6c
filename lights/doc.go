// Package lights holds Lights Out and its variants as data: what a board is, what may be
// claimed about it, and how both are written. It holds no dynamics: nothing here presses a
// button.
//
// Every lamp holds a value in Z/m = {0, …, m−1}. Pressing a button once adds a weight to some
// lamps, modulo m. Buttons commute and m presses of one do nothing, so a plan is how often
// each button is pressed, from 0 to m−1. The question is which plans turn the start into
// the target: a system of linear equations A·x = b over Z/m with one row for each lamp that
// matters, one column for each button that works, and b = target − start.
//
// A board is a grid, on which one button and one lamp stand at every cell and a
// [Pattern] says what a press at (x, y) adds to the cells (x+dx, y+dy); or a [Net], any
// buttons and lamps with any weights between them. Cells are (x, y), x to the right and y
// down, from 0 in Go.
//
// What a claim says is defined at [Witness] and [Certificate].
package lights
