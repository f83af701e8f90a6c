package main

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
)

// jobs are what is measured inside a process, each in one of its own.
var jobs = map[string]func() (figure, error){
	"table":  table,
	"torus":  torus,
	"order":  order,
	"middle": middle,
	"large":  large,
}

// timed runs f and takes medians.
func timed(runs int, f func() error) (figure, error) {
	var cpu, wall []time.Duration
	for range runs {
		begin, used := time.Now(), cpuTime()
		if err := f(); err != nil {
			return figure{}, err
		}
		cpu, wall = append(cpu, cpuTime()-used), append(wall, time.Since(begin))
	}
	return figure{CPU: median(cpu), Wall: median(wall)}, nil
}

// distances makes the table of a set anew each time and compares the boards of each level.
func distances(runs, rows, cols int, words string, want []int64) (figure, *permutesolve.Distribution, error) {
	set, err := permute.ParseMoves(rows, cols, words)
	if err != nil {
		return figure{}, nil, err
	}
	var d *permutesolve.Distribution
	f, err := timed(runs, func() (err error) {
		d, err = permutesolve.Distances(context.Background(), set, permutesolve.DistributionOptions{}, puzzle.Limits{})
		return err
	})
	if err == nil && !slices.Equal(d.Boards, want) {
		err = fmt.Errorf("%d × %d %s: the distribution is %v, not %v", rows, cols, words, d.Boards, want)
	}
	return f, d, err
}

// table makes the contest's table. The counts are published.
func table() (figure, error) {
	f, d, err := distances(31, 3, 3, permute.ContestMoves, []int64{1, 7, 40, 207, 1035, 4880, 20560, 64254, 79535, 10906, 15})
	if err == nil {
		f.Note = fmt.Sprintf("%d boards in %d bytes, farthest %d", d.Total, d.Table, d.Costs[len(d.Costs)-1])
	}
	return f, err
}

// torus goes through all 12! boards.
func torus() (figure, error) {
	f, d, err := distances(1, 3, 4, "shifts", []int64{1, 14, 135, 1252, 11135, 93138, 732983, 5342410, 34108194, 155751268, 249363563, 33420160, 177155, 186, 6})
	if err == nil && d.Total != 479001600 {
		err = fmt.Errorf("3 × 4: %d boards; 12! are expected", d.Total)
	}
	if err == nil {
		f.Note = fmt.Sprintf("%d boards, farthest %d, table of %d bytes; twsearch: 196 s CPU", d.Total, d.Costs[len(d.Costs)-1], d.Table)
	}
	return f, err
}

// order finds the order of the group of all shifts on a torus of 100 × 100: 10,000!, as some shift is odd.
func order() (figure, error) {
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
	f, err := timed(5, func() error {
		g, err := perm.NewGroup(n*n, gens)
		if err != nil {
			return err
		}
		s, err := g.Structure(context.Background(), perm.Options{})
		if err == nil {
			got = s.Order()
		}
		return err
	})
	if err != nil {
		return f, err
	}
	if want := new(big.Int).MulRange(1, n*n); got == nil || got.Cmp(want) != 0 {
		return f, fmt.Errorf("100 × 100: the order is not the factorial of 10,000")
	}
	f.Note = fmt.Sprintf("10,000!, of %d bits", got.BitLen())
	return f, nil
}

// contestText makes n random cases and their answers.
func contestText(n int) (text, answers []byte) {
	dist := plainSearch()
	rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
	text = append(strconv.AppendInt(nil, int64(n), 10), '\n')
	for range n {
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
	return text, answers
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

// plainSearch is the distance of each board from the solved one by the contest's moves, -1 where there is no way.
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
