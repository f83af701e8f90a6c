package permutecheck

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// named makes an instance whose moves are named sets; goal nil stands for the solved board.
func named(t testing.TB, rows, cols int, moves string, start, goal []permute.Tile) *permute.Instance {
	t.Helper()
	set, err := permute.ParseMoves(rows, cols, moves)
	if err != nil {
		t.Fatal(err)
	}
	p := &permute.Instance{Rows: rows, Cols: cols, Moves: set, Labels: labels(int(slices.Max(start)) + 1), Start: start,
		Goals: [][]permute.Tile{goal}, Given: true}
	if goal == nil {
		p.Goals[0] = slices.Clone(start)
		slices.Sort(p.Goals[0])
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

// digits reads "293/678/514".
func digits(s string) (board []permute.Tile) {
	for _, r := range strings.ReplaceAll(s, "/", "") {
		board = append(board, r-'1')
	}
	return board
}

func limited(t *testing.T, err error, limit, text string) {
	t.Helper()
	var le *puzzle.LimitError
	if !errors.As(err, &le) || le.Limit != limit || !strings.Contains(le.Msg, text) {
		t.Fatalf("%v; the limit %q with %q is expected", err, limit, text)
	}
}

// TestContest takes the contest's moves: their group has 9!/2 elements, and the sample's first two answers are one
// pair of boards there and back.
func TestContest(t *testing.T) {
	const moves = "shift-right shift-down rotate-cw"
	a, b := digits("293/678/514"), digits("624/579/183")
	there, back := named(t, 3, 3, moves, a, b), named(t, 3, 3, moves, b, a)
	for _, c := range []struct {
		p     *permute.Instance
		least int64
	}{{there, 3}, {back, 5}} {
		k := newWork(background, c.p, noLimits)
		if err := k.bySearch(c.least); err != nil {
			t.Error(err)
		}
		if err := k.bySearch(c.least + 1); !errors.Is(err, puzzle.ErrRejected) {
			t.Error(err)
		}
	}
	// 1 + 7 + 40 boards two moves away, from either side, are enough to see that five moves are needed.
	k := newWork(background, back, noLimits)
	if k.bound = 48; k.bySearch(5) != nil {
		t.Error(k.bySearch(5))
	}
	// Boards that could only be of use where the other side knows them are not kept.
	if k.bound = 8; k.bySearch(4) != nil {
		t.Error(k.bySearch(4))
	}
	k.bound = 47
	limited(t, k.bySearch(5), "check", "a search of more than 47 boards")
	odd := slices.Clone(b)
	odd[0], odd[1] = odd[1], odd[0]
	p := named(t, 3, 3, moves, a, odd)
	judge(t, p, impossible(p, permute.Certificate{Parity: &permute.Parity{}}), true)
	if err := CheckCount(background, p, big.NewInt(0), noLimits); err != nil {
		t.Error(err)
	}
	refuse(t, p, impossible(p, permute.Certificate{Exhausted: &permute.Exhausted{States: 181440 - 1}}), "there are more")
	refuse(t, p, impossible(p, permute.Certificate{Exhausted: &permute.Exhausted{States: 181440 + 1}}), "there are 181440")
	refuse(t, p, impossible(p, permute.Certificate{Exhausted: &permute.Exhausted{States: 181440}}), "the digest")
	limited(t, Check(background, p, impossible(p,
		permute.Certificate{Exhausted: &permute.Exhausted{States: permute.SearchBound + 1}}), noLimits), "check", "1048577 boards")
}

// torus is a random board of shifts both ways, with the greatest lower bound by distance from its
// closed form: the shorter way round in both directions, a shift charging 1/cols or 1/rows.
func torus(t testing.TB, rng *rand.Rand, rows, cols int) (*permute.Instance, int64) {
	p := named(t, rows, cols, "shifts", randomStart(rng, rows*cols, rows*cols), nil)
	sum := new(big.Rat)
	for c, tile := range p.Start {
		round := func(a, b, n int) int64 { d := (a - b + n) % n; return int64(min(d, n-d)) }
		sum.Add(sum, big.NewRat(round(c/cols, int(tile)/cols, rows), int64(rows)))
		sum.Add(sum, big.NewRat(round(c%cols, int(tile)%cols, cols), int64(cols)))
	}
	up := new(big.Int).Add(sum.Num(), new(big.Int).Sub(sum.Denom(), big.NewInt(1)))
	return p, up.Div(up, sum.Denom()).Int64()
}

func TestTorus(t *testing.T) {
	rng := seeded(t)
	for _, size := range [][2]int{{20, 20}, {7, 13}, {2, 31}, {1, 9}, {25, 16}} {
		p, least := torus(t, rng, size[0], size[1])
		k := newWork(background, p, noLimits)
		if err := k.byDistance(least); err != nil {
			t.Error(err)
		}
		want := fmt.Sprintf("only that none costs less than %d", least)
		if err := k.byDistance(least + 1); !errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; %s", err, want)
		}
	}
}

// TestWide takes boards with more tiles than a byte has values, just as many, and one less.
func TestWide(t *testing.T) {
	for _, n := range []int{255, 256, 257, 300} {
		start := make([]permute.Tile, n)
		for c := range start {
			start[c] = permute.Tile(n - 1 - c)
		}
		// Tile 1 and tile n change places, which no shift does; for a byte tiles 1 and 257 are alike.
		other := slices.Clone(start)
		other[0], other[n-1] = other[n-1], other[0]
		if n > 256 {
			other = slices.Clone(start)
			at := slices.Index(start, 256)
			other[at], other[n-1] = other[n-1], other[at]
		}
		p := named(t, 1, n, "shift-right", start, other)
		b := brute{p: p}
		for i := range n {
			b.boards = append(b.boards, append(slices.Clone(start[i:]), start[:i]...))
		}
		e := b.exhausted()
		judge(t, p, impossible(p, permute.Certificate{Exhausted: &e}), true)
		if err := CheckCount(background, p, big.NewInt(0), noLimits); err != nil {
			t.Error(n, err)
		}
		q := named(t, 1, n, "shift-right", start, append(slices.Clone(start[7:]), start[:7]...))
		if err := CheckCount(background, q, big.NewInt(1), noLimits); err != nil {
			t.Error(n, err)
		}
		w := permute.Witness{Moves: []permute.Step{{Name: "R1", Times: int64(n - 7)}}, Cost: int64(n - 7),
			Length: int64(n - 7), AtLeast: int64(n - 7), Bound: permute.BySearch}
		judge(t, q, solved(w), true)
	}
}

// symmetric is a chain of all permutations of the first m of n cells, by swaps of neighbours.
func symmetric(m, n int) *permute.Chain {
	c := &permute.Chain{}
	for i := range int32(m - 1) {
		p := subset(0, 0)
		for x := range int32(n) {
			p = append(p, x)
		}
		p[i], p[i+1] = p[i+1], p[i]
		c.Base = append(c.Base, i)
		c.Strong = append(c.Strong, p)
	}
	return c
}

// chained asks for a tile to leave the first m of n cells, which no move does.
func chained(t testing.TB, m, n int) (*permute.Instance, permute.Outcome) {
	start := make([]permute.Tile, n)
	cycle := make([]int32, m)
	for c := range start {
		start[c] = permute.Tile(c)
	}
	for i := range cycle {
		cycle[i] = int32(i)
	}
	goal := slices.Clone(start)
	goal[0], goal[n-1] = goal[n-1], goal[0]
	p := build(t, 1, n, start, [][]permute.Tile{goal}, permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{cycle}})
	return p, impossible(p, permute.Certificate{Chain: symmetric(m, n)})
}

