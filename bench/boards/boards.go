// Package boards makes tilting boards that are hard to decide, for benchmarks and load tests.
//
// Each kind aims at the worst case of a program that walks the rings of a start: the
// target has a shape that fits, and what tells it from a reachable board comes late, or never.
package boards

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
)

// A Kind is a recipe for boards.
type Kind struct {
	Name string
	Doc  string
	make func(b *builder) (start, target []byte)
}

// Kinds lists the recipes. "Late" means that the start is packed, so that all rings a program
// may look at are one, and that the target differs from it by one turn of the cycle that
// a row-by-row program meets last: every cycle has to be compared, on every ring.
func Kinds() []Kind {
	late := func(density float64, colours int) func(b *builder) (start, target []byte) {
		return func(b *builder) (start, target []byte) {
			return b.late(b.play(b.random(density, colours), "LU"))
		}
	}
	return []Kind{
		{"sparse", "density 0.1, 3 colours; late", late(0.1, 3)},
		{"half", "density 0.5, 3 colours; late", late(0.5, 3)},
		{"dense", "density 0.9, 3 colours; late", late(0.9, 3)},
		{"one-colour", "density 0.5, one colour; a packed target with one tile in another row",
			func(b *builder) (start, target []byte) {
				start = b.random(0.5, 1)
				return start, b.otherShape(start)
			}},
		{"colours-26", "density 0.5, 26 colours; late", late(0.5, 26)},
		{"staircase", "a staircase with 26 colours; late", func(b *builder) (start, target []byte) {
			return b.late(b.staircase(26))
		}},
		{"nearly-full", "all but 30 cells full, 26 colours, packed; the last two different tiles exchanged",
			func(b *builder) (start, target []byte) {
				start = b.random(2, 26)
				for range 30 {
					start[b.rng.IntN(len(start))] = 0
				}
				start = b.play(start, "LU")
				return start, b.lastTwo(start)
			}},
		{"clash", "density 0.97, 26 colours; every cycle is a rotation, every second one by one turn more",
			func(b *builder) (start, target []byte) {
				start = b.play(b.random(0.97, 26), "LU")
				target = slices.Clone(start)
				k := 0
				b.turnCycles(start, target, func([]int) bool { k++; return k%2 == 0 })
				return start, target
			}},
		{"reachable", "density 0.5, 26 colours, not packed; reachable after 17 tilts",
			func(b *builder) (start, target []byte) {
				start = b.random(0.5, 26)
				return start, b.play(start, "DRULDRULDRULDRULD")
			}},
		{"exchanged", "density 0.5, 26 colours, not packed; two tiles of a reachable board exchanged: refuted early",
			func(b *builder) (start, target []byte) {
				start = b.random(0.5, 26)
				return start, b.exchanged(b.play(start, "LURDLURD"))
			}},
	}
}

// Write writes one case of the given kind and size in the contest's format.
func (k Kind) Write(w io.Writer, h, width int, seed uint64) error {
	b := &builder{h: h, w: width, rng: rand.New(rand.NewPCG(seed, uint64(h)))}
	start, target := k.make(b)
	out := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprintf(out, "%d %d\n", h, width)
	b.write(out, start)
	out.WriteByte('\n')
	b.write(out, target)
	return out.Flush()
}

// builder makes boards of one size; a cell is 0 or a letter.
type builder struct {
	h, w int
	rng  *rand.Rand
}

func (b *builder) write(out *bufio.Writer, cells []byte) {
	for r := range b.h {
		for _, c := range cells[r*b.w : (r+1)*b.w] {
			if c == 0 {
				c = '.'
			}
			out.WriteByte(c)
		}
		out.WriteByte('\n')
	}
}

func (b *builder) random(density float64, colours int) []byte {
	cells := make([]byte, b.h*b.w)
	for i := range cells {
		if b.rng.Float64() < density {
			cells[i] = byte('a' + b.rng.IntN(colours))
		}
	}
	return cells
}

func (b *builder) staircase(colours int) []byte {
	cells := make([]byte, b.h*b.w)
	for r := range b.h {
		for c := range b.w * (b.h - r) / b.h {
			cells[r*b.w+c] = byte('a' + b.rng.IntN(colours))
		}
	}
	return cells
}

