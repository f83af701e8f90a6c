package permutecheck

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// example has two goals, a cell that does not matter, a tile that stands twice, and moves of different costs in one
// direction:
//
//	1 2    a takes cell 1 to 2 to 4 to 1, at the cost 2
//	3 1    b takes cell 2 to 3 to 4 to 2, at the cost 3
func example(t testing.TB) (*permute.Instance, permute.Witness) {
	p := build(t, 2, 2, []permute.Tile{0, 1, 2, 0}, [][]permute.Tile{{1, 0, 0, 2}, {2, permute.Any, 1, 0}},
		permute.Move{Name: "a", Cost: 2, Cycles: [][]int32{{0, 1, 3}}},
		permute.Move{Name: "b", Cost: 3, Cycles: [][]int32{{1, 2, 3}}})
	// 12/31 -a-> 11/32 -b-> 12/11?: see the oracle, which judges the claim first.
	return p, permute.Witness{Moves: []permute.Step{{Name: "a", Times: 1}, {Name: "a", Times: 1}, {Name: "b", Times: 1}, {Name: "a", Times: 2}}}
}

// TestForgedWitness changes a witness in every field.
func TestForgedWitness(t *testing.T) {
	p, honest := example(t)
	board := p.Start
	list := images(p)
	for _, s := range honest.Moves {
		for range s.Times {
			board = after(board, list[strings.Index("ab", s.Name)])
		}
	}
	p.Goals[1] = slices.Clone(board)
	p.Goals[1][1] = permute.Any
	honest.Goal = 1
	measure(p, &honest)
	b := explore(p, mostBoards)
	honest.AtLeast, honest.Bound = b.least(), permute.BySearch
	if honest.AtLeast < 2 || honest.AtLeast > honest.Cost || fits(board, p.Goals[0]) || honest.Cost != 11 || honest.Length != 5 {
		t.Fatalf("the example is wrong: %+v, %v", honest, p.Goals)
	}
	judge(t, p, solved(honest), true)
	for _, c := range []struct {
		reason string
		forge  func(w *permute.Witness)
	}{
		{"names goal 3 of 2", func(w *permute.Witness) { w.Goal = 2 }},
		{"names goal 0 of 2", func(w *permute.Witness) { w.Goal = -1 }},
		{"of 2", func(w *permute.Witness) { w.Goal = math.MaxInt }},
		{"of 2", func(w *permute.Witness) { w.Goal = math.MinInt }},
		{"the moves do not reach goal 1: the tile in row", func(w *permute.Witness) { w.Goal = 0 }},
		{"cost 11; the witness says 10", func(w *permute.Witness) { w.Cost-- }},
		{"cost 11; the witness says 12", func(w *permute.Witness) { w.Cost++ }},
		{"cost 11; the witness says -11", func(w *permute.Witness) { w.Cost = -11 }},
		{"has 5 moves and says 4", func(w *permute.Witness) { w.Length = 4 }},
		{"has 5 moves and says 6", func(w *permute.Witness) { w.Length = 6 }},
		{"the moves cost 11, and the witness says that no way costs less than 12", func(w *permute.Witness) { w.AtLeast = 12 }},
		{"the moves cost 11, and the witness says that no way costs less than 12", func(w *permute.Witness) { w.Cost, w.AtLeast = permute.Unclaimed, 12 }},
		{"cost 11; the witness says -2", func(w *permute.Witness) { w.Cost = -2 }},
		{"do not reach goal 2", func(w *permute.Witness) {
			w.Moves = w.Moves[1:]
			w.Cost, w.Length, w.AtLeast = permute.Unclaimed, permute.Unclaimed, 0
		}},
		{"no way costs less than -1", func(w *permute.Witness) { w.AtLeast = -1 }},
		{"no way costs less than -1", func(w *permute.Witness) { w.AtLeast, w.Bound = -1, permute.NoBound }},
		{"there is one that costs", func(w *permute.Witness) { w.AtLeast++ }},
		{"and not how to verify that", func(w *permute.Witness) { w.Bound = permute.NoBound }},
		{"show only that none costs less than", func(w *permute.Witness) { w.Bound = permute.ByDistance }},
		{"does not exist, number 3", func(w *permute.Witness) { w.Bound = 3 }},
		{"does not exist, number 255", func(w *permute.Witness) { w.Bound, w.AtLeast = 255, 0 }},
		{"do not reach goal 2", func(w *permute.Witness) { w.Moves = w.Moves[:3]; measure(p, w) }},
		{"do not reach goal 2", func(w *permute.Witness) { w.Moves = w.Moves[1:]; measure(p, w) }},
		{"do not reach goal 2", func(w *permute.Witness) { w.Moves[2], w.Moves[3] = w.Moves[3], w.Moves[2] }},
		{"do not reach goal 2", func(w *permute.Witness) { w.Moves[3].Times = 1; measure(p, w); w.AtLeast = 0 }},
		{"the moves cost 0", func(w *permute.Witness) { w.Moves = nil }},
		{`step 2 makes the move "c", which there is not`, func(w *permute.Witness) { w.Moves[1].Name = "c" }},
		{`makes the move "", which`, func(w *permute.Witness) { w.Moves[1].Name = "" }},
		{`aaa"… (100 bytes)`, func(w *permute.Witness) { w.Moves[1].Name = strings.Repeat("a", 100) }},
		{"step 1 makes its move 0 times", func(w *permute.Witness) { w.Moves[0].Times = 0 }},
		{"step 4 makes its move -1 times", func(w *permute.Witness) { w.Moves[3].Times = -1 }},
		{"step 4 makes its move -9223372036854775808 times", func(w *permute.Witness) { w.Moves[3].Times = math.MinInt64 }},
		{"the first 1 steps cost more", func(w *permute.Witness) { w.Moves[0].Times = math.MaxInt64 }},
		{"the first 1 steps cost more", func(w *permute.Witness) { w.Moves[0].Times = permute.MaxTotal/2 + 1 }},
		{"the first 2 steps cost more", func(w *permute.Witness) { w.Moves[0].Times = permute.MaxTotal / 2 }},
	} {
		forged := honest
		forged.Moves = slices.Clone(honest.Moves)
		c.forge(&forged)
		refuse(t, p, solved(forged), c.reason)
	}
	for _, less := range []func(w *permute.Witness){
		func(w *permute.Witness) { w.AtLeast = 0 },
		func(w *permute.Witness) { w.Cost = permute.Unclaimed },
		func(w *permute.Witness) { w.Length = permute.Unclaimed },
		func(w *permute.Witness) {
			w.Cost, w.Length, w.AtLeast, w.Bound = permute.Unclaimed, permute.Unclaimed, 0, permute.NoBound
		},
		func(w *permute.Witness) { w.AtLeast, w.Bound = 0, permute.NoBound },
		func(w *permute.Witness) { w.AtLeast, w.Bound = 1, permute.ByDistance },
		func(w *permute.Witness) { w.Unverified = &permute.Unverified{AtLeast: w.Cost, Method: "magic"} },
		func(w *permute.Witness) { w.Moves[1].Times += 3e12; measure(p, w) },
		func(w *permute.Witness) { w.Moves[2].Times += 3e17; measure(p, w) },
	} {
		w := honest
		w.Moves = slices.Clone(honest.Moves)
		less(&w)
		judge(t, p, solved(w), true)
	}
	bold := honest
	bold.Unverified = &permute.Unverified{AtLeast: honest.Cost + 1}
	refuse(t, p, solved(bold), "what is not verified is false")
	judgeWays(t, p, honest)
	// A start that fits needs no moves, and no way costs less than nothing.
	q := build(t, 1, 2, []permute.Tile{0, 1}, [][]permute.Tile{{1, 0}, {0, permute.Any}})
	judge(t, q, solved(permute.Witness{Goal: 1, Bound: permute.BySearch}), true)
	judge(t, q, solved(permute.Witness{Goal: 0}), false)
	judge(t, q, solved(permute.Witness{Goal: 1, AtLeast: 1, Bound: permute.BySearch}), false)
}

