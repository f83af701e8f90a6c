package lightscheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/puzzle"
)

// An offset says that a press at (x, y) adds weight to the lamp at (x+dx, y+dy).
type offset struct {
	dx, dy int
	weight uint64 // in [1, m)
}

// maxOffsets bounds how many lamps one press may reach.
const maxOffsets = 1 << 24

// bytesPerOffset is what the sum of one offset takes while a pattern is fitted.
const bytesPerOffset = 100

// fit fills k.offsets from the definition of the pattern in lights.Pattern.
func (k *work) fit() error {
	if k.fitted || k.p.Net != nil {
		return nil
	}
	f := fitter{k: k, sum: map[[2]int]uint64{}}
	f.wrapX, f.wrapY = k.wraps()
	if err := f.pattern(); err != nil {
		return err
	}
	for at, weight := range f.sum {
		if weight %= k.m; weight != 0 {
			k.offsets = append(k.offsets, offset{at[0], at[1], weight})
		}
		if err := k.spend(1); err != nil {
			return err
		}
	}
	var stopped error
	slices.SortFunc(k.offsets, func(a, b offset) int {
		if stopped == nil {
			stopped = k.spend(1)
		}
		if stopped != nil {
			return 0 // where all are alike, sorting soon ends
		}
		if a.dy != b.dy {
			return a.dy - b.dy
		}
		return a.dx - b.dx
	})
	k.fitted = stopped == nil
	return stopped
}

// fitter adds up what one press adds to each lamp, named by its distance from the button.
// Lamps that are the same by a wrap have the same name.
type fitter struct {
	k            *work
	wrapX, wrapY bool
	sum          map[[2]int]uint64
}

// at names a lamp; ok is false where no button has a lamp there.
func (f *fitter) at(dx, dy int) (name [2]int, ok bool) {
	w, h := f.k.p.Width, f.k.p.Height
	if f.wrapX {
		dx = (dx%w + w) % w
	}
	if f.wrapY {
		dy = (dy%h + h) % h
	}
	return [2]int{dx, dy}, -w < dx && dx < w && -h < dy && dy < h
}

// add adds weight to a lamp. It is called once for each offset, so it polls the context and
// watches the memory too.
func (f *fitter) add(dx, dy int, weight uint64) error {
	if name, ok := f.at(dx, dy); ok {
		f.sum[name] += weight
	}
	return f.watch()
}

func (f *fitter) watch() error {
	if n := len(f.sum); n > maxOffsets {
		return &puzzle.LimitError{Limit: "memory", Msg: fmt.Sprintf("a press reaches more than %d lamps", maxOffsets)}
	} else if n&(n-1) == 0 {
		if err := f.k.lim.CheckMemory("a pattern of so many lamps", bytesPerOffset*int64(n)); err != nil {
			return err
		}
	}
	return f.k.spend(8) // a map is slow
}

func (f *fitter) pattern() error {
	if f.k.p.Pattern.Name == "" {
		for _, o := range f.k.p.Pattern.Offsets {
			if err := f.add(o.DX, o.DY, uint64(o.Weight)); err != nil {
				return err
			}
		}
		return nil
	}
	name, open := strings.CutPrefix(f.k.p.Pattern.Name, "open-")
	name, number, _ := strings.Cut(name, ":")
	d, _ := strconv.Atoi(number)
	var err error
	switch name {
	case "plus":
		err = f.near(1, func(x, y int) bool { return x+y == 1 })
	case "x":
		err = f.near(1, func(x, y int) bool { return x+y == 2 })
	case "king":
		err = f.near(1, func(x, y int) bool { return x+y > 0 })
	case "knight":
		err = f.near(2, func(x, y int) bool { return x*y == 2 })
	case "diamond", "ball", "square":
		err = f.within(name, d)
	case "rook":
		err = f.lines(1, 0, 0, 1)
	case "bishop":
		err = f.lines(1, 1, 1, -1)
	case "queen":
		err = f.lines(1, 0, 0, 1, 1, 1, 1, -1)
	default:
		err = fmt.Errorf("%w: the checker knows no pattern %q", puzzle.ErrUnsupported, name)
	}
	if err != nil || open {
		return err
	}
	return f.add(0, 0, 1)
}

// near adds the offsets of which both sides are at most d and reach says yes to the sides'
// lengths.
func (f *fitter) near(d int, reach func(x, y int) bool) error {
	for dy := -d; dy <= d; dy++ {
		for dx := -d; dx <= d; dx++ {
			if !reach(max(dx, -dx), max(dy, -dy)) {
				continue
			}
			if err := f.add(dx, dy, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// within adds a diamond, ball or square of size d without its middle. Along an axis that
// does not wrap nothing is further away than the board is large.
func (f *fitter) within(name string, d int) error {
	rx, ry := d, d
	if !f.wrapX {
		rx = min(rx, f.k.p.Width-1)
	}
	if !f.wrapY {
		ry = min(ry, f.k.p.Height-1)
	}
	for dy := -ry; dy <= ry; dy++ {
		rest := d - max(dy, -dy) // what Manhattan distance leaves for dx
		if name == "diamond" {
			for _, dx := range []int{-rest, rest}[:min(2, rest+1)] {
				if err := f.add(dx, dy, 1); err != nil {
					return err
				}
			}
			continue
		}
		reach := rx
		if name == "ball" {
			reach = min(rx, rest)
		}
		for dx := -reach; dx <= reach; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			if err := f.add(dx, dy, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// lines adds whole lines with the directions in steps, dx and dy in turn: a lamp on one or
// more of them is reached once. The pressed cell is left out.
func (f *fitter) lines(steps ...int) error {
	for ; len(steps) > 0; steps = steps[2:] {
		for _, sign := range [2]int{1, -1} {
			name, ok := f.at(sign*steps[0], sign*steps[1])
			for ok && name != [2]int{} { // the button again: the line goes round
				f.sum[name] = 1
				if err := f.watch(); err != nil {
					return err
				}
				name, ok = f.at(name[0]+sign*steps[0], name[1]+sign*steps[1])
			}
		}
	}
	delete(f.sum, [2]int{})
	return nil
}
