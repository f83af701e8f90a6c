package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// Packed boards change as the plain ones do, forwards and back.
func TestPackedMoves(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		rows, cols := 1+rng.IntN(7), 2+rng.IntN(7)
		set := twin.MadeUpMoves(rng, rows, cols, 4, false)
		c := moveset.Compile(set)
		lay := newLayout(c.N, 1+rng.IntN(1<<(1+rng.IntN(20))))
		mt := &meter{ctx: t.Context()}
		ahead, err := lay.packMoves(mt, c, false)
		if err != nil {
			t.Fatal(err)
		}
		back, err := lay.packMoves(mt, c, true)
		if err != nil {
			t.Fatal(err)
		}
		board := make([]int32, c.N)
		for i := range board {
			board[i] = rng.Int32N(int32(lay.kinds))
		}
		key, next, again, got := make([]uint64, lay.words), make([]uint64, lay.words), make([]uint64, lay.words),
			make([]int32, c.N)
		lay.pack(key, board)
		for m := range ahead {
			ahead[m].apply(next, key)
			lay.unpack(got, next)
			if want := twin.MapMove(board, &set.Moves[m]); !slices.Equal(got, want) {
				t.Fatalf("seed %d: move %d makes %v of %v, want %v", seed, m, got, board, want)
			}
			back[m].apply(again, next)
			if !slices.Equal(again, key) {
				t.Fatalf("seed %d: move %d is not taken back", seed, m)
			}
		}
	}
}

// The table does what a map does, also when distances pass 255, and keeps its account of memory.
func TestBoardTableIsAMap(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 4))
		w := 1 + int(seed%4)
		m := &meter{ctx: context.Background()}
		table, err := newBoardTable(w, m)
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[[4]uint64]int64)
		top := int64(200)
		for step := range 3000 {
			if step == 1500 && seed%2 == 0 {
				top = 1 << 40
			}
			var key [4]uint64
			for i := range w {
				key[i] = rng.Uint64N(12) // zeros in some words, and many repetitions
			}
			if key == [4]uint64{} {
				continue
			}
			d := rng.Int64N(top)
			news, err := table.lower(key[:w], d)
			if err != nil {
				t.Fatal(err)
			}
			old, ok := want[key]
			if news != (!ok || d < old) {
				t.Fatalf("seed %d: %v at %d is news: %v; it was at %d, %v", seed, key, d, news, old, ok)
			}
			if news {
				want[key] = d
			}
		}
		count := 0
		table.each(0, 1<<30, func(key []uint64, d int64) {
			var k [4]uint64
			copy(k[:], key)
			if got, ok := want[k]; !ok || got != d || table.lookup(key) != d {
				t.Fatalf("seed %d: %v is at %d, want %d", seed, key, d, got)
			}
			count++
		})
		if count != len(want) || table.n != count {
			t.Fatalf("seed %d: %d boards and %d counted, want %d", seed, count, table.n, len(want))
		}
		if m.used != table.perSlot()*int64(table.mask+1) {
			t.Errorf("seed %d: the meter says %d for %d slots", seed, m.used, table.mask+1)
		}
		table.drop()
		if m.used != 0 {
			t.Errorf("seed %d: %d bytes left after all is gone", seed, m.used)
		}
	}
}

func TestBucketsAreAQueue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	m := &meter{ctx: context.Background(), lim: puzzle.Limits{Memory: 1 << 20}, what: "a list"}
	b := newBuckets(m)
	var waiting []int64
	floor := int64(0)
	for range 5000 {
		if len(waiting) > 0 && rng.IntN(4) == 0 {
			least := slices.Min(waiting)
			n := 0
			waiting = slices.DeleteFunc(waiting, func(c int64) bool {
				if c == least {
					n++
				}
				return c == least
			})
			if b.top() != least || b.width() != 2*n {
				t.Fatalf("at the top are %d words at %d, want %d at %d", b.width(), b.top(), 2*n, least)
			}
			floor = least
			b.free(b.pop())
			continue
		}
		cost := floor + rng.Int64N(30)
		waiting = append(waiting, cost)
		if err := b.push(cost, []uint64{1, 2}); err != nil {
			t.Fatal(err)
		}
	}
	for !b.empty() {
		b.free(b.pop())
	}
	if m.used != 0 {
		t.Errorf("%d bytes left", m.used)
	}
	if err := b.push(1, make([]uint64, 1<<18)); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("two megabytes under a limit of one: %v", err)
	}
}
