package families_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// A slowTile is a cell of a piece of a slowRules board.
type slowTile struct{ row, col, code, piece int }

// slowRules plays boards with rules as the sentences of the rules say it, and shares no line with solver or checker.
type slowRules struct{ p *tilt.Instance }

func (o slowRules) start() []slowTile {
	var out []slowTile
	b := o.p.Start
	for i := range b.Len() {
		if code := b.At(i/b.W, i%b.W); code != 0 {
			piece := 1000 + i
			if o.p.Rules.Pieces != nil && o.p.Rules.Pieces[i] != 0 {
				piece = int(o.p.Rules.Pieces[i])
			}
			out = append(out, slowTile{i / b.W, i % b.W, code, piece})
		}
	}
	return out
}

func (o slowRules) robot(code int) bool { return slices.Contains(o.p.Rules.Robots, code) }

// step moves the pieces of goes one cell, but for the least set of blocked ones.
func (o slowRules) step(tiles []slowTile, goes map[int]bool, dr, dc int) []slowTile {
	b := o.p.Start
	blocked := map[int]bool{}
	for _, t := range tiles {
		if !goes[t.piece] {
			blocked[t.piece] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, t := range tiles {
			r, c := t.row+dr, t.col+dc
			stop := r < 0 || r >= b.H || c < 0 || c >= b.W || o.p.Ground(r*b.W+c) == tilt.Wall
			for _, u := range tiles {
				stop = stop || u.row == r && u.col == c && u.piece != t.piece && blocked[u.piece]
			}
			if stop && !blocked[t.piece] {
				blocked[t.piece], grown = true, true
			}
		}
	}
	var out []slowTile
	stands := map[int]bool{}
	for _, t := range tiles {
		if !blocked[t.piece] {
			t.row, t.col = t.row+dr, t.col+dc
		}
		stands[t.piece] = stands[t.piece] || o.p.Ground(t.row*b.W+t.col) != tilt.Hole
		out = append(out, t)
	}
	return slices.DeleteFunc(out, func(t slowTile) bool { return !stands[t.piece] })
}

func (o slowRules) move(tiles []slowTile, goes map[int]bool, side byte) []slowTile {
	dr, dc := map[byte]int{'U': -1, 'D': 1}[side], map[byte]int{'L': -1, 'R': 1}[side]
	for {
		next := o.step(tiles, goes, dr, dc)
		if o.p.Rules.Unit || slices.Equal(next, tiles) {
			return next
		}
		tiles = next
	}
}

// moves are all that can be made: their names and what they move.
func (o slowRules) moves(tiles []slowTile) map[string]map[int]bool {
	out := map[string]map[int]bool{}
	all, seen := map[int]bool{}, map[int]bool{}
	for _, t := range tiles { // in reading order of the start, so a piece's first tile comes first
		all[t.piece] = all[t.piece] || !o.robot(t.code)
		if !seen[t.piece] && (o.robot(t.code) || o.p.Rules.One && len(o.p.Rules.Robots) == 0) {
			for _, side := range "LRUD" {
				out[fmt.Sprintf("%d,%d%c", t.row+1, t.col+1, side)] = map[int]bool{t.piece: true}
			}
		}
		seen[t.piece] = true
	}
	if !o.p.Rules.One {
		for _, side := range "LRUD" {
			out[string(side)] = all
		}
	}
	return out
}

// key tells boards apart: pieces by their cells and colours alone.
func (o slowRules) key(tiles []slowTile) string {
	pieces := map[int]string{}
	for _, t := range tiles {
		pieces[t.piece] += fmt.Sprint(t.row, ",", t.col, "=", t.code, " ")
	}
	var list []string
	for _, s := range pieces {
		list = append(list, s)
	}
	slices.Sort(list)
	return strings.Join(list, "|")
}

func (o slowRules) reached(tiles []slowTile) bool {
	for _, g := range o.p.Goals() {
		cells := make([]int, g.Board.Len())
		for _, t := range tiles {
			cells[t.row*g.Board.W+t.col] = t.code
		}
		ok := true
		for i, code := range cells {
			ok = ok && (g.Any != nil && g.Any[i] || g.Board.At(i/g.Board.W, i%g.Board.W) == code)
		}
		if ok {
			return true
		}
	}
	return false
}

// mostSlow is how many boards are looked at where other boards do as well; the contract asks about all of its own.
const mostSlow = 1500

// A slowAnswer is all that there is to know about a board.
type slowAnswer struct {
	boards, least int      // least is -1 where no goal can be reached
	ways          *big.Int // shortest ones
}

func (o slowRules) answer(most int) slowAnswer {
	start := o.start()
	a := slowAnswer{least: -1, ways: new(big.Int)}
	ways := map[string]*big.Int{o.key(start): big.NewInt(1)}
	seen := map[string]bool{o.key(start): true}
	for depth, layer := 0, map[string][]slowTile{o.key(start): start}; len(layer) > 0; depth++ {
		next, nextWays := map[string][]slowTile{}, map[string]*big.Int{}
		if a.boards += len(layer); a.boards > most {
			return a
		}
		for k, tiles := range layer {
			if o.reached(tiles) && (a.least < 0 || a.least == depth) {
				a.least = depth
				a.ways.Add(a.ways, ways[k])
			}
			for name, goes := range o.moves(tiles) {
				after := o.move(tiles, goes, name[len(name)-1])
				key := o.key(after)
				if seen[key] {
					continue
				}
				if nextWays[key] == nil {
					next[key], nextWays[key] = after, new(big.Int)
				}
				nextWays[key].Add(nextWays[key], ways[k])
			}
		}
		for key := range next {
			seen[key] = true
		}
		layer, ways = next, nextWays
	}
	return a
}

// play is the board after moves, which name cells.
func (o slowRules) play(moves string) ([]slowTile, bool) {
	tiles := o.start()
	for moves != "" {
		m, rest, ok := tilt.CutMove(moves)
		if !ok {
			return nil, false
		}
		moves = rest
		var goes map[int]bool
		for _, t := range tiles {
			if m.Row > 0 && t.row == m.Row-1 && t.col == m.Col-1 && (o.robot(t.code) || o.p.Rules.One && len(o.p.Rules.Robots) == 0) {
				goes = map[int]bool{t.piece: true}
			}
		}
		if m.Row == 0 && !o.p.Rules.One {
			goes = map[int]bool{}
			for _, t := range tiles {
				goes[t.piece] = !o.robot(t.code)
			}
		}
		if goes == nil {
			return nil, false
		}
		tiles = o.move(tiles, goes, m.Side)
	}
	return tiles, true
}

// claimTrue is the oracle of the contract kit about boards with rules.
func (o slowRules) claimTrue(cl puzzle.Claim) bool {
	a := o.answer(1 << 20)
	if cl.Count() != nil {
		return cl.Count().Cmp(big.NewInt(int64(a.boards))) == 0
	}
	out := cl.Value().(tilt.Outcome)
	if out.Verdict == puzzle.Impossible {
		return a.least < 0
	}
	letters, ok := out.Witness.Moves.Letters(100000)
	if !ok {
		return false
	}
	n := int(out.Witness.Moves.Length().Int64())
	if a.least < 0 || !lengthTrue(out.Witness, n, a.least) {
		return false
	}
	tiles, ok := o.play(letters)
	return ok && o.reached(tiles)
}

// randomRules makes a small board with every kind of rule now and then.
func randomRules(rng *rand.Rand, h, w int) *tilt.Instance {
	for {
		n := h * w
		p := &tilt.Instance{Palette: []string{"a", "b", "c"}, Start: tilt.NewBoard(h, w, 3), Rules: &tilt.Rules{}}
		r := p.Rules
		r.Ground = make([]tilt.Ground, n)
		walls, holes, tiles := rng.IntN(3), rng.IntN(3)-1, 1+rng.IntN(4)
		for i := range r.Ground {
			switch k := rng.IntN(12); {
			case k < walls:
				r.Ground[i] = tilt.Wall
			case k < walls+holes:
				r.Ground[i] = tilt.Hole
			}
			if r.Ground[i] != tilt.Wall && rng.IntN(9) < tiles {
				p.Start.Set(i/w, i%w, 1+rng.IntN(3))
			}
		}
		if rng.IntN(2) == 0 {
			r.Pieces = make([]uint32, n)
			for range 1 + rng.IntN(4) {
				growPiece(rng, p)
			}
		}
		r.One, r.Unit = rng.IntN(3) == 0, rng.IntN(4) == 0
		if rng.IntN(3) == 0 {
			r.Robots = []int{1 + rng.IntN(3)}
		}
		if p.Validate() != nil {
			continue
		}
		o := slowRules{p}
		goals := []tilt.Goal{}
		for range 1 + rng.IntN(2) {
			goals = append(goals, randomGoal(rng, o))
		}
		if p.Target = goals[0].Board; len(goals) == 1 {
			r.Any = goals[0].Any
		} else {
			p.Target, r.Goals = nil, goals
		}
		if p.Validate() == nil {
			return p
		}
	}
}

// growPiece joins some neighbouring tiles that are in no piece yet.
func growPiece(rng *rand.Rand, p *tilt.Instance) {
	h, w, list := p.Start.H, p.Start.W, p.Rules.Pieces
	name := 1 + slices.Max(list)
	var cells []int
	for range 12 {
		i := rng.IntN(h * w)
		if len(cells) > 0 {
			i = cells[rng.IntN(len(cells))]
			y, x := i/w+[]int{0, 0, -1, 1}[rng.IntN(4)], i%w
			if y == i/w {
				x += 2*rng.IntN(2) - 1
			}
			if y < 0 || y >= h || x < 0 || x >= w {
				continue
			}
			i = y*w + x
		}
		if p.Start.At(i/w, i%w) != 0 && list[i] == 0 && len(cells) < 5 {
			list[i] = name
			cells = append(cells, i)
		}
	}
	if len(cells) == 1 {
		list[cells[0]] = 0
	}
}

// randomGoal is a board that is reached, or nearly; some cells may not matter.
func randomGoal(rng *rand.Rand, o slowRules) tilt.Goal {
	tiles := o.start()
	for range rng.IntN(8) {
		moves := o.moves(tiles)
		if len(moves) == 0 {
			break
		}
		names := make([]string, 0, len(moves))
		for name := range moves {
			names = append(names, name)
		}
		slices.Sort(names)
		name := names[rng.IntN(len(names))]
		tiles = o.move(tiles, moves[name], name[len(name)-1])
	}
	b := o.p.Start
	g := tilt.Goal{Board: tilt.NewBoard(b.H, b.W, 3)}
	for _, t := range tiles {
		g.Board.Set(t.row, t.col, t.code)
	}
	if rng.IntN(3) == 0 {
		swap := rng.IntN(b.Len())
		if o.p.Ground(swap) != tilt.Wall {
			g.Board.Set(swap/b.W, swap%b.W, rng.IntN(4))
		}
	}
	if share := rng.IntN(4); share > 0 {
		g.Any = make([]bool, b.Len())
		for i := range g.Any {
			if rng.IntN(3) < share && o.p.Ground(i) != tilt.Wall {
				g.Any[i] = true
				g.Board.Set(i/b.W, i%b.W, 0)
			}
		}
	}
	return g
}

// TestTiltRules compares solver, checker, counts, all shortest ways and applied moves with the slow board.
func TestTiltRules(t *testing.T) {
	f := families.Tilt()
	rng := rand.New(rand.NewPCG(20261202, 14))
	verdicts := map[puzzle.Verdict]int{}
	for round := range extent.Of(300, 2000, 40000) {
		p := randomRules(rng, 1+rng.IntN(4), 1+rng.IntN(5))
		in, err := f.InstanceOf(p)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := in.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		again := mustInstances(f, string(doc))[0]
		if back, _ := again.AppendJSON(nil); string(back) != string(doc) {
			t.Fatalf("%s came back as %s", doc, back)
		}
		o := slowRules{p}
		want := o.answer(mostSlow)
		if want.boards > mostSlow {
			continue
		}
		cl, err := f.Prove(context.Background(), in, puzzle.Limits{})
		if err != nil {
			t.Fatalf("round %d: %s: %v", round, doc, err)
		}
		verdicts[cl.Verdict()]++
		if cl.Verdict() == puzzle.Unknown || !o.claimTrue(cl) {
			b, _ := cl.AppendJSON(nil)
			t.Fatalf("round %d: %s: %s; want %+v", round, doc, b, want)
		}
		n, err := f.ProveCount(context.Background(), in, puzzle.Limits{})
		if err != nil || !o.claimTrue(n) {
			t.Fatalf("round %d: %s: count %v, %v; want %+v", round, doc, n.Count(), err, want)
		}
		found := map[string]bool{}
		if want.ways.Cmp(big.NewInt(500)) < 0 {
			err = f.All(context.Background(), in, puzzle.Limits{}, func(cl puzzle.Claim) error {
				if !o.claimTrue(cl) {
					return fmt.Errorf("a way is wrong")
				}
				found[cl.Value().(tilt.Outcome).Witness.Moves.String()] = true
				return nil
			})
			if err != nil || int64(len(found)) != want.ways.Int64() {
				t.Fatalf("round %d: %s: %d ways, %v; want %+v", round, doc, len(found), err, want)
			}
		}
		appliedLikeSlow(t, f, in, o, rng)
	}
	if verdicts[puzzle.Solved] == 0 || verdicts[puzzle.Impossible] == 0 {
		t.Fatalf("the boards are no test: %v", verdicts)
	}
	t.Log(verdicts)
}

// appliedLikeSlow repeats random tilts.
func appliedLikeSlow(t *testing.T, f *puzzle.Family, in puzzle.Instance, o slowRules, rng *rand.Rand) {
	t.Helper()
	if o.p.Rules.One {
		return
	}
	word := ""
	for range 1 + rng.IntN(4) {
		word += string("LRUD"[rng.IntN(4)])
	}
	times := 1 + rng.IntN(30)
	tiles, _ := o.play(strings.Repeat(word, times))
	after, err := f.Apply(context.Background(), in, fmt.Sprintf("(%s)^%d", word, times), puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := (slowRules{after.Value().(*tilt.Instance)}).start(); o.key(renamed(got)) != o.key(renamed(tiles)) {
		t.Fatalf("after (%s)^%d of %v: %v, want %v", word, times, in, got, tiles)
	}
}

// renamed is the tiles sorted, each piece called by its first cell.
func renamed(tiles []slowTile) []slowTile {
	out := slices.Clone(tiles)
	slices.SortFunc(out, func(a, b slowTile) int { return (a.row-b.row)*1000 + a.col - b.col })
	names := map[int]int{}
	for i, t := range out {
		if _, known := names[t.piece]; !known {
			names[t.piece] = len(names)
		}
		out[i].piece = names[t.piece]
	}
	return out
}