// TestUnaffordable claims what is not verified: no such claim is accepted.
func TestUnaffordable(t *testing.T) {
	p, o := chained(t, 40, 41)
	judge(t, p, o, true)
	for _, steps := range []int64{10, 20000, 3000000, 4000000} { // too few at every stage
		k := newWork(background, p, noLimits)
		k.steps = steps
		limited(t, k.checkChain(o.Certificate.Chain), "check",
			fmt.Sprintf("the stabiliser chain, which takes more than %d steps", steps))
	}
	p, o = chained(t, 600, 601)
	limited(t, Check(background, p, o, noLimits), "check", "the stabiliser chain, which takes more than")

	// Charges of 1/2, 1/3, 1/5 … whose common denominator does not fit 64 bits, and of a cost that is too much.
	start := make([]permute.Tile, 60)
	start[0] = 1
	var moves []permute.Move
	for _, n := range []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53} {
		m := permute.Move{Name: fmt.Sprint(n), Cost: 1, Cycles: [][]int32{nil}}
		for c := range int32(n) {
			m.Cycles[0] = append(m.Cycles[0], c)
		}
		moves = append(moves, m)
	}
	goal := slices.Clone(start)
	goal[0], goal[1] = 0, 1
	claim := func(p *permute.Instance, cost int64) error {
		return Check(background, p, solved(permute.Witness{Moves: []permute.Step{{Name: "2", Times: 1}}, Cost: cost,
			Length: 1, AtLeast: 1, Bound: permute.ByDistance}), noLimits)
	}
	limited(t, claim(build(t, 1, 60, start, [][]permute.Tile{goal}, moves...), 1), "check", "common denominator")
	moves = moves[:11]
	if err := claim(build(t, 1, 60, start, [][]permute.Tile{goal}, moves...), 1); err != nil {
		t.Error(err)
	}
	moves[0].Cost = permute.MaxCost
	limited(t, claim(build(t, 1, 60, start, [][]permute.Tile{goal}, moves...), permute.MaxCost), "check", "beyond 64 bits")
}

