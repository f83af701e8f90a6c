package moveset

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/gridwright/gridwright/meter"
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

// A Key names something by what determines it.
type Key [sha256.Size]byte

// Digest tells sets apart whose moves, in their order, do different things or cost differently.
func (c *Compiled) Digest(mt *meter.Meter) (Key, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d\n", c.Set.Rows, c.Set.Cols, len(c.Moves))
	for i := range c.Moves {
		m := &c.Moves[i]
		if err := mt.Work(64 + 32*len(m.To)); err != nil {
			return Key{}, err
		}
		effect := m.Effect()
		h.Write(binary.LittleEndian.AppendUint64(effect[:], uint64(m.Cost)))
	}
	return Key(h.Sum(nil)), nil
}

// Key names a table by what determines its content.
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
