package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve"
	"github.com/gridwright/gridwright/puzzle"
)

// shuffled is a random board of n × n with unit shifts both ways; goal is the solved board.
func shuffled(set *permute.MoveSet, rng *rand.Rand) *permute.Instance {
	cells := set.Rows * set.Cols
	p := &permute.Instance{Rows: set.Rows, Cols: set.Cols, Moves: set, Goals: [][]permute.Tile{make([]permute.Tile, cells)}}
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

// middle solves 20 random boards of 4 × 4 optimally after the first one has made and kept what the search needs.
func middle() (figure, error) {
	dir, err := os.MkdirTemp("", "gridwright-bench")
	if err != nil {
		return figure{}, err
	}
	defer os.RemoveAll(dir)
	set, err := permute.ParseMoves(4, 4, "shifts")
	if err != nil {
		return figure{}, err
	}
	ctx, rng := context.Background(), rand.New(rand.NewPCG(2025, 4))
	prepared, err := timed(1, func() error {
		_, err := permutesolve.NewSolver(dir).Solve(ctx, shuffled(set, rand.New(rand.NewPCG(1, 1))), puzzle.Limits{})
		return err
	})
	if err != nil {
		return figure{}, err
	}
	var boards []*permute.Instance
	for range 20 {
		boards = append(boards, shuffled(set, rng))
	}
	answers := make([]permute.Outcome, len(boards))
	f, err := timed(1, func() error { // with the reading of the file
		s := permutesolve.NewSolver(dir)
		for i, p := range boards {
			if answers[i], err = s.Solve(ctx, p, puzzle.Limits{}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return figure{}, err
	}
	sum := int64(0)
	for i, o := range answers {
		w := o.Witness
		if w == nil || w.Bound != permute.BySearch && (w.Unverified == nil || w.Unverified.AtLeast != w.Cost) && w.AtLeast != w.Cost {
			return figure{}, fmt.Errorf("board %d: no optimal answer", i+1)
		}
		if err := replay(boards[i], w); err != nil {
			return figure{}, fmt.Errorf("board %d: %w", i+1, err)
		}
		sum += w.Cost
	}
	f.Note = fmt.Sprintf("%d moves in all; preparation %s CPU, %s wall", sum, dur(prepared.CPU), dur(prepared.Wall))
	return f, nil
}

// large solves a random board of 100 × 100.
func large() (figure, error) {
	const n = 100
	set, err := permute.ParseMoves(n, n, "shifts")
	if err != nil {
		return figure{}, err
	}
	p := shuffled(set, rand.New(rand.NewPCG(100, 100)))
	var o permute.Outcome
	f, err := timed(3, func() (err error) {
		o, err = permutesolve.NewSolver("").Solve(context.Background(), p, puzzle.Limits{})
		return err
	})
	if err != nil {
		return f, err
	}
	if err := replay(p, o.Witness); err != nil {
		return f, err
	}
	if o.Witness.Length > 45*n*n*n/100 {
		return f, fmt.Errorf("%d pushes are more than 0.45 n³", o.Witness.Length)
	}
	f.Note = fmt.Sprintf("%d unit pushes = %.3f n³; at least %d are needed", o.Witness.Length, float64(o.Witness.Length)/(n*n*n), o.Witness.AtLeast)
	return f, nil
}