// judgeWays says numbers of ways that nobody verifies: the witness itself refutes some.
func judgeWays(t *testing.T, p *permute.Instance, w permute.Witness) {
	for _, c := range []struct {
		atLeast, ways int64
		good          bool
	}{
		{w.Cost, 1, true}, {w.Cost, 1e9, true}, {w.Cost, 0, false}, {w.Cost, -1, false},
		{w.AtLeast - 1, 0, true}, {w.AtLeast - 1, 1, false}, {0, 0, true}, {0, 2, false},
	} {
		w.Unverified = &permute.Unverified{AtLeast: c.atLeast, Ways: big.NewInt(c.ways)}
		if c.good {
			judge(t, p, solved(w), true)
		} else {
			refuse(t, p, solved(w), "the number of ways that cost")
		}
	}
	w.AtLeast, w.Bound = 0, permute.NoBound // so that nothing says that no way costs nothing
	w.Unverified = &permute.Unverified{AtLeast: 0, Ways: big.NewInt(1)}
	judge(t, p, solved(w), true)
	w.Unverified.Ways.SetInt64(2)
	refuse(t, p, solved(w), "the number of ways that cost 0 is not 2")
}

// TestConvention spells out what one move of three cells does, the other way round being wrong.
func TestConvention(t *testing.T) {
	start := []permute.Tile{0, 1, 2}
	cycle := permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 1, 2}}} // 1 2 3 -> 3 1 2
	there := build(t, 1, 3, start, [][]permute.Tile{{2, 0, 1}}, cycle)
	back := build(t, 1, 3, start, [][]permute.Tile{{1, 2, 0}}, cycle)
	once := permute.Witness{Moves: []permute.Step{{Name: "a", Times: 1}}, Cost: 1, Length: 1, AtLeast: 1}
	twice := permute.Witness{Moves: []permute.Step{{Name: "a", Times: 2}}, Cost: 2, Length: 2, AtLeast: 2}
	for _, bound := range []permute.Bound{permute.BySearch, permute.ByDistance} {
		once.Bound, twice.Bound = bound, bound
		judge(t, there, solved(once), true)
		judge(t, back, solved(once), false)
		judge(t, back, solved(twice), true)
		judge(t, there, solved(twice), false)
	}
	// A block that a move takes to another one, but for the cell that it leaves where it is.
	p := build(t, 1, 4, []permute.Tile{0, 1, 2, 3}, [][]permute.Tile{{0, 2, 1, 3}}, permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 2}}})
	for _, system := range [][][]int32{{{0, 1}, {2, 3}}, {{1, 0}, {2, 3}}, {{0, 1}, {3, 2}}, {{1, 0}, {3, 2}}} {
		refuse(t, p, impossible(p, permute.Certificate{Blocks: &permute.Blocks{System: system, Pairs: [][2]int32{{0, 1}}}}), "apart")
	}
	// What one move did must not linger where the next one leaves a cell alone.
	six := []permute.Tile{0, 1, 2, 3, 4, 5}
	whole := permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 3}, {1, 4}, {2, 5}}}
	halves := permute.Certificate{Blocks: &permute.Blocks{System: [][]int32{{0, 1, 2}, {3, 4, 5}}, Pairs: [][2]int32{{1, 2}}}}
	for _, c := range []struct {
		cycle []int32
		good  bool
	}{{[]int32{0, 1}, true}, {[]int32{0, 3}, false}} {
		p := build(t, 2, 3, six, [][]permute.Tile{{0, 1, 3, 2, 4, 5}}, whole, permute.Move{Name: "b", Cost: 1, Cycles: [][]int32{c.cycle}})
		judge(t, p, impossible(p, halves), c.good)
	}
	// Which way round the goal's permutation goes: the tile of cell 1 goes to cell 3, its own from cell 2.
	q := build(t, 1, 5, []permute.Tile{0, 1, 2, 3, 4}, [][]permute.Tile{{1, 2, 0, 3, 4}}, permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 1}}}, permute.Move{Name: "b", Cost: 1, Cycles: [][]int32{{0, 3}, {1, 4}}})
	blocks := [][]int32{{0, 1}, {3, 4}}
	judge(t, q, impossible(q, permute.Certificate{Blocks: &permute.Blocks{System: blocks, Pairs: [][2]int32{{0, 1}}}}), true)
	r := build(t, 1, 5, []permute.Tile{0, 1, 2, 3, 4}, [][]permute.Tile{{2, 0, 1, 3, 4}}, q.Moves.Moves...)
	judge(t, r, impossible(r, permute.Certificate{Blocks: &permute.Blocks{System: blocks, Pairs: [][2]int32{{0, 1}}}}), true)
}

