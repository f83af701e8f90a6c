package permute

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
)

// An Exhausted claims that exactly States boards can be reached from the start, the start included, that no goal fits
// any of them, and that Digest is the exclusive or of their SHA-256 sums, each taken over the board's tiles as 4
// bytes little-endian per cell. It serves repeated tiles and cells that do not matter.
type Exhausted struct {
	States int64
	Digest [32]byte
}

// exhaustedKind: {"exhausted": {"states": "12", "digest": "…"}}.
func exhaustedKind() puzzle.Kind[Certificate] {
	return certificate("exhausted", func(board) codec.Codec[Exhausted] {
		return codec.Object(
			codec.Need("states", codec.Long(1, MaxTotal), func(e *Exhausted) *int64 { return &e.States }),
			codec.Need("digest", codec.Digest().Described("The exclusive or of the SHA-256 sums of the boards."),
				func(e *Exhausted) *[32]byte { return &e.Digest }),
		).Described("So many boards can be reached, and no goal is among them.")
	}, func(c *Certificate) **Exhausted { return &c.Exhausted })
}
