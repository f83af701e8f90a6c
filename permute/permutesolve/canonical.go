package permutesolve

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Bounds of canonical forms: maxCanonical of the cells that all moves have together and of those of all goals,
// maxFirst of the goals that are tried as the first one.
const (
	maxCanonical = 1 << 16
	maxFirst     = 16
)

// formBytesPerCell is what two forms, and two texts of all moves, take for each of their cells at most.
const formBytesPerCell = 64

// Canonical makes the form that all boards share which are the same after turning and mirroring, as far as that keeps
// the set of moves and their costs, and with other names of tiles: those of the form are 1, 2, … as they come up in a
// goal and then in the start. Its goals are in order. Sets of moves, or goals, with more than 2^16 cells together are
// compared as they are. O(moved cells) for each symmetry, and O(cells of all goals) for each and each goal.
func Canonical(
	ctx context.Context, p *permute.Instance, lim puzzle.Limits,
) (puzzle.Form[*permute.Instance], error) {
	form := puzzle.Form[*permute.Instance]{P: p}
	moved := 0
	for i := range p.Moves.Moves {
		for _, c := range p.Moves.Moves[i].Cycles {
			moved += len(c)
		}
	}
	cells := p.Rows * p.Cols * (len(p.Goals) + 1)
	if moved > maxCanonical || cells > maxCanonical || len(p.Goals) > maxFirst {
		form.Partial = "large sets of moves or of goals are compared as they are"
		return form, nil
	}
	m := lim.Meter(ctx)
	if err := m.Hold("the symmetries of this board", formBytesPerCell*int64(moved+cells)); err != nil {
		return form, puzzle.AsLimit(err)
	}
	own := moveTexts(p, 0)
	var best []permute.Tile
	for s := range grid.Symmetry(grid.Symmetries) {
		if err := m.Work(60*moved + 60*cells*len(p.Goals)); err != nil {
			return form, puzzle.AsLimit(err)
		}
		if s.Transposes() && p.Rows != p.Cols || s != 0 && !slices.Equal(own, moveTexts(p, s)) {
			continue
		}
		for first := range p.Goals {
			q, names := renamed(p, s, first)
			text := slices.Concat(append([][]permute.Tile{q.Start}, q.Goals...)...)
			if best == nil || slices.Compare(text, best) < 0 {
				best, form = text, puzzle.Form[*permute.Instance]{P: q, Symmetry: s, Names: names}
			}
		}
	}
	return form, nil
}

// moveTexts are p's moves after s, each as its cost and its cycles, in order; what they are called is left out.
func moveTexts(p *permute.Instance, s grid.Symmetry) []string {
	texts := make([]string, len(p.Moves.Moves))
	for i := range p.Moves.Moves {
		m := &p.Moves.Moves[i]
		cycles := make([]string, len(m.Cycles))
		for k, cycle := range m.Cycles {
			to := make([]int, len(cycle))
			for j, cell := range cycle {
				to[j] = cellAfter(p, s, int(cell))
			}
			least := slices.Index(to, slices.Min(to))
			var text []byte
			for j := range to {
				text = binary.BigEndian.AppendUint32(text, uint32(to[(least+j)%len(to)]))
			}
			cycles[k] = string(text)
		}
		slices.Sort(cycles)
		texts[i] = strconv.FormatInt(m.Cost, 10) + ":" + strings.Join(cycles, "|")
	}
	slices.Sort(texts)
	return texts
}

// cellAfter is where s, which keeps the sides, takes a cell.
func cellAfter(p *permute.Instance, s grid.Symmetry, cell int) int {
	r, c := s.At(cell/p.Cols, cell%p.Cols, p.Rows, p.Cols)
	return r*p.Cols + c
}

// renamed is p after s, its tiles called as they come up in the goal first and then in the start; and what they are
// called in p.
func renamed(p *permute.Instance, s grid.Symmetry, first int) (*permute.Instance, string) {
	names := make([]permute.Tile, len(p.Labels))
	for i := range names {
		names[i] = permute.Any
	}
	var labels []string
	board := func(tiles []permute.Tile) []permute.Tile {
		out := make([]permute.Tile, len(tiles))
		for cell, t := range tiles {
			out[cellAfter(p, s, cell)] = t
		}
		for cell, t := range out {
			if t == permute.Any {
				continue
			}
			if names[t] == permute.Any {
				names[t] = permute.Tile(len(labels))
				labels = append(labels, p.Labels[t])
			}
			out[cell] = names[t]
		}
		return out
	}
	q := *p
	q.Given = true
	goal := board(p.Goals[first])
	q.Start = board(p.Start)
	q.Goals = [][]permute.Tile{goal}
	for i, g := range p.Goals {
		if i != first {
			q.Goals = append(q.Goals, board(g))
		}
	}
	slices.SortFunc(q.Goals[1:], slices.Compare)
	q.Labels = make([]string, len(labels))
	for i := range labels {
		q.Labels[i] = strconv.Itoa(i + 1)
	}
	return &q, strings.Join(labels, " ")
}
