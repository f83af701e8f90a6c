package lightssolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Bounds of what Analyze spells out.
const (
	maxListedQuiet = 16   // quiet patterns
	maxListedCells = 1600 // cells of a board that is spelled out
	maxQuickSmith  = 100  // buttons up to which the Smith form is computed unasked
	maxQuickCosets = 26   // buttons up to which all presses are visited unasked
)

// analysis yields facts and keeps the first error.
type analysis struct {
	ctx   context.Context
	p     *lights.Instance
	lim   puzzle.Limits
	sys   *System
	yield func(puzzle.Fact) error
	err   error
}

// Analyze yields what is known about p: nullity, ranks, the number of solutions, quiet patterns, the
// fewest presses, repairs of an unsolvable board, Smith invariants and the
// distribution of small ones.
func (s *Solver) Analyze(
	ctx context.Context, p *lights.Instance, lim puzzle.Limits, yield func(puzzle.Fact) error,
) error {
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return err
	}
	a := &analysis{ctx: ctx, p: p, lim: lim, sys: sys, yield: yield}
	a.fact("methods", sys.Methods(), say("method", strings.Join(sys.Methods(), "; ")))
	solvable := a.ranks()
	parts := []func(bool){a.symmetry, a.quiet, a.fewest, a.repairs, a.smith, a.distribution}
	switch {
	case p.LitOnly:
		parts = []func(bool){a.quiet, a.smith}
	case p.Choice != nil:
		parts = []func(bool){a.quiet, a.smith, a.distribution}
	}
	for _, part := range parts {
		if a.err == nil {
			part(solvable)
		}
	}
	return a.err
}

func (a *analysis) fact(key string, value any, lines ...puzzle.Line) {
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Key: key, Value: value, Lines: lines})
	}
}

// drawn is a fact with pictures of boards of presses, or of lamps.
func (a *analysis) drawn(key string, value any, boards []*lights.Board, lacks lights.Cell, line puzzle.Line) {
	if a.err != nil {
		return
	}
	a.err = a.yield(puzzle.Fact{Key: key, Value: value, Lines: []puzzle.Line{line},
		Pictures: func(w scene.Window) (list []*scene.Scene) {
			for _, b := range boards[:min(len(boards), mostDrawn)] {
				list = append(list, picture(a.p, "", b, lacks, w))
			}
			return list
		}})
}

// mostDrawn is how many boards are drawn of a longer list.
const mostDrawn = 24

// say makes a line for a person.
func say(label string, value any) puzzle.Line {
	return puzzle.Line{Label: label, Text: fmt.Sprint(value)}
}

// below is a line whose texts stand one below the other.
func below(label string, texts []string) puzzle.Line {
	return puzzle.Line{Label: label, Text: "\n  " + strings.Join(texts, "\n  ")}
}

// bounds are what is known about a number; both are the same where it is known.
type bounds struct {
	AtLeast string `json:"at_least"`
	AtMost  string `json:"at_most"`
}

// modulo is what is known about a board's matrix modulo a prime.
type modulo struct {
	Prime   uint32 `json:"prime"`
	Nullity int    `json:"nullity"`
	Rank    int    `json:"rank"`
}

// naturals writes numbers of any size as texts.
func naturals(list []*big.Int) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.String()
	}
	return out
}

// boardValue is a board as documents have it.
func boardValue(b *lights.Board) any {
	if b.Max() <= 9 {
		return rowsText(b)
	}
	out := make([][]uint32, b.H)
	for y := range out {
		out[y] = make([]uint32, b.W)
		for x := range out[y] {
			out[y][x] = b.At(y, x)
		}
	}
	return out
}

// failed keeps an error; what is not known for a board of this kind is left out instead.
func (a *analysis) failed(err error) bool {
	if err != nil && a.err == nil && !errors.Is(err, puzzle.ErrUnsupported) {
		a.err = err
	}
	return err != nil
}

