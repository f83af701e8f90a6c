package assemblysolve

import (
	"iter"
	"math/rand/v2"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
)

// Generate makes a valid shape of about size blocks from rng alone: grown by random slides (and then
// buildable), trees, shapes with thin arms and holes, rings, walks, and walls around a pocket; with a root
// or without, in both models. Boards may be wider than the shape. Most shapes can be built, so for small
// sizes it looks for one that cannot every other time. One in eight has some blocks in place.
func Generate(rng *rand.Rand, size int) *assembly.Instance { return generate.Instance(rng, size) }

// Shrink yields instances smaller than p: half the blocks or a row or column left out (with what then hangs on
// nothing), a board that fits, no root, and each single block left out without which the rest is connected; and of the
// blocks in place none, and where they are few each single one left out.
func Shrink(p *assembly.Instance) iter.Seq[*assembly.Instance] { return generate.Shrink(p) }
