package tiltsolve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

func widened(b *tilt.Board) *tilt.Board {
	out := &tilt.Board{H: b.H, W: b.W, Wide: make([]uint32, len(b.Narrow))}
	for i, c := range b.Narrow {
		out.Wide[i] = uint32(c)
	}
	return out
}

// Boards with 32-bit cells, as more than 254 colours need, give the same answers to everything.
func TestWideBoards(t *testing.T) {
	const seed = 21
	rng := rand.New(rand.NewPCG(seed, 0))
	ctx := context.Background()
	verdicts := map[puzzle.Verdict]int{}
	for round := range 2000 {
		narrow := Generate(rng, 1+rng.IntN(60))
		wide := &tilt.Instance{Palette: narrow.Palette, Start: widened(narrow.Start), Target: widened(narrow.Target)}
		a, err := NewSolver(Options{}).Solve(ctx, narrow, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewSolver(Options{}).Solve(ctx, wide, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		verdicts[a.Verdict]++
		same := a.Verdict == b.Verdict && reflect.DeepEqual(a.Certificate, b.Certificate)
		if same && a.Witness != nil {
			same = a.Witness.Moves.String() == b.Witness.Moves.String()
		}
		if !same {
			t.Fatalf("seed %d round %d: narrow %+v, wide %+v", seed, round, a, b)
		}
		n, err1 := NewSolver(Options{}).Count(ctx, narrow, puzzle.Limits{})
		m, err2 := NewSolver(Options{}).Count(ctx, wide, puzzle.Limits{})
		if err1 != nil || err2 != nil || n.Cmp(m) != 0 {
			t.Fatalf("seed %d round %d: counts %v and %v (%v, %v)", seed, round, n, m, err1, err2)
		}
		word := tilt.Word{{Moves: "LU", Times: big.NewInt(1)}, {Moves: "RDLU", Times: big.NewInt(int64(rng.IntN(1000)))}}
		x, err1 := Play(ctx, narrow.Start, word, puzzle.Limits{})
		y, err2 := Play(ctx, wide.Start, word, puzzle.Limits{})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(widened(x).Wide, y.Wide) {
			t.Fatalf("seed %d round %d: %v leads to different boards", seed, round, word)
		}
	}
	if verdicts[puzzle.Solved] < 100 || verdicts[puzzle.Impossible] < 100 {
		t.Fatalf("the test tests too little: %v", verdicts)
	}
}

// Boards that are large enough for long cycles and several blocks of columns: the transposed
// puzzle has the transposed answer, and a verdict without evidence is the same verdict.
func TestTransposedPuzzles(t *testing.T) {
	const seed = 22
	rng := rand.New(rand.NewPCG(seed, 0))
	ctx := context.Background()
	flip := func(b *tilt.Board) *tilt.Board {
		out := tilt.NewBoard(b.W, b.H, 1)
		for r := range b.H {
			for c := range b.W {
				out.Set(c, r, b.At(r, c))
			}
		}
		return out
	}
	solved := 0
	for round := range 300 {
		p := Generate(rng, 200+rng.IntN(20000))
		q := &tilt.Instance{Palette: p.Palette, Start: flip(p.Start), Target: flip(p.Target)}
		a, err := NewSolver(Options{}).Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewSolver(Options{}).Solve(ctx, q, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		bare, err := NewSolver(Options{}).Solve(ctx, p, puzzle.Limits{VerdictOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != b.Verdict || a.Verdict != bare.Verdict {
			t.Fatalf("seed %d round %d: %v, transposed %v, bare %v", seed, round, a.Verdict, b.Verdict, bare.Verdict)
		}
		if a.Verdict == puzzle.Solved {
			solved++
			if a.Witness.Length.Cmp(b.Witness.Length) != 0 {
				t.Fatalf("seed %d round %d: %v tilts, transposed %v", seed, round, a.Witness.Length, b.Witness.Length)
			}
		}
	}
	if solved < 50 {
		t.Fatalf("only %d puzzles were solved", solved)
	}
}
