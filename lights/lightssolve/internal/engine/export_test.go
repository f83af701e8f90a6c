package engine

import (
	"math/rand/v2"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
)

// What the tests from outside compare, made whether New would choose it or not.

// Chase is the method for every matrix.
func Chase(p *lights.Instance, q zmod.PrimePower) (Engine, error) {
	return newChase(nil, rules{p: p, q: q})
}

// Band is a band over a prime field; excess is how many entries it has beyond those that were
// foretold.
func Band(p *lights.Instance, q zmod.PrimePower) (e Engine, excess float64, err error) {
	r := rules{p: p, q: q}
	if err := r.fit(nil); err != nil {
		return nil, 0, err
	}
	c, err := newChase(nil, r)
	if err != nil {
		return nil, 0, err
	}
	o := bandOrder(nil, r, c.s, c.cols)
	b, err := newBand(nil, r, c.s, o)
	if err != nil {
		return nil, 0, err
	}
	foretold, _ := bandCost(nil, c.s, o)
	for _, row := range b.rows {
		excess += float64(len(row.a))
	}
	return b, excess - foretold, nil
}

// FromTheSide is the engine of a plus that is turned, whatever its width and height; nil where that
// cannot be.
func FromTheSide(p *lights.Instance, q zmod.PrimePower) (Engine, error) {
	r := rules{p: p, q: q}
	a, ok := r.cross()
	if !ok || a.a%q.P == 0 {
		return nil, nil
	}
	r.turned, a.a, a.b = true, a.b, a.a
	e, err := newCross(nil, r, a)
	return turned{e}, err
}

// RandomBoard has random values modulo m.
func RandomBoard(rng *rand.Rand, w, h int, m uint32) *lights.Board {
	b := lights.NewBoard(w, h, m)
	for y := range h {
		for x := range w {
			b.Set(x, y, rng.Uint32N(m))
		}
	}
	return b
}