// TestForgedBlocks changes everything that TestBlocks does not.
func TestForgedBlocks(t *testing.T) {
	p := build(t, 2, 2, []permute.Tile{0, 1, 2, 3}, [][]permute.Tile{{0, 2, 1, 3}, {2, 1, 0, 3}},
		permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 1}}},
		permute.Move{Name: "b", Cost: 1, Cycles: [][]int32{{0, 2}, {1, 3}}})
	system := [][]int32{{0, 1}, {2, 3}}
	pairs := [][2]int32{{0, 1}, {1, 0}}
	claim := func(system [][]int32, pairs ...[2]int32) permute.Outcome {
		return impossible(p, permute.Certificate{Blocks: &permute.Blocks{System: system, Pairs: pairs}})
	}
	judge(t, p, claim(system, pairs...), true)
	judge(t, p, claim([][]int32{{3, 2}, {1, 0}}, pairs...), true)
	for _, c := range []struct {
		reason string
		o      permute.Outcome
	}{
		{"0 pairs of cells; there are 2 goals", claim(system)},
		{"1 pairs of cells", claim(system, pairs[0])},
		{"3 pairs of cells", claim(system, pairs[0], pairs[1], pairs[1])},
		{"block 1 of the certificate has 0 cells", claim([][]int32{nil}, pairs...)},
		{"block 3 of the certificate has 1 cell", claim([][]int32{{0, 1}, {2, 3}, {0}}, pairs...)},
		{"block 1 of the certificate has 1 cell", claim([][]int32{{0}, {1}, {2}, {3}}, pairs...)},
		{"has cell 0 of 4", claim([][]int32{{-1, 0}}, pairs...)},
		{"has cell 5 of 4", claim([][]int32{{0, 4}}, pairs...)},
		{"row 1, column 2 in a block twice", claim([][]int32{{0, 1, 1}, {2, 3}}, pairs...)},
		{"row 2, column 1 in a block twice", claim([][]int32{{0, 1, 2}, {2, 3}}, pairs...)},
		{`move "b" takes block 1 of the certificate apart`, claim([][]int32{{0, 1}}, pairs...)},
		{"apart", claim([][]int32{{0, 2}, {1, 3}}, pairs...)},
		{"not two cells of one block", claim(nil, pairs...)},
		{"the pair for goal 1 has cell 0", claim(system, [2]int32{-1, 0}, pairs[1])},
		{"the pair for goal 2 has cell 5", claim(system, pairs[0], [2]int32{0, 4})},
		{"the pair for goal 2 is not two", claim(system, pairs[0], [2]int32{0, 0})},
		{"the pair for goal 1 is not two", claim(system, [2]int32{0, 2}, pairs[1])},
	} {
		refuse(t, p, c.o, c.reason)
	}
	// A goal that keeps the blocks; two goals, of which only the first breaks them.
	p.Goals[1] = []permute.Tile{3, 2, 0, 1}
	refuse(t, p, claim(system, pairs...), "goal 2 wants the tiles of its pair, in row 1, column 2 and row 1, column 1, in one block again")
}

