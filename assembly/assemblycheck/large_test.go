package assemblycheck

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// rectangle is a full h × w board and a schedule from its corner: the first row, then the others, row by row, a row a
// step.
func rectangle(t testing.TB, h, w int32, contact assembly.Contact) (*assembly.Instance, assembly.Witness) {
	var blocks []assembly.Block
	wit := assembly.Witness{Steps: []int32{}}
	for r := range h {
		for c := range w {
			blocks = append(blocks, at(r, c))
			if r > 0 {
				wit.Moves = append(wit.Moves, assembly.MakeMove(assembly.Up, c))
			} else if c > 0 {
				wit.Moves = append(wit.Moves, assembly.MakeMove(assembly.Left, 0))
				wit.Steps = append(wit.Steps, 1)
			}
		}
		if r > 0 {
			wit.Steps = append(wit.Steps, w)
		}
	}
	p, err := assembly.New(h, w, blocks, 0, contact)
	if err != nil {
		t.Fatal(err)
	}
	return p, wit
}

// comb is a row of w blocks, an odd number, with teeth of h blocks below every other one: a tree; its root is the first
// block. The witness makes the row, and then a row of teeth a step.
func comb(t testing.TB, h, w int32) (*assembly.Instance, assembly.Witness) {
	blocks := []assembly.Block{at(0, 0)}
	wit := assembly.Witness{Steps: []int32{}}
	for c := range w - 1 {
		blocks = append(blocks, at(0, c+1))
		wit.Moves = append(wit.Moves, assembly.MakeMove(assembly.Left, 0))
		wit.Steps = append(wit.Steps, 1)
	}
	for r := range h {
		for c := int32(0); c < w; c += 2 {
			blocks = append(blocks, at(r+1, c))
			wit.Moves = append(wit.Moves, assembly.MakeMove(assembly.Up, c))
		}
		wit.Steps = append(wit.Steps, (w+1)/2)
	}
	p, err := assembly.New(h+1, w, blocks, 0, assembly.Frontal)
	if err != nil {
		t.Fatal(err)
	}
	wit.AtLeast = int32(len(wit.Steps))
	return p, wit
}

