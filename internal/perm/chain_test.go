package perm

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestChainAgainstClosure(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		gens := gensGen(n).Draw(t, "gens")
		all := closure(n, gens)
		c, err := NewChain(ctx, n, gens, Options{Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		if order := verifyStrong(t, n, gens, c.Base(), c.Strong()); order.Cmp(c.Order()) != 0 || order.Int64() != int64(len(all)) {
			t.Fatal("order", order, c.Order(), len(all))
		}
		for range 10 {
			p := permGen(n).Draw(t, "p")
			if c.Contains(p) != (all[p.key()] != nil) {
				t.Fatal("Contains")
			}
			r, level := c.Sift(p)
			if base := c.Base(); level < len(base) && r[base[level]] == base[level] {
				t.Fatal("Sift stops without a reason")
			}
		}
		w, err := c.Words(ctx, WordOptions{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := NewGroupPerms(n, gens)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			word, ok := w.Word(p)
			if !ok || !g.Eval(word).Equal(p) {
				t.Fatalf("word %v of %v", word, p)
			}
		}
		if p := permGen(n).Draw(t, "p"); all[p.key()] == nil {
			if _, ok := w.Word(p); ok {
				t.Fatal("a word for a stranger")
			}
		}
	})
}

// The deterministic check alone, without random elements before it, builds the whole chain.
func TestChainWithoutRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		gens := gensGen(n).Draw(t, "gens")
		c := &chainBuilder{&Chain{n: n, gens: gens}, newBudget(context.Background(), Options{}), make(Perm, n)}
		for _, g := range gens {
			if g.IsIdentity() {
				continue
			}
			if err := c.insert(g, 0, c.firstMoved(g)); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.complete(); err != nil {
			t.Fatal(err)
		}
		if order := verifyStrong(t, n, gens, c.Base(), c.strong); order.Int64() != int64(len(closure(n, gens))) {
			t.Fatal(order)
		}
	})
	if _, err := NewChain(context.Background(), 3, []Perm{{0, 1, 1}}, Options{}); !errors.Is(err, ErrNotPerm) {
		t.Error(err)
	}
}

// Uniform: each of the 120 elements of PGL(2,5) about as often; χ² with 119 degrees of freedom
// exceeds 200 with probability 5·10^−6, and the seed is fixed.
func TestRandomUniform(t *testing.T) {
	for _, gens := range [][]Cycles{twists(2, 3, 2), {{{0, 1, 2, 3, 4}}, {{0, 1}}}} {
		s := mustStructure(t, 6, gens, Options{})
		rng := rand.New(rand.NewPCG(5, 6))
		count := make(map[string]int)
		const each = 200
		for range 120 * each {
			count[s.Random(rng).key()]++
		}
		chi := 0.0
		for _, c := range count {
			chi += float64((c-each)*(c-each)) / each
		}
		if len(count) != 120 || chi > 200 {
			t.Errorf("%d elements, χ² = %v", len(count), chi)
		}
	}
}

func TestWords(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct {
		n    int
		gens []Cycles
	}{{12, twists(3, 4, 3)}, {16, shifts(4, 4, 2)}, {14, psl2(13)}, {12, shifts(3, 4, 1)}, {31, []Cycles{{Identity(31)}}}} {
		c, err := NewChain(ctx, x.n, perms(x.n, x.gens), Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := c.Words(ctx, WordOptions{})
		if err != nil {
			t.Fatal(err)
		}
		g := mustGroup(t, x.n, x.gens)
		rng := rand.New(rand.NewPCG(7, 8))
		sum := 0
		for range 100 {
			p := c.Random(rng)
			word, ok := w.Word(p)
			if !ok || !g.Eval(word).Equal(p) {
				t.Fatal("wrong word", word)
			}
			sum += len(word)
		}
		t.Logf("order %v: words of %d.%02d letters on average", c.Order(), sum/100, sum%100)
	}
	c, err := NewChain(ctx, 100, perms(100, []Cycles{{Identity(100)}}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Words(ctx, WordOptions{MaxLength: 3}); !errors.Is(err, ErrWordLength) {
		t.Error(err)
	}
	if _, err := c.Words(ctx, WordOptions{Memory: 100}); !errors.Is(err, ErrMemory) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Words(ctx, WordOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
