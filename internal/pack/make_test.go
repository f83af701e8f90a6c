package pack_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

func family(t testing.TB, name string) *puzzle.Family {
	t.Helper()
	for _, f := range families.All() {
		if f.Name() == name {
			return f
		}
	}
	t.Fatal(name)
	return nil
}

// A wished is a wish of which many levels are made, and the moves that there are on its boards.
type wished struct {
	family string
	wish   pack.Wish
	count  int
	moves  []string // nil: each way has a move for each block but one
}

func lettered(letters string, rows, cols int) (moves []string) {
	for _, l := range letters {
		n := rows
		if l == 'U' || l == 'D' {
			n = cols
		}
		for i := range n {
			moves = append(moves, fmt.Sprintf("%c%d", l, i+1))
		}
	}
	return moves
}

func wishes() map[string]wished {
	tilts := strings.Split("LRUD", "")
	var presses []string
	for i := range 9 {
		presses = append(presses, fmt.Sprintf("%d,%d", i/3+1, i%3+1))
	}
	board := func(rows, cols int) puzzle.Wish { return puzzle.Wish{Rows: rows, Cols: cols} }
	return map[string]wished{
		"exactly 12 tilts":   {"tilt", pack.Wish{Wish: board(6, 6), Minimum: &pack.Span{From: 12, To: 12}}, 200, tilts},
		"3 to 5 tilts":       {"tilt", pack.Wish{Wish: puzzle.Wish{Rows: 4, Cols: 3, Pieces: 5, Colours: 2}, Minimum: &pack.Span{From: 3, To: 5}}, 100, tilts},
		"one way, no fewer":  {"tilt", pack.Wish{Wish: board(5, 4), Minimum: &pack.Span{From: 6, To: -1}, Unique: true, Distinct: true}, 100, tilts},
		"lamps":              {"lights", pack.Wish{Wish: board(3, 3), Minimum: &pack.Span{From: 2, To: 7}}, 150, presses},
		"mirrored lamps":     {"lights", pack.Wish{Wish: puzzle.Wish{Rows: 3, Cols: 3, Symmetric: true}}, 50, presses},
		"shifts":             {"permute", pack.Wish{Wish: board(2, 3), Minimum: &pack.Span{From: 2, To: 5}}, 150, lettered("RLUD", 2, 3)},
		"shifts of colours":  {"permute", pack.Wish{Wish: puzzle.Wish{Rows: 2, Cols: 3, Colours: 3}, Unique: true}, 50, lettered("RLUD", 2, 3)},
		"difficult shapes":   {"assembly", pack.Wish{Wish: board(4, 4), Grade: &pack.Span{From: 1, To: 9}}, 50, nil},
		"shapes of 6 blocks": {"assembly", pack.Wish{Wish: puzzle.Wish{Rows: 4, Cols: 5, Pieces: 6}, Distinct: true}, 20, nil},
		"hard tilts":         {"tilt", pack.Wish{Wish: board(5, 5), Grade: &pack.Span{From: 24, To: 47}}, 130, tilts},
	}
}