func (a *analysis) ranks() (solvable bool) {
	buttons, err := countWorking(a.lim.Meter(a.ctx), a.p)
	if a.failed(err) {
		return false
	}
	a.fact("buttons", buttons, say("buttons", buttons))
	o, err := a.sys.Solve(a.ctx, a.p, puzzle.Limits{VerdictOnly: true, Memory: a.lim.Memory})
	if a.failed(err) {
		return false
	}
	solvable = o.Verdict == puzzle.Solved
	a.fact("solvable", solvable, say("solvable", solvable))
	var all []modulo
	var lines []puzzle.Line
	list := a.sys.Nullities()
	for _, n := range list {
		suffix := ""
		if len(list) > 1 || n.Prime != a.p.Modulus {
			suffix = fmt.Sprintf(" modulo %d", n.Prime)
		}
		rank := buttons - n.Dimension
		all = append(all, modulo{n.Prime, n.Dimension, rank})
		lines = append(lines, say("nullity"+suffix, n.Dimension), say("rank of A"+suffix, rank))
	}
	a.fact("nullities", all, lines...)
	if len(list) == 1 && list[0].Prime == a.p.Modulus && a.p.Choice == nil && !a.p.LitOnly {
		rank := all[0].Rank
		if !solvable {
			rank++
		}
		a.fact("augmented_rank", rank, say("rank of (A|b)", rank))
	}
	if a.p.Choice == nil && !a.p.LitOnly {
		unique := solvable && a.sys.unique()
		a.fact("unique", unique, say("unique", unique))
	}
	if !a.sys.writable() { // a number that would fill books; the nullities tell it
		return solvable
	}
	count := a.sys.Solutions()
	a.fact("solutions_if_solvable", count.String(), say("solutions of a solvable board", grid.Short(count)))
	return solvable
}

// rowsText writes a board with a text for each row.
func rowsText(b *lights.Board) []string {
	var out []string
	for y := range b.H {
		var line strings.Builder
		for x := range b.W {
			if x > 0 && b.Max() > 9 {
				line.WriteByte(' ')
			}
			fmt.Fprint(&line, b.At(y, x))
		}
		out = append(out, line.String())
	}
	return out
}

func (a *analysis) quiet(bool) {
	h, w := a.p.Buttons()
	total := 0
	for _, n := range a.sys.Nullities() {
		total += n.Dimension
	}
	if total == 0 || total > maxListedQuiet || w*h > maxListedCells {
		return
	}
	gens, err := a.sys.Kernel(a.ctx, a.lim)
	if a.failed(err) {
		return
	}
	var out []string
	var boards []any
	for _, g := range gens {
		out = append(out, strings.Join(rowsText(g), "/"))
		boards = append(boards, boardValue(g))
	}
	a.drawn("quiet_patterns", boards, gens, lights.NoButton, below("quiet patterns", out))
}

// symmetry tells of boards with several solutions how many there are up to symmetry.
func (a *analysis) symmetry(solvable bool) {
	if !solvable || a.sys.unique() || a.p.Net != nil {
		return
	}
	n, symmetries, err := a.sys.UpToSymmetry(a.ctx, a.p, a.lim)
	if a.failed(err) {
		return
	}
	a.fact("symmetries", symmetries, say("symmetries of the board", symmetries))
	a.fact("solutions_up_to_symmetry", n.String(), say("solutions up to symmetry", grid.Short(n)))
}

func (a *analysis) fewest(solvable bool) {
	h, w := a.p.Buttons()
	if !solvable || w*h > 1<<20 && !a.sys.unique() {
		return
	}
	m, err := a.sys.Minimum(a.ctx, a.p, a.lim)
	if a.failed(err) || m == nil {
		return
	}
	name := "fewest presses"
	if a.p.Costs != nil {
		name = "least cost"
	}
	if !m.Exact && m.Lower.Cmp(m.Cost) < 0 {
		a.fact("least_cost", bounds{m.Lower.String(), m.Cost.String()},
			say(name, fmt.Sprintf("from %s to %s (bounds; the least is not known)", m.Lower, m.Cost)))
		return
	}
	a.fact("least_cost", bounds{m.Cost.String(), m.Cost.String()}, say(name, m.Cost))
	if !m.Exact { // how many others cost as little is not known
		return
	}
	a.fact("optima", m.Optima.String(), say("optima", m.Optima))
	if w*h <= maxListedCells {
		a.drawn("least_optimum", boardValue(m.Presses), []*lights.Board{m.Presses}, lights.NoButton,
			below("lexicographically least optimum", rowsText(m.Presses)))
	}
}

