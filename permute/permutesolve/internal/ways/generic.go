package ways

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/internal/perm"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Boards of any moves are solved in three parts. What was found with the decision comes first. The part of
// the group that no giant has is a word from its stabiliser chain; where all orbits are giants, a few moves
// make their parities right. Then the giants are finished tile by tile: by moves as they are, as long as these do not
// touch what is finished, and by 3-cycles, which do not touch anything else: a short one, and moves before it that
// bring the tiles there, taken back behind it.

// maxGeneric is the most cells of an orbit that is solved tile by tile.
const maxGeneric = 1024

// A letter is a move, m, or its inverse, ^m.
type letter = int32

// alphabet is the moves of a set with their inverses.
type alphabet struct {
	c *moveset.Compiled
	// undo[m] makes move m undone: the move, so many times. There may be a move that does so, or m itself goes around.
	undo []undoing
}

type undoing struct {
	move  int32
	times int64
}

// maxUndo bounds how often a move is repeated to undo it.
const maxUndo = 1 << 16

func newAlphabet(ctx context.Context, c *moveset.Compiled) (*alphabet, error) {
	a := &alphabet{c: c, undo: make([]undoing, len(c.Moves))}
	byKey := make(map[string]int32, len(c.Moves))
	for i := range c.Moves {
		k := moveset.EffectKey(c.Moves[i].To, c.Moves[i].From, 0)
		if j, ok := byKey[k]; !ok || c.Moves[i].Cost < c.Moves[j].Cost {
			byKey[k] = int32(i)
		}
	}
	for i := range c.Moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		back := moveset.Backwards(&c.Moves[i])
		u := undoing{-1, math.MaxInt64}
		if j, ok := byKey[moveset.EffectKey(back.To, back.From, 0)]; ok {
			u = undoing{j, 1}
		}
		order := new(big.Int).SetInt64(1)
		for _, cycle := range c.Set.Moves[i].Cycles {
			l := big.NewInt(int64(len(cycle)))
			gcd := new(big.Int).GCD(nil, nil, order, l)
			order.Mul(order, l.Div(l, gcd))
			if order.BitLen() > 32 {
				break
			}
		}
		if times := order.Int64() - 1; order.BitLen() <= 32 && times <= maxUndo &&
			(u.move < 0 || times*c.Moves[i].Cost < c.Moves[u.move].Cost) {
			u = undoing{int32(i), times}
		}
		a.undo[i] = u
	}
	return a, nil
}

// cost is what a letter costs; ok is false for an inverse that nobody can make.
func (a *alphabet) cost(l letter) (cost int64, ok bool) {
	if l >= 0 {
		return a.c.Moves[l].Cost, true
	}
	u := a.undo[^l]
	if u.move < 0 {
		return 0, false
	}
	return a.c.Moves[u.move].Cost * u.times, true
}

// spell appends the moves of letters.
func (a *alphabet) spell(out []int32, word []letter) []int32 {
	for _, l := range word {
		if l >= 0 {
			out = append(out, l)
			continue
		}
		u := a.undo[^l]
		for range u.times {
			out = append(out, u.move)
		}
	}
	return out
}

func inverseWord(w []letter) []letter {
	out := make([]letter, len(w))
	for i, l := range w {
		out[len(w)-1-i] = ^l
	}
	return out
}

// An assembly is a word that is being put together, and the board behind it: dest[i] is where the tile that lies at
// cell i has to go.
type assembly struct {
	a     *alphabet
	dest  []int32
	buf   []permute.Tile
	moves []int32
}

// maxWord bounds the moves of a word.
const maxWord = 1 << 26

func (w *assembly) do(word ...letter) error {
	for _, l := range word {
		if l < 0 {
			w.a.c.Undo(w.dest, w.buf, ^l)
		} else {
			w.a.c.Apply(w.dest, w.buf, l)
		}
	}
	if w.moves = w.a.spell(w.moves, word); len(w.moves) > maxWord {
		return noWord("they would be more than %d", maxWord)
	}
	return nil
}

// Word finds moves for a decision that says Solved: behind d.head they bring the tile that was at cell i to
// d.dest[i], for all i. The error is ctx's or a *puzzle.LimitError: not every group has words that are short enough.
// The length is far from the least as a rule; see shorten.
//
// Boards whose lines can all be shifted take a fraction of a second up to 100 × 100 cells. For others the cost is
// about orbit³ at most.
func (g *Builder) Word(ctx context.Context, d group.Decision, lim puzzle.Limits) ([]int32, error) {
	if g.T != nil {
		moves, ok, err := constructWord(ctx, g.C, g.T, d.Dest)
		if err == nil && !ok {
			err = fmt.Errorf("%w: an odd permutation was decided to be possible without an odd move", puzzle.ErrInternal)
		}
		return moves, err
	}
	w := &assembly{dest: append([]int32(nil), d.Dest...), buf: make([]permute.Tile, g.C.N)}
	for _, m := range d.Head {
		g.C.Apply(w.dest, w.buf, m)
	}
	if isIdentity(w.dest) {
		return w.moves, nil
	}
	st, err := g.Structure(ctx, lim)
	if err != nil {
		return nil, err
	}
	k, err := g.kit(ctx)
	if err != nil {
		return nil, err
	}
	w.a = k.a
	if err := g.reduceWord(ctx, w, k, st, lim); err != nil {
		return nil, err
	}
	for _, giant := range st.Giants() {
		orbit := g.Orbits[g.OrbitOf[st.Group().Orbits()[giant.Orbit][0]]]
		if !slices.ContainsFunc(orbit, func(x int32) bool { return w.dest[x] != x }) {
			continue
		}
		t, err := k.giant(ctx, orbit, lim)
		if err != nil {
			return nil, err
		}
		if err := finishGiant(ctx, w, t, lim); err != nil {
			return nil, err
		}
	}
	if !isIdentity(w.dest) {
		return nil, fmt.Errorf("%w: the moves do not solve the board", puzzle.ErrInternal)
	}
	return w.moves, nil
}

