package permutecheck

import (
	"testing"

	"github.com/gridwright/gridwright/permute"
)

// TestCharacterTable spells out single steps of the check.
func TestCharacterTable(t *testing.T) {
	const any = permute.Any
	move := func(cycles ...[]int32) permute.Move { return permute.Move{Name: "a", Cost: 1, Cycles: cycles} }
	system := func(phases []int64, weight int64, blocks ...[]int32) permute.System {
		return permute.System{Blocks: blocks, Phases: phases, Weight: weight}
	}
	inside := permute.System{Blocks: [][]int32{{0, 1}}, Phases: []int64{0, 0}, Inside: true}
	round := move([]int32{0, 2, 4}, []int32{1, 3, 5}) // three blocks, an even permutation
	three := permute.System{Blocks: [][]int32{{0, 1}, {2, 3}, {4, 5}}, Phases: []int64{0, 0}, Places: true}
	for _, c := range []struct {
		name        string
		start, goal []permute.Tile
		moves       []permute.Move
		x           permute.Character
		sum         int64
		reason      string // empty: accepted
	}{
		{"a move between systems", []permute.Tile{0, 1, 2, 3}, []permute.Tile{1, 0, 2, 3},
			[]permute.Move{move([]int32{0, 2}, []int32{1, 3})},
			permute.Character{Modulus: 2, Systems: []permute.System{system([]int64{0, 1}, 1, []int32{0, 1}),
				system([]int64{0, 1}, 1, []int32{2, 3})}}, 1, "to no block of its system"},
		{"within one", []permute.Tile{0, 1, 2, 3}, []permute.Tile{1, 0, 2, 3},
			[]permute.Move{move([]int32{0, 2}, []int32{1, 3})},
			permute.Character{Modulus: 2, Systems: []permute.System{system([]int64{0, 1}, 1, []int32{0, 1}, []int32{2, 3})}}, 0,
			""},
		{"halves exchanged", []permute.Tile{0, 1, 2, 3}, []permute.Tile{1, 0, 2, 3}, []permute.Move{move([]int32{1, 3})},
			permute.Character{Modulus: 2, Systems: []permute.System{system([]int64{0, 1}, 1, []int32{0, 1}, []int32{2, 3})}}, 0,
			"apart"},
		{"a block and single cells", []permute.Tile{0, 1, 2, 3}, []permute.Tile{1, 0, 2, 3},
			[]permute.Move{move([]int32{0, 2}, []int32{1, 3})},
			permute.Character{Modulus: 2, Systems: []permute.System{system([]int64{0, 1}, 1, []int32{0, 1})}}, 0,
			"to no block of its system"},
		{"single cells, odd", []permute.Tile{0, 1, 2, 3}, []permute.Tile{1, 0, 2, any},
			[]permute.Move{move([]int32{0, 1, 2}), move([]int32{1, 2, 3})},
			permute.Character{Modulus: 2, Cells: []int32{0, 1, 2, 3}}, 1, ""},
		{"single cells, two open", []permute.Tile{0, 1, 2, 3}, []permute.Tile{1, 0, any, any},
			[]permute.Move{move([]int32{0, 1, 2}), move([]int32{1, 2, 3})},
			permute.Character{Modulus: 2, Cells: []int32{0, 1, 2, 3}}, 1, "tiles can be exchanged"},
		{"inside a block", []permute.Tile{0, 1, 2}, []permute.Tile{1, any, 2},
			[]permute.Move{move([]int32{0, 1}), move([]int32{0, 1})},
			permute.Character{Modulus: 2, Systems: []permute.System{inside}}, 1, `takes move "a" to 1`},
		{"inside a block, open", []permute.Tile{0, 1, 2, 3}, []permute.Tile{any, any, 3, 2},
			[]permute.Move{move([]int32{0, 1}, []int32{2, 3})},
			permute.Character{Modulus: 2, Systems: []permute.System{{Blocks: [][]int32{{0, 1}, {2, 3}}, Phases: []int64{0, 0},
				Inside: true}}}, 1, "do not count the same"},
		{"inside a block, shut", []permute.Tile{0, 1, 2, 3}, []permute.Tile{0, any, 3, 2},
			[]permute.Move{move([]int32{0, 1}, []int32{2, 3})},
			permute.Character{Modulus: 2, Systems: []permute.System{{Blocks: [][]int32{{0, 1}, {2, 3}}, Phases: []int64{0, 0},
				Inside: true}}}, 1, ""},
		// The first block fits both of the goal's, the second only the first of them, which the first one fits in two ways.
		{"a pair that is never matched", []permute.Tile{0, 0, 1, 0, 2, 3}, []permute.Tile{any, any, 0, 0, 0, 1},
			[]permute.Move{move([]int32{0, 3}, []int32{1, 4}, []int32{2, 5}), move([]int32{0, 1, 2}, []int32{5, 4, 3})},
			permute.Character{Modulus: 3, Systems: []permute.System{system([]int64{0, 1, 2}, 1, []int32{0, 1, 2},
				[]int32{3, 4, 5})}}, 2, ""},
		{"a pair that is never matched, the goal's blocks exchanged", []permute.Tile{0, 0, 1, 0, 2, 3},
			[]permute.Tile{0, 0, 1, any, any, 0},
			[]permute.Move{move([]int32{0, 3}, []int32{1, 4}, []int32{2, 5}), move([]int32{0, 1, 2}, []int32{5, 4, 3})},
			permute.Character{Modulus: 3, Systems: []permute.System{system([]int64{0, 1, 2}, 1, []int32{0, 1, 2},
				[]int32{3, 4, 5})}}, 2, ""},
		{"a pair that is never matched, the start's blocks exchanged", []permute.Tile{0, 2, 3, 0, 0, 1},
			[]permute.Tile{any, any, 0, 0, 0, 1},
			[]permute.Move{move([]int32{0, 3}, []int32{1, 4}, []int32{2, 5}), move([]int32{0, 1, 2}, []int32{5, 4, 3})},
			permute.Character{Modulus: 3, Systems: []permute.System{system([]int64{0, 1, 2}, 1, []int32{0, 1, 2},
				[]int32{3, 4, 5})}}, 2, ""},
		{"a pair that is never matched, both exchanged", []permute.Tile{0, 2, 3, 0, 0, 1},
			[]permute.Tile{0, 0, 1, any, any, 0},
			[]permute.Move{move([]int32{0, 3}, []int32{1, 4}, []int32{2, 5}), move([]int32{0, 1, 2}, []int32{5, 4, 3})},
			permute.Character{Modulus: 3, Systems: []permute.System{system([]int64{0, 1, 2}, 1, []int32{0, 1, 2},
				[]int32{3, 4, 5})}}, 2, ""},
		{"places of blocks", []permute.Tile{0, 1, 2, 3, 4, 5}, []permute.Tile{2, 3, 0, 1, 4, 5}, []permute.Move{round},
			permute.Character{Modulus: 2, Systems: []permute.System{three}}, 1, ""},
		{"places of blocks that are alike", []permute.Tile{0, 1, 2, 3, 0, 1}, []permute.Tile{2, 3, 0, 1, 0, 1},
			[]permute.Move{round}, permute.Character{Modulus: 2, Systems: []permute.System{three}}, 1, "can be exchanged"},
		{"places of blocks that want the same", []permute.Tile{0, 1, 2, 1, 3, 4}, []permute.Tile{any, 1, any, 1, 3, 4},
			[]permute.Move{round}, permute.Character{Modulus: 2, Systems: []permute.System{three}}, 1, "can be exchanged"},
		{"places of blocks that fit two", []permute.Tile{0, 1, 2, 1, 3, 4}, []permute.Tile{any, 1, any, any, 3, 4},
			[]permute.Move{round}, permute.Character{Modulus: 2, Systems: []permute.System{three}}, 1, "can be exchanged"},
		{"a flag on an odd modulus", []permute.Tile{0, 1, 2}, []permute.Tile{1, 0, 2}, []permute.Move{move([]int32{0, 1, 2})},
			permute.Character{Modulus: 3, Cells: []int32{0, 1, 2}}, 1, "which is odd"},
		{"a sum beyond the modulus", []permute.Tile{0, 1, 2}, []permute.Tile{1, 0, 2}, []permute.Move{move([]int32{0, 1, 2})},
			permute.Character{Modulus: 2, Cells: []int32{0, 1, 2}}, 3, "to 3 modulo 2"},
		{"no match, and there is one", []permute.Tile{0, 1, 2}, []permute.Tile{1, 0, 2},
			[]permute.Move{move([]int32{0, 1, 2})}, permute.Character{Modulus: 2, Cells: []int32{0, 1, 2}}, 0, "they can"},
		{"a sum, and there is no match", []permute.Tile{0, 1, 2}, []permute.Tile{2, 1, 0},
			[]permute.Move{move([]int32{0, 1})}, permute.Character{Modulus: 2}, 1, "there is no way to match"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.moves {
				c.moves[i].Name = string(rune('a' + i))
			}
			p := build(t, 1, len(c.start), c.start, [][]permute.Tile{c.goal}, c.moves...)
			cert := &permute.Characters{List: []permute.Character{c.x}, Goals: []permute.CharacterGoal{{Sum: c.sum}}}
			o := impossible(p, permute.Certificate{Characters: cert})
			if c.reason == "" {
				judge(t, p, o, true)
				if !trueCharacters(p, cert) {
					t.Error("the definition says otherwise")
				}
				return
			}
			refuse(t, p, o, c.reason)
			if trueCharacters(p, cert) {
				t.Error("the definition says otherwise")
			}
		})
	}
}
