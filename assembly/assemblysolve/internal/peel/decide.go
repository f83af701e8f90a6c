package peel

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// A Decision is what the solver knows before evidence is written.
type Decision struct {
	Peeler *Peeler
	Found  bool // Peeler has one block left
	Stuck  bool // not found, and what Peeler has left is why; otherwise all was searched
}

// Decide takes p apart, down to its root if it has one, or finds that it cannot be. O(blocks) where that Suffices; else
// a search follows, within limits.
func Decide(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (Decision, error) {
	need := Bytes * int64(len(p.Blocks))
	if !lim.VerdictOnly {
		need += ScheduleBytes(p) * int64(len(p.Blocks))
	}
	if err := lim.CheckMemory("taking the shape apart", need); err != nil {
		return Decision{}, err
	}
	q, err := New(ctx, p)
	if err != nil {
		return Decision{}, err
	}
	if p.Root != assembly.NoRoot {
		q.Keep(p.Root)
	}
	if err := q.Run(ctx); err != nil {
		return Decision{}, err
	}
	q.Drain()
	if q.Left() == 1 {
		return Decision{Peeler: q, Found: true}, nil
	}
	if Suffices(p) {
		return Decision{Peeler: q, Stuck: true}, nil
	}
	if p.Contact == assembly.Sticky {
		q.Undo(0) // what came off may have been the wrong thing to remove
	}
	s, err := newSearch(ctx, q, p.Root, lim, nil)
	if err != nil {
		return Decision{}, err
	}
	found, err := s.run()
	return Decision{Peeler: q, Found: found}, err
}

// Suffices tells whether p can be built iff taking off convex blocks that can leave, in any order, leaves one block.
func Suffices(p *assembly.Instance) bool {
	return !p.HasHoles() && (p.Contact == assembly.Frontal || !Pinched(p))
}

// Pinched reports whether two blocks of p touch at a corner and share no neighbour.
func Pinched(p *assembly.Instance) bool {
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
