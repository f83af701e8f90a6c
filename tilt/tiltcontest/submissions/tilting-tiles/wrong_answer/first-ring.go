//go:build ignore

// Wrong: it knows one ring only, that behind the tilts left and up. A first tilt to the right or up or down may lead
// onto another one.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// Tiles are colours, or numbers where a tile is followed; 0 is an empty cell.
var h, w int

func main() {
	text, _ := io.ReadAll(os.Stdin)
	fields := bytes.Fields(text)
	fmt.Sscan(string(fields[0]), &h)
	fmt.Sscan(string(fields[1]), &w)
	start, target := board(fields[2:2+h]), board(fields[2+h:2+2*h])
	if reachable(start, target) {
		fmt.Println("yes")
	} else {
		fmt.Println("no")
	}
}

func board(rows [][]byte) []int32 {
	b := make([]int32, 0, h*w)
	for _, row := range rows {
		for _, c := range row {
			if c == '.' {
				c = 0
			}
			b = append(b, int32(c))
		}
	}
	return b
}

// tilt tilts b along moves.
func tilt(b []int32, moves string) []int32 {
	b = append([]int32(nil), b...)
	for _, m := range moves {
		switch m {
		case 'L':
			for r := 0; r < h; r++ {
				slide(b, r*w, 1, w)
			}
		case 'R':
			for r := 0; r < h; r++ {
				slide(b, r*w+w-1, -1, w)
			}
		case 'U':
			for c := 0; c < w; c++ {
				slide(b, c, w, h)
			}
		case 'D':
			for c := 0; c < w; c++ {
				slide(b, (h-1)*w+c, -w, h)
			}
		}
	}
	return b
}

// slide packs the n cells from, from+step, … to the first of them.
func slide(b []int32, from, step, n int) {
	to := from
	for k := 0; k < n; k++ {
		if t := b[from+k*step]; t != 0 {
			b[from+k*step] = 0
			b[to] = t
			to += step
		}
	}
}

func equal(a, b []int32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func reachable(start, target []int32) bool {
	if equal(start, target) {
		return true
	}
	for _, m := range []string{"L", "R", "U", "D"} {
		if equal(tilt(start, m), target) {
			return true
		}
	}
	return onRing(tilt(start, "LU"), target)
}

// onRing reports whether the target is base after some turns and up to three tilts.
func onRing(base, target []int32) bool {
	numbers := make([]int32, h*w)
	for i, t := range base {
		if t != 0 {
			numbers[i] = int32(i + 1)
		}
	}
	next := places(tilt(numbers, "RDLU"))
	for _, last := range []string{"", "R", "RD", "RDL"} {
		to := places(tilt(numbers, last))
		if back, ok := pull(target, numbers, to); ok && turns(base, back, next) {
			return true
		}
	}
	return false
}

// places tells for each number, less one, where it stands.
func places(numbers []int32) []int32 {
	at := make([]int32, h*w)
	for i, n := range numbers {
		if n != 0 {
			at[n-1] = int32(i)
		}
	}
	return at
}

// pull is the board that stood where numbers stand before the tilts that moved them to these places and left target.
func pull(target, numbers, to []int32) (back []int32, ok bool) {
	back = make([]int32, h*w)
	tiles := 0
	for _, t := range target {
		if t != 0 {
			tiles++
		}
	}
	for i, n := range numbers {
		if n == 0 {
			continue
		}
		if back[i] = target[to[i]]; back[i] == 0 {
			return nil, false
		}
		tiles--
	}
	return back, tiles == 0
}

// turns reports whether some number of turns, each of which moves tiles from i to next[i], makes back of base.
func turns(base, back, next []int32) bool {
	all := newClaims()
	seen := make([]bool, h*w)
	var a, b []int32
	for first := range base {
		if base[first] == 0 || seen[first] {
			continue
		}
		a, b = a[:0], b[:0]
		for i := first; !seen[i]; i = int(next[i]) {
			seen[i] = true
			a, b = append(a, base[i]), append(b, back[i])
		}
		shift, period, ok := rotation(a, b)
		if !ok || !all.add(shift, period) {
			return false
		}
	}
	return true
}

// rotation finds the least shift with b[(i+shift) mod n] = a[i], and the period of a: other shifts differ by it.
func rotation(a, b []int32) (shift, period int, ok bool) {
	n := len(a)
	fail := make([]int, n+1) // of a: the longest proper border of each prefix
	for i, k := 1, 0; i < n; i++ {
		for k > 0 && a[i] != a[k] {
			k = fail[k]
		}
		if a[i] == a[k] {
			k++
		}
		fail[i+1] = k
	}
	period = n - fail[n]
	if n%period != 0 {
		period = n
	}
	for i, k := 0, 0; i < 2*n; i++ { // a in b b
		c := b[i%n]
		for k > 0 && (k == n || a[k] != c) {
			k = fail[k]
		}
		if a[k] == c {
			k++
		}
		if k == n {
			return (i + 1 - n) % period, period, true
		}
	}
	return 0, 0, false
}

// Claims say what a number of turns leaves modulo powers of primes: of each prime the greatest power that was met.
type claims struct {
	known   map[int]int // modulus → residue: most moduli are met again and again
	power   []int       // by prime
	residue []int
}

func newClaims() *claims {
	return &claims{map[int]int{}, make([]int, h*w+1), make([]int, h*w+1)}
}

// add reports whether a number that leaves r modulo m can exist beside what was added before.
func (c *claims) add(r, m int) bool {
	if old, ok := c.known[m]; ok {
		return old == r
	}
	c.known[m] = r
	for p := 2; m > 1; p++ {
		if p*p > m {
			p = m
		}
		q := 1
		for m%p == 0 {
			q *= p
			m /= p
		}
		if q == 1 {
			continue
		}
		if old := c.power[p]; old > 0 && (r-c.residue[p])%min(q, old) != 0 {
			return false
		}
		if q > c.power[p] {
			c.power[p], c.residue[p] = q, r%q
		}
	}
	return true
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
