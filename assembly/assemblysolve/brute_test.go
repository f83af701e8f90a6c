package assemblysolve

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/generate"
	"github.com/gridwright/gridwright/puzzle"
)

// table is a board for the oracle: cells, and blocks that slide over it one cell at a time.
type table struct {
	rows, cols int
	taken      [][]bool
	contact    assembly.Contact
}

func newTable(p *assembly.Instance) *table {
	b := &table{rows: int(p.Rows), cols: int(p.Cols), contact: p.Contact}
	b.taken = make([][]bool, b.rows)
	for r := range b.taken {
		b.taken[r] = make([]bool, b.cols)
	}
	return b
}

func (b *table) at(r, c int) bool {
	return r >= 0 && c >= 0 && r < b.rows && c < b.cols && b.taken[r][c]
}

// slide lets a block in, and tells where it stops; it is not put there.
func (b *table) slide(m assembly.Move) (r, c int, ok bool) {
	dr32, dc32 := m.Dir().Delta()
	dr, dc := int(dr32), int(dc32)
	line := int(m.Line())
	switch m.Dir() {
	case assembly.Left:
		r, c = line, b.cols-1
	case assembly.Right:
		r, c = line, 0
	case assembly.Up:
		r, c = b.rows-1, line
	case assembly.Down:
		r, c = 0, line
	}
	if b.at(r, c) {
		return 0, 0, false
	}
	for r >= 0 && c >= 0 && r < b.rows && c < b.cols {
		if b.at(r+dr, c+dc) {
			return r, c, true
		}
		if b.contact == assembly.Sticky && (b.at(r+dc, c+dr) || b.at(r-dc, c-dr)) {
			return r, c, true
		}
		r, c = r+dr, c+dc
	}
	return 0, 0, false
}

func (b *table) allMoves() (out []assembly.Move) {
	for d := assembly.Left; d <= assembly.Down; d++ {
		lines := b.rows
		if d.Vertical() {
			lines = b.cols
		}
		for l := range lines {
			out = append(out, assembly.MakeMove(d, int32(l)))
		}
	}
	return out
}

// put lays the blocks of a set on the empty board.
func (b *table) put(p *assembly.Instance, set uint64) {
	for r := range b.taken {
		clear(b.taken[r])
	}
	for i, k := range p.Blocks {
		if set>>i&1 != 0 {
			b.taken[k.R][k.C] = true
		}
	}
}

// rootsByBuilding finds the first blocks by building forwards, from each, all sets inside the shape.
func rootsByBuilding(p *assembly.Instance) (out []int32) {
	b := newTable(p)
	full := uint64(1)<<len(p.Blocks) - 1
	moves := b.allMoves()
	for root := range p.Blocks {
		seen := map[uint64]bool{1 << root: true}
		todo := []uint64{1 << root}
		for len(todo) > 0 && !seen[full] {
			set := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			b.put(p, set)
			for _, m := range moves {
				r, c, ok := b.slide(m)
				if !ok {
					continue
				}
				i := p.Find(assembly.Block{R: int32(r), C: int32(c)})
				if i < 0 {
					continue
				}
				if next := set | 1<<i; !seen[next] {
					seen[next] = true
					todo = append(todo, next)
				}
			}
		}
		if seen[full] {
			out = append(out, int32(root))
		}
	}
	return out
}

// exhaustByDefinition takes the shape apart backwards in every way, after the words of Exhausted.
func exhaustByDefinition(p *assembly.Instance) (ex assembly.Exhausted, buildable bool) {
	b := newTable(p)
	n := len(p.Blocks)
	moves := b.allMoves()
	stay := bitsOf(p.Start())
	full := uint64(1)<<n - 1
	seen := map[uint64]bool{full: true}
	todo := []uint64{full}
	for len(todo) > 0 {
		set := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if set == stay || stay == 0 && set&(set-1) == 0 {
			buildable = true
		}
		bitmap := make([]byte, (n+7)/8)
		for i := range n {
			if set>>i&1 != 0 {
				bitmap[i/8] |= 1 << (i % 8)
			}
		}
		for k, x := range sha256.Sum256(bitmap) {
			ex.Digest[k] ^= x
		}
		for i := range n {
			rest := set &^ (1 << i)
			if set>>i&1 == 0 || rest == 0 || stay>>i&1 != 0 || !connected(p, rest) {
				continue
			}
			b.put(p, rest)
			at := p.Blocks[i]
			lands := slices.ContainsFunc(moves, func(m assembly.Move) bool {
				r, c, ok := b.slide(m)
				return ok && r == int(at.R) && c == int(at.C)
			})
			if lands && !seen[rest] {
				seen[rest] = true
				todo = append(todo, rest)
			}
		}
	}
	ex.Sets = int64(len(seen))
	return ex, buildable
}

