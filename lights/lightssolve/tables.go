package lightssolve

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// Tables lists what can be computed over many sizes of the classical board: the plus modulo 2
// on a plane.
func Tables() []puzzle.Table {
	return []puzzle.Table{
		{
			Name: "nullity", Arg: "FROM..TO", Columns: []string{"n", "nullity"},
			Doc:  "the nullity of the n × n board, plus modulo 2 (OEIS A159257)",
			Rows: squares(1<<20, nullityRow),
		},
		{
			Name: "fewest", Arg: "FROM..TO", Columns: []string{"n", "presses", "optima"},
			Doc:  "the fewest presses that turn the n × n board off when all lamps are on, plus modulo 2 (OEIS A075464); bounds as LOW..HIGH",
			Rows: squares(1<<12, fewestRow),
		},
		{
			Name: "distribution", Arg: "WxH", Columns: []string{"presses", "boards"},
			Doc:  "how many solvable boards of w × h lamps need so many presses, plus modulo 2",
			Rows: distributionRows,
		},
		{
			Name: "smith", Arg: "FROM..TO", Columns: []string{"n", "invariants"},
			Doc:  "the Smith invariants over the integers of the n × n board's matrix, plus pattern",
			Rows: squares(20, smithRow),
		},
	}
}

// tableArg makes an error about a table's argument.
func tableArg(format string, args ...any) error {
	return fmt.Errorf("%w: %s", puzzle.ErrInput, fmt.Sprintf(format, args...))
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
		return 0, 0, tableArg("%q is no range; FROM..TO with numbers from 1 to %d is expected", arg, most)
	}
	return from, to, nil
}

type rowFunc func(ctx context.Context, n int, lim puzzle.Limits) ([]string, error)

// squares makes a table over square boards of a rule for one.
func squares(most int, row rowFunc) func(context.Context, string, puzzle.Limits, func([]string) error) error {
	return func(ctx context.Context, arg string, lim puzzle.Limits, yield func([]string) error) error {
		from, to, err := parseRange(arg, most)
		if err != nil {
			return err
		}
		for n := from; n <= to; n++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			r, err := row(ctx, n, lim)
			if err != nil {
				return err
			}
			if err := yield(r); err != nil {
				return err
			}
		}
		return nil
	}
}

func nullityRow(_ context.Context, n int, _ puzzle.Limits) ([]string, error) {
	return []string{strconv.Itoa(n), strconv.Itoa(gf2.Nullity(n, n))}, nil
}

// classic is the w × h board with all lamps on.
func classic(w, h int) *lights.Instance {
	p := &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: "plus"}, Start: lights.NewBoard(w, h, 2)}
	for y := range h {
		for x := range w {
			p.Start.Set(x, y, 1)
		}
	}
	return p
}

func fewestRow(ctx context.Context, n int, lim puzzle.Limits) ([]string, error) {
	p := classic(n, n)
	sys, err := NewSystem(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	m, err := sys.Minimum(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, fmt.Errorf("%w: the board of %d × %d has no solution, which cannot be", puzzle.ErrInternal, n, n)
	}
	if !m.Exact {
		return []string{strconv.Itoa(n), m.Lower.String() + ".." + m.Cost.String(), "?"}, nil
	}
	return []string{strconv.Itoa(n), m.Cost.String(), m.Optima.String()}, nil
}

func smithRow(ctx context.Context, n int, lim puzzle.Limits) ([]string, error) {
	d, err := SmithInvariants(ctx, classic(n, n), lim)
	if err != nil {
		return nil, err
	}
	return []string{strconv.Itoa(n), smithText(d)}, nil
}

func distributionRows(ctx context.Context, arg string, lim puzzle.Limits, yield func([]string) error) error {
	a, b, _ := strings.Cut(arg, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || w < 1 || h < 1 || w > 64 || h > 64 {
		return tableArg("%q is no size; WxH with numbers from 1 to 64 is expected", arg)
	}
	d, err := Distribution(ctx, classic(w, h), lim)
	if err != nil {
		return err
	}
	for i, n := range d {
		if err := yield([]string{strconv.Itoa(i), n.String()}); err != nil {
			return err
		}
	}
	return nil
}
