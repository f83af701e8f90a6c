// Package twin has what the tests of permutesolve and its rooms share: sets of moves, instances, and searches so slow
// and plain that one sees that they are right. It works with boards as text, straight from the cycles of moves, and
// knows none of the rooms. Only tests import it.
package twin

import (
	"container/heap"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
)

// NaiveReach visits boards from the start, straight from the cycles, and returns the first goal met; -1 where all
// have been seen and none is one, -2 beyond most boards.
func NaiveReach(p *permute.Instance, most int) int {
	key := func(b []permute.Tile) string {
		k := make([]byte, len(b))
		for i, t := range b {
			k[i] = byte(t)
		}
		return string(k)
	}
	seen := map[string]bool{key(p.Start): true}
	queue := [][]permute.Tile{p.Start}
	for at := 0; at < len(queue); at++ {
		for i, g := range p.Goals {
			ok := true
			for x, t := range g {
				ok = ok && (t == permute.Any || t == queue[at][x])
			}
			if ok {
				return i
			}
		}
		for i := range p.Moves.Moves {
			b := slices.Clone(queue[at])
			for _, cycle := range p.Moves.Moves[i].Cycles {
				for k, x := range cycle {
					b[cycle[(k+1)%len(cycle)]] = queue[at][x]
				}
			}
			if k := key(b); !seen[k] {
				if len(queue) == most {
					return -2
				}
				seen[k] = true
				queue = append(queue, b)
			}
		}
	}
	return -1
}

// PlayMoves makes moves one by one, straight from the cycles.
func PlayMoves(p *permute.Instance, moves []int32) []permute.Tile {
	board := append([]permute.Tile(nil), p.Start...)
	for _, m := range moves {
		old := append([]permute.Tile(nil), board...)
		for _, cycle := range p.Moves.Moves[m].Cycles {
			for k, x := range cycle {
				board[cycle[(k+1)%len(cycle)]] = old[x]
			}
		}
	}
	return board
}

// ShuffledInstance makes instances of different tiles, or of a few kinds, with any permutation for a goal.
func ShuffledInstance(rng *rand.Rand, set *permute.MoveSet, kinds int) *permute.Instance {
	n := set.Rows * set.Cols
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Given: true}
	kinds = min(kinds, n)
	for k := range kinds {
		p.Labels = append(p.Labels, fmt.Sprint(k+1))
	}
	board := func() []permute.Tile {
		b := make([]permute.Tile, n)
		for i := range b {
			b[i] = permute.Tile(i % kinds)
		}
		rng.Shuffle(n, func(i, j int) { b[i], b[j] = b[j], b[i] })
		return b
	}
	p.Start, p.Goals = board(), [][]permute.Tile{board()}
	return p
}

// Walked replaces p's goal by one that can be reached.
func Walked(rng *rand.Rand, p *permute.Instance) *permute.Instance {
	moves := make([]int32, 500)
	for i := range moves {
		moves[i] = rng.Int32N(int32(len(p.Moves.Moves)))
	}
	p.Goals[0] = PlayMoves(p, moves)
	return p
}

// RandomBoard is an instance whose start is a random permutation, with the solved board as its goal.
func RandomBoard(rng *rand.Rand, set *permute.MoveSet) *permute.Instance {
	n := set.Rows * set.Cols
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Goals: [][]permute.Tile{make([]permute.Tile, n)}}
	for i, v := range rng.Perm(n) {
		p.Labels = append(p.Labels, fmt.Sprint(i+1))
		p.Start = append(p.Start, permute.Tile(v))
		p.Goals[0][i] = permute.Tile(i)
	}
	return p
}

// Scrambled starts from a board that so many random moves solve.
func Scrambled(rng *rand.Rand, set *permute.MoveSet, moves int) *permute.Instance {
	p := RandomBoard(rng, set)
	copy(p.Start, p.Goals[0])
	for range moves {
		m := set.Moves[rng.IntN(len(set.Moves))]
		var back permute.Move
		for _, cycle := range m.Cycles {
			cycle = slices.Clone(cycle)
			slices.Reverse(cycle)
			back.Cycles = append(back.Cycles, cycle)
		}
		p.Start = MapMove(p.Start, &back)
	}
	return p
}

func MapMove(board []permute.Tile, m *permute.Move) []permute.Tile {
	out := slices.Clone(board)
	for _, cycle := range m.Cycles {
		for k, cell := range cycle {
			out[cycle[(k+1)%len(cycle)]] = board[cell]
		}
	}
	return out
}

func MapFits(goal, board []permute.Tile) bool {
	for i, t := range goal {
		if t != permute.Any && t != board[i] {
			return false
		}
	}
	return true
}

// TB is what checks need of a test: rapid's has it too.
type TB interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// CheckWay replays a path and compares its cost and goal.
func CheckWay(t TB, p *permute.Instance, path []int32, goal int, cost int64) {
	t.Helper()
	board, sum := slices.Clone(p.Start), int64(0)
	for _, m := range path {
		board = MapMove(board, &p.Moves.Moves[m])
		sum += p.Moves.Moves[m].Cost
	}
	if sum != cost {
		t.Fatalf("the path costs %d, not %d", sum, cost)
	}
	if goal < 0 || goal >= len(p.Goals) || !MapFits(p.Goals[goal], board) {
		t.Fatalf("the path ends at %v, which is not goal %d", board, goal)
	}
}

