package assemblycheck

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/puzzle"
)

func at(r, c int32) assembly.Block { return assembly.Block{R: r, C: c} }

// moves reads "< 1, ^ 2".
func moves(text string) (ms []assembly.Move) {
	for _, word := range strings.Split(text, ",") {
		d, line, _ := strings.Cut(strings.TrimSpace(word), " ")
		n := int32(0)
		for _, x := range line {
			n = 10*n + x - '0'
		}
		ms = append(ms, assembly.MakeMove(assembly.Direction(strings.Index("<>^v", d)), n-1))
	}
	return ms
}

// TestForgedWitness changes a witness in every field.
//
//	#R#
//	.#.
//	.##
func TestForgedWitness(t *testing.T) {
	p := picture(assembly.Frontal, "#R#", ".#.", ".##")
	honest := func() assembly.Witness {
		return assembly.Witness{First: at(0, 1), Moves: moves("< 1, > 1, ^ 2, ^ 2, < 3"), Steps: []int32{3, 1, 1}, AtLeast: 3}
	}
	judge(t, p, solved(honest()), true)
	for _, c := range []struct {
		reason string
		forge  func(w *assembly.Witness)
	}{
		{"the first block, in row 2, column 1, is not in the shape", func(w *assembly.Witness) { w.First = at(1, 0) }},
		{"the first block, in row 0, column -2147483647, is not", func(w *assembly.Witness) { w.First = at(-1, -1<<31) }},
		{"is not in the shape", func(w *assembly.Witness) { w.First = at(1<<31-1, 1<<31-1) }},
		{"the first block is in row 1, column 1; the one that is there from the start is in row 1, column 2",
			func(w *assembly.Witness) { w.First = at(0, 0) }},
		{"there are 0 moves; a shape of 6 blocks takes 5", func(w *assembly.Witness) { w.Moves = nil }},
		{"there are 4 moves", func(w *assembly.Witness) { w.Moves = w.Moves[:4] }},
		{"there are 6 moves", func(w *assembly.Witness) { w.Moves = append(w.Moves, w.Moves[0]) }},
		{"move 5 (< 2) puts a block into row 2, column 3, which is not in the shape",
			func(w *assembly.Witness) { w.Moves[4] = assembly.MakeMove(assembly.Left, 1) }},
		{"move 5 (< 1) is illegal: its entry cell is taken", func(w *assembly.Witness) { w.Moves[4] = w.Moves[0] }},
		{"move 5 (> 4) is illegal: there is no such line",
			func(w *assembly.Witness) { w.Moves[4] = assembly.MakeMove(assembly.Right, 3) }},
		{"move 1 (< 3) is illegal: it meets no block",
			func(w *assembly.Witness) { slices.Reverse(w.Moves); w.Steps = []int32{1, 1, 3} }},
		{"says that at least -1 steps", func(w *assembly.Witness) { w.AtLeast = -1 }},
		{"says that at least 4 steps are needed, and has 3", func(w *assembly.Witness) { w.AtLeast = 4 }},
		{"and has none", func(w *assembly.Witness) { w.Steps = nil }},
		{"says that at least 3 steps are needed, and has 0", func(w *assembly.Witness) { w.Steps = []int32{} }},
		{"says that at least 4 steps are needed; 3 are enough",
			func(w *assembly.Witness) { w.Steps, w.AtLeast = []int32{1, 1, 1, 1, 1}, 4 }},
		{"do not hold as many moves", func(w *assembly.Witness) { w.Steps, w.AtLeast = []int32{}, 0 }},
		{"do not hold as many moves", func(w *assembly.Witness) { w.Steps[2] = 2 }},
		{"do not hold as many moves", func(w *assembly.Witness) { w.Steps[0] = 2 }},
		{"do not hold as many moves", func(w *assembly.Witness) { w.Steps[0], w.Steps[1] = 1<<31-1, 1<<31-1 }},
		{"step 2 has 0 moves", func(w *assembly.Witness) { w.Steps[1] = 0 }},
		{"step 3 has -1 moves", func(w *assembly.Witness) { w.Steps[2] = -1 }},
		{"step 4 has 0 moves", func(w *assembly.Witness) { w.Steps = append(w.Steps, 0) }},
		{"move 4 (^ 2) and another one of step 1 put a block into row 2, column 2",
			func(w *assembly.Witness) { w.Steps, w.AtLeast = []int32{4, 1}, 0 }},
		{"move 5 (< 3) is illegal", func(w *assembly.Witness) { w.Steps, w.AtLeast = []int32{3, 2}, 0 }},
	} {
		forged := honest()
		c.forge(&forged)
		refuse(t, p, solved(forged), c.reason)
	}
	w := honest()
	w.AtLeast = 0
	judge(t, p, solved(w), true)
	w.Steps = nil
	judge(t, p, solved(w), true)
	w.First = at(0, 0)
	refuse(t, rooted(p, assembly.Frontal, assembly.NoRoot), solved(w), "move 2 (> 1) is illegal: its entry cell is taken")
}

