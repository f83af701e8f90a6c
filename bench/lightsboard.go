package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
)

// A source makes the rows of an n × n board of bits, in order, any number of times, and
// holds no more than four of them. An image is what pseudo-random presses of a plus make of a
// dark board, so it can be solved; the others are the pseudo-random bits themselves.
type source struct {
	n             int
	image         bool
	up, mid, down []uint64
	next          int // the row that mid is
}

func newSource(n int, image bool) *source {
	k := lights.Stride(n)
	return &source{n: n, image: image, up: make([]uint64, k), mid: make([]uint64, k), down: make([]uint64, k), next: -1}
}

// row fills in row y, in about one step a word if y is 0 or follows the last one.
func (s *source) row(y int, row []uint64) error {
	if !s.image {
		s.random(y, row)
		return nil
	}
	if y == 0 || y != s.next {
		s.random(y-1, s.up)
		s.random(y, s.mid)
		s.next = y
	}
	s.random(y+1, s.down)
	toggles(row, s.up, s.mid, s.down, s.n)
	s.up, s.mid, s.down = s.mid, s.down, s.up
	s.next++
	return nil
}

// random fills in row y of bits that depend on y only; rows off the board are dark.
func (s *source) random(y int, row []uint64) {
	if y < 0 || y >= s.n {
		clear(row)
		return
	}
	x := uint64(y+1) * 0x9E3779B97F4A7C15
	for i := range row {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		row[i] = x
	}
	row[len(row)-1] &= tail(s.n)
}

// tail selects the bits of a row's last word that are lamps.
func tail(n int) uint64 { return ^uint64(0) >> (-n & 63) }

// toggles fills in how often, modulo 2, a row of n lamps is toggled by presses in it and in the
// rows above and below.
func toggles(row, up, mid, down []uint64, n int) {
	before := uint64(0)
	for i, m := range mid {
		after := uint64(0)
		if i+1 < len(mid) {
			after = mid[i+1]
		}
		row[i] = up[i] ^ down[i] ^ m ^ (m<<1 | before>>63) ^ (m>>1 | after<<63)
		before = m
	}
	row[len(row)-1] &= tail(n)
}

// A verifier takes the rows of an answer, in order, and finds whether they are presses that make
// the board, or weights that prove that there are none: every press meets an even number of them,
// the board an odd number.
type verifier struct {
	board         *source
	y             int
	up, mid, down []uint64
	made, wanted  []uint64
	presses, even bool
	odd           int
}

func newVerifier(board *source) *verifier {
	k := lights.Stride(board.n)
	v := &verifier{board: board, presses: true, even: true}
	for _, r := range []*[]uint64{&v.up, &v.mid, &v.down, &v.made, &v.wanted} {
		*r = make([]uint64, k)
	}
	return v
}

func (v *verifier) row(_ int, row []uint64) error {
	copy(v.down, row)
	if v.y > 0 {
		if err := v.check(); err != nil {
			return err
		}
	}
	v.up, v.mid, v.down = v.mid, v.down, v.up
	v.y++
	return nil
}

// check looks at lamps of the last row but one.
func (v *verifier) check() error {
	toggles(v.made, v.up, v.mid, v.down, v.board.n)
	if err := v.board.row(v.y-1, v.wanted); err != nil {
		return err
	}
	v.presses = v.presses && slices.Equal(v.made, v.wanted)
	meet, any := uint64(0), uint64(0)
	for i, w := range v.wanted {
		meet ^= w & v.mid[i]
		any |= v.made[i]
	}
	v.odd ^= bits.OnesCount64(meet) & 1
	v.even = v.even && any == 0
	return nil
}

// finish says whether the rows prove the answer.
func (v *verifier) finish(solved bool) error {
	if v.y != v.board.n {
		return fmt.Errorf("%d rows instead of %d", v.y, v.board.n)
	}
	clear(v.down)
	if err := v.check(); err != nil {
		return err
	}
	if solved && !v.presses {
		return fmt.Errorf("the presses do not make the board")
	}
	if !solved && (!v.even || v.odd == 0) {
		return fmt.Errorf("the certificate proves nothing")
	}
	return nil
}

// writePBM writes a source as a raw bitmap.
func writePBM(out io.Writer, s *source) error {
	w := bufio.NewWriterSize(out, 1<<16)
	fmt.Fprintf(w, "P4\n%d %d\n", s.n, s.n)
	row := make([]uint64, lights.Stride(s.n))
	line := make([]byte, 8*len(row))
	for y := range s.n {
		if err := s.row(y, row); err != nil {
			return err
		}
		lights.PackPBM(line, row)
		w.Write(line[:(s.n+7)/8])
	}
	return w.Flush()
}

// verifyPBM checks a file of presses.
func verifyPBM(file string, s *source) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	p, next, err := lights.OpenPBM(grid.NewScanner(f, -1))
	if err != nil {
		return err
	}
	if p.Width != s.n || p.Height != s.n {
		return fmt.Errorf("the answer is of %d × %d", p.Width, p.Height)
	}
	v := newVerifier(s)
	row := make([]uint64, lights.Stride(s.n))
	for y := range s.n {
		if err := next(row); err != nil {
			return err
		}
		if err := v.row(y, row); err != nil {
			return err
		}
	}
	return v.finish(true)
}
