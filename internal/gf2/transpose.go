package gf2

import "github.com/gridwright/gridwright/meter"

// Transpose returns the cols × rows transpose, in blocks of 64 × 64 bits.
// Cost: 6·rows·cols/64 word operations.
func (m *Matrix) Transpose(mt *meter.Meter) *Matrix {
	t := New(mt, m.cols, m.rows)
	if t == nil {
		return nil
	}
	var b [wordBits]uint64
	for i0 := 0; i0 < m.rows; i0 += wordBits {
		rows := min(wordBits, m.rows-i0)
		if mt.Work(8*wordBits*words(m.cols)) != nil {
			return nil
		}
		for j := range words(m.cols) {
			for i := range rows {
				b[i] = m.w[(i0+i)*m.stride+j]
			}
			clear(b[rows:])
			Transpose64(&b)
			for i := range min(wordBits, m.cols-j*wordBits) {
				t.w[(j*wordBits+i)*t.stride+i0/wordBits] = b[i]
			}
		}
	}
	return t
}

// Transpose64 transposes a 64 × 64 block in place by swapping ever smaller off-diagonal
// squares (Hacker's Delight, 7-3).
func Transpose64(b *[wordBits]uint64) {
	m := uint64(0x00000000FFFFFFFF)
	for s := uint(32); s != 0; {
		for i := uint(0); i < wordBits; i = (i + s + 1) &^ s {
			x := (b[i]>>s ^ b[i+s]) & m
			b[i] ^= x << s
			b[i+s] ^= x
		}
		s >>= 1
		m ^= m << s
	}
}
