package assemblycheck

import (
	"context"
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// pollEvery is how many blocks are touched between two looks at the context: a few milliseconds
// where every touch misses the cache.
const pollEvery = 1 << 15

// work is what one check knows.
type work struct {
	ctx   context.Context
	p     *assembly.Instance
	lim   puzzle.Limits
	shape *shape
	start []int32 // the blocks that are on the board now; nil: any one may be the first
	spent int     // blocks touched since the context was looked at
}

func newWork(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (*work, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := &work{ctx: ctx, p: p, lim: lim}
	if err := k.survey(); err != nil {
		return nil, err
	}
	return k, nil
}

// spend says that n more blocks have been touched; it returns the context's error, if any.
func (k *work) spend(n int) error {
	if k.spent += n; k.spent < pollEvery {
		return nil
	}
	k.spent = 0
	return k.ctx.Err()
}

// room makes sure that so many bytes may be taken: some for each block, and some for each row and
// column that the shape touches.
func (k *work) room(what string, perBlock, perLine int64) error {
	s := k.shape
	return k.lim.CheckMemory(what, perBlock*int64(len(s.blocks))+perLine*(int64(s.height)+int64(s.width))+1<<10)
}

// tooMuch says that something has not been verified because of the work it takes.
func tooMuch(what string, args ...any) error {
	return &puzzle.LimitError{Limit: "check", Msg: "not verified: " + fmt.Sprintf(what, args...)}
}

// place names a cell for a person.
func place(b assembly.Block) string {
	return fmt.Sprintf("row %d, column %d", int64(b.R)+1, int64(b.C)+1)
}

// short writes n for a person; a claim may hold a number of any length.
func short(n *big.Int) string {
	if n.BitLen() > 128 {
		return fmt.Sprintf("a number of %d bits", n.BitLen())
	}
	return n.String()
}

// A bitmap is a set of blocks by their indices.
type bitmap []uint64

func newBitmap(n int) bitmap      { return make(bitmap, (n+63)/64) }
func (b bitmap) has(i int32) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bitmap) add(i int32)      { b[i>>6] |= 1 << (i & 63) }
func (b bitmap) remove(i int32)   { b[i>>6] &^= 1 << (i & 63) }
