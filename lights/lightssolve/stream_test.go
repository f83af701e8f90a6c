package lightssolve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// Streamed answers are those of boards in memory.
func TestStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	ctx := context.Background()
	solved := map[bool]int{}
	for range 200 {
		w, h := 1+rng.IntN(70), 1+rng.IntN(40)
		p := &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: "plus"}, Topology: lights.Topology(rng.IntN(3)), Start: randomBoard(rng, w, h, 2)}
		if rng.IntN(2) == 0 {
			p.Pattern.Name = "open-plus"
		}
		out := lights.NewBoard(h, w, 2)
		got, err := Stream(ctx, *p, func(y int, row []uint64) error {
			copy(row, p.Start.Row(y))
			return nil
		}, func(bool) Rows {
			return func(y int, row []uint64) error {
				copy(out.Row(y), row)
				return nil
			}
		}, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		solved[got.Solved]++
		sys, err := prepare(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := sys.Solve(ctx, p, puzzle.Limits{VerdictOnly: true})
		if err != nil || got.Solved != (o.Verdict == puzzle.Solved) || got.Nullity != sys.Nullities()[0].Dimension {
			t.Fatalf("%+v, %v, %v", got, o.Verdict, err)
		}
		if got.Solved && !right(p, out) || !got.Solved && !certified(p, &lights.Certificate{Weights: out, Value: 1}) {
			t.Fatalf("%d × %d %v %v: wrong rows, solved %v", w, h, p.Pattern, p.Topology, got.Solved)
		}
	}
	t.Log(solved)
}

// A bitmap to a bitmap: the same as in memory.
func TestStreamPBM(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for range 50 {
		p := allOn(1+rng.IntN(100), 1+rng.IntN(30), "plus")
		x := randomBoard(rng, p.Width, p.Height, 2)
		for i, v := range reach(p, x) {
			p.Start.Set(i/p.Width, i%p.Width, uint32(v))
		}
		var in, out bytes.Buffer
		if err := format("lights-pbm").Write(&in, p); err != nil {
			t.Fatal(err)
		}
		got, err := StreamPBM(context.Background(), bytes.NewReader(in.Bytes()), int64(in.Len()), &out, puzzle.Limits{})
		if err != nil || got != puzzle.Solved {
			t.Fatal(got, err)
		}
		q, err := lights.Parse(out.String())
		if err != nil || !right(p, q.Start) {
			t.Fatalf("%d × %d: wrong presses, %v", p.Width, p.Height, err)
		}
		whole := in.Bytes()
		for what, wrong := range map[string][]byte{"truncated": whole[:len(whole)-1], "followed": append(slices.Clone(whole), whole...)} {
			out.Reset()
			_, err := StreamPBM(context.Background(), bytes.NewReader(wrong), -1, &out, puzzle.Limits{})
			if !errors.Is(err, puzzle.ErrInput) || out.Len() > 0 {
				t.Fatalf("a bitmap that is %s: %v, and %d bytes", what, err, out.Len())
			}
		}
	}
	// One lamp of 1 × 2 cannot be turned off: both buttons change both.
	var out bytes.Buffer
	got, err := StreamPBM(context.Background(), strings.NewReader("P4\n2 1\n\x80"), -1, &out, puzzle.Limits{})
	if err != nil || got != puzzle.Impossible || out.Len() > 0 {
		t.Fatal(got, err, out.Len())
	}
	_, err = StreamPBM(context.Background(), strings.NewReader("P1\n1 1\n1\n"), -1, &out, puzzle.Limits{})
	if err == nil || !strings.HasSuffix(err.Error(), "a picture must begin with P4, not 'P1'") {
		t.Errorf("a plain bitmap: %v", err)
	}
	wide := "P4\n4000 1\n" + strings.Repeat("\x80", 500)
	_, err = StreamPBM(context.Background(), strings.NewReader(wide), -1, &out, puzzle.Limits{Memory: 1})
	if !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("with one byte of memory: %v", err)
	}
}

func BenchmarkStreamPBM(b *testing.B) {
	const n = 10000
	p := allOn(n, n, "plus")
	var in bytes.Buffer
	if err := format("lights-pbm").Write(&in, p); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		if _, err := StreamPBM(context.Background(), bytes.NewReader(in.Bytes()), int64(in.Len()), io.Discard,
			puzzle.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
