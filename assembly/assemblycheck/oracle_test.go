package assemblycheck

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

var background = context.Background()

var noLimits = puzzle.Limits{}

var (
	contacts   = []assembly.Contact{assembly.Frontal, assembly.Sticky}
	directions = []assembly.Direction{assembly.Left, assembly.Right, assembly.Up, assembly.Down}
)

func seeded(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

// picture makes an instance; R is the root.
func picture(contact assembly.Contact, rows ...string) *assembly.Instance {
	var blocks []assembly.Block
	root := assembly.NoRoot
	for r, row := range rows {
		for c, x := range row {
			if x == 'R' {
				root = len(blocks)
			}
			if x != '.' {
				blocks = append(blocks, assembly.Block{R: int32(r), C: int32(c)})
			}
		}
	}
	p, err := assembly.New(int32(len(rows)), int32(len(rows[0])), blocks, root, contact)
	if err != nil {
		panic(err)
	}
	return p
}

// rooted is p with another root and contact.
func rooted(p *assembly.Instance, contact assembly.Contact, root int32) *assembly.Instance {
	q := *p
	q.Contact, q.Root = contact, root
	return &q
}

func describe(p *assembly.Instance) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%d × %d, contact %d, root %d", p.Rows, p.Cols, p.Contact, p.Root)
	if p.Rows > 30 || p.Cols > 100 {
		return s.String()
	}
	i := 0
	for r := range p.Rows {
		s.WriteByte('\n')
		for c := range p.Cols {
			x := byte('.')
			if i < len(p.Blocks) && p.Blocks[i] == (assembly.Block{R: r, C: c}) {
				x = '#'
				if int32(i) == p.Root {
					x = 'R'
				}
				i++
			}
			s.WriteByte(x)
		}
	}
	return s.String()
}

// A table is a board on which blocks are slid cell by cell. Sets of blocks of p are masks.
type table struct {
	p     *assembly.Instance
	index map[assembly.Block]int
	taken []bool // with a margin of one cell
}

func newTable(p *assembly.Instance) *table {
	t := &table{p: p, index: map[assembly.Block]int{}}
	for i, b := range p.Blocks {
		t.index[b] = i
	}
	return t
}

func (t *table) set(mask uint64) {
	if t.taken == nil {
		t.taken = make([]bool, (t.p.Rows+2)*(t.p.Cols+2))
	}
	clear(t.taken)
	for i, b := range t.p.Blocks {
		if mask>>i&1 != 0 {
			t.taken[t.cell(b)] = true
		}
	}
}

func (t *table) cell(b assembly.Block) int32 { return (b.R+1)*(t.p.Cols+2) + b.C + 1 }

func step(b assembly.Block, d assembly.Direction) assembly.Block {
	dr, dc := d.Delta()
	return assembly.Block{R: b.R + dr, C: b.C + dc}
}

// slide moves a block in, cell by cell, and says where it stops.
func (t *table) slide(m assembly.Move) (at assembly.Block, ok bool) {
	d := m.Dir()
	switch at = (assembly.Block{R: m.Line(), C: m.Line()}); d {
	case assembly.Left:
		at.C = t.p.Cols - 1
	case assembly.Right:
		at.C = 0
	case assembly.Up:
		at.R = t.p.Rows - 1
	case assembly.Down:
		at.R = 0
	}
	on := func(b assembly.Block) bool { return b.R >= 0 && b.R < t.p.Rows && b.C >= 0 && b.C < t.p.Cols }
	if !on(at) || t.taken[t.cell(at)] {
		return at, false
	}
	for ; on(at); at = step(at, d) {
		if t.taken[t.cell(step(at, d))] {
			return at, true
		}
		if t.p.Contact == assembly.Sticky {
			for _, e := range directions {
				if e.Vertical() != d.Vertical() && t.taken[t.cell(step(at, e))] {
					return at, true
				}
			}
		}
	}
	return at, false
}

func (t *table) allMoves() (ms []assembly.Move) {
	for _, d := range directions {
		n := t.p.Rows
		if d.Vertical() {
			n = t.p.Cols
		}
		for line := range n {
			ms = append(ms, assembly.MakeMove(d, line))
		}
	}
	return ms
}

// A build is a move that lets block in.
type build struct {
	m     assembly.Move
	block int
}

// from lists the moves on a set that put a block of the shape into its place.
func (t *table) from(mask uint64) (out []build) {
	t.set(mask)
	for _, m := range t.allMoves() {
		if b, ok := t.slide(m); ok {
			if i, in := t.index[b]; in {
				out = append(out, build{m, i})
			}
		}
	}
	return out
}

// forward finds the sets that can be built from block first, each with a build that leads to it.
func (t *table) forward(first int) map[uint64]build {
	start := uint64(1) << first
	reached := map[uint64]build{start: {block: -1}}
	for queue := []uint64{start}; len(queue) > 0; queue = queue[1:] {
		for _, b := range t.from(queue[0]) {
			if next := queue[0] | 1<<b.block; next != queue[0] {
				if _, ok := reached[next]; !ok {
					reached[next] = b
					queue = append(queue, next)
				}
			}
		}
	}
	return reached
}

func (t *table) full() uint64 { return 1<<len(t.p.Blocks) - 1 }

// firsts lists the blocks that can be first where the root is open.
func (t *table) firsts() (out []int) {
	for i := range t.p.Blocks {
		if _, ok := t.forward(i)[t.full()]; ok {
			out = append(out, i)
		}
	}
	return out
}

