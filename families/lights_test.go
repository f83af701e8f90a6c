package families_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// lightsOracle answers by search: it sets the presses one after the other and drops a branch as
// soon as a lamp whose buttons are all set is wrong.
type lightsOracle struct {
	cache map[*lights.Instance]*lightsTruth
}

// lightsTruth is what enumeration finds.
type lightsTruth struct {
	count, cost, optima int64
	best                string
	matrix              [][]uint64 // [button][lamp]
}

// oracleMatrix presses each button once on an empty board, by the rules of the instance.
func oracleMatrix(p *lights.Instance) [][]uint64 {
	h, w := p.Buttons()
	out := make([][]uint64, w*h)
	var offsets []lights.Offset
	if p.Net == nil {
		var err error
		if offsets, err = p.Offsets(nil); err != nil {
			panic(err)
		}
	}
	for b := range out {
		out[b] = make([]uint64, p.Width*p.Height)
		if p.Net != nil {
			for _, l := range p.Net.Links {
				if int(l.Button) == b {
					out[b][l.Lamp] += uint64(l.Weight)
				}
			}
			continue
		}
		for _, o := range offsets {
			x, y := b%w+o.DX, b/w+o.DY
			if p.Topology != lights.Plane {
				x = (x + 4*w) % w
			}
			if p.Topology == lights.Torus {
				y = (y + 4*h) % h
			}
			if x >= 0 && x < w && y >= 0 && y < h {
				out[b][y*w+x] += uint64(o.Weight)
			}
		}
	}
	return out
}

func (o *lightsOracle) truth(p *lights.Instance) *lightsTruth {
	if t := o.cache[p]; t != nil {
		return t
	}
	t := &lightsTruth{matrix: oracleMatrix(p)}
	h, w := p.Buttons()
	n, lamps, m := w*h, p.Width*p.Height, uint64(p.Modulus)
	last := make([][]int, n+1) // lamps to be judged once button i is set; n: lamps without buttons
	for l := range lamps {
		if p.Cell(l/p.Width, l%p.Width)&lights.NoLamp != 0 {
			continue
		}
		at := n
		for b := range n {
			if t.matrix[b][l]%m != 0 {
				at = b
			}
		}
		last[at] = append(last[at], l)
	}
	board, x := make([]uint64, lamps), make([]uint64, n)
	right := func(list []int) bool {
		if p.Choice != nil {
			return true // only a whole board tells
		}
		for _, l := range list {
			if board[l] != uint64(p.Wanted(l/p.Width, l%p.Width)) {
				return false
			}
		}
		return true
	}
	var walk func(b int, cost int64)
	walk = func(b int, cost int64) {
		if b == n {
			if !oracleAllows(p, board) {
				return
			}
			t.count++
			switch {
			case t.count == 1 || cost < t.cost:
				t.cost, t.optima, t.best = cost, 1, fmt.Sprint(x)
			case cost == t.cost:
				t.optima++
			}
			return
		}
		for v := range m {
			if v > 0 && p.Net == nil && p.Cell(b/w, b%w)&lights.NoButton != 0 {
				break
			}
			x[b] = v
			for l := range board {
				board[l] = (board[l] + v*t.matrix[b][l]) % m
			}
			if right(last[b]) {
				walk(b+1, cost+int64(v)*int64(p.Cost(b/w, b%w)))
			}
			for l := range board {
				board[l] = (board[l] + (m-v)*t.matrix[b][l]) % m
			}
		}
		x[b] = 0
	}
	if right(last[n]) {
		walk(0, 0)
	}
	if len(o.cache) > 256 {
		clear(o.cache)
	}
	o.cache[p] = t
	return t
}

// oracleAllows reports whether what presses add to the start makes a board that p's Choice allows.
func oracleAllows(p *lights.Instance, added []uint64) bool {
	if p.Choice == nil {
		return true
	}
	wants := [][]uint64{}
	as := func(b *lights.Board, all uint64) {
		want := make([]uint64, len(added))
		for l := range want {
			if want[l] = all; b != nil {
				want[l] = uint64(b.At(l/p.Width, l%p.Width))
			}
		}
		wants = append(wants, want)
	}
	for _, g := range p.Choice.Goals {
		as(g, 0)
	}
	for v := uint64(0); p.Choice.Uniform && v < uint64(p.Modulus); v++ {
		as(nil, v)
	}
	if len(wants) == 0 {
		as(p.Target, 0)
	}
	return slices.ContainsFunc(wants, func(want []uint64) bool {
		wrong := 0
		for l, v := range want {
			shown := (uint64(p.Start.At(l/p.Width, l%p.Width)) + added[l]) % uint64(p.Modulus)
			if shown != v && p.Cell(l/p.Width, l%p.Width)&lights.NoLamp == 0 {
				wrong++
			}
		}
		return wrong <= p.Choice.Wrong
	})
}

