package families_test

import (
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
)

// tiltOracle answers by breadth-first search over whole boards, one tile moving at a time.
type tiltOracle struct{ cache map[string]map[string]int }

func oracleKey(b *tilt.Board) string {
	key := fmt.Sprintf("%d,%d:", b.H, b.W)
	for r := range b.H {
		for c := range b.W {
			key += string(rune('0' + b.At(r, c)))
		}
	}
	return key
}

func oracleTilt(b *tilt.Board, dir byte) *tilt.Board {
	b = b.Clone()
	dr, dc := map[byte]int{'U': -1, 'D': 1}[dir], map[byte]int{'L': -1, 'R': 1}[dir]
	for moved := true; moved; {
		moved = false
		for r := range b.H {
			for c := range b.W {
				nr, nc := r+dr, c+dc
				if nr < 0 || nr >= b.H || nc < 0 || nc >= b.W || b.At(r, c) == 0 || b.At(nr, nc) != 0 {
					continue
				}
				b.Set(nr, nc, b.At(r, c))
				b.Set(r, c, 0)
				moved = true
			}
		}
	}
	return b
}

func (o *tiltOracle) distances(start *tilt.Board) map[string]int {
	key := oracleKey(start)
	if d, ok := o.cache[key]; ok {
		return d
	}
	dist := map[string]int{key: 0}
	queue := []*tilt.Board{start}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		for _, dir := range []byte("LRUD") {
			next := oracleTilt(now, dir)
			if _, seen := dist[oracleKey(next)]; !seen {
				dist[oracleKey(next)] = dist[oracleKey(now)] + 1
				queue = append(queue, next)
			}
		}
	}
	if len(o.cache) > 64 {
		clear(o.cache)
	}
	o.cache[key] = dist
	return dist
}

// claimTrue is the oracle of the contract kit.
func (o *tiltOracle) claimTrue(in puzzle.Instance, cl puzzle.Claim) bool {
	p := in.Value().(*tilt.Instance)
	if p.Rules != nil {
		return slowRules{p}.claimTrue(cl)
	}
	dist := o.distances(p.Start)
	if cl.Count() != nil {
		return cl.Count().Cmp(big.NewInt(int64(len(dist)))) == 0
	}
	want, reachable := dist[oracleKey(p.Target)]
	out := cl.Value().(tilt.Outcome)
	if out.Verdict == puzzle.Impossible {
		return !reachable
	}
	letters, ok := out.Witness.Moves.Letters(100000)
	if !ok || !reachable || !lengthTrue(out.Witness, len(letters), want) {
		return false
	}
	now := p.Start
	for i := range len(letters) {
		now = oracleTilt(now, letters[i])
	}
	return oracleKey(now) == oracleKey(p.Target)
}

// lengthTrue is the oracle about a witness's length; without one the moves may be more than the least.
func lengthTrue(w *tilt.Witness, moves, least int) bool {
	return w.Length == nil || moves == least && w.Length.Cmp(big.NewInt(int64(least))) == 0
}

// smallTilts yields every start of 2 × 3 with 2 colours and each of its targets.
func smallTilts(fam *puzzle.Family) iter.Seq[puzzle.Instance] {
	return func(yield func(puzzle.Instance) bool) {
		const h, w, symbols = 2, 3, ".ab"
		var boards []string
		for code := range 729 {
			board := ""
			for range h * w {
				board += string(symbols[code%3])
				code /= 3
			}
			boards = append(boards, board)
		}
		for i, start := range boards {
			for j, target := range boards {
				// Every start, and of the targets a share that changes from start to start;
				// package tiltsolve takes all of them.
				if (i+j)%extent.Less(61, 7) != 0 || i%3 != 0 {
					continue
				}
				doc := fmt.Sprintf(`{"family":"tilt","version":1,"start":[%q,%q],"target":[%q,%q]}`, start[:w], start[w:], target[:w], target[w:])
				v, err := document.ParseJSON([]byte(doc))
				if err != nil {
					panic(err)
				}
				ins, err := fam.DecodeInstances(nil, &v)
				if err != nil {
					panic(err)
				}
				if !yield(ins[0]) {
					return
				}
			}
		}
	}
}

// slowTilt is a board of 2500 × 2500 cells with a long shortest way.
func slowTilt(fam *puzzle.Family) puzzle.Instance {
	const n = 2500
	rng := rand.New(rand.NewPCG(3, 4))
	p := &tilt.Instance{Palette: []string{"a", "b", "c"}, Start: tilt.NewBoard(n, n, 3), Target: tilt.NewBoard(n, n, 3)}
	// A staircase whose target is itself turned half round: long cycles, and the
	// target fits.
	for r := range n {
		for c := range n - r {
			code := 1 + rng.IntN(3)
			p.Start.Set(r, c, code)
			p.Target.Set(r, n-1-r-c, code)
		}
	}
	// One tilt to the right mirrors each row of the diagram; packed left it fits the corner LU.
	doc, err := fam.InstanceOf(p)
	if err != nil {
		panic(err)
	}
	return doc
}