func connected(p *assembly.Instance, set uint64) bool {
	reach := set & -set
	for {
		more := reach
		for i, a := range p.Blocks {
			for j, b := range p.Blocks {
				if reach>>i&1 != 0 && set>>j&1 != 0 && abs(a.R-b.R)+abs(a.C-b.C) == 1 {
					more |= 1 << j
				}
			}
		}
		if more == reach {
			return reach == set
		}
		reach = more
	}
}

func abs(x int32) int32 { return max(x, -x) }

// sketch draws p for the message of a failing test.
func sketch(p *assembly.Instance) string {
	var s strings.Builder
	for r := range p.Rows {
		for c := range p.Cols {
			switch i := p.Find(assembly.Block{R: r, C: c}); {
			case i < 0:
				s.WriteByte('.')
			case i == p.Root:
				s.WriteByte('R')
			default:
				s.WriteByte('#')
			}
		}
		s.WriteByte('\n')
	}
	return fmt.Sprintf("contact %d:\n%s", p.Contact, s.String())
}

// checkWitness plays the moves on the oracle's board, and the steps in many orders.
func checkWitness(p *assembly.Instance, w *assembly.Witness) error {
	b := newTable(p)
	start := p.Placed
	if start == nil {
		start = []int32{p.Find(w.First)}
	}
	if start[0] < 0 || p.Placed == nil && p.Root >= 0 && p.Blocks[p.Root] != w.First ||
		p.Placed != nil && !w.First.None() {
		return fmt.Errorf("the first block is %v", w.First)
	}
	for _, i := range start {
		b.taken[p.Blocks[i].R][p.Blocks[i].C] = true
	}
	placed := len(start)
	rng := rand.New(rand.NewPCG(1, uint64(len(w.Moves))))
	moves := w.Moves
	for _, size := range w.Steps {
		if size < 1 || int(size) > len(moves) {
			return errors.New("the steps do not fit the moves")
		}
		step := moves[:size]
		cells := map[assembly.Move]assembly.Block{}
		for _, m := range step {
			r, c, ok := b.slide(m)
			at := assembly.Block{R: int32(r), C: int32(c)}
			if !ok || p.Find(at) < 0 {
				return fmt.Errorf("move %v puts nothing into the shape", m)
			}
			if _, twice := cells[m]; twice {
				return fmt.Errorf("move %v is there twice in a step", m)
			}
			cells[m] = at
		}
		for range 6 {
			order := slices.Clone(step)
			rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			for _, m := range order {
				r, c, ok := b.slide(m)
				if at := (assembly.Block{R: int32(r), C: int32(c)}); !ok || at != cells[m] {
					return fmt.Errorf("move %v interferes", m)
				}
				b.taken[r][c] = true
			}
			for _, at := range cells {
				b.taken[at.R][at.C] = false
			}
		}
		for _, at := range cells {
			b.taken[at.R][at.C] = true
			placed++
		}
		moves = moves[size:]
	}
	if len(moves) > 0 || placed != len(p.Blocks) {
		return fmt.Errorf("%d moves are left, %d blocks of %d are placed", len(moves), placed, len(p.Blocks))
	}
	if int(w.AtLeast) > len(w.Steps) {
		return fmt.Errorf("at least %d steps, and there are %d", w.AtLeast, len(w.Steps))
	}
	return nil
}

// checkStuck verifies a Stuck claim after its words, with the oracle's moves.
func checkStuck(p *assembly.Instance, c *assembly.Stuck) error {
	if p.HasHoles() || len(c.Remainder) < 2 || len(c.Remainder)+len(c.Moves) != len(p.Blocks) {
		return errors.New("not a stuck shape without holes")
	}
	b := newTable(p)
	on := map[assembly.Block]bool{}
	for _, k := range c.Remainder {
		b.taken[k.R][k.C] = true
		on[k] = true
	}
	if p.Root >= 0 && !on[p.Blocks[p.Root]] {
		return errors.New("the root is not in the remainder")
	}
	for _, k := range c.Remainder {
		if !convexIn(b, k) || p.Root >= 0 && p.Blocks[p.Root] == k {
			continue
		}
		b.taken[k.R][k.C] = false
		for _, m := range b.allMoves() {
			if r, cc, ok := b.slide(m); ok && (assembly.Block{R: int32(r), C: int32(cc)}) == k {
				set := uint64(0)
				for i, x := range p.Blocks {
					if b.at(int(x.R), int(x.C)) {
						set |= 1 << i
					}
				}
				if connected(p, set) {
					return fmt.Errorf("%v can leave", k)
				}
			}
		}
		b.taken[k.R][k.C] = true
	}
	for _, m := range c.Moves {
		r, cc, ok := b.slide(m)
		at := assembly.Block{R: int32(r), C: int32(cc)}
		if !ok || p.Find(at) < 0 {
			return fmt.Errorf("move %v is wrong", m)
		}
		b.taken[r][cc] = true
		if !convexIn(b, at) {
			return fmt.Errorf("move %v puts a block that is not convex", m)
		}
	}
	return nil
}

