package search

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Exhaust visits all boards that can be reached from the start of a stage, and returns the certificate's numbers,
// which speak of whole boards, if they are at most limit and no goal is among them. reached says whether a goal is;
// both are empty where the boards are too many.
func Exhaust(ctx context.Context, st *moveset.Stage, lim puzzle.Limits,
	limit int64) (proof *permute.Exhausted, reached bool, err error) {
	c, p := st.Compiled, st.Instance
	lay := newLayout(c.N, len(p.Labels))
	m := &meter{ctx: ctx, what: "visiting all boards that can be reached", lim: lim}
	seen, err := newBoardTable(lay.words, m)
	if err != nil {
		return nil, false, err
	}
	wait := newBuckets(m)
	moves, err := lay.packMoves(m, c, false)
	if err != nil {
		return nil, false, err
	}
	board, bytes := make([]permute.Tile, c.N), make([]byte, 4*len(st.Whole.Start))
	proof = new(permute.Exhausted)
	visit := func(key []uint64) error {
		lay.unpack(board, key)
		for _, g := range p.Goals {
			reached = reached || moveset.Fits(g, board)
		}
		for i, t := range st.Board(board) {
			binary.LittleEndian.PutUint32(bytes[4*i:], uint32(t))
		}
		for i, b := range sha256.Sum256(bytes) {
			proof.Digest[i] ^= b
		}
		proof.States++
		return wait.push(0, key)
	}
	key, child := make([]uint64, lay.words), make([]uint64, lay.words)
	lay.pack(key, p.Start)
	if _, err = seen.lower(key, 0); err == nil {
		err = visit(key)
	}
	if err != nil || reached {
		return nil, reached, err
	}
	if slices.Max(p.Start) == slices.Min(p.Start) {
		wait.pop() // nothing changes; and a board of zeros would be lost in the table
	}
	for !wait.empty() {
		bk := wait.pop()
		for at := 0; at < len(bk.keys); at += lay.words {
			if at/lay.words%64 == 0 && ctx.Err() != nil {
				return nil, false, ctx.Err()
			}
			for i := range moves {
				moves[i].apply(child, bk.keys[at:at+lay.words])
				news, err := seen.lower(child, 0)
				if err == nil && news {
					err = visit(child)
				}
				if err != nil {
					return nil, false, err
				}
				if reached {
					return nil, true, nil
				}
				if proof.States > limit {
					return nil, false, nil
				}
			}
		}
		wait.free(bk)
	}
	return proof, false, nil
}
