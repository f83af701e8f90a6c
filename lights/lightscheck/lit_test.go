package lightscheck

import (
	"math/big"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// TestForgedLit changes what is said about boards on which only lit lamps can be pressed.
func TestForgedLit(t *testing.T) {
	with := func(start, target *lights.Board) *lights.Instance {
		return &lights.Instance{Modulus: 2, Width: start.W, Height: start.H, Pattern: lights.Pattern{Name: "plus"},
			Start: start, Target: target, LitOnly: true}
	}
	// Two lamps: pressing either changes both.
	both := with(picture("11"), nil)
	way := func(atLeast int64, moves ...[2]int) lights.Outcome {
		return solved(lights.Witness{Moves: moves, AtLeast: atLeast})
	}
	judge(t, both, way(1, [2]int{0, 0}), true)
	judge(t, both, way(0, [2]int{0, 1}), true)
	refuse(t, both, way(2, [2]int{0, 0}), "at least 2 presses, and has 1")
	refuse(t, both, way(-1, [2]int{0, 0}), "at least -1")
	refuse(t, both, way(0, [2]int{0, 0}, [2]int{0, 0}), "press 2: the lamp in row 1, column 1 is not lit")
	refuse(t, both, way(0, [2]int{0, 2}), "off the board")
	refuse(t, both, way(0, [2]int{-1, 0}), "off the board")
	refuse(t, both, solved(lights.Witness{Moves: [][2]int{}}), "do not reach the target")
	extra := way(1, [2]int{0, 0})
	extra.Witness.Cost = big.NewInt(1)
	refuse(t, both, extra, "claims more")
	refuse(t, both, solved(lights.Witness{Presses: picture("10")}), "without an order")
	dead := *both
	dead.Cells = cells("x.")
	refuse(t, &dead, way(0, [2]int{0, 0}), "is not there")
	plain := *both
	plain.LitOnly = false
	refuse(t, &plain, way(1, [2]int{0, 0}), "gives presses in an order")
	line := with(picture("111"), nil)
	judge(t, line, way(1, [2]int{0, 1}), true)
	refuse(t, with(picture("111"), nil), way(2, [2]int{0, 1}), "at least 2")

	// All lamps are off: nothing can be pressed, though one press of each would do.
	dark := with(picture("00"), picture("11"))
	exhausted := func(states int64, digest [32]byte) lights.Outcome {
		return lights.Outcome{Verdict: puzzle.Impossible,
			Certificate: &lights.Certificate{Exhausted: &lights.Exhausted{States: states, Digest: digest}}}
	}
	// The sum of eight zeros.
	sum := [32]byte{0xaf, 0x55, 0x70, 0xf5, 0xa1, 0x81, 0x0b, 0x7a, 0xf7, 0x8c, 0xaf, 0x4b, 0xc7, 0x0a, 0x66, 0x0f, 0x0d,
		0xf5, 0x1e, 0x42, 0xba, 0xf9, 0x1d, 0x4d, 0xe5, 0xb2, 0x32, 0x8d, 0xe0, 0xe8, 0x3d, 0xfc}
	judge(t, dark, exhausted(1, sum), true)
	refuse(t, dark, exhausted(2, sum), "counts 2 boards")
	refuse(t, dark, exhausted(1, [32]byte{1}), "the digest")
	refuse(t, both, exhausted(1, sum), "the target can be reached")
	more := exhausted(1, sum)
	more.Certificate.Value = 1
	refuse(t, dark, more, "claims more")
	open := *dark
	open.LitOnly = false
	refuse(t, &open, exhausted(1, sum), "only lit lamps")
	// What cannot be solved in any order cannot be solved in one.
	odd := with(picture("10"), nil)
	judge(t, odd, impossible(picture("11"), 1), true)
}
