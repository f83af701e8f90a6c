package tiltsolve

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

func randomCells(rng *rand.Rand, b brute, colours int) string {
	density := rng.Float64()
	cells := make([]byte, b.h*b.w)
	for i := range cells {
		if rng.Float64() < density {
			cells[i] = byte(1 + rng.IntN(colours))
		}
	}
	return string(cells)
}

func randomLetters(rng *rand.Rand, most int) string {
	var s strings.Builder
	for n := 1 + rng.IntN(most); n > 0; n-- {
		s.WriteByte("LRUD"[rng.IntN(4)])
	}
	return s.String()
}

func (b brute) played(cells, letters string) string {
	for i := range len(letters) {
		cells = b.tilted(cells, letters[i])
	}
	return cells
}

func TestApplyAgainstReplay(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 0))
	for round := range 3000 {
		b := brute{1 + rng.IntN(5), 1 + rng.IntN(5)}
		cells := randomCells(rng, b, 3)
		var word tilt.Word
		want := cells
		for n := rng.IntN(4); n > 0; n-- {
			letters, times := randomLetters(rng, 6), rng.IntN(9)
			word = append(word, tilt.Run{Moves: letters, Times: big.NewInt(int64(times))})
			want = b.played(want, strings.Repeat(letters, times))
		}
		got, err := Play(context.Background(), b.board(cells), word, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if string(got.Narrow) != want {
			t.Fatalf("seed %d round %d: %s after %v is %s, want %s", seed, round, b.show(cells), word, b.show(string(got.Narrow)), b.show(want))
		}
	}
}

// A thousand-digit exponent is the same as its remainder by the ring's length.
func TestBlanksBetweenTilts(t *testing.T) {
	for moves, want := range map[string]string{
		"L D R U": "LDRU", " LU (RD LU)^97 R ": "LU(RDLU)^97R", "": "", "(LU)^1 2": "", "LU ^2": "", "L X": "",
	} {
		w, err := parseMoves(moves)
		if strict, _ := tilt.ParseWord(want); want != "" && (err != nil || w.String() != strict.String()) {
			t.Errorf("%q is read as %v, %v", moves, w, err)
		}
		if want == "" && moves != "" && err == nil {
			t.Errorf("%q is read as %v", moves, w)
		}
	}
}

func TestApplyThousandDigits(t *testing.T) {
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, 0))
	huge, _ := new(big.Int).SetString("1"+strings.Repeat("0", 1000), 10)
	for round := range 200 {
		b := brute{2 + rng.IntN(4), 2 + rng.IntN(4)}
		base := b.played(randomCells(rng, b, 3), "LU")
		period := int64(1)
		for now := b.played(base, "RDLU"); now != base; now = b.played(now, "RDLU") {
			period++
		}
		rest := new(big.Int).Mod(huge, big.NewInt(period)).Int64()
		want := b.played(base, strings.Repeat("RDLU", int(rest)))
		word := tilt.Word{{Moves: "RDLU", Times: huge}}
		got, err := Play(context.Background(), b.board(base), word, puzzle.Limits{})
		if err != nil || string(got.Narrow) != want {
			t.Fatalf("seed %d round %d: %s after 10^1000 turns: %v, %v", seed, round, b.show(base), got, err)
		}
	}
}

