package sets

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// Exhaust meets all sets backwards, which is the evidence of Exhausted. It is asked for shapes
// that cannot be built only: a set of one block, or of those in place alone, is a fault of our own.
//
// Time O(sets · blocks); memory a bitmap and 8 bytes a set.
func Exhaust(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (*assembly.Exhausted, error) {
	n := len(p.Blocks)
	if err := lim.CheckMemory("the exhaustive search", LeaverBytes*int64(n)); err != nil {
		return nil, err
	}
	const what = "meeting all sets of blocks, which is the evidence that this shape cannot be built,"
	table, err := NewTable(what, (n+63)/64, lim)
	if err != nil {
		return nil, err
	}
	expand := expander(p, table)
	set := Full(n)
	if _, err := table.Add(set); err != nil {
		return nil, err
	}
	ex := new(assembly.Exhausted)
	bitmap := make([]byte, 8*len(set))
	for k := 0; k < table.n; k++ {
		if (k*n)&^0xffff != ((k-1)*n)&^0xffff && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		copy(set, table.at(k))
		size := 0
		for w, word := range set {
			size += bits.OnesCount64(word)
			binary.LittleEndian.PutUint64(bitmap[8*w:], word)
		}
		if size == goal(p) {
			return nil, fmt.Errorf("%w: a shape was said to be impossible, and can be taken apart", puzzle.ErrInternal)
		}
		for i, b := range sha256.Sum256(bitmap[:(n+7)/8]) {
			ex.Digest[i] ^= b
		}
		if err := expand(set); err != nil {
			return nil, err
		}
	}
	ex.Sets = int64(table.n)
	return ex, nil
}

// expander returns a function that adds to table what can remain of a set when one block leaves.
func expander(p *assembly.Instance, table *Table) func(set []uint64) error {
	if len(p.Blocks) <= 64 {
		v := NewSmallLeaver(p)
		word := make([]uint64, 1)
		add := func(rest uint64) error {
			word[0] = rest
			_, err := table.Add(word)
			return err
		}
		stay := Start(p)[0]
		return func(set []uint64) error { return v.Each(set[0], stay, add) }
	}
	v := NewLeaver(p)
	v.stay = Start(p)
	var list []Leave
	return func(set []uint64) error {
		list = v.Append(list[:0], set, assembly.NoRoot)
		for _, l := range list {
			set[l.Block>>6] ^= 1 << (l.Block & 63)
			if _, err := table.Add(set); err != nil {
				return err
			}
			set[l.Block>>6] ^= 1 << (l.Block & 63)
		}
		return nil
	}
}
