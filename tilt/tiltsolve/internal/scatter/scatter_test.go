package scatter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/maze"
)

// board reads a start and a target: colours a to e, # O and ?.
func board(start, target string, more func(r *tilt.Rules)) *tilt.Instance {
	rows, aims := strings.Fields(start), strings.Fields(target)
	p := &tilt.Instance{Palette: []string{"a", "b", "c", "d", "e"}, Start: tilt.NewBoard(len(rows), len(rows[0]), 5),
		Target: tilt.NewBoard(len(rows), len(rows[0]), 5), Rules: &tilt.Rules{}}
	r := p.Rules
	r.Ground, r.Any = make([]tilt.Ground, p.Start.Len()), make([]bool, p.Start.Len())
	for i := range r.Ground {
		y, x := i/p.Start.W, i%p.Start.W
		switch c := rows[y][x]; {
		case c == '#':
			r.Ground[i] = tilt.Wall
		case c == 'O':
			r.Ground[i] = tilt.Hole
		case c != '.':
			p.Start.Set(y, x, int(c-'a')+1)
		}
		if c := aims[y][x]; c == '?' {
			r.Any[i] = r.Ground[i] != tilt.Wall
		} else if c >= 'a' {
			p.Target.Set(y, x, int(c-'a')+1)
		}
	}
	if more != nil {
		more(r)
	}
	return p
}

var boards = map[string]*tilt.Instance{
	"walls": board("a..#. ..#.. b...O .#..c", "???#? ??#?? ????O ?#??a", nil),
	"one": board("a... ..#. .b.. ...c", "???? ??#? ??a? ????", func(r *tilt.Rules) {
		r.One = true
	}),
	"twins": board("aab# .... O..b ....", "???# ??a? O??? ????", nil),
	"domino": board("aa.. ..#. b..O ....", "???? ??#? ???O aa??", func(r *tilt.Rules) {
		r.Pieces = make([]uint32, 16)
		r.Pieces[0], r.Pieces[1] = 1, 1
	}),
	"unit": board("a.b #.. ...", "??? #a? ???", func(r *tilt.Rules) { r.Unit = true }),
}

// Boards that are drawn are as far away as the list of all says, and where boards are drawn all distances are met.
func TestDrawnAgreesWithListed(t *testing.T) {
	for name, p := range boards {
		if err := p.Validate(); err != nil {
			t.Fatal(name, err)
		}
		ctx, lim := context.Background(), puzzle.Limits{}
		m := lim.Meter(ctx)
		g, err := maze.New(m, p)
		if err != nil {
			t.Fatal(err)
		}
		places, err := g.Places(m)
		if err != nil {
			t.Fatal(err)
		}
		f, err := places.Field(m, mostBoards)
		if err != nil || f == nil {
			t.Fatal(name, f, err)
		}
		far := map[string]int{}
		for d, list := range f.By {
			for _, id := range list {
				y, err := g.From(f.At(id)).Play(m)
				if err != nil {
					t.Fatal(err)
				}
				far[stateOf(y.Board(p))] = d
			}
		}
		d := &drawing{ctx: ctx, p: p, g: g, places: places, rng: rand.New(rand.NewPCG(3, 0)), lim: lim}
		for n := int64(-1); n <= int64(len(f.By)); n++ {
			for range 20 {
				q, err := d.drawn(n)
				if errors.Is(err, puzzle.ErrLimit) && n > int64(len(f.By))-3 { // such boards may be very few
					continue
				}
				if err != nil {
					t.Fatalf("%s at %d: %v", name, n, err)
				}
				if err := q.Validate(); err != nil {
					t.Fatalf("%s at %d: %v", name, n, err)
				}
				if got, ok := far[stateOf(q)]; !ok || n >= 0 && int64(got) != n {
					t.Fatalf("%s: drawn at %d, %d away (%v)", name, n, got, ok)
				}
			}
		}
		t.Logf("%s: %d boards, up to %d away, %d reach the target", name, f.Whole, len(f.By)-1, len(far))
	}
}

