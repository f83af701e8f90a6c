// Package parts looks for the largest part of a shape that can be built, and for the fewest supports that make all of
// it buildable.
//
// Both are hard (A. Becker et al., Tilt Assembly, Algorithmica 2018), so the answers are bounds that meet for small
// shapes and small defects. Trials decide one part or extension after another, on a budget of work and memory; a trial
// that takes more stays undecided. What blocks are in place does not matter here.
package parts
