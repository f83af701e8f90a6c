package tiltcheck

import (
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// checkRefutation verifies that the target is never met at corner of the open ring, for
// the reason that f gives.
func (k *work) checkRefutation(f tilt.Refutation, corner int) error {
	reject := func(format string, args ...any) error {
		return puzzle.Rejectf("ring %s at corner %s: "+format, append([]any{f.First, f.Corner}, args...)...)
	}
	if len(f.Cycles) != 1 && len(f.Cycles) != 2 {
		return reject("%d cycles are listed; one without a rotation or two that clash are a reason", len(f.Cycles))
	}
	if _, err := k.load(k.goal, place{k.p.Target, back[corner]}); err != nil {
		return err
	}
	var seen [2]turns
	var first int32
	for i, c := range f.Cycles {
		from, ok := k.cell(c.From)
		if !ok {
			return reject("no tile of the base is at row %d, column %d", c.From[0], c.From[1])
		}
		cells, err := k.cycle(from)
		if err != nil {
			return err
		}
		if int64(len(cells)) != c.Tiles {
			return reject("the cycle of row %d, column %d has %s, not %d", c.From[0], c.From[1], grid.Number(len(cells), "tile"),
				c.Tiles)
		}
		if i == 1 && slices.Contains(cells, first) {
			return reject("both cells are on one cycle")
		}
		first = from
		if seen[i], err = k.rotation(cells); err != nil {
			return err
		}
		if len(f.Cycles) == 1 {
			err = k.checkLone(c, seen[i], reject)
		} else {
			err = checkClashing(c, seen[i], reject)
		}
		if err != nil {
			return err
		}
	}
	if len(f.Cycles) == 1 {
		return nil
	}
	g := gcd(seen[0].period, seen[1].period)
	if seen[0].turn%g == seen[1].turn%g {
		return reject("the two cycles do not clash: %d modulo %d and %d modulo %d agree modulo %d",
			seen[0].turn, seen[0].period, seen[1].turn, seen[1].period, g)
	}
	return nil
}

// cell is the cell of a row and a column from 1; ok is false where the base has no tile there.
func (k *work) cell(from [2]int64) (cell int32, ok bool) {
	b := k.base
	if from[0] < 1 || from[0] > int64(b.h) || from[1] < 1 || from[1] > int64(b.w) {
		return 0, false
	}
	at := (from[0]-1)*int64(b.w) + from[1] - 1
	return int32(at), b.cells[at] != 0
}

type rejecter func(format string, args ...any) error

// checkLone verifies the fields of a cycle that stands alone: no rotation. The colours
// along it are still in k.source and k.wanted.
func (k *work) checkLone(c tilt.Cycle, t turns, reject rejecter) error {
	if c.Period != 0 || c.Turns != nil {
		return reject("a lone cycle has no period and no turns")
	}
	if !t.none {
		return reject("the target's colours are the base's after %d turns on this cycle", t.turn)
	}
	if c.Tiles > tilt.MaxListed {
		if len(c.Start) > 0 || len(c.Target) > 0 {
			return reject("the colours of a cycle of more than %d tiles are not listed", tilt.MaxListed)
		}
		return nil
	}
	for _, side := range []struct {
		name string
		says tilt.Labels
		is   []int32
	}{{"start", c.Start, k.source[:c.Tiles]}, {"target", c.Target, k.wanted[:c.Tiles]}} {
		if len(side.says) != len(side.is) {
			return reject("the %s lists %s; the cycle has %s", side.name, grid.Number(len(side.says), "colour"),
				grid.Number(len(side.is), "tile"))
		}
		for i, code := range side.is {
			if label := k.p.Label(int(code)); side.says[i] != label {
				return reject("colour %d of the %s is %s, not %s", i+1, side.name, quote(label), quote(side.says[i]))
			}
		}
	}
	return nil
}

// checkClashing verifies the fields of one of two cycles.
func checkClashing(c tilt.Cycle, t turns, reject rejecter) error {
	switch {
	case len(c.Start) > 0 || len(c.Target) > 0:
		return reject("colours are listed for a lone cycle only")
	case t.none:
		return reject("the cycle of row %d, column %d leaves no number of turns; it does not need another", c.From[0],
			c.From[1])
	case c.Period != int64(t.period):
		return reject("the colours on the cycle of row %d, column %d repeat after %d, not %d", c.From[0], c.From[1], t.period,
			c.Period)
	case c.Turns == nil:
		return reject("the cycle of row %d, column %d does not say how many turns it leaves", c.From[0], c.From[1])
	case *c.Turns != int64(t.turn):
		return reject("the cycle of row %d, column %d leaves %d turns, not %d", c.From[0], c.From[1], t.turn, *c.Turns)
	}
	return nil
}
