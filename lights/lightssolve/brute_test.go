package lightssolve

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// naive is the oracle's dynamics: it presses buttons one cell at a time on a board of numbers.
type naive struct {
	p       *lights.Instance
	offsets []lights.Offset
}

func (n naive) press(board []uint64, x, y int, times uint64) {
	p := n.p
	if p.Net != nil {
		for _, l := range p.Net.Links {
			if int(l.Button) == x {
				board[l.Lamp] = (board[l.Lamp] + times*uint64(l.Weight)) % uint64(p.Modulus)
			}
		}
		return
	}
	for _, o := range n.offsets {
		tx, ty := x+o.DX, y+o.DY
		if p.Topology != lights.Plane {
			tx = ((tx % p.Width) + p.Width) % p.Width
		}
		if p.Topology == lights.Torus {
			ty = ((ty % p.Height) + p.Height) % p.Height
		}
		if tx < 0 || ty < 0 || tx >= p.Width || ty >= p.Height {
			continue
		}
		i := ty*p.Width + tx
		board[i] = (board[i] + times*uint64(o.Weight)) % uint64(p.Modulus)
	}
}

// rawOffsets spells the pattern out without any fitting: duplicates stay apart.
func rawOffsets(p *lights.Instance) []lights.Offset {
	if p.Net != nil {
		return nil
	}
	if p.Pattern.Name == "" {
		return p.Pattern.Offsets
	}
	big := *p
	switch strings.TrimPrefix(p.Pattern.Name, "open-") {
	case "rook", "bishop", "queen": // lines depend on the board
	default:
		big.Width, big.Height, big.Topology = 99, 99, lights.Plane
	}
	out, err := big.Offsets(nil)
	if err != nil {
		panic(err)
	}
	return out
}

// reach presses buttons by x and returns the change.
func reach(p *lights.Instance, x *lights.Board) []uint64 {
	n := naive{p, rawOffsets(p)}
	board := make([]uint64, p.Width*p.Height)
	for row := range x.H {
		for col := range x.W {
			if v := x.At(row, col); v != 0 {
				n.press(board, col, row, uint64(v))
			}
		}
	}
	return board
}

// right reports whether x is a solution of p.
func right(p *lights.Instance, x *lights.Board) bool {
	got := reach(p, x)
	for y := range p.Height {
		for c := range p.Width {
			if p.Cell(y, c)&lights.NoLamp == 0 && got[y*p.Width+c] != uint64(p.Wanted(y, c)) {
				return false
			}
		}
	}
	for y := range x.H {
		for c := range x.W {
			if p.Net == nil && p.Cell(y, c)&lights.NoButton != 0 && x.At(y, c) != 0 {
				return false
			}
		}
	}
	return true
}

// certified reports whether c proves that p has no solution.
func certified(p *lights.Instance, c *lights.Certificate) bool {
	m := uint64(p.Modulus)
	dot := func(change []uint64) (s uint64) {
		for i, v := range change {
			s = (s + v*uint64(c.Weights.At(i/p.Width, i%p.Width))) % m
		}
		return s
	}
	h, w := p.Buttons()
	n := naive{p, rawOffsets(p)}
	for y := range h {
		for x := range w {
			if p.Net == nil && p.Cell(y, x)&lights.NoButton != 0 {
				continue
			}
			board := make([]uint64, p.Width*p.Height)
			n.press(board, x, y, 1)
			if dot(board) != 0 {
				return false
			}
		}
	}
	b := make([]uint64, p.Width*p.Height)
	for i := range b {
		if p.Cell(i/p.Width, i%p.Width)&lights.NoLamp != 0 && c.Weights.At(i/p.Width, i%p.Width) != 0 {
			return false
		}
		b[i] = uint64(p.Wanted(i/p.Width, i%p.Width))
	}
	return dot(b) != 0 && dot(b) == uint64(c.Value)
}

// wholeTruth enumerates all presses of p's rules: for each reachable change of the lamps that
// matter, how many presses reach it, the least cost, how many have it, and the least of them.
type truth struct {
	count, optima int64
	cost          int64
	best          string
}

func wholeTruth(p *lights.Instance) map[string]*truth {
	h, w := p.Buttons()
	n := naive{p, rawOffsets(p)}
	out := map[string]*truth{}
	x := lights.NewBoard(h, w, p.Modulus)
	board := make([]uint64, p.Width*p.Height)
	key := make([]byte, 4*len(board))
	var walk func(i int)
	walk = func(i int) {
		if i == w*h {
			for k, v := range board {
				if p.Cell(k/p.Width, k%p.Width)&lights.NoLamp != 0 {
					v = 0
				}
				key[k] = byte(v)
			}
			cost := costOf(nil, p, x).Int64()
			name := fmt.Sprint(engine.Cells(nil, x))
			t := out[string(key)]
			if t == nil {
				t = &truth{cost: cost + 1}
				out[string(key)] = t
			}
			t.count++
			switch {
			case cost < t.cost:
				t.cost, t.optima, t.best = cost, 1, name
			case cost == t.cost:
				t.optima++ // boards come in lexicographic order, so the first is the least
			}
			return
		}
		cx, cy := i%w, i/w
		if p.Net == nil && p.Cell(cy, cx)&lights.NoButton != 0 {
			walk(i + 1)
			return
		}
		for v := range p.Modulus {
			x.Set(cy, cx, v)
			walk(i + 1)
			n.press(board, cx, cy, 1)
		}
		x.Set(cy, cx, 0)
	}
	walk(0)
	return out
}

