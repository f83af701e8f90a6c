package permute

import (
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// readMoves reads the field moves: a list of entries, or one text as ParseMoves reads it.
func readMoves(m *meter.Meter, v *document.Value, rows, cols int) (*MoveSet, error) {
	if v.Kind() == document.String {
		words, _ := v.String("moves")
		return parseMovesAt(m, rows, cols, words, runePlace(v))
	}
	items, err := v.List("moves")
	if err != nil {
		return nil, v.Errorf("moves must be a list of sets and of moves that are spelled out, not %v", v.Kind())
	}
	b, err := newSetBuilder(m, rows, cols)
	if err != nil {
		return nil, err
	}
	for i := range items {
		src, place, err := readSource(m, &items[i], rows, cols)
		if err != nil {
			return nil, err
		}
		if bad := b.add(src); bad != nil {
			if bad.limit != nil {
				return nil, bad.limit
			}
			return nil, grid.Errorf(place(bad.cycle, bad.cell), "%s", bad.msg)
		}
	}
	return b.set(), nil
}

// maxWords bounds the names of sets of moves in one text: room for ten times as many as there are, each with a cost.
const maxWords = 1 << 16

// parseMovesAt is ParseMoves for words at a place.
func parseMovesAt(m *meter.Meter, rows, cols int, words string, at func(char int) grid.Pos) (*MoveSet, error) {
	b, err := newSetBuilder(m, rows, cols)
	if err != nil {
		return nil, err
	}
	if len(words) > maxWords {
		return nil, grid.Errorf(at(0), "the moves are named with %d bytes; at most %d are accepted", len(words), maxWords)
	}
	char := 0
	for words != "" {
		n := strings.IndexFunc(words, isBlank)
		if n == 0 {
			words, char = words[1:], char+1
			continue
		}
		if n < 0 {
			n = len(words)
		}
		src, err := parseSource(words[:n])
		if err != nil {
			return nil, grid.Errorf(at(char), "%v", err)
		}
		if bad := b.add(src); bad != nil {
			if bad.limit != nil {
				return nil, bad.limit
			}
			return nil, grid.Errorf(at(char), "%s", bad.msg)
		}
		char += utf8.RuneCountInString(words[:n])
		words = words[n:]
	}
	return b.set(), nil
}

// readSource reads one entry of the field moves: "shift-right", {"set": "shift-right", "cost": 2}, or {"name": "X",
// "cycles": [[[1, 1], [1, 2]]], "cost": 3, "inverse": true}. place leads from a fault to its place.
func readSource(
	mt *meter.Meter, v *document.Value, rows, cols int,
) (src Source, place func(cycle, cell int) grid.Pos, err error) {
	place = func(int, int) grid.Pos { return v.Pos() }
	if v.Kind() == document.String {
		text, _ := v.String("a set of moves")
		src, err = parseSource(text)
		if err != nil {
			err = v.Errorf("%v", err)
		}
		return src, place, err
	}
	f, err := v.Object("an entry of the moves")
	if err != nil {
		return src, nil, v.Errorf("an entry of the moves must be the name of a set or an object, not %v", v.Kind())
	}
	set, cost := f.Get("set"), int64(1)
	if c := f.Get("cost"); c != nil {
		if cost, err = readCost(c); err != nil {
			return src, nil, err
		}
	}
	if set != nil {
		if src.Set, err = set.String("set"); err != nil {
			return src, nil, err
		}
		if src.Set == "" {
			return src, nil, set.Errorf("the name of the set is empty")
		}
		if cost > 1 {
			src.Cost = cost
		}
		return src, place, f.Done()
	}
	nv := f.Get("name")
	if nv == nil {
		return src, nil, v.Errorf("an entry of the moves needs the field \"set\", or \"name\" and \"cycles\"")
	}
	m := &Move{Cost: cost}
	if m.Name, err = nv.String("name"); err != nil {
		return src, nil, err
	}
	if iv := f.Get("inverse"); iv != nil {
		if src.Inverse, err = iv.Bool("inverse"); err != nil {
			return src, nil, err
		}
	}
	cv, err := f.Need("cycles")
	if err != nil {
		return src, nil, err
	}
	var places [][]grid.Pos
	if m.Cycles, places, err = readCycles(mt, cv, m.Name, rows, cols); err != nil {
		return src, nil, err
	}
	src.Move = m
	place = func(cycle, cell int) grid.Pos {
		switch {
		case cycle < 0:
			return nv.Pos()
		case cell < 0:
			return places[cycle][len(places[cycle])-1]
		}
		return places[cycle][cell]
	}
	return src, place, f.Done()
}

func readCost(v *document.Value) (int64, error) {
	if n, err := v.Int("the cost", -1<<62, 1<<62); err == nil && n < 1 {
		return 0, v.Errorf("the cost is %d; a move costs at least 1, else \"least cost\" would not bound the number of moves",
			n)
	}
	return v.Int("the cost", 1, MaxCost)
}

// readCycles reads cycles of cells with their places; behind a cycle's cells comes the place of the cycle itself.
func readCycles(
	m *meter.Meter, v *document.Value, name string, rows, cols int,
) (cycles [][]int32, places [][]grid.Pos, err error) {
	list, err := v.List("cycles")
	if err != nil {
		return nil, nil, err
	}
	for i := range list {
		items, err := list[i].List("a cycle")
		if err != nil {
			return nil, nil, err
		}
		if err := m.Work(stepsPerCell * (1 + len(items))); err != nil {
			return nil, nil, err
		}
		if err := m.Hold(theMoves, bytesPerPlace*int64(4+len(items))); err != nil {
			return nil, nil, err
		}
		cycle, at := make([]int32, len(items)), make([]grid.Pos, len(items), len(items)+1)
		for k := range items {
			r, c, err := readCell(&items[k])
			if err != nil {
				return nil, nil, err
			}
			if r > rows || c > cols {
				return nil, nil, items[k].Errorf("the move %s is no permutation: "+
					"the cell [%d, %d] is off the board of %d × %d cells", name, r, c, rows, cols)
			}
			cycle[k], at[k] = int32((r-1)*cols+c-1), items[k].Pos()
		}
		cycles, places = append(cycles, cycle), append(places, append(at, list[i].Pos()))
	}
	return cycles, places, nil
}

// readCell reads [row, column], from 1.
func readCell(v *document.Value) (r, c int, err error) {
	part, err := v.List("a cell")
	if err != nil {
		return 0, 0, v.Errorf("a cell is [row, column], not %v", v.Kind())
	}
	if len(part) != 2 {
		return 0, 0, v.Errorf("a cell is [row, column], not %d numbers", len(part))
	}
	r64, err := part[0].Int("a row", 1, MaxCells)
	if err != nil {
		return 0, 0, err
	}
	c64, err := part[1].Int("a column", 1, MaxCells)
	return int(r64), int(c64), err
}
