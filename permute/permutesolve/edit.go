package permutesolve

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// Editor exchanges tiles of the start and of the goals, and changes moves and size.
func Editor() puzzle.Editor[*permute.Instance] {
	return puzzle.Editor[*permute.Instance]{Layers: layers, Stroke: stroke, Resize: resize, Choose: choose}
}

// Names of layers and choices, and of values that stand for what has no name.
const (
	layerStart = "start"
	layerGoal  = "target"
	pickMoves  = "moves"
	given      = "given"
	byLabel    = "natural"
	spelledOut = "its own"
)

// mostSide is the most rows and columns of a board that can be edited.
const mostSide = 100

func layers(p *permute.Instance) puzzle.Editing {
	goal := puzzle.Choice{Name: layerGoal, Title: "Target", Value: byLabel, Values: []puzzle.ChoiceValue{
		{Value: byLabel, Title: "the natural order"}, {Value: given, Title: "a board"}}}
	e := puzzle.Editing{
		Layers: []puzzle.Layer{{Name: layerStart, Title: "Start", Act: puzzle.Swap}},
		Sides:  &puzzle.Sides{Least: 1, Most: mostSide, Rows: p.Rows, Cols: p.Cols},
	}
	if p.Given {
		goal.Value = given
		for i := range min(len(p.Goals), maxShownGoals) {
			e.Layers = append(e.Layers, puzzle.Layer{Name: layerGoal + number(i), Title: "Target" + number(i),
				Act: puzzle.Swap, Scene: i + 1})
		}
	}
	e.Choices = []puzzle.Choice{moves(p), goal}
	return e
}

// number is what the name of goal i ends in: nothing for the first one.
func number(i int) string {
	if i == 0 {
		return ""
	}
	return strconv.Itoa(i + 1)
}

func moves(p *permute.Instance) puzzle.Choice {
	c := puzzle.Choice{Name: pickMoves, Title: "Moves", Value: words(p), Free: true}
	for _, v := range []puzzle.ChoiceValue{
		{Value: "shifts", Title: "shift rows and columns"},
		{Value: "shift-right shift-down", Title: "shift right and down alone"},
		{Value: "shift-right rotate-cw", Title: "shift right, turn the grid"},
		{Value: "drag", Title: "shift by any distance"},
		{Value: "twist:2x2", Title: "twist squares of 2 × 2"},
		{Value: "twist-cw:2x2", Title: "twist squares of 2 × 2 clockwise"},
		{Value: "swap:adjacent", Title: "swap neighbours"},
	} {
		if v.Value == c.Value || fits(p.Rows, p.Cols, v.Value) {
			c.Values = append(c.Values, v)
		}
	}
	if !slices.ContainsFunc(c.Values, func(v puzzle.ChoiceValue) bool { return v.Value == c.Value }) {
		c.Values = append(c.Values, puzzle.ChoiceValue{Value: c.Value, Title: c.Value})
	}
	return c
}

// fits reports whether permute.ParseMoves makes a set that the editor proposes. On a large board that takes longer than
// anything else a stroke does, so the moves are counted there, and the cells that they move.
func fits(rows, cols int, set string) bool {
	if rows*cols <= 1024 {
		_, err := permute.ParseMoves(rows, cols, set)
		return err == nil
	}
	var moves, moved int
	add := func(n, cells int) {
		if cells > 1 { // a shift of a single cell is none
			moves, moved = moves+n, moved+n*cells
		}
	}
	switch set {
	case "shifts":
		add(2*rows, cols)
		add(2*cols, rows)
	case "shift-right shift-down":
		add(rows, cols)
		add(cols, rows)
	case "shift-right rotate-cw":
		add(rows, cols)
		add(1, rows*cols)
		if rows != cols {
			return false
		}
	case "drag":
		add(rows*(cols-1), cols)
		add(cols*(rows-1), rows)
	case "twist:2x2":
		add(2*(rows-1)*(cols-1), 4)
	case "twist-cw:2x2":
		add((rows-1)*(cols-1), 4)
	case "swap:adjacent":
		add(rows*(cols-1)+cols*(rows-1), 2)
	}
	if strings.HasPrefix(set, "twist") && min(rows, cols) < 2 {
		return false
	}
	return moves <= permute.MaxMoves && moved <= permute.MaxMoved
}

