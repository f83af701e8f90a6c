package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// mapSearch is the slow twin of all searches: boards as texts in maps, one move at a time by its cycles, Bellman-Ford
// until nothing changes. It shares nothing with the solver.
type mapSearch struct {
	p    *permute.Instance
	dist map[string]int64
}

func mapText(board []permute.Tile) string { return fmt.Sprint(board) }

func newMapSearch(p *permute.Instance) *mapSearch {
	s := &mapSearch{p: p, dist: map[string]int64{mapText(p.Start): 0}}
	boards := map[string][]permute.Tile{mapText(p.Start): p.Start}
	for work := [][]permute.Tile{p.Start}; len(work) > 0; {
		b := work[0]
		work = work[1:]
		for i := range p.Moves.Moves {
			next := twin.MapMove(b, &p.Moves.Moves[i])
			d := s.dist[mapText(b)] + p.Moves.Moves[i].Cost
			if old, ok := s.dist[mapText(next)]; !ok || d < old {
				s.dist[mapText(next)] = d
				boards[mapText(next)] = next
				work = append(work, next)
			}
		}
	}
	return s
}

// answer returns the least cost to a goal, or -1, and the number of ways that cost it.
func (s *mapSearch) answer() (best, count int64) {
	best = -1
	ends := map[string]bool{}
	var walk func(b []permute.Tile)
	seen := map[string]bool{}
	walk = func(b []permute.Tile) {
		if seen[mapText(b)] {
			return
		}
		seen[mapText(b)] = true
		d := s.dist[mapText(b)]
		for _, g := range s.p.Goals {
			if twin.MapFits(g, b) {
				ends[mapText(b)] = true
				if best < 0 || d < best {
					best = d
				}
			}
		}
		for i := range s.p.Moves.Moves {
			walk(twin.MapMove(b, &s.p.Moves.Moves[i]))
		}
	}
	walk(s.p.Start)
	if best < 0 {
		return -1, 0
	}
	memo := map[string]int64{}
	var ways func(b []permute.Tile, cost int64) int64
	ways = func(b []permute.Tile, cost int64) int64 {
		if cost > best || s.dist[mapText(b)] != cost {
			return 0
		}
		key := mapText(b)
		if cost == best {
			if ends[key] {
				return 1
			}
			return 0
		}
		if n, ok := memo[key]; ok {
			return n
		}
		n := int64(0)
		for i := range s.p.Moves.Moves {
			n += ways(twin.MapMove(b, &s.p.Moves.Moves[i]), cost+s.p.Moves.Moves[i].Cost)
		}
		memo[key] = n
		return n
	}
	return best, ways(s.p.Start, 0)
}

// solvers are the ways to search, each alone.
func eachSolver(t *testing.T, c *moveset.Compiled, p *permute.Instance, f func(name string, s searched)) {
	t.Helper()
	ctx := context.Background()
	pr := NewProblem(c, p)
	run := func(name string, s searched, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f(name, s)
	}
	s, err := newBidirectional(ctx, pr, puzzle.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.run(ctx)
	run("bidirectional", out, err)
	if s, err = newBidirectional(ctx, pr, puzzle.Limits{}, 0); err != nil {
		t.Fatal(err)
	}
	s.aft = nil
	s.meeting(s.packed(pr.start), 0, true)
	out, err = s.run(ctx)
	run("forwards", out, err)

	if targets := pr.targets(1 << 12); len(targets) > 0 && c.N >= 3 {
		for _, buckets := range []int{1, 3, 1 << 30} {
			pm, err := newPerimeter(c, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < buckets && !pm.whole; i++ {
				if err := pm.grow(ctx, puzzle.Limits{}); err != nil {
					t.Fatal(err)
				}
			}
			if !pm.whole && slices.ContainsFunc(targets, func(target) bool { return out.unreachable }) {
				continue // it would not end
			}
			out, err := newDeepening(pm, newPruner(c), targets).solve(ctx, 0)
			run(fmt.Sprintf("perimeter of %d", buckets), out, err)
		}
	}
	w, err := newWalker(ctx, pr, newPruner(c), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.list) > 0 && !out.unreachable {
		out, err := w.solve(0)
		run("patterns", out, err)
	}
}

func (s *bidirectional) packed(board []int32) []uint64 {
	key := make([]uint64, s.lay.words)
	s.lay.pack(key, board)
	return key
}

func TestSearchesAgainstPlain(t *testing.T) {
	shapes := [][2]int{{1, 2}, {1, 3}, {2, 2}, {1, 5}, {2, 3}, {3, 2}}
	var found, impossible int
	for seed := range extent.Less[uint64](100, 400) {
		rng := rand.New(rand.NewPCG(seed, 7))
		shape := shapes[rng.IntN(len(shapes))]
		set := twin.MadeUpMoves(rng, shape[0], shape[1], 1+rng.IntN(4), rng.IntN(2) == 0)
		if rng.IntN(3) == 0 && shape[0] > 1 {
			var err error
			names := []string{"shifts", "shifts:right,down", "twist:2x2", "shift-right"}
			if set, err = permute.ParseMoves(shape[0], shape[1], names[rng.IntN(len(names))]); err != nil {
				t.Fatal(err)
			}
		}
		p := twin.MadeUpInstance(rng, set)
		if err := p.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		c := moveset.Compile(set)
		plain := newMapSearch(p)
		best, count := plain.answer()
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			var first []int32
			eachSolver(t, c, p, func(name string, s searched) {
				if c.Unit && s.found {
					if first == nil {
						first = s.path
					} else if !slices.Equal(first, s.path) {
						t.Fatalf("%s: %v, and before %v", name, s.path, first)
					}
				}
				if s.found != (best >= 0) || s.unreachable == s.found {
					t.Fatalf("%s: found %v, want cost %d", name, s.found, best)
				}
				if s.found {
					if s.cost != best || s.lower != best {
						t.Fatalf("%s: cost %d, lower %d, want %d", name, s.cost, s.lower, best)
					}
					twin.CheckWay(t, p, s.path, s.goal, s.cost)
				}
			})
			checkOptima(t, c, p, best, count)
			bound, err := DistanceBound(context.Background(), c, p)
			if err != nil || bound < 0 && best >= 0 || best >= 0 && bound > best {
				t.Fatalf("distance bound %d above %d (%v)", bound, best, err)
			}
			checkPatterns(t, c, p)
			out, err := Optimal(context.Background(), c, p, nil, puzzle.Limits{})
			if err != nil || out.Found != (best >= 0) || out.unreachable != (best < 0) || out.Found && out.Cost != best {
				t.Fatalf("searchOptimal: %+v, %v", out, err)
			}
			if best < 0 {
				impossible++
				if out.exhausted == nil || out.exhausted.States != int64(len(plain.dist)) {
					t.Fatalf("exhausted %v, want %d boards", out.exhausted, len(plain.dist))
				}
			} else {
				found++
			}
		})
	}
	if found < extent.Less(25, 100) || impossible < extent.Less(10, 40) { // always the same ones: no luck
		t.Fatalf("only %d solved and %d impossible instances", found, impossible)
	}
}

