package permutesolve

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// moveBytes writes a move's cost and permutation, for names of files and comparisons of sets.
func moveBytes(m *move) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(m.cost))
	for k := range m.to {
		out = binary.LittleEndian.AppendUint32(out, uint32(m.to[k]))
		out = binary.LittleEndian.AppendUint32(out, uint32(m.from[k]))
	}
	return out
}

// setKey writes a set of moves in an order that does not depend on how it was given. Equal keys mean equal moves at equal costs.
func setKey(c *compiled) []byte {
	keys := make([][]byte, len(c.moves))
	for i := range c.moves {
		keys[i] = moveBytes(&c.moves[i])
	}
	slices.SortFunc(keys, slices.Compare)
	out := binary.LittleEndian.AppendUint32(nil, uint32(c.set.Rows))
	out = binary.LittleEndian.AppendUint32(out, uint32(c.set.Cols))
	if c.place != nil {
		out = fmt.Append(out, c.rows, c.cols, c.place)
	}
	for _, k := range keys {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(k)))
		out = append(out, k...)
	}
	return out
}

// effectKey tells moves of different effect or cost apart.
func effectKey(to, from []int32, cost int64) string {
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

type tableKey [sha256.Size]byte

// key names a table by what determines its content.
func (c *compiled) key(kind string, more ...[]uint8) tableKey {
	h := sha256.New()
	fmt.Fprintf(h, "gridwright permute table 1\n%s%s\n%d %d %d\n", kind, c.shape(), c.set.Rows, c.set.Cols, len(c.moves))
	for i := range c.moves {
		m := effectKey(c.moves[i].to, c.moves[i].from, c.moves[i].cost)
		fmt.Fprintf(h, "%d\n%s", len(m), m)
	}
	for _, b := range more {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	return tableKey(h.Sum(nil))
}

// shape names what an index depends on besides the moves: nothing for a board that is one whole.
func (c *compiled) shape() string {
	if c.place == nil && c.parts == nil {
		return ""
	}
	return fmt.Sprint(" of ", c.rows, c.cols, c.place, c.orbit)
}
