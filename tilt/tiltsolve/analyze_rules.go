package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// mostSmall is the largest number that stands as a number in documents.
const mostSmall = 1<<53 - 1

// rules yields what is known about a board with rules: all boards that can be reached, by distance, and the
// shortest ways.
func (y *analysis) rules(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) error {
	y.tiles(p)
	if y.load(p); y.err != nil {
		return y.err
	}
	tree, err := searched(ctx, p, true, lim)
	if err != nil {
		return err
	}
	y.layers(tree.Layers)
	if y.err != nil || len(p.Goals()) == 0 {
		return y.err
	}
	n := new(big.Int)
	if tree.Least >= 0 {
		ways, err := tree.Ways()
		if err != nil {
			return err
		}
		n = ways.Count()
	}
	if n.Cmp(big.NewInt(mostSmall)) > 0 {
		return &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf("there are %s shortest ways, more than analyses tell", n)}
	}
	y.fact("shortest_ways", n.Int64(), "shortest ways to the target", n.String())
	if tree.Least >= 0 {
		y.fact("fewest_tilts", strconv.Itoa(tree.Least), "moves to the target", strconv.Itoa(tree.Least))
	}
	return y.err
}

// load tells how heavily the tiles lie on each side: a tile in row i of h counts h + 1 − i to the north.
func (y *analysis) load(p *tilt.Instance) {
	var load struct {
		North string `json:"north"`
		East  string `json:"east"`
		South string `json:"south"`
		West  string `json:"west"`
	}
	var tiles, rows, cols int64 // the sums of the rows and columns, from 1
	for i := range p.Start.Len() {
		if r, c := i/p.Start.W, i%p.Start.W; p.Start.At(r, c) != 0 {
			tiles, rows, cols = tiles+1, rows+int64(r)+1, cols+int64(c)+1
		}
	}
	load.South, load.North = strconv.FormatInt(rows, 10), strconv.FormatInt(tiles*int64(p.Start.H+1)-rows, 10)
	load.East, load.West = strconv.FormatInt(cols, 10), strconv.FormatInt(tiles*int64(p.Start.W+1)-cols, 10)
	y.fact("load", load, "load of the tiles on each side",
		fmt.Sprintf("north %s, east %s, south %s, west %s", load.North, load.East, load.South, load.West))
}

// layers tells how many boards are so many moves away or nearer.
func (y *analysis) layers(ends []int) {
	type count struct {
		From   string `json:"from"`
		To     string `json:"to"`
		Boards string `json:"boards"`
	}
	last := len(ends) - 1
	y.fact("boards", strconv.Itoa(ends[last]), "reachable boards, with the start", strconv.Itoa(ends[last]))
	list, texts := []count{}, []string{}
	drawn := puzzle.Distribution{Of: "boards", By: "moves"}
	for d, end := range ends {
		n := end
		if d > 0 {
			n -= ends[d-1]
		}
		at := strconv.Itoa(d)
		list = append(list, count{at, at, strconv.Itoa(n)})
		texts = append(texts, at+": "+grid.Number(n, "board"))
		drawn.Bins = append(drawn.Bins, puzzle.Bin{From: big.NewInt(int64(d)), To: big.NewInt(int64(d)),
			Count: big.NewInt(int64(n))})
	}
	y.fact("farthest", strconv.Itoa(last), "moves to the farthest board", strconv.Itoa(last))
	if y.err == nil {
		y.err = y.yield(puzzle.Fact{Key: "boards_by_distance", Value: list, Distribution: drawn,
			Lines: []puzzle.Line{{Label: "boards by distance in moves", Text: under(texts)}}})
	}
}
