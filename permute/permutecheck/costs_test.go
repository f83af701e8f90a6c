package permutecheck

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

func costOf(n int64) permute.Outcome {
	return permute.Outcome{Verdict: puzzle.Solved, Witness: &permute.Witness{Cost: n}}
}

func mustParse(t *testing.T, text string) *permute.Instance {
	t.Helper()
	p, err := permute.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCosts(t *testing.T) {
	square := func(text string) string { return text + " : shift-right shift-down rotate-cw" }
	impossible := permute.Outcome{Verdict: puzzle.Impossible}
	with := func(change func(w *permute.Witness)) permute.Outcome {
		o := costOf(1)
		change(o.Witness)
		return o
	}
	one := square("123/456/789 -> 312/456/789")
	c := new(Costs)
	for _, k := range []struct {
		in   string
		o    permute.Outcome
		want string // "": right; "limit": not judged; otherwise what the rejection says
	}{
		{one, costOf(1), ""},
		{one, costOf(0), "a least cost of 0 is claimed; it is 1"},
		{one, costOf(2), "a least cost of 2 is claimed; it is 1"},
		{one, impossible, "impossible is claimed; 1 moves do it"},
		{square("312/456/789 -> 123/456/789"), costOf(2), ""},
		{square("312/456/789 -> 312/456/789"), costOf(0), ""},
		{square("123/456/789 -> 213/456/789"), impossible, ""},
		{square("123/456/789 -> 213/456/789"), costOf(5), "a cost of 5 is claimed; no moves do it"},
		{one, permute.Outcome{}, "no verdict with a cost alone"},
		{one, permute.Outcome{Verdict: puzzle.Solved}, "no verdict with a cost alone"},
		{one, permute.Outcome{Verdict: puzzle.Impossible, Witness: &permute.Witness{}}, "no verdict with a cost alone"},
		{one, with(func(w *permute.Witness) { w.Moves = []permute.Step{{Name: "D1", Times: 1}} }), "no verdict with a cost"},
		{one, with(func(w *permute.Witness) { w.AtLeast, w.Bound = 1, permute.BySearch }), "no verdict with a cost"},
		{one, with(func(w *permute.Witness) { w.Goal = 1 }), "no verdict with a cost"},
		{"12/34 -> 21/34 : shifts", costOf(1), ""},
		{"12/34 -> 21/34 : shifts=2", costOf(2), "limit"},
		{"11/34 -> 11/43 : shifts", costOf(1), "limit"},
		{"12/34 -> 21/3. : shifts", costOf(1), "limit"},
		{"12/34 -> 21/34 | 12/34 : shifts", costOf(0), "limit"},
		{"abcdef/ghijkl/mnopqr : shifts", costOf(0), "limit"},
	} {
		p := mustParse(t, k.in)
		err := c.Check(context.Background(), []*permute.Instance{p}, []permute.Outcome{k.o}, puzzle.Limits{})
		switch k.want {
		case "":
			if err != nil {
				t.Errorf("%s: %v", k.in, err)
			}
		case "limit":
			if !errors.Is(err, puzzle.ErrLimit) {
				t.Errorf("%s: %v; want a limit", k.in, err)
			}
		default:
			if !errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), k.want) {
				t.Errorf("%s: %v; want %s", k.in, err, k.want)
			}
		}
	}
	p := mustParse(t, "abcd/efgh/ijkl/mnop : shifts")
	small := &Costs{bound: 1000}
	if err := small.Check(context.Background(), []*permute.Instance{p}, []permute.Outcome{costOf(0)},
		puzzle.Limits{}); !errors.Is(err, puzzle.ErrLimit) {
		t.Error(err)
	}
	p = mustParse(t, one)
	if err := c.Check(context.Background(), []*permute.Instance{p}, nil, puzzle.Limits{}); !errors.Is(err,
		puzzle.ErrRejected) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []*Costs{c, new(Costs)} {
		err := c.Check(ctx, []*permute.Instance{p}, []permute.Outcome{costOf(1)}, puzzle.Limits{})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	err := new(Costs).Check(context.Background(), []*permute.Instance{p}, []permute.Outcome{costOf(1)},
		puzzle.Limits{Memory: 1 << 20})
	if !errors.Is(err, puzzle.ErrLimit) {
		t.Error(err)
	}
}

// TestCostsAndWitnesses compares with the check of a witness: its lower bound, and one more.
func TestCostsAndWitnesses(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	c, ctx := new(Costs), context.Background()
	for _, moves := range []string{"shifts", "shift-right shift-down", "twist:2x2", "swap:adjacent", "shift-right"} {
		p := mustParse(t, "123/456 -> 123/456 : "+moves)
		for range 20 {
			q := *p
			q.Start = slices.Clone(p.Start)
			var word []permute.Step
			for range rng.IntN(4) {
				m := &p.Moves.Moves[rng.IntN(len(p.Moves.Moves))]
				word = append(word, permute.Step{Name: m.Name, Times: 1})
			}
			board, err := newWork(ctx, p, puzzle.Limits{}).replay(numbersOf(p, word), word)
			if err != nil {
				t.Fatal(err)
			}
			q.Goals = [][]permute.Tile{board}
			best := int64(-1)
			for n := range int64(len(word) + 1) {
				if c.Check(ctx, []*permute.Instance{&q}, []permute.Outcome{costOf(n)}, puzzle.Limits{}) == nil {
					best = n
				}
			}
			for n := int64(1); n <= int64(len(word)); n++ {
				w := permute.Witness{Moves: word, Cost: int64(len(word)), Length: int64(len(word)), AtLeast: n,
					Bound: permute.BySearch}
				err := Check(ctx, &q, permute.Outcome{Verdict: puzzle.Solved, Witness: &w}, puzzle.Limits{})
				if (err == nil) != (n <= best) {
					t.Fatalf("%s: the least cost is %d by a search of all boards; that it is %d at least: %v", &q, best, n, err)
				}
			}
		}
	}
}

