package lights

import (
	"bufio"
	"fmt"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// ReadPGM reads one greymap; io.EOF when none is left.
func ReadPGM(s *grid.Scanner, lim puzzle.Limits) (*Instance, error) {
	hd, err := readHeader(s, "P2", "P5", true)
	if err != nil {
		return nil, err
	}
	b, err := newRowReader(hd.w, hd.h, hd.modulus, s, lim)
	if err != nil {
		return nil, err
	}
	var one [2]byte
	pixel := one[:1]
	if hd.modulus > 256 {
		pixel = one[:2]
	}
	for y := range hd.h {
		for x := range hd.w {
			v, err := hd.pixel(s, pixel, x, y)
			if err != nil {
				return nil, err
			}
			b.put(v)
		}
	}
	return hd.instance(b.board()), nil
}

// pixel reads the grey value at (x, y).
func (hd pnmHeader) pixel(s *grid.Scanner, raw []byte, x, y int) (uint32, error) {
	if !hd.raw {
		if !s.SkipBlank() {
			return 0, pnmShort(s, y, hd.h)
		}
		at := s.Pos()
		v, err := s.Int("a grey value", 0, maxGrey)
		if err == nil && v >= int64(hd.modulus) {
			err = grid.Errorf(at, "%d is not in [0, %d)", v, hd.modulus)
		}
		return uint32(v), err
	}
	if err := rawBytes(s, raw); err != nil {
		return 0, pnmShort(s, y, hd.h)
	}
	v := uint32(raw[0])
	if len(raw) == 2 {
		v = v<<8 | uint32(raw[1])
	}
	if v >= hd.modulus {
		return 0, fmt.Errorf("%w: row %d, column %d: %d is not in [0, %d)", puzzle.ErrInput, y+1, x+1, v, hd.modulus)
	}
	return v, nil
}

// WritePGM writes one raw greymap, with the settings as a comment.
func WritePGM(out io.Writer, p *Instance) error {
	if err := p.plainText(FormatPGM, maxGrey); err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 64<<10)
	fmt.Fprintf(w, "P5\n# pattern %s topology %v\n%d %d\n%d\n", p.Pattern.Name, p.Topology, p.Width, p.Height, p.Modulus-1)
	for y := range p.Height {
		for x := range p.Width {
			v := p.Start.At(x, y)
			if p.Modulus > 256 {
				w.WriteByte(byte(v >> 8))
			}
			w.WriteByte(byte(v))
		}
	}
	return w.Flush()
}
