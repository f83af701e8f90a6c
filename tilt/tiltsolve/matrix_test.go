package tiltsolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/tilt"
)

// drawBoard makes a small board, of every third one packed.
func drawBoard(t *rapid.T) (brute, string) {
	b := brute{rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")}
	colours := rapid.IntRange(1, 4).Draw(t, "colours")
	cells := rapid.SliceOfN(rapid.ByteRange(0, byte(colours)), b.h*b.w, b.h*b.w).Draw(t, "cells")
	if rapid.IntRange(0, 2).Draw(t, "packed") == 0 { // else packed and full boards are rare
		return b, b.played(string(cells), rapid.SampledFrom([]string{"L", "U", "LU", "DR", "RU"}).Draw(t, "tilts"))
	}
	return b, string(cells)
}

// ways lists the shortest words from start to each board, by breadth-first search.
func (b brute) ways(start string) map[string][]string {
	ways, level := map[string][]string{start: {""}}, []string{start}
	for len(level) > 0 {
		var next []string
		fresh := map[string][]string{}
		for _, now := range level {
			for _, dir := range []byte("LRUD") {
				to := b.tilted(now, dir)
				if _, known := ways[to]; known {
					continue
				}
				if _, met := fresh[to]; !met {
					next = append(next, to)
				}
				for _, w := range ways[now] {
					fresh[to] = append(fresh[to], w+string(dir))
				}
			}
		}
		for to, list := range fresh {
			ways[to] = list
		}
		level = next
	}
	return ways
}

func TestAllAgainstSearch(t *testing.T) {
	// Boards drawn at random may have one shortest way each; a single tile gets to the far corner in two.
	if most := (brute{2, 2}).checkAll(t, "\x01\x00\x00\x00"); most != 2 {
		t.Errorf("at most %d shortest ways were met, not 2", most)
	}
	rapid.Check(t, func(t *rapid.T) {
		b, start := drawBoard(t)
		b.checkAll(t, start)
	})
}

// checkAll compares the shortest ways to every board with those a search finds, and returns the most there are to one.
func (b brute) checkAll(t rapid.TB, start string) int {
	most := 0
	solver, ctx := NewSolver(Options{}), context.Background()
	for target, want := range b.ways(start) {
		p := &tilt.Instance{Palette: testPalette, Start: b.board(start), Target: b.board(target)}
		var got []string
		err := solver.All(ctx, p, puzzle.Limits{}, func(w tilt.Witness) error {
			letters, _ := w.Moves.Letters(1000)
			if w.Length.Int64() != int64(len(letters)) {
				t.Fatalf("%s: the length is said to be %v", letters, w.Length)
			}
			got = append(got, letters)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		first, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil || len(got) == 0 || first.Witness.Moves.Length().Int64() != int64(len(got[0])) {
			t.Fatalf("%s → %s: %q, %v", b.show(start), b.show(target), got, err)
		}
		if h := solver.Hint(p, *first.Witness); (h == "") != (got[0] == "") || h != "" && h[0] != got[0][0] {
			t.Fatalf("%s → %s: the hint is %q, the way %s", b.show(start), b.show(target), h, got[0])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%d×%d %s → %s: %q, search finds %q", b.h, b.w, b.show(start), b.show(target), got, want)
		}
		most = max(most, len(got))
		// A tile more: no way, and no error.
		if i := strings.IndexByte(target, 0); i >= 0 {
			p.Target = b.board(target)
			p.Target.Narrow[i] = 1
			err := solver.All(ctx, p, puzzle.Limits{}, func(w tilt.Witness) error { t.Fatalf("%v", w); return nil })
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return most
}

// distancesTo is how far each board with the target's tiles is from it; boards that do not reach it are left out.
func (b brute) distancesTo(target string) map[string]int {
	back := map[string][]string{}
	arrangements(target, func(cells string) {
		for _, dir := range []byte("LRUD") {
			to := b.tilted(cells, dir)
			back[to] = append(back[to], cells)
		}
	})
	dist, queue := map[string]int{target: 0}, []string{target}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, from := range back[queue[0]] {
			if _, seen := dist[from]; !seen {
				dist[from] = dist[queue[0]] + 1
				queue = append(queue, from)
			}
		}
	}
	return dist
}

func TestScrambleAgainstSearch(t *testing.T) {
	far := 0
	rapid.Check(t, func(t *rapid.T) {
		b := brute{rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "columns")}
		cells := rapid.SliceOfN(rapid.ByteRange(0, 2), b.h*b.w, b.h*b.w).Draw(t, "cells")
		target := b.played(string(cells), rapid.SampledFrom([]string{"", "L", "D", "LU", "RU", "DR", "LD"}).Draw(t, "tilts"))
		dist := b.distancesTo(target)
		byDistance := map[int64]int{}
		for _, d := range dist {
			byDistance[int64(d)]++
		}
		p := &tilt.Instance{Palette: testPalette, Start: b.board(target), Target: b.board(target)}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for n := int64(-1); n < 20; n++ {
			q, err := NewSolver(Options{}).Scramble(context.Background(), p, n, rng, puzzle.Limits{})
			switch {
			case err == nil:
				d, ok := dist[string(q.Start.Narrow)]
				if !ok || n >= 0 && int64(d) != n {
					t.Fatalf("%s is %d tilts away from %s, %v; not %d", b.show(string(q.Start.Narrow)), d, b.show(target), ok, n)
				}
				far = max(far, d)
			case !errors.Is(err, grid.ErrInput) || byDistance[n] > 0:
				t.Fatalf("%s: %d boards are %d tilts away: %v", b.show(target), byDistance[n], n, err)
			}
		}
	})
	t.Logf("farthest %d", far)
}

// Every board from which the target can be reached is drawn about as often as every other. The seed is fixed: the outcome is.
func TestScrambleIsEven(t *testing.T) {
	const seed, draws = 3, 60
	for _, c := range []struct {
		b      brute
		target string
	}{
		{brute{2, 3}, "\x01\x02\x00\x01\x00\x00"}, {brute{2, 3}, "\x01\x02\x00\x00\x00\x02"}, {brute{3, 2}, "\x00\x00\x01\x01\x02\x01"},
		{brute{3, 3}, "\x01\x02\x00\x00\x00\x00\x00\x00\x00"}, {brute{2, 2}, "\x00\x01\x02\x00"}, {brute{1, 4}, "\x01\x01\x00\x00"},
		{brute{3, 3}, "\x00\x00\x00\x01\x00\x00\x02\x01\x00"},
	} {
		dist := c.b.distancesTo(c.target)
		p := &tilt.Instance{Palette: testPalette, Start: c.b.board(c.target), Target: c.b.board(c.target)}
		rng := rand.New(rand.NewPCG(seed, 0))
		for _, n := range []int64{-1, 1} {
			want := map[string]int{}
			for cells, d := range dist {
				if n < 0 || int64(d) == n {
					want[cells] = 0
				}
			}
			for range draws * len(want) {
				q, err := NewSolver(Options{}).Scramble(context.Background(), p, n, rng, puzzle.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				want[string(q.Start.Narrow)]++
			}
			chi := 0.0
			for _, k := range want {
				chi += float64((k-draws)*(k-draws)) / draws
			}
			// Mean len − 1, variance twice that.
			f := float64(len(want) - 1)
			if len(want) > 1 && (chi-f)*(chi-f) > 25*2*f {
				t.Errorf("seed %d: %s, distance %d: %d boards, chi² is %.1f", seed, c.b.show(c.target), n, len(want), chi)
			}
		}
	}
}

// A ring with more boards than 64 bits count, and the farthest start on it that a number can ask for.
func TestScrambleFar(t *testing.T) {
	p := scattered(60)
	const n = 1<<62 + 12345
	q, err := NewSolver(Options{}).Scramble(context.Background(), p, n, rand.New(rand.NewPCG(8, 0)), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o, err := NewSolver(Options{}).Solve(context.Background(), q, puzzle.Limits{})
	if err != nil || o.Witness.Length.Cmp(big.NewInt(n)) != 0 {
		t.Fatalf("%v, %v", o.Witness, err)
	}
}

// scattered has tiles in 4 colours on half its cells; its target lies on a ring of the start.
func scattered(n int) *tilt.Instance {
	rng := rand.New(rand.NewPCG(18, 0))
	p := &tilt.Instance{Palette: testPalette, Start: tilt.NewBoard(n, n, 4)}
	for r := range n {
		for c := range n {
			p.Start.Set(r, c, max(0, rng.IntN(8)-3))
		}
	}
	p.Target = boardOf(playLetters(p.Start.Narrow, n, n, "DL"), n, n)
	return p
}

// staircase has rows of n, n − 1, … tiles in 4 colours at random; its target is the start packed into a corner.
func staircase(n int) *tilt.Instance {
	rng := rand.New(rand.NewPCG(17, 0))
	p := &tilt.Instance{Palette: testPalette, Start: tilt.NewBoard(n, n, 4)}
	for r := range n {
		for c := range n - r {
			p.Start.Set(r, c, 1+rng.IntN(4))
		}
	}
	p.Target = p.Start.Clone()
	return p
}

// analysed is what Analyze yields, by key.
func analysed(t interface{ Fatal(...any) }, p *tilt.Instance) map[string]puzzle.Fact {
	facts := map[string]puzzle.Fact{}
	err := NewSolver(Options{}).Analyze(context.Background(), p, puzzle.Limits{}, func(f puzzle.Fact) error {
		facts[f.Key] = f
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// Boards drawn at random may have few kinds of start between them, so starts with each number of rings come first.
func TestAnalyzeAgainstSearch(t *testing.T) {
	for _, c := range []struct {
		b     brute
		start string
		rings int
	}{
		{brute{1, 3}, "\x00\x00\x00", 0},
		{brute{3, 2}, "\x00\x01\x00\x01\x01\x01", 1},
		{brute{4, 2}, "\x01\x01\x00\x01\x00\x03\x01\x02", 2},
		{brute{2, 4}, "\x00\x01\x03\x03\x03\x00\x01\x00", 3},
		{brute{4, 4}, "\x01\x00\x00\x02\x02\x01\x02\x02\x00\x00\x01\x02\x00\x00\x02\x02", 4},
	} {
		if n := c.b.checkAnalysis(t, c.start); n != c.rings {
			t.Errorf("%s has %d rings, not %d", c.b.show(c.start), n, c.rings)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b, start := drawBoard(t)
		b.checkAnalysis(t, start)
	})
}

// checkAnalysis compares the analysis of a start with a search of all boards, and returns the number of rings.
func (b brute) checkAnalysis(t rapid.TB, start string) int {
	p := &tilt.Instance{Palette: testPalette, Start: b.board(start)}
	levels := map[int]int64{}
	dist := b.distances(start)
	far := 0
	for _, d := range dist {
		levels[d]++
		far = max(far, d)
	}
	r := prepare(p)
	a, err := r.mapped(context.Background(), p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, s := range a.distances() {
		if s.From.Int64() != int64(at) {
			t.Fatalf("%s: a gap before %v", b.show(start), s.From)
		}
		for ; at <= int(s.To.Int64()); at++ {
			if levels[at] != s.Boards.Int64() {
				t.Fatalf("%d×%d %s: %v boards %d tilts away, search finds %d",
					b.h, b.w, b.show(start), s.Boards, at, levels[at])
			}
		}
	}
	facts := analysed(t, p)
	farthest, boards := facts["farthest"].Value, facts["boards"].Value
	if at != far+1 || farthest != strconv.Itoa(far) || boards != strconv.Itoa(len(dist)) {
		t.Fatalf("%s: farthest %v, boards %v; search finds %d and %d", b.show(start), farthest, boards, far, len(dist))
	}
	firsts := ""
	for _, g := range a.rings {
		firsts += g.firsts
		b.checkRing(t, start, &g)
	}
	if len(a.rings) > 0 {
		for _, f := range []byte("LR") { // U and D may go unnamed: they do nothing, or lead where L or R does
			if !strings.ContainsRune(firsts, rune(f)) {
				t.Fatalf("%s: no ring has first tilt %c", b.show(start), f)
			}
		}
	}
	return len(a.rings)
}

// checkRing replays a turn with numbered tiles.
func (b brute) checkRing(t rapid.TB, start string, r *ring) {
	base := b.played(start, baseWord[r.firsts[0]])
	now, turns := b.played(base, "RDLU"), int64(1)
	for ; now != base; now = b.played(now, "RDLU") {
		turns++
	}
	if want := max(1, r.size.Int64()/4); turns != want {
		t.Fatalf("%s: a ring with first tilt %s comes back after %d turns, not %d", b.show(start), r.firsts, turns, want)
	}
	numbered := []byte(base)
	for i, c := range numbered {
		if c != 0 {
			numbered[i] = byte(i + 1)
		}
	}
	turned := b.played(string(numbered), "RDLU")
	seen, cycles, longest, lcm := map[int]bool{}, int64(0), int64(0), int64(1)
	periods := map[int64]bool{}
	for i := range turned {
		if turned[i] == 0 || seen[i] {
			continue
		}
		colours := ""
		for k := i; !seen[k]; k = int(turned[k]) - 1 {
			seen[k] = true
			colours += string(base[k])
		}
		cycles++
		longest = max(longest, int64(len(colours)))
		d := int64(1)
		for colours[d:]+colours[:d] != colours && d < int64(len(colours)) {
			d++
		}
		if d > 1 {
			periods[d] = true
			lcm = lcm / int64(gcd(int(lcm), int(d))) * d
		}
	}
	f := r.facts
	same := len(f.periods) == len(periods) && lcm == turns && slices.IsSorted(f.periods)
	for _, d := range f.periods {
		same = same && periods[d]
	}
	if f.cycles != cycles || f.longest != longest || !same {
		t.Fatalf("%s, ring %s: %+v; replay finds %d cycles, longest %d, periods %v, %d turns", b.show(start), r.firsts, f, cycles, longest, periods, turns)
	}
}

func TestAnalyzeWays(t *testing.T) {
	p := staircase(30)
	facts := analysed(t, p)
	if facts["shortest_ways"].Value != 1 || facts["fewest_tilts"].Value != "0" {
		t.Errorf("%v", facts)
	}
	p.Target.Set(0, 0, 0)
	facts = analysed(t, p)
	if _, there := facts["fewest_tilts"]; there || facts["shortest_ways"].Value != 0 {
		t.Errorf("%v", facts)
	}
}

// A person reads of a ring in short rows.
func TestAnalyzeText(t *testing.T) {
	b := brute{3, 2}
	p := &tilt.Instance{Palette: testPalette, Start: b.board("\x00\x01\x00\x02\x01\x01")}
	if got, want := analysed(t, p)["rings"].Lines[0].Text, `
  first tilt L or R
    boards:  4
    turns:   back after 1 turn R D L U
    rows:    1 row of 2, 2 rows of 1
    cycles:  2, the longest of 3 tiles
    colours: alike along each cycle`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Whoever cancels is heard, on boards that take a while.
func TestMatrixIsInterrupted(t *testing.T) {
	p := scattered(700)
	solver := NewSolver(Options{})
	puzzletest.Interrupt(t, map[string]func(ctx context.Context) error{
		"All": func(ctx context.Context) error {
			return solver.All(ctx, p, puzzle.Limits{}, func(tilt.Witness) error { return nil })
		},
		"Analyze": func(ctx context.Context) error {
			return solver.Analyze(ctx, p, puzzle.Limits{}, func(puzzle.Fact) error { return nil })
		},
		"Scramble": func(ctx context.Context) error {
			_, err := solver.Scramble(ctx, p, -1, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{})
			return err
		},
		"Scramble far": func(ctx context.Context) error {
			_, err := solver.Scramble(ctx, p, 1000, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{})
			return err
		},
	})
}

// Memory is asked for first, and a board that is too large for the weighing of its scrambles is a limit.
func TestMatrixLimits(t *testing.T) {
	p := scattered(40)
	solver, ctx, lim := NewSolver(Options{}), context.Background(), puzzle.Limits{Memory: 1000}
	for name, err := range map[string]error{
		"All":      solver.All(ctx, p, lim, func(tilt.Witness) error { return nil }),
		"Analyze":  solver.Analyze(ctx, p, lim, func(puzzle.Fact) error { return nil }),
		"Scramble": second(solver.Scramble(ctx, p, -1, rand.New(rand.NewPCG(1, 0)), lim)),
		"Prepare":  second(solver.Prepare(ctx, p, lim)),
	} {
		if !errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("%s with 1000 bytes: %v", name, err)
		}
	}
	large := &tilt.Instance{Palette: testPalette, Start: tilt.NewBoard(1025, 1025, 4), Target: tilt.NewBoard(1025, 1025, 4)}
	large.Start.Set(0, 0, 1)
	large.Target.Set(0, 0, 1)
	if _, err := solver.Scramble(ctx, large, -1, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{}); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("1025 × 1025: %v", err)
	}
	if _, err := solver.Scramble(ctx, large, 2, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{}); err != nil {
		t.Errorf("1025 × 1025 at distance 2: %v", err)
	}
	p.Target = nil
	for _, err := range []error{
		solver.All(ctx, p, puzzle.Limits{}, func(tilt.Witness) error { return nil }),
		second(solver.Scramble(ctx, p, -1, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{})),
	} {
		if !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("without a target: %v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Boards of 32-bit cells answer as boards of bytes do.
func TestMatrixWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, start := drawBoard(t)
		wide := func(cells string) *tilt.Board {
			w := &tilt.Board{H: b.h, W: b.w}
			for i := range len(cells) {
				w.Wide = append(w.Wide, uint32(cells[i]))
			}
			return w
		}
		target := b.played(start, "LU")
		p := &tilt.Instance{Palette: testPalette, Start: b.board(start), Target: b.board(target)}
		q := &tilt.Instance{Palette: testPalette, Start: wide(start), Target: wide(target)}
		if x, y := analysed(t, p), analysed(t, q); fmt.Sprint(x) != fmt.Sprint(y) {
			t.Fatalf("%v, wide %v", x, y)
		}
		for n := int64(-1); n < 4; n++ {
			rng := func() *rand.Rand { return rand.New(rand.NewPCG(2, 0)) }
			x, err1 := NewSolver(Options{}).Scramble(context.Background(), p, n, rng(), puzzle.Limits{})
			y, err2 := NewSolver(Options{}).Scramble(context.Background(), q, n, rng(), puzzle.Limits{})
			if fmt.Sprint(err1) != fmt.Sprint(err2) || err1 == nil && !wide(string(x.Start.Narrow)).Equal(&tilt.Board{H: b.h, W: b.w, Wide: y.Start.Wide}) {
				t.Fatalf("%d: %v %v, wide %v %v", n, x, err1, y, err2)
			}
		}
	})
}
