package moveset

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// effectBytes writes a move's cost and permutation, for names of files and comparisons of sets.
func effectBytes(m *Move) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(m.Cost))
	for k := range m.To {
		out = binary.LittleEndian.AppendUint32(out, uint32(m.To[k]))
		out = binary.LittleEndian.AppendUint32(out, uint32(m.From[k]))
	}
	return out
}

// SetKey writes a set of moves in an order that does not depend on how it was given. Equal keys mean equal moves at equal costs.
func SetKey(c *Compiled) []byte {
	keys := make([][]byte, len(c.Moves))
	for i := range c.Moves {
		keys[i] = effectBytes(&c.Moves[i])
	}
	slices.SortFunc(keys, slices.Compare)
	out := binary.LittleEndian.AppendUint32(nil, uint32(c.Set.Rows))
	out = binary.LittleEndian.AppendUint32(out, uint32(c.Set.Cols))
	if c.Place != nil {
		out = fmt.Append(out, c.Rows, c.Cols, c.Place)
	}
	for _, k := range keys {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(k)))
		out = append(out, k...)
	}
	return out
}

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
