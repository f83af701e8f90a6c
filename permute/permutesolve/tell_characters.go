package permutesolve

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
)

func (a *argument) characters(c *permute.Characters) {
	told := -1 // the character that has been told last
	a.goals(len(c.Goals), func(i int, name string) {
		goal := c.Goals[i]
		if goal.Character < 0 || goal.Character >= len(c.List) || !a.whole(&c.List[goal.Character]) {
			return
		}
		x := &c.List[goal.Character]
		if told != goal.Character {
			a.setting(x, goal.Sum != 0)
			told = goal.Character
		}
		m := a.match(x, i)
		if goal.Sum == 0 {
			a.noMatch(x, m, name)
		} else {
			a.mismatch(x, m, goal.Sum, name)
		}
	})
}

// whole reports whether a character speaks of a.p's cells.
func (a *argument) whole(x *permute.Character) bool {
	for _, s := range x.Systems {
		for _, b := range s.Blocks {
			if len(b) != len(s.Phases) || len(b) == 0 || !on(a.p, b) {
				return false
			}
		}
	}
	return x.Modulus > 0 && on(a.p, x.Cells)
}

// setting tells what no move changes: the blocks and, where there is a sum, what every move adds to it.
func (a *argument) setting(x *permute.Character, sum bool) {
	if len(x.Systems) == 0 {
		if sum {
			a.say("No move leads out of %s, and every move amounts to an even number of swaps of two tiles there.",
				a.cells(x.Cells))
			a.ring(x.Cells)
		}
		return
	}
	a.say(aboutBlocks)
	block, place, phase := map[int32]string{}, map[int32]string{}, map[int32]string{}
	turns, inside := false, false
	count := 0
	for _, s := range x.Systems {
		turns = turns || s.Weight != 0 || !sum && strings.Trim(fmt.Sprint(s.Phases), "[0 ]") != ""
		inside = inside || s.Inside
		for _, b := range s.Blocks {
			for i, c := range b {
				block[c], place[c], phase[c] = blockName(count), strconv.Itoa(i+1), strconv.FormatInt(s.Phases[i], 10)
			}
			count++
		}
	}
	if turns {
		a.say("A move that takes a block somewhere also turns it: modulo %d it adds the same number to the phases of all "+
			"its tiles.", x.Modulus)
	}
	a.draw(lettered(a.p, "the blocks", block, a.window))
	if inside {
		a.draw(lettered(a.p, "their cells", place, a.window))
	}
	if turns {
		a.draw(lettered(a.p, "the phases", phase, a.window))
	}
	if sum {
		a.invariant(x)
	}
}

// A rule is something that moves do, and how much that counts.
type rule struct {
	what   string
	counts int64
}

func (a *argument) rules(x *permute.Character) (list []rule) {
	first := 0
	for _, s := range x.Systems {
		which := "a block"
		if len(x.Systems) > 1 && len(s.Blocks) > 0 {
			which = "a block from " + blockName(first) + " to " + blockName(first+len(s.Blocks)-1)
		}
		first += len(s.Blocks)
		if s.Weight != 0 {
			list = append(list, rule{"step by which " + which + " turns", s.Weight})
		}
		switch {
		case s.Inside && len(s.Phases) == 2:
			list = append(list, rule{"time that " + which + " is turned over (the tile of its cell 1 gets to a cell 2)",
				x.Modulus / 2})
		case s.Inside:
			list = append(list, rule{"swap of two tiles inside " + which, x.Modulus / 2})
		}
		if s.Places {
			list = append(list, rule{"swap of " + which + " with another", x.Modulus / 2})
		}
	}
	if len(x.Cells) > 0 {
		list = append(list, rule{"swap of two tiles in " + a.cells(x.Cells), x.Modulus / 2})
	}
	return list
}

