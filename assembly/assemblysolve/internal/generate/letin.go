package generate

import (
	"context"
	"math/rand/v2"

	"github.com/gridwright/gridwright/assembly"
)

// LetIn lets blocks in along random lines until there are so many; nil where that comes to an end before.
func LetIn(ctx context.Context, p *assembly.Instance, size int, rng *rand.Rand) ([]assembly.Block, error) {
	g := newGrowth(rng)
	origin := assembly.Block{R: rng.Int32N(p.Rows), C: rng.Int32N(p.Cols)}
	failed := 0
	for tries := 0; len(g.cells) < size; tries++ {
		if tries&0xff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b, ok := g.land(assembly.Direction(rng.IntN(4)), p.Contact)
		r, c := b.R+origin.R, b.C+origin.C
		if !ok || r < 0 || c < 0 || r >= p.Rows || c >= p.Cols {
			if failed++; failed > 50+8*len(g.cells) {
				return nil, nil
			}
			continue
		}
		failed = 0
		g.add(b)
	}
	for k := range g.cells {
		g.cells[k].R += origin.R
		g.cells[k].C += origin.C
	}
	return g.cells, nil
}
