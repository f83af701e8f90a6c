package maze

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
	"pgregory.net/rapid"
)

// drawInstance draws a small board of any rules.
func drawInstance(t *rapid.T) *tilt.Instance {
	h, w := rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns")
	p := &tilt.Instance{Palette: []string{"a", "b", "r", "s"}, Start: tilt.NewBoard(h, w, 4)}
	r := &tilt.Rules{Ground: make([]tilt.Ground, h*w)}
	r.One, r.Unit = rapid.Bool().Draw(t, "one"), rapid.Bool().Draw(t, "unit")
	p.Rules = r
	if rapid.Bool().Draw(t, "robots") {
		r.Robots = []int{3, 4}
	}
	ground := rapid.SampledFrom([]string{"......", ".....#", "....##", "....#O"}).Draw(t, "ground")
	for i := range r.Ground {
		r.Ground[i] = tilt.Ground(slices.Index([]byte(".#O"), rapid.SampledFrom([]byte(ground)).Draw(t, "cell")))
	}
	if rapid.Bool().Draw(t, "pieces") {
		r.Pieces = make([]uint32, h*w)
	}
	for k := range rapid.IntRange(0, 5).Draw(t, "tiles") {
		i := rapid.IntRange(0, h*w-1).Draw(t, "at")
		colour := rapid.IntRange(1, 4).Draw(t, "colour")
		if r.Ground[i] != tilt.Floor || p.Start.At(i/w, i%w) != 0 {
			continue
		}
		p.Start.Set(i/w, i%w, colour)
		if j := i + 1; r.Pieces != nil && j%w != 0 && r.Ground[j] != tilt.Wall && p.Start.At(j/w, j%w) == 0 {
			p.Start.Set(j/w, j%w, (colour+1)/2*2-rapid.IntRange(0, 1).Draw(t, "beside"))
			r.Pieces[i], r.Pieces[j] = uint32(k+1), uint32(k+1)
		}
	}
	switch rapid.IntRange(0, 3).Draw(t, "question") {
	case 0:
		p.Target, r.Any = drawGoal(t, p)
	default:
		for range rapid.IntRange(1, 3).Draw(t, "goals") {
			b, free := drawGoal(t, p)
			r.Goals = append(r.Goals, tilt.Goal{Board: b, Any: free})
		}
	}
	if err := p.Validate(); err != nil {
		t.Fatalf("the drawn board is no valid one: %v", err)
	}
	return p
}

// drawGoal draws what a goal asks for: often a board that some moves reach, in part.
func drawGoal(t *rapid.T, p *tilt.Instance) (*tilt.Board, []bool) {
	g, err := New(nil, &tilt.Instance{Palette: p.Palette, Start: p.Start, Rules: p.Rules})
	if err != nil {
		t.Fatal(err)
	}
	x := newSimpleExpander(g, nil)
	copy(x.next, g.start)
	g.sort(x.next)
	key := make([]byte, g.size)
	g.pack(x.next, key)
	for range rapid.IntRange(0, 12).Draw(t, "moves") {
		if err := x.expand(key); err != nil {
			t.Fatal(err)
		}
		if len(x.moves) > 0 {
			key = slices.Clone(x.key(rapid.IntRange(0, len(x.moves)-1).Draw(t, "move")))
		}
	}
	y := &Play{player: x.player, At: make([]int32, len(g.kind))}
	g.unpack(key, y.At)
	b := y.Board(p).Start
	free := make([]bool, b.Len())
	share := rapid.SampledFrom([]int{0, 1, 2, 4}).Draw(t, "asked for")
	for i := range free {
		if share > 0 && rapid.IntRange(0, 5).Draw(t, "free") >= share {
			free[i] = true
			b.Set(i/b.W, i%b.W, 0)
		} else if p.Rules.Ground[i] != tilt.Wall && rapid.IntRange(0, 60).Draw(t, "other") == 0 {
			b.Set(i/b.W, i%b.W, rapid.IntRange(0, 4).Draw(t, "colour"))
		}
	}
	return b, free
}

// TestAgainstSimple compares all that a search tells with the plain search, in shards of a few keys and by workers that
// share any work, and in others.
func TestAgainstSimple(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawInstance(t)
		g, err := New(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		all := rapid.Bool().Draw(t, "all")
		slow, err := simpleSearch(g, meter.New(context.Background(), 150<<10), all, false)
		if errors.As(err, new(*meter.MemoryError)) {
			t.Skip("more than some ten thousand states")
		} else if err != nil {
			t.Fatal(err)
		}
		slow.m = meter.New(context.Background(), 0)
		for _, small := range []bool{true, false} {
			compare(t, g, slow, all, small)
		}
	})
}