func TestWhenAgainstReplay(t *testing.T) {
	const seed = 5
	rng := rand.New(rand.NewPCG(seed, 0))
	met, never, again := 0, 0, 0
	for round := range 4000 {
		b := brute{1 + rng.IntN(4), 1 + rng.IntN(4)}
		start := randomCells(rng, b, 1+rng.IntN(3))
		prefix, word := randomLetters(rng, 2), randomLetters(rng, 5)
		if rng.IntN(3) == 0 {
			prefix = ""
		}
		// Walk until the boards repeat.
		now := b.played(start, prefix)
		var boards []string
		at := map[string]int{}
		loop := 0
		for {
			if k, seen := at[now]; seen {
				loop = len(boards) - k
				break
			}
			at[now] = len(boards)
			boards = append(boards, now)
			now = b.played(now, word)
		}
		tail := len(boards) - loop
		target := boards[rng.IntN(len(boards))]
		if rng.IntN(3) == 0 {
			shuffled := []byte(target)
			rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			target = string(shuffled)
		}
		var wantFirst, wantEvery *big.Int
		if k, seen := at[target]; seen {
			wantFirst, wantEvery = big.NewInt(int64(k)), new(big.Int)
			if k >= tail {
				wantEvery.SetInt64(int64(loop))
				again++
			}
			met++
		} else {
			never++
		}
		p := &tilt.Instance{Palette: testPalette, Start: b.board(start), Target: b.board(target)}
		first, every, err := NewSolver(Options{}).When(context.Background(), p, prefix+"("+word+")", puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		name := b.show(start) + " → " + b.show(target) + " along " + prefix + "(" + word + ")"
		if (first == nil) != (wantFirst == nil) || first != nil && (first.Cmp(wantFirst) != 0 || every.Cmp(wantEvery) != 0) {
			t.Fatalf("seed %d round %d: %s: first %v every %v, want %v and %v", seed, round, name, first, every, wantFirst, wantEvery)
		}
	}
	if met < 500 || never < 500 || again < 200 {
		t.Fatalf("the test tests too little: %d met, %d of them again, %d never", met, again, never)
	}
}

// A Solver answers for the board as it is, not as it was when the Solver last saw it.
func TestSolverSeesEdits(t *testing.T) {
	b := brute{2, 3}
	p := &tilt.Instance{Palette: testPalette, Start: b.board("\x01\x02\x00\x00\x00\x00"), Target: b.board("\x00\x00\x00\x00\x01\x02")}
	solver := NewSolver(Options{})
	first, err := solver.Solve(context.Background(), p, puzzle.Limits{})
	if err != nil || first.Verdict != puzzle.Solved {
		t.Fatalf("%v, %v", first.Verdict, err)
	}
	p.Start.Set(0, 0, 2)
	p.Start.Set(0, 1, 1)
	second, err := solver.Solve(context.Background(), p, puzzle.Limits{})
	if err != nil || second.Verdict != puzzle.Impossible {
		t.Fatalf("after the edit: %v, %v", second.Verdict, err)
	}
}

// A Solver decomposes one start for all its targets: a large one at the first question, a small one at the second. An
// edit makes it another start.
func TestSolverDecomposesOnce(t *testing.T) {
	for _, c := range []struct{ side, before int }{{4, 1}, {64, 0}} {
		start := tilt.NewBoard(c.side, c.side, len(testPalette))
		start.Set(1, 2, 1)
		solver := NewSolver(Options{})
		ask := func(column int) *Rings {
			p := &tilt.Instance{Palette: testPalette, Start: start, Target: tilt.NewBoard(c.side, c.side, len(testPalette))}
			p.Target.Set(1, column, 1)
			o, err := solver.Solve(t.Context(), p, puzzle.Limits{})
			if want := column == 0 || column == c.side-1; err != nil || (o.Verdict == puzzle.Solved) != want {
				t.Errorf("side %d, column %d: %v, %v", c.side, column, o.Verdict, err)
			}
			return solver.last
		}
		for column := range c.before {
			if ask(column) != nil {
				t.Errorf("side %d: remembered after %d questions", c.side, column+1)
			}
		}
		first := ask(0)
		if first == nil || ask(1) != first || ask(c.side-1) != first {
			t.Errorf("side %d: the start was decomposed anew", c.side)
		}
		start.Set(0, 0, 2)
		if ask(1) == first {
			t.Errorf("side %d: an edit was not seen", c.side)
		}
	}
}

// What Validate refuses is an error of every entrance, never a panic.
func TestInvalidInstances(t *testing.T) {
	b := brute{1, 3}
	ctx := context.Background()
	for name, p := range map[string]*tilt.Instance{
		"nil":           nil,
		"no start":      {},
		"sizes":         {Palette: testPalette, Start: b.board("\x01\x00\x00"), Target: tilt.NewBoard(2, 3, 4)},
		"no such code":  {Palette: testPalette[:2], Start: b.board("\x07\x00\x00"), Target: b.board("\x00\x00\x07")},
		"widths differ": {Palette: testPalette, Start: b.board("\x01\x00\x00"), Target: &tilt.Board{H: 1, W: 3, Wide: []uint32{1, 0, 0}}},
	} {
		if _, err := NewSolver(Options{}).Solve(ctx, p, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s: Solve gives %v", name, err)
		}
		if _, err := NewSolver(Options{}).Count(ctx, p, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s: Count gives %v", name, err)
		}
		if _, _, err := NewSolver(Options{}).When(ctx, p, "(LU)", puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%s: When gives %v", name, err)
		}
	}
}
