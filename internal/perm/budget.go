package perm

import (
	"context"
	"errors"
	"fmt"
)

// ErrMemory is wrapped by errors about a memory limit that is too small for the work.
var ErrMemory = errors.New("perm: memory limit reached")

// DefaultMemory is the limit in bytes where Options.Memory is 0.
const DefaultMemory = 256 << 20

// Options are limits and the seed of what is random. The zero value is usable.
type Options struct {
	// Memory is the limit in bytes for what is kept, by count of the cells stored; 0 means DefaultMemory.
	Memory int64
	// Seed decides the random choices: the same seed gives the same answer and the same evidence.
	Seed uint64
	// ChainOnly turns off the recognition of giants, for comparison.
	ChainOnly bool
}

func (o Options) memory() int64 {
	if o.Memory == 0 {
		return DefaultMemory
	}
	return o.Memory
}

// A budget counts work and memory. Looking at a context costs more than multiplying two small
// permutations, so it is looked at once in ctxStride cells of work, about every millisecond.
type budget struct {
	ctx     context.Context
	work    int64
	used    int64
	limit   int64
	stopped error
}

const ctxStride = 1 << 20

func newBudget(ctx context.Context, o Options) *budget {
	return &budget{ctx: ctx, limit: o.memory(), stopped: ctx.Err()}
}

// spend accounts for work on so many cells.
func (b *budget) spend(cells int) error {
	b.work += int64(cells)
	if b.work >= ctxStride {
		b.work = 0
		if b.stopped == nil {
			b.stopped = b.ctx.Err()
		}
	}
	return b.stopped
}

// take accounts for count pieces of so many bytes that stay allocated.
func (b *budget) take(count, bytes int) error {
	b.used += int64(count) * int64(bytes)
	if b.used > b.limit && b.stopped == nil {
		b.stopped = fmt.Errorf("%w: %d bytes", ErrMemory, b.limit)
	}
	return b.stopped
}