// agree compares the solver with the truth on random and reachable starts.
func agree(t *testing.T, rng *rand.Rand, p *lights.Instance, starts int) {
	t.Helper()
	all := wholeTruth(p)
	ctx := context.Background()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	sys, err := prepare(ctx, p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	name := func() string {
		return fmt.Sprintf("%d × %d mod %d %v %v cells %v costs %v net %+v methods %q start %v", p.Width, p.Height, p.Modulus, p.Pattern, p.Topology, p.Cells, p.Costs, p.Net, sys.Methods(), engine.Cells(nil, p.Start))
	}
	zero := all[string(make([]byte, 4*p.Width*p.Height))]
	if sys.Solutions().Cmp(big.NewInt(zero.count)) != 0 {
		t.Fatalf("%s: %s quiet patterns, want %d", name(), sys.Solutions(), zero.count)
	}
	for range starts {
		for y := range p.Height {
			for x := range p.Width {
				v := rng.Uint32N(p.Modulus)
				if p.Cell(y, x) == lights.Hole {
					v = 0
				}
				p.Start.Set(y, x, v)
			}
		}
		if rng.IntN(2) == 0 { // make it solvable
			h, w := p.Buttons()
			x := lights.NewBoard(h, w, p.Modulus)
			for i := range w * h {
				if p.Net != nil || p.Cell(i/w, i%w)&lights.NoButton == 0 {
					x.Set(i/w, i%w, rng.Uint32N(p.Modulus))
				}
			}
			for i, v := range reach(p, x) {
				if p.Cell(i/p.Width, i%p.Width) != lights.Hole {
					p.Start.Set(i/p.Width, i%p.Width, uint32(v))
				}
			}
		}
		key := make([]byte, 4*p.Width*p.Height)
		for i := range p.Width * p.Height {
			if p.Cell(i/p.Width, i%p.Width)&lights.NoLamp == 0 {
				key[i] = byte(p.Wanted(i/p.Width, i%p.Width))
			}
		}
		want := all[string(key)]
		for _, only := range []bool{true, false} {
			o, err := sys.Solve(ctx, p, puzzle.Limits{VerdictOnly: only})
			if err != nil {
				t.Fatal(err)
			}
			if (o.Verdict == puzzle.Solved) != (want != nil) {
				t.Fatalf("%s: %v, truth %+v", name(), o.Verdict, want)
			}
			if want == nil {
				if !only && !certified(p, o.Certificate) {
					t.Fatalf("%s: wrong certificate %v value %d", name(), engine.Cells(nil, o.Certificate.Weights), o.Certificate.Value)
				}
				continue
			}
			if only {
				continue
			}
			w := o.Witness
			if !right(p, w.Presses) {
				t.Fatalf("%s: wrong presses %v", name(), engine.Cells(nil, w.Presses))
			}
			if w.Solutions.Int64() != want.count || w.Cost.Int64() != want.cost || w.Optima.Int64() != want.optima || fmt.Sprint(engine.Cells(nil, w.Presses)) != want.best {
				t.Fatalf("%s: %v cost %v solutions %v optima %v; truth %+v", name(), engine.Cells(nil, w.Presses), w.Cost, w.Solutions, w.Optima, want)
			}
		}
	}
	checkKernels(t, p, sys, zero.count, name)
}

// checkKernels verifies generators and their number.
func checkKernels(t *testing.T, p *lights.Instance, sys *System, count int64, name func() string) {
	t.Helper()
	gens, err := sys.Kernel(context.Background(), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	product := int64(1)
	for _, g := range gens {
		quiet := reach(p, g)
		for i, v := range quiet {
			if v != 0 && p.Cell(i/p.Width, i%p.Width)&lights.NoLamp == 0 {
				t.Fatalf("%s: %v is not quiet", name(), engine.Cells(nil, g))
			}
		}
		product *= int64(uint64(p.Modulus) / commonDivisor(engine.Cells(nil, g), uint64(p.Modulus)))
	}
	if product != count {
		t.Fatalf("%s: the generators make %d, want %d", name(), product, count)
	}
	left, err := sys.LeftKernel(context.Background(), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range left {
		c := &lights.Certificate{Weights: y}
		q := *p
		q.Start = lights.NewBoard(p.Height, p.Width, p.Modulus)
		c.Value = product2(nil, y, wanted(nil, p), p.Modulus)
		if c.Value != 0 && !certified(p, c) {
			t.Fatalf("%s: %v is no left kernel", name(), engine.Cells(nil, y))
		}
	}
}

var allPatterns = []string{"plus", "x", "king", "knight", "diamond:1", "diamond:2", "diamond:3", "ball:2", "square:2", "rook", "bishop", "queen"}

func randomPattern(rng *rand.Rand, m uint32) lights.Pattern {
	if rng.IntN(3) > 0 {
		name := allPatterns[rng.IntN(len(allPatterns))]
		if rng.IntN(3) == 0 {
			name = "open-" + name
		}
		return lights.Pattern{Name: name}
	}
	var pt lights.Pattern
	seen := map[[2]int]bool{}
	if rng.IntN(2) == 0 { // a plus with weights
		a, b, c := 1+rng.Uint32N(m-1), 1+rng.Uint32N(m-1), 1+rng.Uint32N(m-1)
		return lights.Pattern{Offsets: []lights.Offset{{DX: 0, DY: 0, Weight: c}, {DX: 1, DY: 0, Weight: a}, {DX: -1, DY: 0, Weight: a}, {DX: 0, DY: 1, Weight: b}, {DX: 0, DY: -1, Weight: b}}}
	}
	for range 1 + rng.IntN(5) {
		dx, dy := rng.IntN(5)-2, rng.IntN(5)-2
		if !seen[[2]int{dx, dy}] {
			seen[[2]int{dx, dy}] = true
			pt.Offsets = append(pt.Offsets, lights.Offset{DX: dx, DY: dy, Weight: 1 + rng.Uint32N(m-1)})
		}
	}
	return pt
}

// maxTruth bounds an enumeration.
const maxTruth = 5000

func tiny(m uint32, cells int) bool {
	n := 1
	for range cells {
		if n *= int(m); n > maxTruth {
			return false
		}
	}
	return true
}

// Every tiny board size for m = 2 … 12, every named pattern, all topologies.
func TestTinyBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	n := 0
	for m := uint32(2); m <= 12; m++ {
		for w := 1; w <= 12; w++ {
			for h := 1; h <= 12; h++ {
				if !tiny(m, w*h) || w*h > 8 && rng.IntN(4) > 0 || rng.IntN(extent.Less(6, 1)) > 0 {
					continue
				}
				for _, topo := range []lights.Topology{lights.Plane, lights.Cylinder, lights.Torus} {
					for _, name := range allPatterns {
						if rng.IntN(2) == 0 {
							name = "open-" + name
						}
						p := &lights.Instance{Modulus: m, Width: w, Height: h, Topology: topo, Pattern: lights.Pattern{Name: name}, Start: lights.NewBoard(h, w, m)}
						agree(t, rng, p, 3)
						n++
					}
				}
			}
		}
	}
	t.Logf("%d boards", n)
}

// Random rules: weights, holes, dead buttons, lamps that do not matter, costs, targets, nets.
func TestRandomRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range extent.Rounds(12000) {
		m := 2 + rng.Uint32N(11)
		w, h := 1+rng.IntN(4), 1+rng.IntN(4)
		if !tiny(m, w*h) {
			continue
		}
		p := &lights.Instance{Modulus: m, Width: w, Height: h, Start: lights.NewBoard(h, w, m)}
		if rng.IntN(4) == 0 {
			buttons := 1 + rng.IntN(w*h)
			p.Width, p.Height = w*h, 1
			p.Start = lights.NewBoard(1, w*h, m)
			var links []lights.Link
			for range rng.IntN(3 * w * h) {
				links = append(links, lights.Link{Button: int32(rng.IntN(buttons)), Lamp: int32(rng.IntN(w * h)), Weight: 1 + rng.Uint32N(m-1)})
			}
			p.Net = lights.NewNet(buttons, w*h, links, m)
		} else {
			p.Topology = lights.Topology(rng.IntN(3))
			p.Pattern = randomPattern(rng, m)
			if rng.IntN(2) == 0 {
				p.Cells = make([]lights.Cell, w*h)
				for i := range p.Cells {
					if rng.IntN(3) == 0 {
						p.Cells[i] = lights.Cell(rng.IntN(4))
					}
				}
			}
		}
		if rng.IntN(3) == 0 {
			bh, bw := p.Buttons()
			p.Costs = make([]uint32, bw*bh)
			for i := range p.Costs {
				if p.Cells == nil || p.Cells[i] != lights.Hole {
					p.Costs[i] = rng.Uint32N(5)
				}
			}
		}
		if rng.IntN(2) == 0 {
			p.Target = lights.NewBoard(p.Height, p.Width, m)
			for i := range p.Width * p.Height {
				if p.Cells == nil || p.Cells[i] != lights.Hole {
					p.Target.Set(i/p.Width, i%p.Width, rng.Uint32N(m))
				}
			}
		}
		agree(t, rng, p, 4)
	}
}
