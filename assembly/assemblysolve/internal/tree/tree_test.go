package tree

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/bench/shapes"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
)

// check compares the answers of Solve about x with the twin's.
func (x twin) check() (solved bool, err error) {
	p, err := x.instance()
	if err != nil {
		return false, err
	}
	o, err := Solve(context.Background(), p, puzzle.Limits{})
	if err != nil {
		return false, err
	}
	fast, err := Solve(context.Background(), p, puzzle.Limits{VerdictOnly: true})
	if err != nil {
		return false, err
	}
	can := x.buildable()
	if can != (o.Verdict == puzzle.Solved) || fast.Verdict != o.Verdict || o.Verdict == puzzle.Unknown {
		return can, fmt.Errorf("%v, verdict only %v; it is %v that it can be built", o.Verdict, fast.Verdict, can)
	}
	if !can {
		if fast.Certificate != nil || o.Witness != nil {
			return can, fmt.Errorf("too much evidence")
		}
		return can, x.checkCycle(o.Certificate.Cycle)
	}
	if err := x.checkMoves(o.Witness); err != nil {
		return can, err
	}
	if fast.Witness.Steps != nil || fast.Witness.AtLeast != 0 {
		return can, fmt.Errorf("steps nobody asked for")
	}
	w := *fast.Witness
	w.Steps = make([]int32, len(w.Moves)) // one by one
	for i := range w.Steps {
		w.Steps[i] = 1
	}
	w.AtLeast = int32(len(w.Steps))
	return can, x.checkMoves(&w)
}

// checkTrees takes one of share trees of a board, always the same ones.
func checkTrees(t *testing.T, h, w int, share uint32) {
	t.Helper()
	n, no := 0, 0
	trees(h, w, func(x twin) {
		hash := fnv.New32a()
		fmt.Fprint(hash, x.shape, x.root)
		if share > 1 && hash.Sum32()%share != 0 || t.Failed() {
			return
		}
		can, err := x.check()
		if err != nil {
			t.Errorf("%d × %d\n%v%v", h, w, x, err)
		}
		n++
		if !can {
			no++
		}
	})
	t.Logf("%d × %d: %d trees with a root, %d of them cannot be built", h, w, n, no)
	if n == 0 || h >= 3 && w >= 4 && no == 0 {
		t.Errorf("%d × %d: %d trees, %d cannot be built; there are some of both", h, w, n, no)
	}
}

// Every tree and every root on every board up to 4 × 4 and 3 × 6.
func TestTreesOnAllSmallBoards(t *testing.T) {
	for h := 1; h <= 4; h++ {
		for w := 1; w <= 4; w++ {
			checkTrees(t, h, w, 1)
		}
	}
	for _, size := range [][2]int{{1, 9}, {2, 6}, {3, 5}, {3, 6}} {
		checkTrees(t, size[0], size[1], 1)
	}
	checkTrees(t, 6, 3, 10)
}

// The number of steps is the least, where that can be tried.
func TestTreeStepsAreLeast(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {2, 5}, {3, 4}} {
		trees(size[0], size[1], func(x twin) {
			p, err := x.instance()
			if err != nil || size[1] == 4 && x.shape%7 != 0 || t.Failed() {
				return
			}
			o, err := Solve(context.Background(), p, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if o.Verdict != puzzle.Solved {
				return
			}
			if want := x.leastSteps(); want != len(o.Witness.Steps) {
				t.Errorf("%v%d steps; %d suffice", x, len(o.Witness.Steps), want)
			}
		})
	}
}