// TestInterference takes steps that clash in each of the ways there are.
func TestInterference(t *testing.T) {
	// In the way: the first of the two gets in only if it comes first.
	p := picture(assembly.Frontal, "R##", "###")
	w := assembly.Witness{First: at(0, 0), Moves: moves("^ 1, < 2, < 2, < 1, v 3"), Steps: []int32{1, 1, 1, 1, 1}}
	judge(t, p, solved(w), true)
	w.Steps = []int32{1, 1, 1, 2}
	refuse(t, p, solved(w), "move 4 (< 1) interferes with another one of step 4")
	w.Moves = moves("^ 1, < 2, < 2, v 3, < 1")
	refuse(t, p, solved(w), "move 5 (< 1) interferes with another one of step 4")
	w.Moves = moves("^ 1, < 2, < 2, v 3, v 2")
	judge(t, p, solved(w), true)
	// Beside the way: the second of the two stops the first too early, if that comes second.
	p = picture(assembly.Sticky, "R#.", "###")
	w = assembly.Witness{First: at(0, 0), Moves: moves("^ 1, < 2, < 1, < 2"), Steps: []int32{1, 1, 1, 1}}
	judge(t, p, solved(w), true)
	w.Steps = []int32{1, 1, 2}
	refuse(t, p, solved(w), "move 3 (< 1) interferes with another one of step 3")
	w.Moves = moves("^ 1, < 2, < 2, < 1")
	refuse(t, p, solved(w), "move 4 (< 1) interferes with another one of step 3")
	w.Moves = moves("^ 1, < 2, v 2, < 2")
	judge(t, p, solved(w), true)

	// Two ways into one cell.
	p = picture(assembly.Frontal, "##", "R#")
	w = assembly.Witness{First: at(1, 0), Moves: moves("v 1, < 2, < 1"), Steps: []int32{2, 1}}
	judge(t, p, solved(w), true)
	w.Moves, w.Steps = moves("< 2, < 1, v 2"), []int32{1, 2}
	refuse(t, p, solved(w), "falls off")
	w.Moves = moves("v 1, < 1, v 2")
	refuse(t, p, solved(w), "falls off")
	w.Moves, w.Steps = moves("v 1, < 2, < 1"), []int32{1, 2}
	judge(t, p, solved(w), true)
	w.Moves, w.Steps = moves("v 1, < 2, v 2"), []int32{2, 1}
	judge(t, p, solved(w), true)
	// Sticky: beside the way. In a step, the block that comes first would stop the other one.
	p = picture(assembly.Sticky, "..#", "R##")
	w = assembly.Witness{First: at(1, 0), Moves: moves("< 2, < 2, v 3"), Steps: []int32{1, 1, 1}, AtLeast: 3}
	judge(t, p, solved(w), true)
	// What lies beside the landing itself does no harm.
	p = picture(assembly.Sticky, "##", "R#")
	w = assembly.Witness{First: at(1, 0), Moves: moves("v 1, < 2, < 1"), Steps: []int32{2, 1}, AtLeast: 2}
	judge(t, p, solved(w), true)
	w.AtLeast = 1
	judge(t, p, solved(w), true)
	w.Steps, w.AtLeast = []int32{1, 1, 1}, 3
	refuse(t, p, solved(w), "it is not shown that at least 3 steps are needed; the distances from what is there at the "+
		"start show 2")
}