func (o *lightsOracle) claimTrue(in puzzle.Instance, cl puzzle.Claim) bool {
	p := in.Value().(*lights.Instance)
	if p.LitOnly {
		return litClaimTrue(p, cl)
	}
	t := o.truth(p)
	if cl.Count() != nil {
		return cl.Count().Cmp(big.NewInt(t.count)) == 0
	}
	out := cl.Value().(lights.Outcome)
	if out.Verdict == puzzle.Impossible {
		if p.Choice != nil {
			return t.count == 0 && lightsSummed(p, t, out.Certificate.Sums)
		}
		return t.count == 0 && out.Certificate.Sums == nil && lightsCertified(p, t, out.Certificate)
	}
	h, w := p.Buttons()
	x := out.Witness.Presses
	if x.W != w || x.H != h {
		return false
	}
	board, cost, list := make([]uint64, p.Width*p.Height), int64(0), make([]uint64, w*h)
	for b := range w * h {
		v := uint64(x.At(b/w, b%w))
		if v >= uint64(p.Modulus) || v > 0 && p.Net == nil && p.Cell(b/w, b%w)&lights.NoButton != 0 {
			return false
		}
		list[b] = v
		cost += int64(v) * int64(p.Cost(b/w, b%w))
		for l := range board {
			board[l] = (board[l] + v*t.matrix[b][l]) % uint64(p.Modulus)
		}
	}
	if !oracleAllows(p, board) {
		return false
	}
	for l, v := range board {
		if p.Choice == nil && p.Cell(l/p.Width, l%p.Width)&lights.NoLamp == 0 && v != uint64(p.Wanted(l/p.Width, l%p.Width)) {
			return false
		}
	}
	s := out.Witness
	if s.Cost != nil && s.Cost.Cmp(big.NewInt(cost)) != 0 || s.Solutions != nil && s.Solutions.Cmp(big.NewInt(t.count)) != 0 {
		return false
	}
	return s.Optima == nil || s.Optima.Cmp(big.NewInt(t.optima)) == 0 && cost == t.cost && fmt.Sprint(list) == t.best
}

// litClaimTrue judges claims about boards on which only lit lamps can be pressed: it goes through all boards that can be
// reached.
func litClaimTrue(p *lights.Instance, cl puzzle.Claim) bool {
	matrix, m, cells := oracleMatrix(p), uint64(p.Modulus), p.Width*p.Height
	press := func(board []uint64, b int) []uint64 {
		out := slices.Clone(board)
		for l, v := range matrix[b] {
			if p.Cell(l/p.Width, l%p.Width) != lights.Hole {
				out[l] = (out[l] + v) % m
			}
		}
		return out
	}
	can := func(board []uint64, b int) bool {
		return b >= 0 && b < cells && board[b] != 0 && p.Cell(b/p.Width, b%p.Width)&lights.NoButton == 0
	}
	done := func(board []uint64) bool {
		for l, v := range board {
			want := uint64(0)
			if p.Target != nil {
				want = uint64(p.Target.At(l/p.Width, l%p.Width))
			}
			if v != want && p.Cell(l/p.Width, l%p.Width)&lights.NoLamp == 0 {
				return false
			}
		}
		return true
	}
	start := make([]uint64, cells)
	for l := range start {
		start[l] = uint64(p.Start.At(l/p.Width, l%p.Width))
	}
	fewest, ways, depth, list := -1, map[string]int64{fmt.Sprint(start): 1}, map[string]int{fmt.Sprint(start): 0}, [][]uint64{start}
	var digest [32]byte
	count := int64(0)
	for i := 0; i < len(list); i++ {
		board := list[i]
		here := fmt.Sprint(board)
		if done(board) && (fewest < 0 || fewest == depth[here]) {
			fewest, count = depth[here], count+ways[here]
		}
		var text []byte
		for _, v := range board {
			text = binary.LittleEndian.AppendUint32(text, uint32(v))
		}
		for k, v := range sha256.Sum256(text) {
			digest[k] ^= v
		}
		for b := range cells {
			if !can(board, b) {
				continue
			}
			next := press(board, b)
			there := fmt.Sprint(next)
			if _, known := depth[there]; !known {
				depth[there] = depth[here] + 1
				list = append(list, next)
			}
			if depth[there] == depth[here]+1 {
				ways[there] += ways[here]
			}
		}
	}
	if cl.Count() != nil {
		return cl.Count().Cmp(big.NewInt(count)) == 0
	}
	out := cl.Value().(lights.Outcome)
	if out.Verdict == puzzle.Impossible {
		e := out.Certificate.Exhausted
		if e == nil { // it holds without the order, if it holds at all
			t := &lightsTruth{matrix: matrix}
			return fewest < 0 && out.Certificate.Sums == nil && lightsCertified(p, t, out.Certificate)
		}
		return fewest < 0 && e.States == int64(len(list)) && e.Digest == digest
	}
	board := start
	for _, move := range out.Witness.Moves {
		b := move[0]*p.Width + move[1]
		if move[1] >= p.Width || !can(board, b) {
			return false
		}
		board = press(board, b)
	}
	return done(board) && out.Witness.Moves != nil && out.Witness.AtLeast <= int64(fewest)
}

