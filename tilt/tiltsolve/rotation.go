package tiltsolve

import "encoding/binary"

// A code is a cell's colour code, stored narrow or wide.
type code interface{ ~uint8 | ~uint32 }

// leastRotation returns where the lexicographically least rotation of s begins (the
// first such index) and the minimal period of s as a necklace: the least d > 0 with
// s rotated by d equal to s. At most 3·len(s) comparisons and no memory.
//
// Two candidates i and j race: on a mismatch after k equal characters the loser and the
// k starts behind it are beaten by the winner's, so they are skipped. Nothing that equals
// the best is ever skipped, hence when k reaches len(s) the two candidates are the first
// two best starts, and their distance is the period. (Shiloach 1981; the
// two-pointer form is folklore.)
func leastRotation[C code](s []C) (start, period int) {
	n := len(s)
	i, j, k := 0, 1, 0
	for i < n && j < n && k < n {
		a, b := i+k, j+k
		if a >= n {
			a -= n
		}
		if b >= n {
			b -= n
		}
		switch x, y := s[a], s[b]; {
		case x == y:
			k++
			continue
		case x > y:
			i += k + 1
		default:
			j += k + 1
		}
		k = 0
		if i == j {
			j++
		}
	}
	start = min(i, j)
	if k == n && n > 1 {
		return start, max(i, j) - start
	}
	return start, n
}

// A necklace is a string up to rotation, with its least rotation once that is known.
type necklace[C code] struct {
	s             []C
	start, period int
}

// necklaceOf finds the least rotation. Most often the places that begin with the eight least
// characters are few and soon told apart, which one look at each place shows; otherwise the
// race of leastRotation decides.
func necklaceOf[C code](s []C) necklace[C] {
	if narrow, ok := any(s).([]uint8); ok && len(s) >= 32 {
		if start, ok := leastWindow(narrow); ok {
			return necklace[C]{s, start, len(s)}
		}
	}
	start, period := leastRotation(s)
	return necklace[C]{s, start, period}
}

// window is the eight characters of the circular string s from i on, first one highest.
func window(s []uint8, i int) uint64 {
	if i+8 <= len(s) {
		return binary.BigEndian.Uint64(s[i : i+8])
	}
	var v uint64
	for k := range 8 {
		if i+k == len(s) {
			i -= len(s)
		}
		v = v<<8 | uint64(s[i+k])
	}
	return v
}

// maxTied is how many places leastWindow tells apart before it gives up.
const maxTied = 128

// leastWindow returns where the least rotation of the circular string s begins, which then is
// the only place; ok is false where there may be several, or too many places are alike.
// len(s) ≥ 8.
func leastWindow(s []uint8) (start int, ok bool) {
	var room [maxTied]int32
	tied := room[:0] // the places that begin with the least eight characters so far
	least := ^uint64(0)
	see := func(v uint64, i int) bool {
		if v < least {
			least, tied = v, tied[:0]
		} else if len(tied) == maxTied {
			return false
		}
		tied = append(tied, int32(i))
		return true
	}
	n := len(s)
	for i := range n - 7 {
		if v := binary.BigEndian.Uint64(s[i : i+8]); v <= least && !see(v, i) {
			return 0, false
		}
	}
	for i := n - 7; i < n; i++ { // the windows across the seam
		if v := window(s, i); v <= least && !see(v, i) {
			return 0, false
		}
	}
	for skip := 8; len(tied) > 1; skip += 8 {
		if skip >= n {
			return 0, false // a string with a period
		}
		least = ^uint64(0)
		for _, i := range tied {
			least = min(least, window(s, (int(i)+skip)%n))
		}
		kept := tied[:0]
		for _, i := range tied {
			if window(s, (int(i)+skip)%n) == least {
				kept = append(kept, i)
			}
		}
		tied = kept
	}
	return int(tied[0]), true
}

// necklacesOf is necklaceOf for two strings, on two processors where they are long.
func necklacesOf[C code](a, b []C) (x, y necklace[C]) {
	if len(a) < parallelString {
		return necklaceOf(a), necklaceOf(b)
	}
	return necklacesAtOnce(a, b)
}

// necklacesAtOnce is apart from necklacesOf because what its goroutine writes lives on the heap,
// which short strings, of which there are many, should not pay for.
func necklacesAtOnce[C code](a, b []C) (x, y necklace[C]) {
	done := make(chan necklace[C])
	go func() { done <- necklaceOf(b) }()
	x = necklaceOf(a)
	return x, <-done
}

// parallelString is the length from which a second processor is worth its call.
const parallelString = 1 << 16

// rotationTo returns the least d ≥ 0 with t.s[(i+d) mod n] = a.s[i] for all i; ok is false
// where t is no rotation of a. The strings have equal length.
func (a necklace[C]) rotationTo(t necklace[C]) (d int, ok bool) {
	if a.period != t.period {
		return 0, false
	}
	// Equal periods: one period of each decides.
	n := len(a.s)
	for k := 0; k < a.period; {
		x, y := a.start+k, t.start+k
		if x >= n {
			x -= n
		}
		if y >= n {
			y -= n
		}
		m := min(a.period-k, n-x, n-y)
		if !equalCells(a.s[x:x+m], t.s[y:y+m]) {
			return 0, false
		}
		k += m
	}
	d = (t.start - a.start) % a.period
	if d < 0 {
		d += a.period
	}
	return d, true
}
