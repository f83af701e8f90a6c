package sets

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/assembly"
)

// None is the first block of a line that holds none.
const None = math.MaxInt32

// Has reports whether block i is in set; no block, -1, is in none.
func Has(set []uint64, i int32) bool { return i >= 0 && set[i>>6]>>(i&63)&1 != 0 }

// Start holds the blocks that are on the board now.
func Start(p *assembly.Instance) []uint64 {
	set := make([]uint64, (len(p.Blocks)+63)/64)
	for _, i := range p.Start() {
		set[i>>6] |= 1 << (i & 63)
	}
	return set
}

// goal is how many blocks are left of a shape that has been taken apart.
func goal(p *assembly.Instance) int { return max(1, len(p.Start())) }

// Full holds the blocks 0 to n-1.
func Full(n int) []uint64 {
	set := make([]uint64, (n+63)/64)
	for i := range set {
		set[i] = ^uint64(0)
	}
	if n%64 != 0 {
		set[n/64] = 1<<(n%64) - 1
	}
	return set
}

// Size counts the blocks of a set.
func Size(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

// Frame is the smallest rectangle around the shape.
func Frame(p *assembly.Instance) (low, high assembly.Block) {
	low, high = p.Blocks[0], p.Blocks[len(p.Blocks)-1]
	for _, b := range p.Blocks {
		low.C, high.C = min(low.C, b.C), max(high.C, b.C)
	}
	return low, high
}

// Eccentricity is the number of links on the way from start to the block farthest from it. A block needs
// a neighbour that was there before its step, so no schedule from start has fewer steps.
func Eccentricity(ctx context.Context, p *assembly.Instance, start []int32) (int32, error) {
	seen := make([]uint64, (len(p.Blocks)+63)/64)
	mark := func(i int32) bool {
		fresh := seen[i>>6]>>(i&63)&1 == 0
		seen[i>>6] |= 1 << (i & 63)
		return fresh
	}
	for _, i := range start {
		mark(i)
	}
	now, far := slices.Clone(start), int32(0)
	var next []int32
	for visits := 0; ; far++ {
		next = next[:0]
		for _, i := range now {
			if visits++; visits&0x3fff == 0 && ctx.Err() != nil {
				return 0, ctx.Err()
			}
			for _, j := range [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
				if j >= 0 && mark(j) {
					next = append(next, j)
				}
			}
		}
		if len(next) == 0 {
			return far, nil
		}
		now, next = next, now
	}
}

// Entry is the move that brings a block to b, coming in from the side to which it would leave in the direction d.
func Entry(b assembly.Block, d assembly.Direction) assembly.Move {
	line := b.R
	if d.Vertical() {
		line = b.C
	}
	return assembly.MakeMove(d.Opposite(), line)
}

// NoBlock is the first block of moves that name none.
func NoBlock() assembly.Block { return assembly.Block{R: -1, C: -1} }
