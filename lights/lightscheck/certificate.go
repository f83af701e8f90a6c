package lightscheck

import (
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// checkCertificate verifies that no press changes the weighted sum of all lamps, and that the
// target's differs from the start's by the claimed value, which is not 0.
func (k *work) checkCertificate(c *lights.Certificate) error {
	if k.p.Choice != nil {
		return puzzle.Rejectf("the certificate speaks of one target, and several boards will do")
	}
	if c.Value == 0 || uint64(c.Value) >= k.m {
		return puzzle.Rejectf("the certificate's value is %d; it must be from 1 to %d", c.Value, k.m-1)
	}
	if err := k.checkBoard(c.Weights, "weights", k.p.Width, k.p.Height, lights.NoLamp); err != nil {
		return err
	}
	if err := k.kept(c.Weights); err != nil {
		return err
	}
	value, err := k.difference(c.Weights)
	if err != nil {
		return err
	}
	if value != uint64(c.Value) {
		return puzzle.Rejectf("the weighted sum of target − start is %d; the certificate says %d", value, c.Value)
	}
	return nil
}

// kept verifies that no press changes the sum of all lamps with these weights.
func (k *work) kept(weights *lights.Board) error {
	return k.meets(weights, demand{exempt: lights.NoButton, unmet: func(x, y int, got uint64) error {
		return puzzle.Rejectf("the weights prove nothing: pressing %s adds %d to the weighted sum, not 0",
			k.place("button", x, y), got)
	}})
}

// difference is Σ weights·(target − start) over the lamps, modulo m.
func (k *work) difference(weights *lights.Board) (sum uint64, err error) {
	if k.m == 2 && weights.Bits != nil {
		return k.bitsDifference(weights)
	}
	for y := range weights.H {
		for x := range weights.W {
			if v := weights.At(y, x); v != 0 {
				sum = (sum + uint64(v)*k.wanted(x, y)) % k.m
			}
			if err := k.spend(1); err != nil {
				return 0, err
			}
		}
	}
	return sum, nil
}
