package tables

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// published distributions: boards by their distance from the solved one.
var published = []struct {
	rows, cols int
	words      string
	boards     []int64
}{
	{3, 3, twin.ContestMoves, []int64{1, 7, 40, 207, 1035, 4880, 20560, 64254, 79535, 10906, 15}},
	{3, 3, "shifts", []int64{1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475}},
	{2, 2, "shifts", []int64{1, 4, 10, 8, 1}},
	{2, 3, "shifts", []int64{1, 7, 31, 115, 274, 253, 36, 3}},
	{2, 5, "shifts", []int64{1, 9, 58, 328, 1649, 7601, 32339, 125968, 425978, 1096249, 1485270, 439370, 13775, 205}},
}

func TestPublishedDistributions(t *testing.T) {
	ctx := context.Background()
	for _, s := range published {
		c := moveset.Compile(twin.MoveSet(t, s.rows, s.cols, s.words))
		d, err := NewShelf("").Distribution(ctx, c, nil, DistributionOptions{}, puzzle.Limits{})
		if err != nil || !slices.Equal(d.Boards, s.boards) {
			t.Errorf("%d × %d %s: %v, %v; published %v", s.rows, s.cols, s.words, d, err, s.boards)
		}
	}
	// Right and down alone: distance 12 is reached by one board, 564897231.
	c := moveset.Compile(twin.MoveSet(t, 3, 3, "shifts:right,down"))
	d, err := NewShelf("").Distribution(ctx, c, nil, DistributionOptions{Antipodes: 10}, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Costs) != 13 || d.Total != 181440 || len(d.Antipodes) != 1 ||
		fmt.Sprint(d.Antipodes[0]) != "[4 5 3 7 8 6 1 2 0]" {
		t.Errorf("3 × 3 right and down: %v", d)
	}
}

// TestExoticGroups wants the orders of groups that are not what one would guess.
func TestExoticGroups(t *testing.T) {
	for _, s := range []struct {
		rows, cols int
		words      string
		order      int64
	}{
		{2, 3, "twist:2x2", 120}, {3, 4, "twist:3x3", 720}, {4, 4, "shift-right:2 shift-down:2", 165888},
	} {
		c := moveset.Compile(twin.MoveSet(t, s.rows, s.cols, s.words))
		d, err := NewShelf("").Distribution(context.Background(), c, nil, DistributionOptions{Order: big.NewInt(s.order)},
			puzzle.Limits{})
		if err != nil || d.Total != s.order {
			t.Errorf("%d × %d %s: %v, %v; the order is %d", s.rows, s.cols, s.words, d, err, s.order)
		}
	}
}

// plainSearch is breadth-first search over the boards of nine tiles from start itself, whose boards are numbered by
// the plain factorial code.
func plainSearch(set *permute.MoveSet, start [9]uint8) []int8 {
	dist := make([]int8, 362880)
	for i := range dist {
		dist[i] = -1
	}
	code := func(b *[9]uint8) int {
		n, seen := 0, uint(0)
		for i, v := range b {
			n = n*(9-i) + int(v) - bits.OnesCount(seen&(1<<v-1))
			seen |= 1 << v
		}
		return n
	}
	queue := [][9]uint8{start}
	dist[code(&start)] = 0
	for k := 0; k < len(queue); k++ {
		b := queue[k]
		d := dist[code(&b)]
		for i := range set.Moves {
			next := b
			for _, cycle := range set.Moves[i].Cycles {
				last := cycle[len(cycle)-1]
				for _, cell := range cycle {
					next[cell] = b[last]
					last = cell
				}
			}
			if at := code(&next); dist[at] < 0 {
				dist[at] = d + 1
				queue = append(queue, next)
			}
		}
	}
	return dist
}

