package tiltsolve

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// ringFacts are what a turn R D L U does on a ring: cycles along which it moves the tiles, and the least numbers of
// turns, above 1, after which the colours along one stand as before. The least common multiple of these brings the
// board back.
type ringFacts struct {
	rows            [][2]int64 // lengths, longest first, and how many rows have them
	cycles, longest int64
	periods         []int64
}

// facts adds the facts of the rings.
func (g *rings[C]) facts(ctx context.Context, a *atlas) error {
	for i := range a.rings {
		r := &a.rings[i]
		h := g.opened(r.half)
		if err := h.setBase(ctx, r.base); err != nil {
			return err
		}
		r.facts.rows = runs(h.lambda)
		if r.half == 1 {
			r.facts.rows = runs(h.mu)
		}
		periods := map[int64]bool{}
		var turn []C
		err := h.walk(ctx, func(s *strands[C], _, _ int, _ bool) bool {
			// The strings go forward by two tilts. A turn is four: an even cycle falls into two.
			for begin := range 2 - s.n%2 {
				turn = turn[:0]
				for k := range s.n / (2 - s.n%2) {
					turn = append(turn, s.base[(begin+2*k)%s.n])
				}
				r.facts.cycles++
				r.facts.longest = max(r.facts.longest, int64(len(turn)))
				if d := necklaceOf(turn).period; d > 1 {
					periods[int64(d)] = true
				}
			}
			return true
		})
		if err != nil {
			return err
		}
		r.facts.periods = slices.AppendSeq([]int64{}, maps.Keys(periods))
		slices.Sort(r.facts.periods)
	}
	return nil
}

// Analyze yields what is known about the start of p: tiles and colours, the number of boards that tilts can make of
// it, how many of them are how far away, and the rings with their cycles; and where p has a target, how many shortest
// ways lead to it. O(cells), a few times what Solve costs.
func (s *Solver) Analyze(
	ctx context.Context, p *tilt.Instance, lim puzzle.Limits, yield func(puzzle.Fact) error,
) error {
	if err := p.ValidateUnder(ctx); err != nil {
		return err
	}
	y := analysis{yield: yield}
	if p.Rules != nil {
		return y.rules(ctx, p, lim)
	}
	rings := s.rings(p)
	a, err := rings.mapped(ctx, p, lim)
	if err != nil {
		return err
	}
	y.tiles(p)
	y.boards(a)
	y.rings(a)
	if y.err != nil || p.Target == nil {
		return y.err
	}
	words, err := rings.all(ctx, p, lim)
	if err != nil {
		return err
	}
	y.ways(words)
	return y.err
}

// mapped is the atlas of the prepared start, with facts.
func (r *Rings) mapped(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*atlas, error) {
	if err := r.begin(ctx, p, lim); err != nil {
		return nil, err
	}
	defer r.mu.Unlock()
	a, err := r.eng.atlas(ctx)
	if err == nil {
		err = r.eng.facts(ctx, a)
	}
	return a, err
}

// analysis yields facts and keeps the first error.
type analysis struct {
	yield func(puzzle.Fact) error
	err   error
}

func (y *analysis) fact(key string, value any, label, text string) {
	if y.err == nil {
		y.err = y.yield(puzzle.Fact{Key: key, Value: value, Lines: []puzzle.Line{{Label: label, Text: text}}})
	}
}

// under is a text whose parts stand one below the other.
func under(parts []string) string { return "\n  " + strings.Join(parts, "\n  ") }

func (y *analysis) tiles(p *tilt.Instance) {
	type colour struct {
		Colour string `json:"colour"`
		Tiles  int64  `json:"tiles"`
	}
	const most = 12
	list, texts, sum := []colour{}, []string{}, int64(0)
	for code, n := range p.Start.Counts(len(p.Palette)) {
		if code == 0 || n == 0 {
			continue
		}
		sum += n
		list = append(list, colour{p.Label(code), n})
		if len(list) <= most {
			texts = append(texts, fmt.Sprintf("%d of %s", n, p.Label(code)))
		}
	}
	if len(list) > most {
		texts = append(texts, fmt.Sprintf("… (%d colours)", len(list)))
	}
	y.fact("tiles", sum, "tiles", strconv.FormatInt(sum, 10))
	y.fact("colours", list, "colours", or("none", strings.Join(texts, ", ")))
}