// TestForgedCycle changes a cycle in every field.
func TestForgedCycle(t *testing.T) {
	p := picture(assembly.Frontal, "##.R", "#.##", "###.")
	honest := func() assembly.Cycle {
		return assembly.Cycle{Constraints: []assembly.Constraint{{Block: at(0, 3), Because: assembly.There},
			{Block: at(0, 1), Because: assembly.InTheWay}}, Shortest: true}
	}
	offer := func(c assembly.Cycle) assembly.Outcome { return impossible(assembly.Certificate{Cycle: &c}) }
	judge(t, p, offer(honest()), true)
	for _, c := range []struct {
		reason string
		forge  func(c *assembly.Cycle)
	}{
		{"no constraints", func(c *assembly.Cycle) { c.Constraints = nil }},
		{"said to come before the one in row 1, column 4 for no reason",
			func(c *assembly.Cycle) { c.Constraints = c.Constraints[:1] }},
		{"the block in row 1, column 2 is not in the way", func(c *assembly.Cycle) { c.Constraints = c.Constraints[1:] }},
		{"constraint 2 is about row 1, column 3, which is not in the shape",
			func(c *assembly.Cycle) { c.Constraints[1].Block = at(0, 2) }},
		{"constraint 1 is about row 0, column 1, which is not in the shape",
			func(c *assembly.Cycle) { c.Constraints[0].Block = at(-1, 0) }},
		{"the block in row 1, column 4 is not the parent",
			func(c *assembly.Cycle) { c.Constraints[0].Because = assembly.ParentOf }},
		{"is not the parent of the one in row 1, column 4",
			func(c *assembly.Cycle) { c.Constraints[1].Because = assembly.ParentOf }},
		{"the block in row 1, column 2 is not in the way of the one in row 1, column 4",
			func(c *assembly.Cycle) { c.Constraints[0].Because = assembly.InTheWay }},
		{"the block in row 1, column 2 is not there from the start",
			func(c *assembly.Cycle) { c.Constraints[1].Because = assembly.There }},
		{"there is no reason 3", func(c *assembly.Cycle) { c.Constraints[1].Because = 3 }},
		{"there is no reason 255", func(c *assembly.Cycle) { c.Constraints[0].Because = 255 }},
		{"a cycle of 2 constraints", func(c *assembly.Cycle) { c.Constraints = append(c.Constraints, c.Constraints...) }},
	} {
		forged := honest()
		c.forge(&forged)
		refuse(t, p, offer(forged), c.reason)
	}
	c := honest()
	c.Constraints, c.Shortest = append(c.Constraints, c.Constraints...), false
	judge(t, p, offer(c), true)
	c = assembly.Cycle{Constraints: []assembly.Constraint{{Block: at(1, 3)}, {Block: at(1, 2)}}}
	refuse(t, p, offer(c), "the block in row 2, column 3 is not the parent of the one in row 2, column 4")
	refuse(t, rooted(p, assembly.Sticky, p.Root), offer(honest()), "sticky")
	refuse(t, rooted(p, assembly.Frontal, assembly.NoRoot), offer(honest()), "first block is open")
	refuse(t, picture(assembly.Frontal, "##.R", "####", "###."), offer(honest()), "not a tree")
}