// lightsSummed reports whether no press changes any of the sums, and whether every board that will do differs from the
// start in one; the latter on boards that are few.
func lightsSummed(p *lights.Instance, t *lightsTruth, sums []*lights.Board) bool {
	m, lamps := uint64(p.Modulus), p.Width*p.Height
	_, w := p.Buttons()
	for _, y := range sums {
		if y == nil || y.W != p.Width || y.H != p.Height {
			return false
		}
		for l := range lamps {
			if v := uint64(y.At(l/p.Width, l%p.Width)); v >= m || v > 0 && p.Cell(l/p.Width, l%p.Width)&lights.NoLamp != 0 {
				return false
			}
		}
		for b, column := range t.matrix {
			change := uint64(0)
			for l, v := range column {
				change = (change + v%m*uint64(y.At(l/p.Width, l%p.Width))) % m
			}
			if change != 0 && (p.Net != nil || p.Cell(b/w, b%w)&lights.NoButton == 0) {
				return false
			}
		}
	}
	few := 1
	for range lamps {
		if few *= int(m); few > 5000 {
			return len(sums) > 0
		}
	}
	added := make([]uint64, lamps)
	for code := range few {
		for l := range added {
			added[l], code = uint64(code)%m, code/int(m)
		}
		if oracleAllows(p, added) && !slices.ContainsFunc(sums, func(y *lights.Board) bool {
			sum := uint64(0)
			for l, v := range added {
				sum += v * uint64(y.At(l/p.Width, l%p.Width))
			}
			return sum%m != 0
		}) {
			return false
		}
	}
	return true
}

func lightsCertified(p *lights.Instance, t *lightsTruth, c *lights.Certificate) bool {
	if c.Weights.W != p.Width || c.Weights.H != p.Height {
		return false
	}
	m := uint64(p.Modulus)
	sum := uint64(0)
	for l := range p.Width * p.Height {
		v := uint64(c.Weights.At(l/p.Width, l%p.Width))
		if v >= m || v > 0 && p.Cell(l/p.Width, l%p.Width)&lights.NoLamp != 0 {
			return false
		}
		sum = (sum + v*uint64(p.Wanted(l/p.Width, l%p.Width))) % m
	}
	_, w := p.Buttons()
	for b, column := range t.matrix {
		if p.Net == nil && p.Cell(b/w, b%w)&lights.NoButton != 0 {
			continue
		}
		change := uint64(0)
		for l, v := range column {
			change = (change + v%m*uint64(c.Weights.At(l/p.Width, l%p.Width))) % m
		}
		if change != 0 {
			return false
		}
	}
	return sum != 0 && sum == uint64(c.Value)
}

// smallLights yields every board of 3 × 2 modulo 2 and of 2 × 2 modulo 4 with some patterns.
func smallLights(fam *puzzle.Family) iter.Seq[puzzle.Instance] {
	return func(yield func(puzzle.Instance) bool) {
		for _, size := range [][3]int{{3, 2, 2}, {2, 2, 4}} {
			w, h, m := size[0], size[1], size[2]
			for code := range 256 {
				if m == 2 && code >= 64 {
					break
				}
				for i, name := range []string{"plus", "king", "open-x", "diamond:2", "rook"} {
					p := &lights.Instance{Modulus: uint32(m), Width: w, Height: h, Pattern: lights.Pattern{Name: name},
						Topology: lights.Topology((code + i) % 3), Start: lights.NewBoard(h, w, uint32(m))}
					rest := code
					for c := range w * h {
						p.Start.Set(c/w, c%w, uint32(rest%m))
						rest /= m
					}
					in, err := fam.InstanceOf(p)
					if err != nil {
						panic(err)
					}
					if !yield(in) {
						return
					}
				}
			}
		}
	}
}

