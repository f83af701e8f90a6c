package tables

import (
	"context"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Tiles are the tiles of an instance as a table for goals names them: orbit by orbit.
type Tiles struct {
	Class  []uint8 // by tile
	counts []int   // by class
	part   []int32 // the orbit of each class
}

// NewTiles makes alike the tiles of an orbit that no goal asks for. A tile of p stands in one orbit of c alone.
func NewTiles(c *moveset.Compiled, p *permute.Instance) Tiles {
	asked := make([]bool, len(p.Labels))
	for _, g := range p.Goals {
		for _, t := range g {
			if t >= 0 {
				asked[t] = true
			}
		}
	}
	part := make([]int32, len(p.Labels))
	for i, t := range p.Start {
		part[t] = c.Part(i)
	}
	here := make([][]permute.Tile, len(c.ByOrbit()))
	for t := range p.Labels {
		here[part[t]] = append(here[part[t]], permute.Tile(t))
	}
	out := Tiles{Class: make([]uint8, len(p.Labels))}
	for o, list := range here {
		name := func(t permute.Tile) { out.Class[t] = uint8(min(len(out.counts), maxFound)) }
		add := func() { out.counts, out.part = append(out.counts, 0), append(out.part, int32(o)) }
		spare := false
		for _, t := range list {
			if spare = spare || !asked[t]; asked[t] {
				name(t)
				add()
			}
		}
		if spare {
			for _, t := range list {
				if !asked[t] {
					name(t)
				}
			}
			add()
		}
	}
	if len(out.counts) <= maxFound {
		for _, t := range p.Start {
			out.counts[out.Class[t]]++
		}
	}
	return out
}

// boardOf names the tiles of a board.
func (t Tiles) boardOf(board []permute.Tile) []uint8 {
	out := make([]uint8, len(board))
	for i, tile := range board {
		out[i] = t.Class[tile]
	}
	return out
}

func goalBytes(t Tiles, goal []permute.Tile) []uint8 {
	out := make([]uint8, len(goal))
	for i, tile := range goal {
		out[i] = 255
		if tile >= 0 {
			out[i] = t.Class[tile]
		}
	}
	return out
}

// fillGoals lists the boards that are some goal, each once, in order.
func fillGoals(ctx context.Context, c *moveset.Compiled, t Tiles, goals [][]permute.Tile,
	most int64) ([][]uint8, error) {
	var out [][]uint8
	for _, g := range goals {
		left := slices.Clone(t.counts)
		board := goalBytes(t, g)
		var free []int
		for i, k := range board {
			if k == 255 {
				free = append(free, i)
			} else {
				left[k]--
			}
		}
		var fill func(k int) error
		fill = func(k int) error {
			if k == len(free) {
				if len(out)&1023 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				out = append(out, slices.Clone(board))
				return puzzle.Limits{Memory: most}.CheckMemory("the list of all boards that are a goal",
					int64(len(out))*int64(len(board)+24))
			}
			for class := range left {
				if left[class] == 0 || t.part[class] != c.Part(free[k]) {
					continue
				}
				left[class]--
				board[free[k]] = uint8(class)
				if err := fill(k + 1); err != nil {
					return err
				}
				left[class]++
			}
			return nil
		}
		if err := fill(0); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, slices.Compare)
	return slices.CompactFunc(out, slices.Equal), nil
}
