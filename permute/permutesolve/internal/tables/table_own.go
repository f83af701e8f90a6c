package tables

import (
	"slices"

	"github.com/gridwright/gridwright/permute"
)

// OwnTable reports whether p needs a table of its own: repeated tiles, or more ways to fill the cells that do not
// matter than are looked up one by one. On boards too large for all permutations, tiles that no goal asks for are
// alike, and a table of fewer boards may do.
func OwnTable(p *permute.Instance) bool {
	if len(p.Labels) < len(p.Start) {
		return true
	}
	most := maxFilled
	if len(p.Start) > roomForAll {
		most = len(p.Goals)
	}
	total := 0
	for _, g := range p.Goals {
		free := 0
		for _, t := range g {
			if t == permute.Any {
				free++
			}
		}
		ways := 1
		for i := 2; i <= free && ways <= most; i++ {
			ways *= i
		}
		total += ways
	}
	return total > most
}

// Loose reports whether more than one board is a goal.
func Loose(p *permute.Instance) bool {
	return len(p.Goals) > 1 || slices.Contains(p.Goals[0], permute.Any)
}

const (
	// maxFilled is the most ways to fill cells that do not matter that are looked up one by one: a millisecond.
	maxFilled = 5040
	// roomForAll is the most cells for which a table of all permutations is nothing to think about.
	roomForAll = 12
)