const ContestMoves = "shift-right shift-down rotate-cw"

// MoveSet parses a set of moves for a test.
func MoveSet(t TB, rows, cols int, words string) *permute.MoveSet {
	t.Helper()
	set, err := permute.ParseMoves(rows, cols, words)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// NaiveMove makes a move by its cycles: the tile at each cell goes to the next one's cell.
func NaiveMove(board string, m *permute.Move) string {
	out := []byte(board)
	for _, cycle := range m.Cycles {
		for k, cell := range cycle {
			out[cycle[(k+1)%len(cycle)]] = board[cell]
		}
	}
	return string(out)
}

type naiveItem struct {
	board string
	cost  int64
}

type naiveQueue []naiveItem

func (q naiveQueue) Len() int { return len(q) }

func (q naiveQueue) Less(i, j int) bool { return q[i].cost < q[j].cost }

func (q naiveQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *naiveQueue) Push(x any) { *q = append(*q, x.(naiveItem)) }

func (q *naiveQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// NaiveSearch is Dijkstra's algorithm with a map of boards: the cost of every board that can be reached from start,
// and the number of ways of that cost.
func NaiveSearch(set *permute.MoveSet, start string) (cost map[string]int64, ways map[string]*big.Int) {
	cost, ways = map[string]int64{start: 0}, map[string]*big.Int{start: big.NewInt(1)}
	done := map[string]bool{}
	q := naiveQueue{{start, 0}}
	for len(q) > 0 {
		at := heap.Pop(&q).(naiveItem)
		if done[at.board] {
			continue
		}
		done[at.board] = true
		for i := range set.Moves {
			next := NaiveMove(at.board, &set.Moves[i])
			c := at.cost + set.Moves[i].Cost
			old, ok := cost[next]
			switch {
			case !ok || c < old:
				cost[next] = c
				ways[next] = new(big.Int).Set(ways[at.board])
				heap.Push(&q, naiveItem{next, c})
			case c == old:
				ways[next].Add(ways[next], ways[at.board])
			}
		}
	}
	return cost, ways
}

func Letters(board []permute.Tile) string {
	out := make([]byte, len(board))
	for i, t := range board {
		out[i] = byte('a' + t)
	}
	return string(out)
}

func FitsGoal(board string, goal []permute.Tile) bool {
	for i, t := range goal {
		if t != permute.Any && board[i] != byte('a'+t) {
			return false
		}
	}
	return true
}

// RandomInstance has a random start and goals: different tiles or alike ones, one goal or more, cells that do not
// matter.
func RandomInstance(rng *rand.Rand, set *permute.MoveSet) *permute.Instance {
	n := set.Rows * set.Cols
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Given: true}
	kinds := n
	if rng.IntN(2) == 0 {
		kinds = 1 + rng.IntN(n)
	}
	for t := range kinds {
		p.Labels = append(p.Labels, fmt.Sprint(t))
	}
	for i := range n {
		t := i
		if t >= kinds {
			t = rng.IntN(kinds)
		}
		p.Start = append(p.Start, permute.Tile(t))
	}
	shuffle := func(b []permute.Tile) { rng.Shuffle(n, func(i, j int) { b[i], b[j] = b[j], b[i] }) }
	shuffle(p.Start)
	for range 1 + rng.IntN(3) {
		g := slices.Clone(p.Start)
		shuffle(g)
		if rng.IntN(2) == 0 {
			for i := range g {
				if rng.IntN(3) == 0 {
					g[i] = permute.Any
				}
			}
		}
		p.Goals = append(p.Goals, g)
	}
	return p
}

// Leads replays a way.
func Leads(p *permute.Instance, path []int32, goal int, cost int64) bool {
	board := Letters(p.Start)
	for _, m := range path {
		board = NaiveMove(board, &p.Moves.Moves[m])
		cost -= p.Moves.Moves[m].Cost
	}
	return cost == 0 && goal >= 0 && FitsGoal(board, p.Goals[goal])
}

// A Count is what a distribution says of the boards at each distance.
type Count struct {
	Costs, Boards, Classes []int64
	Symmetries             int
	Total                  int64
}

// CompareDistribution wants as many boards at each distance as were found naively.
func CompareDistribution(t *testing.T, set *permute.MoveSet, words string, d Count, want map[int64]int64) {
	t.Helper()
	total := int64(0)
	for i, v := range d.Costs {
		if d.Boards[i] != want[v] {
			t.Errorf("%d × %d %q: %d boards at %d, naively %d", set.Rows, set.Cols, words, d.Boards[i], v, want[v])
		}
		if d.Classes[i] > d.Boards[i] || d.Classes[i]*int64(d.Symmetries) < d.Boards[i] {
			t.Errorf("%q: %d classes of %d boards under %d symmetries", words, d.Classes[i], d.Boards[i], d.Symmetries)
		}
		total += d.Boards[i]
	}
	if len(d.Costs) != len(want) || total != d.Total {
		t.Errorf("%q: %d distances, %d boards of %d", words, len(d.Costs), total, d.Total)
	}
}
