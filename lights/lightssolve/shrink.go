package lightssolve

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/lights"
)

// Shrink yields instances smaller than p: half of it, a row or a column less, plain cells, no costs, no target, a
// simpler pattern and topology, the modulus 2, a lamp that is 0; of a net a link less.
func Shrink(p *lights.Instance) iter.Seq[*lights.Instance] {
	return func(yield func(*lights.Instance) bool) {
		_ = shrinkSize(p, yield) && shrinkRules(p, yield) && shrinkBoards(p, yield)
	}
}

func shrinkSize(p *lights.Instance, yield func(*lights.Instance) bool) bool {
	if p.Net != nil {
		for i := range p.Net.Links {
			net := *p.Net
			net.Links = append(append([]lights.Link(nil), net.Links[:i]...), net.Links[i+1:]...)
			q := *p
			q.Net = &net
			if !yield(&q) {
				return false
			}
		}
		return true
	}
	const many = 4 // rows, of which half may be left out at once
	all := [2]int{}
	for _, rows := range lines(p.Height, many) {
		if !yield(without(p, all, rows)) {
			return false
		}
	}
	for _, cols := range lines(p.Width, many) {
		if !yield(without(p, cols, all)) {
			return false
		}
	}
	return true
}

// lines are the lines of n that may be left out, from one to before another: halves where there are many, then each.
func lines(n, many int) (out [][2]int) {
	if n >= many {
		out = append(out, [2]int{n / 2, n}, [2]int{0, n / 2})
	}
	for i := 0; n > 1 && i < n; i++ {
		out = append(out, [2]int{i, i + 1})
	}
	return out
}

// without leaves out columns and rows of a grid.
func without(p *lights.Instance, cols, rows [2]int) *lights.Instance {
	q := *p
	q.Width -= cols[1] - cols[0]
	q.Height -= rows[1] - rows[0]
	kept := func(visit func(x, y int)) {
		for y := range p.Height {
			for x := range p.Width {
				if (x < cols[0] || x >= cols[1]) && (y < rows[0] || y >= rows[1]) {
					visit(x, y)
				}
			}
		}
	}
	board := func(b *lights.Board) *lights.Board {
		if b == nil {
			return nil
		}
		out, i := lights.NewBoard(q.Height, q.Width, p.Modulus), 0
		kept(func(x, y int) {
			out.Set(i/q.Width, i%q.Width, b.At(y, x))
			i++
		})
		return out
	}
	q.Start, q.Target = board(p.Start), board(p.Target)
	q.Choice = p.Choice.Map(board)
	if p.Cells != nil {
		q.Cells = nil
		kept(func(x, y int) { q.Cells = append(q.Cells, p.Cell(y, x)) })
	}
	if p.Costs != nil {
		q.Costs = nil
		kept(func(x, y int) { q.Costs = append(q.Costs, p.Cost(y, x)) })
	}
	return &q
}

func shrinkRules(p *lights.Instance, yield func(*lights.Instance) bool) bool {
	var out []*lights.Instance
	change := func(edit func(q *lights.Instance)) {
		q := *p
		edit(&q)
		out = append(out, &q)
	}
	if p.Target != nil {
		change(func(q *lights.Instance) { q.Target = nil })
	}
	if p.LitOnly {
		change(func(q *lights.Instance) { q.LitOnly = false })
	}
	if c := p.Choice; c != nil {
		change(func(q *lights.Instance) { q.Target, q.Choice = p.Base(0), nil })
		if c.Wrong > 0 && (c.Wrong > 1 || c.Uniform || len(c.Goals) > 0) {
			change(func(q *lights.Instance) {
				q.Choice = &lights.Choice{Goals: c.Goals, Uniform: c.Uniform, Wrong: c.Wrong - 1}
			})
		}
		for i := range c.Goals {
			if len(c.Goals) > 1 {
				change(func(q *lights.Instance) {
					q.Choice = &lights.Choice{Goals: slices.Delete(slices.Clone(c.Goals), i, i+1), Wrong: c.Wrong}
				})
			}
		}
	}
	if p.Costs != nil {
		change(func(q *lights.Instance) { q.Costs = nil })
	}
	if p.Cells != nil {
		change(func(q *lights.Instance) { q.Cells = nil })
	}
	if p.Topology != lights.Plane {
		change(func(q *lights.Instance) { q.Topology = lights.Plane })
	}
	if p.Net == nil && p.Pattern.Name != "plus" {
		change(func(q *lights.Instance) { q.Pattern = lights.Pattern{Name: "plus"} })
	}
	if base, far, ok := strings.Cut(p.Pattern.Name, ":"); ok {
		for _, d := range nearer(far) {
			change(func(q *lights.Instance) { q.Pattern.Name = base + ":" + strconv.Itoa(d) })
		}
	}
	if p.Net == nil && p.Modulus > 2 && (p.Pattern.Name != "" || oneWeights(p.Pattern)) {
		change(func(q *lights.Instance) {
			q.Modulus = 2
			q.Start, q.Target = parity(p.Start), parity(p.Target)
			q.Choice = p.Choice.Map(parity)
		})
	}
	for _, q := range out {
		if !yield(q) {
			return false
		}
	}
	return true
}

// nearer are distances smaller than far: half of it, and one less.
func nearer(far string) (ds []int) {
	d, err := strconv.Atoi(far)
	if err != nil || d < 2 {
		return nil
	}
	if d > 3 {
		ds = append(ds, d/2)
	}
	return append(ds, d-1)
}

func oneWeights(pt lights.Pattern) bool {
	for _, o := range pt.Offsets {
		if o.Weight != 1 {
			return false
		}
	}
	return true
}

// parity is a board modulo 2.
func parity(b *lights.Board) *lights.Board {
	if b == nil {
		return nil
	}
	out := lights.NewBoard(b.H, b.W, 2)
	for y := range b.H {
		for x := range b.W {
			out.Set(y, x, b.At(y, x)&1)
		}
	}
	return out
}

func shrinkBoards(p *lights.Instance, yield func(*lights.Instance) bool) bool {
	for y := range p.Height {
		for x := range p.Width {
			if p.Start.At(y, x) == 0 {
				continue
			}
			q := *p
			q.Start = p.Start.Clone()
			q.Start.Set(y, x, 0)
			if !yield(&q) {
				return false
			}
		}
	}
	return true
}
