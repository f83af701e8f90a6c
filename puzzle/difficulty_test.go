package puzzle_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/puzzle"
)

// TestDifficultyIsMonotone wants the grade to grow with choices and with what misleads, and to fall with ways.
func TestDifficultyIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w puzzle.Walk
		w.Length = big.NewInt(1)
		w.Orders = rapid.Float64Range(0, 50).Draw(t, "orders")
		before := w.Bits()
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			choices := rapid.IntRange(0, 100).Draw(t, "choices")
			wrong := func(what string) int64 { return rapid.Int64Range(0, 5).Draw(t, what) }
			w.Step(choices, wrong("before"), wrong("after"), wrong("other"))
			if now := w.Bits(); now < before {
				t.Fatalf("a step more makes it easier: %v, %v", before, now)
			} else {
				before = now
			}
		}
		more := w
		more.Orders += rapid.Float64Range(0, 50).Draw(t, "more ways")
		if more.Bits() > w.Bits() || more.Bits() < 0 || more.Grade() > w.Grade() {
			t.Fatalf("more ways make it harder: %+v, %+v", w, more)
		}
	})
	for _, c := range []struct {
		d    puzzle.Difficulty
		word string
	}{
		{puzzle.Difficulty{}, "trivial"}, {puzzle.Difficulty{Choices: 4}, "easy"}, {puzzle.Difficulty{Choices: 12}, "medium"},
		{puzzle.Difficulty{Choices: 20, Orders: 9, Lures: 1}, "medium"}, {puzzle.Difficulty{Choices: 24}, "hard"},
		{puzzle.Difficulty{Choices: 48}, "very hard"}, {puzzle.Difficulty{Choices: math.Inf(1)}, "extreme"},
	} {
		if got := c.d.Word(); got != c.word {
			t.Errorf("%+v: %s, want %s", c.d, got, c.word)
		}
	}
	if got := puzzle.Log2(new(big.Int).Lsh(big.NewInt(3), 1000)); math.Abs(got-1000-math.Log2(3)) > 1e-9 {
		t.Errorf("log₂ 3·2^1000 is %v", got)
	}
}