// TestAlike offers evidence for different tiles where some are alike or do not matter.
func TestAlike(t *testing.T) {
	swap := permute.Move{Name: "a", Cost: 1, Cycles: [][]int32{{0, 1}, {2, 3}}}
	alike := build(t, 1, 4, []permute.Tile{0, 1, 2, 2}, [][]permute.Tile{{1, 0, 2, 2}}, swap)
	open := build(t, 1, 4, []permute.Tile{0, 1, 2, 3}, [][]permute.Tile{{1, 0, 2, 3}, {1, 0, permute.Any, permute.Any}}, swap)
	one := build(t, 1, 4, []permute.Tile{0, 1, 2, 3}, [][]permute.Tile{{1, 0, 2, 3}, {1, permute.Any, 2, 3}}, swap) // the tile 0 is left
	proof := []permute.Certificate{
		{Parity: &permute.Parity{}},
		{Parity: &permute.Parity{Cells: []int32{0, 1, 2, 3}}},
		{Blocks: &permute.Blocks{System: [][]int32{{0, 2}, {1, 3}}, Pairs: [][2]int32{{0, 2}}}},
		{Chain: &permute.Chain{Base: []int32{0}, Strong: [][]int32{{1, 0, 3, 2}}}},
	}
	whole := build(t, 1, 4, []permute.Tile{0, 1, 2, 3}, [][]permute.Tile{{1, 0, 2, 3}}, swap)
	for _, c := range proof {
		judge(t, whole, impossible(whole, c), true)
		if c.Chain != nil { // it serves such tiles too: here the goal can be reached
			refuse(t, alike, impossible(alike, c), "holds a permutation that gives goal 1")
			refuse(t, open, impossible(open, c), "holds a permutation that gives goal 2")
			judge(t, one, impossible(one, c), true)
			continue
		}
		refuse(t, alike, impossible(alike, c), `"3" stands twice`)
		if c.Blocks != nil {
			c.Blocks.Pairs = [][2]int32{{0, 2}, {0, 2}}
		}
		refuse(t, open, impossible(open, c), "in goal 2 those in row 1, column 3 and row 1, column 4 do not")
		judge(t, one, impossible(one, c), true)
	}
	// A goal with one cell open that can be reached: nothing that is said against it holds.
	free := build(t, 1, 4, []permute.Tile{0, 1, 2, 3}, [][]permute.Tile{{1, 0, 3, permute.Any}}, swap)
	for _, c := range proof {
		if c.Blocks != nil {
			c.Blocks.Pairs = [][2]int32{{0, 2}}
		}
		judge(t, free, impossible(free, c), false)
	}
	// Two goals, of which one can be reached, whichever it is.
	for _, first := range []int{0, 1} {
		p := *whole
		p.Goals = [][]permute.Tile{{1, 0, 3, 2}, {1, 0, 3, 2}}
		p.Goals[first] = []permute.Tile{1, 0, 2, 3}
		for _, c := range proof {
			judge(t, &p, impossible(&p, c), false)
		}
	}
}