// Of 1,000 levels each meets its wish: the checker accepts its solution, and a search that plays every move on every
// board finds nothing shorter, and as many ways.
func TestWishesAreMet(t *testing.T) {
	sum := 0
	for name, c := range wishes() {
		sum += c.count
		count := c.count
		if testing.Short() {
			count = (count + 9) / 10
		}
		t.Run(name, func(t *testing.T) {
			levels := made(t, c, 7, count, 0)
			seen := map[string]bool{}
			for i := range levels {
				meets(t, c, levels[i].In)
				canon, err := levels[i].In.Solver().Canonical(context.Background(), levels[i].In, puzzle.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				form := string(written(t, canon.Form))
				if c.wish.Distinct && seen[form] {
					t.Errorf("a twin: %s", written(t, levels[i].In))
				}
				seen[form] = true
			}
		})
	}
	if sum != 1000 {
		t.Errorf("there are %d levels, not 1,000", sum)
	}
}

func made(t testing.TB, c wished, seed uint64, count, workers int) []pack.Result {
	t.Helper()
	levels, err := pack.Make(context.Background(), family(t, c.family), c.wish, seed, count, pack.Options{Workers: workers})
	if err != nil || len(levels) != count {
		t.Fatalf("%d levels of %d: %v", len(levels), count, err)
	}
	return levels
}

func written(t testing.TB, in puzzle.Instance) []byte {
	t.Helper()
	doc, err := in.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// meets looks at a level from its document on.
func meets(t *testing.T, c wished, in puzzle.Instance) {
	t.Helper()
	ctx, f := context.Background(), family(t, c.family)
	doc := written(t, in)
	tree, err := document.ParseJSON(doc)
	if err != nil {
		t.Fatalf("%s: %v", doc, err)
	}
	again, err := f.DecodeInstances(nil, &tree)
	if err != nil || len(again) != 1 {
		t.Fatalf("%s: %v", doc, err)
	}
	in = again[0]
	claimed := in.Head().Claimed
	cl, err := f.WitnessOf(ctx, in, claimed.Solution, puzzle.Limits{})
	if err == nil {
		err = f.Check(ctx, in, cl, puzzle.Limits{})
	}
	if err != nil {
		t.Fatalf("%s: %v", doc, err)
	}
	length, err := f.Length(in, cl)
	if err != nil || length.Cmp(claimed.Fewest()) != 0 {
		t.Fatalf("%s: the solution takes %v moves, %v", doc, length, err)
	}
	n := length.Int64()
	if m := c.wish.Minimum; m != nil && (n < m.From || m.To >= 0 && n > m.To) {
		t.Fatalf("%s: %d moves are not wished for", doc, n)
	}
	if c.moves != nil {
		fewest, ways := searched(t, in, c.moves)
		if fewest != n || c.wish.Unique && ways != 1 && c.family != "lights" {
			t.Fatalf("%s: the least is %d moves, in %d ways", doc, fewest, ways)
		}
	}
	if g := c.wish.Grade; g != nil {
		best, err := f.Fewest(ctx, in, cl, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := f.Difficulty(ctx, in, cl, best, puzzle.Limits{})
		if err != nil || d.Grade() < g.From || d.Grade() > g.To {
			t.Fatalf("%s: %+v, %v", doc, d, err)
		}
	}
}

// searched plays all moves on all boards, breadth first, until one is solved as it stands.
func searched(t *testing.T, in puzzle.Instance, moves []string) (fewest, ways int64) {
	t.Helper()
	ctx, f := context.Background(), in.Solver()
	solved := func(in puzzle.Instance) bool {
		cl, err := f.WitnessOf(ctx, in, "", puzzle.Limits{})
		return err == nil && f.Check(ctx, in, cl, puzzle.Limits{}) == nil
	}
	type board struct {
		in   puzzle.Instance
		ways int64
	}
	in = in.WithHead(puzzle.Head{})
	seen := map[string]bool{string(written(t, in)): true}
	layer := map[string]*board{"": {in, 1}}
	for depth := int64(0); len(layer) > 0; depth++ {
		for _, b := range layer {
			if solved(b.in) {
				ways += b.ways
			}
		}
		if ways > 0 {
			return depth, ways
		}
		next := map[string]*board{}
		for _, b := range layer {
			for _, move := range moves {
				after, err := f.Apply(ctx, b.in, move, puzzle.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				key := string(written(t, after))
				if seen[key] {
					continue
				}
				if next[key] == nil {
					next[key] = &board{in: after}
				}
				next[key].ways += b.ways
			}
		}
		for key := range next {
			seen[key] = true
		}
		layer = next
	}
	return -1, 0
}

// The same seed makes the same levels, however many are made at a time; another seed makes others.
func TestMakingIsReproducible(t *testing.T) {
	for name, c := range wishes() {
		count := min(c.count, 8)
		docs := func(seed uint64, workers int) (list []string) {
			for _, r := range made(t, c, seed, count, workers) {
				list = append(list, string(written(t, r.In)))
			}
			return list
		}
		first := docs(3, 1)
		if again := docs(3, 5); !slices.Equal(first, again) {
			t.Errorf("%s: %v and %v", name, first, again)
		}
		if other := docs(4, 2); slices.Equal(first, other) {
			t.Errorf("%s: seeds 3 and 4 make the same", name)
		}
	}
}

// What no level can be is said, and where nobody knows it is a limit.
func TestWishesThatCannotBeMet(t *testing.T) {
	span := func(from, to int64) *pack.Span { return &pack.Span{From: from, To: to} }
	board := puzzle.Wish{Rows: 5, Cols: 5}
	for _, c := range []struct {
		family string
		wish   pack.Wish
		kind   error
		text   string
	}{
		{"lights", pack.Wish{Wish: board, Minimum: span(16, 20)}, puzzle.ErrInput, "the wish cannot be met: no start costs 16 to solve: none costs more than 15"},
		{"lights", pack.Wish{Wish: board, Minimum: span(16, -1)}, puzzle.ErrInput, "no level is made for this wish: no start costs 16"},
		{"assembly", pack.Wish{Wish: board, Minimum: span(25, 25)}, puzzle.ErrInput, "the wish cannot be met: a board of 5 × 5 cells has no room"},
		{"tilt", pack.Wish{Wish: puzzle.Wish{Rows: 2, Cols: 2, Pieces: 5}}, puzzle.ErrInput, "5 tiles have no room on 4 cells"},
		{"tilt", pack.Wish{Wish: puzzle.Wish{Rows: 1, Cols: 1}}, puzzle.ErrLimit, "0 levels made; then 2000 boards in a row"},
		{"permute", pack.Wish{Wish: puzzle.Wish{Rows: 3, Cols: 3, Symmetric: true}}, puzzle.ErrUnsupported, ""},
	} {
		levels, err := pack.Make(context.Background(), family(t, c.family), c.wish, 1, 3, pack.Options{})
		if !errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), c.text) || len(levels) > 0 {
			t.Errorf("%s %+v: %v", c.family, c.wish, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := wishes()["exactly 12 tilts"]
	if _, err := pack.Make(ctx, family(t, c.family), c.wish, 1, 3, pack.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// Rise begins with the easiest, and the pack that is written is one without faults.
func TestRise(t *testing.T) {
	c := wishes()["one way, no fewer"]
	levels := made(t, c, 1, 20, 0)
	pack.Rise(levels)
	var ins []puzzle.Instance
	for i := range levels {
		if i > 0 && levels[i].Difficulty.Bits() < levels[i-1].Difficulty.Bits() {
			t.Errorf("level %d is easier than the one before", i+1)
		}
		ins = append(ins, levels[i].In)
	}
	text, err := pack.WriteList(nil, ins)
	if err != nil {
		t.Fatal(err)
	}
	entries, failed := load(t, map[string]string{"pack.json": string(text)}, "pack.json")
	if len(entries) != 20 || failed != nil || !bytes.Contains(text, []byte(`"name":"Level 20"`)) {
		t.Fatal(len(entries), failed)
	}
	for _, r := range check(t, entries) {
		if len(r.Remarks) > 0 || r.Minimum != "right" || r.Solution != "valid" {
			t.Errorf("%s: %v, %s, %s", r.Name(), r.Remarks, r.Minimum, r.Solution)
		}
	}
}

// 100 levels of 6 × 6 that take exactly 12 tilts.
func BenchmarkMake(b *testing.B) {
	c := wishes()["exactly 12 tilts"]
	for b.Loop() {
		made(b, c, uint64(b.N), 100, 0)
	}
}
