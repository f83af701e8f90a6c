// Package generate makes up instances of the family.
package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
)

// generatedMoves are the sets of moves that Generate takes on any board, and generatedSquare on square ones. What a
// board is too small for falls back to the first.
var (
	generatedMoves = [...]string{
		"shifts", "shifts", "shift-right shift-down", "shifts:right,down:2", "shifts:2", "drag", "drag:right,down",
		"shift-right=2 shift-left shift-down=3", "shifts=2 swap:adjacent=3", "twist:2x2", "twist:2x2", "twist-cw:2x2",
		"twist:3x3", "swap:adjacent", "mirror-left-right mirror-up-down shift-right", "rotate-180 shift-right", "shift-right",
	}
	generatedSquare = [...]string{
		"shift-right shift-down rotate-cw", "shift-right shift-down rotate-cw", "rotate shift-right",
		"rotate-cw mirror-up-down", "rotate twist-cw:2x2=2",
	}
)

// Instance makes a valid instance of about size cells, at most permute.MaxCells, of any kind of the family: mostly
// boards of different tiles and one goal, one in two of them made by moves, so that it can be solved.
func Instance(rng *rand.Rand, size int) *permute.Instance {
	size = max(1, min(size, permute.MaxCells))
	p := &permute.Instance{Given: true}
	side := 1
	for (side+1)*(side+1) <= size {
		side++
	}
	p.Rows = side
	if rng.IntN(3) > 0 {
		p.Rows = 1 + rng.IntN(min(size, 2*side))
	}
	p.Cols = max(1, size/p.Rows)
	p.Moves = generateMoves(rng, p.Rows, p.Cols)
	n := p.Rows * p.Cols
	tiles := generateTiles(rng, p)
	shuffle := func(b []permute.Tile) []permute.Tile {
		b = slices.Clone(b)
		rng.Shuffle(n, func(i, j int) { b[i], b[j] = b[j], b[i] })
		return b
	}
	c := moveset.Compile(p.Moves)
	walk := func(b []permute.Tile) []permute.Tile {
		b = slices.Clone(b)
		if len(c.Moves) == 0 {
			return b
		}
		buf := make([]permute.Tile, n)
		for range rng.IntN(2 + min(3*n, 300)) {
			c.Apply(b, buf, rng.Int32N(int32(len(c.Moves))))
		}
		return b
	}
	solvable := rng.IntN(2) == 0
	if rng.IntN(4) == 0 {
		solved := slices.Clone(tiles)
		slices.Sort(solved)
		p.Given, p.Goals = false, [][]permute.Tile{solved}
		if p.Start = shuffle(tiles); solvable {
			p.Start = walk(solved)
		}
		return p
	}
	p.Start = shuffle(tiles)
	goals := 1
	if rng.IntN(4) == 0 {
		goals = 2 + rng.IntN(2)
	}
	open := rng.IntN(4) == 0
	for range goals {
		goal := shuffle(tiles)
		if solvable {
			goal = walk(p.Start)
		}
		for i := range goal {
			if open && rng.IntN(3) == 0 {
				goal[i] = permute.Any
			}
		}
		p.Goals = append(p.Goals, goal)
	}
	return p
}

// generateTiles makes a board of different tiles or of a few kinds, and p's labels for them.
func generateTiles(rng *rand.Rand, p *permute.Instance) []permute.Tile {
	n := p.Rows * p.Cols
	tiles := make([]permute.Tile, n)
	kinds := n
	if rng.IntN(3) == 0 {
		kinds = 1 + rng.IntN(min(n, 5))
	}
	for i := range tiles {
		tiles[i] = permute.Tile(i % kinds)
	}
	for k := range kinds {
		if kinds <= 26 && kinds < n {
			p.Labels = append(p.Labels, string(rune('A'+k)))
		} else {
			p.Labels = append(p.Labels, strconv.Itoa(k+1))
		}
	}
	return tiles
}

// generateMoves makes a set of moves: named ones, or some that are spelled out.
func generateMoves(rng *rand.Rand, rows, cols int) *permute.MoveSet {
	if rng.IntN(5) > 0 {
		words := generatedMoves[rng.IntN(len(generatedMoves))]
		if rows == cols && rng.IntN(3) == 0 {
			words = generatedSquare[rng.IntN(len(generatedSquare))]
		}
		if set, err := permute.ParseMoves(rows, cols, words); err == nil {
			return set
		}
		set, err := permute.ParseMoves(rows, cols, generatedMoves[0])
		if err != nil {
			return &permute.MoveSet{Rows: rows, Cols: cols} // a board of many lines: nothing moves
		}
		return set
	}
	var sources []permute.Source
	for i := range 1 + rng.IntN(4) {
		m := &permute.Move{Name: fmt.Sprintf("M%d", i+1), Cost: 1 + rng.Int64N(4)}
		cells := rng.Perm(rows * cols)
		for len(cells) > 1 && len(m.Cycles) < 3 {
			var cycle []int32
			for _, x := range cells[:min(len(cells), 2+rng.IntN(5))] {
				cycle = append(cycle, int32(x))
			}
			cells = cells[len(cycle):]
			m.Cycles = append(m.Cycles, cycle)
			if rng.IntN(2) == 0 {
				break
			}
		}
		if len(m.Cycles) > 0 {
			sources = append(sources, permute.Source{Move: m, Inverse: rng.IntN(2) == 0})
		}
	}
	set, err := permute.NewMoveSet(rows, cols, sources)
	if err != nil {
		return &permute.MoveSet{Rows: rows, Cols: cols}
	}
	return set
}
