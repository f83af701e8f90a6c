package ways

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/generate"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

func costOf(c *moveset.Compiled, moves []int32) (sum int64) {
	for _, m := range moves {
		sum += c.Moves[m].Cost
	}
	return sum
}

// TestShortenProperty shortens random words of all kinds of moves.
func TestShortenProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 3))
		p := generate.Instance(rng, rapid.IntRange(1, 40).Draw(t, "size"))
		c := moveset.Compile(p.Moves)
		if len(c.Moves) == 0 {
			if got := Shorten(context.Background(), c, nil, 1<<10); len(got) != 0 {
				t.Fatalf("%v out of nothing", got)
			}
			return
		}
		few := 1 + rng.IntN(len(c.Moves)) // words of few moves have more to be joined
		word := make([]int32, rapid.IntRange(0, 60).Draw(t, "length"))
		for i := range word {
			word[i] = rng.Int32N(int32(few))
		}
		q := *p
		q.Start = twin.IdentityTiles(c.N)
		want := twin.PlayMoves(&q, word)
		for _, steps := range []int64{0, 1 << 18} {
			short := Shorten(context.Background(), c, word, steps)
			if !slices.Equal(twin.PlayMoves(&q, short), want) {
				t.Fatalf("with %d steps %v becomes %v, which does something else", steps, word, short)
			}
			if costOf(c, short) > costOf(c, word) {
				t.Fatalf("with %d steps %v becomes %v, which is dearer", steps, word, short)
			}
			if again := Shorten(context.Background(), c, word, steps); !slices.Equal(short, again) {
				t.Fatalf("not the same twice: %v and %v", short, again)
			}
		}
	})
}

func TestShortenJoins(t *testing.T) {
	set := twin.MoveSet(t, 3, 4, "shifts")
	tests := []struct{ word, want string }{
		{"", ""},
		{"R1 L1", ""},
		{"R1 R2 L1 L2", ""},
		{"R1 R1 R1", "L1"},
		{"R1 D1 D1 D1 R1 R1", "L1"},
		{"R1 D1 U1 L1", ""},
		{"R1 D1 R1", "R1 D1 R1"},
		{"R1 R3 R1 R1 R1", "R3"},
	}
	c := moveset.Compile(set)
	for _, test := range extent.Less(tests[4:], tests) {
		steps, err := permute.ParseWord(test.word)
		if err != nil {
			t.Fatal(err)
		}
		var word []int32
		for _, s := range steps {
			m, _ := set.Find(s.Name)
			word = append(word, int32(m))
		}
		var out []permute.Step
		for _, m := range Shorten(context.Background(), c, word, 0) {
			out = append(out, permute.Step{Name: set.Moves[m].Name, Times: 1})
		}
		if got := permute.FormatWord(out); got != test.want {
			t.Errorf("%s becomes %s, want %s", test.word, got, test.want)
		}
	}
}

// TestShortenConstructed says how much is saved on what the constructive solvers give.
func TestShortenConstructed(t *testing.T) {
	ctx := context.Background()
	tests := []struct {
		rows, cols int
		words      string
	}{
		{5, 5, "shifts"}, {6, 6, "shifts"}, {8, 8, "shifts"}, {10, 10, "shifts"}, {6, 6, "shift-right shift-down"},
		{5, 5, "twist:2x2"}, {5, 5, "twist-cw:2x2"}, {6, 6, "swap:adjacent"},
	}
	for _, test := range extent.Less(tests[4:], tests) {
		set := twin.MoveSet(t, test.rows, test.cols, test.words)
		c := moveset.Compile(set)
		g := NewBuilder(group.New(nil, c, moveset.NewTorus(nil, c)))
		for seed := range uint64(1) {
			p := twin.Walked(rand.New(rand.NewPCG(seed, 5)), twin.ShuffledInstance(rand.New(rand.NewPCG(seed, 6)), set, c.N))
			d, err := g.Decide(ctx, p, puzzle.DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			word, err := g.Word(ctx, d, puzzle.DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%dx%d %s: %d", test.rows, test.cols, test.words, costOf(c, word))
			for _, steps := range []int64{0, 1 << 22, 1 << 24} {
				short := Shorten(ctx, c, word, steps)
				if !moveset.Fits(p.Goals[0], twin.PlayMoves(p, short)) {
					t.Fatal("the shortened word does something else")
				}
				line += fmt.Sprintf(" → %d", costOf(c, short))
			}
			t.Log(line)
		}
	}
}