// wordKit is what words are made of; a builder has one, and what it has is made when it is first needed.
type wordKit struct {
	a      *alphabet
	gate   chan struct{} // held by who makes something
	words  *perm.Words
	giants map[int32]*giantTools // by the first cell of the orbit
}

// A Builder makes words of the moves of a group.
type Builder struct {
	*group.Group
	gate  chan struct{} // held by who looks at tools
	tools *wordKit
}

// NewBuilder returns a builder for a group, which makes nothing yet.
func NewBuilder(g *group.Group) *Builder {
	return &Builder{Group: g, gate: make(chan struct{}, 1)}
}

// kit returns the builder's kit.
func (g *Builder) kit(ctx context.Context) (*wordKit, error) {
	if err := group.Enter(ctx, g.gate); err != nil {
		return nil, err
	}
	defer group.Leave(g.gate)
	if g.tools == nil {
		a, err := newAlphabet(ctx, g.C)
		if err != nil {
			return nil, err
		}
		g.tools = &wordKit{a: a, gate: make(chan struct{}, 1), giants: map[int32]*giantTools{}}
	}
	return g.tools, nil
}

func (k *wordKit) giant(ctx context.Context, orbit []int32, lim puzzle.Limits) (*giantTools, error) {
	if err := group.Enter(ctx, k.gate); err != nil {
		return nil, err
	}
	defer group.Leave(k.gate)
	if t := k.giants[orbit[0]]; t != nil {
		return t, nil
	}
	t, err := newGiantTools(ctx, k.a, orbit, lim)
	if err == nil {
		k.giants[orbit[0]] = t
	}
	return t, err
}

func (k *wordKit) chainWords(ctx context.Context, chain *perm.Chain, lim puzzle.Limits) (*perm.Words, error) {
	if err := group.Enter(ctx, k.gate); err != nil {
		return nil, err
	}
	defer group.Leave(k.gate)
	if k.words != nil {
		return k.words, nil
	}
	memory := int64(perm.DefaultMemory)
	if lim.Memory > 0 {
		memory = min(memory, lim.Memory)
	}
	words, err := chain.Words(ctx, perm.WordOptions{Memory: memory})
	if errors.Is(err, perm.ErrWordLength) {
		return nil, noWord("the stabiliser chain has no short words")
	} else if err != nil {
		return nil, group.GroupError(ctx, err, memory)
	}
	k.words = words
	return words, nil
}

func isIdentity(dest []int32) bool {
	for i, d := range dest {
		if int32(i) != d {
			return false
		}
	}
	return true
}

// reduceWord makes everything right but the giants, and these even.
func (g *Builder) reduceWord(ctx context.Context, w *assembly, k *wordKit, st *perm.Structure,
	lim puzzle.Limits) error {
	if st.Chain() == nil {
		rows, ok := g.Parity.Sum(g.Parity.Of(g.Group, w.dest), nil)
		if !ok {
			return fmt.Errorf("%w: the parities were decided to be possible and are not", puzzle.ErrInternal)
		}
		for _, i := range rows {
			if err := w.do(g.Parity.Move[i]); err != nil {
				return err
			}
		}
		return nil
	}
	pull := make(perm.Perm, g.C.N)
	for i, d := range w.dest {
		pull[d] = uint16(i)
	}
	left := st.Reduction().Reduce(pull)
	if left.IsIdentity() {
		return nil
	}
	words, err := k.chainWords(ctx, st.Chain(), lim)
	if err != nil {
		return err
	}
	word, ok := words.Word(left)
	if !ok {
		return fmt.Errorf("%w: what the chain holds has no word", puzzle.ErrInternal)
	}
	for _, l := range word {
		if _, ok := w.a.cost(letter(l)); !ok {
			return noWord("a move would have to be repeated more than %d times", maxUndo)
		}
		if err := w.do(letter(l)); err != nil { // perm's letters are ours: ^k is the inverse of k
			return err
		}
	}
	return nil
}

// noWord says in the user's terms that a board can be solved and nobody knows how.
func noWord(what string, args ...any) error {
	return &puzzle.LimitError{Limit: "size", Msg: "a goal can be reached, but no moves were found: " +
		fmt.Sprintf(what, args...)}
}
