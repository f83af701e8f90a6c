package families_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// placements are all boards of p's pieces, found by trying every cell for each piece: how far the nearest goal is away
// from each, below 0 where none can be reached; by the key of the slow board.
func (o slowRules) placements(most int) map[string]int {
	start := o.start()
	var names []int
	for _, t := range start {
		if !slices.Contains(names, t.piece) {
			names = append(names, t.piece)
		}
	}
	b := o.p.Start
	found := map[string]int{}
	var put func(k int, board []slowTile)
	put = func(k int, board []slowTile) {
		if len(found) > most {
			return
		}
		if k == len(names) {
			if key := o.key(board); !has(found, key) {
				q := *o.p
				q.Start = tilt.NewBoard(b.H, b.W, len(o.p.Palette))
				rules := *o.p.Rules
				rules.Pieces = make([]uint32, b.Len())
				for _, t := range board {
					q.Start.Set(t.row, t.col, t.code)
					rules.Pieces[t.row*b.W+t.col] = uint32(t.piece)
				}
				q.Rules = &rules
				found[key] = (slowRules{&q}).answer(math.MaxInt).least
			}
			return
		}
		for dr := -b.H; dr <= b.H; dr++ {
			for dc := -b.W; dc <= b.W; dc++ {
				next, rests := slices.Clone(board), false
				ok := true
				for _, t := range start {
					if t.piece != names[k] {
						continue
					}
					t.row, t.col = t.row+dr, t.col+dc
					ok = ok && t.row >= 0 && t.row < b.H && t.col >= 0 && t.col < b.W &&
						o.p.Ground(t.row*b.W+t.col) != tilt.Wall &&
						!slices.ContainsFunc(board, func(u slowTile) bool { return u.row == t.row && u.col == t.col })
					rests = rests || ok && o.p.Ground(t.row*b.W+t.col) != tilt.Hole
					next = append(next, t)
				}
				if ok && rests {
					put(k+1, next)
				}
			}
		}
	}
	put(0, nil)
	return found
}

func has(m map[string]int, key string) bool { _, ok := m[key]; return ok }

// On small boards with every kind of rule a start at each distance is found where there is one, and it is said that
// there is none where there is none. Boards are all equally likely; the seed is fixed: the outcome is.
func TestTiltRulesScramble(t *testing.T) {
	f := families.Tilt()
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(6, 1421))
	found, none, even := 0, 0, 0
	for round := range extent.Of(40, 300, 3000) {
		p := randomRules(rng, 1+rng.IntN(3), 1+rng.IntN(3))
		o := slowRules{p}
		want := o.placements(100)
		if len(want) > 100 {
			continue
		}
		in, err := f.InstanceOf(p)
		if err != nil {
			t.Fatal(err)
		}
		doc := docOf(t, in)
		by := map[int]int{}
		for _, d := range want {
			by[d]++
		}
		for n := int64(-1); n < 12; n++ {
			q, err := f.Scramble(ctx, in, n, rng, puzzle.Limits{})
			many := by[int(n)]
			if n < 0 {
				many = len(want) - by[-1]
			}
			if err != nil {
				if !errors.Is(err, puzzle.ErrInput) || many > 0 {
					t.Fatalf("round %d: %s at %d, where %d boards are: %v", round, doc, n, many, err)
				}
				none++
				continue
			}
			found++
			back := q.Value().(*tilt.Instance)
			d, ok := want[o.key(slowRules{back}.start())]
			if err := f.Validate(q); err != nil || !ok || d < 0 || n >= 0 && int64(d) != n {
				t.Fatalf("round %d: %s at %d gives %s, which is %d away (%v): %v", round, doc, n, docOf(t, q), d, ok, err)
			}
			if again := docOf(t, mustInstances(f, docOf(t, q))[0]); again != docOf(t, q) {
				t.Fatalf("round %d: %s comes back as %s", round, docOf(t, q), again)
			}
		}
		if many := len(want) - by[-1]; many > 1 && many < 40 {
			even++
			evenly(t, f, in, many)
		}
	}
	t.Logf("%d starts; %d times none; %d boards drawn often", found, none, even)
	if found < 50 || none < 100 || even < 5 {
		t.Fatal("too few to be a test")
	}
}

// evenly draws starts of in, of which there are many, so often that each should come about 40 times.
func evenly(t *testing.T, f *puzzle.Family, in puzzle.Instance, many int) {
	t.Helper()
	const draws = 40
	rng := rand.New(rand.NewPCG(1, 2))
	times := map[string]int{}
	for range draws * many {
		q, err := f.Scramble(context.Background(), in, -1, rng, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		times[docOf(t, q)]++
	}
	chi := 0.0
	for _, k := range times {
		chi += float64((k-draws)*(k-draws)) / draws
	}
	chi += float64(draws * (many - len(times)))
	if off := chi - float64(many-1); off*off > 25*2*float64(many-1) {
		t.Errorf("%s: %d of %d boards, chi² is %.1f", docOf(t, in), len(times), many, chi)
	}
}
