package tiltsolve

import (
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/tilt"
)

// lines are the rows of a board, or its columns, along which a tilt moves the tiles.
type lines struct {
	b       *tilt.Board
	dir     byte
	n, size int   // how many there are, and their cells
	counts  []int // tiles on each
}

func newLines(b *tilt.Board, dir byte) *lines {
	l := &lines{b: b, dir: dir, n: b.H, size: b.W}
	if l.upright() {
		l.n, l.size = b.W, b.H
	}
	l.counts = make([]int, l.n)
	for i := range l.n {
		for k := range l.size {
			if l.at(i, k) != 0 {
				l.counts[i]++
			}
		}
	}
	return l
}

func (l *lines) upright() bool { return l.dir == 'U' || l.dir == 'D' }

func (l *lines) at(i, k int) int {
	if l.upright() {
		return l.b.At(k, i)
	}
	return l.b.At(i, k)
}

func (l *lines) set(b *tilt.Board, i, k, code int) {
	if l.upright() {
		i, k = k, i
	}
	b.Set(i, k, code)
}

// empty is a board of l's size without tiles.
func (l *lines) empty() *tilt.Board {
	out := l.b.Clone()
	clear(out.Narrow)
	clear(out.Wide)
	return out
}

// spread draws a board with the same tiles on each line, in the same order, all equally likely: those that l's tilt
// turns into what it turns b into.
func (l *lines) spread(rng *rand.Rand) *tilt.Board {
	out := l.empty()
	for i, need := range l.counts {
		from := 0
		for k := 0; need > 0; k++ {
			if rng.IntN(l.size-k) >= need {
				continue
			}
			for l.at(i, from) == 0 {
				from++
			}
			l.set(out, i, k, l.at(i, from))
			from, need = from+1, need-1
		}
	}
	return out
}

// spreads is the number of boards that spread may draw.
func (l *lines) spreads() *big.Int {
	product := big.NewInt(1)
	for n, times := range l.counted() {
		if times > 0 {
			c := new(big.Int).Binomial(int64(l.size), int64(n))
			product.Mul(product, c.Exp(c, big.NewInt(times), nil))
		}
	}
	return product
}

// shuffle draws a board with its lines packed as l's tilt packs them, which a tilt at right angles turns into b, all
// equally likely; b is packed into a corner. The counts of the lines come in any order, and the tiles across them in
// b's order.
func (l *lines) shuffle(rng *rand.Rand) *tilt.Board {
	out, next := l.empty(), l.tops()
	for i, from := range rng.Perm(l.n) {
		for k, end := l.packed(l.counts[from]); k < end; k++ {
			l.set(out, i, k, l.at(next[k], k))
			next[k]++
		}
	}
	return out
}

// tops are, for each place across the lines, the first line with a tile there.
func (l *lines) tops() []int {
	next := make([]int, l.size)
	for k := range next {
		for next[k] < l.n && l.at(next[k], k) == 0 {
			next[k]++
		}
	}
	return next
}

// packed is where n tiles of a line lie after l's tilt.
func (l *lines) packed(n int) (first, end int) {
	if l.dir == 'R' || l.dir == 'D' {
		return l.size - n, l.size
	}
	return 0, n
}

// each yields every board that shuffle and then spread may draw. Each is one board, which changes: copy what is kept.
func (l *lines) each(yield func(*tilt.Board) bool) {
	e := &eacher{lines: l, out: l.empty(), next: l.tops(), left: l.counted(), yield: yield}
	e.line(0)
}

type eacher struct {
	*lines
	out   *tilt.Board
	next  []int   // see tops
	left  []int64 // lines with each count that are not laid yet
	yield func(*tilt.Board) bool
}

// line lays line i and all behind it, in all ways.
func (e *eacher) line(i int) bool {
	if i == e.n {
		return e.yield(e.out)
	}
	for count := range e.left {
		if e.left[count] == 0 {
			continue
		}
		first, end := e.packed(count)
		var tiles []int
		for k := first; k < end; k++ {
			tiles = append(tiles, e.at(e.next[k], k))
			e.next[k]++
		}
		e.left[count]--
		if !e.tiles(i, 0, tiles) {
			return false
		}
		e.left[count]++
		for k := first; k < end; k++ {
			e.next[k]--
		}
	}
	return true
}

// tiles lays tiles on line i from k on.
func (e *eacher) tiles(i, k int, tiles []int) bool {
	if len(tiles) == 0 {
		return e.line(i + 1)
	}
	if len(tiles) < e.size-k && !e.tiles(i, k+1, tiles) {
		return false
	}
	e.set(e.out, i, k, tiles[0])
	more := e.tiles(i, k+1, tiles[1:])
	e.set(e.out, i, k, 0)
	return more
}

// counted is how many lines have each number of tiles.
func (l *lines) counted() []int64 {
	of := make([]int64, l.size+1)
	for _, n := range l.counts {
		of[n]++
	}
	return of
}

// befores is the number of boards that shuffle and then spread may draw: each in one way.
func (l *lines) befores() *big.Int {
	product, left := l.spreads(), int64(l.n)
	for _, times := range l.counted() {
		product.Mul(product, new(big.Int).Binomial(left, times))
		left -= times
	}
	return product
}
