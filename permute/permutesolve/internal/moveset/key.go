package moveset

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// EffectKey tells moves of different effect or cost apart.
func EffectKey(to, from []int32, cost int64) string {
	b := make([]byte, 0, 4*(len(to)+len(from))+8)
	for k := range 8 {
		b = append(b, byte(cost>>(8*k)))
	}
	for _, list := range [][]int32{to, from} {
		for _, x := range list {
			b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
		}
	}
	return string(b)
}

// A Key names what is made for a set of moves.
type Key [sha256.Size]byte

// Key names something of a kind that is made for a set, and for more data, by all that determines its content: the moves in their order with
// their costs, but not their names.
func (c *Compiled) Key(kind string, more ...[]uint8) Key {
	h := sha256.New()
	fmt.Fprintf(h, "gridwright permute table 1\n%s%s\n%d %d %d\n", kind, c.shape(), c.Set.Rows, c.Set.Cols, len(c.Moves))
	for i := range c.Moves {
		m := EffectKey(c.Moves[i].To, c.Moves[i].From, c.Moves[i].Cost)
		fmt.Fprintf(h, "%d\n%s", len(m), m)
	}
	for _, b := range more {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	return Key(h.Sum(nil))
}

// shape names what an index depends on besides the moves: nothing for a board that is one whole.
func (c *Compiled) shape() string {
	if c.Place == nil && c.parts == nil {
		return ""
	}
	return fmt.Sprint(" of ", c.Rows, c.Cols, c.Place, c.orbit)
}
