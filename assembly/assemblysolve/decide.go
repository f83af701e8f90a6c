package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// decision is what the solver knows before evidence is written.
type decision struct {
	q     *peeler
	found bool // q has one block left
	stuck bool // not found, and what q has left is why; otherwise all was searched
}

// decide takes p apart, or finds that it cannot be.
func decide(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (decision, error) {
	need := peelBytes * int64(len(p.Blocks))
	if !lim.VerdictOnly {
		need += scheduleBytes(p) * int64(len(p.Blocks))
	}
	if err := lim.CheckMemory("taking the shape apart", need); err != nil {
		return decision{}, err
	}
	q, err := newPeeler(ctx, p)
	if err != nil {
		return decision{}, err
	}
	if p.Root != assembly.NoRoot {
		q.keep(p.Root)
	}
	if err := q.run(ctx); err != nil {
		return decision{}, err
	}
	q.drain()
	if q.left() == 1 {
		return decision{q: q, found: true}, nil
	}
	if peelingDecides(p) {
		return decision{q: q, stuck: true}, nil
	}
	if p.Contact == assembly.Sticky {
		q.undo(0) // what came off may have been the wrong thing to remove
	}
	s, err := newSearch(ctx, q, p.Root, lim, nil)
	if err != nil {
		return decision{}, err
	}
	found, err := s.run()
	return decision{q: q, found: found}, err
}

// peelingDecides tells whether p can be built iff taking off convex blocks that can leave, in any order, leaves one block.
func peelingDecides(p *assembly.Instance) bool {
	return !p.HasHoles() && (p.Contact == assembly.Frontal || !pinched(p))
}

// pinched reports whether two blocks of p touch at a corner and share no neighbour.
func pinched(p *assembly.Instance) bool {
	j := 0
	for i, b := range p.Blocks {
		for p.Blocks[j].R < b.R-1 || p.Blocks[j].R == b.R-1 && p.Blocks[j].C < b.C-1 {
			j++
		}
		if p.Above[i] >= 0 {
			continue
		}
		for k := j; k < j+2 && p.Blocks[k].R == b.R-1 && p.Blocks[k].C <= b.C+1; k++ {
			if p.Blocks[k].C < b.C && p.Left(int32(i)) < 0 || p.Blocks[k].C > b.C && p.Right(int32(i)) < 0 {
				return true
			}
		}
	}
	return false
}
