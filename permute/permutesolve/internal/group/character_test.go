package group

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// blocky makes a small puzzle whose moves take columns to columns, turning them, beside a few single cells; tiles are
// alike and cells do not matter.
func blocky(rng *rand.Rand) *permute.Instance {
	rows, cols := 2+rng.IntN(2), 2+rng.IntN(3)
	single := rng.IntN(3) // in the last column
	n := rows * (cols + 1)
	cell := func(r, c int) int32 { return int32(r*(cols+1) + c) }
	var sources []permute.Source
	for k := range 1 + rng.IntN(3) {
		to := moveset.Identity(n)
		order := rng.Perm(cols)
		turns := 0
		for c := range cols {
			by := rng.IntN(rows)
			if c == cols-1 && rng.IntN(3) > 0 {
				by = (rows - turns%rows) % rows
			}
			turns += by
			for r := range rows {
				to[cell(r, c)] = cell((r+by)%rows, order[c])
			}
		}
		if single > 1 && rng.IntN(2) == 0 {
			to[cell(0, cols)], to[cell(1, cols)] = cell(1, cols), cell(0, cols)
		}
		m := permute.Move{Name: string(rune('a' + k)), Cost: 1}
		seen := make([]bool, n)
		for x := range to {
			var cycle []int32
			for at := int32(x); !seen[at]; at = to[at] {
				seen[at] = true
				cycle = append(cycle, at)
			}
			if len(cycle) > 1 {
				m.Cycles = append(m.Cycles, cycle)
			}
		}
		if len(m.Cycles) > 0 {
			sources = append(sources, permute.Source{Move: &m})
		}
	}
	if len(sources) == 0 {
		return blocky(rng)
	}
	set, err := permute.NewMoveSet(rows, cols+1, sources)
	if err != nil {
		panic(err)
	}
	p := twin.Distinct(set, make([]permute.Tile, n))
	kinds := 2 + rng.IntN(n-2)
	for i := range p.Start {
		p.Start[i] = permute.Tile(i % kinds)
	}
	p.Labels = p.Labels[:kinds]
	rng.Shuffle(n, func(i, j int) { p.Start[i], p.Start[j] = p.Start[j], p.Start[i] })
	for range 1 + rng.IntN(2) {
		goal := slices.Clone(p.Start)
		for range rng.IntN(8) {
			m := set.Moves[rng.IntN(len(set.Moves))]
			next := slices.Clone(goal)
			for _, cycle := range m.Cycles {
				for k, x := range cycle {
					next[cycle[(k+1)%len(cycle)]] = goal[x]
				}
			}
			goal = next
		}
		switch c := rng.IntN(cols); rng.IntN(3) {
		case 0: // turn a column
			first := goal[cell(0, c)]
			for r := range rows - 1 {
				goal[cell(r, c)] = goal[cell(r+1, c)]
			}
			goal[cell(rows-1, c)] = first
		case 1: // exchange two
			d := rng.IntN(cols)
			for r := range rows {
				goal[cell(r, c)], goal[cell(r, d)] = goal[cell(r, d)], goal[cell(r, c)]
			}
		}
		for range max(0, rng.IntN(5)-2) {
			goal[rng.IntN(n)] = permute.Any
		}
		p.Goals = append(p.Goals, goal)
	}
	return p
}

// TestCharactersAgainstNaive decides small puzzles of blocks and looks at all their boards.
func TestCharactersAgainstNaive(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(1500) {
		p := blocky(rand.New(rand.NewPCG(seed, 2)))
		if err := p.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := twin.NaiveReach(p, 50000)
		if want == -2 {
			kinds["too many boards"]++
			continue
		}
		c := moveset.Compile(p.Moves)
		g := New(nil, c, moveset.NewTorus(nil, c))
		d, err := g.Decide(context.Background(), p, puzzle.DefaultLimits())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if (d.Verdict == puzzle.Solved) != (want >= 0) {
			t.Fatalf("seed %d: %v, but a search says %d\n%+v\n%+v", seed, d.Verdict, want, p, p.Moves.Moves)
		}
		checkDecision(t, p, d)
		kinds[d.Verdict.String()]++
		if d.Verdict == puzzle.Impossible {
			kinds[twin.CertificateKind(d.Certificate)]++
		}
		// Characters against one goal after the other, also where another reason comes first.
		if _, err := g.Structure(context.Background(), puzzle.Limits{}); err != nil {
			t.Fatal(err)
		}
		for i, goal := range p.Goals {
			one := *p
			one.Goals = [][]permute.Tile{goal}
			reached := twin.NaiveReach(&one, 50000) >= 0
			r, err := g.character(context.Background(), p, g.aim(p, i), puzzle.Limits{})
			switch {
			case err != nil:
				t.Fatal(err)
			case r != nil && reached:
				t.Fatalf("seed %d: goal %d can be reached, and there is a character against it: %+v", seed, i, r)
			case r != nil:
				cert := &permute.Certificate{Cols: p.Cols, Characters: &permute.Characters{
					List: []permute.Character{r.character}, Goals: []permute.CharacterGoal{{Sum: r.sum}}}}
				checkDecision(t, &one, Decision{Verdict: puzzle.Impossible, Certificate: cert})
				kinds["goals refuted"]++
				if r.sum > 0 {
					kinds["goals refuted by a sum"]++
				}
			case !reached:
				kinds["goals not refuted"]++
			}
		}
	}
	t.Log(kinds)
	if kinds["characters"] < 20 || kinds["solved"] < 100 || kinds["goals refuted"] < 300 ||
		kinds["goals refuted by a sum"] < 50 {
		t.Error("the puzzles do not show enough")
	}
}
