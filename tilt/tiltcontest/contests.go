package tiltcontest

import (
	"embed"

	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/tilt"
)

type problem = contest.Contest[*tilt.Instance, tilt.Witness, tilt.Certificate]

// Contests are the contests of the family; each is a file here.
func Contests() []problem { return []problem{tiltingTiles()} }

//go:embed submissions
var submissions embed.FS
