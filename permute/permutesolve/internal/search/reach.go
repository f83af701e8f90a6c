package search

import (
	"math"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// sampled is the number of boards near the solved one from which Reach is told.
const sampled = 1 << 9

// Reach estimates the cost beyond which Optimal, bounded to so many boards on each side, finds nothing: two balls of
// boards have to meet, and a ball grows from level to level as it does near the solved board. It depends on the set
// alone. math.MaxInt64: the set has few boards. The work is that of some thousand boards.
func Reach(c *moveset.Compiled, boards [2]float64) int64 {
	dearest := int64(0)
	for i := range c.Moves {
		dearest = max(dearest, c.Moves[i].Cost)
	}
	before, level := 1, [][]int32{moveset.Identity(c.N)}
	seen := map[string]bool{boardKey(level[0]): true}
	depth := 0.0
	for moves := c.Distinct(nil); len(seen) < sampled; depth++ {
		before = len(level)
		var next [][]int32
		for _, board := range level {
			for _, m := range moves {
				b := make([]int32, c.N)
				copy(b, board)
				for k, to := range c.Moves[m].To {
					b[to] = board[c.Moves[m].From[k]]
				}
				if key := boardKey(b); !seen[key] {
					seen[key] = true
					next = append(next, b)
				}
			}
		}
		if level = next; len(level) <= before {
			return math.MaxInt64
		}
	}
	growth := math.Log(float64(len(level)) / float64(before))
	levels := 0.0
	for _, n := range boards {
		levels += depth + max(0, math.Log(n/float64(len(level)))/growth)
	}
	return int64(math.Ceil(levels)) * dearest
}

func boardKey(board []int32) string {
	key := make([]byte, len(board))
	for i, x := range board {
		key[i] = byte(x)
	}
	return string(key)
}
