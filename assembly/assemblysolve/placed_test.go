package assemblysolve

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
)

// buildsFrom lists every order in which p can be built from a set, by sliding every block along every line; as long as
// there are at most some. It is the twin of All, Orders and of solving with blocks in place.
func buildsFrom(p *assembly.Instance, set uint64, most int) (words []string) {
	b := newTable(p)
	full := uint64(1)<<len(p.Blocks) - 1
	var moves []assembly.Move
	var build func(set uint64)
	build = func(set uint64) {
		if set == full {
			words = append(words, assembly.FormatMoves(sets.NoBlock(), moves))
			return
		}
		for _, m := range b.allMoves() {
			b.put(p, set)
			r, c, ok := b.slide(m)
			if !ok || len(words) > most {
				continue
			}
			if i := p.Find(assembly.Block{R: int32(r), C: int32(c)}); i >= 0 {
				moves = append(moves, m)
				build(set | 1<<i)
				moves = moves[:len(moves)-1]
			}
		}
	}
	build(set)
	return words
}

func bitsOf(list []int32) (set uint64) {
	for _, i := range list {
		set |= 1 << i
	}
	return set
}

// eachPlaced yields every free polyomino of n cells in both models with every choice of blocks in place, rooted and
// not.
func eachPlaced(t *testing.T, n int, yield func(p *assembly.Instance)) {
	t.Helper()
	err := generate.Polyominoes(context.Background(), n, func(cells []assembly.Block) error {
		for _, contact := range []assembly.Contact{assembly.Frontal, assembly.Sticky} {
			p, err := generate.Shape(slices.Clone(cells), contact)
			if err != nil {
				return err
			}
			for choice := uint64(1); choice < 1<<n; choice++ {
				var placed []int32
				for i := range int32(n) {
					if choice>>i&1 != 0 {
						placed = append(placed, i)
					}
				}
				q := *p
				if choice%3 == 0 {
					q.Root = placed[len(placed)/2]
				}
				if r, err := q.WithPlaced(placed); err == nil {
					yield(r)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// buildableFrom searches forwards over all sets of blocks.
func buildableFrom(p *assembly.Instance, set uint64) bool {
	b, full := newTable(p), uint64(1)<<len(p.Blocks)-1
	seen := map[uint64]bool{set: true}
	for todo := []uint64{set}; len(todo) > 0 && !seen[full]; {
		set, todo = todo[len(todo)-1], todo[:len(todo)-1]
		b.put(p, set)
		for _, m := range b.allMoves() {
			r, c, ok := b.slide(m)
			if i := p.Find(assembly.Block{R: int32(r), C: int32(c)}); ok && i >= 0 && !seen[set|1<<i] {
				seen[set|1<<i] = true
				todo = append(todo, set|1<<i)
			}
		}
	}
	return seen[full]
}

// somePlaced yields shapes that are hard to build with random blocks in place that hang together.
func somePlaced(t *testing.T, yield func(p *assembly.Instance)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(20261201, 1))
	for _, text := range []string{
		"##.#/#.##/###.", "##.#.#/#.####/###...", "#####/#...#/##.##", "##.##/#...#/#####", "###.#/#.#.#/#####",
		"contact sticky\n#####/#...#/#..##/##.##",
		"contact sticky\n####/#..#/#.##/##..", "####/#..#/##.#/.###", "###/#.#/###", "contact sticky\n###/#.#/###",
		"#####/#.#.#/#####",
	} {
		p, err := assembly.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			placed := []int32{rng.Int32N(int32(len(p.Blocks)))}
			for size := 1 + rng.IntN(len(p.Blocks)); len(placed) < size; {
				i := placed[rng.IntN(len(placed))]
				near := [4]int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]}
				if j := near[rng.IntN(4)]; j >= 0 && !slices.Contains(placed, j) {
					placed = append(placed, j)
				}
			}
			q, err := p.WithPlaced(placed)
			if err != nil {
				t.Fatal(err)
			}
			yield(q)
		}
	}
}

// TestPlaced compares verdicts, moves and sets with the twin, for all small shapes and all choices of blocks in place,
// and for some that are hard to build.
func TestPlaced(t *testing.T) {
	ctx, s := context.Background(), NewSolver(Options{})
	kinds := map[string]int{}
	try := func(p *assembly.Instance) {
		want := buildableFrom(p, bitsOf(p.Start()))
		o, err := s.Solve(ctx, p, puzzle.Limits{})
		if err != nil || (o.Verdict == puzzle.Solved) != want {
			t.Fatalf("%v: %v (%v), want %v", p, o.Verdict, err, want)
		}
		v, err := s.Solve(ctx, p, puzzle.Limits{VerdictOnly: true})
		if err != nil || v.Verdict != o.Verdict {
			t.Fatalf("%v: verdict alone %v (%v)", p, v.Verdict, err)
		}
		switch {
		case o.Verdict == puzzle.Solved:
			whole, err := s.Apply(ctx, p, assembly.FormatMoves(o.Witness.First, o.Witness.Moves), puzzle.Limits{})
			if err != nil || len(whole.Start()) != len(p.Blocks) {
				t.Fatalf("%v: %v: %v (%v)", p, o.Witness, whole, err)
			}
			kinds["moves"]++
		case o.Certificate.Cycle != nil:
			kinds["cycle"]++
		case o.Certificate.Blocked != nil:
			kinds["blocked"]++
		case o.Certificate.Exhausted != nil:
			if ex, ok := exhaustByDefinition(p); ok || ex != *o.Certificate.Exhausted {
				t.Fatalf("%v: %v, by definition %v (%v)", p, o.Certificate.Exhausted, ex, ok)
			}
			kinds["exhausted"]++
		default:
			t.Fatalf("%v: %+v", p, o.Certificate)
		}
	}
	for n := 1; n <= 6; n++ {
		eachPlaced(t, n, try)
	}
	somePlaced(t, try)
	t.Log(kinds)
	if kinds["moves"] == 0 || kinds["cycle"] == 0 || kinds["blocked"] == 0 || kinds["exhausted"] == 0 {
		t.Errorf("kinds of answers: %v", kinds)
	}
}

// all lists what All yields as words.
func all(t *testing.T, p *assembly.Instance) (words []string) {
	t.Helper()
	err := NewSolver(Options{}).All(context.Background(), p, puzzle.Limits{}, func(w assembly.Witness) error {
		words = append(words, assembly.FormatMoves(w.First, w.Moves))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// TestAllOrders compares All and Orders with the twin.
func TestAllOrders(t *testing.T) {
	for n := 1; n <= 5; n++ {
		eachPlaced(t, n, func(p *assembly.Instance) {
			var want []string
			if p.Start() == nil {
				for i, b := range p.Blocks {
					for _, word := range buildsFrom(p, 1<<i, 1<<30) {
						want = append(want, strings.TrimSpace(assembly.FormatMoves(b, nil)+" "+word))
					}
				}
			} else {
				first := ""
				if p.Placed == nil {
					first = assembly.FormatMoves(p.Blocks[p.Root], nil) + " "
				}
				for _, word := range buildsFrom(p, bitsOf(p.Start()), 1<<30) {
					want = append(want, strings.TrimSpace(first+word))
				}
			}
			got := all(t, p)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: %q, want %q", p, got, want)
			}
			if count, err := NewSolver(Options{}).Orders(context.Background(), p, puzzle.Limits{}); err != nil ||
				count.Int64() != int64(len(want)) {
				t.Fatalf("%v: %v orders (%v), want %d", p, count, err, len(want))
			}
		})
	}
	for _, c := range []struct {
		text string
		want int64
	}{{"###/#.#/###", 0}, {"###/###", 0}, {"contact sticky\n##/##", 0}} {
		p, err := assembly.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for i := range p.Blocks {
			total += len(buildsFrom(p, 1<<i, 1<<30))
		}
		if count, err := NewSolver(Options{}).Orders(context.Background(), p, puzzle.Limits{}); err != nil ||
			count.Int64() != int64(total) || len(all(t, p)) != total {
			t.Errorf("%v: %v orders (%v), want %d", p, count, err, total)
		}
	}
}

// TestApply lets random blocks in, and compares with blocks that slide cell by cell.
func TestApply(t *testing.T) {
	s := NewSolver(Options{})
	rapid.Check(t, func(t *rapid.T) {
		p := Generate(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), rapid.IntRange(1, 12).Draw(t, "size"))
		if p.Start() == nil {
			q, err := s.Apply(t.Context(), p, assembly.FormatMoves(p.Blocks[rapid.IntRange(0, len(p.Blocks)-1).Draw(t, "first")],
				nil), puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		b := newTable(p)
		for range 20 {
			moves := b.allMoves()
			m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
			b.put(p, bitsOf(p.Start()))
			r, c, ok := b.slide(m)
			at := int32(-1)
			if ok {
				at = p.Find(assembly.Block{R: int32(r), C: int32(c)})
			}
			q, err := s.Apply(t.Context(), p, m.String(), puzzle.Limits{})
			if (err == nil) != (at >= 0) {
				t.Fatalf("%v, %v: %v, and the block comes to (%d,%d) %v", p, m, err, r, c, ok)
			}
			if err != nil {
				continue
			}
			if want := bitsOf(p.Start()) | 1<<at; bitsOf(q.Start()) != want {
				t.Fatalf("%v, %v: %v", p, m, q)
			}
			if again, err := assembly.Parse(q.String()); err != nil || again.String() != q.String() {
				t.Fatalf("%v reads back as %v (%v)", q, again, err)
			}
			p = q
		}
	})
}

// TestHint follows hints to the end: each begins with words that Apply takes.
func TestHint(t *testing.T) {
	s := NewSolver(Options{})
	rapid.Check(t, func(t *rapid.T) {
		p := Generate(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)), rapid.IntRange(1, 20).Draw(t, "size"))
		for range len(p.Blocks) + 1 {
			o, err := s.Solve(t.Context(), p, puzzle.Limits{Memory: 1 << 28})
			if err != nil || o.Verdict != puzzle.Solved {
				return
			}
			hint := s.Hint(p, *o.Witness)
			move, _, _ := strings.Cut(hint, ":")
			if move == "" {
				if len(p.Start()) != len(p.Blocks) && len(p.Blocks) > 1 {
					t.Fatalf("%v: no hint", p)
				}
				return
			}
			if p, err = s.Apply(t.Context(), p, move, puzzle.Limits{}); err != nil {
				t.Fatalf("%v: hint %q: %v", p, hint, err)
			}
		}
		t.Fatalf("%v: too many hints", p)
	})
}

// TestScramble wants shapes that can be built with as many moves as are asked for, on the same board, also on boards
// that they fill.
func TestScramble(t *testing.T) {
	s := NewSolver(Options{})
	rapid.Check(t, func(t *rapid.T) {
		p := Generate(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3)), rapid.IntRange(1, 20).Draw(t, "size"))
		most := int64(p.Rows)*int64(p.Cols) - 1
		distance := rapid.Int64Range(-1, most+1).Draw(t, "distance")
		rng := func() *rand.Rand { return rand.New(rand.NewPCG(5, 6)) }
		q, err := s.Scramble(t.Context(), p, distance, rng(), puzzle.Limits{})
		if distance > most {
			if err == nil {
				t.Fatalf("%v: a shape of %d moves", p, distance)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if distance < 0 {
			distance = int64(len(p.Blocks)) - 1
		}
		if int64(len(q.Blocks)) != distance+1 || q.Rows != p.Rows || q.Cols != p.Cols || q.Contact != p.Contact ||
			(q.Root < 0) != (p.Root < 0) || q.Placed != nil {
			t.Fatalf("%v, %d: %v", p, distance, q)
		}
		if again, err := s.Scramble(t.Context(), p, distance, rng(), puzzle.Limits{}); err != nil ||
			again.String() != q.String() {
			t.Fatalf("%v and %v (%v)", q, again, err)
		}
		if len(q.Blocks) <= 12 {
			if roots := rootsByBuilding(q); len(roots) == 0 || q.Root >= 0 && !slices.Contains(roots, q.Root) {
				t.Fatalf("%v cannot be built", q)
			}
		}
	})
}

// TestPlacedLarge begins large shapes and asks for the rest: a tree and a full square.
func TestPlacedLarge(t *testing.T) {
	s, ctx := NewSolver(Options{}), context.Background()
	for _, p := range []*assembly.Instance{square(t, 120), comb(t, 3000)} {
		o, err := s.Solve(ctx, p, puzzle.Limits{})
		if err != nil || o.Verdict != puzzle.Solved {
			t.Fatal(o.Verdict, err)
		}
		half, err := s.Apply(ctx, p, assembly.FormatMoves(o.Witness.First, o.Witness.Moves[:len(o.Witness.Moves)/2]),
			puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		rest, err := s.Solve(ctx, half, puzzle.Limits{})
		if err != nil || rest.Verdict != puzzle.Solved {
			t.Fatal(rest.Verdict, err)
		}
		whole, err := s.Apply(ctx, half, assembly.FormatMoves(rest.Witness.First, rest.Witness.Moves), puzzle.Limits{})
		if err != nil || len(whole.Placed) != len(p.Blocks) {
			t.Fatal(err)
		}
	}
}

// comb is a row with a tooth below every other block.
func comb(t *testing.T, n int32) *assembly.Instance {
	var blocks []assembly.Block
	for c := range n {
		blocks = append(blocks, assembly.Block{R: 0, C: c})
	}
	for c := int32(0); c < n; c += 2 {
		blocks = append(blocks, assembly.Block{R: 1, C: c})
	}
	p, err := assembly.New(2, n, blocks, 0, assembly.Frontal)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