func checkOptima(t *testing.T, c *moveset.Compiled, p *permute.Instance, best, count int64) {
	t.Helper()
	o, err := All(context.Background(), c, p, nil, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if o.Count.Int64() != count {
		t.Fatalf("%v optimal ways, want %d", o.Count, count)
	}
	var last []int32
	n := int64(0)
	for path := range o.All() {
		if n == 0 && c.Unit {
			if one, err := Optimal(context.Background(), c, p, nil, puzzle.Limits{}); err != nil ||
				!slices.Equal(one.Path, path) {
				t.Fatalf("the first way is %v; searchOptimal says %v (%v)", path, one.Path, err)
			}
		}
		if n > 0 && slices.Compare(last, path) >= 0 {
			t.Fatalf("%v after %v", path, last)
		}
		last = path
		if n++; n <= 20 {
			goal := 0
			board := p.Start
			for _, m := range path {
				board = twin.MapMove(board, &p.Moves.Moves[m])
			}
			for goal < len(p.Goals) && !twin.MapFits(p.Goals[goal], board) {
				goal++
			}
			twin.CheckWay(t, p, path, goal, best)
		}
	}
	if n != count {
		t.Fatalf("%d ways yielded, want %d", n, count)
	}
}

// checkPatterns compares each database with the distances of all boards that can be reached: no bound may be above.
func checkPatterns(t *testing.T, c *moveset.Compiled, p *permute.Instance) {
	t.Helper()
	pr := NewProblem(c, p)
	list, err := patterns(context.Background(), pr, 1, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	// The kind of each label, from the start.
	kind := make(map[permute.Tile]int32)
	for i, tile := range p.Start {
		kind[tile] = pr.start[i]
	}
	back := *p
	plain := newMapSearch(p)
	tried := 0
	var walk func(b []permute.Tile)
	seen := map[string]bool{}
	walk = func(b []permute.Tile) {
		if seen[mapText(b)] || tried > 40 {
			return
		}
		seen[mapText(b)] = true
		tried++
		back.Start = b
		best, _ := newMapSearch(&back).answer()
		board := make([]uint8, len(b))
		for i, tile := range b {
			board[i] = uint8(kind[tile])
		}
		for _, pt := range list {
			h, ok := pt.bound(board, make([]uint8, len(b)))
			if best >= 0 && (!ok || h > best) {
				t.Fatalf("pattern %v bounds %v by %d (%v), which is %d away", pt.class, b, h, ok, best)
			}
		}
		for i := range p.Moves.Moves {
			walk(twin.MapMove(b, &p.Moves.Moves[i]))
		}
	}
	if len(plain.dist) <= 40 {
		walk(p.Start)
	}
}
