package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/gridwright/gridwright/bench/run"
	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
)

var permuteFamily = &run.Family{
	Name:  "permute",
	Doc:   "sizes are queries of the contest; kinds are contest, table, torus, order, cold, middle and large",
	Sizes: []int{200_000},
	Jobs: map[string]run.Job{
		"queries": run.Writer(queries),
		"table":   contestTable,
		"torus":   torus,
		"order":   order,
		"cold":    cold,
		"middle":  middle,
		"large":   large,
	},
	Lines: permuteLines,
}

func permuteLines(b *run.Bench) {
	for _, n := range b.Sizes {
		if b.Want("contest") {
			contest(b, n)
		}
	}
	job := func(name string, runs int, work string, most time.Duration, memory int64) {
		b.JobRow(name, run.Args{Runs: runs}, run.Row{Work: work, Target: run.Target{CPU: most, Peak: memory}})
	}
	job("table", b.Runs(31), "9! table, 181,440 boards, in memory", 40*time.Millisecond, 0)
	job("torus", 1, "3 × 4 torus, God's algorithm, process", 45*time.Second, 600e6)
	job("order", b.Runs(5), "100 × 100 order", 100*time.Millisecond, 0)
	job("cold", 1, "20 random 4 × 4 boards, optimal, nothing prepared", 2*time.Second, 150e6)
	job("middle", 1, "20 random 4 × 4 boards, optimal, prepared", 2*time.Second, 0)
	job("large", b.Runs(3), "100 × 100 random board, constructively", 2*time.Second, 0)
}

// contest takes n random cases from text to text, each run a process that knows nothing.
func contest(b *run.Bench, n int) {
	in, out := b.Input("queries", run.Args{N: n}), b.File("answers")
	f, _ := b.Pair(b.Runs(9), func() run.Figure {
		f := b.Ours(in, out, "contest", "--timeout", "0", "square-puzzle")
		if !bytes.Equal(run.Must(os.ReadFile(out)), run.Must(os.ReadFile(in+answersOf))) {
			run.Failf("the contest's answers are not those of a plain search")
		}
		return f
	}, nil)
	r := run.Row{Kind: "contest", Size: n, Work: run.Count(n) + " contest queries, text to text, process", Ours: f,
		Note: "equal to a plain search"}
	if n <= 200_000 {
		r.Target.CPU = 150 * time.Millisecond
	}
	b.Row(r)
}

// answersOf ends the name of the file with the answers to an input.
const answersOf = ".answers"

// distances makes the table of a set anew each time and compares the boards of each level with what
// is published.
func distances(runs, rows, cols int, words string, want ...int64) run.Figure {
	set := run.Must(permute.ParseMoves(rows, cols, words))
	var d *permutesolve.Distribution
	f := run.Timed(runs, func() {
		d = run.Must(permutesolve.Distances(context.Background(), set, permutesolve.DistributionOptions{}, puzzle.Limits{}))
	})
	if !slices.Equal(d.Boards, want) {
		run.Failf("%d × %d %s: the distribution is %v, not %v", rows, cols, words, d.Boards, want)
	}
	f.Note = fmt.Sprintf("%d boards in %d bytes, farthest %d", d.Total, d.Table, d.Costs[len(d.Costs)-1])
	return f
}

// contestTable makes the contest's table.
func contestTable(a run.Args) run.Figure {
	return distances(a.Runs, 3, 3, permute.ContestMoves, 1, 7, 40, 207, 1035, 4880, 20560, 64254, 79535, 10906, 15)
}

// torus goes through all 12! boards.
func torus(a run.Args) run.Figure {
	f := distances(a.Runs, 3, 4, "shifts", 1, 14, 135, 1252, 11135, 93138, 732983, 5342410, 34108194, 155751268, 249363563,
		33420160, 177155, 186, 6)
	f.Note += "; twsearch: 196 s CPU"
	return f
}

