package lightssolve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// The way of a solution can be given back to Apply and solves, a hint is its first press, and frame n is the board after n
// presses, wherever one begins.
func TestTell(t *testing.T) {
	ctx, rng, s := context.Background(), rand.New(rand.NewPCG(14, 14)), NewSolver(Options{})
	for i := range 300 {
		p := Generate(rng, 1+rng.IntN(20))
		p.Choice, p.LitOnly = nil, false // see TestChoice, TestLitOnly
		o, err := s.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if o.Verdict == puzzle.Impossible {
			st, err := TellWeights(ctx, p, o.Certificate, scene.Window{}, puzzle.Limits{})
			if err != nil || st.Title != "impossible" || len(st.Pictures) != 1 || st.Frames.Len.Int64() != 2 {
				t.Fatalf("instance %d: %+v, %v", i, st, err)
			}
			continue
		}
		st, err := TellPresses(ctx, p, o.Witness, scene.Window{}, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Apply(ctx, p, st.Way, puzzle.Limits{})
		if err != nil || !stands(q) {
			t.Fatalf("instance %d, %v: after %q it stands at %v, %v", i, p, st.Way, q, err)
		}
		moves := strings.Fields(st.Way)
		hint, _, _ := strings.Cut(s.Hint(p, *o.Witness), ":")
		if len(moves) == 0 {
			if hint != "" || st.Title != "solved as it stands" {
				t.Fatalf("instance %d: hint %q, %q", i, hint, st.Title)
			}
			continue
		}
		if hint != moves[0] || !strings.HasPrefix(st.Title, "solved ") || st.Frames.Len.Int64() != int64(len(moves))+1 {
			t.Fatalf("instance %d: the hint is %q, the way %q, %q, %v frames", i, hint, st.Way, st.Title, st.Frames.Len)
		}
		framesFollow(t, s, p, st, moves, rng.IntN(len(moves)+1))
	}
}

func framesFollow(t *testing.T, s *Solver, p *lights.Instance, st puzzle.Story, moves []string, from int) {
	t.Helper()
	n := from
	for frame, err := range st.Frames.From(big.NewInt(int64(from))) {
		if err != nil {
			t.Fatal(err)
		}
		q, err := s.Apply(context.Background(), p, strings.Join(moves[:n], " "), puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 && frame.Move != moves[n-1] || n == 0 && frame.Move != "" {
			t.Fatalf("frame %d of %v: the move is %q", n, moves, frame.Move)
		}
		want := picture(q, "", q.Start, lights.Hole, scene.Window{})
		if len(want.Pieces) != len(frame.Scene.Pieces) {
			t.Fatalf("frame %d of %v: %d lamps are on, not %d", n, moves, len(frame.Scene.Pieces), len(want.Pieces))
		}
		for i, piece := range want.Pieces {
			if piece != frame.Scene.Pieces[i] {
				t.Fatalf("frame %d of %v: %+v, not %+v", n, moves, frame.Scene.Pieces[i], piece)
			}
		}
		n++
	}
	if n != len(moves)+1 {
		t.Fatalf("the frames end before %d of %d", n, len(moves)+1)
	}
}

// A step presses one button: it looks at the context no more often on a large board than its picture needs, and a solution
// of very many presses has a last frame but no way to copy.
func TestFramesOfLargeBoards(t *testing.T) {
	const n = 3000
	p := allOn(n, n, "plus")
	x := lights.NewBoard(n, n, 2)
	for y := range n {
		for col := range n {
			x.Set(y, col, uint32(y+col)&1)
		}
	}
	st, err := TellPresses(context.Background(), p, &lights.Witness{Presses: x}, scene.Corner(2, 2), puzzle.Limits{})
	if err != nil || st.Way != "" {
		t.Fatal(err, len(st.Way))
	}
	q, err := engine.Pressed(nil, p, x)
	if err != nil {
		t.Fatal(err)
	}
	last, err := st.Frames.At(new(big.Int).Sub(st.Frames.Len, big.NewInt(1)))
	if err != nil || len(last.Scene.Pieces) != len(picture(q, "", q.Start, lights.Hole, scene.Corner(2, 2)).Pieces) || last.Move != "3000,2999" {
		t.Fatal(err, last.Move)
	}
	steps := 0
	for _, err := range st.Frames.Range(big.NewInt(1000), big.NewInt(60000)) { // a whole board each would be 5·10^11 cells
		if err != nil {
			t.Fatal(err)
		}
		steps++
	}
	if steps != 59001 {
		t.Fatal(steps)
	}
}