func convexIn(b *table, k assembly.Block) bool {
	r, c := int(k.R), int(k.C)
	for _, dr := range []int{-1, 1} {
		for _, dc := range []int{-1, 1} {
			if !b.at(r+dr, c) && !b.at(r, c+dc) && !b.at(r+dr, c+dc) {
				return true
			}
		}
	}
	return false
}

// checkOutcome verifies an answer about p, of which roots are the right first blocks.
func checkOutcome(p *assembly.Instance, o assembly.Outcome, roots []int32) error {
	want := len(roots) > 0
	switch {
	case p.Placed != nil:
		want = buildableFrom(p, bitsOf(p.Placed))
	case p.Root != assembly.NoRoot:
		want = slices.Contains(roots, p.Root)
	}
	switch {
	case o.Verdict == puzzle.Solved && want:
		return checkWitness(p, o.Witness)
	case o.Verdict == puzzle.Impossible && !want && o.Certificate.Stuck != nil:
		return checkStuck(p, o.Certificate.Stuck)
	case o.Verdict == puzzle.Impossible && !want && o.Certificate.Exhausted != nil:
		if len(p.Blocks) > 14 {
			return nil
		}
		if ex, ok := exhaustByDefinition(p); ok || ex != *o.Certificate.Exhausted {
			return fmt.Errorf("exhausted %v, by definition %v (%v)", o.Certificate.Exhausted.Sets, ex.Sets, ok)
		}
		return nil
	case o.Verdict == puzzle.Impossible && !want && o.Certificate.Blocked != nil:
		return nil // TestBlocked looks at these, and the checker
	case o.Verdict == puzzle.Impossible && !want && o.Certificate.Cycle != nil:
		return nil // the tests of trees look at these
	}
	return fmt.Errorf("verdict %v, want %v", o.Verdict, want)
}

func solveAll(t *testing.T, shape *assembly.Instance, roots []int32) (failing int) {
	t.Helper()
	ctx := context.Background()
	got, err := NewSolver(Options{}).FirstBlocks(ctx, shape, puzzle.Limits{})
	if err != nil || !slices.Equal(got, roots) {
		t.Fatalf("%s first blocks %v (%v), want %v", sketch(shape), got, err, roots)
	}
	for root := int32(assembly.NoRoot); int(root) < len(shape.Blocks); root++ {
		p := *shape
		p.Root = root
		o, err := NewSolver(Options{}).Solve(ctx, &p, puzzle.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", sketch(&p), err)
		}
		if err := checkOutcome(&p, o, roots); err != nil {
			t.Fatalf("%s: %v", sketch(&p), err)
		}
		if o.Verdict == puzzle.Impossible {
			failing++
		}
		v, err := NewSolver(Options{}).Solve(ctx, &p, puzzle.Limits{VerdictOnly: true})
		if err != nil || v.Verdict != o.Verdict {
			t.Fatalf("%s: verdict alone %v (%v)", sketch(&p), v.Verdict, err)
		}
	}
	return failing
}

// checkPolyominoes compares everything with the oracle over all free polyominoes of n cells.
func checkPolyominoes(t *testing.T, n int) {
	failing := 0
	err := generate.Polyominoes(context.Background(), n, func(cells []assembly.Block) error {
		for _, contact := range []assembly.Contact{assembly.Frontal, assembly.Sticky} {
			p, err := generate.Shape(slices.Clone(cells), contact)
			if err != nil {
				return err
			}
			failing += solveAll(t, p, rootsByBuilding(p))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cells: %d questions are impossible", n, failing)
}

func TestAllPolyominoes(t *testing.T) {
	for n := 1; n <= 9; n++ {
		checkPolyominoes(t, n)
	}
}
