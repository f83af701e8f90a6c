package group

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of the search for characters; beyond them there is none, and the rest of decide has to do.
const (
	maxCharacterImages   = 1 << 22 // cells times moves
	maxCharacterSystems  = 192     // systems of blocks that are tried
	maxCharacterCells    = 1 << 20 // cells of all systems
	maxCharacterClosures = 1 << 27 // cells that are looked at to find them
	maxCharacterBlock    = 1 << 12 // cells of a block
	maxCharacterPairs    = 1 << 24 // pairs of blocks that are compared for a goal, times their parts
	maxCharacterEdges    = 1 << 20 // pairs that fit
)

// characters knows the systems of blocks from which characters are made: it depends on the moves alone.
type characters struct {
	images [][]int32 // by move and cell: where the tile goes
	views  []*blockView
}

// A blockView is a way to see the cells as blocks, orbit by orbit of blocks, in which every block has its cells in an
// order that moves carry along. Cells in no block are single.
type blockView struct {
	kinds   []blockKind
	blocks  [][]int32
	kindOf  []int32 // by block
	blockOf []int32 // by cell, -1: single
	slot    []int32 // by cell: its place in the block
	moves   []blockEffect
}

// A blockKind is an orbit of blocks.
type blockKind struct {
	blocks []int32
	phases []int64 // by place in the block, modulo turns; a move adds one number to all of them
	turns  int64
}

// A blockEffect is what a permutation counts: for each kind the sum of turns, and whether it is odd inside blocks,
// and on the blocks; and the orbits of single cells on which it is odd, rising.
type blockEffect struct {
	turn    []int64
	inside  []bool
	places  []bool
	singles []int
}

func newEffect(kinds int) blockEffect {
	return blockEffect{turn: make([]int64, kinds), inside: make([]bool, kinds), places: make([]bool, kinds)}
}

func (e *blockEffect) key() string {
	var key []byte
	bit := map[bool]byte{true: 1}
	for r := range e.turn {
		key = append(binary.AppendVarint(key, e.turn[r]), bit[e.inside[r]], bit[e.places[r]])
	}
	for _, k := range e.singles {
		key = binary.AppendUvarint(key, uint64(k))
	}
	return string(key)
}

// A refutation is a character that speaks against a goal, and what it makes of the goal.
type refutation struct {
	character permute.Character
	sum       int64
}

// refuteByCharacters finds a character against every goal; nil where there is one without.
func (g *Group) refuteByCharacters(ctx context.Context, p *permute.Instance, aims []*aim,
	lim puzzle.Limits) (*permute.Characters, error) {
	out := &permute.Characters{}
	known := make(map[string]int)
	for _, a := range aims {
		if a.refuted == nil {
			var err error
			if a.refuted, err = g.character(ctx, p, a, lim); a.refuted == nil || err != nil {
				return nil, err
			}
		}
		key := characterKey(&a.refuted.character)
		k, ok := known[key]
		if !ok {
			k = len(out.List)
			known[key] = k
			out.List = append(out.List, a.refuted.character)
		}
		out.Goals = append(out.Goals, permute.CharacterGoal{Character: k, Sum: a.refuted.sum})
	}
	return out, nil
}

func characterKey(c *permute.Character) string {
	key := binary.AppendVarint(nil, c.Modulus)
	list := func(l []int32) {
		key = binary.AppendVarint(key, int64(len(l)))
		for _, x := range l {
			key = binary.AppendVarint(key, int64(x))
		}
	}
	list(c.Cells)
	for _, s := range c.Systems {
		key = binary.AppendVarint(key, s.Weight)
		for _, phase := range s.Phases {
			key = binary.AppendVarint(key, phase)
		}
		flags := byte(0)
		if s.Inside {
			flags |= 1
		}
		if s.Places {
			flags |= 2
		}
		key = append(key, flags)
		for _, b := range s.Blocks {
			list(b)
		}
	}
	return string(key)
}

// character finds a character against one goal: one of single cells, or one of the blocks that the moves keep. It
// returns nil where it finds none, which says nothing. The error is ctx's.
func (g *Group) character(ctx context.Context, p *permute.Instance, a *aim, lim puzzle.Limits) (*refutation, error) {
	if r := g.plainCharacter(a); r != nil {
		return r, nil
	}
	ch, err := g.blockCharacters(ctx, lim)
	if ch == nil || err != nil {
		return nil, err
	}
	for _, v := range ch.views {
		if r, err := g.viewCharacter(ctx, p, a, v, lim); r != nil || err != nil {
			return r, err
		}
	}
	return nil, nil
}

// plainCharacter is about single cells: an orbit lacks a tile, or orbits without tiles that can be exchanged make it
// odd.
func (g *Group) plainCharacter(a *aim) *refutation {
	if a.lost != nil {
		return &refutation{character: permute.Character{Modulus: 1}}
	}
	rigid := func(v []int) []int {
		var out []int
		for _, k := range v {
			if a.swap[k][0] < 0 {
				out = append(out, k)
			}
		}
		return out
	}
	cut := &Parities{}
	for _, r := range g.Parity.rows {
		cut.rows = append(cut.rows, rigid(r))
	}
	orbits, ok := cut.separate(len(g.Orbits), [][]int{rigid(g.Parity.Of(g, a.dest))})
	if !ok {
		return nil
	}
	out := &refutation{character: permute.Character{Modulus: 2}, sum: 1}
	for _, k := range orbits {
		out.character.Cells = append(out.character.Cells, g.Orbits[k]...)
	}
	slices.Sort(out.character.Cells)
	return out
}

// blockCharacters finds the systems of blocks, once; nil where that would take too much or there are none.
func (g *Group) blockCharacters(ctx context.Context, lim puzzle.Limits) (*characters, error) {
	if ch := g.blocks.Load(); ch != nil {
		return ch, nil
	}
	st := g.st.Load()
	if st == nil || int64(g.C.N)*int64(len(g.C.Moves)) > maxCharacterImages {
		return nil, nil
	}
	if err := Enter(ctx, g.gate); err != nil {
		return nil, err
	}
	defer Leave(g.gate)
	if ch := g.blocks.Load(); ch != nil {
		return ch, nil
	}
	n := int64(g.C.N)
	if lim.CheckMemory("systems of blocks", 4*n*int64(len(g.C.Moves))+64*n*int64(systemsFor(g.C.N))) != nil {
		return nil, nil // one can do without
	}
	ch := &characters{}
	for i := range g.C.Moves {
		to := moveset.Identity(g.C.N)
		for k, x := range g.C.Moves[i].To {
			to[g.C.Moves[i].From[k]] = x
		}
		ch.images = append(ch.images, to)
	}
	systems, err := g.blockSystems(ctx, st)
	if err != nil {
		return nil, err
	}
	for _, classes := range systems {
		views, err := g.blockViews(ctx, ch, classes)
		if err != nil {
			return nil, err
		}
		ch.views = append(ch.views, views...)
	}
	ch.images = nil // they have served
	g.blocks.Store(ch)
	return ch, nil
}
