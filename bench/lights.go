package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/bench/run"
	"github.com/gridwright/gridwright/internal/gf2"
	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
)

var lightsFamily = &run.Family{
	Name: "lights",
	Doc: "sizes are sides of boards in memory, the last of them from file to file, too; kinds are plus, files, stream, " +
		"random, nullity, dense, diamond and minimum, and with -sweep nullity, fewest and distribution",
	Sizes: []int{1000, 10_000},
	Jobs: map[string]run.Job{
		"plus":    plus,
		"stream":  func(a run.Args) run.Figure { return stream(a.N, true) },
		"random":  func(a run.Args) run.Figure { return stream(a.N, false) },
		"dense":   dense,
		"diamond": diamond,
		"minimum": minimum,
		"image":   run.Writer(func(out io.Writer, a run.Args) error { return writePBM(out, newSource(a.N, true)) }),
	},
	Lines: lightsLines,
}

const (
	nullities = "b159257.txt"
	fewest    = "a075464.txt"
)

func lightsLines(b *run.Bench) {
	if b.Sweep {
		sweep(b)
		return
	}
	for _, n := range b.Sizes {
		r := run.Row{Work: run.Square(n) + " plus, in memory"}
		runs := 5
		if n <= 1000 {
			runs, r.Target.Wall = 101, time.Millisecond
		}
		b.JobRow("plus", run.Args{N: n, Runs: b.Runs(runs)}, r)
	}
	if len(b.Sizes) > 0 && b.Want("files") {
		files(b, b.Sizes[len(b.Sizes)-1])
	}
	promise := run.Target{Wall: 10 * time.Second, Peak: 100e6}
	for _, d := range []int{8, 4, 2, 1} { // for the growth
		n := b.Largest / d
		b.JobRow("stream", run.Args{N: n}, run.Row{Work: run.Square(n) + " streamed, solved, verified", Target: promise})
	}
	b.JobRow("random", run.Args{N: b.Largest}, run.Row{Work: run.Square(b.Largest) + " streamed, random", Target: promise})
	if b.Want("nullity") {
		table(b, "nullity", "1..25000", published(b, nullities), run.Target{CPU: 10 * time.Second})
	}
	if b.Want("dense") {
		peers(b)
	}
	b.JobRow("diamond", run.Args{N: 100, Runs: b.Runs(5)},
		run.Row{Work: "diamond d = 5, 100 × 100, in memory", Target: run.Target{Wall: 200 * time.Millisecond}})
	b.JobRow("minimum", run.Args{N: 47, File: filepath.Join(b.Tables, fewest)}, // of nullity 30
		run.Row{Work: "minimum, 47 × 47 all on", Target: run.Target{Wall: 5 * time.Second}})
}

// files goes from a bitmap to a bitmap of presses.
func files(b *run.Bench, n int) {
	in, out := b.Input("image", run.Args{N: n}), b.File("presses")
	f, _ := b.Pair(b.Runs(5), func() run.Figure {
		return b.Ours("", out, "solve", "--no-check", "--format", "lights-pbm", "--write", "lights-pbm", in)
	}, nil)
	run.Check(verifyPBM(out, newSource(n, true)))
	r := run.Row{Kind: "files", Size: n, Work: run.Square(n) + ", P4 file to P4 file, process", Ours: f}
	if n <= 10_000 {
		r.Target.Wall = 250 * time.Millisecond
	}
	b.Row(r)
}

// peers runs dense elimination in turn with the drivers, which print "cpu=0.123 s". FLINT only has
// to find the rank, which is the cheapest; we solve.
func peers(b *run.Bench) {
	for _, m := range []int{2, 3, 5, 7} {
		n, most, name := 2000, 1.5, "flint"
		args := []string{strconv.Itoa(m), "2000", "1", "rank"}
		if m == 2 {
			n, most, name = 10_000, 2, "m4ri"
			args = []string{"10000", "1"}
		}
		var theirs func() run.Figure
		if driver := b.Peer(name); driver != "" {
			theirs = func() run.Figure {
				printed := b.Theirs("", append([]string{driver}, args...)...).Note
				_, after, _ := strings.Cut(printed, "cpu=")
				var seconds float64
				if _, err := fmt.Sscan(after, &seconds); err != nil {
					run.Failf("%s printed %q", driver, printed)
				}
				return run.Figure{CPU: time.Duration(seconds * float64(time.Second))}
			}
		}
		r := run.Row{Kind: "dense", Size: n, Work: fmt.Sprintf("dense mod %d, N = %d, solve", m, n), Peer: name,
			Target: run.Target{Ratio: most}}
		r.Ours, r.Theirs = b.Pair(b.Runs(3), func() run.Figure {
			return run.Figure{CPU: b.Job("dense", run.Args{N: n, Mod: m}).CPU}
		}, theirs)
		b.Row(r)
	}
}