func compare(t *rapid.T, g *Game, slow *simpleTree, all, small bool) {
	tree, err := g.Search(meter.New(context.Background(), 0), all, nil)
	if small {
		if tree, err = g.newTree(meter.New(context.Background(), 0)); err == nil {
			tree.store.most, tree.crew.few = g.branches()+20, 2
			err = tree.search(all, nil)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if tree.Least != slow.least {
		t.Fatalf("a goal is %d moves away, and the plain search says %d", tree.Least, slow.least)
	}
	if all || slow.least < 0 {
		if tree.States() != slow.store.n || !slices.Equal(tree.Layers, slow.layers) {
			t.Fatalf("there are %d states in layers %v, and the plain search meets %d in %v",
				tree.States(), tree.Layers, slow.store.n, slow.layers)
		}
		sum, err := tree.Digest()
		if want := simpleDigest(g, slow); err != nil || sum != want {
			t.Fatalf("the digest is %x, %v; of the plain search's states %x", sum, err, want)
		}
	}
	if tree.Least >= 0 {
		compareWays(t, tree, slow)
	}
}

// compareWays compares all shortest ways, in their order.
func compareWays(t *rapid.T, tree *Tree, slow *simpleTree) {
	list, count, err := slow.ways(300)
	if err != nil {
		t.Fatal(err)
	}
	ways, err := tree.Ways()
	if err != nil || ways.Count().Cmp(count) != 0 {
		t.Fatalf("there are %v shortest ways, %v; the plain search finds %v", ways.Count(), err, count)
	}
	if list == nil {
		return
	}
	text := func(way []tilt.Move) (out string) {
		for _, m := range way {
			out += m.String()
		}
		return out
	}
	var got []string
	err = ways.Each(func(way []tilt.Move) error {
		got = append(got, text(way))
		return nil
	})
	first := got[0]
	if tree.Game != slow.g { // other pieces are alike, and move in another order
		slices.Sort(got)
		slices.Sort(list)
	}
	if err != nil || !slices.Equal(got, list) {
		t.Fatalf("the shortest ways are %q, %v; the plain search finds %q", got, err, list)
	}
	if way, err := tree.Way(); err != nil || text(way) != first {
		t.Fatalf("the first shortest way is %s, %v; the plain search yields %q first", text(way), err, first)
	}
}

// simpleDigest adds the sums of all states with big numbers.
func simpleDigest(g *Game, slow *simpleTree) (out [32]byte) {
	total, at := new(big.Int), make([]int32, len(g.kind))
	for n := range slow.store.n {
		g.unpack(slow.store.key(n), at)
		sum := sha256.Sum256(g.canonical(nil, at))
		total.Add(total, new(big.Int).SetBytes(sum[:]))
	}
	total.Mod(total, new(big.Int).Lsh(big.NewInt(1), 256)).FillBytes(out[:])
	return out
}

// TestSameWithAnyWorkers runs a search of some hundred thousand states with one worker and with several.
func TestSameWithAnyWorkers(t *testing.T) {
	g := wallsGame(t, 1, 9, 5, 5)
	var first string
	for workers := 1; workers <= 3; workers++ {
		tree, err := g.newTree(meter.New(t.Context(), 0))
		if err != nil {
			t.Fatal(err)
		}
		tree.store.most = 1 << 10
		tree.crew.hire(workers)
		if err := tree.search(true, nil); err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		for k := range tree.store.shards {
			sh := &tree.store.shards[k]
			fmt.Fprintln(sum, sh.ends)
			for n := range sh.n {
				sum.Write(tree.store.key(sh, n))
			}
		}
		got := fmt.Sprintf("%d states, kept as %x", tree.States(), sum.Sum(nil))
		if first == "" {
			first = got
		} else if got != first {
			t.Errorf("%d workers find %s, one %s", workers, got, first)
		}
	}
}

// wallsGame is a seeded board of side × side cells, one in seven a wall, with tiles of as many colours.
func wallsGame(t testing.TB, seed uint64, side, tiles, colours int) *Game {
	rng := rand.New(rand.NewPCG(seed, 14))
	p := &tilt.Instance{Start: tilt.NewBoard(side, side, colours)}
	for c := range colours {
		p.Palette = append(p.Palette, string(rune('a'+c)))
	}
	p.Rules = &tilt.Rules{Ground: make([]tilt.Ground, side*side)}
	for i := range p.Rules.Ground {
		if rng.IntN(7) == 0 {
			p.Rules.Ground[i] = tilt.Wall
		}
	}
	for n := 0; n < tiles; {
		i := rng.IntN(side * side)
		if p.Rules.Ground[i] == tilt.Floor && p.Start.At(i/side, i%side) == 0 {
			p.Start.Set(i/side, i%side, n%colours+1)
			n++
		}
	}
	g, err := New(nil, p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// robotsBoard is a seeded board of 16 × 16 cells, one in so many a wall, with four movers; the first has to reach a
// cell.
func robotsBoard(seed uint64, walls int) *tilt.Instance {
	const side = 16
	rng := rand.New(rand.NewPCG(seed, 41))
	p := &tilt.Instance{Palette: []string{"r", "g", "b", "y"}, Start: tilt.NewBoard(side, side, 4),
		Target: tilt.NewBoard(side, side, 4)}
	p.Rules = &tilt.Rules{One: true, Ground: make([]tilt.Ground, side*side), Any: make([]bool, side*side)}
	for i := range p.Rules.Ground {
		if p.Rules.Any[i] = true; rng.IntN(walls) == 0 {
			p.Rules.Ground[i] = tilt.Wall
		}
	}
	for n := 0; n < 5; {
		i := rng.IntN(side * side)
		switch {
		case p.Rules.Ground[i] == tilt.Wall || p.Start.At(i/side, i%side) != 0:
			continue
		case n == 4:
			p.Target.Set(i/side, i%side, 1)
			p.Rules.Any[i] = false
		default:
			p.Start.Set(i/side, i%side, n+1)
		}
		n++
	}
	return p
}
