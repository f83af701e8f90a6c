package engine

// diagonalize turns the top left size × size corner of n, size 1 or 2, into a diagonal matrix over
// F[t]/(f), in place, and returns the invertible matrices left and right that do it:
// left·n·right = diag.
func diagonalize[P, R any](l line[P, R], n *[2][2]P, size int) (left, right [2][2]P) {
	zero, one := l.constant(0), l.constant(1)
	id := [2][2]P{{one, zero}, {zero, one}}
	left, right = id, id
	if size == 1 {
		return left, right
	}
	isZero := func(p P) bool { return l.degree(p) < 0 }
	for {
		if a, b := n[0][0], n[1][0]; !isZero(b) {
			t := clearing(l, a, b)
			*n, left = product(l, t, *n), product(l, t, left)
			n[1][0] = zero
		}
		a, b := n[0][0], n[0][1]
		if isZero(b) {
			return left, right
		}
		t := clearing(l, a, b)
		t[0][1], t[1][0] = t[1][0], t[0][1]
		*n, right = product(l, *n, t), product(l, right, t)
		n[0][1] = zero
		if isZero(n[1][0]) {
			return left, right
		}
	}
}

// clearing returns a matrix of determinant 1 that takes the column (a, b) to (gcd, 0). Where a divides
// b it leaves a alone, so that taking turns with rows and columns comes to an end.
func clearing[P, R any](l line[P, R], a, b P) [2][2]P {
	zero, one := l.constant(0), l.constant(1)
	if l.degree(a) >= 0 {
		if quo, rem := l.divMod(b, a); l.degree(rem) < 0 {
			return [2][2]P{{one, zero}, {l.sub(zero, quo), one}}
		}
	}
	g, x, y := l.extGCD(a, b)
	u, _ := l.divMod(a, g)
	v, _ := l.divMod(b, g)
	return [2][2]P{{x, y}, {l.sub(zero, v), u}}
}

// product multiplies 2 × 2 matrices modulo f.
func product[P, R any](l line[P, R], a, b [2][2]P) (c [2][2]P) {
	for i := range 2 {
		for j := range 2 {
			c[i][j] = mod(l, l.add(l.mul(a[i][0], b[0][j]), l.mul(a[i][1], b[1][j])))
		}
	}
	return c
}