func TestTiltContract(t *testing.T) {
	fam := families.Tilt()
	oracle := &tiltOracle{cache: map[string]map[string]int{}}
	puzzletest.Kit{
		Family:    fam,
		Fresh:     families.Tilt,
		Small:     smallTilts(fam),
		True:      oracle.claimTrue,
		Sizes:     []int{1, 4, 6, 9, 12, 16},
		PerSize:   extent.Less(10, 40),
		AtOnce:    []int{64, 400},
		Slow:      func() puzzle.Instance { return slowTilt(fam) },
		Seed:      20261129,
		Expensive: expensiveTilts,
	}.Run(t)
}

func FuzzFamilies(f *testing.F) {
	puzzletest.Fuzz(f, families.All(),
		"4 4\n.r..\nrgyb\n.b..\n.yr.\n\nyrbr\n..yr\n...g\n...b\n",
		"1 5\n.aab.\n\n..baa\n",
		"1 1\n\xEF\xBB\xBF\n", "1000000000 1000000000\n", "2 2\r\na.\r\n.a\r\na.\r\n.a\r\n",
		`{"family":"tilt","version":1,"start":[["red","."],[7,"ü"]],"targets":[[["red","."],[7,"ü"]]]}`,
		`{"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"LU(RDLU)^12R","length":"51"}}`,
		`{"family":"tilt","version":1,"verdict":"impossible","certificate":{"colours":{"colour":"r","start":1,"target":2}}}`,
	)
}

// expensiveTilts have cycles of many lengths, and rings to count.
var expensiveTilts = []string{
	`{"family":"tilt","version":1,"start":["abcdefghij","klmnopqrs.","tuvwxyz...","ABCDEFG...","HIJKLM....","NxPQ......","RST.......","UV........","W.........","X........."],"target":["X.........","W.........","UV........","RST.......","NxPQ......","HIJKLM....","ABCDEFG...","tuvwxyz...","klmnopqrs.","abcdefghij"]}`,
	`{"family":"tilt","version":1,"start":["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab."],"target":["ba.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]}`,
}

// TestTiltSteps tells steps deep inside a word that is repeated a thousand million times: each is the board that Apply
// makes of the moves up to it.
func TestTiltSteps(t *testing.T) {
	f := families.Tilt()
	const turns = 1_000_000_000
	in := mustInstances(f, `{"family":"tilt","version":1,"start":["caa.b","bbaa.",".b.ca","caacb",".a..c","ab.b."],"target":["bcbba","aaca.","baac.","acb..","abb..","ac..."]}`)[0]
	v, err := document.ParseJSON(fmt.Appendf(nil, `{"family":"tilt","version":1,"verdict":"solved","witness":{"moves":"LU(RDLU)^%d","length":"%d"}}`, turns, int64(4*turns+2)))
	if err != nil {
		t.Fatal(err)
	}
	cl, err := f.DecodeClaim(nil, &v)
	if err != nil {
		t.Fatal(err)
	}
	st, err := f.Tell(t.Context(), in, cl, scene.Window{}, puzzle.Limits{})
	if err != nil || st.Frames.Len.Cmp(big.NewInt(4*turns+3)) != 0 {
		t.Fatalf("%v frames, %v", st.Frames.Len, err)
	}
	first := big.NewInt(2 + 4*(turns-1))
	word := fmt.Sprintf("LU(RDLU)^%d", turns-1)
	n := 0
	for frame, err := range st.Frames.Range(first, st.Frames.Len) {
		if err != nil {
			t.Fatal(err)
		}
		at, err := f.Apply(t.Context(), in, word+"RDLU"[:n], puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		board := at.Value().(*tilt.Instance).Start
		pieces := 0
		for _, p := range frame.Scene.Pieces {
			if code := board.At(int(p.Y), int(p.X)); code == 0 || in.Value().(*tilt.Instance).Label(code) != p.Label {
				t.Fatalf("after %d moves of the last turn: (%v, %v) is %s", n, p.Y, p.X, p.Label)
			}
			pieces++
		}
		if move := "URDLU"[n : n+1]; frame.Move != move || pieces != 21 {
			t.Errorf("frame %d of the last turn: move %s, %d tiles; want %s and 21", n, frame.Move, pieces, move)
		}
		n++
	}
	if n != 5 {
		t.Errorf("%d frames", n)
	}
	var out strings.Builder
	err = f.Explain(t.Context(), &out, in, cl, puzzle.Style{Steps: &puzzle.Steps{First: first, Last: first}}, puzzle.Limits{})
	if err != nil || !strings.Contains(out.String(), first.String()+": U\n") {
		t.Errorf("%v, %s", err, out.String())
	}
}