// TestForgedStuck changes a remainder in every field.
func TestForgedStuck(t *testing.T) {
	p := picture(assembly.Frontal, "##.R.", "#.###", "###..")
	honest := func() assembly.Stuck {
		return assembly.Stuck{Remainder: picture(0, "##.R", "#.##", "###.").Blocks, Moves: moves("< 2")}
	}
	offer := func(c assembly.Stuck) assembly.Outcome { return impossible(assembly.Certificate{Stuck: &c}) }
	judge(t, p, offer(honest()), true)
	for _, c := range []struct {
		reason string
		forge  func(c *assembly.Stuck)
	}{
		{"the remainder is 0 blocks", func(c *assembly.Stuck) { c.Remainder = nil }},
		{"the remainder is 1 block", func(c *assembly.Stuck) { c.Remainder = c.Remainder[:1] }},
		{"more than the shape", func(c *assembly.Stuck) { c.Remainder = append(c.Remainder, c.Remainder...) }},
		{"there are 0 moves; from a remainder of 9 blocks to a shape of 10 it takes 1",
			func(c *assembly.Stuck) { c.Moves = nil }},
		{"there are 2 moves", func(c *assembly.Stuck) { c.Moves = append(c.Moves, c.Moves...) }},
		{"row 3, column 4, which is not in the shape", func(c *assembly.Stuck) { c.Remainder[3] = at(2, 3) }},
		{"two blocks in row 1, column 1", func(c *assembly.Stuck) { c.Remainder[1] = at(0, 0) }},
		{"lacks the block that is there from the start", func(c *assembly.Stuck) { c.Remainder[2] = at(1, 4) }},
		{"not connected", func(c *assembly.Stuck) { c.Remainder[4] = at(1, 4) }},
		{"the block in row 2, column 5 can leave", func(c *assembly.Stuck) {
			c.Remainder, c.Moves = append(c.Remainder, at(1, 4)), nil
		}},
		{"move 1 (> 2) puts a block into row 0", func(c *assembly.Stuck) { c.Moves = moves("> 2") }},
		{"is illegal", func(c *assembly.Stuck) { c.Moves[0] = assembly.MakeMove(assembly.Left, 1<<30-1) }},
	} {
		forged := honest()
		c.forge(&forged)
		if strings.Contains(c.reason, "row 0") {
			refuse(t, p, offer(forged), "illegal: its entry cell is taken")
			continue
		}
		refuse(t, p, offer(forged), c.reason)
	}
	ring := picture(assembly.Frontal, "#####", "#...#", "##.##")
	judge(t, ring, offer(assembly.Stuck{Remainder: ring.Blocks}), true)
	// A block between two others is not convex: the order in which a row is let in matters.
	topped := picture(assembly.Frontal, ".###.", "#####", "#...#", "##.##")
	below := slices.Clone(topped.Blocks[3:])
	judge(t, topped, offer(assembly.Stuck{Remainder: below, Moves: moves("v 2, v 3, v 4")}), true)
	refuse(t, topped, offer(assembly.Stuck{Remainder: below, Moves: moves("v 2, v 4, v 3")}),
		"move 3 (v 3) lets in a block, in row 1, column 3, that is not convex")
	longer := picture(assembly.Frontal, ".####", "#####", "#...#", "##.##")
	refuse(t, longer, offer(assembly.Stuck{Remainder: below, Moves: moves("v 2, v 4, v 3, v 5")}), "move 3 (v 3) lets in")
	closed := picture(assembly.Frontal, "#####", "#...#", "#####")
	refuse(t, closed, offer(assembly.Stuck{Remainder: ring.Blocks, Moves: moves("^ 3")}), "has a hole")
	// Two blocks that touch at a corner are stuck, and make a shape that is easily built.
	corner := picture(assembly.Frontal, "##", "#.")
	refuse(t, corner, offer(assembly.Stuck{Remainder: []assembly.Block{at(0, 1), at(1, 0)}, Moves: moves("> 1")}),
		"not connected")
}

// TestUnverifiedNote: a stuck remainder is not proved for sticky contact with a given first block, and for nothing
// else.
func TestUnverifiedNote(t *testing.T) {
	p := picture(assembly.Sticky, "R#", "##")
	stuck := impossible(assembly.Certificate{Stuck: &assembly.Stuck{}})
	if got := unverifiedNote(p, stuck); got != unproved {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		p *assembly.Instance
		o assembly.Outcome
	}{
		{rooted(p, assembly.Frontal, 0), stuck},
		{rooted(p, assembly.Sticky, assembly.NoRoot), stuck},
		{p, impossible(assembly.Certificate{Blocked: &assembly.Blocked{}})},
		{p, impossible(assembly.Certificate{Exhausted: &assembly.Exhausted{}})},
		{p, assembly.Outcome{Verdict: puzzle.Impossible}},
		{p, solved(assembly.Witness{})},
		{p, assembly.Outcome{}},
	} {
		if got := unverifiedNote(c.p, c.o); got != "" {
			t.Errorf("%s, %v: %q", describe(c.p), c.o, got)
		}
	}
}

