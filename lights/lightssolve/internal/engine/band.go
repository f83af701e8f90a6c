package engine

import (
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// band is the method for a matrix over a prime field whose entries, lamps and buttons put in a fitting order, stand
// near the diagonal: any pattern on a narrow board, nets that are like a line. Row after row of the matrix is cleared
// by the rows before it, up to its first entry that no row before it begins with; that is where it begins. So a row
// never reaches beyond its own right end and those of the rows before it, and it keeps, left of where it begins, what
// it took of which row.
//
// Cost for n lamps and a band of k columns: n·k² for preparation and memory of n·k; a board then costs n·k.
type band struct {
	ring    zmod.Ring
	size    [4]int // width and height of the presses and of the lamps
	lamps   []int32
	buttons []int32
	rows    []bandRow
	begins  []int32 // begins[c]: the row that begins with column c, or −1
	free    []int32 // columns that no row begins with
	unlit   []bool  // by lamp: those that do not matter; nil for none
}

// bandRow holds columns from …; before lead they are multipliers of the rows that begin there.
type bandRow struct {
	from, lead int32  // lead is −1 where nothing is left of the row
	inverse    uint32 // of the entry at lead
	a          []uint32
}

// order is a numbering of lamps and buttons: at[i] is the place of number i.
type order struct{ lamp, button []int32 }

// bandOrder numbers lamps and buttons along the longer side of a grid; where that is closed to a ring, from both
// sides of a cut in turn. In a net it goes from lamp to lamp by way of the buttons that reach both.
func bandOrder(mt *meter.Meter, r rules, s, cols *sparse) order {
	o := order{make([]int32, s.lamps), make([]int32, s.buttons)}
	if r.p.Net != nil {
		o.walk(mt, s, cols)
		return o
	}
	w, h := r.p.Width, r.p.Height
	rows, columns := r.closed()
	folded := func(i, n int, closed bool) int {
		switch {
		case !closed:
			return i
		case 2*i < n:
			return 2 * i
		}
		return 2*(n-1-i) + 1
	}
	for y := 0; y < h && mt.Work(4*w) == nil; y++ {
		for x := range w {
			at := folded(y, h, columns)*w + x
			if w > h {
				at = folded(x, w, rows)*h + y
			}
			o.lamp[y*w+x], o.button[y*w+x] = int32(at), int32(at)
		}
	}
	return o
}

// walk numbers a net's lamps and buttons breadth first.
func (o order) walk(mt *meter.Meter, s, cols *sparse) {
	for i := range o.lamp {
		o.lamp[i] = -1
	}
	for i := range o.button {
		o.button[i] = -1
	}
	queue, buttons := make([]int32, 0, s.lamps), int32(0)
	visit := func(lamp int32) {
		if o.lamp[lamp] < 0 {
			o.lamp[lamp] = int32(len(queue))
			queue = append(queue, lamp)
		}
	}
	done := 0
	for start := range int32(s.lamps) {
		for visit(start); done < len(queue); done++ {
			list, _ := s.row(int(queue[done]))
			for _, b := range list {
				if o.button[b] >= 0 {
					continue
				}
				o.button[b] = buttons
				buttons++
				lamps, _ := cols.row(int(b))
				if mt.Work(8*len(lamps)+8) != nil {
					return
				}
				for _, l := range lamps {
					visit(l)
				}
			}
		}
	}
	for b := range o.button {
		if o.button[b] < 0 {
			o.button[b] = buttons
			buttons++
		}
	}
}

// inverse turns places into what stands there.
func inverseOrder(at []int32) []int32 {
	list := make([]int32, len(at))
	for i, p := range at {
		list[p] = int32(i)
	}
	return list
}

// bandCost is what an elimination in the order o takes at most: entries to be kept and steps.
func bandCost(mt *meter.Meter, s *sparse, o order) (entries, steps float64) {
	right := int32(-1)
	for _, lamp := range inverseOrder(o.lamp) {
		buttons, _ := s.row(int(lamp))
		if mt.Work(4*len(buttons)+4) != nil {
			return 0, 0
		}
		if len(buttons) == 0 {
			continue
		}
		left := o.button[buttons[0]]
		for _, b := range buttons {
			left, right = min(left, o.button[b]), max(right, o.button[b])
		}
		width := float64(right-left) + 1
		entries, steps = entries+width, steps+width*width/2
	}
	return entries, steps
}

// bandEntry is the memory of an entry, bandRowBytes that of a row and a column besides.
const (
	bandEntry    = 4
	bandRowBytes = 64
)

func newBand(mt *meter.Meter, r rules, s *sparse, o order) (*band, error) {
	e := &band{ring: zmod.NewRing(r.q.Value()), lamps: inverseOrder(o.lamp), buttons: inverseOrder(o.button),
		unlit: s.dark}
	e.size[1], e.size[0] = r.p.Buttons()
	e.size[2], e.size[3] = r.p.Width, r.p.Height
	if err := mt.Hold("the rows of a band matrix", bandRowBytes*int64(s.lamps)+16*int64(s.buttons)); err != nil {
		return nil, err
	}
	e.rows, e.begins = make([]bandRow, s.lamps), make([]int32, s.buttons)
	for c := range e.begins {
		e.begins[c] = -1
	}
	acc := make([]uint32, s.buttons)
	for i, lamp := range e.lamps {
		buttons, weights := s.row(int(lamp))
		if err := e.addRow(mt, int32(i), o, buttons, weights, acc); err != nil {
			return nil, err
		}
	}
	for c, row := range e.begins {
		if row < 0 && (s.dead == nil || !s.dead[e.buttons[c]]) {
			e.free = append(e.free, int32(c))
		}
	}
	return e, nil
}

// addRow clears row i by the rows before it. acc is all 0 before and after.
func (e *band) addRow(mt *meter.Meter, i int32, o order, buttons []int32, weights []uint32, acc []uint32) error {
	e.rows[i].lead = -1
	if len(buttons) == 0 {
		return mt.Work(1)
	}
	left, right := o.button[buttons[0]], int32(-1)
	for k, b := range buttons {
		c := o.button[b]
		acc[c] = weights[k]
		left, right = min(left, c), max(right, c)
	}
	row := &e.rows[i]
	row.from = left
	for c := left; c <= right; c++ {
		v := acc[c]
		if v == 0 {
			continue
		}
		if e.begins[c] < 0 {
			row.lead, e.begins[c] = c, i
			row.inverse, _ = e.ring.Inv(v)
			break
		}
		by := &e.rows[e.begins[c]]
		tail := by.a[c-by.from:]
		if err := mt.Work(4*len(tail) + 8); err != nil {
			return err
		}
		l := e.ring.Mul(v, by.inverse)
		minus := uint64(e.ring.Neg(l))
		dst := acc[c:][:len(tail)]
		for j, a := range tail {
			dst[j] = e.ring.Reduce(uint64(dst[j]) + minus*uint64(a))
		}
		acc[c] = l
		right = max(right, c+int32(len(tail))-1)
	}
	for right > left && acc[right] == 0 {
		right--
	}
	if err := mt.Hold("the entries of a band matrix", bandEntry*int64(right-left+1)); err != nil {
		return err
	}
	row.a = append([]uint32(nil), acc[left:right+1]...)
	clear(acc[left : right+1])
	return mt.Work(len(row.a) + 20)
}

// dark reports whether the lamp of row i does not matter.
func (e *band) dark(i int) bool { return e.unlit != nil && e.unlit[e.lamps[i]] }

func (e *band) Method() string {
	widest := 0
	for _, r := range e.rows {
		widest = max(widest, len(r.a))
	}
	return "elimination of a band of " + grid.Number(widest, "unknown") + " along the board"
}

func (e *band) Nullity() int { return len(e.free) }

func (e *band) Solutions() *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(e.ring.Modulus())), bigInt(len(e.free)), nil)
}