// stateOf names a board by its tiles, and where its pieces begin and end.
func stateOf(q *tilt.Instance) string {
	text := fmt.Sprint(q.Start.Narrow)
	if q.Rules.Pieces != nil {
		text += fmt.Sprint(q.Rules.Pieces)
	}
	return text
}

// The list of all boards is made once, and again where walls, goals or rules are others.
func TestRemembered(t *testing.T) {
	s := &Scatterer{}
	ask := func(p *tilt.Instance) *maze.Field {
		_, err := s.Start(context.Background(), p, -1, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{})
		if err != nil && !errors.Is(err, puzzle.ErrInput) {
			t.Fatal(err)
		}
		return s.field
	}
	p := board("a.# ... ..b", "a.# ??? ???", nil)
	first := ask(p)
	if ask(p) != first {
		t.Error("the same board is listed twice")
	}
	for what, q := range map[string]*tilt.Instance{
		"a hole": board("a.# .O. ..b", "a.# ??? ???", nil),
		"a ?":    board("a.# ... ..b", "a?# ??? ???", nil),
		"a tile": board("a.# ... .bb", "a.# ??? ???", nil),
		"one":    board("a.# ... ..b", "a.# ??? ???", func(r *tilt.Rules) { r.One = true }),
		"a piece": board("aa# ... ..b", "a.# ??? ???", func(r *tilt.Rules) {
			r.Pieces = []uint32{1, 1, 0, 0, 0, 0, 0, 0, 0}
		}),
	} {
		if before := s.field; ask(q) == before {
			t.Errorf("%s makes no difference", what)
		}
	}
}

// A wide board is drawn on; what cannot be known is a limit, and so is what takes too much.
func TestWide(t *testing.T) {
	row := strings.Repeat(".", 16)
	start := slices.Repeat([]string{row}, 16)
	start[0], start[7] = "a.....#........b", "...#......#....."
	start[9], start[15] = ".....#..#..#....", "c....#.........d"
	target := slices.Clone(start)
	for i := range target {
		target[i] = strings.NewReplacer(".", "?", "a", "?", "b", "?", "c", "?", "d", "?").Replace(target[i])
	}
	target[8] = "????????a???????"
	p := board(strings.Join(start, " "), strings.Join(target, " "), func(r *tilt.Rules) { r.One = true })
	s, rng := &Scatterer{}, rand.New(rand.NewPCG(5, 0))
	for n := int64(0); n < 5; n++ {
		q, err := s.Start(context.Background(), p, n, rng, puzzle.Limits{})
		if err != nil {
			t.Fatalf("at %d: %v", n, err)
		}
		g, _ := maze.New(nil, q)
		tree, err := g.Search(nil, false, nil)
		if err != nil || tree.Least != int(n) {
			t.Fatalf("at %d: %d away, %v", n, tree.Least, err)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for what, err := range map[string]error{
		"1000 bytes": second(s.Start(context.Background(), p, 3, rng, puzzle.Limits{Memory: 1000})),
		"no time":    second(s.Start(gone, p, 3, rng, puzzle.Limits{})),
		"too far": second(s.Start(context.Background(), board("a"+strings.Repeat(".", 999)+"b#", "?"+
			strings.Repeat("?", 1000)+"#", nil), 3, rng, puzzle.Limits{})),
	} {
		if !errors.Is(err, puzzle.ErrLimit) && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func ExampleScatterer_Start() {
	p := board("a.#", "..#", nil)
	p.Target.Set(0, 1, 1)
	_, err := new(Scatterer).Start(context.Background(), p, 2, rand.New(rand.NewPCG(1, 0)), puzzle.Limits{})
	fmt.Println(err)
	// Output: of the 2 boards of these pieces none is 2 moves away from the target: the farthest are 1 away
}
