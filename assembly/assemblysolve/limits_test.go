package assemblysolve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// rings is a shape with many holes: every second cell of every second row is free, in a frame that nothing can leave.
func rings(t testing.TB, k int32) *assembly.Instance {
	var cells []assembly.Block
	for r := range 2*k + 1 {
		for c := range 2*k + 1 {
			if r%2 == 0 || c%2 == 0 {
				cells = append(cells, assembly.Block{R: r, C: c})
			}
		}
	}
	p, err := assembly.New(2*k+1, 2*k+1, cells, assembly.NoRoot, assembly.Frontal)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pockets is a row of k shapes that cannot be built, side by side.
func pockets(t testing.TB, k int) *assembly.Instance {
	return shape(t, assembly.Frontal, strings.Repeat("#####", k), strings.Repeat("#...#", k), strings.Repeat("##.##", k))
}

func square(t testing.TB, side int32) *assembly.Instance {
	var cells []assembly.Block
	for r := range side {
		for c := range side {
			cells = append(cells, assembly.Block{R: r, C: c})
		}
	}
	p, err := assembly.New(side, side, cells, assembly.NoRoot, assembly.Sticky)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Everything that takes a context stops soon after it ends.
func TestCancellation(t *testing.T) {
	large := square(t, 700)
	closed := shape(t, assembly.Frontal, sealed...)
	open := pockets(t, 12)
	calls := map[string]func(context.Context) error{
		"Solve": func(ctx context.Context) error {
			_, err := NewSolver(Options{}).Solve(ctx, large, puzzle.Limits{})
			return err
		},
		"FirstBlocks": func(ctx context.Context) error {
			_, err := NewSolver(Options{}).FirstBlocks(ctx, large, puzzle.Limits{})
			return err
		},
		"exhaust": func(ctx context.Context) error {
			_, err := sets.Exhaust(ctx, closed, puzzle.Limits{})
			return err
		},
		"LargestPart": func(ctx context.Context) error {
			_, err := NewSolver(Options{}).LargestPart(ctx, open, puzzle.Limits{})
			return err
		},
		"FewestSupports": func(ctx context.Context) error {
			_, err := NewSolver(Options{}).FewestSupports(ctx, open, puzzle.Limits{})
			return err
		},
		"counts": func(ctx context.Context) error {
			return countRows(ctx, 13, 13, puzzle.Limits{}, func([]string) error { return nil })
		},
	}
	puzzletest.Interrupt(t, calls)
}

// sealed cannot be built, as the pocket at the bottom tells, has a hole, and can be taken apart to very many sets.
var sealed = []string{
	"############",
	"############",
	"######.#####",
	"############",
	"############",
	"#...########",
	"##.##.######",
}

func TestLimits(t *testing.T) {
	ctx := context.Background()
	p := shape(t, assembly.Frontal, sealed...)
	if o, err := NewSolver(Options{}).Solve(ctx, p, puzzle.Limits{VerdictOnly: true}); err != nil ||
		o.Verdict != puzzle.Impossible {
		t.Fatal(o, err)
	}
	var le *puzzle.LimitError
	if _, err := NewSolver(Options{}).Solve(ctx, p, puzzle.Limits{Memory: 1}); !errors.As(err, &le) ||
		le.Limit != "memory" {
		t.Errorf("1 byte: %v", err)
	}
	for _, memory := range []int64{1, 20000, 1 << 20} {
		_, err := sets.Exhaust(ctx, p, puzzle.Limits{Memory: memory})
		if !errors.As(err, &le) || le.Limit != "memory" {
			t.Errorf("%d bytes: %v", memory, err)
		}
	}
	for name, call := range map[string]func() error{
		"FirstBlocks": func() error {
			_, err := NewSolver(Options{}).FirstBlocks(ctx, rings(t, 9), puzzle.Limits{Memory: 1})
			return err
		},
		"Solve": func() error {
			_, err := NewSolver(Options{}).Solve(ctx, square(t, 9), puzzle.Limits{Memory: 1})
			return err
		},
		"Count": func() error {
			_, err := NewSolver(Options{}).Count(ctx, square(t, 9), puzzle.Limits{Memory: 1})
			return err
		},
	} {
		if err := call(); !errors.As(err, &le) || le.Limit != "memory" {
			t.Errorf("%s with one byte: %v", name, err)
		}
	}
	for _, bad := range []*assembly.Instance{nil, {}, {Rows: 1, Cols: 1, Blocks: make([]assembly.Block, 2)}} {
		if _, err := NewSolver(Options{}).Solve(ctx, bad, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%+v: %v", bad, err)
		}
		if _, err := NewSolver(Options{}).FirstBlocks(ctx, bad, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestTableArguments(t *testing.T) {
	table := Tables()[0]
	var rows []string
	list, err := table.Open("5..7", nil)
	if err != nil {
		t.Fatal(err)
	}
	err = list.Rows(context.Background(), puzzle.Limits{}, func(row []string) error {
		if len(row) != len(list.Columns) {
			t.Errorf("row %v", row)
		}
		rows = append(rows, fmt.Sprint(row))
		return nil
	})
	if want := []string{"[5 12 12 0 12 0]", "[6 35 35 0 35 0]", "[7 108 108 0 108 0]"}; err != nil ||
		!slices.Equal(rows, want) {
		t.Error(rows, err)
	}
	for _, arg := range []string{"", "x", "0", "3..2", "1..99", "-1..2", "1..2..3"} {
		if _, err := table.Open(arg, nil); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v", arg, err)
		}
	}
}

// Generated shapes are valid, both verdicts occur, answers are right where the oracle can tell, and shrinking ends.
func TestGenerateAndShrink(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed, size := rapid.Uint64().Draw(rt, "seed"), rapid.IntRange(1, 13).Draw(rt, "size")
		p := Generate(rand.New(rand.NewPCG(seed, 1)), size)
		if err := p.Validate(); err != nil || len(p.Blocks) > size+8 {
			rt.Fatalf("%d blocks, %v", len(p.Blocks), err)
		}
		roots, ok := rootsBackwards(p, 5000)
		if !ok {
			return
		}
		o, err := solve(context.Background(), p, puzzle.Limits{})
		if err != nil {
			rt.Fatal(err)
		}
		if err := checkOutcome(p, o, roots); err != nil {
			rt.Fatalf("%s: %v", sketch(p), err)
		}
		n, err := NewSolver(Options{}).Count(context.Background(), p, puzzle.Limits{})
		if err != nil || n.Int64() != int64(len(roots)) {
			rt.Fatalf("%s: %v first blocks (%v), want %d", sketch(p), n, err, len(roots))
		}
		for depth := 0; ; depth++ {
			if depth > 100 {
				rt.Fatal("shrinking does not end")
			}
			var next *assembly.Instance
			for q := range Shrink(p) {
				if err := q.Validate(); err != nil {
					rt.Fatalf("%s shrinks to %s: %v", sketch(p), sketch(q), err)
				}
				next = q
				if depth%2 == 0 {
					break
				}
			}
			if next == nil {
				break
			}
			p = next
		}
	})
	verdicts := map[puzzle.Verdict]int{}
	kinds := map[string]int{}
	for seed := range uint64(600) {
		p := Generate(rand.New(rand.NewPCG(seed, 2)), 1+int(seed%13))
		o, err := solve(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		verdicts[o.Verdict]++
		kinds[fmt.Sprintf("contact %d, root %v, holes %v", p.Contact, p.Root >= 0, p.HasHoles())]++
	}
	if len(kinds) < 8 || verdicts[puzzle.Impossible] == 0 {
		t.Errorf("only these kinds: %v %v", verdicts, kinds)
	}
	t.Log(verdicts, kinds)
}

// Large shapes are generated in time, and solved.
func TestGenerateLarge(t *testing.T) {
	for seed := range uint64(12) {
		p := Generate(rand.New(rand.NewPCG(seed, 2)), 3000)
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		o, err := solve(context.Background(), p, puzzle.Limits{Memory: 1 << 21})
		if err != nil && !errors.Is(err, puzzle.ErrLimit) {
			t.Fatal(err)
		}
		t.Logf("seed %d: %d blocks on %d × %d, holes %d, %v %v", seed, len(p.Blocks), p.Rows, p.Cols, holes(p), o.Verdict,
			err)
	}
}
