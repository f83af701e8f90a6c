package lightscheck

import (
	"context"
	"fmt"
	"math"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// pollEvery is how many numbers are touched between two looks at the context: a millisecond.
const pollEvery = 1 << 16

// work is what one check knows.
type work struct {
	ctx   context.Context
	p     *lights.Instance
	lim   puzzle.Limits
	m     uint64
	spent int   // numbers touched since the context was looked at
	toil  int64 // numbers touched to count solutions

	offsets []offset // of a grid: what one press adds
	fitted  bool     // offsets has been filled
}

func newWork(ctx context.Context, p *lights.Instance, lim puzzle.Limits) *work {
	return &work{ctx: ctx, p: p, lim: lim, m: uint64(p.Modulus)}
}

// spend says that n more numbers have been touched; it returns the context's error, if any.
func (k *work) spend(n int) error {
	if k.spent += n; k.spent < pollEvery {
		return nil
	}
	k.spent = 0
	return k.ctx.Err()
}

// strive is spend for work that only a bound keeps from taking for ever.
func (k *work) strive(n int) error {
	if k.toil += int64(n); k.toil > 2*maxElimination {
		return tooMuch("the number of solutions, which takes too many steps")
	}
	return k.spend(n)
}

// wraps reports which axes of a grid are joined at their ends.
func (k *work) wraps() (x, y bool) {
	return k.p.Topology != lights.Plane, k.p.Topology == lights.Torus
}

// lacks reports whether the cell lacks what kind says, a button or a lamp. The buttons and
// lamps of nets lack nothing.
func (k *work) lacks(x, y int, kind lights.Cell) bool {
	return k.p.Cells != nil && k.p.Cells[y*k.p.Width+x]&kind != 0
}

// wanted is what the presses must add to a lamp: target − start.
func (k *work) wanted(x, y int) uint64 {
	v := k.m - uint64(k.p.Start.At(y, x))
	if k.p.Target != nil {
		v += uint64(k.p.Target.At(y, x))
	}
	if v >= k.m {
		v -= k.m
	}
	return v
}

// place names a button or lamp for a person.
func (k *work) place(what string, x, y int) string {
	if k.p.Net != nil {
		return fmt.Sprintf("%s %d", what, x+1)
	}
	return fmt.Sprintf("the %s in row %d, column %d", what, y+1, x+1)
}

// tooMuch says that something has not been verified because of the work it takes.
func tooMuch(what string, args ...any) error {
	return &puzzle.LimitError{Limit: "check", Msg: "not verified: " + fmt.Sprintf(what, args...)}
}

// maxRoom bounds the memory of a check even where the limits do not.
const maxRoom = min(16<<30, math.MaxInt)

// room makes sure that need bytes may be taken for what.
func (k *work) room(what string, need int64) error {
	if need > maxRoom {
		return &puzzle.LimitError{Limit: "memory", Msg: fmt.Sprintf("%s needs about %s of memory", what, puzzle.Bytes(need))}
	}
	return k.lim.CheckMemory(what, need)
}
