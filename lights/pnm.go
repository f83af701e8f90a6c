package lights

import (
	"bytes"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// The names of the picture formats.
const (
	formatPBM = "lights-pbm"
	formatPGM = "lights-pgm"
)

// Descriptions of the picture formats.
const (
	formatPBMDoc = `A netpbm bitmap, plain (P1) or raw (P4): a pixel a lamp, black (1) is on, modulus 2. All
lamps are to be turned off. The pattern is plus and the topology plane unless a comment in the header
says otherwise: "# pattern king topology torus". Several pictures may follow each other.`
	formatPGMDoc = `A netpbm greymap, plain (P2) or raw (P5): a pixel a lamp, the modulus is the maximal grey value
plus 1, at most 65536. All lamps are to be turned to 0. The pattern is plus and the topology plane unless
a comment in the header says otherwise: "# pattern king topology torus". Several pictures may
follow each other.`
)

// maxGrey is the largest modulus of a greymap.
const maxGrey = 1 << 16

// sniffMagic reports whether head begins with one of two magic numbers.
func sniffMagic(head []byte, plain, raw string) bool {
	head = trimHead(head)
	if !bytes.HasPrefix(head, []byte(plain)) && !bytes.HasPrefix(head, []byte(raw)) {
		return false
	}
	return len(head) == 2 || strings.IndexByte(" \t\r\n#", head[2]) >= 0
}

// sniffPBM reports whether head begins a bitmap.
func sniffPBM(head []byte) bool { return sniffMagic(head, "P1", "P4") }

// sniffPGM reports whether head begins a greymap.
func sniffPGM(head []byte) bool { return sniffMagic(head, "P2", "P5") }

// pnmHeader reads the header of a netpbm picture up to the one blank before the pixels.
type pnmHeader struct {
	settings
	raw  bool
	w, h int
}

// readHeader reads a header with one of two magic numbers; io.EOF when no picture is left.
func readHeader(s *grid.Scanner, plain, raw string, grey bool) (hd pnmHeader, err error) {
	hd.settings = defaults()
	if !s.SkipBlank() {
		return hd, endOf(s)
	}
	magic := string(s.Peek(2))
	if magic != plain && magic != raw {
		want := raw
		if plain != raw {
			want = plain + " or " + raw
		}
		return hd, s.Errorf("a picture must begin with %s, not %s", want, grid.Quote(magic))
	}
	hd.raw = magic == raw
	s.Segment(2)
	numbers := []int64{0, 0}
	names := []string{"the width", "the height", "the maximal grey value"}
	high := []int64{MaxSide, MaxSide, maxGrey - 1}
	if grey {
		numbers = append(numbers, 0)
	}
	said := false
	for i := range numbers {
		for s.SkipBlank() && s.Peek(1)[0] == '#' {
			at := s.Pos()
			line, err := readLine(s, 1<<10)
			if err != nil {
				return hd, err
			}
			c := strings.TrimPrefix(line, "#")
			if !isSettings(c) {
				continue
			}
			if said {
				return hd, grid.Errorf(at, "settings follow settings")
			}
			said = true
			if hd.settings, err = parseSettings(c, maxGrey); err != nil {
				return hd, grid.Errorf(at, "%v", err)
			}
			if strings.Contains(" "+strings.Join(strings.Fields(c), " "), " modulus ") {
				return hd, grid.Errorf(at, "the picture itself says the modulus; a comment must not")
			}
		}
		if numbers[i], err = s.Int(names[i], 1, high[i]); err != nil {
			return hd, err
		}
	}
	hd.w, hd.h = int(numbers[0]), int(numbers[1])
	if grey {
		hd.modulus = uint32(numbers[2]) + 1
	}
	// Exactly one blank: what follows may be pixels that look like blanks.
	if sep, err := rawByte(s); err != nil || strings.IndexByte(" \t\r\n", sep) < 0 {
		return hd, s.Errorf("the input ends in the header of a picture")
	}
	return hd, nil
}

// rawByte consumes one byte, whatever it is.
func rawByte(s *grid.Scanner) (byte, error) {
	var one [1]byte
	err := rawBytes(s, one[:])
	return one[0], err
}

// rawBytes fills dst with the next bytes, whatever they are.
func rawBytes(s *grid.Scanner, dst []byte) error {
	for len(dst) > 0 {
		seg, _ := s.Segment(len(dst))
		dst = dst[copy(dst, seg):]
		if len(seg) > 0 {
			continue
		}
		if next := s.Peek(1); len(next) == 0 {
			if err := s.Err(); err != nil {
				return err
			}
			return s.Errorf("the input ends here")
		}
		dst[0] = '\n' // the one byte that ends a segment
		dst = dst[1:]
		if err := s.EndLine(""); err != nil {
			return err
		}
	}
	return nil
}

// pnmShort says where a picture ends too early.
func pnmShort(s *grid.Scanner, y, h int) error {
	if err := s.Err(); err != nil {
		return err
	}
	return s.Errorf("the picture ends in row %d of %d", y+1, h)
}
