package puzzle_test

import (
	"math/big"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

func TestAway(t *testing.T) {
	n := func(v int64) *big.Int {
		if v < 0 {
			return nil
		}
		return big.NewInt(v)
	}
	away := func(least, most int64) puzzle.Away { return puzzle.Away{AtLeast: n(least), AtMost: n(most)} }
	priced := func(least, most int64) puzzle.Away {
		return puzzle.Away{AtLeast: n(least), AtMost: n(most), Priced: true}
	}
	lost, unknown := puzzle.Away{Impossible: true}, puzzle.Away{}
	for _, c := range []struct {
		before, after puzzle.Away
		text          string // of after
		want          puzzle.Change
	}{
		{away(5, 5), away(4, 4), "4 moves away", puzzle.Better},
		{away(5, 5), away(5, 5), "5 moves away", puzzle.Same},
		{away(5, 5), away(6, 6), "6 moves away", puzzle.Worse},
		{away(5, 5), away(1, 1), "1 move away", puzzle.Better},
		{away(5, 5), away(3, 9), "3 to 9 moves away", puzzle.Unclear},
		{away(5, 5), away(3, 4), "3 to 4 moves away", puzzle.Better},
		{away(3, 5), away(6, 9), "6 to 9 moves away", puzzle.Worse},
		{away(3, 5), away(5, 9), "5 to 9 moves away", puzzle.Unclear},
		{away(-1, 5), away(-1, 4), "at most 4 moves away", puzzle.Unclear},
		{away(0, 5), away(0, 1), "at most 1 move away", puzzle.Unclear},
		{away(5, 5), lost, "impossible", puzzle.Lost},
		{lost, lost, "impossible", puzzle.Same},
		{lost, away(2, 2), "2 moves away", puzzle.Better},
		{unknown, away(2, 2), "2 moves away", puzzle.Unclear},
		{away(2, 2), unknown, "unknown", puzzle.Unclear},
		{unknown, lost, "impossible", puzzle.Unclear},
		{priced(5, 5), priced(1, 1), "at a cost of 1", puzzle.Better},
		{priced(5, 5), priced(-1, 9), "at a cost of at most 9", puzzle.Unclear},
		{priced(5, 5), priced(3, 4), "at a cost of 3 to 4", puzzle.Better},
	} {
		if got := c.after.Since(c.before); got != c.want || c.after.String() != c.text {
			t.Errorf("%v, then %v: %s, want %s; %q", c.before, c.after, got, c.want, c.after)
		}
	}
}