// distribution5 is how many solvable 5 × 5 boards need 0, 1, … presses. (The entry A079873 of the
// OEIS prints 476104 for the eighth; the numbers must sum up to 2^23.)
const distribution5 = "0 1\n1 25\n2 300\n3 2300\n4 12650\n5 53130\n6 176176\n7 467104\n8 982335\n9 1596279\n" +
	"10 1935294\n11 1684446\n12 1004934\n13 383670\n14 82614\n15 7350\n"

// sweep compares the published tables, whole, with what our commands print.
func sweep(b *run.Bench) {
	for _, t := range [][2]string{{"nullity", nullities}, {"fewest", fewest}, {"distribution", ""}} {
		what, file := t[0], t[1]
		arg, want := "5x5", []byte(distribution5)
		if file != "" {
			want = published(b, file)
			arg = fmt.Sprintf("1..%d", len(pairs(want)))
		}
		if !b.Want(what) {
			continue
		}
		if want == nil {
			b.Row(run.Row{Kind: what, Work: "table --" + what, Note: file + " is not here: skipped"})
			continue
		}
		table(b, what, arg, want, run.Target{})
	}
}

// published is a published table, nil where it is not here.
func published(b *run.Bench, file string) []byte {
	text, err := os.ReadFile(filepath.Join(b.Tables, file))
	if !errors.Is(err, fs.ErrNotExist) {
		run.Check(err)
	}
	return text
}

// table has our command print a table and compares it with the published one, if that is here.
func table(b *run.Bench, what, arg string, want []byte, t run.Target) {
	out := b.File("table")
	r := run.Row{Kind: what, Work: fmt.Sprintf("table --%s %s, process", what, arg), Target: t,
		Note: "no published table is here"}
	r.Ours = b.Ours("", out, "analyze", "lights", "--timeout", "0", "--"+what, arg)
	if want != nil {
		r.Note = run.Must(compare(run.Must(os.ReadFile(out)), want))
	}
	b.Row(r)
}

// compare holds a table that we printed, a line of titles first, against a published one of two
// columns.
func compare(got, want []byte) (string, error) {
	g, w := pairs(got), pairs(want)
	if len(g) > 0 {
		g = g[1:]
	}
	if len(g) != len(w) || len(w) == 0 {
		return "", fmt.Errorf("%d rows where %d are published", len(g), len(w))
	}
	for i := range w {
		if g[i] != w[i] {
			return "", fmt.Errorf("%s where %s is published", g[i], w[i])
		}
	}
	return fmt.Sprintf("%d rows equal", len(w)), nil
}

// pairs returns the first two fields of each line that has as many.
func pairs(text []byte) (out [][2]string) {
	for line := range bytes.Lines(text) {
		if f := strings.Fields(string(line)); len(f) >= 2 && f[0] != "#" {
			out = append(out, [2]string{f[0], f[1]})
		}
	}
	return out
}

func dark(n int, pattern string) *lights.Instance {
	return &lights.Instance{Modulus: 2, Width: n, Height: n, Pattern: lights.Pattern{Name: pattern},
		Start: lights.NewBoard(n, n, 2)}
}

func allOn(n int, pattern string) *lights.Instance {
	p := dark(n, pattern)
	for y := range n {
		for x := range n {
			p.Start.Set(y, x, 1)
		}
	}
	return p
}

// solve prepares the rules and solves, which is what is measured in memory.
func solve(p *lights.Instance, runs int) (x *lights.Board, f run.Figure) {
	ctx := context.Background()
	f = run.Timed(runs, func() {
		sys := run.Must(lightssolve.NewSolver(lightssolve.Options{}).Prepare(ctx, p, puzzle.Limits{}))
		o := run.Must(sys.Solve(ctx, p, puzzle.Limits{}))
		if o.Verdict != puzzle.Solved {
			run.Failf("%v instead of solved", o.Verdict)
		}
		x = o.Witness.Presses
	})
	return x, f
}

func plus(a run.Args) run.Figure {
	p, s := dark(a.N, "plus"), newSource(a.N, true)
	for y := range a.N {
		run.Check(s.row(y, p.Start.Row(y)))
	}
	x, f := solve(p, a.Runs)
	v := newVerifier(s)
	for y := range a.N {
		run.Check(v.row(y, x.Row(y)))
	}
	run.Check(v.finish(true))
	return f
}