// words are the names of the sets of p's moves, as permute.ParseMoves reads them.
func words(p *permute.Instance) string {
	var out []string
	for _, src := range sourcesOf(p.Moves) {
		if src.Set == "" || len(out) == maxShownSets {
			return spelledOut
		}
		word := src.Set
		if src.Cost > 1 {
			word += "=" + strconv.FormatInt(src.Cost, 10)
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

func stroke(p *permute.Instance, layer string, cells [][2]int, _ string) (*permute.Instance, error) {
	q := *p
	for _, at := range cells {
		if at[0] < 0 || at[0] >= p.Rows || at[1] < 0 || at[1] >= p.Cols {
			return nil, grid.Errorf(grid.Pos{}, "a cell to be swapped lies off the board")
		}
	}
	a, b := cells[0][0]*p.Cols+cells[0][1], cells[1][0]*p.Cols+cells[1][1]
	swapped := func(board []permute.Tile) []permute.Tile {
		board = slices.Clone(board)
		board[a], board[b] = board[b], board[a]
		return board
	}
	if layer == layerStart {
		q.Start = swapped(p.Start)
		return &q, nil
	}
	q.Goals = slices.Clone(p.Goals)
	for i := range q.Goals {
		if layer == layerGoal+number(i) {
			q.Goals[i] = swapped(q.Goals[i])
		}
	}
	return &q, nil
}

func choose(p *permute.Instance, choice, value string) (*permute.Instance, error) {
	q := *p
	var err error
	switch {
	case choice == pickMoves:
		q.Moves, err = permute.ParseMoves(p.Rows, p.Cols, value)
	case value == given:
		q.Given = true
	default:
		q.Given, q.Goals = false, [][]permute.Tile{sortedTiles(p.Start)}
	}
	return &q, err
}

// sortedTiles is the natural order of tiles.
func sortedTiles(start []permute.Tile) []permute.Tile {
	goal := slices.Clone(start)
	slices.Sort(goal)
	return goal
}

// resize keeps the tiles of the cells that stay; new cells get the least numbers that no tile has yet. The goal is the
// natural order again, and moves are those of the same names.
func resize(p *permute.Instance, rows, cols int) (*permute.Instance, error) {
	sources := sourcesOf(p.Moves)
	if slices.ContainsFunc(sources, func(s permute.Source) bool { return s.Move != nil }) {
		return nil, grid.Errorf(grid.Pos{}, "the moves are spelled out for %d × %d cells; choose a named set first", p.Rows,
			p.Cols)
	}
	moves, err := permute.NewMoveSet(rows, cols, sources)
	if err != nil {
		return nil, err
	}
	names, taken := make([]string, rows*cols), map[string]bool{}
	for r := range min(rows, p.Rows) {
		for c := range min(cols, p.Cols) {
			names[r*cols+c] = p.Label(p.Start[r*p.Cols+c])
			taken[names[r*cols+c]] = true
		}
	}
	fresh := 1
	for i := range names {
		if names[i] != "" {
			continue
		}
		for taken[strconv.Itoa(fresh)] {
			fresh++
		}
		names[i] = strconv.Itoa(fresh)
		taken[names[i]] = true
	}
	q := &permute.Instance{Rows: rows, Cols: cols, Moves: moves, Labels: slices.Clone(names)}
	slices.SortFunc(q.Labels, permute.CompareLabels)
	q.Labels = slices.Compact(q.Labels)
	tile := map[string]permute.Tile{}
	for i, s := range q.Labels {
		tile[s] = permute.Tile(i)
	}
	for _, s := range names {
		q.Start = append(q.Start, tile[s])
	}
	q.Goals = [][]permute.Tile{sortedTiles(q.Start)}
	return q, nil
}
