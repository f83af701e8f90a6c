package permutecheck

import (
	"errors"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// maxChain bounds the verification of a chain, in images of cells that are looked up: half a minute.
const maxChain = 1 << 35

// A level of a chain is the orbit of a base cell under the strong generators that fix all base cells
// before. Base cells that these fix have no level: there would be nothing to verify.
type level struct {
	base  int32
	gens  [][]int32
	place []int32   // of each cell in the orbit; -1: it is not there
	orbit []int32   // the cells, base first
	home  [][]int32 // for each of them a product of the generators' inverses that takes it to base
}

// chain is a stabiliser chain that is being verified. A permutation p is a list of images: the tile at
// cell c goes to p[c].
type chain struct {
	k      *work
	levels []*level
	left   int64   // images that may be looked up
	a, b   []int32 // scratch
}

// checkChain verifies that the chain is one, that it holds every move and that it holds nothing that a goal asks for.
//
// Why that is enough (Schreier's lemma): let H(i) be what the generators of level i generate. The Schreier generators
// of level i generate the stabiliser of its base cell in H(i). They all sift through the levels below,
// so they are products of the generators there, and that stabiliser is H(i+1). The last one is trivial. So each element
// of H(i) is in one way a product of an element of H(i+1) and one of those that take the base
// cell along its orbit: whatever does not sift to the identity is not in H(0).
func (k *work) checkChain(c *permute.Chain) error {
	err := k.distinct()
	alike := errors.Is(err, puzzle.ErrRejected) // one permutation for each goal, or many
	if err != nil && !alike {
		return err
	}
	list := c.Cells
	if list == nil {
		list = make([]int32, k.n)
		for i := range list {
			list[i] = int32(i)
		}
	}
	inside, err := k.cells(list)
	if err != nil {
		return err
	}
	if err := k.closed(inside); err != nil {
		return err
	}
	x, err := k.chain(c)
	if err != nil {
		return err
	}
	if err := x.afford(); err != nil {
		return err
	}
	for i := len(x.levels) - 1; i >= 0; i-- {
		if err := x.verify(i); err != nil {
			return err
		}
	}
	if err := x.holdsMoves(inside); err != nil {
		return err
	}
	if alike || c.Cells != nil {
		return x.search(inside)
	}
	for g := range k.p.Goals {
		asked, err := k.asked(g)
		if err != nil {
			return err
		}
		in, err := x.sift(0, asked)
		if err != nil {
			return err
		}
		if in {
			return puzzle.Rejectf("the chain's group holds what goal %d asks for", g+1)
		}
	}
	return nil
}

// holdsMoves verifies that the group holds what every move does to the cells inside, which are closed.
func (x *chain) holdsMoves(inside []bool) error {
	k := x.k
	p := make([]int32, k.n)
	for i := range k.p.Moves.Moves {
		for j := range p {
			p[j] = int32(j)
		}
		for _, cycle := range k.p.Moves.Moves[i].Cycles {
			for j, from := range cycle {
				if inside[from] {
					p[from] = cycle[(j+1)%len(cycle)]
				}
			}
		}
		in, err := x.sift(0, p)
		if err != nil {
			return err
		}
		if !in {
			return puzzle.Rejectf("the chain's group does not hold move %s", k.move(i))
		}
	}
	return nil
}

// chain verifies that c's lists are what they should be, and finds the levels with their orbits.
func (k *work) chain(c *permute.Chain) (*chain, error) {
	if _, err := k.cells(c.Base); err != nil {
		return nil, err
	}
	depth := make([]int, len(c.Strong)) // how many base cells the generator fixes before it moves one
	filled := make([]bool, len(c.Base)) // whether a generator moves this base cell first
	for i, p := range c.Strong {
		if err := k.permutation(i, p); err != nil {
			return nil, err
		}
		d := 0
		for d < len(c.Base) && p[c.Base[d]] == c.Base[d] {
			d++
		}
		if depth[i] = d; d < len(c.Base) {
			filled[d] = true
		} else if !identity(p) {
			return nil, puzzle.Rejectf("generator %d of the chain fixes every base cell and is not the identity", i+1)
		}
	}
	x := &chain{k: k, left: k.steps, a: make([]int32, k.n), b: make([]int32, k.n)}
	for d, base := range c.Base {
		if !filled[d] {
			continue
		}
		if err := k.hold("the stabiliser chain", 4*int64(k.n)+24*int64(len(c.Strong))); err != nil {
			return nil, err
		}
		l := &level{base: base}
		for i, p := range c.Strong {
			if depth[i] >= d && depth[i] < len(c.Base) { // not the identity
				l.gens = append(l.gens, p)
			}
		}
		if err := x.span(l); err != nil {
			return nil, err
		}
		x.levels = append(x.levels, l)
	}
	return x, nil
}

// permutation verifies that generator i is one of the cells.
func (k *work) permutation(i int, p []int32) error {
	if len(p) != k.n {
		return puzzle.Rejectf("generator %d of the chain has %s; there %s", i+1, grid.Number(len(p), "image"),
			grid.Are(k.n, "cell"))
	}
	hit := make([]bool, k.n)
	for _, to := range p {
		if to < 0 || int(to) >= k.n || hit[to] {
			return puzzle.Rejectf("generator %d of the chain is no permutation of the cells", i+1)
		}
		hit[to] = true
	}
	return k.spend(3 * k.n)
}

func identity(p []int32) bool {
	for c, to := range p {
		if int(to) != c {
			return false
		}
	}
	return true
}

// span finds the orbit of a level.
func (x *chain) span(l *level) error {
	l.place = make([]int32, x.k.n)
	for c := range l.place {
		l.place[c] = -1
	}
	l.place[l.base] = 0
	l.orbit = append(l.orbit, l.base)
	for at := 0; at < len(l.orbit); at++ {
		for _, p := range l.gens {
			if to := p[l.orbit[at]]; l.place[to] < 0 {
				l.place[to] = int32(len(l.orbit))
				l.orbit = append(l.orbit, to)
			}
		}
		if err := x.k.spend(len(l.gens)); err != nil {
			return err
		}
	}
	return x.k.spend(x.k.n)
}

func (x *chain) tooMuch() error {
	return tooMuch("the stabiliser chain, which takes more than %d steps", x.k.steps)
}

// spend counts n images that are looked up.
func (x *chain) spend(n int) error {
	if x.left -= int64(n); x.left < 0 {
		return x.tooMuch()
	}
	return x.k.spend(n)
}

// afford makes sure that the work may be bearable, and that the memory is there. It finds the ways home too.
func (x *chain) afford() error {
	images, lists := 0.0, 0
	for _, l := range x.levels {
		images += float64(len(l.orbit)) * float64(len(l.gens)) * 3 * float64(x.k.n)
		lists += len(l.orbit)
	}
	if images > float64(x.left) { // without any sifting
		return x.tooMuch()
	}
	if err := x.k.hold("the stabiliser chain", (4*int64(x.k.n)+24)*int64(lists)); err != nil {
		return err
	}
	for _, l := range x.levels {
		l.home = make([][]int32, len(l.orbit))
		l.home[0] = make([]int32, x.k.n)
		for c := range l.home[0] {
			l.home[0][c] = int32(c)
		}
		for at, from := range l.orbit {
			for _, p := range l.gens {
				to := l.place[p[from]]
				if l.home[to] != nil {
					continue
				}
				way := make([]int32, x.k.n) // back by p, then on as from there
				for c, image := range p {
					way[image] = l.home[at][c]
				}
				l.home[to] = way
				if err := x.spend(2 * x.k.n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// verify sifts every Schreier generator of level i: from the base cell to a cell of the orbit, one generator on, and
// home from there.
func (x *chain) verify(i int) error {
	l := x.levels[i]
	for at, from := range l.orbit {
		for c, to := range l.home[at] {
			x.a[to] = int32(c)
		}
		for _, p := range l.gens {
			for c, to := range x.a {
				x.b[c] = p[to]
			}
			home := l.home[l.place[p[from]]]
			for c, to := range x.b {
				x.b[c] = home[to]
			}
			if err := x.spend(3 * x.k.n); err != nil {
				return err
			}
			in, err := x.sift(i+1, x.b)
			if err != nil {
				return err
			}
			if !in {
				return puzzle.Rejectf("the generators of the chain are not strong: what fixes the base cell in %s, and those "+
					"before it, is more than the generators that do generate", x.k.cell(l.base))
			}
		}
	}
	return nil
}

// sift takes the base cells from level i on home, one by one, and reports whether p, which it changes, is then
// the identity.
func (x *chain) sift(i int, p []int32) (bool, error) {
	for _, l := range x.levels[i:] {
		at := l.place[p[l.base]]
		if at < 0 {
			return false, nil
		}
		if at == 0 {
			continue
		}
		home := l.home[at]
		for c, to := range p {
			p[c] = home[to]
		}
		if err := x.spend(x.k.n); err != nil {
			return false, err
		}
	}
	return identity(p), x.spend(x.k.n)
}