// order is some order of moves from first to the set whole, if there is one.
func (t *table) order(first int, whole uint64) ([]assembly.Move, bool) {
	reached := t.forward(first)
	if _, ok := reached[whole]; !ok {
		return nil, false
	}
	var back []assembly.Move
	for mask := whole; reached[mask].block >= 0; mask &^= 1 << reached[mask].block {
		back = append(back, reached[mask].m)
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back, true
}

// connected walks over a set.
func (t *table) connected(mask uint64) bool {
	var walk func(b assembly.Block)
	seen := uint64(0)
	walk = func(b assembly.Block) {
		i, ok := t.index[b]
		if !ok || mask>>i&1 == 0 || seen>>i&1 != 0 {
			return
		}
		seen |= 1 << i
		for _, d := range directions {
			walk(step(b, d))
		}
	}
	for i, b := range t.p.Blocks {
		if mask>>i&1 != 0 {
			walk(b)
			break
		}
	}
	return seen == mask
}

func (t *table) convex(mask uint64, i int) bool {
	has := func(b assembly.Block) bool {
		j, ok := t.index[b]
		return ok && mask>>j&1 != 0
	}
	for dr := int32(-1); dr <= 1; dr += 2 {
		for dc := int32(-1); dc <= 1; dc += 2 {
			b := t.p.Blocks[i]
			if !has(assembly.Block{R: b.R + dr, C: b.C}) && !has(assembly.Block{R: b.R, C: b.C + dc}) &&
				!has(assembly.Block{R: b.R + dr, C: b.C + dc}) {
				return true
			}
		}
	}
	return false
}

// leaves reports whether block i can leave a set.
func (t *table) leaves(mask uint64, i int, root int32) bool {
	rest := mask &^ (1 << i)
	if int32(i) == root || !t.connected(rest) {
		return false
	}
	for _, b := range t.from(rest) {
		if b.block == i {
			return true
		}
	}
	return false
}

// backward meets all sets, as an Exhausted says.
func (t *table) backward(root int32) map[uint64]bool {
	met := map[uint64]bool{t.full(): true}
	for queue := []uint64{t.full()}; len(queue) > 0; queue = queue[1:] {
		for i := range t.p.Blocks {
			mask := queue[0]
			if mask>>i&1 != 0 && mask&(mask-1) != 0 && t.leaves(mask, i, root) && !met[mask&^(1<<i)] {
				met[mask&^(1<<i)] = true
				queue = append(queue, mask&^(1<<i))
			}
		}
	}
	return met
}

func (t *table) exhausted(root int32) *assembly.Exhausted {
	e := &assembly.Exhausted{}
	for mask := range t.backward(root) {
		bytes := make([]byte, (len(t.p.Blocks)+7)/8)
		for i := range t.p.Blocks {
			if mask>>i&1 != 0 {
				bytes[i/8] |= 1 << (i % 8)
			}
		}
		for i, b := range sha256.Sum256(bytes) {
			e.Digest[i] ^= b
		}
		e.Sets++
	}
	return e
}

// holed floods the cells off the shape from outside, over sides and corners.
func (t *table) holed() bool {
	type cell = assembly.Block
	seen := map[cell]bool{}
	stack := []cell{{R: -1, C: -1}}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if _, ok := t.index[b]; ok || seen[b] || b.R < -1 || b.C < -1 || b.R > t.p.Rows || b.C > t.p.Cols {
			continue
		}
		seen[b] = true
		for dr := int32(-1); dr <= 1; dr++ {
			for dc := int32(-1); dc <= 1; dc++ {
				stack = append(stack, cell{R: b.R + dr, C: b.C + dc})
			}
		}
	}
	return len(seen)+len(t.p.Blocks) != int(t.p.Rows+2)*int(t.p.Cols+2)
}

// orderMatters says whether there is no Stuck for the shape: it has a hole or, in the sticky model, two blocks
// touch at a corner while neither of the two cells between them is a block.
func (t *table) orderMatters() bool {
	if t.holed() || t.p.Contact == assembly.Frontal {
		return t.holed()
	}
	for _, a := range t.p.Blocks {
		for _, b := range t.p.Blocks {
			if (a.R-b.R)*(a.R-b.R) != 1 || (a.C-b.C)*(a.C-b.C) != 1 {
				continue
			}
			_, one := t.index[assembly.Block{R: a.R, C: b.C}]
			_, two := t.index[assembly.Block{R: b.R, C: a.C}]
			if !one && !two {
				return true
			}
		}
	}
	return false
}

// stuck takes convex blocks that can leave away, in a random order, and says what remains, and how to get back.
func (t *table) stuck(root int32, rng *rand.Rand) *assembly.Stuck {
	c := &assembly.Stuck{}
	mask := t.full()
	for again := true; again; {
		again = false
		for _, i := range rng.Perm(len(t.p.Blocks)) {
			if mask>>i&1 != 0 && mask&(mask-1) != 0 && t.convex(mask, i) && t.leaves(mask, i, root) {
				mask &^= 1 << i
				for _, b := range t.from(mask) {
					if b.block == i {
						c.Moves = append([]assembly.Move{b.m}, c.Moves...)
						break
					}
				}
				again = true
			}
		}
	}
	for i, b := range t.p.Blocks {
		if mask>>i&1 != 0 {
			c.Remainder = append(c.Remainder, b)
		}
	}
	return c
}
