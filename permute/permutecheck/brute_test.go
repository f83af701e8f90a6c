package permutecheck

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// mostBoards is what the oracle visits of a random instance.
const mostBoards = 800

// TestBySearch claims every lower bound for random ways.
func TestBySearch(t *testing.T) {
	rng := seeded(t)
	optimal, better, limited := 0, 0, 0
	for range extent.Until(t, 700, extent.Met(&optimal, 50), extent.Met(&better, 50), extent.Met(&limited, 50)) {
		p, w := randomInstance(t, rng, true)
		b := explore(p, mostBoards)
		if !b.whole {
			continue
		}
		least := b.least()
		for _, w.AtLeast = range []int64{0, 1, least - 1, least, least + 1, w.Cost, w.Cost + 1} {
			if w.AtLeast < 0 {
				continue
			}
			w.Bound = permute.BySearch
			good := w.AtLeast <= least
			judge(t, p, solved(w), good)
			if w.AtLeast == w.Cost && good {
				optimal++
			}
			if w.AtLeast > least && w.AtLeast <= w.Cost {
				better++
			}
			// A side that may see few boards never errs, and sees enough where it may see all.
			for _, bound := range []int{1, 2, 3, 5, 9, 20, len(b.boards)} {
				k := newWork(background, p, noLimits)
				k.bound = bound
				err := k.checkWitness(&w)
				switch {
				case errors.Is(err, puzzle.ErrLimit):
					limited++
					if bound == len(b.boards) {
						t.Fatalf("%s: %+v: %v with room for %d boards", describe(p), w, err, bound)
					}
				case good && err != nil || !good && !errors.Is(err, puzzle.ErrRejected):
					t.Fatalf("%s: %+v: %v with a bound of %d; the least cost is %d", describe(p), w, err, bound, least)
				}
			}
		}
	}
}

// TestByDistance compares every lower bound with sums of fractions over all ways of single tiles.
func TestByDistance(t *testing.T) {
	rng := seeded(t)
	accepted, rejected, odd := 0, 0, 0 // odd: with another distance backwards
	for range extent.Until(t, 1500, extent.Met(&accepted, 50), extent.Met(&rejected, 50), extent.Met(&odd, 50)) {
		p, w := randomInstance(t, rng, true)
		proven := distances(p)
		w.Bound = permute.ByDistance
		for _, w.AtLeast = range []int64{0, 1, proven - 1, proven, proven + 1, w.Cost} {
			if w.AtLeast < 0 {
				continue
			}
			good := w.AtLeast <= proven && w.AtLeast <= w.Cost
			judge(t, p, solved(w), good)
			if good && w.AtLeast > 1 {
				accepted++
			}
			if !good && w.AtLeast <= w.Cost {
				rejected++
			}
		}
		if b := explore(p, mostBoards); b.whole && proven > b.least() {
			t.Fatalf("%s: at least %d; the least cost is %d", describe(p), proven, b.least())
		}
		if back := distances(reversed(p)); back != proven {
			odd++
		}
	}
}

// reversed undoes the moves of p.
func reversed(p *permute.Instance) *permute.Instance {
	q := *p
	set := *p.Moves
	set.Moves = slices.Clone(set.Moves)
	for i := range set.Moves {
		set.Moves[i].Cycles = slices.Clone(set.Moves[i].Cycles)
		for j, c := range set.Moves[i].Cycles {
			set.Moves[i].Cycles[j] = slices.Clone(c)
			slices.Reverse(set.Moves[i].Cycles[j])
		}
	}
	q.Moves = &set
	return &q
}

