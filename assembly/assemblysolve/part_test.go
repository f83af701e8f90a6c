package assemblysolve

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
	"github.com/gridwright/gridwright/puzzle"
)

// shape reads rows of '#', 'R' and '.'.
func shape(t testing.TB, contact assembly.Contact, rows ...string) *assembly.Instance {
	t.Helper()
	var cells []assembly.Block
	root := assembly.NoRoot
	for r, row := range rows {
		for c, ch := range row {
			if ch == 'R' {
				root = len(cells)
			}
			if ch != '.' {
				cells = append(cells, assembly.Block{R: int32(r), C: int32(c)})
			}
		}
	}
	p, err := assembly.New(int32(len(rows)), int32(len(rows[0])), cells, root, contact)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// canBuild asks the oracle about a set of cells on p's board.
func canBuild(t testing.TB, p *assembly.Instance, cells []assembly.Block) bool {
	t.Helper()
	root := assembly.NoRoot
	if p.Root >= 0 {
		if root = slices.Index(cells, p.Blocks[p.Root]); root < 0 {
			return false
		}
	}
	q, err := assembly.New(p.Rows, p.Cols, cells, root, p.Contact)
	if err != nil {
		return false
	}
	roots, ok := rootsBackwards(q, 1<<20)
	if !ok {
		t.Fatal("too large for the oracle")
	}
	if q.Root >= 0 {
		return slices.Contains(roots, q.Root)
	}
	return len(roots) > 0
}

// largestByTrying tries all subsets.
func largestByTrying(t testing.TB, p *assembly.Instance) int {
	best := 0
	n := len(p.Blocks)
	for set := uint64(1); set < 1<<n; set++ {
		var cells []assembly.Block
		for i, b := range p.Blocks {
			if set>>i&1 != 0 {
				cells = append(cells, b)
			}
		}
		if len(cells) > best && canBuild(t, p, cells) {
			best = len(cells)
		}
	}
	return best
}

func hard(t testing.TB) []*assembly.Instance {
	var out []*assembly.Instance
	for _, contact := range []assembly.Contact{assembly.Frontal, assembly.Sticky} {
		for _, rows := range []string{
			"##.R/#.##/###.",
			"#####/#...#/##.##",
			"##.#.R/#.####/###...",
			"#####/#...#/#.R.#/#.###/#....",
			"####/#..#/#R.#/####",
			".###/.#.#/##R#/#..#/####",
		} {
			out = append(out, shape(t, contact, strings.Split(rows, "/")...))
		}
	}
	return out
}

func TestLargestPart(t *testing.T) {
	for _, p := range hard(t) {
		part, err := NewSolver(Options{}).LargestPart(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var cells []assembly.Block
		for _, i := range part.Blocks {
			cells = append(cells, p.Blocks[i])
		}
		want := largestByTrying(t, p)
		if !canBuild(t, p, cells) || !part.Exact() || len(cells) != want {
			t.Errorf("%s: a part of %d (at most %d), want %d", sketch(p), len(cells), part.AtMost, want)
		}
	}
}

// fewestByTrying adds cells of the board in all ways, up to most.
func fewestByTrying(t testing.TB, p *assembly.Instance, most int) int {
	var free []assembly.Block
	for r := range p.Rows {
		for c := range p.Cols {
			if b := (assembly.Block{R: r, C: c}); p.Find(b) < 0 {
				free = append(free, b)
			}
		}
	}
	best := most + 1
	for set := uint64(0); set < 1<<len(free); set++ {
		cells := slices.Clone(p.Blocks)
		for i, b := range free {
			if set>>i&1 != 0 {
				cells = append(cells, b)
			}
		}
		if k := len(cells) - len(p.Blocks); k < best && canBuild(t, p, cells) {
			best = k
		}
	}
	return best
}

func TestFewestSupports(t *testing.T) {
	for _, p := range hard(t) {
		s, err := NewSolver(Options{}).FewestSupports(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		want := fewestByTrying(t, p, 12)
		if !canBuild(t, p, slices.Concat(p.Blocks, s.Cells)) || !s.Exact() || len(s.Cells) != want {
			t.Errorf("%s: %d supports (at least %d), want %d", sketch(p), len(s.Cells), s.AtLeast, want)
		}
	}
}

// On larger shapes both are bounds that hold.
func TestBoundsOfLargerShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	tried := 0
	for range 60 {
		p := randomShape(rng, 60+rng.IntN(60), 12, 12, 40, assembly.Contact(rng.IntN(2)))
		o, err := solve(context.Background(), p, puzzle.Limits{VerdictOnly: true, Memory: 1 << 19})
		if err != nil || o.Verdict != puzzle.Impossible {
			continue
		}
		if tried++; tried > 3 {
			break
		}
		part, err := NewSolver(Options{}).LargestPart(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		q := generate.Part(p, part.Blocks)
		if o, err := solve(context.Background(), q, puzzle.Limits{}); err != nil || checkWitness(q, o.Witness) != nil ||
			len(part.Blocks) > part.AtMost || part.AtMost >= len(p.Blocks) {
			t.Errorf("%s: part %d of at most %d: %v", sketch(p), len(part.Blocks), part.AtMost, err)
		}
		s, err := NewSolver(Options{}).FewestSupports(context.Background(), p, puzzle.Limits{})
		if err != nil || !s.Known || s.AtLeast < 1 || s.AtLeast > len(s.Cells) {
			t.Fatalf("%s: %+v, %v", sketch(p), s, err)
		}
		q, err = assembly.New(p.Rows, p.Cols, slices.Concat(p.Blocks, s.Cells), assembly.NoRoot, p.Contact)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := solve(context.Background(), q, puzzle.Limits{}); err != nil || checkWitness(q, o.Witness) != nil {
			t.Errorf("%s: with %d supports: %v", sketch(p), len(s.Cells), err)
		}
		t.Logf("%d blocks: part %d..%d, supports %d..%d", len(p.Blocks), len(part.Blocks), part.AtMost, s.AtLeast,
			len(s.Cells))
	}
	if tried == 0 {
		t.Error("nothing was impossible: no test")
	}
}

func TestPipeline(t *testing.T) {
	for steps := range 6 {
		for copies := range int64(6) {
			p := Pipeline(steps, copies)
			// Each copy goes through its steps one by one, no station has two copies, and no time is idle.
			done := map[int64]int64{}
			times := int64(0)
			for s := range p.All() {
				if s.Time != times || s.First > s.Last {
					t.Fatalf("%+v: %+v at time %d", p, s, times)
				}
				times++
				station := map[int64]bool{}
				for c := s.First; c <= s.Last; c++ {
					k, ok := s.Step(c)
					if !ok || k != done[c] || station[k] {
						t.Fatalf("%+v: %+v: copy %d in step %d, want %d", p, s, c, k, done[c])
					}
					station[k] = true
					done[c]++
				}
				if _, ok := s.Step(s.Last + 1); ok {
					t.Fatalf("%+v: %+v has copy %d", p, s, s.Last+1)
				}
			}
			want := max(0, int64(steps)+copies-1)
			if steps == 0 || copies == 0 {
				want = 0
			}
			if times != want || p.Time() != want {
				t.Errorf("%+v takes %d", p, times)
			}
			for c := range copies {
				if done[c] != int64(steps) {
					t.Errorf("%+v: copy %d went through %d steps", p, c, done[c])
				}
			}
		}
	}
}