// change is a change of one lamp.
type change struct {
	Row    int    `json:"row"`
	Column int    `json:"column"`
	By     uint32 `json:"by"`
}

func (a *analysis) repairs(solvable bool) {
	if solvable {
		return
	}
	list, err := a.sys.Repairs(a.ctx, a.p, a.lim)
	if a.failed(err) {
		return
	}
	var out []string
	changes := make([]change, 0, len(list))
	for _, r := range list {
		changes = append(changes, change{r.Row + 1, r.Column + 1, r.By})
		s := press(a.p, r.Row, r.Column, 1)
		if a.p.Modulus > 2 {
			s += fmt.Sprintf("+%d", r.By)
		}
		out = append(out, s)
	}
	text := strings.Join(out, " ")
	if len(out) == 0 {
		text = "none"
	}
	a.fact("repairs", changes, say("single lamps whose change makes it solvable", text))
	near, err := a.sys.Nearest(a.ctx, a.p, a.lim)
	if a.failed(err) || near == nil || a.p.Width*a.p.Height > maxListedCells {
		return
	}
	a.drawn("nearest_start", boardValue(near), []*lights.Board{near}, lights.Hole,
		below("a nearest solvable start", rowsText(near)))
}

func (a *analysis) smith(bool) {
	if h, w := a.p.Buttons(); w*h > maxQuickSmith || a.p.Width*a.p.Height > maxQuickSmith {
		return
	}
	d, err := SmithInvariants(a.ctx, a.p, a.lim)
	if a.failed(err) {
		return
	}
	a.fact("smith_invariants", naturals(d), say("Smith invariants", runs(d, grid.Short)))
}

// at writes how many there are of each number from 0 on: "1 at 0, 24 at 1".
func at(d []*big.Int) string {
	out := make([]string, len(d))
	for i, n := range d {
		out[i] = fmt.Sprintf("%v at %d", n, i)
	}
	return strings.Join(out, ", ")
}

// runs writes invariants, each by text, with how often they stand.
func runs(d []*big.Int, text func(*big.Int) string) string {
	var out []string
	for i := 0; i < len(d); {
		j := i
		for j < len(d) && d[j].Cmp(d[i]) == 0 {
			j++
		}
		s := text(d[i])
		if j-i > 1 {
			s += fmt.Sprintf(" (%d times)", j-i)
		}
		out = append(out, s)
		i = j
	}
	return strings.Join(out, ", ")
}

func (a *analysis) distribution(bool) {
	n, err := countWorking(a.lim.Meter(a.ctx), a.p)
	if a.failed(err) || a.p.Costs != nil || n > 64 || n > maxQuickCosets && a.sys.Solutions().IsInt64() &&
		a.sys.Solutions().Int64() > 1 {
		return
	}
	d, err := Distribution(a.ctx, a.p, a.lim)
	if a.failed(err) {
		return
	}
	drawn := puzzle.Distribution{Of: "boards", By: "presses"}
	for i, n := range d {
		drawn.Bins = append(drawn.Bins, puzzle.Bin{From: big.NewInt(int64(i)), To: big.NewInt(int64(i)), Count: n})
	}
	if a.err == nil {
		a.err = a.yield(puzzle.Fact{Key: "boards_by_presses", Value: naturals(d), Distribution: drawn,
			Lines: []puzzle.Line{say("solvable boards by fewest presses", at(d))}})
	}
	a.fact("most_presses", len(d)-1, say("most presses that any solvable board needs", len(d)-1))
}