func (e *band) Solve(mt *meter.Meter, b *lights.Board, verdictOnly bool) (x, y *lights.Board, err error) {
	want, c := Cells(mt, b), make([]uint32, len(e.rows))
	for i := range e.rows {
		r := &e.rows[i]
		if err := mt.Work(2*len(r.a) + 8); err != nil {
			return nil, nil, err
		}
		sum := uint64(want[e.lamps[i]])
		e.taken(r, func(row int32, l uint32) {
			sum = uint64(e.ring.Reduce(sum + uint64(e.ring.Neg(l))*uint64(c[row])))
		})
		if c[i] = uint32(sum); c[i] != 0 && r.lead < 0 && !e.dark(i) {
			if verdictOnly {
				return nil, &lights.Board{}, nil
			}
			y, err := e.left(mt, int32(i))
			return nil, y, err
		}
	}
	if verdictOnly {
		return &lights.Board{}, nil, nil
	}
	x, err = e.back(mt, make([]uint32, len(e.begins)), c)
	return x, nil, err
}

// taken visits what a row took of others.
func (e *band) taken(r *bandRow, visit func(row int32, l uint32)) {
	a := r.a
	if r.lead >= 0 {
		a = a[:r.lead-r.from]
	}
	for j, l := range a {
		if l != 0 {
			visit(e.begins[r.from+int32(j)], l)
		}
	}
}

