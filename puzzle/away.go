package puzzle

import (
	"context"
	"math/big"

	"github.com/gridwright/gridwright/grid"
)

// Away is how far a puzzle is from being solved, as minima are counted: in moves, or in what they cost.
type Away struct {
	AtMost  *big.Int // a way of this length is known; nil: there is none, Impossible says so, or nobody knows one
	AtLeast *big.Int // no way is shorter; nil: nothing is known

	Impossible bool
	Priced     bool // AtMost and AtLeast are what moves cost, not how many there are
}

// Exact reports whether the distance is known.
func (a Away) Exact() bool {
	return a.AtMost != nil && a.AtLeast != nil && a.AtMost.Cmp(a.AtLeast) == 0
}

// String is "5 moves away", "at most 9 moves away", "3 to 9 moves away", "impossible" or "unknown"; where moves have
// costs "at a cost of 5", "at a cost of at most 9" or "at a cost of 3 to 9".
func (a Away) String() string {
	switch {
	case a.Impossible:
		return "impossible"
	case a.AtMost == nil:
		return "unknown"
	}
	text, unit := grid.Short(a.AtMost), "moves"
	switch {
	case !a.Exact() && a.AtLeast != nil && a.AtLeast.Sign() > 0:
		text = grid.Short(a.AtLeast) + " to " + text
	case text == "1":
		unit = "move"
		fallthrough
	default:
		if !a.Exact() {
			text = "at most " + text
		}
	}
	if a.Priced {
		return "at a cost of " + text
	}
	return text + " " + unit + " away"
}

// A Change says what moves have done.
type Change string

// The changes. A distance that is not known well enough leaves them unclear.
const (
	Better  Change = "better"
	Same    Change = "no nearer"
	Worse   Change = "worse"
	Lost    Change = "impossible" // no way leads on, and one did before
	Unclear Change = "unclear"
)

// Since compares with the distance before.
func (a Away) Since(before Away) Change {
	switch {
	case a.Impossible && before.Impossible:
		return Same
	case a.Impossible && before.AtMost != nil:
		return Lost
	case before.Impossible && a.AtMost != nil:
		return Better
	case a.AtMost == nil || before.AtMost == nil:
		return Unclear
	case a.Exact() && before.Exact():
		return map[int]Change{-1: Better, 0: Same, 1: Worse}[a.AtMost.Cmp(before.AtMost)]
	case before.AtLeast != nil && a.AtMost.Cmp(before.AtLeast) < 0:
		return Better
	case a.AtLeast != nil && a.AtLeast.Cmp(before.AtMost) > 0:
		return Worse
	}
	return Unclear
}

// Away tells how far in is from being solved, by cl, a claim of Solve about it. A limit leaves bounds.
func (f *Family) Away(ctx context.Context, in Instance, cl Claim, lim Limits) (a Away, err error) {
	a.Impossible = cl.Verdict() == Impossible
	if cl.Verdict() != Solved || !f.Reads() {
		return a, f.own(in)
	}
	a.Priced = f.level.priced(in.value)
	if a.AtMost, err = f.Length(in, cl); err != nil {
		return a, err
	}
	lim.VerdictOnly = true
	fewest, err := f.Fewest(ctx, in, cl, lim)
	a.AtLeast = fewest.AtLeast
	return a, err
}