// TestVerdicts takes evidence that does not belong to its verdict.
func TestVerdicts(t *testing.T) {
	p, w := example(t)
	parity := &permute.Certificate{Cols: 2, Parity: &permute.Parity{}}
	all := &permute.Certificate{Cols: 2, Parity: &permute.Parity{}, Orbit: &permute.Orbit{}, Blocks: &permute.Blocks{}, Characters: &permute.Characters{}, Chain: &permute.Chain{}, Exhausted: &permute.Exhausted{}}
	for _, x := range []struct {
		o      permute.Outcome
		reason string
	}{
		{permute.Outcome{}, "says unknown"},
		{permute.Outcome{Verdict: 77, Witness: &w}, "Verdict(77)"},
		{permute.Outcome{Witness: &w}, "says unknown"},
		{permute.Outcome{Verdict: puzzle.Solved}, "no witness"},
		{permute.Outcome{Verdict: puzzle.Solved, Certificate: parity}, "no witness"},
		{permute.Outcome{Verdict: puzzle.Solved, Witness: &permute.Witness{}}, "do not reach goal 1"},
		{permute.Outcome{Verdict: puzzle.Solved, Witness: &w, Certificate: parity}, "has a certificate"},
		{permute.Outcome{Verdict: puzzle.Solved, Witness: &w, Stopped: &puzzle.Stopped{}}, "a limit stopped it"},
		{permute.Outcome{Verdict: puzzle.Impossible}, "no certificate"},
		{permute.Outcome{Verdict: puzzle.Impossible, Witness: &w}, "no certificate"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{Cols: 2}}, "of 0 kinds"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: all}, "of 6 kinds"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{Cols: 2, Chain: all.Chain, Orbit: all.Orbit}}, "of 2 kinds"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{Parity: all.Parity}}, "a board of 0 columns; this one has 2"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{Cols: 4, Parity: all.Parity}}, "a board of 4 columns"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: parity, Witness: &w}, "has a witness"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: parity, Stopped: &puzzle.Stopped{}}, "a limit stopped it"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{Cols: 2, Orbit: all.Orbit}}, "speaks of 0 goals; there are 2"},
		{permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{Cols: 2, Exhausted: &permute.Exhausted{}}}, "0 boards can be reached"},
	} {
		refuse(t, p, x.o, x.reason)
	}
	for _, n := range []*big.Int{nil, big.NewInt(-1), new(big.Int).Lsh(big.NewInt(-1), 999999), new(big.Int).Lsh(big.NewInt(1), 999999), big.NewInt(1e18)} {
		if err := CheckCount(background, p, n, noLimits); !errors.Is(err, puzzle.ErrRejected) || len(err.Error()) > 200 {
			t.Error(err)
		}
	}
	// An instance that is none.
	q := *p
	q.Start = nil
	if err := Check(background, &q, solved(w), noLimits); !errors.Is(err, puzzle.ErrInput) {
		t.Error(err)
	}
	if err := CheckCount(background, &q, big.NewInt(0), noLimits); !errors.Is(err, puzzle.ErrInput) {
		t.Error(err)
	}
}

