package lightscheck

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// TestLargeModuli takes nets whose numbers of solutions are known for any modulus: matrices U·D·V, where U and V have
// inverses and D is diagonal. D·y = c has Π gcd(d, m) solutions, or none where some gcd(d, m) does not divide its c.
func TestLargeModuli(t *testing.T) {
	rng := seeded(t)
	some, none := 0, 0
	for range extent.Rounds(1500) {
		m := []uint64{1 << 31, 1<<31 - 1, 19 * 19683, 223092870, 46337 * 46337, 81 << 20, 1 << 16, 4}[rng.IntN(8)]
		lamps, buttons := 1+rng.IntN(4), 1+rng.IntN(4)
		u, v := unimodular(rng, lamps, m), unimodular(rng, buttons, m)
		count := big.NewInt(1)
		d, sides := make([]uint64, lamps), make([]uint64, lamps)
		for i := range max(lamps, buttons) {
			g := m // of a button or a lamp that has no partner
			if i < min(lamps, buttons) {
				d[i] = []uint64{0, 1, rng.Uint64N(m), 12 % m, 46337 % m}[rng.IntN(5)]
				g = new(big.Int).GCD(nil, nil, new(big.Int).SetUint64(d[i]), new(big.Int).SetUint64(m)).Uint64()
			}
			if i < buttons {
				count.Mul(count, new(big.Int).SetUint64(g))
			}
			if i < lamps {
				if sides[i] = rng.Uint64N(m); rng.IntN(5) > 0 {
					sides[i] -= sides[i] % g
				}
				if sides[i]%g != 0 {
					count.SetUint64(0)
				}
			}
		}
		p := &lights.Instance{Modulus: uint32(m), Width: lamps, Height: 1, Start: lights.NewBoard(1, lamps, uint32(m)),
			Target: lights.NewBoard(1, lamps, uint32(m))}
		var links []lights.Link
		for i := range lamps {
			wanted := uint64(0)
			for j := range lamps {
				wanted = (wanted + u[i][j]*sides[j]) % m
			}
			p.Target.Set(0, i, uint32(wanted))
			for b := range buttons {
				weight := uint64(0)
				for j := range min(lamps, buttons) {
					weight = (weight + u[i][j]*d[j]%m*v[j][b]) % m
				}
				links = append(links, lights.Link{Button: int32(b), Lamp: int32(i), Weight: uint32(weight)})
			}
		}
		p.Net = lights.NewNet(buttons, lamps, links, uint32(m))
		if count.Sign() == 0 {
			none++
		} else {
			some++
		}
		for add := int64(-1); add <= 1; add++ {
			err := CheckCount(background, p, new(big.Int).Add(count, big.NewInt(add)), noLimits)
			if add == 0 && err != nil || add != 0 && !errors.Is(err, puzzle.ErrRejected) {
				t.Fatalf("%s: %v + %d solutions: %v", describe(p), count, add, err)
			}
		}
	}
	if some < 10 || none < 10 {
		t.Errorf("%d nets with solutions, %d without", some, none)
	}
}

// unimodular is a product of elementary matrices modulo m.
func unimodular(rng *rand.Rand, n int, m uint64) [][]uint64 {
	a := make([][]uint64, n)
	for i := range a {
		a[i] = make([]uint64, n)
		a[i][i] = 1
	}
	for range 3 * n {
		i, j, times := rng.IntN(n), rng.IntN(n), rng.Uint64N(m)
		if i == j {
			continue
		}
		for c := range a[i] {
			a[i][c] = (a[i][c] + times*a[j][c]) % m
		}
	}
	return a
}
