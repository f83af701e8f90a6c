package engine

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/meter"
)

// blocks is the system between the free unknowns of a chase. Buttons that reach no lamp in common, not even by
// way of others, have nothing to do with each other: the system falls apart into a dense one for each such
// component of the board. Unknowns of components without equations are free for good, and equations
// without unknowns are right or wrong.
type blocks struct {
	q        zmod.PrimePower
	unknowns int     // of all blocks and none
	bare     []int32 // equations without unknowns
	loose    []int32 // unknowns without equations
	list     []block
	at       layout
}

// block is a component that has unknowns and equations; both are numbered as in the plan.
type block struct {
	unknowns, equations []int32
	core                core
}

// noBlock marks buttons of components that need no dense system.
const noBlock = -1

// layout says which block a button belongs to, and which number in it a free unknown has.
type layout struct{ block, place []int32 }

// newBlocks finds the components of e and deals out its unknowns and equations to them.
func newBlocks(mt *meter.Meter, e *chase) (*blocks, error) {
	c := &blocks{q: e.q, unknowns: len(e.plan.free)}
	if err := mt.Hold("the components of this board", 16*int64(e.s.buttons)); err != nil {
		return nil, err
	}
	root := e.s.components(mt)
	if err := mt.Err(); err != nil {
		return nil, err
	}
	c.at = layout{block: make([]int32, e.s.buttons), place: make([]int32, e.s.buttons)}
	c.divide(e, root, &c.at)
	return c, mt.Poll()
}

// cost is what eliminate takes, in steps.
func (c *blocks) cost(e *chase) (steps float64) {
	packed := 1.0
	if e.q.Value() == 2 {
		packed = 64
	}
	for _, b := range c.list {
		n, m := float64(len(b.unknowns)), float64(len(b.equations))
		steps += n * n * m / packed / 8
	}
	return steps
}

// eliminate writes out the systems of c and eliminates them.
func (e *chase) eliminate(mt *meter.Meter, c *blocks) error {
	need := int64(0)
	for _, b := range c.list {
		n, m := int64(len(b.unknowns)), int64(len(b.equations))
		if e.q.Value() == 2 {
			need += (n/8 + 64) * m
		} else {
			need += 8 * n * m
		}
	}
	if err := mt.Room(c.dense(), need); err != nil || len(c.list) == 0 {
		return err
	}
	if e.q.Value() == 2 {
		return e.bitBlocks(mt, c, &c.at)
	}
	return e.residueBlocks(mt, c, &c.at)
}

// dense names what is eliminated.
func (c *blocks) dense() string {
	most, with := 0, 0
	for _, b := range c.list {
		if len(b.unknowns) >= most {
			most, with = len(b.unknowns), len(b.equations)
		}
	}
	return fmt.Sprintf("a dense system of %d equations with %d unknowns", with, most)
}

// divide deals out unknowns and equations to the components with the given roots.
func (c *blocks) divide(e *chase, root []int32, at *layout) {
	s, p := e.s, e.plan
	of := func(lamp int32) int32 { // the root of a lamp's component
		if buttons, _ := s.row(int(lamp)); len(buttons) > 0 {
			return root[buttons[0]]
		}
		return noBlock
	}
	const has = 0
	mark := at.block // by root: noBlock, then has equations, then its block
	for i := range mark {
		mark[i], at.place[i] = noBlock, noBlock
	}
	for _, lamp := range p.equations {
		if r := of(lamp); r >= 0 {
			mark[r] = has
		}
	}
	number := at.place // by root, while unknowns are dealt out: 1 + block
	for i, b := range p.free {
		r := root[b]
		if mark[r] == noBlock {
			c.loose = append(c.loose, int32(i))
			continue
		}
		if number[r] == noBlock {
			number[r] = int32(len(c.list))
			c.list = append(c.list, block{})
		}
		k := &c.list[number[r]]
		k.unknowns = append(k.unknowns, int32(i))
	}
	for i, lamp := range p.equations {
		r := of(lamp)
		if r < 0 || number[r] == noBlock {
			c.bare = append(c.bare, int32(i))
			continue
		}
		k := &c.list[number[r]]
		k.equations = append(k.equations, int32(i))
	}
	for b, r := range root { // mark has done its work
		mark[b] = number[r]
	}
	for i := range number {
		number[i] = noBlock
	}
	for _, k := range c.list {
		for j, i := range k.unknowns {
			at.place[p.free[i]] = int32(j)
		}
	}
}