// order finds the order of the group of all shifts on a torus of 100 × 100: 10,000!, as some shift
// is odd.
func order(a run.Args) run.Figure {
	const n = 100
	var gens []perm.Cycles
	for i := range n {
		row, col := make([]uint16, n), make([]uint16, n)
		for k := range n {
			row[k], col[k] = uint16(i*n+k), uint16(k*n+i)
		}
		gens = append(gens, perm.Cycles{row}, perm.Cycles{col})
	}
	var got *big.Int
	f := run.Timed(a.Runs, func() {
		g := run.Must(perm.NewGroup(n*n, gens))
		got = run.Must(g.Structure(context.Background(), perm.Options{})).Order()
	})
	if want := new(big.Int).MulRange(1, n*n); got == nil || got.Cmp(want) != 0 {
		run.Failf("100 × 100: the order is not the factorial of 10,000")
	}
	f.Note = fmt.Sprintf("10,000!, of %d bits", got.BitLen())
	return f
}

// queries writes random cases, and their answers into a file beside.
func queries(out io.Writer, a run.Args) error {
	var answers []byte
	dist := plainSearch()
	rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
	text := append(strconv.AppendInt(nil, int64(a.N), 10), '\n')
	for range a.N {
		var boards [2][9]int
		for k := range boards {
			boards[k] = [9]int(rng.Perm(9))
			for i, t := range boards[k] {
				text = append(text, byte('1'+t))
				if i%3 == 2 {
					text = append(text, '\n')
				}
			}
		}
		// The cells by where they are on the first board, from there on as plainSearch has them.
		var home, rel [9]int
		for i, t := range boards[0] {
			home[t] = i
		}
		for i, t := range boards[1] {
			rel[i] = home[t]
		}
		answers = append(strconv.AppendInt(answers, int64(dist[code(rel)]), 10), '\n')
	}
	if err := os.WriteFile(a.File+answersOf, answers, 0o600); err != nil {
		return err
	}
	_, err := out.Write(text)
	return err
}

// code numbers the boards of nine tiles.
func code(board [9]int) int {
	n, seen := 0, uint(0)
	for i, v := range board {
		n = n*(9-i) + v - bits.OnesCount(seen&(1<<v-1))
		seen |= 1 << v
	}
	return n
}

// plainSearch is the distance of each board from the solved one by the contest's moves, -1 where
// there is no way.
func plainSearch() []int8 {
	dist := make([]int8, 362880)
	for i := range dist {
		dist[i] = -1
	}
	queue := [][9]int{{0, 1, 2, 3, 4, 5, 6, 7, 8}}
	dist[code(queue[0])] = 0
	for k := 0; k < len(queue); k++ {
		b := queue[k]
		for m := range 7 {
			next := b
			for i := range 3 {
				switch {
				case m < 3: // row m to the right
					next[3*m+(i+1)%3] = b[3*m+i]
				case m < 6: // a column down
					next[(i+1)%3*3+m-3] = b[3*i+m-3]
				default: // row i becomes column 2−i
					for j := range 3 {
						next[3*j+2-i] = b[3*i+j]
					}
				}
			}
			if at := code(next); dist[at] < 0 {
				dist[at] = dist[code(b)] + 1
				queue = append(queue, next)
			}
		}
	}
	return dist
}

// shuffled is a random board of n × n with unit shifts both ways; goal is the solved board.
func shuffled(set *permute.MoveSet, rng *rand.Rand) *permute.Instance {
	cells := set.Rows * set.Cols
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set,
		Goals: [][]permute.Tile{make([]permute.Tile, cells)}}
	for i := range cells {
		p.Labels = append(p.Labels, fmt.Sprint(i+1))
		p.Goals[0][i] = permute.Tile(i)
	}
	for _, i := range rng.Perm(cells) {
		p.Start = append(p.Start, permute.Tile(i))
	}
	return p
}

