package tiltcheck

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

var (
	background = context.Background()
	noLimits   = puzzle.Limits{}
)

func newTestWork(t *testing.T, p *tilt.Instance) *work {
	t.Helper()
	k, err := newWork(background, p, noLimits)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// accept fails the test where the claim is not accepted.
func accept(t *testing.T, start, target string, o tilt.Outcome) {
	t.Helper()
	if err := Check(background, instance(start, target), o, noLimits); err != nil {
		t.Fatalf("%s -> %s: %v", start, target, err)
	}
}

// reject fails the test where the claim is not rejected for a reason with these words.
func reject(t *testing.T, start, target string, o tilt.Outcome, reason string) {
	t.Helper()
	err := Check(background, instance(start, target), o, noLimits)
	if !errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), reason) {
		t.Fatalf("%s -> %s: %v; a rejection with %q is wanted", start, target, err, reason)
	}
}

// againstSearch compares minimum and count with breadth-first search, and offers honest and
// wrong claims, for start and the targets that each gives.
func againstSearch(t *testing.T, start string, each func(func(string))) {
	t.Helper()
	words, ok := search(start, 4000)
	if !ok {
		return
	}
	p := instance(start, "")
	count := big.NewInt(int64(len(words)))
	for d := int64(-1); d <= 1; d++ {
		err := CheckCount(background, p, new(big.Int).Add(count, big.NewInt(d)), noLimits)
		if (err == nil) != (d == 0) || err != nil && !errors.Is(err, puzzle.ErrRejected) {
			t.Fatalf("%s reaches %v boards; the claim of %+d: %v", start, count, d, err)
		}
	}
	each(func(target string) {
		way, reached := words[target]
		k := newTestWork(t, instance(start, target))
		least, err := k.minimum()
		if err != nil || (least == nil) == reached || reached && least.Int64() != int64(len(way)) {
			t.Fatalf("%s -> %s: %v, %v; search says %q, %v", start, target, least, err, way, reached)
		}
		full, provable := honestRings(start, target, takeFirst, false)
		lean, _ := honestRings(start, target, takeFirst, true)
		if reached {
			accept(t, start, target, witness(way))
			for _, longer := range []string{"LR" + way, way + way[max(0, len(way)-1):]} {
				if slideAll(start, longer) == target && len(longer) > len(way) {
					reject(t, start, target, witness(longer), "not the fewest")
				}
			}
			reject(t, start, target, impossible(full), "")
			reject(t, start, target, impossible(lean), "")
			return
		}
		if !provable {
			t.Fatalf("%s -> %s: the oracle finds no reason", start, target)
		}
		accept(t, start, target, impossible(full))
		accept(t, start, target, impossible(lean))
		reject(t, start, target, witness("LU"), "do not reach the target")
	})
}

// TestEverySmallBoard takes every board of small sizes, and every board with the same tiles as
// its target.
func TestEverySmallBoard(t *testing.T) {
	for _, size := range []struct {
		h, w  int
		kinds string
	}{
		{1, 1, ".a"}, {1, 2, ".ab"}, {2, 1, ".ab"}, {1, 4, ".ab"}, {5, 1, ".a"},
		{2, 2, ".ab"}, {2, 3, ".a"}, {3, 2, ".ab"},
	} {
		boards := 0
		allBoards(size.h, size.w, size.kinds, func(start string) {
			if boards++; boards > 40 && boards%extent.Less(17, 1) != 0 {
				return
			}
			againstSearch(t, start, func(yield func(string)) { arrangements(start, yield) })
		})
	}
}

// TestSomeBoards takes random boards, and as targets boards that can be reached, boards of a
// reachable shape, and any. Long and thin ones, full ones and sparse ones are among them.
func TestSomeBoards(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	for range extent.Rounds(500) {
		h, w := 1+rng.IntN(5), 1+rng.IntN(5)
		kinds := []string{".ab", ".a", "..a", "aab", "..ab", ".aab", ".abc", ".abcdef", "........ab"}[rng.IntN(9)]
		start := randomBoard(rng, h, w, kinds)
		if rng.IntN(4) == 0 { // begin on a ring, or one tilt before it
			start = slideAll(start, []string{"L", "LU", "RD", "D"}[rng.IntN(4)])
		}
		words, ok := search(start, 4000)
		if !ok {
			continue
		}
		againstSearch(t, start, func(yield func(string)) {
			all := slices.Sorted(maps.Keys(words))
			for range 12 {
				target := all[rng.IntN(len(all))]
				yield(target)
				yield(swapped(rng, target))
			}
			for range 4 {
				yield(shuffled(rng, start))
			}
		})
	}
}

// swapped exchanges two tiles of b: a board of the same shape.
func swapped(rng *rand.Rand, b string) string {
	cells := []byte(b)
	var tiles []int
	for i, c := range cells {
		if c != '.' && c != '/' {
			tiles = append(tiles, i)
		}
	}
	if len(tiles) < 2 {
		return b
	}
	i, j := tiles[rng.IntN(len(tiles))], tiles[rng.IntN(len(tiles))]
	cells[i], cells[j] = cells[j], cells[i]
	return string(cells)
}

// TestLongestWays pins the longest shortest ways on small boards, which whoever posed this
// project measured: 15 tilts on 2 × 4, 31 on 2 × 5.
func TestLongestWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	longest := 0
	for range 400 {
		start := randomBoard(rng, 2, 4, ".abcdefgh")
		words, _ := search(start, 4000)
		for target, way := range words {
			if len(way) > longest {
				longest = len(way)
				accept(t, start, target, witness(way))
			}
		}
	}
	if longest != 15 {
		t.Fatalf("the longest way found on 2 × 4 has %d tilts, not 15", longest)
	}
}

// TestOneWay is the pair that a well-known published program gets wrong.
func TestOneWay(t *testing.T) {
	p, err := honestRings(".aab.", "..baa", takeFirst, true)
	if !err {
		t.Fatal("the oracle reaches it")
	}
	accept(t, ".aab.", "..baa", impossible(p))
}
