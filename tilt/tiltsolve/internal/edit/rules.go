package edit

import (
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/draft"
)

const (
	layerGround = "ground"
	layerPieces = "pieces"
	wall        = "#"
	hole        = "O"
	alone       = "."
	toRight     = ">"
	toBelow     = "v"
	movers      = "movers"
	step        = "step"
)

func groundLayer() puzzle.Layer {
	return puzzle.Layer{Name: layerGround, Title: "Walls and holes", Act: puzzle.Paint, Palette: []puzzle.Swatch{
		{Symbol: noTile, Name: "floor"}, {Symbol: wall, Name: "wall", Kind: scene.Wall},
		{Symbol: hole, Name: "hole", Kind: scene.Pit},
	}}
}

func piecesLayer() puzzle.Layer {
	return puzzle.Layer{Name: layerPieces, Title: "Pieces", Act: puzzle.Paint, Palette: []puzzle.Swatch{
		{Symbol: alone, Name: "a tile alone"},
		{Symbol: toRight, Name: "one piece with the tile to the right", Look: scene.Look{Label: "→"}},
		{Symbol: toBelow, Name: "one piece with the tile below", Look: scene.Look{Label: "↓"}},
	}}
}

// dig makes cells floor, wall or hole. What stands in a wall goes, and so does a tile alone over a hole. A wall that
// goes leaves a cell that does not matter where a goal has such cells.
func dig(q *tilt.Instance, cells []int, symbol string) {
	r := q.Rules
	if r.Ground == nil {
		r.Ground = make([]tilt.Ground, q.Start.Len())
	}
	goals := q.Goals()
	for _, i := range cells {
		old := r.Ground[i]
		r.Ground[i] = map[string]tilt.Ground{wall: tilt.Wall, hole: tilt.Hole}[symbol]
		if symbol == wall || symbol == hole && (r.Pieces == nil || r.Pieces[i] == 0) {
			q.Start.Set(i/q.Start.W, i%q.Start.W, 0)
			if r.Pieces != nil {
				r.Pieces[i] = 0
			}
		}
		for _, g := range goals {
			if symbol == wall {
				g.Board.Set(i/g.Board.W, i%g.Board.W, 0)
			}
			if g.Any != nil && (symbol == wall || old == tilt.Wall) {
				g.Any[i] = symbol != wall
			}
		}
	}
}

// join makes each cell's tile a piece with its neighbour, or takes it out of its piece.
func join(q *tilt.Instance, cells []int, symbol string) error {
	r, w := q.Rules, q.Start.W
	if r.Pieces == nil {
		r.Pieces = make([]uint32, q.Start.Len())
	}
	into := make([]uint32, 1, 16) // what each number has become, 0 for itself; tiles alone get numbers
	for _, n := range r.Pieces {
		for len(into) <= int(n) {
			into = append(into, 0)
		}
	}
	name := func(i int) uint32 {
		if r.Pieces[i] == 0 {
			r.Pieces[i] = uint32(len(into))
			into = append(into, 0)
		}
		n := r.Pieces[i]
		for into[n] != 0 {
			n = into[n]
		}
		return n
	}
	for _, i := range cells {
		if symbol == alone {
			r.Pieces[i] = 0
			continue
		}
		j, there := i+1, i%w+1 < w
		if symbol == toBelow {
			j, there = i+w, i/w+1 < q.Start.H
		}
		if !there || q.Start.At(i/w, i%w) == 0 || q.Start.At(j/w, j%w) == 0 {
			return grid.Errorf(grid.Pos{}, "row %d, column %d: there are no two tiles here to be one piece", i/w+1, i%w+1)
		}
		if a, b := name(i), name(j); a != b {
			into[max(a, b)] = min(a, b)
		}
	}
	for i, n := range r.Pieces {
		if n != 0 {
			r.Pieces[i] = name(i)
		}
	}
	return nil
}

// choices are whether there is a target, and how pieces move.
func choices(p *tilt.Instance) (list []puzzle.Choice) {
	r := p.Rules
	if r == nil {
		r = &tilt.Rules{}
	}
	pick := func(name, title string, yes bool, values ...puzzle.ChoiceValue) {
		c := puzzle.Choice{Name: name, Title: title, Values: values, Value: values[0].Value}
		if yes {
			c.Value = values[1].Value
		}
		list = append(list, c)
	}
	if r.Goals == nil {
		pick(layerTarget, "Target", p.Target == nil, puzzle.ChoiceValue{Value: given, Title: "a board"},
			puzzle.ChoiceValue{Value: none, Title: "none"})
	}
	pick(movers, "A move", r.One, puzzle.ChoiceValue{Value: "all", Title: "tilts the whole board"},
		puzzle.ChoiceValue{Value: "one", Title: "slides one piece"})
	pick(step, "It goes on", r.Unit, puzzle.ChoiceValue{Value: "full", Title: "until nothing moves"},
		puzzle.ChoiceValue{Value: "unit", Title: "for one step"})
	return list
}

// choose gives p a target, which is the start as it stands, or takes it away; or says how pieces move.
func choose(p *tilt.Instance, choice, value string) (*tilt.Instance, error) {
	q := draft.Of(p)
	if q.Rules == nil {
		q.Rules = &tilt.Rules{}
	}
	switch choice {
	case movers:
		q.Rules.One = value == "one"
	case step:
		q.Rules.Unit = value == "unit"
	default:
		q.Target, q.Rules.Any = nil, nil
		if value == given {
			q.Target = p.Start.Clone()
		}
	}
	return q.Tidy(), nil
}

// resize cuts p to another size. New cells are empty floor; of goals with cells that do not matter they do not either.
func resize(p *tilt.Instance, rows, cols int) (*tilt.Instance, error) {
	q, n, h, w := draft.Of(p), len(p.Palette), p.Start.H, p.Start.W
	q.Start, q.Target = sized(q.Start, rows, cols, n), sized(q.Target, rows, cols, n)
	if q.Rules == nil {
		return q, nil
	}
	r := q.Rules
	r.Ground, r.Pieces = resized(r.Ground, h, w, rows, cols, tilt.Floor), resized(r.Pieces, h, w, rows, cols, 0)
	r.Any = resized(r.Any, h, w, rows, cols, true)
	for i, g := range r.Goals {
		r.Goals[i] = tilt.Goal{Board: sized(g.Board, rows, cols, n), Any: resized(g.Any, h, w, rows, cols, true)}
	}
	draft.Mend(q)
	return q.Tidy(), nil
}

// resized is a list of h × w cells cut to another size; nil stays nil.
func resized[T any](list []T, h, w, rows, cols int, fresh T) []T {
	if list == nil {
		return nil
	}
	out := make([]T, rows*cols)
	for i := range out {
		if r, c := i/cols, i%cols; r < h && c < w {
			out[i] = list[r*w+c]
		} else {
			out[i] = fresh
		}
	}
	return out
}
