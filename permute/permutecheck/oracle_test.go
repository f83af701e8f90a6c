package permutecheck

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

var (
	background = context.Background()
	noLimits   = puzzle.Limits{}
)

func seeded(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

// labels are the first n natural numbers.
func labels(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i + 1)
	}
	return out
}

// build makes an instance and sees that it is valid.
func build(t testing.TB, rows, cols int, start []permute.Tile, goals [][]permute.Tile,
	moves ...permute.Move) *permute.Instance {
	t.Helper()
	p := &permute.Instance{Rows: rows, Cols: cols, Moves: &permute.MoveSet{Rows: rows, Cols: cols, Moves: moves},
		Labels: labels(int(slices.Max(start)) + 1), Start: start, Goals: goals, Given: true}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

func solved(w permute.Witness) permute.Outcome {
	return permute.Outcome{Verdict: puzzle.Solved, Witness: &w}
}

func impossible(p *permute.Instance, c permute.Certificate) permute.Outcome {
	c.Cols = p.Cols
	return permute.Outcome{Verdict: puzzle.Impossible, Certificate: &c}
}

// judge checks that o is accepted or rejected as it should be.
func judge(t *testing.T, p *permute.Instance, o permute.Outcome, good bool) {
	t.Helper()
	err := Check(background, p, o, noLimits)
	if good && err != nil || !good && !errors.Is(err, puzzle.ErrRejected) {
		t.Fatalf("%s: %s: %v; true is %v", describe(p), describeOutcome(o), err, good)
	}
}

// refuse checks that o is rejected for a reason.
func refuse(t *testing.T, p *permute.Instance, o permute.Outcome, reason string) {
	t.Helper()
	err := Check(background, p, o, noLimits)
	if !errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), reason) {
		t.Fatalf("%s: %s: %v; %q is expected", describe(p), describeOutcome(o), err, reason)
	}
}

func describe(p *permute.Instance) string {
	return fmt.Sprintf("%d × %d, %v -> %v by %+v", p.Rows, p.Cols, p.Start, p.Goals, p.Moves.Moves)
}

func describeOutcome(o permute.Outcome) string {
	switch {
	case o.Witness != nil:
		return fmt.Sprintf("%+v", *o.Witness)
	case o.Certificate != nil:
		c := o.Certificate
		return fmt.Sprintf("%+v %+v %+v %+v %+v %+v", c.Orbit, c.Parity, c.Blocks, c.Characters, c.Chain, c.Exhausted)
	}
	return "nothing"
}

// images lists where a move takes the tile of each cell. The oracle knows moves as such lists only.
func images(p *permute.Instance) [][]int32 {
	out := make([][]int32, len(p.Moves.Moves))
	for i, m := range p.Moves.Moves {
		for c := range p.Start {
			to := int32(c)
			for _, cycle := range m.Cycles {
				if j := slices.Index(cycle, to); j >= 0 {
					to = append(cycle[j+1:], cycle[0])[0]
					break
				}
			}
			out[i] = append(out[i], to)
		}
	}
	return out
}

// after is the board after a list of images.
func after(board []permute.Tile, image []int32) []permute.Tile {
	out := make([]permute.Tile, len(board))
	for c, to := range image {
		out[to] = board[c]
	}
	return out
}

func fits(board, goal []permute.Tile) bool {
	for c := range goal {
		if goal[c] >= 0 && goal[c] != board[c] {
			return false
		}
	}
	return true
}

// brute is all that can be reached from the start.
type brute struct {
	p      *permute.Instance
	boards [][]permute.Tile
	index  map[string]int
	dist   []int64
	whole  bool // nothing was left out
}

func explore(p *permute.Instance, most int) *brute {
	b := &brute{p: p, index: map[string]int{}, whole: true}
	list := images(p)
	see := func(board []permute.Tile) int {
		key := fmt.Sprint(board)
		i, ok := b.index[key]
		if !ok {
			i = len(b.boards)
			b.index[key] = i
			b.boards = append(b.boards, board)
			b.dist = append(b.dist, 1<<60)
		}
		return i
	}
	b.dist[see(p.Start)] = 0
	for i := 0; i < len(b.boards); i++ {
		if len(b.boards) > most {
			b.whole = false
			return b
		}
		for _, m := range list {
			see(after(b.boards[i], m))
		}
	}
	for again := true; again; { // until nothing gets cheaper
		again = false
		for i, board := range b.boards {
			for j, m := range list {
				to := b.index[fmt.Sprint(after(board, m))]
				if d := b.dist[i] + p.Moves.Moves[j].Cost; d < b.dist[to] {
					b.dist[to], again = d, true
				}
			}
		}
	}
	return b
}

// least is the least cost to any goal, -1 where there is no way.
func (b *brute) least() int64 {
	least := int64(-1)
	for i, board := range b.boards {
		if b.fitsAny(board) && (least < 0 || b.dist[i] < least) {
			least = b.dist[i]
		}
	}
	return least
}

func (b *brute) fitsAny(board []permute.Tile) bool {
	return slices.ContainsFunc(b.p.Goals, func(g []permute.Tile) bool { return fits(board, g) })
}

