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

// necklaceOf finds the least rotation. Where no other place begins with the eight least
// characters it is there, which one look at each place tells; otherwise the race decides.
func necklaceOf[C code](s []C) necklace[C] {
	if narrow, ok := any(s).([]uint8); ok && len(s) >= 32 {
		if start, ok := leastWindow(narrow); ok {
			return necklace[C]{s, start, len(s)}
		}
	}
	start, period := leastRotation(s)
	return necklace[C]{s, start, period}
}

// leastWindow returns where the lexicographically least eight characters of the circular
// string s begin; ok is false where they stand in two places. len(s) ≥ 8.
func leastWindow(s []uint8) (start int, ok bool) {
	n := len(s)
	least, at, times := binary.BigEndian.Uint64(s), 0, 0
	for i := range n - 7 {
		v := binary.BigEndian.Uint64(s[i : i+8])
		if v > least {
			continue
		}
		if v == least {
			if times++; times > 1 && i > n/2 {
				return 0, false // few different windows: do not read on in vain
			}
			continue
		}
		least, at, times = v, i, 1
	}
	v := binary.BigEndian.Uint64(s[n-8:])
	for i := range 7 { // the windows across the seam
		v = v<<8 | uint64(s[i])
		if v == least {
			times++
		} else if v < least {
			least, at, times = v, n-7+i, 1
		}
	}
	return at, times == 1
}

// necklacesOf is necklaceOf for two strings, on two processors where they are long.
func necklacesOf[C code](a, b []C) (x, y necklace[C]) {
	if len(a) < parallelString {
		return necklaceOf(a), necklaceOf(b)
	}
	done := make(chan struct{})
	go func() {
		y = necklaceOf(b)
		close(done)
	}()
	x = necklaceOf(a)
	<-done
	return x, y
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