// TestManyStarts compares all distances from random starts, 50 under the tag sweep, with a search from that very start.
func TestManyStarts(t *testing.T) {
	for _, words := range []string{twin.ContestMoves, "shifts:right,down", "twist-cw:2x2"} {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			rng := rand.New(rand.NewPCG(seed, 2))
			set := twin.MoveSet(t, 3, 3, words)
			c, ts := moveset.Compile(set), NewShelf("")
			p := &permute.Instance{Rows: 3, Cols: 3, Moves: set, Labels: strings.Fields("1 2 3 4 5 6 7 8 9"),
				Start: make([]permute.Tile, 9), Goals: [][]permute.Tile{make([]permute.Tile, 9)}}
			if _, err := ts.Relative(context.Background(), c, nil, puzzle.Limits{}); err != nil {
				t.Fatal(err)
			}
			for range manyStarts {
				var start [9]uint8
				for i, v := range rng.Perm(9) {
					start[i], p.Start[i] = uint8(v), permute.Tile(v)
				}
				dist := plainSearch(set, start)
				for i := range dist {
					free := [9]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}
					rest, f := i, 40320
					for k := range 9 {
						at := rest / f
						p.Goals[0][k] = permute.Tile(free[at])
						copy(free[at:], free[at+1:])
						rest %= f
						if k < 8 {
							f /= 8 - k
						}
					}
					d, reachable, known := ts.Quick(c, p)
					if !known || reachable != (dist[i] >= 0) || reachable && d != int64(dist[i]) {
						t.Fatalf("seed %d: from %v to %v: %d, %v, %v; a search from the start says %d", seed, start, p.Goals[0], d,
							reachable, known, dist[i])
					}
				}
			}
		})
	}
}

