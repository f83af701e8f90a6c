package lightssolve

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// Tables lists what can be computed over many sizes of a board. The classical one is the plus modulo 2
// on a plane.
func Tables() []puzzle.Table {
	pattern := puzzle.Option{Name: "pattern", Arg: "NAME", Default: "plus",
		Doc: "what a press changes, as in documents: a name (plus, open-king, diamond:2, …) or a list of [dx, dy, weight]"}
	topology := puzzle.Option{Name: "topology", Arg: "NAME", Default: "plane",
		Doc: "plane, cylinder (joins left and right) or torus"}
	modulus := puzzle.Option{Name: "modulus", Arg: "M", Default: "2", Doc: "how many states a lamp has"}
	const sizes = "SIZES"
	return []puzzle.Table{
		{
			Name: "nullity", Arg: sizes, Options: []puzzle.Option{pattern, topology, modulus},
			Doc: "the nullity of the n × n boards, FROM..TO (OEIS A159257), or of rectangles, FROM..TOxFROM..TO, width first; " +
				"where the modulus is no prime, the nullity modulo each prime in it and how many presses change nothing",
			Open: openNullity,
		},
		{
			Name: "fewest", Arg: sizes, Options: []puzzle.Option{pattern, topology, modulus},
			Doc: "the fewest presses that turn such boards off when all lamps are at 1 (OEIS A075464), and how many ways " +
				"there are; bounds as LOW..HIGH",
			Open: openFewest,
		},
		{
			Name: "distribution", Arg: "WxH", Options: []puzzle.Option{pattern, topology},
			Doc:  "how many solvable boards of w × h lamps, modulo 2, need so many presses",
			Open: openDistribution,
		},
		{
			Name: "smith", Arg: sizes, Options: []puzzle.Option{pattern, topology},
			Doc:  "the Smith invariants over the integers of the matrix of such boards",
			Open: openSmith,
		},
	}
}

// tableArg makes an error about a table's argument.
func tableArg(format string, args ...any) error {
	return grid.Errorf(grid.Pos{}, format, args...)
}

// rulesOf reads the options of a table.
func rulesOf(opt puzzle.Options) (*lights.Instance, error) {
	modulus := opt["modulus"]
	if modulus == "" {
		modulus = "2" // the table has no such option
	}
	for i, one := range [][3]string{{modulus, "plus", "plane"}, {modulus, opt["pattern"], "plane"},
		{modulus, "plus", opt["topology"]}} {
		if _, err := lights.ParseRules(one[0], one[1], one[2]); err != nil {
			return nil, &puzzle.OptionError{Option: [...]string{"modulus", "pattern", "topology"}[i], Err: err}
		}
	}
	return lights.ParseRules(modulus, opt["pattern"], opt["topology"])
}

// classical reports whether p has the rules that all the theory is about.
func classical(p *lights.Instance) bool {
	return p.Modulus == 2 && p.Pattern.Name == "plus" && p.Topology == lights.Plane
}

// sizes are the boards of a table: squares, or rectangles of all widths with all heights.
type sizes struct {
	width, height span
	square        bool
}

// A span is the numbers from from to to.
type span struct{ from, to int }

// parseSizes reads "3..7", "5", "3..7x2..4" or "5x2".
func parseSizes(arg string, most int) (s sizes, err error) {
	a, b, two := strings.Cut(arg, "x")
	if s.width, err = parseSpan(a, arg, most); err != nil || !two {
		s.height, s.square = s.width, true
		return s, err
	}
	s.height, err = parseSpan(b, arg, most)
	return s, err
}

func parseSpan(text, arg string, most int) (s span, err error) {
	a, b, two := strings.Cut(text, "..")
	if !two {
		b = a
	}
	from, err1 := strconv.Atoi(a)
	to, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || from < 1 || to < from || to > most {
		return s, tableArg("%q is no range; N, FROM..TO or FROM..TOxFROM..TO with numbers from 1 to %d is expected", arg,
			most)
	}
	return span{from, to}, nil
}

// A rowFunc computes what stands behind the size in a row.
type rowFunc func(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]string, error)

// listing makes a table over boards, with the rules of p, from a rule for one; columns are those behind the size.
func (s sizes) listing(p *lights.Instance, row rowFunc, columns ...string) puzzle.Listing {
	head := []string{"width", "height"}
	if s.square {
		head = []string{"n"}
	}
	return puzzle.Listing{
		Columns: append(head, columns...),
		Rows: func(ctx context.Context, lim puzzle.Limits, yield func([]string) error) error {
			for w, h := range s.all {
				if err := s.one(ctx, p, w, h, row, lim, yield); err != nil {
					return err
				}
			}
			return nil
		},
		Parts: func(yield func(string) bool) {
			for w, h := range s.all {
				part := strconv.Itoa(w)
				if !s.square {
					part += "x" + strconv.Itoa(h)
				}
				if !yield(part) {
					return
				}
			}
		},
	}
}

// all yields the width and the height of each board.
func (s sizes) all(yield func(w, h int) bool) {
	for w := s.width.from; w <= s.width.to; w++ {
		from, to := s.height.from, s.height.to
		if s.square {
			from, to = w, w
		}
		for h := from; h <= to; h++ {
			if !yield(w, h) {
				return
			}
		}
	}
}

