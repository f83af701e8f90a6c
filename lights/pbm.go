package lights

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// readPBM reads one bitmap; io.EOF when none is left.
func readPBM(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	hd, err := readHeader(s, "P1", "P4", false)
	if err != nil {
		return nil, err
	}
	b, err := newRowReader(m, hd.w, hd.h, 2, s)
	if err != nil {
		return nil, err
	}
	if hd.raw {
		err = rawBits(s, b, hd)
	} else {
		err = plainBits(s, b, hd)
	}
	if err != nil {
		return nil, err
	}
	return hd.instance(b.board()), nil
}

// OpenPBM reads the header of a raw bitmap that is too large to hold: the rules of the instance, without
// its start, and a function that reads the start's rows one by one into Stride(Width) words.
func OpenPBM(s *grid.Scanner) (rules *Instance, next func(row []uint64) error, err error) {
	hd, err := readHeader(s, "P4", "P4", false)
	if err != nil {
		return nil, nil, err
	}
	rules = hd.instance(&Board{W: hd.w, H: hd.h})
	rules.Start = nil
	line := make([]byte, 8*Stride(hd.w))
	y := 0
	return rules, func(row []uint64) error {
		if err := rawBytes(s, line[:(hd.w+7)/8]); err != nil {
			return pnmShort(s, y, hd.h)
		}
		y++
		unpackPBM(row, line, hd.w)
		return nil
	}, nil
}

// rawChunk is how many bytes of a raw row are read at once, a multiple of 8.
const rawChunk = 32 << 10

// rawBits reads rows of bytes, the first pixel in the highest bit.
func rawBits(s *grid.Scanner, b *rowReader, hd pnmHeader) error {
	var buffer [rawChunk]byte
	bytes := (hd.w + 7) / 8
	for y := range hd.h {
		for n := 0; n < bytes; n += rawChunk {
			part := min(rawChunk, bytes-n)
			if err := rawBytes(s, buffer[:part]); err != nil {
				return pnmShort(s, y, hd.h)
			}
			clear(buffer[part:min(rawChunk, part+8)])
			at, w := len(b.b.Bits), min(8*rawChunk, hd.w-8*n)
			b.b.Bits = slices.Grow(b.b.Bits, Stride(w))[:at+Stride(w)]
			unpackPBM(b.b.Bits[at:], buffer[:], w)
		}
	}
	return nil
}

// unpackPBM turns a row of a raw bitmap into the words of a board's row of w bits. line holds
// 8 bytes for each word of row.
func unpackPBM(row []uint64, line []byte, w int) {
	for i := range row {
		row[i] = bits.Reverse64(binary.BigEndian.Uint64(line[8*i:]))
	}
	if tail := uint(w) % 64; tail != 0 {
		row[len(row)-1] &= 1<<tail - 1
	}
}

// PackPBM is the inverse of unpackPBM; it fills 8 bytes for each word of row, of which a raw
// bitmap takes the first ⌈w/8⌉.
func PackPBM(line []byte, row []uint64) {
	for i, v := range row {
		binary.BigEndian.PutUint64(line[8*i:], bits.Reverse64(v))
	}
}

// plainBits reads digits 0 and 1, with or without blanks between them.
func plainBits(s *grid.Scanner, b *rowReader, hd pnmHeader) error {
	for y := range hd.h {
		for x := 0; x < hd.w; {
			if !s.SkipBlank() {
				return pnmShort(s, y, hd.h)
			}
			seg, _ := s.Segment(hd.w - x)
			for i, c := range seg {
				if c == ' ' || c == '\t' || c == '\r' {
					s.Unread(len(seg) - i)
					break
				}
				if c != '0' && c != '1' {
					s.Unread(len(seg) - i)
					return s.Errorf("%s is not a colour of a lamp modulo 2 (0 or 1); a bitmap has no others, a greymap (P2) has",
						grid.Quote(string(rune(c))))
				}
				b.put(uint32(c - '0'))
				x++
			}
		}
	}
	return nil
}

// writePBM writes one raw bitmap, with the settings as a comment.
func writePBM(out io.Writer, p *Instance) error {
	if err := p.plainText(formatPBM, 2); err != nil {
		return err
	}
	return writeBits(out, p.Start, fmt.Sprintf("pattern %s topology %v", p.Pattern.Name, p.Topology))
}

// writePBMEvidence writes a solved board's presses as a raw bitmap, 1 where a button is to be
// pressed, and an impossible one's weights.
func writePBMEvidence(out io.Writer, p *Instance, o Outcome) error {
	b, comment, err := p.evidence(o, formatPBM, 2)
	if err != nil {
		return err
	}
	return writeBits(out, b, comment)
}

// writeBits writes a board of bits as a raw bitmap with a comment.
func writeBits(out io.Writer, b *Board, comment string) error {
	w := bufio.NewWriterSize(out, 64<<10)
	fmt.Fprintf(w, "P4\n# %s\n%d %d\n", comment, b.W, b.H)
	line := make([]byte, 8*Stride(b.W))
	for y := range b.H {
		PackPBM(line, b.Row(y))
		if _, err := w.Write(line[:(b.W+7)/8]); err != nil {
			return err
		}
	}
	return w.Flush()
}