// slowLights is a board with a pattern of some three thousand offsets, whose matrix takes time to
// write out, and whose number of solutions takes time to check.
func slowLights(fam *puzzle.Family) puzzle.Instance {
	const n = 40
	rng := rand.New(rand.NewPCG(5, 6))
	p := &lights.Instance{Modulus: 2, Width: n, Height: n, Start: lights.NewBoard(n, n, 2)}
	for dy := 1 - n; dy < n; dy++ {
		for dx := 1 - n; dx < n; dx++ {
			if rng.IntN(2) == 0 {
				p.Pattern.Offsets = append(p.Pattern.Offsets, lights.Offset{DX: dx, DY: dy, Weight: 1})
			}
		}
	}
	in, err := fam.InstanceOf(p)
	if err != nil {
		panic(err)
	}
	return in
}

// A net of nothing but numbers is read and answered, or refused, in what its boards of bits take: its claim, eight times
// as long, is refused before it is made.
func TestBareNetKeepsToItsMemory(t *testing.T) {
	tree, err := document.ParseJSON([]byte(`{"family":"lights","version":1,"buttons":16777216,"lamps":16777216,"links":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	fam, lim := families.Lights(), puzzle.Limits{Memory: 10 << 20}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ins, err := fam.DecodeInstances(lim.Meter(t.Context()), &tree)
	if err != nil {
		t.Fatal(err)
	}
	cl, err := fam.Prove(t.Context(), ins[0], lim)
	runtime.ReadMemStats(&after)
	if err != nil || cl.Verdict() != puzzle.Unknown || cl.Stopped().Limit != "memory" {
		t.Errorf("%v, %+v, %v", cl.Verdict(), cl.Stopped(), err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 20<<20 {
		t.Errorf("it takes %d bytes under a limit of %d", took, lim.Memory)
	}
}

func TestLightsContract(t *testing.T) {
	fam := families.Lights()
	oracle := &lightsOracle{cache: map[*lights.Instance]*lightsTruth{}}
	puzzletest.Kit{
		Family:  fam,
		Fresh:   families.Lights,
		Small:   smallLights(fam),
		True:    oracle.claimTrue,
		Sizes:   []int{1, 2, 4, 6},
		PerSize: extent.Less(10, 40),
		AtOnce:  []int{16, 64},
		Slow:    func() puzzle.Instance { return slowLights(fam) },
		// Values of two digits, a board that cannot be solved, and costs.
		Analyzed: slices.Concat(
			mustInstances(fam, `{"family":"lights","version":1,"modulus":12,"start":[[1,10,0,3],[0,11,2,2],[5,0,0,1],[7,7,7,7]]}`),
			mustInstances(fam, `{"family":"lights","version":1,"modulus":12,"pattern":[[0,0,2],[1,0,10]],"start":[[1,10,0],[0,11,2]]}`),
			mustInstances(fam, `{"family":"lights","version":1,"modulus":3,"start":["1200","0110","2222","0001"],"costs":["1111","2222","3333","4444"]}`),
		),
		Seed:      20261129,
		Expensive: expensiveLights,
	}.Run(t)
}

// expensiveLights occupied a machine for a minute or took gigabytes, whatever the limits said.
var expensiveLights = []string{
	`{"family":"lights","version":1,"width":1000000,"height":1,"modulus":3}`,
	`{"family":"lights","version":1,"width":16777216,"height":1}`,
	`{"family":"lights","version":1,"width":1,"height":16777216,"modulus":4}`,
	`{"family":"lights","version":1,"width":20000,"height":2,"modulus":9}`,
	`{"family":"lights","version":1,"width":4000,"height":4000,"modulus":2147483647}`,
	`{"family":"lights","version":1,"width":100000,"height":100,"topology":"torus"}`,
	`{"family":"lights","version":1,"width":300,"height":300,"pattern":"king","modulus":6}`,
	`{"family":"lights","version":1,"width":60,"height":60,"pattern":"king","topology":"torus","modulus":1073741824}`,
	`{"family":"lights","version":1,"buttons":16777216,"lamps":16777216,"links":[]}`,
	`{"family":"lights","version":1,"buttons":16777216,"lamps":1,"links":[[1,1]]}`,
	`{"family":"lights","version":1,"graph":{"nodes":16777216,"edges":[[1,2]]}}`,
	`{"family":"lights","version":1,"modulus":33,"width":5,"height":5}`,
	`{"family":"lights","version":1,"width":4096,"height":4096,"pattern":"ball:2047","topology":"torus"}`,
	`{"family":"lights","version":1,"width":4096,"height":4096,"pattern":"square:2047","topology":"torus","modulus":3}`,
	`{"family":"lights","version":1,"width":2047,"height":2049,"pattern":"bishop","topology":"torus"}`,
	`{"family":"lights","version":1,"modulus":2147483648,"width":30,"height":30,"pattern":[[0,0,1],[29,29,7]]}`,
}
