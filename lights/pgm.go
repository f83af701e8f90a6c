package lights

import (
	"bufio"
	"fmt"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// readPGM reads one greymap; io.EOF when none is left.
func readPGM(m *meter.Meter, s *grid.Scanner) (*Instance, error) {
	hd, err := readHeader(s, "P2", "P5", true)
	if err != nil {
		return nil, err
	}
	b, err := newRowReader(m, hd.w, hd.h, hd.modulus, s)
	if err != nil {
		return nil, err
	}
	read := plainGreys
	if hd.raw {
		read = rawGreys
	}
	if err := read(s, b, hd); err != nil {
		return nil, err
	}
	return hd.instance(b.board()), nil
}

// plainGreys reads numbers with blanks between them.
func plainGreys(s *grid.Scanner, b *rowReader, hd pnmHeader) error {
	for y := range hd.h {
		for range hd.w {
			if !s.SkipBlank() {
				return pnmShort(s, y, hd.h)
			}
			at := s.Pos()
			v, err := s.Int("a grey value", 0, maxGrey)
			if err != nil {
				return err
			}
			if v >= int64(hd.modulus) {
				return grid.Errorf(at, "%s; the picture's largest value says how many there are", notColour(v, hd.modulus))
			}
			b.put(uint32(v))
		}
	}
	return nil
}

// rawGreys reads bytes, or pairs of them with the higher one first where the modulus is above 256.
func rawGreys(s *grid.Scanner, b *rowReader, hd pnmHeader) error {
	var buffer [rawChunk]byte
	size := 1
	if hd.modulus > 256 {
		size = 2
	}
	for y := range hd.h {
		for x := 0; x < hd.w; {
			part := buffer[:min(rawChunk, size*(hd.w-x))]
			at := s.Pos()
			if err := rawBytes(s, part); err != nil {
				return pnmShort(s, y, hd.h)
			}
			for ; len(part) > 0; part = part[size:] {
				v := uint32(part[0])
				if size == 2 {
					v = v<<8 | uint32(part[1])
				}
				if v >= hd.modulus {
					return grid.Errorf(at, "row %d, column %d: %s; the picture's largest value says how many there are", y+1, x+1,
						notColour(v, hd.modulus))
				}
				b.put(v)
				x++
			}
		}
	}
	return nil
}

// writePGM writes one raw greymap, with the settings as a comment.
func writePGM(out io.Writer, p *Instance) error {
	if err := p.plainText(formatPGM, maxGrey); err != nil {
		return err
	}
	return writeGreys(out, p.Start, p.Modulus, fmt.Sprintf("pattern %s topology %v", p.Pattern.Name, p.Topology))
}

// writePGMEvidence writes a solved board's presses, and an impossible one's weights, as a raw greymap.
func writePGMEvidence(out io.Writer, p *Instance, o Outcome) error {
	b, comment, err := p.evidence(o, formatPGM, maxGrey)
	if err != nil {
		return err
	}
	return writeGreys(out, b, p.Modulus, comment)
}

// writeGreys writes a board of modulus m as a raw greymap with a comment.
func writeGreys(out io.Writer, b *Board, m uint32, comment string) error {
	w := bufio.NewWriterSize(out, 64<<10)
	fmt.Fprintf(w, "P5\n# %s\n%d %d\n%d\n", comment, b.W, b.H, m-1)
	var line []byte
	for y := range b.H {
		line = b.appendGreys(line[:0], y)
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// appendGreys appends row y as a raw greymap has it: a byte a value, two where the board is Wide.
func (b *Board) appendGreys(line []byte, y int) []byte {
	switch {
	case b.Bits != nil:
		line = b.appendDigits(line, y)
		for i := range line {
			line[i] -= '0'
		}
	case b.Bytes != nil:
		line = append(line, b.Bytes[y*b.W:(y+1)*b.W]...)
	default:
		for _, v := range b.Wide[y*b.W : (y+1)*b.W] {
			line = append(line, byte(v>>8), byte(v))
		}
	}
	return line
}
