package lightscheck

import (
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// values is a board as a list, row by row; lamps that do not matter are 0.
func (k *work) values(b *lights.Board) ([]uint32, error) {
	list := make([]uint32, k.p.Width*k.p.Height)
	if b == nil {
		return list, nil
	}
	for i := range list {
		if x, y := i%k.p.Width, i/k.p.Width; !k.lacks(x, y, lights.NoLamp) {
			list[i] = b.At(y, x)
		}
	}
	return list, k.spend(len(list))
}

// bases are the boards that are wanted, before any lamp is wrong.
func (k *work) bases() (list [][]uint32, err error) {
	c := k.p.Choice
	n := max(1, len(c.Goals))
	if c.Uniform {
		n = int(k.m)
	}
	if err := k.room("the boards that will do", int64(n)*(24+4*int64(k.p.Width)*int64(k.p.Height))); err != nil {
		return nil, err
	}
	if len(c.Goals) == 0 && !c.Uniform {
		v, err := k.values(k.p.Target)
		return [][]uint32{v}, err
	}
	for _, g := range c.Goals {
		v, err := k.values(g)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	for colour := uint32(0); c.Uniform && uint64(colour) < k.m; colour++ {
		v, err := k.values(nil)
		if err != nil {
			return nil, err
		}
		for i := range v {
			if !k.lacks(i%k.p.Width, i/k.p.Width, lights.NoLamp) {
				v[i] = colour
			}
		}
		list = append(list, v)
	}
	return list, nil
}

// key is a list as text, to find it again.
func key(v []uint32) string {
	b := make([]byte, 0, 4*len(v))
	for _, c := range v {
		b = append(b, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(b)
}

// changes visits what a list becomes when one of its lamps that matter shows another value. The list that visit gets
// changes behind it.
func (k *work) changes(v []uint32, visit func([]uint32) error) error {
	now := slices.Clone(v)
	for i, old := range v {
		if k.lacks(i%k.p.Width, i/k.p.Width, lights.NoLamp) {
			continue
		}
		for by := uint64(1); by < k.m; by++ {
			now[i] = uint32((uint64(old) + by) % k.m)
			if err := visit(now); err != nil {
				return err
			}
		}
		now[i] = old
	}
	return nil
}

// boards are all different boards that will do, told apart on the lamps that matter: the bases, then what becomes of
// them when lamp after lamp is changed.
func (k *work) boards() ([][]uint32, error) {
	var list [][]uint32
	seen := map[string]bool{}
	add := func(v []uint32) error {
		text := key(v)
		if err := k.spend(8 * len(v)); err != nil || seen[text] {
			return err
		}
		if len(list) == lights.MaxChoices {
			return tooMuch("what takes a look at more than %d boards that will do", lights.MaxChoices)
		}
		seen[text] = true
		list = append(list, slices.Clone(v))
		return nil
	}
	bases, err := k.bases()
	if err != nil {
		return nil, err
	}
	for _, v := range bases {
		if err := add(v); err != nil {
			return nil, err
		}
	}
	done := 0
	for range k.p.Choice.Wrong {
		end := len(list)
		if done == end {
			break
		}
		for ; done < end; done++ {
			if err := k.changes(list[done], add); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// toward is the same work with one target.
func (k *work) toward(v []uint32) (*work, error) {
	p := *k.p
	p.Choice, p.Target = nil, lights.NewBoard(p.Height, p.Width, p.Modulus)
	for i, c := range v {
		p.Target.Set(i/p.Width, i%p.Width, c)
	}
	return newWork(k.ctx, &p, k.lim), k.spend(len(v))
}

// countAny is how many presses lead to any of the boards. Presses lead to one board each, so what leads to different
// boards is different.
func (k *work) countAny() (*big.Int, error) {
	list, err := k.boards()
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for _, v := range list {
		one, err := k.toward(v)
		if err != nil {
			return nil, err
		}
		n, err := one.count(true)
		if err != nil {
			return nil, err
		}
		if k.toil += one.toil; k.toil > 2*maxElimination {
			return nil, tooMuch("the number of solutions, which takes too many steps")
		}
		sum.Add(sum, n)
	}
	return sum, nil
}

// checkAny verifies a witness about a Choice whose shape, cost and numbers have been looked at.
func (k *work) checkAny(w *lights.Witness, cost *big.Int) error {
	shown, err := k.after(w.Presses)
	if err != nil {
		return err
	}
	bases, err := k.bases()
	if err != nil {
		return err
	}
	least := len(shown) + 1
	for _, v := range bases {
		wrong := 0
		for i, c := range v {
			if c != shown[i] {
				wrong++
			}
		}
		least = min(least, wrong)
		if err := k.spend(len(v)); err != nil {
			return err
		}
	}
	if least > k.p.Choice.Wrong {
		return puzzle.Rejectf("the presses reach no board that will do: %d lamps are wrong after them, and %d may be", least,
			k.p.Choice.Wrong)
	}
	nothing := cost.Sign() == 0 && k.priced()
	if nothing && w.Optima != nil && w.Optima.Cmp(big.NewInt(1)) != 0 {
		return puzzle.Rejectf("the witness says that there are %s optima; only to press nothing costs nothing", w.Optima)
	}
	if w.Solutions != nil {
		count, err := k.countAny()
		if err != nil {
			return err
		}
		if w.Solutions.Cmp(count) != 0 {
			return puzzle.Rejectf("the witness counts %s solutions; there are %s", w.Solutions, count)
		}
	}
	if w.Optima == nil || nothing {
		return nil
	}
	return k.checkOptimaAny(w)
}

// after is what the lamps that matter show after presses.
func (k *work) after(presses *lights.Board) ([]uint32, error) {
	shown, err := k.values(k.p.Start)
	if err != nil {
		return nil, err
	}
	p := k.p
	add := func(i int, v uint64) {
		if !k.lacks(i%p.Width, i/p.Width, lights.NoLamp) {
			shown[i] = uint32((uint64(shown[i]) + v) % k.m)
		}
	}
	if p.Net != nil {
		for _, l := range p.Net.Links {
			add(int(l.Lamp), uint64(l.Weight)*uint64(presses.At(0, int(l.Button)))%k.m)
			if err := k.spend(4); err != nil {
				return nil, err
			}
		}
		return shown, nil
	}
	if err := k.fit(); err != nil {
		return nil, err
	}
	sums, values := make([]uint64, p.Width), make([]uint32, p.Width)
	for y := range p.Height {
		if err := k.sum(presses, true, 0, y, sums, values); err != nil {
			return nil, err
		}
		for x, v := range sums {
			add(y*p.Width+x, v)
		}
	}
	return shown, k.spend(len(shown))
}

// checkOptimaAny visits the solutions of each board.
func (k *work) checkOptimaAny(w *lights.Witness) error {
	list, err := k.boards()
	if err != nil {
		return err
	}
	optima, visited, effort := int64(0), big.NewInt(0), 0.0
	var last *visit
	for _, v := range list {
		one, err := k.toward(v)
		if err != nil {
			return err
		}
		e, err := one.eliminate(true)
		if err != nil {
			return err
		}
		if effort += float64(e.width) * float64(e.width) * float64(e.height); effort > 16*maxElimination {
			return tooMuch("that no solution costs less, which takes too many eliminations")
		}
		from, ok, err := e.solution()
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		count, err := one.count(false)
		if err != nil {
			return err
		}
		if visited.Add(visited, count); !visited.IsInt64() || visited.Int64() > maxVisits/int64(e.width+1) {
			return tooMuch("that no solution costs less, which takes a visit to too many")
		}
		if last, err = one.newVisit(w, e); err != nil {
			return err
		}
		last.from, last.optima = from, optima
		if err := last.all(); err != nil {
			return err
		}
		optima = last.optima
	}
	if last == nil { // the presses lead to one of the boards
		return puzzle.Rejectf("no board that will do can be reached")
	}
	return last.judge(w)
}

// solution is one solution of an augmented system, a number for each button that works; ok says whether there is one.
func (e *equations) solution() (x []uint32, ok bool, err error) {
	x = make([]uint32, e.width)
	if f := e.parity; f != nil {
		if !f.solvable {
			return nil, false, nil
		}
		// With the right side as one more unknown that is 1, each pivot's row has to add up to 0.
		bits := make([]uint64, e.width/64+1)
		bits[e.width/64] |= 1 << (uint(e.width) % 64)
		if err := f.fill(e, bits); err != nil {
			return nil, false, err
		}
		for i := range x {
			x[i] = uint32(bits[i/64] >> (uint(i) % 64) & 1)
		}
		return x, true, nil
	}
	for _, f := range e.powers {
		if !f.solvable {
			return nil, false, nil
		}
	}
	// By Chinese remainders: one modulo q and 0 modulo the rest.
	m := e.k.m
	for _, f := range e.powers {
		own := make([]uint32, e.width+1)
		own[e.width] = uint32(f.q - 1)
		if err := f.solve(e, own, len(f.pivots)); err != nil {
			return nil, false, err
		}
		one := m / f.q * inverse(m/f.q%f.q, f.q) % m
		for i := range x {
			x[i] = uint32((uint64(x[i]) + uint64(own[i])*one) % m)
		}
	}
	return x, true, nil
}

// checkSums verifies that no press changes any of the sums, and that no board that will do has those of the start.
func (k *work) checkSums(c *lights.Certificate) error {
	if c.Weights != nil || c.Value != 0 || len(c.Sums) == 0 {
		return puzzle.Rejectf("the certificate has no sums, or more than sums")
	}
	if k.p.Choice == nil {
		return puzzle.Rejectf("the certificate speaks of several boards that will do, and there is one target")
	}
	lamps, err := k.weigh(c.Sums)
	if err != nil {
		return err
	}
	start, err := k.values(k.p.Start)
	if err != nil {
		return err
	}
	bases, err := k.bases()
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	var now [][]uint32
	meet := func(v []uint32) error {
		if err := k.spend(8 * len(v)); err != nil || seen[key(v)] {
			return err
		}
		if !slices.ContainsFunc(v, func(d uint32) bool { return d != 0 }) {
			return puzzle.Rejectf("a board that will do has the same sums as the start")
		}
		if (len(seen)+1)*len(v) > lights.MaxSums {
			return tooMuch("that no board that will do has the sums of the start, of which there are too many")
		}
		seen[key(v)] = true
		now = append(now, slices.Clone(v))
		return nil
	}
	for _, b := range bases {
		v := make([]uint32, len(c.Sums))
		for i, a := range b {
			k.addTo(v, lamps[i], uint64(a)+k.m-uint64(start[i]))
			if err := k.spend(4 * len(v)); err != nil {
				return err
			}
		}
		if err := meet(v); err != nil {
			return err
		}
	}
	return k.widen(lamps, &now, meet)
}

// widen goes from the sums that now holds to those of boards with a lamp more that is wrong, as often as may be. Only
// sums that were not met before can lead to new ones.
func (k *work) widen(lamps [][]uint32, now *[][]uint32, meet func([]uint32) error) error {
	var different [][]uint32
	known := map[string]bool{}
	known[key(make([]uint32, len(lamps[0])))] = true // what changes no sum leads nowhere
	for i, l := range lamps {
		if text := key(l); !known[text] && !k.lacks(i%k.p.Width, i/k.p.Width, lights.NoLamp) {
			known[text] = true
			different = append(different, l)
		}
	}
	for range k.p.Choice.Wrong {
		before := *now
		*now = nil
		if len(before) == 0 {
			return nil
		}
		for _, v := range before {
			for _, l := range different {
				next := slices.Clone(v)
				for k.addTo(next, l, 1); !slices.Equal(next, v); k.addTo(next, l, 1) {
					if err := meet(next); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// addTo adds c times l to v.
func (k *work) addTo(v, l []uint32, c uint64) {
	for i, a := range l {
		v[i] = uint32((uint64(v[i]) + c%k.m*uint64(a)) % k.m)
	}
}

// weigh verifies that the weights are kept, and returns for each lamp its weight in each of them.
func (k *work) weigh(sums []*lights.Board) ([][]uint32, error) {
	cells := k.p.Width * k.p.Height
	if err := k.room("the weights of all lamps", int64(cells)*(24+4*int64(len(sums)))); err != nil {
		return nil, err
	}
	lamps := make([][]uint32, cells)
	for _, weights := range sums {
		if err := k.checkBoard(weights, "weights", k.p.Width, k.p.Height, lights.NoLamp); err != nil {
			return nil, err
		}
		if err := k.kept(weights); err != nil {
			return nil, err
		}
		for i := range lamps {
			lamps[i] = append(lamps[i], weights.At(i/k.p.Width, i%k.p.Width))
		}
		if err := k.spend(cells); err != nil {
			return nil, err
		}
	}
	return lamps, nil
}
