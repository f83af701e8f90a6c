package families_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// permuteTruth is what a search by cost from the start over whole boards finds.
type permuteTruth struct {
	dist  map[string]int64
	ways  map[string]*big.Int
	best  int64 // to a goal, -1: none
	count *big.Int
}

func boardKey(b []permute.Tile) string { return fmt.Sprint(b) }

// made is the board after a move: the tile at each cell of a cycle goes to the next one.
func made(b []permute.Tile, m *permute.Move) []permute.Tile {
	out := append([]permute.Tile(nil), b...)
	for _, cycle := range m.Cycles {
		for i, cell := range cycle {
			out[cycle[(i+1)%len(cycle)]] = b[cell]
		}
	}
	return out
}

func fitsGoal(b, goal []permute.Tile) bool {
	for i, t := range goal {
		if t != permute.Any && t != b[i] {
			return false
		}
	}
	return true
}

func permuteSearch(p *permute.Instance) *permuteTruth {
	t := &permuteTruth{dist: map[string]int64{}, ways: map[string]*big.Int{}, best: -1, count: new(big.Int)}
	boards := map[string][]permute.Tile{}
	open := map[string]bool{}
	start := boardKey(p.Start)
	boards[start], t.dist[start], t.ways[start], open[start] = p.Start, 0, big.NewInt(1), true
	for len(open) > 0 {
		now := ""
		for k := range open {
			if now == "" || t.dist[k] < t.dist[now] {
				now = k
			}
		}
		delete(open, now)
		for i := range p.Moves.Moves {
			m := &p.Moves.Moves[i]
			next := made(boards[now], m)
			k, d := boardKey(next), t.dist[now]+m.Cost
			old, seen := t.dist[k]
			switch {
			case !seen || d < old:
				boards[k], t.dist[k], t.ways[k], open[k] = next, d, new(big.Int).Set(t.ways[now]), true
			case d == old:
				t.ways[k].Add(t.ways[k], t.ways[now])
			}
		}
	}
	for k, b := range boards {
		fits := false
		for _, g := range p.Goals {
			fits = fits || fitsGoal(b, g)
		}
		switch d := t.dist[k]; {
		case !fits:
		case t.best < 0 || d < t.best:
			t.best = d
			t.count.Set(t.ways[k])
		case d == t.best:
			t.count.Add(t.count, t.ways[k])
		}
	}
	return t
}

// permuteOracle remembers what it has found: forgeries ask about the same instance again and again.
type permuteOracle struct {
	cache map[*permute.Instance]*permuteTruth
}

func (o *permuteOracle) claimTrue(in puzzle.Instance, cl puzzle.Claim) bool {
	p := in.Value().(*permute.Instance)
	t := o.cache[p]
	if t == nil {
		if len(o.cache) > 256 {
			clear(o.cache)
		}
		t = permuteSearch(p)
		o.cache[p] = t
	}
	if cl.Count() != nil {
		return cl.Count().Cmp(t.count) == 0
	}
	out := cl.Value().(permute.Outcome)
	if out.Verdict == puzzle.Impossible {
		e := out.Certificate.Exhausted
		return t.best < 0 && (e == nil || e.States == int64(len(t.dist)))
	}
	w := out.Witness
	board, cost, length := p.Start, int64(0), int64(0)
	for _, s := range w.Moves {
		i, ok := p.Moves.Find(s.Name)
		if !ok || s.Times < 1 || s.Times > 1<<20 {
			return false
		}
		for range s.Times {
			board = made(board, &p.Moves.Moves[i])
		}
		cost += p.Moves.Moves[i].Cost * s.Times
		length += s.Times
	}
	return w.Goal >= 0 && w.Goal < len(p.Goals) && fitsGoal(board, p.Goals[w.Goal]) &&
		(w.Cost == cost || w.Cost == permute.Unclaimed) && (w.Length == length || w.Length == permute.Unclaimed) &&
		w.AtLeast <= t.best && (w.AtLeast == 0 || w.Bound != permute.NoBound)
}

// smallPermutes yields boards of 2 × 2 and 2 × 3 with many sets of moves: every start where there are few, a share
// where there are many.
func smallPermutes(fam *puzzle.Family) iter.Seq[puzzle.Instance] {
	return func(yield func(puzzle.Instance) bool) {
		rng := rand.New(rand.NewPCG(7, 8))
		for _, c := range []struct {
			rows, cols int
			moves      string
		}{
			{2, 2, `["shifts"]`}, {2, 2, `["rotate-cw"]`}, {2, 2, `["rotate-cw",{"set":"shift-right","cost":3}]`},
			{2, 2, `[{"name":"X","cycles":[[[1,1],[1,2],[2,2]]]}]`},
			{2, 3, `["shifts"]`}, {2, 3, `["shift-right","shift-down"]`}, {2, 3, `["twist:2x2"]`}, {2, 3, `["twist-cw:2x2"]`},
			{2, 3, `["shift-right"]`}, {2, 3, `["rotate-180"]`},
			{1, 4, `["shift-right"]`}, {1, 5, `["swap:adjacent"]`},
			{2, 3, `[{"set":"shift-right","cost":2},{"set":"shift-down","cost":5}]`},
			{1, 6, `[{"name":"A","cycles":[[[1,1],[1,3]],[[1,2],[1,4]]]},{"name":"B","cycles":[[[1,1],[1,2]],[[1,3],[1,4]]]}]`},
		} {
			n := c.rows * c.cols
			for range extent.Less(6, 24) {
				kinds := n
				if rng.IntN(3) == 0 {
					kinds = 2 + rng.IntN(n-1) // tiles that are alike
				}
				start, goal := make([]int, n), make([]int, n)
				for i, cell := range rng.Perm(n) {
					start[cell] = 1 + i%kinds
				}
				for i, cell := range rng.Perm(n) {
					goal[i] = start[cell]
				}
				doc := fmt.Sprintf(`{"family":"permute","version":1,"start":%s,"target":%s,"moves":%s}`,
					rowsText(start, c.cols, -1), rowsText(goal, c.cols, rng.IntN(3*n)), c.moves)
				for _, in := range mustInstances(fam, doc) {
					if !yield(in) {
						return
					}
				}
			}
		}
	}
}