// back fills in the unknowns with which rows begin, given the free ones; c is nil for 0.
func (e *band) back(mt *meter.Meter, x, c []uint32) (*lights.Board, error) {
	for col := len(x) - 1; col >= 0; col-- {
		i := e.begins[col]
		if i < 0 {
			continue
		}
		r := &e.rows[i]
		if err := mt.Work(2*len(r.a) + 8); err != nil {
			return nil, err
		}
		v := e.ring.Neg(e.ring.Dot(r.a[r.lead-r.from+1:], x[col+1:][:len(r.a)-int(r.lead-r.from)-1]))
		if c != nil {
			v = e.ring.Add(v, c[i])
		}
		x[col] = e.ring.Mul(v, r.inverse)
	}
	out := make([]uint32, len(x))
	for col, b := range e.buttons {
		out[b] = x[col]
	}
	return BoardOf(mt, out, e.size[0], e.size[1], e.ring.Modulus()), mt.Work(4 * len(x))
}

// left returns the weights of lamps that make row i what elimination has left of it: nothing.
func (e *band) left(mt *meter.Meter, i int32) (*lights.Board, error) {
	y := make([]uint32, len(e.rows))
	y[i] = 1
	out := make([]uint32, len(e.rows))
	for ; i >= 0; i-- {
		if y[i] == 0 {
			continue
		}
		r := &e.rows[i]
		if err := mt.Work(2*len(r.a) + 8); err != nil {
			return nil, err
		}
		out[e.lamps[i]] = y[i]
		minus := e.ring.Neg(y[i])
		e.taken(r, func(row int32, l uint32) { y[row] = e.ring.Add(y[row], e.ring.Mul(minus, l)) })
	}
	return BoardOf(mt, out, e.size[2], e.size[3], e.ring.Modulus()), mt.Err()
}

func (e *band) Kernel(mt *meter.Meter) (list []*lights.Board, err error) {
	for _, f := range e.free {
		x := make([]uint32, len(e.begins))
		x[f] = 1
		b, err := e.back(mt, x, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

func (e *band) LeftKernel(mt *meter.Meter) (list []*lights.Board, err error) {
	for i := range e.rows {
		if e.rows[i].lead >= 0 || e.dark(i) {
			continue
		}
		y, err := e.left(mt, int32(i))
		if err != nil {
			return nil, err
		}
		list = append(list, y)
	}
	return list, nil
}