// stream has a board made row by row, solved, and the rows of the answer verified as they come.
func stream(n int, image bool) run.Figure {
	rules := lights.Instance{Modulus: 2, Width: n, Height: n, Pattern: lights.Pattern{Name: "plus"}}
	verdict := "solved"
	var got lightssolve.Streamed
	f := run.Timed(1, func() {
		v := newVerifier(newSource(n, image))
		got = run.Must(lightssolve.Stream(context.Background(), rules, newSource(n, image).row,
			func(bool) lightssolve.Rows { return v.row }, puzzle.Limits{}))
		run.Check(v.finish(got.Solved))
	})
	if !got.Solved {
		verdict = "impossible"
	}
	if image && !got.Solved {
		run.Failf("%d × %d: a solvable board is said to be unsolvable", n, n)
	}
	f.Note = fmt.Sprintf("%s, nullity %d, %.0f ps a lamp", verdict, got.Nullity,
		1000*float64(f.CPU.Nanoseconds())/float64(n)/float64(n))
	return f
}

// dense solves one random system of n equations modulo m.
func dense(args run.Args) (f run.Figure) {
	n, m := args.N, uint32(args.Mod)
	rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
	right := false
	if m == 2 {
		a, b := gf2.New(nil, n, n), make([]uint64, lights.Stride(n))
		fill := func(row []uint64) {
			for i := range row {
				row[i] = rng.Uint64()
			}
			row[len(row)-1] &= tail(n)
		}
		for i := range n {
			fill(a.Row(i))
		}
		fill(b)
		a0 := a.Clone(nil)
		var x, y []uint64
		f = run.Timed(1, func() { x, y = a.EliminateInPlace(nil).Solve(nil, b) })
		right = x != nil && slices.Equal(a0.MulVec(nil, x), b) || x == nil && gf2.Dot(y, b) != 0 && zero(a0.VecMul(nil, y))
	} else {
		a, b := zmod.NewMatrix(nil, n, n, m), make([]uint32, n)
		for i := range n {
			row := a.Row(i)
			for j := range row {
				row[j] = rng.Uint32N(m)
			}
			b[i] = rng.Uint32N(m)
		}
		var x, y []uint32
		f = run.Timed(1, func() { x, y = a.Decompose(nil).Solve(nil, b) })
		right = x != nil && slices.Equal(a.MulVec(nil, x), b) || x == nil && a.Ring().Dot(y, b) != 0 && zero(a.VecMul(nil, y))
	}
	if !right {
		run.Failf("dense mod %d, %d unknowns: wrong answer", m, n)
	}
	return f
}

func zero[T uint32 | uint64](v []T) bool {
	return !slices.ContainsFunc(v, func(x T) bool { return x != 0 })
}

// diamond is distance 5 on a board with all lamps on, which can always be solved: the matrix is
// symmetric with ones on its diagonal.
func diamond(a run.Args) run.Figure {
	x, f := solve(allOn(a.N, "diamond:5"), a.Runs)
	run.Check(allOff(x, a.N, 5))
	return f
}

// allOff says whether presses on n × n, each of a lamp and of those at distance d, turn off a board
// that is all on.
func allOff(presses *lights.Board, n, d int) error {
	for y := range n {
		for x := range n {
			toggled := presses.At(y, x)
			for dx := -d; dx <= d; dx++ {
				for dy := -d; dy <= d; dy++ {
					if max(dx, -dx)+max(dy, -dy) == d && x+dx >= 0 && x+dx < n && y+dy >= 0 && y+dy < n {
						toggled ^= presses.At(y+dy, x+dx)
					}
				}
			}
			if toggled == 0 {
				return fmt.Errorf("%d × %d, distance %d: lamp %d, %d stays on", n, n, d, x, y)
			}
		}
	}
	return nil
}

// minimum finds the fewest presses with all lamps on.
func minimum(a run.Args) run.Figure {
	p := allOn(a.N, "plus")
	var m *lightssolve.Minimum
	nullity := 0
	f := run.Timed(1, func() {
		ctx := context.Background()
		sys := run.Must(lightssolve.NewSolver(lightssolve.Options{}).Prepare(ctx, p, puzzle.Limits{}))
		nullity = sys.Nullities()[0].Dimension
		m = run.Must(sys.Minimum(ctx, p, puzzle.Limits{}))
	})
	if m == nil || !m.Exact {
		run.Failf("%d × %d: no exact minimum", a.N, a.N)
	}
	presses := m.Presses.NonZero()
	if m.Cost.Cmp(big.NewInt(presses)) != 0 {
		run.Failf("%d × %d: %d presses, not %v", a.N, a.N, presses, m.Cost)
	}
	run.Check(allOff(m.Presses, a.N, 1))
	f.Note = fmt.Sprintf("nullity %d, %d presses, %v optima", nullity, presses, m.Optima)
	want, err := os.ReadFile(a.File)
	if err != nil {
		f.Note += "; no published table is here"
		return f
	}
	if !slices.Contains(pairs(want), [2]string{strconv.Itoa(a.N), strconv.FormatInt(presses, 10)}) {
		run.Failf("%d × %d: %d presses, another number is published", a.N, a.N, presses)
	}
	f.Note += "; as published"
	return f
}