// rowsText writes a board; the cell any does not matter.
func rowsText(b []int, cols, any int) string {
	out := "["
	for i, t := range b {
		switch {
		case i%cols == 0 && i > 0:
			out += "],["
		case i%cols == 0:
			out += "["
		default:
			out += ","
		}
		if i == any {
			out += `"."`
		} else {
			out += fmt.Sprint(t)
		}
	}
	return out + "]]"
}

// slowPermute is a board of 40 × 40 cells in disorder.
func slowPermute(fam *puzzle.Family) puzzle.Instance {
	const n = 40
	rng := rand.New(rand.NewPCG(9, 10))
	return mustInstances(fam, fmt.Sprintf(`{"family":"permute","version":1,"start":%s,"moves":["shifts"]}`,
		rowsText(rng.Perm(n*n), n, -1)))[0]
}

func TestPermuteContract(t *testing.T) {
	fam := families.Permute("")
	oracle := &permuteOracle{cache: map[*permute.Instance]*permuteTruth{}}
	dir := t.TempDir()
	puzzletest.Kit{
		Family:  fam,
		Fresh:   func() *puzzle.Family { return families.Permute(dir) }, // tables are read and written at once too
		Small:   smallPermutes(fam),
		True:    oracle.claimTrue,
		Sizes:   []int{1, 2, 4, 6},
		PerSize: extent.Less(10, 40),
		AtOnce:  []int{8, 9},
		Slow:    func() puzzle.Instance { return slowPermute(fam) },
		// Too many boards to count; many orbits with blocks, and labels of several characters.
		Analyzed: slices.Concat(
			mustInstances(fam,
				`{"family":"permute","version":1,"start":["abcde","fghij","klmno","pqrst","uvwxy"],"moves":["shifts"]}`),
			mustInstances(fam,
				`{"family":"permute","version":1,"start":[[1,2,3,4,50],[6,7,8,9,10],[11,12,13,14,15],["x",17,18,19,20]],"moves":["shift-right","mirror-up-down"]}`),
		),
		Seed: 20261129,
		Expensive: append(expensivePermutes, numbered(1, 1000, "drag:right"), numbered(100, 100, "drag"),
			numbered(2, 20000, "shifts")),
	}.Run(t)
}

// mustInstances reads a document that is known to be good.
func mustInstances(fam *puzzle.Family, doc string) []puzzle.Instance {
	v, err := document.ParseJSON([]byte(doc))
	if err != nil {
		panic(err)
	}
	ins, err := fam.DecodeInstances(nil, &v)
	if err != nil {
		panic(fmt.Sprint(err, " in ", doc))
	}
	return ins
}

// numbered is a board of numbers in which three have changed places.
func numbered(rows, cols int, moves string) string {
	target := make([][]string, rows)
	for i := range target {
		for j := range cols {
			target[i] = append(target[i], fmt.Sprint(i*cols+j))
		}
	}
	start := slices.Clone(target)
	start[0] = slices.Clone(target[0])
	start[0][0], start[0][1], start[0][2] = start[0][1], start[0][2], start[0][0]
	doc, err := json.Marshal(map[string]any{"family": "permute", "version": 1, "start": start, "target": target,
		"moves": []string{moves}})
	if err != nil {
		panic(err)
	}
	return string(doc)
}

// expensivePermutes have groups, boards and tables of all sizes that a few bytes can ask for.
var expensivePermutes = []string{
	`{"family":"permute","version":1,"start":"ponm/lkji/hgfe/dcba","target":"abcd/efgh/ijkl/mnop","moves":["shifts"]}`,
	`{"family":"permute","version":1,"start":"ponm/lkji/hgfe/dcab","target":"abcd/efgh/ijkl/mnop","moves":["twist:3x3"]}`,
	`{"family":"permute","version":1,"start":"yxwvu/tsrqp/onmlk/jihgf/edcba","target":"abcde/fghij/klmno/pqrst/uvwxy","moves":["drag","rotate"]}`,
	`{"family":"permute","version":1,"start":"yxwvu/tsrqp/onmlk/jihgf/edcba","target":"abcde/fghij/klmno/pqrst/uvwxy","moves":["swap:adjacent"]}`,
	`{"family":"permute","version":1,"start":"ababababab/bababababa/ababababab/bababababa/ababababab","target":"aaaaaaaaaa/aaaaaaaaaa/aaaaabbbbb/bbbbbbbbbb/bbbbbbbbb.","moves":["twist:2x2"]}`,
	`{"family":"permute","version":1,"start":"lkji/hgfe/dcba/mnop","target":"abcd/efgh/ijkl/mnop","moves":[{"set":"shifts:right","cost":2147483647},{"name":"X","cycles":[[[1,1],[2,2],[3,3]]],"cost":7}]}`,
	`{"family":"permute","version":1,"start":"abcdefgh/ijklmnop/qrstuvwx/yzABCDEF/GHIJKLMN/OPQRSTUV","goals":["VUTSRQPO/NMLKJIHG/FEDCBAzy/xwvutsrq/ponmlkji/hgfedcab","......../......../......../......../......../......a."],"moves":["drag"]}`,
}