// replay makes the moves of a witness cell by cell, and counts them.
func replay(p *permute.Instance, w *permute.Witness) error {
	if w == nil {
		return fmt.Errorf("there is no answer")
	}
	board := append([]permute.Tile(nil), p.Start...)
	moves := int64(0)
	for _, s := range w.Moves {
		i, ok := p.Moves.Find(s.Name)
		if !ok {
			return fmt.Errorf("there is no move %s", s.Name)
		}
		for range s.Times {
			next := append([]permute.Tile(nil), board...)
			for _, c := range p.Moves.Moves[i].Cycles {
				for k, cell := range c {
					next[c[(k+1)%len(c)]] = board[cell]
				}
			}
			board = next
		}
		moves += s.Times
	}
	for i, t := range board {
		if t != p.Goals[0][i] {
			return fmt.Errorf("the moves do not lead to the goal")
		}
	}
	if moves != w.Length {
		return fmt.Errorf("%d moves are said to be %d", moves, w.Length)
	}
	return nil
}

// twenty are the random boards of 4 × 4 that cold and middle solve.
func twenty() (boards []*permute.Instance) {
	set := run.Must(permute.ParseMoves(4, 4, "shifts"))
	rng := rand.New(rand.NewPCG(2025, 4))
	for range 20 {
		boards = append(boards, shuffled(set, rng))
	}
	return boards
}

// solveAll solves boards with one solver, and adds the moves up; all answers have to be optimal.
func solveAll(dir string, boards []*permute.Instance) (run.Figure, int64) {
	answers := make([]permute.Outcome, len(boards))
	f := run.Timed(1, func() { // with the reading of a file
		s := permutesolve.NewSolver(permutesolve.Options{Cache: dir})
		for i, p := range boards {
			answers[i] = run.Must(s.Solve(context.Background(), p, puzzle.Limits{}))
		}
	})
	sum := int64(0)
	for i, o := range answers {
		w := o.Witness
		if w == nil || w.Bound != permute.BySearch && (w.Unverified == nil || w.Unverified.AtLeast != w.Cost) &&
			w.AtLeast != w.Cost {
			run.Failf("board %d: no optimal answer", i+1)
		}
		run.Check(replay(boards[i], w))
		sum += w.Cost
	}
	return f, sum
}

// cold solves 20 random boards of 4 × 4 with nothing prepared: each by a solver of its own, and all by one.
func cold(run.Args) run.Figure {
	boards := twenty()
	var each []time.Duration
	sum := int64(0)
	for i := range boards {
		f, cost := solveAll("", boards[i:i+1])
		each = append(each, f.CPU)
		sum += cost
	}
	slices.Sort(each)
	f, again := solveAll("", boards)
	if again != sum {
		run.Failf("%d moves by one solver, %d by 20", again, sum)
	}
	f.Note = fmt.Sprintf("%d moves in all; each by a solver of its own: median %s CPU, worst %s", sum,
		run.Dur(each[len(each)/2]), run.Dur(each[len(each)-1]))
	return f
}

// middle solves the 20 boards after what the search needs was made and kept.
func middle(run.Args) run.Figure {
	dir := run.Must(os.MkdirTemp("", "gridwright-bench"))
	defer os.RemoveAll(dir)
	boards := twenty()
	prepared := run.Timed(1, func() {
		run.Check(permutesolve.NewSolver(permutesolve.Options{Cache: dir}).Prepare(context.Background(), boards[0],
			puzzle.Limits{}))
	})
	f, sum := solveAll(dir, boards)
	f.Note = fmt.Sprintf("%d moves in all; preparation %s CPU, %s wall", sum, run.Dur(prepared.CPU),
		run.Dur(prepared.Wall))
	return f
}

// large solves a random board of 100 × 100.
func large(a run.Args) run.Figure {
	const n = 100
	p := shuffled(run.Must(permute.ParseMoves(n, n, "shifts")), rand.New(rand.NewPCG(100, 100)))
	var o permute.Outcome
	f := run.Timed(a.Runs, func() {
		o = run.Must(permutesolve.NewSolver(permutesolve.Options{}).Solve(context.Background(), p, puzzle.Limits{}))
	})
	run.Check(replay(p, o.Witness))
	if o.Witness.Length > 45*n*n*n/100 {
		run.Failf("%d pushes are more than 0.45 n³", o.Witness.Length)
	}
	f.Note = fmt.Sprintf("%d unit pushes = %.3f n³; at least %d are needed", o.Witness.Length,
		float64(o.Witness.Length)/(n*n*n), o.Witness.AtLeast)
	return f
}
