package lightscheck

import (
	"math"

	"github.com/gridwright/gridwright/lights"
)

// lampVisitor visits all lamps that matter, each with the buttons that reach it and what they must add. The
// entries are valid during the call.
type lampVisitor func(visit func(entries []entry, want uint64) error) error

// lamps returns a visitor whose lamps come in an order in which neighbours are near each other, and how many
// buttons there are; buttons are numbered to match.
func (k *work) lamps() (lampVisitor, int, error) {
	if k.p.Net != nil {
		return k.netLamps()
	}
	w, h := k.p.Width, k.p.Height
	effort := float64(w) * float64(h) * float64(min(w, h)) * float64(len(k.offsets))
	if k.m == 2 {
		effort /= 64
	}
	if effort > 4*maxElimination || int64(w)*int64(h) > math.MaxInt32 {
		return nil, 0, tooMuch("the number of solutions of a board of %d × %d lamps", h, w)
	}
	return k.gridLamps, w * h, nil
}

// gridLamps goes along the longer side.
func (k *work) gridLamps(visit func([]entry, uint64) error) error {
	w, h := k.p.Width, k.p.Height
	long, short := h, w
	if w > h {
		long, short = w, h
	}
	wrap, _ := k.wraps()
	var entries []entry
	for i := range long {
		for j := range short {
			x, y := j, i
			if w > h {
				x, y = i, j
			}
			if err := k.spend(4*len(k.offsets) + 1); err != nil {
				return err
			}
			if k.lacks(x, y, lights.NoLamp) {
				continue
			}
			entries = entries[:0]
			for _, o := range k.offsets {
				bx, by := o.from(true, x, y)
				if wrap {
					bx = (bx%w + w) % w
				}
				by, ok := k.row(by)
				if !ok || bx < 0 || bx >= w || k.lacks(bx, by, lights.NoButton) {
					continue
				}
				b := by*w + bx
				if w > h {
					b = bx*h + by
				}
				entries = append(entries, entry{int32(b), o.weight})
			}
			sortEntries(entries)
			if err := visit(entries, k.wanted(x, y)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sortEntries sorts by button: the last one is the one that a lamp makes known. Patterns are short or
// nearly sorted.
func sortEntries(list []entry) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].button < list[j-1].button; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// netLamps goes from lamp to lamp by way of the buttons that reach both, part of the net after part.
func (k *work) netLamps() (lampVisitor, int, error) {
	n := k.p.Net
	if err := k.room("the lamps of a net of this size",
		16*int64(n.Lamps)+8*int64(n.Buttons)+24*int64(len(n.Links))); err != nil {
		return nil, 0, err
	}
	from, first := make([]int32, n.Lamps+1), make([]int32, n.Buttons+1)
	for _, l := range n.Links {
		from[l.Lamp+1]++
		first[l.Button+1]++
	}
	for i := range n.Lamps {
		from[i+1] += from[i]
	}
	for i := range n.Buttons {
		first[i+1] += first[i]
	}
	entries, at := make([]entry, len(n.Links)), append([]int32(nil), from...)
	for _, l := range n.Links {
		entries[at[l.Lamp]] = entry{l.Button, uint64(l.Weight)}
		at[l.Lamp]++
		if err := k.spend(8); err != nil {
			return nil, 0, err
		}
	}
	order, seen, used := make([]int32, 0, n.Lamps), make([]bool, n.Lamps), make([]bool, n.Buttons)
	done := 0
	for start := range n.Lamps {
		if seen[start] {
			continue
		}
		seen[start] = true
		order = append(order, int32(start))
		for ; done < len(order); done++ {
			lamp := order[done]
			for _, e := range entries[from[lamp]:from[lamp+1]] {
				if used[e.button] {
					continue
				}
				used[e.button] = true
				for _, l := range n.Links[first[e.button]:first[e.button+1]] {
					if !seen[l.Lamp] {
						seen[l.Lamp] = true
						order = append(order, l.Lamp)
					}
				}
			}
			if err := k.spend(8 + 8*int(from[lamp+1]-from[lamp])); err != nil {
				return nil, 0, err
			}
		}
	}
	return func(visit func([]entry, uint64) error) error {
		for _, lamp := range order {
			if err := k.spend(8); err != nil {
				return err
			}
			if err := visit(entries[from[lamp]:from[lamp+1]], k.wanted(int(lamp), 0)); err != nil {
				return err
			}
		}
		return nil
	}, n.Buttons, nil
}
