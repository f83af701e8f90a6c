package permutecheck

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// A counter is a context that counts how often it is asked, and says Canceled from some time on.
type counter struct {
	context.Context
	asked, from int
}

func (c *counter) Err() error {
	if c.asked++; c.asked > c.from {
		return context.Canceled
	}
	return nil
}

// turned is a board of columns of size cells, all different or of a few kinds, that moves take around and of which
// one turns two of them in opposite directions; the goal turns one column. The certificate counts turns.
func turned(t testing.TB, size, cols, kinds int) (*permute.Instance, permute.Outcome) {
	n := size * cols
	start := make([]permute.Tile, n)
	for i := range start {
		start[i] = permute.Tile(i)
		if kinds > 0 {
			start[i] = permute.Tile(i / cols % kinds)
		}
	}
	round := permute.Move{Name: "round", Cost: 1}
	for r := range size {
		var cycle []int32
		for c := range cols {
			cycle = append(cycle, int32(r*cols+c))
		}
		round.Cycles = append(round.Cycles, cycle)
	}
	turn := permute.Move{Name: "turn", Cost: 1, Cycles: [][]int32{nil, nil}}
	for r := range size {
		turn.Cycles[0] = append(turn.Cycles[0], int32(r*cols))
		turn.Cycles[1] = append(turn.Cycles[1], int32((size-1-r)*cols+1))
	}
	goal := make([]permute.Tile, n)
	copy(goal, start)
	for r := range size {
		goal[(r+1)%size*cols] = start[r*cols]
	}
	p := build(t, size, cols, start, [][]permute.Tile{goal}, round, turn)
	x := permute.Character{Modulus: int64(size), Systems: []permute.System{{Weight: 1}}}
	s := &x.Systems[0]
	for r := range size {
		s.Phases = append(s.Phases, int64(r))
	}
	for c := range cols {
		var block []int32
		for r := range size {
			block = append(block, int32(r*cols+c))
		}
		s.Blocks = append(s.Blocks, block)
	}
	return p, impossible(p, permute.Certificate{Characters: &permute.Characters{
		List: []permute.Character{x}, Goals: []permute.CharacterGoal{{Sum: 1}}}})
}

// TestCharacterLimits counts what large certificates cost, in looks at the context, and stops them at every one.
func TestCharacterLimits(t *testing.T) {
	for _, c := range []struct{ size, cols, kinds int }{{3, 1000, 0}, {2, 50000, 2}, {1000, 3, 0}, {4, 20000, 4}} {
		p, o := turned(t, c.size, c.cols, c.kinds)
		all := &counter{Context: background, from: 1 << 30}
		if err := Check(all, p, o, noLimits); err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		// A pair of blocks takes two looks at each cell of it, for every turn; the rest is a few looks at each cell.
		most := 64 * int64(c.size*c.cols) / pollEvery
		if c.kinds == 0 {
			most += 8 * int64(c.size*c.cols) * int64(c.size*c.cols) / pollEvery
		}
		if int64(all.asked) > 10+most || c.kinds == 0 && all.asked < 3 {
			t.Errorf("%v: %d looks at the context, not more than %d", c, all.asked, most)
		}
		for from := range min(all.asked, 20) {
			early := &counter{Context: background, from: from}
			if err := Check(early, p, o, noLimits); !errors.Is(err, context.Canceled) || early.asked > from+1 {
				t.Fatalf("%v: canceled at look %d: %v, after %d", c, from, err, early.asked)
			}
		}
		limited(t, Check(background, p, o, puzzle.Limits{Memory: int64(c.size * c.cols)}), "memory", "needs about")
	}
	p, o := turned(t, 3, 1000, 0)
	k := newWork(background, p, noLimits)
	for _, steps := range []int64{100, 1 << 20} {
		k.steps = steps
		limited(t, k.checkCharacters(o.Certificate.Characters), "check",
			fmt.Sprintf("a character that takes more than %d steps", steps))
	}
	p, o = turned(t, maxBlock+1, 2, 0)
	limited(t, Check(background, p, o, noLimits), "check", "blocks of more than 16384 cells")
}