// TestMemory refuses memory, always before it is taken.
func TestMemory(t *testing.T) {
	rng := seeded(t)
	little := puzzle.Limits{Memory: 1000}
	p, least := torus(t, rng, 10, 10)
	k := func() *work { return newWork(background, p, little) }
	limited(t, k().byDistance(least), "memory", "needs about")
	limited(t, k().bySearch(9), "memory", "needs about")
	limited(t, CheckCount(background, p, big.NewInt(1), little), "memory", "needs about")
	limited(t, k().checkExhausted(&permute.Exhausted{States: 9}), "memory", "needs about")
	limited(t, k().checkParity(&permute.Parity{}), "memory", "needs about")
	limited(t, k().checkBlocks(&permute.Blocks{Pairs: make([][2]int32, 1)}), "memory", "needs about")
	limited(t, k().checkChain(&permute.Chain{}), "memory", "needs about")
	_, err := k().replay(nil, nil)
	if err != nil {
		t.Error(err)
	}
	limited(t, Check(background, p, solved(permute.Witness{}), little), "memory", "needs about")
	// A search stops where it grows too large.
	some := puzzle.Limits{Memory: 5 << 20}
	limited(t, newWork(background, p, some).bySearch(9), "memory", "the search needs about")
	twice := newWork(background, p, little)
	if err := twice.hold("this", 600); err != nil {
		t.Error(err)
	}
	limited(t, twice.hold("that", 600), "memory", "that needs about 1.2 KiB")
	huge := newWork(background, p, noLimits)
	limited(t, huge.hold("this", maxRoom+1), "memory", "this needs more than")
}