// numbersOf is the moves of a word, by their numbers.
func numbersOf(p *permute.Instance, word []permute.Step) (moves []int32) {
	for _, s := range word {
		i, _ := p.Moves.Find(s.Name)
		moves = append(moves, int32(i))
	}
	return moves
}

// The same moves on a larger board, whose other cells stay as they are, are another set of boards.
func TestCostsOfLargerBoard(t *testing.T) {
	board := func(cells int) *permute.Instance {
		p := &permute.Instance{Rows: 1, Cols: cells, Given: true, Goals: [][]permute.Tile{{2, 0, 1}},
			Moves: &permute.MoveSet{Rows: 1, Cols: cells,
				Moves: []permute.Move{{Name: "a", Cost: 1, Cycles: [][]int32{{0, 1, 2}}}}}}
		for i := range cells {
			p.Labels, p.Start = append(p.Labels, string(rune('a'+i))), append(p.Start, permute.Tile(i))
			if i > 2 {
				p.Goals[0] = append(p.Goals[0], permute.Tile(i))
			}
		}
		return p
	}
	c := new(Costs)
	check := func(cells int, o permute.Outcome) error {
		return c.Check(context.Background(), []*permute.Instance{board(cells)}, []permute.Outcome{o}, puzzle.Limits{})
	}
	for _, cells := range []int{3, 4, 16, 3} {
		if err := check(cells, costOf(1)); err != nil {
			t.Errorf("%d cells: %v", cells, err)
		}
		if err := check(cells, permute.Outcome{Verdict: puzzle.Impossible}); !errors.Is(err, puzzle.ErrRejected) {
			t.Errorf("%d cells: impossible is claimed: %v", cells, err)
		}
	}
}

// TestCostsOfMany mixes sets of moves in one check: sets that are the same but for their names, sets that hold a move
// twice, more sets than are remembered, each again and again. One forged outcome among many is found wherever it stands.
func TestCostsOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	sets := []string{"shifts", "shift-right", "shift-right shift-down", "swap:adjacent", "twist:2x2", "shift-down",
		"shift-down shift-right", "shifts"}
	var ps []*permute.Instance
	var os []permute.Outcome
	single := new(Costs)
	check := func(c *Costs, ps []*permute.Instance, os []permute.Outcome) error {
		return c.Check(context.Background(), ps, os, puzzle.Limits{})
	}
	for range 60 {
		p := mustParse(t, "123/456 -> 123/456 : "+sets[rng.IntN(len(sets))])
		if rng.IntN(3) == 0 { // the same moves once more, under other names
			for _, m := range slices.Clone(p.Moves.Moves) {
				m.Name = "again-" + m.Name
				p.Moves.Moves = append(p.Moves.Moves, m)
			}
		}
		if rng.IntN(4) == 0 && len(ps) > 0 { // the very same set as somebody else
			p.Moves = ps[rng.IntN(len(ps))].Moves
		}
		rng.Shuffle(6, func(i, j int) { p.Goals[0][i], p.Goals[0][j] = p.Goals[0][j], p.Goals[0][i] })
		o := permute.Outcome{Verdict: puzzle.Impossible}
		for n := int64(0); check(single, []*permute.Instance{p}, []permute.Outcome{o}) != nil; n++ {
			if o = costOf(n); n > 100 {
				t.Fatalf("%v has no outcome", p)
			}
		}
		ps, os = append(ps, p), append(os, o)
	}
	many := new(Costs)
	if err := check(many, ps, os); err != nil {
		t.Fatal(err)
	}
	for i := range ps {
		forged := slices.Clone(os)
		switch {
		case os[i].Verdict == puzzle.Impossible:
			forged[i] = costOf(int64(rng.IntN(9)))
		case rng.IntN(2) == 0:
			forged[i] = permute.Outcome{Verdict: puzzle.Impossible}
		default:
			forged[i] = costOf(os[i].Witness.Cost + 1)
		}
		for _, c := range []*Costs{many, new(Costs)} {
			if err := check(c, ps, forged); !errors.Is(err, puzzle.ErrRejected) {
				t.Errorf("%v, forged to %v: %v", ps[i], forged[i], err)
			}
		}
		if i > 0 { // the outcomes of two change places
			forged = slices.Clone(os)
			forged[i], forged[i-1] = forged[i-1], forged[i]
			same := os[i].Verdict == os[i-1].Verdict && (os[i].Witness == nil || os[i].Witness.Cost == os[i-1].Witness.Cost)
			if err := check(many, ps, forged); (err == nil) != same {
				t.Errorf("%v and %v have changed places: %v", os[i], os[i-1], err)
			}
		}
	}
}
