package tiltsolve

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/edit"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/picture"
)

// Draw is the start, with what the target wants on cells that lie empty and a handle for each move, and then the
// target or the goals. Cost O(cells of the window), with rules O(cells).
func Draw(p *tilt.Instance, w scene.Window) puzzle.Drawing { return picture.Draw(p, w) }

// Editor paints tiles on the start and on the target.
func Editor() puzzle.Editor[*tilt.Instance] { return edit.Editor() }
