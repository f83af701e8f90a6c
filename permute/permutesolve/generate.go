package permutesolve

import (
	"math/rand/v2"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
)

// Generate makes a valid instance of about size cells, at most permute.MaxCells, of any kind of the family: mostly
// boards of different tiles and one goal, one in two of them made by moves, so that it can be solved.
func Generate(rng *rand.Rand, size int) *permute.Instance { return generate.Instance(rng, size) }
