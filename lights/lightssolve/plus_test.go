package lightssolve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

func randomBoard(rng *rand.Rand, w, h int, m uint32) *lights.Board {
	b := lights.NewBoard(h, w, m)
	for y := range h {
		for x := range w {
			b.Set(y, x, rng.Uint32N(m))
		}
	}
	return b
}

// The linear method on boards of all sizes around a word's width: answers multiplied back.
func TestPlusBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	ctx := context.Background()
	sizes := []int{1, 2, 3, 4, 5, 7, 9, 11, 14, 16, 19, 23, 29, 31, 33, 62, 63, 64, 65, 66, 127, 128, 129}
	solved := map[puzzle.Verdict]int{}
	for range extent.Rounds(250) {
		w, h := sizes[rng.IntN(len(sizes))], sizes[rng.IntN(16)]
		if rng.IntN(2) == 0 {
			w = h
		}
		m := []uint32{2, 2, 2, 3, 5, 4, 9, 6, 257, 2147483647, 1 << 31, 65537 * 3}[rng.IntN(12)]
		p := &lights.Instance{Modulus: m, Width: w, Height: h, Topology: lights.Topology(rng.IntN(3)), Pattern: lights.Pattern{Name: "plus"}}
		if rng.IntN(3) == 0 {
			p.Pattern.Name = "open-plus"
		}
		for _, quiet := range []bool{false, true} {
			p.Start = randomBoard(rng, w, h, m)
			if quiet {
				x := randomBoard(rng, w, h, m)
				for i, v := range reach(p, x) {
					p.Start.Set(i/w, i%w, uint32(v))
				}
			}
			name := fmt.Sprintf("%d × %d mod %d %v %v", w, h, m, p.Pattern, p.Topology)
			sys, err := prepare(ctx, p, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			o, err := sys.Solve(ctx, p, puzzle.Limits{})
			if err != nil {
				t.Fatal(name, err)
			}
			solved[o.Verdict]++
			if o.Verdict == puzzle.Solved && !right(p, o.Witness.Presses) || o.Verdict == puzzle.Impossible && (quiet || !certified(p, o.Certificate)) {
				t.Fatalf("%s: %v is wrong (%v)", name, o.Verdict, sys.Methods())
			}
		}
	}
	t.Log(solved)
}

// format is a text format of the family.
func format(name string) puzzle.Text[*lights.Instance, lights.Witness, lights.Certificate] {
	texts := lights.Data().Texts
	return texts[slices.IndexFunc(texts, func(f puzzle.Text[*lights.Instance, lights.Witness, lights.Certificate]) bool { return f.Name == name })]
}

func contestAnswers(t *testing.T, s *Solver, in io.Reader) string {
	var out strings.Builder
	sc := grid.NewScanner(in, -1)
	for {
		p, err := format("awkward-lights").Read(nil, sc)
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		o, err := s.Solve(context.Background(), p, puzzle.Limits{VerdictOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		format("awkward-lights").Answer(&out, p, o)
	}
}

func TestContestSample(t *testing.T) {
	in, err := os.ReadFile("../testdata/awkward-lights-1.in")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../testdata/awkward-lights-1.ans")
	if err != nil {
		t.Fatal(err)
	}
	if got := contestAnswers(t, NewSolver(Options{}), bytes.NewReader(in)); got != string(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

// All lamps on can always be turned off where pressing is symmetric and toggles its own lamp
// (Sutner): for every size and distance of the contest.
func TestAllOnIsSolvable(t *testing.T) {
	most := 25
	if testing.Short() {
		most = 9
	}
	s := NewSolver(Options{})
	for w := 1; w <= most; w++ {
		for h := 1; h <= most; h++ {
			for d := 1; d <= w+h; d++ {
				if most == 25 && (w*31+h*17+d)%5 != 0 { // a share
					continue
				}
				p := &lights.Instance{Modulus: 2, Width: w, Height: h, Pattern: lights.Pattern{Name: "diamond:" + strconv.Itoa(d)}, Start: lights.NewBoard(h, w, 2)}
				for y := range h {
					for x := range w {
						p.Start.Set(y, x, 1)
					}
				}
				o, err := s.Solve(context.Background(), p, puzzle.Limits{VerdictOnly: true})
				if err != nil || o.Verdict != puzzle.Solved {
					t.Fatalf("%d × %d, d = %d: %v, %v", w, h, d, o.Verdict, err)
				}
			}
		}
	}
}

// table reads the first lines of a published table.
func table(t *testing.T, name string, most int) [][2]int {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out [][2]int
	for line := range strings.Lines(string(text)) {
		var n, v int
		if _, err := fmt.Sscan(line, &n, &v); err == nil && n <= most {
			out = append(out, [2]int{n, v})
		}
	}
	return out
}

func TestNullityTable(t *testing.T) {
	// The command analyze lights --nullity has a shorter way; make sweep-lights takes all of it.
	rows := table(t, "a159257.txt", 300)
	if len(rows) != 300 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		n, want := row[0], row[1]
		p := &lights.Instance{Modulus: 2, Width: n, Height: n, Pattern: lights.Pattern{Name: "plus"}, Start: lights.NewBoard(n, n, 2)}
		sys, err := prepare(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := sys.Nullities()[0].Dimension; got != want {
			t.Fatalf("%d × %d: nullity %d, want %d", n, n, got, want)
		}
	}
}
