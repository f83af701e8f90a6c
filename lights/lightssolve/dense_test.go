package lightssolve

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// dense writes out the whole matrix by pressing every button once.
func dense(p *lights.Instance) *zmod.Matrix {
	h, w := p.Buttons()
	n := naive{p, rawOffsets(p)}
	a := zmod.NewMatrix(nil, p.Width*p.Height, w*h, p.Modulus)
	for b := range w * h {
		if p.Net == nil && p.Cell(b/w, b%w)&lights.NoButton != 0 {
			continue // a column of zeros: counted apart
		}
		board := make([]uint64, p.Width*p.Height)
		n.press(board, b%w, b/w, 1)
		for l, v := range board {
			if p.Cell(l/p.Width, l%p.Width)&lights.NoLamp == 0 {
				a.Set(l, b, int64(v))
			}
		}
	}
	return a
}

// againstDense compares verdict and number of solutions with elimination of the whole matrix.
func againstDense(t *testing.T, p *lights.Instance, starts int, rng *rand.Rand) {
	t.Helper()
	ctx := context.Background()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	sys, err := prepare(ctx, p, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d := dense(p).Decompose(nil)
	name := fmt.Sprintf("%d × %d mod %d %v %v (%v)", p.Width, p.Height, p.Modulus, p.Pattern, p.Topology, sys.Methods())
	h, w := p.Buttons()
	count := d.Solutions()
	for range w*h - len(working(p)) {
		count.Quo(count, big.NewInt(int64(p.Modulus)))
	}
	if count.Cmp(sys.Solutions()) != 0 {
		t.Fatalf("%s: %v solutions, dense %v", name, sys.Solutions(), count)
	}
	for range starts {
		p.Start = randomBoard(rng, p.Width, p.Height, p.Modulus)
		if rng.IntN(2) == 0 {
			for i, v := range reach(p, randomBoard(rng, w, h, p.Modulus)) {
				p.Start.Set(i/p.Width, i%p.Width, uint32(v))
			}
		}
		b := make([]uint32, p.Width*p.Height)
		for i := range b {
			if p.Cell(i/p.Width, i%p.Width)&lights.NoLamp == 0 {
				b[i] = p.Wanted(i/p.Width, i%p.Width)
			} else {
				b[i] = 0
			}
		}
		x, _ := d.Solve(nil, b)
		o, err := sys.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(name, err)
		}
		switch {
		case (o.Verdict == puzzle.Solved) != (x != nil):
			t.Fatalf("%s: %v, dense solution %v", name, o.Verdict, x != nil)
		case x != nil && !right(p, o.Witness.Presses):
			t.Fatalf("%s: wrong presses", name)
		case x == nil && !certified(p, o.Certificate):
			t.Fatalf("%s: wrong certificate", name)
		}
	}
}

// Boards of the contest up to 7 × 7 with every distance.
func TestContestBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for w := 1; w <= 7; w++ {
		for h := 1; h <= 7; h++ {
			for d := 1; d <= w+h; d++ {
				againstDense(t, &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: "diamond:" + strconv.Itoa(d)}, Start: lights.NewBoard(h, w, 2)}, 4, rng)
			}
		}
	}
}

// Boards of all kinds too large to enumerate.
func TestAgainstDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for range extent.Rounds(600) {
		m := []uint32{2, 2, 3, 4, 5, 6, 7, 8, 9, 12, 25, 49, 210, 256, 257, 65536, 1 << 31, 2147483647}[rng.IntN(18)]
		w, h := 1+rng.IntN(12), 1+rng.IntN(9)
		p := &lights.Instance{Modulus: m, Width: w, Height: h, Start: lights.NewBoard(h, w, m), Pattern: randomPattern(rng, m), Topology: lights.Topology(rng.IntN(3))}
		if rng.IntN(3) == 0 {
			p.Cells = make([]lights.Cell, w*h)
			for i := range p.Cells {
				if rng.IntN(6) == 0 {
					p.Cells[i] = lights.Cell(rng.IntN(3))
				}
			}
		}
		againstDense(t, p, 3, rng)
	}
}
