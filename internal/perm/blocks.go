package perm

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Atkinson's algorithm: the classes of the finest partition that the group respects and in which two
// given cells are together. When a class loses its representative γ to δ, then for each generator g
// the images g[γ] and g[δ] must come together too; nothing else has to be looked at.

// Congruence returns the finest partition respected by the group in which each of the pairs is
// together: its classes of more than one cell, each sorted, by least cell. In a transitive
// group these are the blocks of the least block system for the pairs. Cost: nearly linear in the
// cells that the generators move.
func (g *Group) Congruence(pairs ...[2]uint16) [][]uint16 {
	f := newForest(g.n)
	for _, p := range pairs {
		g.close(f, p[0], p[1])
	}
	return f.classes(Identity(g.n), 1)
}

// close joins x and y in f, which is respected by the group, and what follows from it.
func (g *Group) close(f *forest, x, y uint16) {
	loser, ok := f.join(x, y)
	if !ok {
		return
	}
	queue := []uint16{loser}
	for len(queue) > 0 {
		c := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		d := f.find(c)
		join := func(x, y uint16) {
			if loser, ok := f.join(x, y); ok {
				queue = append(queue, loser)
			}
		}
		// Generators that fix both cells have nothing to say; walk over those that move one.
		a, b := g.at(c), g.at(d)
		for len(a) > 0 || len(b) > 0 {
			switch {
			case len(b) == 0 || len(a) > 0 && a[0].gen < b[0].gen:
				join(a[0].to, d)
				a = a[1:]
			case len(a) == 0 || b[0].gen < a[0].gen:
				join(c, b[0].to)
				b = b[1:]
			default:
				join(a[0].to, b[0].to)
				a, b = a[1:], b[1:]
			}
		}
	}
}

// whole reports whether the closure of x ~ y is their whole orbit. f may hold any classes that keep to
// orbits; on this orbit it is overwritten by the closure.
func (g *Group) whole(f *forest, x, y uint16) bool {
	orbit := g.orbits[g.orbitOf[x]]
	f.reset(orbit)
	g.close(f, x, y)
	return int(f.size[f.find(x)]) == len(orbit)
}

// MinimalBlocks returns the minimal nontrivial block systems of the group on orbit k: those that no
// other nontrivial system refines. None means that the group is primitive there. Each system is
// its list of blocks, each sorted, by least cell; systems are ordered by the block of the
// least cell.
//
// An element that fixes the orbit's first cell fixes its block, so cells that the stabiliser carries
// to each other lie in the same blocks with it, and one closure is computed for each of the
// stabiliser's orbits, as far as the generators and a dozen random elements show them:
// the answer is exact, only the time depends on them. The error is that of ctx.
func (g *Group) MinimalBlocks(ctx context.Context, k int) ([][][]uint16, error) {
	return g.minimalBlocks(ctx, k, false)
}

// Primitive reports whether the group is transitive and primitive on orbit k: no nontrivial
// block system. blocks is a system that says it is not. Orbits of 1 and 2 cells are primitive.
func (g *Group) Primitive(ctx context.Context, k int) (ok bool, blocks [][]uint16, err error) {
	systems, err := g.minimalBlocks(ctx, k, true)
	if err != nil || len(systems) == 0 {
		return err == nil, nil, err
	}
	return false, systems[0], nil
}

func (g *Group) minimalBlocks(ctx context.Context, k int, one bool) ([][][]uint16, error) {
	orbit := g.orbits[k]
	if len(orbit) < 3 {
		return nil, ctx.Err()
	}
	b := newBudget(ctx, Options{})
	fixer := g.stabiliserOrbits(orbit[0])
	f := newForest(g.n)
	var systems [][][]uint16
	for _, x := range orbit[1:] {
		if fixer.find(x) != x {
			continue
		}
		if err := b.spend(8 * len(g.moves)); err != nil {
			return nil, err
		}
		if !g.whole(f, orbit[0], x) {
			systems = append(systems, f.classes(orbit, 1))
			if one {
				return systems, nil
			}
		}
	}
	return minimalOnly(systems), nil
}

// minimalOnly keeps the systems whose first block contains no other's first block properly, once
// each. All first blocks contain the same cell.
func minimalOnly(systems [][][]uint16) [][][]uint16 {
	slices.SortFunc(systems, func(a, b [][]uint16) int { return slices.Compare(a[0], b[0]) })
	systems = slices.CompactFunc(systems, func(a, b [][]uint16) bool { return slices.Equal(a[0], b[0]) })
	return slices.DeleteFunc(slices.Clone(systems), func(s [][]uint16) bool {
		return slices.ContainsFunc(systems, func(t [][]uint16) bool {
			return len(t[0]) < len(s[0]) && subset(t[0], s[0])
		})
	})
}

// subset reports whether the sorted list a is contained in the sorted list b.
func subset(a, b []uint16) bool {
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != x {
			return false
		}
	}
	return true
}

// stabiliserOrbits returns a partition that is at most as coarse as the orbits of the stabiliser of
// a cell: the orbits of the generators that fix it and of some random elements that do.
func (g *Group) stabiliserOrbits(cell uint16) *forest {
	f := newForest(g.n)
	fixes := make([]bool, len(g.gens))
	for k := range fixes {
		fixes[k] = true
	}
	for _, m := range g.at(cell) {
		fixes[m.gen] = false
	}
	for k, c := range g.gens {
		for _, cycle := range c {
			for _, x := range cycle[1:] {
				if fixes[k] {
					f.join(cycle[0], x)
				}
			}
		}
	}
	t := g.Tree(int(cell))
	rng := rand.New(rand.NewPCG(1, uint64(cell)))
	p := Identity(g.n)
	work := 1 << 22 // of no importance on boards; a long cycle has long words
	for range 12 {
		w := make(Word, 30)
		for i := range w {
			w[i] = Letter(rng.IntN(len(g.gens)))
		}
		work = g.walk(p, w, work)
		// The tile of cell is at p⁻¹[cell]; carry it back.
		back, _ := t.Word(slices.Index(p, cell))
		if work = g.walk(p, back.Inverse(), work); work < 0 {
			break
		}
		for x, y := range p {
			f.join(uint16(x), y)
		}
	}
	return f
}

// walk does the word to p and returns what is left of the work, in cells; below 0 it has not
// done all of it.
func (g *Group) walk(p Perm, w Word, work int) int {
	for _, l := range w {
		if work < 0 {
			break
		}
		g.Do(p, l)
		for _, c := range g.gens[l.Gen()] {
			work -= len(c)
		}
	}
	return work
}
