package assemblysolve

import (
	"context"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/parts"
	"github.com/gridwright/gridwright/puzzle"
)

// A Part is a buildable part of a shape, and what is known about the largest one.
type Part = parts.Part

// Supports are cells beside a shape that, added to it, make it buildable on its board, and what is known about
// the fewest.
type Supports = parts.Supports

// LargestPart finds a large part of p's shape that can be built; what is in place does not matter. Finding a largest
// one is hard even to approximate (Becker et al.), so for all but small shapes or small defects the answer is two
// bounds.
func (*Solver) LargestPart(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (Part, error) {
	return parts.Largest(ctx, p, lim)
}

// FewestSupports finds few blocks that make p's shape buildable when they are added to it; what is in place does not
// matter. The answer is two bounds where the work for the fewest would be too much.
func (*Solver) FewestSupports(ctx context.Context, p *assembly.Instance, lim puzzle.Limits) (Supports, error) {
	return parts.Supporting(ctx, p, lim)
}
