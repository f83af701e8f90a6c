package permutesolve

import (
	"strconv"

	"github.com/gridwright/gridwright/permute"
)

func (e *explainer) characters(c *permute.Characters) {
	e.say("whatever the moves do, something about the board stays as it is, and no way to match the start's tiles with the goal")
	e.say("keeps it.")
	told := -1 // the character that has been told last
	for i, goal := range c.Goals {
		if i == maxShownGoals {
			e.say("and so on for %d more goals", len(c.Goals)-i)
			return
		}
		if i == len(e.p.Goals) || goal.Character < 0 || goal.Character >= len(c.List) {
			return // no claim about this puzzle; checkers refuse it
		}
		x := &c.List[goal.Character]
		if told != goal.Character {
			e.character(x, goal.Sum != 0)
			told = goal.Character
		}
		switch {
		case goal.Sum != 0 && len(x.Systems) == 0:
			e.say("But %s asks for an odd permutation, and no two tiles there are alike.", e.goalName(i))
		case goal.Sum != 0:
			e.say("But %s comes to %d, whichever of the tiles that are alike go where.", e.goalName(i), goal.Sum)
		case len(x.Systems) == 0:
			e.say("Moves bring tiles from a cell to certain others only, and %s wants more of a tile there than the start has.", e.goalName(i))
		default:
			e.say("But %s cannot be made of the blocks that the start has, wherever they go and however they turn.", e.goalName(i))
		}
	}
}

// character says what every move comes to.
func (e *explainer) character(c *permute.Character, sum bool) {
	if len(c.Systems) == 0 {
		if sum {
			e.say("Every permutation comes from swaps of two tiles: always from an even number of them, or always from an odd one.")
			e.say("Every move is an even permutation of the tiles in %s, and no move leads out of them.", e.cells(c.Cells))
			e.mark(c.Cells)
		}
		return
	}
	block, phase := make(map[int]string), make(map[int]string)
	turn := false
	count := 0
	for _, s := range c.Systems {
		for _, b := range s.Blocks {
			for i, x := range b {
				block[int(x)] = blockName(count)
				if i < len(s.Phases) {
					phase[int(x)] = strconv.FormatInt(s.Phases[i], 10)
					turn = turn || s.Phases[i] != 0
				}
			}
			count++
		}
	}
	e.say("Some cells belong together in blocks. Every move takes each block as a whole to a block, so that tiles which")
	e.say("share a block share one for ever.")
	pictures := []picture{marks("the blocks", named(block))}
	if turn {
		e.say("Each cell of a block has a phase, and a move adds one number to all phases of a block, modulo %d: it turns the block by", c.Modulus)
		e.say("so much.")
		pictures = append(pictures, marks("the phases", named(phase)))
	}
	e.pictures(pictures, count)
	if !sum {
		return
	}
	e.say("Count for every move, modulo %d:", c.Modulus)
	first := 0
	for _, s := range c.Systems {
		which := "a block"
		if len(c.Systems) > 1 && len(s.Blocks) > 0 {
			which = "a block from " + blockName(first) + " to " + blockName(first+len(s.Blocks)-1)
		}
		first += len(s.Blocks)
		if s.Weight != 0 {
			e.say("- %d for each step by which %s turns", s.Weight, which)
		}
		if s.Inside {
			e.say("- %d for each swap of two cells inside %s", c.Modulus/2, which)
		}
		if s.Places {
			e.say("- %d for each swap of %s with another", c.Modulus/2, which)
		}
	}
	if len(c.Cells) > 0 {
		e.say("- %d for each swap of two tiles in %s", c.Modulus/2, e.cells(c.Cells))
	}
	e.say("Every move comes to 0, and so does whatever moves make together.")
}

// named are the marks of cells that have one, and "." of the others.
func named(mark map[int]string) func(x int) string {
	return func(x int) string {
		if s := mark[x]; s != "" {
			return s
		}
		return "."
	}
}

// pictures draws boards with the names of so many blocks, where they fit.
func (e *explainer) pictures(list []picture, blocks int) {
	if !e.pen.fits() {
		return
	}
	wide := e.pen
	wide.width = max(wide.width, 1+len(blockName(max(0, blocks-1))))
	if wide.fits() && e.err == nil {
		e.err = wide.row(e.w, list)
	}
}