// TestCancel cancels checks of every kind at several moments: they end within 50 ms. The
// machine may be busy, so the best of a few attempts counts.
func TestCancel(t *testing.T) {
	rng := seeded(t)
	big100, least := torus(t, rng, 100, 100)
	var word []permute.Step
	for range 300000 {
		word = append(word, permute.Step{Name: fmt.Sprintf("R%d", 1+rng.IntN(100)), Times: 1 + rng.Int64N(99)})
	}
	long := permute.Witness{Moves: word}
	measure4 := func(w *permute.Witness) {
		w.Length = 0
		for _, s := range w.Moves {
			w.Length += s.Times
		}
		w.Cost = w.Length
	}
	measure4(&long)
	four := named(t, 4, 4, "shifts", randomStart(rng, 16, 16), nil)
	alike := named(t, 5, 5, "shifts", randomStart(rng, 25, 3), nil)
	alike.Goals[0][3], alike.Goals[0][9], alike.Goals[0][20] = permute.Any, permute.Any, permute.Any
	line := make([]permute.Tile, 1<<20)
	for c := range line {
		line[c] = permute.Tile(c % 3)
	}
	wide := named(t, 1, 1<<20, "shift-right", line, line)
	wide.Goals[0] = slices.Clone(line)
	wide.Goals[0][0], wide.Goals[0][1] = line[1], line[0]
	chain, chainClaim := chained(t, 130, 131)
	jobs := map[string]func(ctx context.Context) error{
		"replay":   func(ctx context.Context) error { return Check(ctx, big100, solved(long), noLimits) },
		"distance": func(ctx context.Context) error { return newWork(ctx, big100, noLimits).byDistance(least) },
		"search":   func(ctx context.Context) error { return newWork(ctx, four, noLimits).bySearch(18) },
		"fillings": func(ctx context.Context) error { return newWork(ctx, alike, noLimits).bySearch(30) },
		"count":    func(ctx context.Context) error { return CheckCount(ctx, four, big.NewInt(1), noLimits) },
		"boards": func(ctx context.Context) error {
			return Check(ctx, four,
				impossible(four, permute.Certificate{Exhausted: &permute.Exhausted{States: permute.SearchBound}}), noLimits)
		},
		"wide": func(ctx context.Context) error { return newWork(ctx, wide, noLimits).bySearch(100) },
		"wide boards": func(ctx context.Context) error {
			return Check(ctx, wide,
				impossible(wide, permute.Certificate{Exhausted: &permute.Exhausted{States: permute.SearchBound}}), noLimits)
		},
		"chain": func(ctx context.Context) error { return Check(ctx, chain, chainClaim, noLimits) },
	}
	puzzletest.Interrupt(t, jobs)
	ctx, cancel := context.WithCancel(background)
	cancel()
	for _, err := range []error{
		Check(ctx, four, permute.Outcome{}, noLimits),
		CheckCount(ctx, four, big.NewInt(1), noLimits),
	} {
		if err != context.Canceled {
			t.Error(err)
		}
	}
}

func BenchmarkByDistance100x100(b *testing.B) {
	p, least := torus(b, rand.New(rand.NewPCG(1, 2)), 100, 100)
	for b.Loop() {
		if err := newWork(background, p, noLimits).byDistance(least); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBySearch fills both sides of a search on 4 × 4 shifts.
func BenchmarkBySearch(b *testing.B) {
	p := named(b, 4, 4, "shifts", randomStart(rand.New(rand.NewPCG(1, 2)), 16, 16), nil)
	for b.Loop() {
		if err := newWork(background, p, noLimits).bySearch(18); !errors.Is(err, puzzle.ErrLimit) {
			b.Fatal(err)
		}
	}
}

func BenchmarkExhausted(b *testing.B) {
	p := named(b, 3, 3, "shift-right shift-down rotate-cw", digits("213456789"), nil)
	for b.Loop() {
		if err := newWork(background, p, noLimits).checkExhausted(&permute.Exhausted{States: 181440}); err == nil {
			b.Fatal("accepted")
		}
	}
}

func BenchmarkChain(b *testing.B) {
	p, o := chained(b, 100, 101)
	for b.Loop() {
		if err := Check(background, p, o, noLimits); err != nil {
			b.Fatal(err)
		}
	}
}