// TestForgedExhausted changes a search in every field.
func TestForgedExhausted(t *testing.T) {
	offer := func(e assembly.Exhausted) assembly.Outcome { return impossible(assembly.Certificate{Exhausted: &e}) }
	p := picture(assembly.Sticky, "#####", "R...#", "#.#.#", "#.###")
	honest := *newTable(p).exhausted(p.Root)
	judge(t, p, offer(honest), true)
	for _, c := range []struct {
		reason string
		forge  func(e *assembly.Exhausted)
	}{
		{"met 0 sets", func(e *assembly.Exhausted) { e.Sets = 0 }},
		{"met -9 sets", func(e *assembly.Exhausted) { e.Sets = -9 }},
		{"there are more", func(e *assembly.Exhausted) { e.Sets-- }},
		{"sets; there are ", func(e *assembly.Exhausted) { e.Sets++ }},
		{"a shape of 14 blocks has fewer", func(e *assembly.Exhausted) { e.Sets = 1 << 14 }},
		{"a shape of 14 blocks has fewer", func(e *assembly.Exhausted) { e.Sets = 1<<63 - 1 }},
		{"the digest", func(e *assembly.Exhausted) { e.Digest[0] ^= 1 }},
		{"the digest", func(e *assembly.Exhausted) { e.Digest[31] ^= 128 }},
		{"the digest", func(e *assembly.Exhausted) { e.Digest = [32]byte{} }},
	} {
		forged := honest
		c.forge(&forged)
		refuse(t, p, offer(forged), c.reason)
	}
	refuse(t, picture(assembly.Frontal, "R"), offer(assembly.Exhausted{Sets: 1}), "the shape is built as it stands")
	line := picture(assembly.Frontal, "R##")
	refuse(t, line, offer(*newTable(line).exhausted(0)), "can be built")
}

// TestVerdicts takes evidence that does not belong to its verdict.
func TestVerdicts(t *testing.T) {
	p := picture(assembly.Frontal, "#####", "#...#", "##.##")
	e := newTable(p).exhausted(p.Root)
	s := &assembly.Stuck{Remainder: p.Blocks}
	c := &assembly.Certificate{Stuck: s}
	judge(t, p, impossible(*c), true)
	judge(t, p, impossible(assembly.Certificate{Exhausted: e}), true)
	w := &assembly.Witness{}
	for _, x := range []struct {
		o      assembly.Outcome
		reason string
	}{
		{assembly.Outcome{}, "says unknown"},
		{assembly.Outcome{Verdict: 77, Certificate: c}, "Verdict(77)"},
		{assembly.Outcome{Certificate: c}, "says unknown"},
		{assembly.Outcome{Verdict: puzzle.Solved}, "no witness"},
		{assembly.Outcome{Verdict: puzzle.Solved, Certificate: c}, "no witness"},
		{assembly.Outcome{Verdict: puzzle.Solved, Witness: w}, "there are 0 moves"},
		{assembly.Outcome{Verdict: puzzle.Solved, Witness: w, Certificate: c}, "has a certificate"},
		{assembly.Outcome{Verdict: puzzle.Solved, Witness: w, Stopped: &puzzle.Stopped{}}, "a limit stopped it"},
		{assembly.Outcome{Verdict: puzzle.Impossible}, "no certificate"},
		{assembly.Outcome{Verdict: puzzle.Impossible, Witness: w}, "no certificate"},
		{assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{}}, "of 0 kinds"},
		{assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Stuck: s, Exhausted: e}},
			"of 2 kinds"},
		{assembly.Outcome{Verdict: puzzle.Impossible, Certificate: &assembly.Certificate{Stuck: s, Cycle: &assembly.Cycle{}}},
			"of 2 kinds"},
		{assembly.Outcome{Verdict: puzzle.Impossible,
			Certificate: &assembly.Certificate{Cycle: &assembly.Cycle{}, Stuck: s, Exhausted: e}}, "of 3 kinds"},
		{assembly.Outcome{Verdict: puzzle.Impossible, Certificate: c, Witness: w}, "has a witness"},
		{assembly.Outcome{Verdict: puzzle.Impossible, Certificate: c, Stopped: &puzzle.Stopped{}}, "a limit stopped it"},
	} {
		refuse(t, p, x.o, x.reason)
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 1000)
	for _, n := range []*big.Int{nil, big.NewInt(-1), big.NewInt(1), big.NewInt(99), huge, new(big.Int).Neg(huge)} {
		if err := CheckCount(background, p, n, noLimits); !errors.Is(err, puzzle.ErrRejected) {
			t.Error(n, err)
		}
	}
}