func (b *builder) tilt(cells []byte, dir byte) []byte {
	out := make([]byte, len(cells))
	lines, length := b.h, b.w
	if dir == 'U' || dir == 'D' {
		lines, length = b.w, b.h
	}
	for line := range lines {
		at := func(k int) int { // k-th cell from the side the tiles go to
			if dir == 'R' || dir == 'D' {
				k = length - 1 - k
			}
			if dir == 'L' || dir == 'R' {
				return line*b.w + k
			}
			return k*b.w + line
		}
		n := 0
		for k := range length {
			if c := cells[at(k)]; c != 0 {
				out[at(n)] = c
				n++
			}
		}
	}
	return out
}

func (b *builder) play(cells []byte, letters string) []byte {
	for i := range len(letters) {
		cells = b.tilt(cells, letters[i])
	}
	return cells
}

// exchanged exchanges two different tiles of the board.
func (b *builder) exchanged(target []byte) []byte {
	target = slices.Clone(target)
	for range 100 * len(target) {
		i, j := b.rng.IntN(len(target)), b.rng.IntN(len(target))
		if target[i] != 0 && target[j] != 0 && target[i] != target[j] {
			target[i], target[j] = target[j], target[i]
			break
		}
	}
	return target
}

// late turns one cycle of the packed board base: the last one, row by row, for which an earlier
// cycle of the same length has more than one colour too. The two then clash.
func (b *builder) late(base []byte) (start, target []byte) {
	var lengths []int // of the cycles with more than one colour, 0 for the others
	b.turnCycles(base, slices.Clone(base), func(cycle []int) bool {
		n := 0
		for _, i := range cycle {
			if base[i] != base[cycle[0]] {
				n = len(cycle)
			}
		}
		lengths = append(lengths, n)
		return false
	})
	chosen := -1
	first := map[int]bool{}
	for k, n := range lengths {
		if n > 0 && first[n] {
			chosen = k
		}
		first[n] = true
	}
	target = slices.Clone(base)
	k := -1
	b.turnCycles(base, target, func([]int) bool {
		k++
		return k == chosen
	})
	return base, target
}

// lastTwo exchanges the last tile, row by row, with the last one before it of another colour.
func (b *builder) lastTwo(base []byte) []byte {
	target := slices.Clone(base)
	last := len(target) - 1
	for target[last] == 0 {
		last--
	}
	for i := last - 1; i >= 0; i-- {
		if target[i] != 0 && target[i] != target[last] {
			target[i], target[last] = target[last], target[i]
			break
		}
	}
	return target
}

// otherShape packs start and moves one tile to another row, so that the board stays packed.
func (b *builder) otherShape(start []byte) []byte {
	cells := b.play(start, "LU")
	length := make([]int, b.h)
	for i, c := range cells {
		if c != 0 {
			length[i/b.w]++
		}
	}
	for r := b.h - 1; r > 0; r-- {
		if length[r] > 0 && length[0] < b.w {
			cells[length[0]], cells[r*b.w+length[r]-1] = cells[r*b.w+length[r]-1], 0
			break
		}
	}
	return cells
}

// turnCycles plays one turn on those cycles of the packed board base that turn picks (it is shown
// the cells of one after the other, row by row) and stores them in target.
func (b *builder) turnCycles(base, target []byte, turn func(cycle []int) bool) {
	lambda, mu := make([]int, b.h), make([]int, b.w)
	for i, c := range base {
		if c != 0 {
			lambda[i/b.w]++
			mu[i%b.w]++
		}
	}
	seen := make([]bool, len(base))
	var cycle []int
	for i := range base {
		if base[i] == 0 || seen[i] {
			continue
		}
		cycle = cycle[:0]
		for r, c := i/b.w, i%b.w; !seen[r*b.w+c]; {
			seen[r*b.w+c] = true
			cycle = append(cycle, r*b.w+c)
			for range 2 { // a turn is four reflections
				c = lambda[r] - 1 - c
				r = mu[c] - 1 - r
			}
		}
		if turn(cycle) {
			for k, from := range cycle {
				target[cycle[(k+1)%len(cycle)]] = base[from]
			}
		}
	}
}
