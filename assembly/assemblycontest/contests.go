package assemblycontest

import (
	"embed"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle/contest"
)

type problem = contest.Contest[*assembly.Instance, assembly.Witness, assembly.Certificate]

// Contests are the contests of the family; each is a file here.
func Contests() []problem { return []problem{slidingBlocks()} }

//go:embed submissions
var submissions embed.FS