// components returns for each button one that stands for its component.
func (s *sparse) components(mt *meter.Meter) []int32 {
	root := make([]int32, s.buttons)
	for i := range root {
		root[i] = int32(i)
	}
	find := func(b int32) int32 {
		for root[b] != b {
			root[b] = root[root[b]]
			b = root[b]
		}
		return b
	}
	for i := range s.lamps {
		buttons, _ := s.row(i)
		if mt.Work(2*len(buttons)+1) != nil {
			return nil
		}
		if len(buttons) == 0 {
			continue
		}
		u := find(buttons[0])
		for _, b := range buttons {
			if root[b] == u {
				continue
			}
			if v := find(b); v < u {
				root[u], u = v, v
			} else {
				root[v] = u
			}
			root[b] = u
		}
	}
	for b := range root {
		if mt.Work(4) != nil {
			return nil
		}
		root[b] = find(int32(b))
	}
	return root
}

func (c *blocks) nullity() int {
	n := len(c.loose)
	for _, b := range c.list {
		n += b.core.nullity()
	}
	return n
}

func (c *blocks) solutions() *big.Int {
	n := new(big.Int).Exp(big.NewInt(int64(c.q.Value())), bigInt(len(c.loose)), nil)
	for _, b := range c.list {
		n.Mul(n, b.core.solutions())
	}
	return n
}

func (c *blocks) solve(mt *meter.Meter, b []uint32) (x, y []uint32) {
	for _, i := range c.bare {
		if b[i] != 0 {
			return nil, spreadOut([]uint32{1}, []int32{i}, len(b))
		}
	}
	x = make([]uint32, c.unknowns)
	for _, k := range c.list {
		part := make([]uint32, len(k.equations))
		for j, i := range k.equations {
			part[j] = b[i]
		}
		u, left := k.core.solve(mt, part)
		if mt.Work(8*len(part)) != nil {
			return nil, nil
		}
		if left != nil {
			return nil, spreadOut(left, k.equations, len(b))
		}
		for j, i := range k.unknowns {
			x[i] = u[j]
		}
	}
	return x, nil
}

// spreadOut makes a vector of n entries of those in some places.
func spreadOut(v []uint32, places []int32, n int) []uint32 {
	out := make([]uint32, n)
	for j, i := range places {
		out[i] = v[j]
	}
	return out
}

func (c *blocks) kernel(mt *meter.Meter) [][]uint32 {
	return c.vectors(mt, c.loose, c.unknowns, func(k block) ([][]uint32, []int32) { return k.core.kernel(mt), k.unknowns })
}

func (c *blocks) leftKernel(mt *meter.Meter) [][]uint32 {
	n := len(c.bare)
	for _, k := range c.list {
		n += len(k.equations)
	}
	return c.vectors(mt, c.bare, n, func(k block) ([][]uint32, []int32) { return k.core.leftKernel(mt), k.equations })
}

// vectors are units at some places, and vectors of n entries of those of the blocks.
func (c *blocks) vectors(mt *meter.Meter, units []int32, n int, of func(block) ([][]uint32, []int32)) (out [][]uint32) {
	add := func(v []uint32, places []int32) {
		if mt.Hold("a kernel", 4*int64(n)) == nil && mt.Work(2*n) == nil {
			out = append(out, spreadOut(v, places, n))
		}
	}
	for i := range units {
		add([]uint32{1}, units[i:i+1])
	}
	for _, k := range c.list {
		list, places := of(k)
		for _, v := range list {
			add(v, places)
		}
	}
	return out
}

// A writer writes out the dense systems: it goes through the plan once, with for each known
// button a vector that says how it depends on the free unknowns of its block. A vector is given
// back when the last lamp that its button reaches has been treated, so that only a few rows of
// the board have one at a time. T is a word of bits or a residue.
type vectors[T any] struct {
	of   [][]T   // of[b]: the vector of a determined button
	uses []int32 // uses[b]: lamps still to come that b reaches
	pool [][][]T // by block
}

func newVectors[T any](e *chase, blocks int) *vectors[T] {
	v := &vectors[T]{of: make([][]T, e.s.buttons), uses: make([]int32, e.s.buttons), pool: make([][][]T, blocks)}
	for b := range v.uses {
		v.uses[b] = e.cols.from[b+1] - e.cols.from[b]
	}
	return v
}

// take returns a zero vector of n elements, for block k.
func (v *vectors[T]) take(k int32, n int) []T {
	if list := v.pool[k]; len(list) > 0 {
		x := list[len(list)-1]
		v.pool[k] = list[:len(list)-1]
		clear(x)
		return x
	}
	return make([]T, n)
}

// used notes that a lamp has been treated.
func (v *vectors[T]) used(k int32, buttons []int32) {
	for _, b := range buttons {
		if v.uses[b]--; v.uses[b] == 0 && v.of[b] != nil {
			v.pool[k] = append(v.pool[k], v.of[b])
			v.of[b] = nil
		}
	}
}