func readContest(t testing.TB, name string) *assembly.Instance {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := assembly.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The contest's samples, and small inputs on which published programs are wrong.
func TestTreeSamples(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/*.in")
	if err != nil || len(files) != 4 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, name := range files {
		p := readContest(t, name)
		x := twin{h: int(p.Rows), w: int(p.Cols)}
		for _, b := range p.Blocks {
			x.shape |= 1 << x.cell(b)
		}
		x.root = x.cell(p.Blocks[p.Root])
		can, err := x.check()
		if err != nil || can != strings.HasSuffix(name, "blocks-1.in") {
			t.Errorf("%s: %v, %v", name, can, err)
		}
	}
}

// replay plays moves with the extremes of rows and columns alone, and complains where a block lands off the shape.
func replay(p *assembly.Instance, moves []assembly.Move) error {
	type ends struct{ first, last int32 }
	rows, cols := map[int32]ends{}, map[int32]ends{}
	there := make([]bool, len(p.Blocks))
	put := func(b assembly.Block) error {
		i := p.Find(b)
		if i < 0 || there[i] {
			return fmt.Errorf("a block lands at %v", b)
		}
		there[i] = true
		r, ok := rows[b.R]
		if !ok {
			r = ends{b.C, b.C}
		}
		rows[b.R] = ends{min(r.first, b.C), max(r.last, b.C)}
		c, ok := cols[b.C]
		if !ok {
			c = ends{b.R, b.R}
		}
		cols[b.C] = ends{min(c.first, b.R), max(c.last, b.R)}
		return nil
	}
	if err := put(p.Blocks[p.Root]); err != nil {
		return err
	}
	for k, m := range moves {
		line, ok := rows[m.Line()]
		if m.Dir().Vertical() {
			line, ok = cols[m.Line()]
		}
		if !ok {
			return fmt.Errorf("move %d, %v, falls off", k+1, m)
		}
		at := line.first - 1
		if m.Dir() == assembly.Left || m.Dir() == assembly.Up {
			at = line.last + 1
		}
		b := assembly.Block{R: m.Line(), C: at}
		if m.Dir().Vertical() {
			b = assembly.Block{R: at, C: m.Line()}
		}
		if err := put(b); err != nil {
			return fmt.Errorf("move %d, %v: %w", k+1, m, err)
		}
	}
	if len(moves) != len(p.Blocks)-1 {
		return fmt.Errorf("%d moves for %d blocks", len(moves), len(p.Blocks))
	}
	return nil
}

// holds verifies that the constraints of a cycle hold, from the parents that a search of its own finds.
func holds(p *assembly.Instance, c *assembly.Cycle) error {
	parent := make([]int32, len(p.Blocks))
	for i := range parent {
		parent[i] = -2
	}
	parent[p.Root] = -1
	for todo := []int32{p.Root}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		for _, j := range []int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
			if j >= 0 && parent[j] == -2 {
				parent[j] = i
				todo = append(todo, j)
			}
		}
	}
	if len(c.Constraints) < 2 {
		return fmt.Errorf("a cycle of %d", len(c.Constraints))
	}
	for k, a := range c.Constraints {
		b := c.Constraints[(k+1)%len(c.Constraints)]
		i, j := p.Find(a.Block), p.Find(b.Block)
		switch a.Because {
		case assembly.There:
			if i != p.Root {
				return fmt.Errorf("%v is not the root", a.Block)
			}
		case assembly.ParentOf:
			if parent[j] != i {
				return fmt.Errorf("%v is not the parent of %v", a.Block, b.Block)
			}
		case assembly.InTheWay:
			up := p.Blocks[parent[i]]
			dr, dc := a.Block.R-up.R, a.Block.C-up.C
			far := (b.Block.R-a.Block.R)*dr + (b.Block.C-a.Block.C)*dc
			if far <= 0 || a.Block.R+far*dr != b.Block.R || a.Block.C+far*dc != b.Block.C {
				return fmt.Errorf("%v is not in the way of %v", b.Block, a.Block)
			}
		}
	}
	return nil
}

// Large trees of every kind, with several roots.
func TestLargeTrees(t *testing.T) {
	n := extent.Less(100_000, 400_000)
	for _, k := range shapes.Kinds() {
		rows, cols, blocks := k.Make(n, 1)
		for _, root := range []int{0, 1, len(blocks) - 1} {
			p, err := assembly.New(rows, cols, blocks, root, assembly.Frontal)
			if err != nil {
				t.Fatal(err)
			}
			o, err := Solve(context.Background(), p, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if o.Verdict == puzzle.Solved {
				err = replay(p, o.Witness.Moves)
				t.Logf("%s, root %v: %d blocks in %d steps", k.Name, blocks[root], len(blocks), len(o.Witness.Steps))
			} else {
				c := o.Certificate.Cycle
				err = holds(p, c)
				t.Logf("%s, root %v: %d blocks, a cycle of %d, shortest %v", k.Name, blocks[root], len(blocks),
					len(c.Constraints), c.Shortest)
			}
			if err != nil {
				t.Errorf("%s, root %v: %v", k.Name, blocks[root], err)
			}
			if known := k.Name != "random-tree" && root == 0; known && o.Verdict != puzzle.Solved {
				t.Errorf("%s, root %v: %v", k.Name, blocks[root], o.Verdict)
			}
		}
	}
}

// A single block, and a line along each of the far edges of the largest board.
func TestTreesAtTheEdge(t *testing.T) {
	const far = assembly.MaxSide - 1
	for _, blocks := range [][]assembly.Block{
		{{R: far, C: far}},
		{{R: far, C: far}, {R: far, C: far - 1}, {R: far, C: far - 2}, {R: far - 1, C: far - 2}},
		{{R: far, C: 0}, {R: far - 1, C: 0}, {R: far - 1, C: 1}},
		{{R: 0, C: far}, {R: 1, C: far}, {R: 2, C: far}},
	} {
		p, err := assembly.New(assembly.MaxSide, assembly.MaxSide, blocks, 0, assembly.Frontal)
		if err != nil {
			t.Fatal(err)
		}
		o, err := Solve(context.Background(), p, puzzle.Limits{Memory: 1 << 10})
		if err != nil || o.Verdict != puzzle.Solved {
			t.Fatalf("%v: %v %v", blocks, o.Verdict, err)
		}
		if err := replay(p, o.Witness.Moves); err != nil {
			t.Errorf("%v: %v", blocks, err)
		}
	}
}

// Random trees: the verdict agrees with the whole relation, the moves can be played, cycles hold and none is shorter.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(shapes.Kinds()).Draw(t, "kind")
		n := rapid.IntRange(1, 60).Draw(t, "blocks")
		rows, cols, blocks := kind.Make(n, rapid.Uint64().Draw(t, "seed"))
		root := rapid.IntRange(0, len(blocks)-1).Draw(t, "root")
		p, err := assembly.New(rows, cols, blocks, root, assembly.Frontal)
		if err != nil {
			t.Fatal(err)
		}
		o, err := Solve(context.Background(), p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		want := plainCycle(p)
		if o.Verdict == puzzle.Solved {
			if err := replay(p, o.Witness.Moves); err != nil || want != 0 {
				t.Fatalf("%v, cycle of %d", err, want)
			}
			return
		}
		c := o.Certificate.Cycle
		if err := holds(p, c); err != nil || !c.Shortest || len(c.Constraints) != want {
			t.Fatalf("%v: %v, shortest %v; there is one of %d", c.Constraints, err, c.Shortest, want)
		}
	})
}

// plainCycle is the length of a shortest cycle of the whole relation, or 0, by its powers.
func plainCycle(p *assembly.Instance) int {
	n := len(p.Blocks)
	later := make([][]bool, n)
	way := make([]assembly.Block, n)
	done := make([]bool, n)
	done[p.Root] = true
	for i := range later {
		later[i] = make([]bool, n)
	}
	for todo := []int32{p.Root}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		for _, j := range []int32{p.Left(i), p.Right(i), p.Above[i], p.Below[i]} {
			if j >= 0 && !done[j] {
				done[j], later[i][j] = true, true
				way[j] = assembly.Block{R: p.Blocks[j].R - p.Blocks[i].R, C: p.Blocks[j].C - p.Blocks[i].C}
				todo = append(todo, j)
			}
		}
	}
	for i, a := range p.Blocks {
		for j, b := range p.Blocks {
			d := assembly.Block{R: b.R - a.R, C: b.C - a.C}
			w := way[i]
			if int32(i) == p.Root {
				later[i][j] = i != j
			} else if d.R*w.C == d.C*w.R && d.R*w.R+d.C*w.C > 0 {
				later[i][j] = true
			}
		}
	}
	best := 0
	for s := range n {
		reached := []bool(nil)
		frontier := []int{s}
		reached = make([]bool, n)
		for k := 1; len(frontier) > 0 && (best == 0 || k < best); k++ {
			var next []int
			for _, i := range frontier {
				for j := range n {
					if later[i][j] && j == s && (best == 0 || k < best) {
						best = k
					}
					if later[i][j] && !reached[j] {
						reached[j] = true
						next = append(next, j)
					}
				}
			}
			frontier = next
		}
	}
	return best
}

func TestTreeLimits(t *testing.T) {
	for _, kind := range []string{"comb", "random-tree"} {
		k, ok := shapes.Find(kind)
		if !ok {
			t.Fatal(kind)
		}
		rows, cols, blocks := k.Make(300_000, 3)
		p, err := assembly.New(rows, cols, blocks, 0, assembly.Frontal)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Solve(context.Background(), p, puzzle.Limits{Memory: 1 << 20}); !errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("%s: %v", kind, err)
		}
		// Stopped wherever it looks, it stops with the context's error.
		looks := 0
		for stop := 1; stop < 1<<20; stop *= 2 {
			c := &stopping{Context: context.Background(), left: stop}
			_, err := Solve(c, p, puzzle.Limits{})
			if err == nil {
				break
			}
			looks++
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if looks < 3 {
			t.Errorf("%s: %d looks at the context", kind, looks)
		}
	}
}

// A stopping context ends after it has been looked at a number of times.
type stopping struct {
	context.Context
	left int
}

func (c *stopping) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func BenchmarkSolveTree(b *testing.B) {
	for _, k := range shapes.Kinds() {
		rows, cols, blocks := k.Make(400_000, 1)
		p, err := assembly.New(rows, cols, blocks, 0, assembly.Frontal)
		if err != nil {
			b.Fatal(err)
		}
		for _, only := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/only=%v", k.Name, only), func(b *testing.B) {
				for b.Loop() {
					if _, err := Solve(context.Background(), p, puzzle.Limits{VerdictOnly: only}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