// invariant says what every move comes to.
func (a *argument) invariant(x *permute.Character) {
	rules := a.rules(x)
	dominoes := len(rules) == 1 && len(x.Systems) == 1 && x.Systems[0].Inside && len(x.Systems[0].Phases) == 2
	switch {
	case dominoes:
		a.say("A block is a domino. Turned over, the tile of its cell 1 gets to a cell 2, and the other way round. Every " +
			"move turns an even number of dominoes over, and so does whatever moves make together.")
	case x.Modulus == 2:
		a.say("Count for every move each:")
		for _, r := range rules {
			a.say("- %s", r.what)
		}
		a.say("Every move makes an even number of these in all, and so does whatever moves make together.")
	default:
		a.say("Count for every move, modulo %d:", x.Modulus)
		for _, r := range rules {
			a.say("- %d for each %s", r.counts, r.what)
		}
		a.say("Every move comes to 0, and so does whatever moves make together.")
	}
}

// mismatch says what the goal comes to, by a way to make it that need not keep to the moves.
func (a *argument) mismatch(x *permute.Character, m *matching, sum int64, goal string) {
	alike := ""
	if len(a.p.Labels) < len(a.p.Start) {
		alike = " That is so whichever of the tiles that are alike go where."
	}
	comes := fmt.Sprintf("comes to %d modulo %d", sum, x.Modulus)
	if x.Modulus == 2 {
		comes = "takes an odd number of them"
	}
	if m == nil || m.sum != sum {
		a.say("But %s %s.%s", goal, comes, alike)
		return
	}
	var parts []string
	for _, t := range m.turned {
		parts = append(parts, a.turned(x, t))
	}
	if n := len(parts) - maxShownGoals; n > 0 {
		parts = append(parts[:maxShownGoals], grid.Number(n, "more block"))
	}
	if m.places > 0 {
		parts = append(parts, grid.Number(m.places, "swap")+" of blocks")
	}
	if m.swaps > 0 {
		parts = append(parts, grid.Number(m.swaps, "swap")+" of two tiles in "+a.cells(x.Cells))
	}
	a.say("But %s %s: %s.%s", goal, comes, listed(parts), alike)
}

// turned says what happens to a block.
func (a *argument) turned(x *permute.Character, t turnedBlock) string {
	s := &x.Systems[t.system]
	name := "block " + blockName(t.number) + " (tiles " + a.tiles(a.p.Start, s.Blocks[t.block]) + ")"
	switch {
	case s.Inside && t.odd && len(s.Phases) == 2:
		return name + " is turned over"
	case s.Inside && t.odd && t.turn != 0:
		return fmt.Sprintf("%s turns by %d, an odd permutation", name, t.turn)
	case s.Inside && t.odd:
		return name + " is changed by an odd number of swaps"
	}
	return fmt.Sprintf("%s turns by %d", name, t.turn)
}

// tiles lists the tiles of some cells.
func (a *argument) tiles(board []permute.Tile, cells []int32) string {
	var tiles []string
	for _, c := range cells[:min(len(cells), maxNamed)] {
		tiles = append(tiles, a.p.Label(board[c]))
	}
	if len(cells) > maxNamed {
		tiles = append(tiles, "…")
	}
	return strings.Join(tiles, " ")
}

// noMatch says which tiles the goal wants together and the start does not have so.
func (a *argument) noMatch(x *permute.Character, m *matching, goal string) {
	if len(x.Systems) == 0 {
		a.say("Moves bring tiles from a cell to certain others only, and %s wants more of a tile there than the start has.",
			goal)
		return
	}
	turn := "wherever they go and however they turn"
	if m == nil || m.lacks == nil {
		a.say("But %s cannot be made of the blocks that the start has, %s.", goal, turn)
		return
	}
	have := "the start has none such"
	if m.have > 0 {
		have = fmt.Sprintf("the start has %d such", m.have)
	}
	wants := "wants a block with the tiles"
	if m.want > 1 {
		wants = fmt.Sprintf("wants %d blocks with the tiles", m.want)
	}
	a.say("But %s %s (%s), as block %s is there, and %s, %s.", goal, wants, m.lacks.tiles, m.lacks.name, have, turn)
}