// distances is the greatest lower bound by distance, by the algorithm of Floyd and Warshall.
func distances(p *permute.Instance) int64 {
	n := len(p.Start)
	d := make([][]*big.Rat, n)
	for c := range d {
		d[c] = make([]*big.Rat, n)
		d[c][c] = new(big.Rat)
	}
	shorten := func(a, b int, x *big.Rat) {
		if d[a][b] == nil || x.Cmp(d[a][b]) < 0 {
			d[a][b] = x
		}
	}
	for i, image := range images(p) {
		var cells int64
		for c, to := range image {
			if int32(c) != to {
				cells++
			}
		}
		for c, to := range image {
			if int32(c) != to {
				shorten(c, int(to), big.NewRat(p.Moves.Moves[i].Cost, cells))
			}
		}
	}
	for m := range n {
		for a := range n {
			for b := range n {
				if d[a][m] != nil && d[m][b] != nil {
					shorten(a, b, new(big.Rat).Add(d[a][m], d[m][b]))
				}
			}
		}
	}
	var least *big.Rat
	for _, goal := range p.Goals {
		sum := new(big.Rat)
		for c, tile := range p.Start {
			var own *big.Rat
			for g, want := range goal {
				if (want == tile || want == permute.Any) && d[c][g] != nil && (own == nil || d[c][g].Cmp(own) < 0) {
					own = d[c][g]
				}
			}
			if own == nil {
				sum = nil
				break
			}
			sum.Add(sum, own)
		}
		if sum != nil && (least == nil || sum.Cmp(least) < 0) {
			least = sum
		}
	}
	if least == nil {
		return 1 << 60
	}
	up := new(big.Int).Add(least.Num(), new(big.Int).Sub(least.Denom(), big.NewInt(1)))
	return up.Div(up, least.Denom()).Int64()
}

// TestCount compares numbers of optimal ways.
func TestCount(t *testing.T) {
	rng := seeded(t)
	none, many := 0, 0
	for i := range extent.Until(t, 600, extent.Met(&none, 20), extent.Met(&many, 20)) {
		p, _ := randomInstance(t, rng, i%3 > 0)
		b := explore(p, mostBoards)
		if !b.whole {
			continue
		}
		n := b.ways()
		if err := CheckCount(background, p, n, noLimits); err != nil {
			t.Fatalf("%s: %v: %v", describe(p), n, err)
		}
		for _, d := range []int64{-1, 1} {
			wrong := new(big.Int).Add(n, big.NewInt(d))
			if err := CheckCount(background, p, wrong, noLimits); !errors.Is(err, puzzle.ErrRejected) {
				t.Fatalf("%s: %v is %d off: %v", describe(p), n, d, err)
			}
		}
		if n.Sign() == 0 {
			none++
		}
		if n.Cmp(big.NewInt(1)) > 0 {
			many++
		}
		for _, bound := range []int{1, 2, 5, 20, len(b.boards) - 1, len(b.boards)} {
			k := newWork(background, p, noLimits)
			k.bound = bound
			got, err := k.ways()
			if err == nil && got.Cmp(n) != 0 || err != nil && (!errors.Is(err, puzzle.ErrLimit) || bound == len(b.boards)) {
				t.Fatalf("%s: %v ways, %v with a bound of %d; there are %v", describe(p), got, err, bound, n)
			}
			// Where the start has other tiles in an orbit than every goal nothing has to be seen.
			lean, _ := k.lean()
			if err == nil && n.Sign() == 0 && bound < len(b.boards) && len(lean.p.Goals) > 0 {
				t.Fatalf("%s: %d boards seen with a bound of %d", describe(p), len(b.boards), bound)
			}
		}
	}
}

// TestFillings lists the boards that fit a goal.
func TestFillings(t *testing.T) {
	rng := seeded(t)
	for range extent.Rounds(300) {
		p, _ := randomInstance(t, rng, false)
		if len(p.Start) > 6 {
			continue
		}
		p.Goals[0] = blot(rng, p.Goals[0], 2)
		want := map[string]int{}
		total := 0
		seen := map[string]bool{}
		all := subset(1<<len(p.Start)-1, len(p.Start))
		var place func(done int)
		place = func(done int) {
			if done < len(all) {
				for i := done; i < len(all); i++ {
					all[done], all[i] = all[i], all[done]
					place(done + 1)
					all[done], all[i] = all[i], all[done]
				}
				return
			}
			board := after(p.Start, all)
			if key := fmt.Sprint(board); !seen[key] {
				seen[key] = true
				for _, g := range p.Goals {
					if fits(board, g) {
						want[key]++
						total++
					}
				}
			}
		}
		place(0)
		k := newWork(background, p, noLimits)
		if n, err := k.fillings(); n != total || err != nil {
			t.Fatalf("%s: %d fillings, %v; there are %d", describe(p), n, err, total)
		}
		got := map[string]int{}
		err := filled(k, func(board []int32) error {
			got[fmt.Sprint(board)]++
			return nil
		})
		if !maps.Equal(got, want) || err != nil {
			t.Fatalf("%s: %v, %v; want %v", describe(p), got, err, want)
		}
		k.bound = max(1, total-1)
		if n, err := k.fillings(); (n > k.bound) != (total > k.bound) || err != nil {
			t.Fatalf("%s: %d fillings, %v; there are %d", describe(p), n, err, total)
		}
	}
	for n := 11; n < 90; n++ { // n! is 0 in 64 bits from 66 on
		start := subset(0, 0)
		for c := range n {
			start = append(start, int32(c))
		}
		goal := slices.Repeat([]permute.Tile{permute.Any}, n)
		p := build(t, 1, n, start, [][]permute.Tile{goal, start})
		if got, err := newWork(background, p, noLimits).fillings(); got <= permute.SearchBound || err != nil {
			t.Errorf("%d fillings of %d cells, %v", got, n, err)
		}
	}
}