func (s sizes) one(
	ctx context.Context, p *lights.Instance, w, h int, row rowFunc, lim puzzle.Limits, yield func([]string) error,
) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q, err := p.Sized(h, w)
	if err != nil {
		return err
	}
	r, err := row(ctx, q, lim)
	if err != nil {
		return err
	}
	head := []string{strconv.Itoa(w)}
	if !s.square {
		head = append(head, strconv.Itoa(h))
	}
	return yield(append(head, r...))
}

func openNullity(arg string, opt puzzle.Options) (puzzle.Listing, error) {
	p, err := rulesOf(opt)
	if err != nil {
		return puzzle.Listing{}, err
	}
	s, err := parseSizes(arg, 1<<20)
	if err != nil || classical(p) {
		return s.listing(p, plusNullity, "nullity"), err
	}
	primes := zmod.Factor(p.Modulus)
	if len(primes) == 1 && primes[0].K == 1 {
		return s.listing(p, nullities, "nullity"), nil
	}
	var columns []string
	for _, q := range primes {
		columns = append(columns, fmt.Sprintf("nullity modulo %d", q.P))
	}
	row := func(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]string, error) {
		sys, err := prepare(ctx, p, lim)
		if err != nil {
			return nil, err
		}
		return append(sys.dimensions(), sys.Solutions().String()), nil
	}
	return s.listing(p, row, append(columns, "quiet presses")...), nil
}

// plusNullity is the nullity of a classical board, from one gcd of polynomials.
func plusNullity(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]string, error) {
	mt := lim.Meter(ctx)
	return []string{strconv.Itoa(gf2.Nullity(mt, p.Width, p.Height))}, mt.Err()
}

// nullities are those of any board, modulo each prime.
func nullities(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]string, error) {
	sys, err := prepare(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	return sys.dimensions(), nil
}

func (s *System) dimensions() (out []string) {
	for _, n := range s.Nullities() {
		out = append(out, strconv.Itoa(n.Dimension))
	}
	return out
}

func openFewest(arg string, opt puzzle.Options) (puzzle.Listing, error) {
	p, err := rulesOf(opt)
	if err != nil {
		return puzzle.Listing{}, err
	}
	s, err := parseSizes(arg, 1<<12)
	return s.listing(p, fewest, "presses", "optima"), err
}

func fewest(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]string, error) {
	if err := lim.CheckMemory("a board of this size", lights.BoardBytes(p.Height, p.Width, p.Modulus)); err != nil {
		return nil, err
	}
	p.Start = lights.NewBoard(p.Height, p.Width, p.Modulus)
	for y := range p.Height {
		for x := range p.Width {
			p.Start.Set(y, x, 1)
		}
	}
	sys, err := prepare(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	m, err := sys.Minimum(ctx, p, lim)
	switch {
	case err != nil:
		return nil, err
	case m == nil && classical(p): // Sutner: all lamps on can always be turned off
		return nil, fmt.Errorf("%w: the board of %d × %d has no solution, which cannot be", puzzle.ErrInternal, p.Height,
			p.Width)
	case m == nil:
		return []string{"impossible", "0"}, nil
	case !m.Exact && m.Lower.Cmp(m.Cost) == 0:
		return []string{m.Cost.String(), "?"}, nil
	case !m.Exact:
		return []string{m.Lower.String() + ".." + m.Cost.String(), "?"}, nil
	}
	return []string{m.Cost.String(), m.Optima.String()}, nil
}

func openSmith(arg string, opt puzzle.Options) (puzzle.Listing, error) {
	p, err := rulesOf(opt)
	if err != nil {
		return puzzle.Listing{}, err
	}
	s, err := parseSizes(arg, maxSmith)
	if err == nil && s.width.to*s.height.to > maxSmith {
		err = tableArg("a board of %d × %d is too large for the Smith form; at most %d cells are possible", s.width.to,
			s.height.to, maxSmith)
	}
	row := func(ctx context.Context, p *lights.Instance, lim puzzle.Limits) ([]string, error) {
		d, err := SmithInvariants(ctx, p, lim)
		return []string{runs(d, (*big.Int).String)}, err
	}
	return s.listing(p, row, "invariants"), err
}

func openDistribution(arg string, opt puzzle.Options) (puzzle.Listing, error) {
	p, err := rulesOf(opt)
	if err != nil {
		return puzzle.Listing{}, err
	}
	a, b, _ := strings.Cut(arg, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || w < 1 || h < 1 || w > 64 || h > 64 {
		return puzzle.Listing{}, tableArg("%q is no size; WxH with numbers from 1 to 64 is expected", arg)
	}
	if p, err = p.Sized(h, w); err != nil {
		return puzzle.Listing{}, err
	}
	rows := func(ctx context.Context, lim puzzle.Limits, yield func([]string) error) error {
		d, err := Distribution(ctx, p, lim)
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
	return puzzle.Listing{Columns: []string{"presses", "boards"}, Rows: rows}, nil
}
