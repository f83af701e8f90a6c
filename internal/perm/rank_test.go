package perm

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// arrangements lists all different arrangements of the sorted tiles in lexicographic order.
func arrangements(tiles []uint8, k int) [][]uint8 {
	if k == 0 {
		return [][]uint8{nil}
	}
	var all [][]uint8
	for i, t := range tiles {
		if i > 0 && tiles[i-1] == t {
			continue
		}
		for _, rest := range arrangements(slices.Delete(slices.Clone(tiles), i, i+1), k-1) {
			all = append(all, append([]uint8{t}, rest...))
		}
	}
	return all
}

// Pack packs a permutation of at most 16 cells.
func Pack(p Perm) (w Packed) {
	for i, v := range p {
		w |= Packed(v) << (4 * i)
	}
	return w
}

// lehmer is the number of permutations before p, digit by digit.
func lehmer(p Perm) (rank uint64) {
	for i, v := range p {
		rank *= uint64(len(p) - i)
		for _, later := range p[i+1:] {
			if later < v {
				rank++
			}
		}
	}
	return rank
}

func TestRankAll(t *testing.T) {
	for n := range 8 {
		tiles := make([]uint8, n)
		for i := range tiles {
			tiles[i] = uint8(i)
		}
		evens := uint64(0)
		for r, a := range arrangements(tiles, n) {
			p := make(Perm, n)
			for i, v := range a {
				p[i] = uint16(v)
			}
			w := Pack(p)
			if w.Rank(n) != uint64(r) || !w.Unpack(n).Equal(p) {
				t.Fatalf("rank of %v is %d, want %d", p, w.Rank(n), r)
			}
			if n >= 2 && !p.Odd() {
				if w.EvenRank(n) != evens {
					t.Fatalf("even rank of %v is %d, want %d", p, w.EvenRank(n), evens)
				}
				evens++
			}
		}
	}
}

func TestRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 16).Draw(t, "n")
		p, q := permGen(n).Draw(t, "p"), permGen(n).Draw(t, "q")
		w := Pack(p)
		if w.Rank(n) != lehmer(p) {
			t.Fatal("Rank")
		}
		if w.Then(Pack(q), n) != Pack(Mul(p, q)) {
			t.Fatal("Then")
		}
		if n >= 2 && w.EvenRank(n) != lehmer(p)/2 {
			t.Fatal("EvenRank")
		}
		for i := range p {
			if w.At(i) != int(p[i]) {
				t.Fatal("At")
			}
		}
	})
	last := Identity(16)
	slices.Reverse(last)
	if r := Pack(last).Rank(16); r != 20922789887999 { // 16! − 1
		t.Error("the last of 16 cells has rank", r)
	}
}

func TestMultiset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 4).Draw(t, "counts")
		m, err := NewMultiset(counts)
		if err != nil {
			t.Fatal(err)
		}
		var tiles []uint8
		for k, c := range counts {
			tiles = append(tiles, slices.Repeat([]uint8{uint8(k)}, c)...)
		}
		if len(tiles) > 7 {
			r, got := rapid.Uint64Range(0, m.Size()-1).Draw(t, "r"), make([]uint8, len(tiles))
			if m.Unrank(r, got); m.Rank(got) != r {
				t.Fatal(got)
			}
			return
		}
		all := arrangements(tiles, len(tiles))
		if m.Size() != uint64(len(all)) || m.Len() != len(tiles) {
			t.Fatal(m.Size())
		}
		got := make([]uint8, len(tiles))
		for r, a := range all {
			if m.Unrank(uint64(r), got); m.Rank(a) != uint64(r) || !slices.Equal(got, a) {
				t.Fatal(a, m.Rank(a), r, got)
			}
		}
	})
	// 20! and the central binomials up to 66 over 33 are below 2^64.
	for _, counts := range [][]int{slices.Repeat([]int{1}, 20), {33, 33}, {255}, {0, 3, 0, 20, 1}, {1, 254}} {
		m, err := NewMultiset(counts)
		if err != nil {
			t.Fatal(err)
		}
		tiles := make([]uint8, m.Len())
		for _, r := range []uint64{0, 1, m.Size() / 3, m.Size() - 1} {
			if r %= m.Size(); true {
				if m.Unrank(r, tiles); m.Rank(tiles) != r {
					t.Error(counts, r, m.Rank(tiles))
				}
			}
		}
	}
	for _, counts := range [][]int{slices.Repeat([]int{1}, 21), {35, 35}} {
		if _, err := NewMultiset(counts); !errors.Is(err, ErrTooMany) {
			t.Error(counts, err)
		}
	}
	for _, counts := range [][]int{{256}, {-1}, make([]int, 257)} {
		if _, err := NewMultiset(counts); !errors.Is(err, ErrDegree) {
			t.Error(err)
		}
	}
}