// TestManyWays has 2^k ways: two names for a cyclic shift that is needed k times.
func TestManyWays(t *testing.T) {
	const n = 150
	start := make([]permute.Tile, n)
	cycle := make([]int32, n)
	for i := range n {
		start[i], cycle[i] = permute.Tile(i), int32(i)
	}
	for _, k := range []int{1, 62, 63, 64, 65, 127, 128, 149} {
		goal := append(slices.Clone(start[n-k:]), start[:n-k]...)
		p := build(t, 1, n, start, [][]permute.Tile{goal},
			permute.Move{Name: "a", Cost: 2, Cycles: [][]int32{cycle}},
			permute.Move{Name: "b", Cost: 2, Cycles: [][]int32{cycle}})
		want := new(big.Int).Lsh(big.NewInt(1), uint(k))
		if err := CheckCount(background, p, want, noLimits); err != nil {
			t.Fatal(k, err)
		}
		// A third name that is as cheap only from the fourth move on: 2a + 2b = 8 = 4 moves in one.
		if k < 4 {
			continue
		}
		leap := make([]int32, 0, n)
		for i := range n {
			leap = append(leap, int32(4*i%n))
		}
		four := [][]int32{leap[:n/2], nil} // 4 and 150 have the common divisor 2
		for i := range n / 2 {
			four[1] = append(four[1], leap[i]+1)
		}
		q := build(t, 1, n, start, [][]permute.Tile{goal},
			append(slices.Clone(p.Moves.Moves), permute.Move{Name: "c", Cost: 8, Cycles: four})...)
		ways := make([]*big.Int, k+1)
		for i := range ways {
			switch {
			case i == 0:
				ways[i] = big.NewInt(1)
			default:
				ways[i] = new(big.Int).Lsh(ways[i-1], 1)
				if i >= 4 {
					ways[i].Add(ways[i], ways[i-4])
				}
			}
		}
		if err := CheckCount(background, q, ways[k], noLimits); err != nil {
			t.Fatal(k, err)
		}
	}
}

// TestExhausted claims all that can be reached, with and without faults.
func TestExhausted(t *testing.T) {
	rng := seeded(t)
	good, bad := 0, 0
	for range extent.Until(t, 500, extent.Met(&good, 30), extent.Met(&bad, 30)) {
		p, _ := randomInstance(t, rng, false)
		b := explore(p, mostBoards)
		if !b.whole {
			continue
		}
		e := b.exhausted()
		claim := func(e permute.Exhausted) permute.Outcome {
			return impossible(p, permute.Certificate{Exhausted: &e})
		}
		if b.least() >= 0 {
			bad++
			refuse(t, p, claim(e), "can be reached; goal")
			continue
		}
		good++
		judge(t, p, claim(e), true)
		for _, d := range []int64{-1, 1, -e.States, -2 * e.States} {
			f := e
			f.States += d
			judge(t, p, claim(f), false)
		}
		f := e
		f.Digest[rng.IntN(32)] ^= 1 << rng.IntN(8)
		refuse(t, p, claim(f), "the digest")
		for _, bound := range []int{1, 5, len(b.boards) - 1, len(b.boards)} {
			k := newWork(background, p, noLimits)
			k.bound = bound
			err := k.checkExhausted(&e)
			if bound < len(b.boards) && !errors.Is(err, puzzle.ErrLimit) || bound == len(b.boards) && err != nil {
				t.Fatalf("%s: %v with a bound of %d", describe(p), err, bound)
			}
		}
	}
}
