package permutecontest

import (
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle/contest"
)

type problem = contest.Contest[*permute.Instance, permute.Witness, permute.Certificate]

// Contests are the contests of the family; each is a file here.
func Contests() []problem { return []problem{squareContest()} }
