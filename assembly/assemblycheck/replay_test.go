package assemblycheck

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

// TestReplay compares a Replay with blocks that are slid cell by cell: all moves on boards grown at random.
func TestReplay(t *testing.T) {
	rng := seeded(t)
	for range 400 {
		p := &assembly.Instance{Rows: 1 + rng.Int32N(7), Cols: 1 + rng.Int32N(7), Contact: contacts[rng.IntN(2)]}
		first := assembly.Block{R: rng.Int32N(p.Rows), C: rng.Int32N(p.Cols)}
		r, err := NewReplay(p.Rows, p.Cols, p.Contact, first)
		if err != nil {
			t.Fatal(err)
		}
		tab := newTable(p)
		tab.set(0)
		tab.taken[tab.cell(first)] = true
		for range 40 {
			for _, m := range tab.allMoves() {
				want, ok := tab.slide(m)
				got, why := r.land(m)
				if (why == legal) != ok || ok && got != want {
					t.Fatalf("%d × %d, contact %d: %v lands at %v (%v), not at %v (%v)", p.Rows, p.Cols, p.Contact, m, got, why,
						want, ok)
				}
			}
			all := tab.allMoves()
			m := all[rng.IntN(len(all))]
			want, ok := tab.slide(m)
			got, err := r.Move(m)
			if (err == nil) != ok || ok && got != want {
				t.Fatal(got, err, want, ok)
			}
			if ok {
				tab.taken[tab.cell(want)] = true
			}
			for _, l := range []lines{r.rows, r.cols} {
				if l.from < 0 || int(l.from)+len(l.list) > int(l.count) {
					t.Fatalf("lines %d to %d of %d are held", l.from, int(l.from)+len(l.list)-1, l.count)
				}
			}
		}
	}
}

// TestReplayReasons takes what is no move.
func TestReplayReasons(t *testing.T) {
	const big = assembly.MaxSide
	for _, bad := range []func() error{
		func() error { _, err := NewReplay(0, 1, 0, assembly.Block{}); return err },
		func() error { _, err := NewReplay(1, 0, 0, assembly.Block{}); return err },
		func() error { _, err := NewReplay(1, big+1, 0, assembly.Block{}); return err },
		func() error { _, err := NewReplay(big+1, 1, 0, assembly.Block{}); return err },
		func() error { _, err := NewReplay(1, -1, 0, assembly.Block{}); return err },
		func() error { _, err := NewReplay(1, 1, 2, assembly.Block{}); return err },
		func() error { _, err := NewReplay(1, 1, 0, assembly.Block{R: 1}); return err },
		func() error { _, err := NewReplay(1, 1, 0, assembly.Block{C: 1}); return err },
		func() error { _, err := NewReplay(1, 1, 0, assembly.Block{R: -1}); return err },
		func() error { _, err := NewReplay(1, 1, 0, assembly.Block{C: -1}); return err },
	} {
		if err := bad(); !errors.Is(err, puzzle.ErrRejected) {
			t.Error(err)
		}
	}
	r, err := NewReplay(3, 4, assembly.Frontal, assembly.Block{R: 2, C: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		d      assembly.Direction
		line   int32
		reason string
	}{
		{assembly.Left, 3, "< 4: there is no such line"},
		{assembly.Up, 4, "there is no such line"},
		{assembly.Down, big, "there is no such line"},
		{assembly.Right, 1, "falls off"},
		{assembly.Up, 1, "entry cell is taken"},
		{assembly.Up, 2, "falls off"},
		{assembly.Right, 2, ""},
		{assembly.Right, 2, "entry cell is taken"},
		{assembly.Left, 2, ""},
		{assembly.Left, 2, ""},
		{assembly.Left, 2, "entry cell is taken"},
		{assembly.Down, 1, ""},
		{assembly.Down, 1, ""},
		{assembly.Down, 1, "entry cell is taken"},
	} {
		_, err := r.Move(assembly.MakeMove(c.d, c.line))
		if c.reason == "" && err != nil ||
			c.reason != "" && (!errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("%v: %v, %q is expected", assembly.MakeMove(c.d, c.line), err, c.reason)
		}
	}
}

// TestReplayHuge builds in the middle and the corners of the largest board; a Replay holds the lines touched, not those
// of the board.
func TestReplayHuge(t *testing.T) {
	const n = assembly.MaxSide
	for _, contact := range contacts {
		for _, first := range []assembly.Block{{}, {R: n - 1, C: n - 1}, {R: 0, C: n - 1}, {R: n / 2, C: n / 3}} {
			r, err := NewReplay(n, n, contact, first)
			if err != nil {
				t.Fatal(err)
			}
			// A staircase away from the edges.
			dr, dc := int32(1), int32(1)
			rowMove, colMove := assembly.Left, assembly.Up
			if first.R > n/2 {
				dr, colMove = -1, assembly.Down
			}
			if first.C > n/2 {
				dc, rowMove = -1, assembly.Right
			}
			at := first
			for range 1000 {
				if at.C += dc; true {
					if got, err := r.Move(assembly.MakeMove(rowMove, at.R)); err != nil || got != at {
						t.Fatal(got, err, at)
					}
				}
				at.R += dr
				if got, err := r.Move(assembly.MakeMove(colMove, at.C)); err != nil || got != at {
					t.Fatal(got, err, at)
				}
			}
			if a, b := cap(r.rows.list), cap(r.cols.list); a > 2100 || b > 2100 {
				t.Errorf("%d rows and %d columns for 1001 each", a, b)
			}
		}
	}
}

// BenchmarkReplay fills boards of 10,000 × 10,000 (10^8 − 1 moves): a row by '<', then the columns by '^'.
func BenchmarkReplay(b *testing.B) {
	for _, c := range []struct {
		name    string
		contact assembly.Contact
	}{{"frontal", assembly.Frontal}, {"sticky", assembly.Sticky}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			const n = 10000
			for b.Loop() {
				r, err := NewReplay(n, n, c.contact, assembly.Block{})
				if err != nil {
					b.Fatal(err)
				}
				for range n - 1 {
					if _, err := r.Move(assembly.MakeMove(assembly.Left, 0)); err != nil {
						b.Fatal(err)
					}
				}
				for row := int32(1); row < n; row++ {
					for col := range int32(n) {
						if got, err := r.Move(assembly.MakeMove(assembly.Up, col)); err != nil ||
							got != (assembly.Block{R: row, C: col}) {
							b.Fatal(got, err)
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n*n-1), "ns/move")
		})
	}
}
