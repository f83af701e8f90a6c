package tiltsolve

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

// rotationOf returns the least d ≥ 0 with t[(i+d) mod n] = s[i] for all i, and the period
// of s; ok is false where t is no rotation of s. The strings have equal length ≥ 1.
func rotationOf[C code](s, t []C) (d, period int, ok bool) {
	n := len(s)
	switch n {
	case 1:
		return 0, 1, s[0] == t[0]
	case 2:
		switch {
		case s[0] == s[1]:
			return 0, 1, s[0] == t[0] && s[1] == t[1]
		case s[0] == t[0] && s[1] == t[1]:
			return 0, 2, true
		}
		return 1, 2, s[0] == t[1] && s[1] == t[0]
	}
	var si, ti, tp int
	if n >= parallelString {
		done := make(chan struct{})
		go func() {
			ti, tp = leastRotation(t)
			close(done)
		}()
		si, period = leastRotation(s)
		<-done
	} else {
		si, period = leastRotation(s)
		ti, tp = leastRotation(t)
	}
	if period != tp {
		return 0, period, false
	}
	// Equal periods: one period of each decides.
	for k := 0; k < period; k++ {
		a, b := si+k, ti+k
		if a >= n {
			a -= n
		}
		if b >= n {
			b -= n
		}
		if s[a] != t[b] {
			return 0, period, false
		}
	}
	d = (ti - si) % period
	if d < 0 {
		d += period
	}
	return d, period, true
}

// parallelString is the length from which a second core is worth its call.
const parallelString = 1 << 15
