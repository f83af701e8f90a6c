package permute

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Validate reports what is wrong with p. Whatever passes it can be solved, checked and written without a
// panic. It takes a fraction of a microsecond for a small board whose moves are from NewMoveSet.
func (p *Instance) Validate() error {
	if p == nil {
		return grid.Errorf(grid.Pos{}, "there is no instance")
	}
	if p.Moves == nil {
		return grid.Errorf(grid.Pos{}, "the instance has no set of moves")
	}
	if p.Moves.Rows != p.Rows || p.Moves.Cols != p.Cols {
		return grid.Errorf(grid.Pos{}, "the moves are for %d × %d cells; the board has %d × %d", p.Moves.Rows, p.Moves.Cols,
			p.Rows, p.Cols)
	}
	if err := checkSize(p.Rows, p.Cols); err != nil {
		return err
	}
	if err := p.Moves.Validate(); err != nil {
		return err
	}
	if err := p.checkLabels(); err != nil {
		return err
	}
	if len(p.Start) != p.Rows*p.Cols {
		return grid.Errorf(grid.Pos{}, "the start has %s; the board has %s", grid.Number(len(p.Start), "tile"),
			grid.Number(p.Rows*p.Cols, "cell"))
	}
	plain := p.hasAll(p.Start)
	if !plain {
		if err := p.checkStart(); err != nil {
			return err
		}
	}
	if len(p.Goals) == 0 {
		return grid.Errorf(grid.Pos{}, "there is no goal")
	}
	for i, g := range p.Goals {
		if plain && p.hasAll(g) {
			continue
		}
		if err := p.checkGoal(g, goalName(i, len(p.Goals))); err != nil {
			return err
		}
	}
	if !p.Given && (len(p.Goals) != 1 || !slices.Equal(p.Goals[0], p.solved())) {
		return grid.Errorf(grid.Pos{}, "the goal is not the solved board, yet the instance says that it was not given")
	}
	return nil
}

// ValidateUnder is Validate under a ctx that may end it.
func (p *Instance) ValidateUnder(ctx context.Context) error {
	if p == nil {
		return p.Validate()
	}
	return puzzle.Valid(ctx, len(p.Start), p.Validate)
}

// hasAll reports whether a board has each label once; it knows that of small boards only.
func (p *Instance) hasAll(board []Tile) bool {
	n := len(p.Labels)
	if n > 63 || len(board) != n {
		return false
	}
	seen := uint64(0)
	for _, t := range board {
		seen |= 1 << uint32(t) // nothing for 64 and more, which Any is too
	}
	return seen == 1<<n-1
}

func goalName(i, of int) string {
	if of == 1 {
		return "the goal"
	}
	return "goal " + itoa(int64(i)+1)
}

func (p *Instance) checkLabels() error {
	last := byte('0' - 1)
	for _, s := range p.Labels { // the digits of a contest need no closer look
		if len(s) != 1 || s[0] <= last || s[0] > '9' {
			return p.checkAnyLabels()
		}
		last = s[0]
	}
	return nil
}

func (p *Instance) checkAnyLabels() error {
	for i, s := range p.Labels {
		if err := checkLabel(s); err != nil {
			return err
		}
		if i > 0 && CompareLabels(p.Labels[i-1], s) >= 0 {
			return grid.Errorf(grid.Pos{}, "the labels are not in their natural order: %s stands before %s",
				grid.Quote(p.Labels[i-1]), grid.Quote(s))
		}
	}
	return nil
}

// checkStart also demands that every label is used: an instance is then the same again after it has been written and
// read, and so are the indices of tiles that an Exhausted sums up.
func (p *Instance) checkStart() error {
	var few [64]bool
	used := few[:]
	if len(p.Labels) > len(few) {
		used = make([]bool, len(p.Labels))
	}
	kinds := 0
	for i, t := range p.Start {
		if t < 0 || int(t) >= len(p.Labels) {
			return grid.Errorf(grid.Pos{}, "the start has the tile number %d in cell %d; there are %d labels", t, i,
				len(p.Labels))
		}
		if !used[t] {
			used[t] = true
			kinds++
		}
	}
	if kinds < len(p.Labels) {
		return grid.Errorf(grid.Pos{}, "the start has no tile %s", grid.Quote(p.Labels[slices.Index(used, false)]))
	}
	return nil
}

func (p *Instance) checkGoal(g []Tile, what string) error {
	if len(g) != len(p.Start) {
		return grid.Errorf(grid.Pos{}, "%s has %s; the board has %s", what, grid.Number(len(g), "tile"),
			grid.Number(len(p.Start), "cell"))
	}
	for i, t := range g {
		if t < Any || int(t) >= len(p.Labels) {
			return grid.Errorf(grid.Pos{}, "%s has the tile number %d in cell %d; there are %d labels", what, t, i,
				len(p.Labels))
		}
	}
	if cell, msg := p.surplus(g, what); cell >= 0 {
		return grid.Errorf(grid.Pos{}, "%s", msg)
	}
	return nil
}