func TestUnverifiedNote(t *testing.T) {
	note := func(w permute.Witness) string { return UnverifiedNote(solved(w)) }
	magic := &permute.Unverified{AtLeast: 18, Method: "magic"}
	for _, c := range []struct{ got, want string }{
		{UnverifiedNote(permute.Outcome{}), ""},
		{UnverifiedNote(permute.Outcome{Verdict: puzzle.Solved}), ""},
		{UnverifiedNote(permute.Outcome{Verdict: puzzle.Impossible, Certificate: &permute.Certificate{}}), ""},
		{UnverifiedNote(permute.Outcome{Verdict: puzzle.Impossible, Witness: &permute.Witness{Unverified: magic}}), ""},
		{note(permute.Witness{}), ""},
		{note(permute.Witness{Unverified: magic}), "no way costs less than 18; found by magic"},
		{note(permute.Witness{AtLeast: 17, Unverified: magic}), "no way costs less than 18; found by magic"},
		{note(permute.Witness{Cost: 18, AtLeast: 17, Unverified: magic}), "no way has less; found by magic"},
		{note(permute.Witness{AtLeast: 18, Unverified: magic}), ""},
		{note(permute.Witness{Unverified: &permute.Unverified{AtLeast: 2, Method: "two\nlines"}}), `no way costs less than 2; found by "two\nlines"`},
		{note(permute.Witness{AtLeast: 18, Unverified: &permute.Unverified{AtLeast: 18, Ways: big.NewInt(3)}}), "the number of ways that cost 18 is 3"},
		{note(permute.Witness{Unverified: &permute.Unverified{AtLeast: 18, Ways: big.NewInt(3)}}), "no way costs less than 18; the number of ways that cost 18 is 3"},
		{note(permute.Witness{Unverified: &permute.Unverified{AtLeast: 1, Method: strings.Repeat("é", 100)}}),
			`no way costs less than 1; found by "` + strings.Repeat("é", 40) + `"… (200 bytes)`},
	} {
		if c.got != c.want {
			t.Errorf("%s; want %s", c.got, c.want)
		}
	}
}