// ways counts the optimal ways, by the last move of each.
func (b *brute) ways() *big.Int {
	list := images(b.p)
	known := map[int]*big.Int{b.index[fmt.Sprint(b.p.Start)]: big.NewInt(1)}
	order := make([]int, len(b.boards))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return int(b.dist[x] - b.dist[y]) })
	for _, i := range order {
		for j, m := range list {
			to := b.index[fmt.Sprint(after(b.boards[i], m))]
			if b.dist[to] != b.dist[i]+b.p.Moves.Moves[j].Cost {
				continue
			}
			if known[to] == nil {
				known[to] = new(big.Int)
			}
			known[to].Add(known[to], known[i])
		}
	}
	sum := new(big.Int)
	for i, board := range b.boards {
		if b.fitsAny(board) && b.dist[i] == b.least() {
			sum.Add(sum, known[i])
		}
	}
	return sum
}

func (b *brute) exhausted() permute.Exhausted {
	e := permute.Exhausted{States: int64(len(b.boards))}
	for _, board := range b.boards {
		var buf bytes.Buffer
		_ = binary.Write(&buf, binary.LittleEndian, board)
		sum := sha256.Sum256(buf.Bytes())
		for i := range sum {
			e.Digest[i] ^= sum[i]
		}
	}
	return e
}

var sizes = [][2]int{{2, 2}, {2, 3}, {1, 4}, {3, 3}, {1, 5}, {3, 2}, {1, 3}, {2, 1}}

// randomMoves are asymmetric more often than not: 3-cycles, and whatever else, in one direction.
func randomMoves(rng *rand.Rand, n, most int) []permute.Move {
	out := make([]permute.Move, 1+rng.IntN(most))
	for i := range out {
		m := permute.Move{Name: fmt.Sprintf("m%d", i), Cost: 1 + rng.Int64N(3)}
		if rng.IntN(4) == 0 {
			m.Cost = 1
		}
		cells := rng.Perm(n)
		for len(cells) >= 2 && (len(m.Cycles) == 0 || rng.IntN(3) == 0) {
			size := 2 + rng.IntN(len(cells)-1)
			if rng.IntN(2) == 0 {
				size = min(3, len(cells))
			}
			var cycle []int32
			for _, c := range cells[:size] {
				cycle = append(cycle, int32(c))
			}
			m.Cycles = append(m.Cycles, cycle)
			cells = cells[size:]
		}
		out[i] = m
	}
	return out
}

// randomStart has all tiles different where kinds is the number of cells.
func randomStart(rng *rand.Rand, n, kinds int) []permute.Tile {
	board := make([]permute.Tile, n)
	for i, c := range rng.Perm(n) {
		board[c] = permute.Tile(i % kinds)
		if i >= kinds {
			board[c] = permute.Tile(rng.IntN(kinds))
		}
	}
	return board
}

// randomWalk makes random moves.
func randomWalk(rng *rand.Rand, p *permute.Instance, length int) ([]permute.Step, []permute.Tile) {
	board := p.Start
	var steps []permute.Step
	list := images(p)
	for range length {
		if len(list) == 0 {
			break
		}
		i := rng.IntN(len(list))
		s := permute.Step{Name: p.Moves.Moves[i].Name, Times: 1 + rng.Int64N(3)}
		for range s.Times {
			board = after(board, list[i])
		}
		steps = append(steps, s)
	}
	return steps, board
}

// blot makes some cells of a copy not matter.
func blot(rng *rand.Rand, board []permute.Tile, odds int) []permute.Tile {
	out := slices.Clone(board)
	for c := range out {
		if rng.IntN(odds) == 0 {
			out[c] = permute.Any
		}
	}
	return out
}

// shuffled is a board with the same tiles.
func shuffled(rng *rand.Rand, board []permute.Tile) []permute.Tile {
	out := slices.Clone(board)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// measure fills in cost and length of the moves.
func measure(p *permute.Instance, w *permute.Witness) {
	w.Cost, w.Length = 0, 0
	for _, s := range w.Moves {
		for _, m := range p.Moves.Moves {
			if m.Name == s.Name {
				w.Cost += s.Times * m.Cost
				w.Length += s.Times
			}
		}
	}
}

// randomInstance has a goal that can be reached, if solvable, by the moves of the witness.
func randomInstance(t testing.TB, rng *rand.Rand, solvable bool) (*permute.Instance, permute.Witness) {
	size := sizes[rng.IntN(len(sizes))]
	n := size[0] * size[1]
	moves := randomMoves(rng, n, 3)
	kinds := n
	if rng.IntN(2) == 0 || n > 6 {
		kinds = 1 + rng.IntN(min(n, 4))
	}
	start := randomStart(rng, n, kinds)
	p := build(t, size[0], size[1], start, [][]permute.Tile{start}, moves...)
	p.Goals = nil
	for range 1 + rng.IntN(3)/2*rng.IntN(3) {
		p.Goals = append(p.Goals, blot(rng, shuffled(rng, start), 1+rng.IntN(9)))
	}
	var w permute.Witness
	if solvable {
		var end []permute.Tile
		w.Moves, end = randomWalk(rng, p, rng.IntN(9))
		w.Goal = rng.IntN(len(p.Goals))
		p.Goals[w.Goal] = blot(rng, end, 2+rng.IntN(9))
		measure(p, &w)
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p, w
}