// lid is a stuck ring of 11 blocks and at its right, column by column, a full rectangle of h × w: all of that can
// leave, and then nothing can.
func lid(t testing.TB, h, w int32) (*assembly.Instance, assembly.Stuck) {
	ring := picture(assembly.Frontal, "#####", "#...#", "##.##").Blocks
	s := assembly.Stuck{Remainder: ring}
	blocks := append([]assembly.Block{}, ring...)
	for c := int32(5); c < w+5; c++ {
		for r := range h {
			blocks = append(blocks, at(r, c))
			if c == 5 && r > 2 {
				s.Moves = append(s.Moves, assembly.MakeMove(assembly.Up, c))
			} else {
				s.Moves = append(s.Moves, assembly.MakeMove(assembly.Left, r))
			}
		}
	}
	p, err := assembly.New(h, w+5, blocks, assembly.NoRoot, assembly.Frontal)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

// tailed is a small tree of which the shortest cycle has 5 constraints or more, with a tail of n blocks that is on no
// cycle.
func tailed(t testing.TB, n int32) (*assembly.Instance, []assembly.Constraint) {
	rng := seeded(t)
	for {
		p := grown(rng, 5+rng.Int32N(5), 5+rng.Int32N(5), 20+rng.IntN(40), true)
		p = rooted(p, assembly.Frontal, rng.Int32N(int32(len(p.Blocks))))
		best := newTable(p).shortest()
		if len(best) < 5 {
			continue
		}
		low := p.Blocks[len(p.Blocks)-1]
		blocks := slices.Clone(p.Blocks)
		for r := range n {
			blocks = append(blocks, at(low.R+1+r, low.C))
		}
		p, err := assembly.New(low.R+1+n, p.Cols, blocks, int(p.Root), assembly.Frontal)
		if err != nil {
			t.Fatal(err)
		}
		return p, best
	}
}

// TestLarge takes about 400,000 blocks through each kind of check that is meant for them, and spoils the last move.
func TestLarge(t *testing.T) {
	accepted := func(name string, p *assembly.Instance, o assembly.Outcome) {
		t.Helper()
		judge(t, p, o, true)
		t.Logf("%s, %d blocks", name, len(p.Blocks))
	}
	for _, contact := range contacts {
		p, w := rectangle(t, 600, 600, contact)
		w.Steps, w.AtLeast = nil, 0
		accepted("moves", p, solved(w))
		w.Moves[len(w.Moves)-1] = w.Moves[0]
		refuse(t, p, solved(w), "move 359999 (< 1) is illegal: its entry cell is taken")
	}
	p, w := rectangle(t, 600, 600, assembly.Frontal)
	w.AtLeast = 1198
	accepted("steps", p, solved(w))
	p, w = comb(t, 600, 1201)
	accepted("distance", p, solved(w))
	p, best := tailed(t, 300000)
	accepted("cycle", p, impossible(assembly.Certificate{Cycle: &assembly.Cycle{Constraints: best, Shortest: true}}))
	refuse(t, p, impossible(assembly.Certificate{Cycle: &assembly.Cycle{Constraints: append(best, best...),
		Shortest: true}}), "there is a cycle of")
	p, s := lid(t, 600, 600)
	accepted("stuck", p, impossible(assembly.Certificate{Stuck: &s}))
	s.Moves[len(s.Moves)-1] = s.Moves[0]
	refuse(t, p, impossible(assembly.Certificate{Stuck: &s}), "move 360000 ")
	s.Remainder, s.Moves = p.Blocks, nil
	refuse(t, p, impossible(assembly.Certificate{Stuck: &s}), "can leave")
}

// TestCancel cancels checks of every kind at several moments: they end within 50 ms. The
// machine may be busy, so the best of a few attempts counts.
func TestCancel(t *testing.T) {
	full, fullMoves := rectangle(t, 1000, 1500, assembly.Sticky)
	fullMoves.AtLeast = 2498
	teeth, teethMoves := comb(t, 800, 2001)
	stuck, stuckMoves := lid(t, 700, 1000)
	peeled, _ := rectangle(t, 80, 80, assembly.Sticky)
	holes := picture(assembly.Frontal, "#####", "#.#.#", "#####", "#.#.#", "#####", "#.#.#", "#####")
	wide, _ := rectangle(t, 1000, 1000, assembly.Frontal)
	jobs := map[string]func(ctx context.Context) error{
		"steps": func(ctx context.Context) error { return Check(ctx, full, solved(fullMoves), noLimits) },
		"chain": func(ctx context.Context) error { return Check(ctx, teeth, solved(teethMoves), noLimits) },
		"stuck": func(ctx context.Context) error {
			return Check(ctx, stuck, impossible(assembly.Certificate{Stuck: &stuckMoves}), noLimits)
		},
		"peel":  func(ctx context.Context) error { return CheckCount(ctx, peeled, big.NewInt(1), noLimits) },
		"holes": func(ctx context.Context) error { return CheckCount(ctx, holes, big.NewInt(1), noLimits) },
		"exhausted": func(ctx context.Context) error {
			return Check(ctx, wide, impossible(assembly.Certificate{Exhausted: &assembly.Exhausted{Sets: 9}}), noLimits)
		},
	}
	puzzletest.Interrupt(t, jobs)
}

// TestUnaffordable claims what is not verified.
func TestUnaffordable(t *testing.T) {
	limit := func(err error, reason string) {
		t.Helper()
		var le *puzzle.LimitError
		if !errors.As(err, &le) || le.Limit != "check" || !strings.Contains(le.Msg, reason) {
			t.Errorf("%v; %q is expected", err, reason)
		}
	}
	p, _ := rectangle(t, 100, 100, assembly.Frontal)
	limit(CheckCount(background, p, big.NewInt(1), noLimits),
		"up to 8192 blocks is tried block by block, and this one has 10000")
	limit(Check(background, p, impossible(assembly.Certificate{Exhausted: &assembly.Exhausted{Sets: 1<<24 + 1}}),
		noLimits), "a search that met 16777217 sets")
	refuse(t, p, impossible(assembly.Certificate{Exhausted: &assembly.Exhausted{Sets: 3}}), "there are more")
}

// TestMemory has limits that are too small for each kind of work, and some that are enough.
func TestMemory(t *testing.T) {
	rect, steps := rectangle(t, 100, 100, assembly.Frontal)
	steps.AtLeast = 198
	plain := steps
	plain.Steps, plain.AtLeast = nil, 0
	teeth, chain := comb(t, 100, 201)
	top, s := lid(t, 100, 100)
	small, _ := rectangle(t, 20, 20, assembly.Frontal)
	ring := picture(assembly.Frontal, "#####", "#...#", "##.##")
	ringed := impossible(assembly.Certificate{Exhausted: newTable(ring).exhausted(ring.Root)})
	holes := picture(assembly.Frontal, "####", "#.##", "####", "##.#", "####")
	count := big.NewInt(18)
	loop := picture(assembly.Frontal, "##.R", "#.##", "###.")
	cycle := impossible(assembly.Certificate{Cycle: &assembly.Cycle{Shortest: true,
		Constraints: newTable(loop).shortest()}})
	for name, c := range map[string]struct {
		enough int64
		job    func(lim puzzle.Limits) error
	}{
		"moves": {20 << 10, func(lim puzzle.Limits) error { return Check(background, rect, solved(plain), lim) }},
		"steps": {500 << 10, func(lim puzzle.Limits) error { return Check(background, rect, solved(steps), lim) }},
		"chain": {500 << 10, func(lim puzzle.Limits) error { return Check(background, teeth, solved(chain), lim) }},
		"stuck": {200 << 10, func(lim puzzle.Limits) error {
			return Check(background, top, impossible(assembly.Certificate{Stuck: &s}), lim)
		}},
		"exhausted": {20 << 10, func(lim puzzle.Limits) error { return Check(background, ring, ringed, lim) }},
		"cycle":     {20 << 10, func(lim puzzle.Limits) error { return Check(background, loop, cycle, lim) }},
		"peel":      {20 << 10, func(lim puzzle.Limits) error { return CheckCount(background, small, big.NewInt(400), lim) }},
		"holes":     {20 << 20, func(lim puzzle.Limits) error { return CheckCount(background, holes, count, lim) }},
	} {
		if err := c.job(puzzle.Limits{Memory: c.enough}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		limited := 0
		for most := int64(2); most < c.enough; most += most/2 + 1 {
			var le *puzzle.LimitError
			if err := c.job(puzzle.Limits{Memory: most}); errors.As(err, &le) && le.Limit == "memory" {
				limited++
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if limited < 10 {
			t.Errorf("%s: only %d limits stopped it", name, limited)
		}
	}
}

// TestSparse has long lines on the largest board: memory goes with the blocks.
func TestSparse(t *testing.T) {
	const n = 300000
	for _, vertical := range []bool{false, true} {
		var blocks []assembly.Block
		w := assembly.Witness{}
		const from = assembly.MaxSide / 2
		for i := range int32(n) {
			if vertical {
				blocks = append(blocks, at(from+i, assembly.MaxSide-1))
			} else {
				blocks = append(blocks, at(assembly.MaxSide-1, from+i))
			}
			if i > 0 && vertical {
				w.Moves = append(w.Moves, assembly.MakeMove(assembly.Up, assembly.MaxSide-1))
			} else if i > 0 {
				w.Moves = append(w.Moves, assembly.MakeMove(assembly.Left, assembly.MaxSide-1))
			}
			w.Steps = append(w.Steps, 1)
		}
		w.First, w.Steps, w.AtLeast = blocks[0], w.Steps[1:], n-1
		p, err := assembly.New(assembly.MaxSide, assembly.MaxSide, blocks, assembly.NoRoot, assembly.Frontal)
		if err != nil {
			t.Fatal(err)
		}
		judge(t, p, solved(w), true)
		if err := Check(background, p, solved(w), puzzle.Limits{Memory: 128 * n}); err != nil {
			t.Error(err)
		}
	}
}
