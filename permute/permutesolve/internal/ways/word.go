package ways

import "github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"

// A word is a sequence of shifts, kept short: neighbouring shifts of parallel lines commute, so they stand
// in one layer, where shifts of one line add up and vanish when they come to nothing. Layers of rows
// and of columns take turns. (It is the normal form in the free product of two abelian groups.)
type word struct {
	t      *moveset.Torus
	layers []layer
}

type layer struct {
	rows   bool // shifts of rows, or of columns
	shifts []moveset.Shift
}

// add appends a shift.
func (w *word) add(s moveset.Shift) {
	k := w.t.Mod(s)
	if k == 0 {
		return
	}
	rows := int(s.Line) < w.t.Rows
	n := len(w.layers)
	if n == 0 || w.layers[n-1].rows != rows {
		w.layers = append(w.layers, layer{rows, []moveset.Shift{{Line: s.Line, By: int32(k)}}})
		return
	}
	top := &w.layers[n-1]
	for i := range top.shifts {
		if top.shifts[i].Line != s.Line {
			continue
		}
		top.shifts[i].By += int32(k)
		if w.t.Mod(top.shifts[i]) == 0 {
			last := len(top.shifts) - 1
			top.shifts[i] = top.shifts[last]
			top.shifts = top.shifts[:last]
			if last == 0 {
				w.layers = w.layers[:n-1]
			}
		} else {
			top.shifts[i].By = int32(w.t.Mod(top.shifts[i]))
		}
		return
	}
	top.shifts = append(top.shifts, moveset.Shift{Line: s.Line, By: int32(k)})
}

// cost is the least cost of making all shifts as they stand.
func (w *word) cost() (sum int64) {
	for i := range w.layers {
		for _, s := range w.layers[i].shifts {
			sum += w.t.CostOf(s)
		}
	}
	return sum
}

// moves spells the word out.
func (w *word) moves() (out []int32) {
	for i := range w.layers {
		for _, s := range w.layers[i].shifts {
			out = w.t.Steps(out, s)
		}
	}
	return out
}
