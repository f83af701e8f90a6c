package permute

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Characters claims against each goal a homomorphism from a group that holds every move into the integers modulo some
// k: all moves go to 0, and every permutation of that group which gives the goal goes elsewhere, or
// there is none. It serves tiles that are alike and cells that do not matter.
type Characters struct {
	List  []Character
	Goals []CharacterGoal // one for each goal
}

// A CharacterGoal says which of the characters refutes a goal, and how: Sum, 1 ≤ Sum < Modulus, is the value of every
// way to match the start's tiles with the goal's cells; 0 claims that there is no way to match them at all.
type CharacterGoal struct {
	Character int // an index into Characters.List; documents count from 1
	Sum       int64
}

// A Character is a homomorphism into the integers modulo Modulus. It is defined for permutations of the cells that
//   - keep to the orbits: each cell goes to one where moves can bring its tile;
//   - take every block of a system as a whole to a block of that system, and
//   - add one number modulo Modulus, the turn of the block, to the phases of all its cells.
//
// The value is the sum, over all systems, of Weight times the turns of the blocks; of Modulus/2 for each block whose
// cells come to an odd permutation of their positions, if Inside is set; of Modulus/2 if the blocks make an odd
// permutation among themselves and Places is set; and of Modulus/2 if Cells, single cells, make an odd permutation
// among themselves.
type Character struct {
	Modulus int64 // 1 to MaxModulus; even where Inside, Places or Cells are there
	Systems []System
	// Cells are in no block, and no move leads out of them. They rise. Nil stands for none.
	Cells []int32
}

// MaxModulus bounds Character.Modulus.
const MaxModulus = 1 << 31

// A System is a list of blocks of one size, two cells or more, none in two blocks, in any order that suits: the
// i-th cell of each block has the phase Phases[i].
type System struct {
	Blocks [][]int32
	Phases []int64 // each from 0 to below the modulus
	Weight int64   // from 0 to below the modulus
	Inside bool
	Places bool
}

// charactersKind:
//
//	{"characters": {"list": [{"modulus": 2, "cells": [[1, 1], …]}], "goals": [{"character": 1, "sum": 1}]}}
func charactersKind() puzzle.Kind[Certificate] {
	return certificate("characters", func(on board) codec.Codec[Characters] {
		return codec.Object(
			codec.Need("list", codec.ListOf("a character", characterCodec(on)),
				func(c *Characters) *[]Character { return &c.List }),
			codec.Need("goals", codec.ListOf("the evidence against a goal", characterGoalCodec()),
				func(c *Characters) *[]CharacterGoal { return &c.Goals }),
		).Described("Homomorphisms into the integers modulo some number: every move goes to 0, and every way to match the " +
			"start's tiles with the goal's cells goes to the sum, or there is no way where it is left out.").Then(charactersFit)
	}, func(c *Certificate) **Characters { return &c.Characters })
}

func characterGoalCodec() codec.Codec[CharacterGoal] {
	place := codec.Map(codec.Number[int](1, MaxCells), func(n int) int { return n - 1 }, func(n int) int { return n + 1 })
	return codec.Object(
		codec.Need("character", place.Described("A place in the list."), func(g *CharacterGoal) *int { return &g.Character }),
		codec.May("sum", codec.Number[int64](1, MaxModulus-1), func(g *CharacterGoal) *int64 { return &g.Sum }),
	)
}

func characterCodec(on board) codec.Codec[Character] {
	residue := codec.Number[int64](0, MaxModulus-1)
	system := codec.Object(
		codec.Need("blocks", codec.ListOf("a block", on.cells()), func(s *System) *[][]int32 { return &s.Blocks }),
		codec.Need("phases", codec.ListOf("a phase", residue).Described("Of the first cell of each block, the second, and "+
			"so on."),
			func(s *System) *[]int64 { return &s.Phases }),
		codec.Need("weight", residue.Described("What a turn by one phase counts."),
			func(s *System) *int64 { return &s.Weight }),
		codec.May("inside",
			codec.Truth().Described("An odd permutation of the positions in a block counts half the modulus."),
			func(s *System) *bool { return &s.Inside }),
		codec.May("places", codec.Truth().Described("An odd permutation of the blocks counts half the modulus."),
			func(s *System) *bool { return &s.Places }),
	)
	return codec.Object(
		codec.Need("modulus", codec.Number[int64](1, MaxModulus), func(c *Character) *int64 { return &c.Modulus }),
		codec.MayList("systems", codec.ListOf("a system of blocks", system),
			func(c *Character) *[]System { return &c.Systems }),
		codec.MayList("cells", on.cells().Described("Single cells: an odd permutation of them counts half the modulus."),
			func(c *Character) *[]int32 { return &c.Cells }),
	).Then(func(v *document.Value, c *Character) error {
		for i, s := range c.Systems {
			for k, n := range append([]int64{s.Weight}, s.Phases...) {
				if n < c.Modulus {
					continue
				}
				what := "a phase"
				if k == 0 {
					what = "weight"
				}
				return v.At("systems").Item(i).Errorf("%s is %d; it must be from 0 to %d", what, n, c.Modulus-1)
			}
		}
		return nil
	})
}

func charactersFit(v *document.Value, c *Characters) error {
	for i, g := range c.Goals {
		if g.Character >= len(c.List) {
			return v.At("goals").Item(i).At("character").Errorf("there is no character %d; the list has %d", g.Character+1,
				len(c.List))
		}
	}
	return nil
}
