package assemblycheck

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// unproved is what Check takes for true in the sticky model where the first block is given.
const unproved = "that sticky blocks may be taken off in any order, which is tested and not proved"

// unverifiedNote says for a person what an accepted o rests on that is not proved, to stand behind "not verified:". It
// is empty where there is nothing of the kind. A Stuck is proved for frontal contact, see
// docs/proofs/assembly-convex.md, and for sticky contact where the first block is open.
func unverifiedNote(p *assembly.Instance, o assembly.Outcome) string {
	if o.Verdict == puzzle.Impossible && o.Certificate != nil && o.Certificate.Stuck != nil &&
		p.Contact == assembly.Sticky && p.Root != assembly.NoRoot {
		return unproved
	}
	return ""
}

// verifiedNote says what has been verified of an accepted o for which unverifiedNote is not empty.
func verifiedNote(assembly.Outcome) string {
	return "the moves build the shape, convex block by convex block, from a remainder that no convex block can leave"
}

// countParts says both of an accepted count of first blocks. In the sticky model every block that is left out of it
// was given as the first one, and peeling got stuck; unless the search goes through all sets, see countFirst.
func countParts(p *assembly.Instance, n *big.Int) (verified, unverified string) {
	blocks := int64(len(p.Blocks))
	if p.Contact != assembly.Sticky || blocks*blocks > maxPeeled || n.Cmp(big.NewInt(blocks)) == 0 {
		return "", ""
	}
	k, err := newWork(context.Background(), p, puzzle.Limits{})
	if err != nil || k.link() != nil {
		return "", ""
	}
	if why, err := k.orderMatters(); err != nil || why != "" {
		return "", ""
	}
	return "at least so many blocks can be the first", unproved
}