// or is text, or otherwise where that is empty.
func or(otherwise, text string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func (y *analysis) boards(a *atlas) {
	type count struct {
		From   string `json:"from"`
		To     string `json:"to"`
		Boards string `json:"boards"`
	}
	n := a.boards()
	y.fact("boards", n.String(), "reachable boards, with the start", grid.Short(n))
	list, texts := []count{}, []string{}
	var last *big.Int
	drawn := puzzle.Distribution{Of: "boards", By: "tilts"}
	for _, s := range a.distances() {
		drawn.Bins = append(drawn.Bins, puzzle.Bin{From: s.From, To: s.To, Count: s.Boards})
		list = append(list, count{s.From.String(), s.To.String(), s.Boards.String()})
		if s.From.Cmp(s.To) == 0 {
			texts = append(texts, fmt.Sprintf("%s: %s", s.From, grid.Number(s.Boards, "board")))
		} else {
			texts = append(texts, fmt.Sprintf("%s to %s: %s each", s.From, s.To, grid.Number(s.Boards, "board")))
		}
		last = s.To
	}
	y.fact("farthest", last.String(), "tilts to the farthest board", grid.Short(last))
	if y.err == nil {
		y.err = y.yield(puzzle.Fact{Key: "boards_by_distance", Value: list, Distribution: drawn,
			Lines: []puzzle.Line{{Label: "boards by distance in tilts", Text: under(texts)}}})
	}
}

func (y *analysis) rings(a *atlas) {
	type ringDoc struct {
		First   []string   `json:"first"`
		Rows    [][2]int64 `json:"rows"`
		Boards  string     `json:"boards"`
		Turns   string     `json:"turns"`
		Cycles  int64      `json:"cycles"`
		Longest int64      `json:"longest_cycle"`
		Periods []int64    `json:"periods"`
	}
	list, texts := []ringDoc{}, []string{}
	for i := range a.rings {
		r := &a.rings[i]
		turns := new(big.Int).Rsh(r.size, 2)
		if turns.Sign() == 0 { // two boards or one
			turns.SetInt64(1)
		}
		f := r.facts
		first := strings.Split(r.firsts, "")
		list = append(list, ringDoc{first, f.rows, r.size.String(), turns.String(), f.cycles, f.longest, f.periods})
		colours := "alike along each cycle"
		if len(f.periods) > 0 {
			colours = "along the cycles they repeat after " + listed(f.periods) + " turns"
		}
		texts = append(texts,
			"first tilt "+strings.Join(first, " or "),
			"  boards:  "+grid.Short(r.size),
			"  turns:   back after "+grid.Number(grid.Short(turns), "turn")+" R D L U",
			"  rows:    "+rowsInWords(f.rows),
			fmt.Sprintf("  cycles:  %d, the longest of %s", f.cycles, grid.Number(f.longest, "tile")),
			"  colours: "+colours)
	}
	text := "none: there are no tiles"
	if len(texts) > 0 {
		text = under(texts)
	}
	y.fact("rings", list, "rings", text)
}

// listed writes the first of some numbers.
func listed(numbers []int64) string {
	const most = 24
	var parts []string
	for i, n := range numbers {
		if i == most {
			return strings.Join(parts, ", ") + ", …"
		}
		parts = append(parts, strconv.FormatInt(n, 10))
	}
	return strings.Join(parts, ", ")
}

func (y *analysis) ways(words []tilt.Word) {
	y.fact("shortest_ways", len(words), "shortest ways to the target", strconv.Itoa(len(words)))
	if len(words) > 0 {
		n := words[0].Length()
		y.fact("fewest_tilts", n.String(), "tilts to the target", grid.Short(n))
	}
}
