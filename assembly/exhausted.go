package assembly

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// An Exhausted is for all shapes. Take the shape apart backwards in every way: a set of blocks is met if it is the
// shape, or if it is what remains of a set that is met when a block leaves (as in Stuck, but convex or not). The root
// and blocks in place do not leave. The claim: exactly Sets sets are met, none of them is one block, or the blocks in
// place alone where there are some, and Digest is the exclusive or of their SHA-256 sums. What is summed for a set is
// its bitmap: block i of Instance.Blocks is bit i%8, counted from the lowest, of byte i/8, in ⌈blocks/8⌉ bytes.
type Exhausted struct {
	Sets   int64
	Digest [32]byte
}

// maxSets bounds the number in a document: JSON readers elsewhere round larger ones.
const maxSets = 1<<53 - 1

// exhaustedKind: {"exhausted": {"sets": 12, "digest": "…"}}.
func exhaustedKind() puzzle.Kind[Certificate] {
	return certificate("exhausted", codec.Object(
		codec.Need("sets", codec.Number[int64](1, maxSets).
			Described("How many sets of blocks are met when the shape is taken apart in every way."),
			func(e *Exhausted) *int64 { return &e.Sets }),
		codec.Need("digest", codec.Digest().Described("The exclusive or of the sets' SHA-256 sums."),
			func(e *Exhausted) *[32]byte { return &e.Digest }),
	), func(c *Certificate) **Exhausted { return &c.Exhausted })
}
