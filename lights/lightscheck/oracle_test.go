package lightscheck

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

var (
	background = context.Background()
	noLimits   puzzle.Limits
)

// seeded returns a source of randomness whose seed is printed if the test fails.
func seeded(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

// The oracle knows nothing but the rules. It walks from the pressed cell to the lamps, and
// it tries all presses.
type oracle struct {
	p       *lights.Instance
	m       uint64
	w, h    int        // of the board of presses
	effects [][]uint64 // of each button, nil where there is none: what a press adds to each lamp
	results map[string]*result
}

// result is what leads to one sum of effects on the lamps that matter.
type result struct {
	solutions, optima int64
	cost              *big.Int
	plan, any         []uint32 // the least optimum, and some solution
}

// onBoard brings a cell onto the board, by a wrap where there is one.
func onBoard(p *lights.Instance, x, y int) (int, int, bool) {
	for ; p.Topology != lights.Plane && x < 0; x += p.Width {
	}
	for ; p.Topology != lights.Plane && x >= p.Width; x -= p.Width {
	}
	for ; p.Topology == lights.Torus && y < 0; y += p.Height {
	}
	for ; p.Topology == lights.Torus && y >= p.Height; y -= p.Height {
	}
	return x, y, x >= 0 && y >= 0 && x < p.Width && y < p.Height
}

func abs(a int) int { return max(a, -a) }

// effect is what pressing (x, y) adds to each lamp, from the definition of the patterns.
func effect(p *lights.Instance, x, y int) []uint64 {
	lamps := make([]uint64, p.Width*p.Height)
	if p.Net != nil {
		for _, l := range p.Net.Links {
			if int(l.Button) == x {
				lamps[l.Lamp] += uint64(l.Weight)
			}
		}
		return lamps
	}
	hit := func(dx, dy int, weight uint64) {
		if x, y, ok := onBoard(p, x+dx, y+dy); ok {
			lamps[y*p.Width+x] += weight
		}
	}
	for _, o := range p.Pattern.Offsets {
		hit(o.DX, o.DY, uint64(o.Weight))
	}
	name, open := strings.CutPrefix(p.Pattern.Name, "open-")
	d := 0
	if at := strings.IndexByte(name, ':'); at > 0 {
		fmt.Sscan(name[at+1:], &d)
		name = name[:at]
	}
	for dy := -d - 2; dy <= d+2; dy++ {
		for dx := -d - 2; dx <= d+2; dx++ {
			a, b := min(abs(dx), abs(dy)), max(abs(dx), abs(dy))
			if b > 0 && map[string]bool{
				"plus": a+b == 1, "x": a == 1 && b == 1, "king": b == 1, "knight": a == 1 && b == 2,
				"diamond": a+b == d, "ball": a+b <= d, "square": b <= d,
			}[name] {
				hit(dx, dy, 1)
			}
		}
	}
	walk := func(dx, dy int) {
		cx, cy, ok := onBoard(p, x+dx, y+dy)
		for ok && (cx != x || cy != y) {
			lamps[cy*p.Width+cx] = 1
			cx, cy, ok = onBoard(p, cx+dx, cy+dy)
		}
	}
	if name == "rook" || name == "queen" {
		walk(0, 1)
		walk(0, -1)
		walk(1, 0)
		walk(-1, 0)
	}
	if name == "bishop" || name == "queen" {
		walk(1, 1)
		walk(-1, -1)
		walk(1, -1)
		walk(-1, 1)
	}
	if !open && p.Pattern.Name != "" {
		hit(0, 0, 1)
	}
	return lamps
}

func newOracle(p *lights.Instance) *oracle {
	o := &oracle{p: p, m: uint64(p.Modulus), results: map[string]*result{}}
	o.h, o.w = p.Buttons()
	for y := range o.h {
		for x := range o.w {
			var e []uint64
			if p.Net != nil || p.Cell(y, x)&lights.NoButton == 0 {
				e = effect(p, x, y)
			}
			o.effects = append(o.effects, e)
		}
	}
	return o
}

// plans is how many boards of presses there are.
func (o *oracle) plans() float64 {
	n := 1.0
	for _, e := range o.effects {
		if e != nil {
			n *= float64(o.m)
		}
	}
	return n
}

// key is what o.results knows sums under: those of the lamps that matter.
func (o *oracle) key(lamps []uint64) string {
	var b strings.Builder
	for i, v := range lamps {
		if o.p.Net != nil || o.p.Cell(i/o.p.Width, i%o.p.Width)&lights.NoLamp == 0 {
			fmt.Fprint(&b, v%o.m, " ")
		}
	}
	return b.String()
}

func (o *oracle) costOf(plan []uint32) *big.Int {
	n := new(big.Int)
	for i, v := range plan {
		n.Add(n, new(big.Int).Mul(big.NewInt(int64(o.p.Cost(i/o.w, i%o.w))), big.NewInt(int64(v))))
	}
	return n
}

// enumerate tries all presses, in lexicographic order.
func (o *oracle) enumerate() {
	plan, lamps := make([]uint32, len(o.effects)), make([]uint64, o.p.Width*o.p.Height)
	var next func(i int)
	next = func(i int) {
		if i == len(plan) {
			key, cost := o.key(lamps), o.costOf(plan)
			r := o.results[key]
			if r == nil {
				r = &result{cost: cost}
				o.results[key] = r
			}
			r.solutions++
			if c := cost.Cmp(r.cost); c < 0 || r.plan == nil {
				r.cost, r.optima, r.plan = cost, 1, slices.Clone(plan)
			} else if c == 0 {
				r.optima++
			}
			if r.any == nil || (r.solutions*7)%3 == 0 {
				r.any = slices.Clone(plan)
			}
			return
		}
		if o.effects[i] == nil {
			next(i + 1)
			return
		}
		for v := range o.m {
			plan[i] = uint32(v)
			next(i + 1)
			for j, e := range o.effects[i] {
				lamps[j] += e
			}
		}
		for j, e := range o.effects[i] {
			lamps[j] -= o.m * e
		}
		plan[i] = 0
	}
	next(0)
}

// wantedSums is target − start.
func (o *oracle) wantedSums() []uint64 {
	var out []uint64
	for y := range o.p.Height {
		for x := range o.p.Width {
			out = append(out, uint64(o.p.Wanted(y, x)))
		}
	}
	return out
}

// proves reports whether y is a certificate of value.
func (o *oracle) proves(y []uint32, value uint32) bool {
	for i, v := range y {
		if uint64(v) >= o.m || v != 0 && o.p.Cells != nil && o.p.Cells[i]&lights.NoLamp != 0 {
			return false
		}
	}
	dot := func(e []uint64) (sum uint64) {
		for i, v := range y {
			sum = (sum + uint64(v)*e[i]) % o.m
		}
		return sum
	}
	for _, e := range o.effects {
		if e != nil && dot(e) != 0 {
			return false
		}
	}
	return value != 0 && dot(o.wantedSums()) == uint64(value)
}

// claims reports whether a witness is true.
func (o *oracle) claims(plan []uint32, cost, solutions, optima *big.Int) bool {
	lamps := make([]uint64, o.p.Width*o.p.Height)
	for i, v := range plan {
		if uint64(v) >= o.m || v != 0 && o.effects[i] == nil {
			return false
		}
		for j, e := range o.effects[i] {
			lamps[j] += e * uint64(v)
		}
	}
	r := o.results[o.key(o.wantedSums())]
	return o.key(lamps) == o.key(o.wantedSums()) && o.costOf(plan).Cmp(cost) == 0 &&
		(solutions == nil || solutions.Cmp(big.NewInt(r.solutions)) == 0) &&
		(optima == nil || optima.Cmp(big.NewInt(r.optima)) == 0 && slices.Equal(plan, r.plan))
}