// TestInstance takes instances that are none.
func TestInstance(t *testing.T) {
	const top = assembly.MaxSide
	good := func() *assembly.Instance {
		p := *picture(assembly.Frontal, "##", "R#")
		p.Blocks = slices.Clone(p.Blocks)
		return &p
	}
	w := solved(assembly.Witness{First: at(1, 0), Moves: moves("v 1, < 2, < 1")})
	judge(t, good(), w, true)
	for i, spoil := range []func(p *assembly.Instance){
		func(p *assembly.Instance) { p.Blocks = nil },
		func(p *assembly.Instance) { p.Rows = 0 },
		func(p *assembly.Instance) { p.Cols = 0 },
		func(p *assembly.Instance) { p.Rows = top + 1 },
		func(p *assembly.Instance) { p.Cols = top + 1 },
		func(p *assembly.Instance) { p.Rows = 1 },
		func(p *assembly.Instance) { p.Cols = 1 },
		func(p *assembly.Instance) { p.Contact = 2 },
		func(p *assembly.Instance) { p.Root = 4 },
		func(p *assembly.Instance) { p.Root = -2 },
		func(p *assembly.Instance) { p.Blocks[0].C = -1 },
		func(p *assembly.Instance) { p.Blocks[0].R = -1 },
		func(p *assembly.Instance) { p.Blocks[1], p.Blocks[2] = p.Blocks[2], p.Blocks[1] },
		func(p *assembly.Instance) { p.Blocks[0], p.Blocks[1] = p.Blocks[1], p.Blocks[0] },
		func(p *assembly.Instance) { p.Blocks[1] = p.Blocks[0] },
		func(p *assembly.Instance) { slices.Reverse(p.Blocks) },
		func(p *assembly.Instance) { p.Rows, p.Blocks[2].R, p.Blocks[3].R = top, 2, 2 },
		func(p *assembly.Instance) { p.Rows, p.Blocks[3].R = top, top-1 },
		func(p *assembly.Instance) { p.Blocks[0].R, p.Blocks[3].R = -1<<31, 1<<31-1 },
		func(p *assembly.Instance) { p.Cols, p.Blocks[3].C = top, top-1 },
		func(p *assembly.Instance) { p.Blocks[0].C, p.Blocks[1].C = -1<<31, 1<<31-1 },
	} {
		p := good()
		spoil(p)
		if err := Check(background, p, w, noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Error(i, err)
		}
		if err := CheckCount(background, p, big.NewInt(4), noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Error(i, err)
		}
	}
	if err := Check(background, nil, w, noLimits); !errors.Is(err, puzzle.ErrInput) {
		t.Error(err)
	}
	// Not connected, which only a walk shows.
	apart := &assembly.Instance{Rows: 2, Cols: 4, Root: 0,
		Blocks: []assembly.Block{at(0, 0), at(0, 1), at(1, 2), at(1, 3)}}
	for _, o := range []assembly.Outcome{
		impossible(assembly.Certificate{Exhausted: &assembly.Exhausted{Sets: 1}}),
		impossible(assembly.Certificate{Stuck: &assembly.Stuck{Remainder: apart.Blocks}}),
	} {
		if err := Check(background, apart, o, noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Error(err)
		}
	}
	ring := &assembly.Instance{Rows: 3, Cols: 6, Root: 0,
		Blocks: []assembly.Block{at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(1, 3), at(2, 3)}}
	c := &assembly.Cycle{Constraints: []assembly.Constraint{{Block: at(0, 0), Because: assembly.There}}}
	err := Check(background, ring, impossible(assembly.Certificate{Cycle: c}), noLimits)
	if !errors.Is(err, puzzle.ErrInput) {
		t.Error(err) // as many links as a tree has
	}
	if err := CheckCount(background, apart, big.NewInt(1), noLimits); !errors.Is(err, puzzle.ErrInput) {
		t.Error(err)
	}
}
