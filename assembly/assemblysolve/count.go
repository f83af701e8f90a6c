package assemblysolve

import (
	"context"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/peel"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// Tables lists what can be counted over all shapes of a size.
func Tables() []puzzle.Table {
	return []puzzle.Table{{
		Name: "counts", Arg: "FROM..TO",
		Doc: "of the free polyominoes of n cells, how many can be built from some first block, and how many pairs " +
			"of a shape and a first block fail, in the frontal and in the sticky model",
		Open: openCounts,
	}}
}

// counts are the numbers of one row of the table: for frontal and sticky contact the shapes that can be built from some
// first block, and the pairs of a shape and a first block from which it cannot.
type counts struct {
	shapes    int64
	buildable [2]int64
	failing   [2]int64
}

// countShapes decides all free polyominoes of n cells with all first blocks.
func countShapes(ctx context.Context, n int, lim puzzle.Limits) (counts, error) {
	var c counts
	err := generate.Polyominoes(ctx, n, func(cells []assembly.Block) error {
		c.shapes++
		for _, contact := range [2]assembly.Contact{assembly.Frontal, assembly.Sticky} {
			p, err := generate.Shape(cells, contact)
			if err != nil {
				return err
			}
			first, err := peel.FirstBlocks(ctx, p, lim)
			if err != nil {
				return err
			}
			if len(first) > 0 {
				c.buildable[contact]++
			}
			c.failing[contact] += int64(n - len(first))
		}
		return nil
	})
	return c, err
}

func openCounts(arg string, _ puzzle.Options) (puzzle.Listing, error) {
	from, to, err := parseRange(arg, generate.MaxCells)
	return puzzle.Listing{
		Columns: []string{"n", "shapes", "frontal", "frontal pairs that fail", "sticky", "sticky pairs that fail"},
		Rows: func(ctx context.Context, lim puzzle.Limits, yield func([]string) error) error {
			return countRows(ctx, from, to, lim, yield)
		},
		Parts: func(yield func(string) bool) {
			for n := from; n <= to && yield(strconv.Itoa(n)); n++ {
			}
		},
	}, err
}

func countRows(ctx context.Context, from, to int, lim puzzle.Limits, yield func([]string) error) error {
	for n := from; n <= to; n++ {
		c, err := countShapes(ctx, n, lim)
		if err != nil {
			return err
		}
		row := []string{strconv.Itoa(n)}
		for _, k := range []int64{c.shapes, c.buildable[0], c.failing[0], c.buildable[1], c.failing[1]} {
			row = append(row, strconv.FormatInt(k, 10))
		}
		if err := yield(row); err != nil {
			return err
		}
	}
	return nil
}

// parseRange reads "3..7" or "5".
func parseRange(arg string, most int) (from, to int, err error) {
	a, b, two := strings.Cut(arg, "..")
	if !two {
		b = a
	}
	from, err1 := strconv.Atoi(a)
	to, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || from < 1 || to < from || to > most {
		return 0, 0, grid.Errorf(grid.Pos{}, "%q is no range; FROM..TO with numbers from 1 to %d is expected", arg, most)
	}
	return from, to, nil
}