// TestTwoBits reads tables of 2 bits a board, and wants them refused where they cannot be read.
func TestTwoBits(t *testing.T) {
	ctx := context.Background()
	for _, s := range twinSets {
		set := twin.MoveSet(t, s.rows, s.cols, s.words)
		c := moveset.Compile(set)
		if !c.Closed || !c.Unit {
			if err := allows2(c); err == nil || !strings.Contains(err.Error(), "inverse") {
				t.Errorf("%q: a table of 2 bits is refused with %v", s.words, err)
			}
			continue
		}
		ts := NewShelf("")
		full, err := ts.Relative(ctx, c, nil, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		x, err := fillCosets(ctx, ts.Plan(c))
		if err != nil {
			t.Fatal(err)
		}
		two, err := buildRanked(ctx, c, x, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		board, buf := make([]uint8, c.N), make([]uint8, c.N)
		err = full.eachIndex(ctx, -1, func(i uint64, _ int64) bool {
			full.Index.Board(i, board)
			a, okA := full.level(board, buf)
			b, okB := two.level(board, buf)
			q := &Query{T: full, level: a, Near: [][]uint8{board}}
			r := &Query{T: two, level: b, Near: [][]uint8{board}}
			m, errM := q.count(ctx, puzzle.Limits{})
			n, errN := r.count(ctx, puzzle.Limits{})
			if a != b || !okA || !okB || errM != nil || errN != nil || m.Cmp(n) != 0 {
				t.Errorf("%q: %v is at %d, %v with %v ways; with 2 bits %d, %v with %v", s.words, board, a, okA, m, b, okB, n)
			}
			return !t.Failed()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// Where 4 bits are too many and 2 are not, 2 are taken.
	c := moveset.Compile(twin.MoveSet(t, 2, 5, "shifts"))
	ts := NewShelf("")
	x := ts.Plan(c)
	lim := puzzle.Limits{Memory: (NeedRanked(c, x, 2).Memory + NeedRanked(c, x, 4).Memory) / 2}
	tab, err := ts.Relative(ctx, c, nil, lim)
	if err != nil || tab.Store.Bits != 2 || !slices.Equal(tab.counts, published[4].boards) {
		t.Errorf("with %d bytes: %v, %v", lim.Memory, tab, err)
	}
	one := moveset.Compile(twin.MoveSet(t, 2, 5, "shifts:right,down"))
	lim.Memory = (NeedRanked(one, x, 2).Memory + NeedRanked(one, x, 4).Memory) / 2
	if _, err := ts.Relative(ctx, one, nil, lim); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("one-directional moves with %d bytes: %v", lim.Memory, err)
	}
}

func TestTableLimits(t *testing.T) {
	ctx := context.Background()
	for _, s := range []struct {
		rows, cols int
		lim        puzzle.Limits
		limit      string
		want       string
	}{
		{3, 3, puzzle.Limits{Memory: 10000}, "memory", "a table of all boards of different tiles on 3 × 3 cells needs about"},
		{4, 4, puzzle.Limits{}, "size", "a table of all boards of different tiles on 4 × 4 cells is out of reach"},
		{5, 5, puzzle.Limits{Memory: 4 << 30}, "size", "boards of which up to 12 cells move always fit"},
	} {
		c := moveset.Compile(twin.MoveSet(t, s.rows, s.cols, "shifts"))
		_, err := NewShelf("").Distribution(ctx, c, nil, DistributionOptions{}, s.lim)
		var le *puzzle.LimitError
		if !errors.As(err, &le) || le.Limit != s.limit || !strings.Contains(le.Msg, s.want) {
			t.Errorf("%d × %d: %v, want %q", s.rows, s.cols, err, s.want)
		}
	}
	// What fits says so, with the work; a table that is there costs nothing more.
	small, ts := moveset.Compile(twin.MoveSet(t, 3, 3, "shifts")), NewShelf("")
	p := &permute.Instance{Rows: 3, Cols: 3, Moves: small.Set, Labels: strings.Fields("1 2 3 4 5 6 7 8 9"),
		Start: []permute.Tile{0, 1, 2, 3, 4, 5, 6, 7, 8}, Goals: [][]permute.Tile{{1, 0, 2, 3, 4, 5, 6, 8, 7}}}
	if work, err := ts.Fits(small, p, nil, puzzle.Limits{Memory: 1 << 20}); err != nil || work <= 0 || work > 1e9 {
		t.Errorf("a 3 × 3 torus: work %d, %v", work, err)
	}
	if _, err := ts.Fits(small, p, nil, puzzle.Limits{Memory: 1000}); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("a 3 × 3 torus in 1000 bytes: %v", err)
	}
	if _, err := ts.Relative(ctx, small, nil, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if work, err := ts.Fits(small, p, nil, puzzle.Limits{Memory: 1000}); err != nil || work != 0 {
		t.Errorf("a table that is there: work %d, %v", work, err)
	}
	big := moveset.Compile(twin.MoveSet(t, 5, 5, "shifts"))
	alike := &permute.Instance{Rows: 5, Cols: 5, Moves: big.Set, Labels: []string{"a", "b"},
		Start: make([]permute.Tile, 25), Goals: [][]permute.Tile{make([]permute.Tile, 25)}}
	alike.Start[3], alike.Goals[0][20] = 1, 1
	if work, err := ts.Fits(big, alike, nil, puzzle.Limits{Memory: 1 << 20}); err != nil || work <= 0 {
		t.Errorf("one odd tile on 5 × 5: work %d, %v", work, err)
	}
	if d, ok, err := ts.Distance(ctx, big, alike, nil, puzzle.Limits{}); err != nil || !ok || d != 3 {
		t.Errorf("one odd tile on 5 × 5, four rows and three columns away on the torus: %d, %v, %v", d, ok, err)
	}

	// A group smaller than was said: the board that does not fit is met on the way.
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	if _, err := buildFound(ctx, c, 1<<20); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("16! boards in a megabyte: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	c = moveset.Compile(twin.MoveSet(t, 3, 3, "shifts"))
	if _, err := NewShelf("").Relative(stopped, c, nil, puzzle.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestScrambles wants starts at the distance that was asked for, all of them equally often.
func TestScrambles(t *testing.T) {
	ctx := context.Background()
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 3))
	for _, p := range []*permute.Instance{
		{Rows: 2, Cols: 3, Moves: twin.MoveSet(t, 2, 3, "shifts"), Labels: strings.Fields("a b c d e f"),
			Start: []permute.Tile{0, 1, 2, 3, 4, 5}, Given: true, Goals: [][]permute.Tile{{5, 3, 1, 2, 4, 0}}},
		{Rows: 2, Cols: 3, Moves: twin.MoveSet(t, 2, 3, "shift-right shift-down=2"), Labels: strings.Fields("a b c d e f"),
			Start: []permute.Tile{0, 1, 2, 3, 4, 5}, Given: true,
			Goals: [][]permute.Tile{{5, 3, 1, 2, -1, -1}, {0, 1, 2, 3, 4, 5}}},
		{Rows: 2, Cols: 3, Moves: twin.MoveSet(t, 2, 3, "shift-right shift-down=2"), Labels: strings.Fields("a b c"),
			Start: []permute.Tile{0, 1, 2, 2, 0, 0}, Given: true, Goals: [][]permute.Tile{{0, -1, 0, -1, -1, 2}}},
	} {
		c, ts := moveset.Compile(p.Moves), NewShelf("")
		for d := int64(0); d <= 5; d++ {
			counts := map[string]int{}
			for range 3000 {
				start, err := ts.Scramble(ctx, c, p, d, nil, rng, puzzle.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				counts[twin.Letters(start)]++
			}
			q := *p
			fewest, most := 1<<30, 0
			for start, n := range counts {
				q.Start = nil
				for _, ch := range start {
					q.Start = append(q.Start, permute.Tile(ch-'a'))
				}
				if err := q.Validate(); err != nil {
					t.Fatal(err)
				}
				if got, ok, err := ts.Distance(ctx, c, &q, nil, puzzle.Limits{}); err != nil || !ok || got != d {
					t.Fatalf("seed %d: %s is %d away (%v), not %d", seed, start, got, err, d)
				}
				fewest, most = min(fewest, n), max(most, n)
			}
			// 3000 over k boards: 8 standard deviations of a mean of 3000/k.
			mean := 3000 / float64(len(counts))
			if dev := float64(most) - mean; dev*dev > 64*mean+64 {
				t.Errorf("seed %d: distance %d: %d to %d times each of %d boards", seed, d, fewest, most, len(counts))
			}
		}
		if _, err := ts.Scramble(ctx, c, p, 1000, nil, rng, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("distance 1000: %v", err)
		}
		if _, err := ts.Scramble(ctx, c, p, -1, nil, rng, puzzle.Limits{}); err != nil {
			t.Error(err)
		}
	}
}

// TestOneTableForAll has many ask at once for the same tables and others, some of whom give up.
func TestOneTableForAll(t *testing.T) {
	ts := NewShelf("")
	set := twin.MoveSet(t, 3, 3, twin.ContestMoves)
	c, again := moveset.Compile(set), moveset.Compile(set)
	other := moveset.Compile(twin.MoveSet(t, 3, 3, "shifts"))
	var wg sync.WaitGroup
	found := make([]*Table, 24)
	for i := range found {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if i%6 == 5 {
				cancel()
			}
			mine := []*moveset.Compiled{c, again, other}[i%3]
			tab, err := ts.Relative(ctx, mine, nil, puzzle.Limits{})
			if err != nil && !errors.Is(err, context.Canceled) || err == nil && tab.C != mine {
				t.Error(err)
			}
			found[i] = tab
			p := &permute.Instance{Rows: 3, Cols: 3, Moves: mine.Set, Labels: strings.Fields("1 2 3 4 5 6 7 8 9"),
				Start: []permute.Tile{1, 8, 2, 5, 6, 7, 4, 0, 3}, Goals: [][]permute.Tile{{5, 1, 3, 4, 6, 8, 0, 7, 2}}}
			d, ok, err := ts.Distance(context.Background(), mine, p, nil, puzzle.Limits{})
			want := int64(3)
			if mine == other {
				want = 5
			}
			if err != nil || ok && mine != other && d != want {
				t.Errorf("distance %d, %v, %v", d, ok, err)
			}
		})
	}
	wg.Wait()
	var data *byte
	for i, tab := range found {
		if tab == nil || i%3 == 2 {
			continue
		}
		if data == nil {
			data = &tab.Store.Data[0]
		}
		if data != &tab.Store.Data[0] {
			t.Fatal("one set of moves has two tables")
		}
	}
}
