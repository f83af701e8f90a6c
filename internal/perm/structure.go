package perm

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
)

// A Structure is what is known about a [Group] once work has been done: it answers for its order and who
// belongs to it.
//
// Orbits that are recognised as giants are taken out first: all even permutations of such an orbit
// belong to the group, so that of an element only its parity there matters. What remains is the reduced
// group, on the other cells and one pair of points for each giant, which odd elements swap. If
// any other cells are left, a chain of the reduced group decides; if not, parities do. So
//
//	order = Π n_i!/2 over the giants × order of the reduced group.
type Structure struct {
	group  *Group
	giants []Giant
	blocks [][][]uint16
	parity *paritySpace
	red    Reduction
	chain  *Chain
	order  *big.Int
}

// Structure computes the structure. When it is stopped by ctx (within about 50 ms) or by the memory limit, it
// returns the error together with a structure that knows less: Order is nil and Contains may
// say Unknown.
func (g *Group) Structure(ctx context.Context, o Options) (*Structure, error) {
	s := &Structure{group: g, parity: newParitySpace(g), blocks: make([][][]uint16, len(g.orbits))}
	b := newBudget(ctx, o)
	if !o.ChainOnly {
		var err error
		if s.giants, s.blocks, err = g.findGiants(b, o.Seed); err != nil {
			s.red = s.newReduction()
			return s, err
		}
	}
	s.red = s.newReduction()
	if err := s.findBlocks(ctx); err != nil {
		return s, err
	}
	reduced := big.NewInt(1)
	if len(s.red.Kept) == 0 {
		reduced.Lsh(reduced, uint(len(s.parity.rows)))
	} else {
		gens := make([]Perm, len(g.gens))
		for k, c := range g.gens {
			if err := b.take(1, 2*s.red.Degree()); err != nil {
				return s, err
			}
			if err := b.spend(s.red.Degree()); err != nil {
				return s, err
			}
			gens[k] = s.red.reduceCycles(c)
		}
		chain, err := newChain(b, s.red.Degree(), gens, o.Seed)
		if err != nil {
			return s, err
		}
		s.chain = chain
		reduced.Set(chain.order)
	}
	// Factors of two are shifted in at the end: n! is the bulk of the work.
	for _, giant := range s.giants {
		n := int64(len(g.orbits[giant.Orbit]))
		reduced.Mul(reduced, new(big.Int).MulRange(1, n))
	}
	s.order = reduced.Rsh(reduced, uint(len(s.giants)))
	return s, nil
}

// Order returns the order of the group, nil if the work was stopped before it was known.
func (s *Structure) Order() *big.Int {
	if s.order == nil {
		return nil
	}
	return new(big.Int).Set(s.order)
}

// Group returns the group.
func (s *Structure) Group() *Group { return s.group }

// Giants returns the orbits that are known to be giants, with the evidence, by orbit.
func (s *Structure) Giants() []Giant { return s.giants }

// Blocks returns a nontrivial block system of the group on orbit k, or nil if it is primitive there or
// none is known.
func (s *Structure) Blocks(k int) [][]uint16 { return s.blocks[k] }

// Chain returns the chain of the reduced group, nil if it is not needed or the work was stopped. Its
// generators are the images of the group's, by number, so that a word from Chain.Words has the
// wanted value on the points of the reduction: without giants, that is everywhere.
func (s *Structure) Chain() *Chain { return s.chain }

// Reduction returns the reduction to the group that Chain is about.
func (s *Structure) Reduction() *Reduction { return &s.red }

// findBlocks looks for block systems of the orbits that are no giants. It is for the sake of simple
// answers only, so it leaves out what would take long.
func (s *Structure) findBlocks(ctx context.Context) error {
	const affordable = 1 << 24
	giant := make([]bool, len(s.blocks))
	for _, g := range s.giants {
		giant[g.Orbit] = true
	}
	for k, o := range s.group.orbits {
		if giant[k] || s.blocks[k] != nil || len(o) < 4 || int64(len(o))*int64(len(s.group.moves)) > affordable {
			continue
		}
		_, blocks, err := s.group.Primitive(ctx, k)
		if err != nil {
			return err
		}
		s.blocks[k] = blocks
	}
	return nil
}

// A Reduction maps the group to a smaller one with the same questions left open: points
// 0..len(Kept)-1 stand for the cells Kept, and the pair len(Kept)+2i, len(Kept)+2i+1 is swapped by
// elements that are odd on orbit Giants[i]. Without giants all cells are kept, so that points are cells.
type Reduction struct {
	Kept   []uint16
	Giants []int

	group *Group
	point []int32 // cell -> point, −1 for cells not kept
	pair  []int32 // orbit -> first point of its pair, −1 for other orbits
}

func (s *Structure) newReduction() Reduction {
	g := s.group
	r := Reduction{group: g, point: make([]int32, g.n), pair: slices.Repeat([]int32{-1}, len(g.orbits))}
	for _, giant := range s.giants {
		r.Giants = append(r.Giants, giant.Orbit)
		r.pair[giant.Orbit] = 0
	}
	for x := range g.n {
		k := g.orbitOf[x]
		if len(s.giants) > 0 && (r.pair[k] == 0 || len(g.orbits[k]) == 1) {
			r.point[x] = -1
			continue
		}
		r.point[x] = int32(len(r.Kept))
		r.Kept = append(r.Kept, uint16(x))
	}
	for i, k := range r.Giants {
		r.pair[k] = int32(len(r.Kept) + 2*i)
	}
	return r
}

// Degree returns the degree of the reduced group.
func (r *Reduction) Degree() int { return len(r.Kept) + 2*len(r.Giants) }

// Reduce returns the image of a permutation that keeps the orbits.
func (r *Reduction) Reduce(p Perm) Perm { return r.reduceCycles(p.Cycles()) }

func (r *Reduction) reduceCycles(c Cycles) Perm {
	q := Identity(r.Degree())
	for _, cycle := range c {
		if pair := r.pair[r.group.orbitOf[cycle[0]]]; pair >= 0 {
			if len(cycle)%2 == 0 {
				q[pair], q[pair+1] = q[pair+1], q[pair]
			}
			continue
		}
		for i, x := range cycle {
			q[r.point[x]] = uint16(r.point[cycle[(i+1)%len(cycle)]])
		}
	}
	return q
}

// Random returns an element of the group, each with the same probability. It panics if Order is nil.
func (s *Structure) Random(rng *rand.Rand) Perm {
	if s.order == nil {
		panic("perm: Random: the structure is not known")
	}
	p := Identity(s.group.n)
	odd := make([]bool, len(s.giants))
	if s.chain != nil {
		q := s.chain.Random(rng)
		for i, x := range s.red.Kept {
			p[x] = s.red.Kept[q[i]]
		}
		for i := range odd {
			pair := len(s.red.Kept) + 2*i
			odd[i] = int(q[pair]) != pair
		}
	} else {
		for _, row := range s.parity.rows {
			if rng.IntN(2) == 0 {
				continue
			}
			for i, giant := range s.giants {
				odd[i] = odd[i] != bit(row, giant.Orbit)
			}
		}
	}
	for i, giant := range s.giants {
		orbit := s.group.orbits[giant.Orbit]
		images := slices.Clone(orbit)
		isOdd := false
		for j := len(images) - 1; j > 0; j-- {
			k := rng.IntN(j + 1)
			images[j], images[k] = images[k], images[j]
			isOdd = isOdd != (j != k)
		}
		if isOdd != odd[i] {
			images[0], images[1] = images[1], images[0]
		}
		for j, x := range orbit {
			p[x] = images[j]
		}
	}
	return p
}
