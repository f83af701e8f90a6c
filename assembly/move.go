package assembly

import "fmt"

// A Direction is the direction in which a block moves.
type Direction uint8

// The directions of motion, in the order of the contest's characters "<>^v".
const (
	Left  Direction = iota // '<': along a row, from the right edge
	Right                  // '>': along a row, from the left edge
	Up                     // '^': along a column, from the bottom edge
	Down                   // 'v': along a column, from the top edge
)

const directionChars = "<>^v"

// Vertical reports whether blocks move along a column.
func (d Direction) Vertical() bool { return d >= Up }

// Opposite is the direction of a block that leaves the way it came.
func (d Direction) Opposite() Direction { return d ^ 1 }

// Delta is a step in the direction d.
func (d Direction) Delta() (dr, dc int32) {
	switch d {
	case Left:
		return 0, -1
	case Right:
		return 0, 1
	case Up:
		return -1, 0
	}
	return 1, 0
}

// Char is the contest's character for d.
func (d Direction) Char() byte { return directionChars[d&3] }

// A Move lets one block in: the direction of its motion and the line along which it moves, a
// row for Left and Right and a column for Up and Down, both from 0. It is one word, so that
// 10^8 moves are 400 MB.
type Move uint32

// MakeMove is the move in the direction d along line, which is less than MaxSide.
func MakeMove(d Direction, line int32) Move { return Move(uint32(d)<<30 | uint32(line)) }

// Dir is the direction of motion.
func (m Move) Dir() Direction { return Direction(m >> 30) }

// Line is the row or column, from 0.
func (m Move) Line() int32 { return int32(m & (1<<30 - 1)) }

// String writes m as the contest does, with lines from 1: "< 1".
func (m Move) String() string { return fmt.Sprintf("%c %d", m.Dir().Char(), m.Line()+1) }