// bitBlocks writes out the systems modulo 2 and eliminates them.
func (e *chase) bitBlocks(mt *meter.Meter, c *blocks, at *layout) error {
	ms, rows := make([]*gf2.Matrix, len(c.list)), make([]int, len(c.list))
	for i, k := range c.list {
		if ms[i] = gf2.New(mt, len(k.equations), len(k.unknowns)); ms[i] == nil {
			return mt.Err()
		}
	}
	v := newVectors[uint64](e, len(c.list))
	for i, lamp := range e.plan.order {
		buttons, _ := e.s.row(int(lamp))
		if len(buttons) == 0 || at.block[buttons[0]] < 0 {
			continue
		}
		k := at.block[buttons[0]]
		n := (len(c.list[k].unknowns) + 63) / 64
		if err := mt.Work(len(buttons)*(n+8) + 20); err != nil {
			return err
		}
		last := e.plan.decides[i]
		var sum []uint64
		if last >= 0 {
			sum = v.take(k, n)
		} else {
			sum = ms[k].Row(rows[k])
			rows[k]++
		}
		for _, b := range buttons {
			if b == last {
				continue
			}
			if f := at.place[b]; f >= 0 {
				sum[f/64] ^= 1 << (f % 64)
				continue
			}
			from := v.of[b][:len(sum)]
			for k := range sum {
				sum[k] ^= from[k]
			}
		}
		if last >= 0 {
			v.of[last] = sum
		}
		v.used(k, buttons)
	}
	for i, m := range ms {
		ple := m.EliminateInPlace(mt)
		if ple == nil {
			return mt.Err()
		}
		c.list[i].core = &bitCore{ple, m.Rows(), m.Cols()}
	}
	return nil
}

// residueBlocks writes out the systems modulo q and eliminates them.
func (e *chase) residueBlocks(mt *meter.Meter, c *blocks, at *layout) error {
	q := uint64(e.ring.Modulus())
	ms, rows, most := make([]*zmod.Matrix, len(c.list)), make([]int, len(c.list)), 0
	for i, k := range c.list {
		if ms[i] = zmod.NewMatrix(mt, len(k.equations), len(k.unknowns), uint32(q)); ms[i] == nil {
			return mt.Err()
		}
		most = max(most, len(k.unknowns))
	}
	v, acc := newVectors[uint32](e, len(c.list)), make([]uint64, most)
	for i, lamp := range e.plan.order {
		buttons, weights := e.s.row(int(lamp))
		if len(buttons) == 0 || at.block[buttons[0]] < 0 {
			continue
		}
		k := at.block[buttons[0]]
		n := len(c.list[k].unknowns)
		if err := mt.Work(len(buttons)*(n+8) + 20); err != nil {
			return err
		}
		last := e.plan.decides[i]
		e.sum(v, at, acc[:n], buttons, weights, last)
		if last < 0 {
			dst := ms[k].Row(rows[k])
			for j, a := range acc[:n] {
				dst[j] = e.ring.Reduce(a)
			}
			rows[k]++
		} else {
			dst, inv := v.take(k, n), e.ring.Neg(e.plan.inverse[i])
			for j, a := range acc[:n] {
				dst[j] = e.ring.Mul(e.ring.Reduce(a), inv)
			}
			v.of[last] = dst
		}
		v.used(k, buttons)
	}
	for i, m := range ms {
		d := m.Decompose(mt)
		if d == nil {
			return mt.Err()
		}
		c.list[i].core = &residueCore{m, d}
	}
	return nil
}

// sum adds up in acc what the buttons of a lamp but the last are in terms of the free unknowns. As many
// products as a word holds are added up before they are reduced.
func (e *chase) sum(v *vectors[uint32], at *layout, acc []uint64, buttons []int32, weights []uint32, last int32) {
	q := uint64(e.ring.Modulus())
	hi, _ := bits.Mul64(q-1, q-1)
	room := uint64(1)
	if hi == 0 && q > 2 {
		room = max(1, math.MaxUint64/((q-1)*(q-1))-1)
	}
	clear(acc)
	added := uint64(0)
	for k, b := range buttons {
		if b == last {
			continue
		}
		if added++; added > room {
			for j, a := range acc {
				acc[j] = uint64(e.ring.Reduce(a))
			}
			added = 2
		}
		w := uint64(weights[k])
		if f := at.place[b]; f >= 0 {
			acc[f] += w
			continue
		}
		for j, c := range v.of[b] {
			acc[j] += w * uint64(c)
		}
	}
}
