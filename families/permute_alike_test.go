package families_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A toy is a puzzle made in space or on a table, as cells of a grid: moves are lists of images, the tile at cell i
// goes to cell move[i].
type toy struct {
	cols  int
	start []string
	names []string
	moves [][]int
}

type vec [3]int

func (v vec) plus(w vec) vec { return vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v vec) dot(w vec) int  { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }
func (v vec) times(k int) vec {
	return vec{k * v[0], k * v[1], k * v[2]}
}
func (v vec) cross(w vec) vec {
	return vec{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// quarter turns v about the axis by a right angle.
func (v vec) quarter(axis vec) vec { return axis.times(v.dot(axis)).plus(axis.cross(v)) }

// A sticker is on the small cube at place, and looks where face points.
type sticker struct{ place, face vec }

// cube is a cube of 2 or 3 by its colours: a row for each face. The small cubes of the second value are lists of
// their cells, clockwise as seen from outside.
func cube(size int) (toy, [][]int) {
	faces := []vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}
	colours := []string{"r", "o", "w", "y", "g", "b"}
	layers := []int{-1, 1}
	if size == 3 {
		layers = []int{-1, 0, 1}
	}
	out := toy{cols: size * size}
	index := map[sticker]int{}
	var all []sticker
	for f, face := range faces {
		for _, x := range layers {
			for _, y := range layers {
				for _, z := range layers {
					if p := (vec{x, y, z}); p.dot(face) == 1 {
						index[sticker{p, face}] = len(all)
						all = append(all, sticker{p, face})
						out.start = append(out.start, colours[f])
					}
				}
			}
		}
	}
	for f, face := range faces {
		m := make([]int, len(all))
		for i, s := range all {
			m[i] = i
			if s.place.dot(face) == 1 {
				m[i] = index[sticker{s.place.quarter(face), s.face.quarter(face)}]
			}
		}
		out.names, out.moves = append(out.names, strings.ToUpper(colours[f])), append(out.moves, m)
	}
	var pieces [][]int
	seen := map[vec]bool{}
	for i, s := range all {
		if seen[s.place] {
			continue
		}
		seen[s.place] = true
		piece := []int{i}
		for j := i + 1; j < len(all); j++ {
			if all[j].place == s.place {
				piece = append(piece, j)
			}
		}
		if len(piece) == 3 && s.face.cross(all[piece[1]].face).dot(all[piece[2]].face) < 0 {
			piece[1], piece[2] = piece[2], piece[1]
		}
		pieces = append(pieces, piece)
	}
	return out, pieces
}

// arrows is a board of size × size tiles of 2 × 2 cells, each with an arrow: the tile's name stands in one of its
// corners. Moves turn 2 × 2 tiles by a right angle, arrows and all. The pieces are the tiles' cells, clockwise.
func arrows(size int, names string) (toy, [][]int) {
	out := toy{cols: 2 * size}
	cell := func(r, c int) int { return r*2*size + c }
	var pieces [][]int
	for range 4 * size * size {
		out.start = append(out.start, "-")
	}
	for r := range size {
		for c := range size {
			p := []int{cell(2*r, 2*c), cell(2*r, 2*c+1), cell(2*r+1, 2*c+1), cell(2*r+1, 2*c)}
			out.start[p[0]] = names[len(pieces)%len(names):][:1]
			pieces = append(pieces, p)
		}
	}
	for r := range size - 1 {
		for c := range size - 1 {
			m := make([]int, len(out.start))
			for i := range m {
				m[i] = i
			}
			for y := range 4 {
				for x := range 4 {
					m[cell(2*r+y, 2*c+x)] = cell(2*r+x, 2*c+3-y)
				}
			}
			out.names, out.moves = append(out.names, fmt.Sprintf("T%d%d", r+1, c+1)), append(out.moves, m)
		}
	}
	return out, pieces
}

// carried is the board after the tile at each cell i has gone to to[i].
func carried(board []string, to []int) []string {
	out := slices.Clone(board)
	for i, x := range to {
		out[x] = board[i]
	}
	return out
}

// rolled is the board with each list of cells taken one on, the last to the first.
func rolled(board []string, lists ...[]int) []string {
	out := slices.Clone(board)
	for _, l := range lists {
		for i, x := range l {
			out[l[(i+1)%len(l)]] = board[x]
		}
	}
	return out
}

// exchanged is the board with two pieces in each other's places.
func exchanged(board []string, a, b []int) []string {
	out := slices.Clone(board)
	for i := range a {
		out[a[i]], out[b[i]] = board[b[i]], board[a[i]]
	}
	return out
}

func (y *toy) scrambled(board []string, rng *rand.Rand, moves int) []string {
	for range moves {
		board = carried(board, y.moves[rng.IntN(len(y.moves))])
	}
	return board
}

// document writes the puzzle with these boards.
func (y *toy) document(start []string, goals ...[]string) string {
	rows := func(b []string) [][]string {
		var out [][]string
		for row := range slices.Chunk(b, y.cols) {
			out = append(out, row)
		}
		return out
	}
	type move struct {
		Name    string     `json:"name"`
		Cycles  [][][2]int `json:"cycles"`
		Inverse bool       `json:"inverse"`
	}
	var moves []move
	for i, to := range y.moves {
		m := move{Name: y.names[i], Inverse: true}
		seen := make([]bool, len(to))
		for x := range to {
			var cycle [][2]int
			for at := x; !seen[at]; at = to[at] {
				seen[at] = true
				cycle = append(cycle, [2]int{at/y.cols + 1, at%y.cols + 1})
			}
			if len(cycle) > 1 {
				m.Cycles = append(m.Cycles, cycle)
			}
		}
		moves = append(moves, m)
	}
	var boards [][][]string
	for _, g := range goals {
		boards = append(boards, rows(g))
	}
	doc := map[string]any{"family": "permute", "version": 1, "start": rows(start), "goals": boards, "moves": moves}
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// proven solves a document, writes the claim down, reads it again and checks it.
func proven(t *testing.T, doc string) (permute.Outcome, string) {
	t.Helper()
	ctx := context.Background()
	fam := families.Permute("")
	in := mustInstances(fam, doc)[0]
	claim, err := fam.Prove(ctx, in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	out := claim.Value().(permute.Outcome)
	var text bytes.Buffer
	if err := fam.Explain(ctx, &text, in, claim, puzzle.Style{}, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if out.Verdict == puzzle.Unknown {
		return out, text.String()
	}
	data, err := claim.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := document.ParseJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := fam.DecodeClaim(nil, &tree)
	if err != nil {
		t.Fatal(err)
	}
	if err := fam.Check(ctx, in, again, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	return out, text.String()
}

const dominoes = `{"family":"permute","version":1,"start":["xbcdefgh","axxxxxxx"],"target":["abcdefgh","xxxxxxxx"],"moves":[` +
	`{"name":"S","cycles":[[[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8]],[[2,1],[2,2],[2,3],[2,4],[2,5],[2,6],[2,7],[2,8]]],"inverse":true},` +
	`{"name":"W","cycles":[[[1,1],[1,2]],[[2,1],[2,2]]]},{"name":"F","cycles":[[[1,1],[2,1]],[[1,2],[2,2]]]}]}`

func TestAlikeTiles(t *testing.T) {
	small, corners := cube(2)
	large, pieces := cube(3)
	var big, edges [][]int
	for _, p := range pieces {
		switch len(p) {
		case 3:
			big = append(big, p)
		case 2:
			edges = append(edges, p)
		}
	}
	table, tiles := arrows(3, "abcdefghi")
	same, spots := arrows(4, "a")
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name       string
		doc        string
		impossible bool
		orbit      bool // the simplest reason is that an orbit lacks a tile
	}{
		{"dominoes", dominoes, true, false},
		{"small cube", small.document(small.start, rolled(small.start, corners[3])), true, false},
		{"small cube, scrambled", small.document(small.start, rolled(small.scrambled(small.start, rng, 50), corners[3])),
			true, false},
		{"small cube, can", small.document(small.start, small.scrambled(small.start, rng, 4)), false, false},
		{"cube, corner", large.document(large.start, rolled(large.start, big[3])), true, false},
		{"cube, edge", large.document(large.start, rolled(large.start, edges[3])), true, false},
		{"cube, edges", large.document(large.start, exchanged(large.start, edges[3], edges[8])), true, false},
		{"cube, corners", large.document(large.start, exchanged(large.start, big[3], big[6])), true, false},
		{"cube, scrambled", large.document(large.scrambled(large.start, rng, 60), rolled(large.start, big[2])), true, false},
		{"cube, all three", large.document(large.start, rolled(large.start, big[3]), rolled(large.start, edges[3]),
			exchanged(large.start, big[3], big[6])), true, false},
		{"cube, can", large.document(large.scrambled(large.start, rng, 4), large.start), false, false},
		// A move takes a tile to the other colour of a chessboard whenever it turns it by a right angle.
		{"arrows", table.document(table.start, rolled(table.start, tiles[4])), true, true},
		{"arrows, half", table.document(table.scrambled(table.start, rng, 50),
			rolled(rolled(table.start, tiles[4]), tiles[4])), true, false},
		{"arrows, can", table.document(table.scrambled(table.start, rng, 4), table.start), false, false},
		{"arrows alike", same.document(same.start, rolled(same.start, spots[4])), true, true},
		{"arrows alike, half", same.document(same.scrambled(same.start, rng, 50),
			rolled(rolled(same.start, spots[5]), spots[5])), true, false},
		{"arrows alike, can", same.document(same.start, same.scrambled(same.start, rng, 4)), false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, text := proven(t, c.doc)
			switch {
			case c.impossible && out.Verdict != puzzle.Impossible:
				t.Fatalf("%v, not impossible", out.Verdict)
			case c.orbit && out.Certificate.Orbit == nil:
				t.Fatalf("no orbit:\n%s", text)
			case c.impossible && !c.orbit && (out.Certificate.Characters == nil || !strings.Contains(text, "block")):
				t.Fatalf("no characters, or they are not explained:\n%s", text)
			case !c.impossible && out.Verdict != puzzle.Solved:
				t.Fatalf("%v, not solved", out.Verdict)
			}
		})
	}
}

// pairs is a complete graph of n corners: a cell for each edge, and two moves that make all permutations of the
// corners. Boards in two colours are graphs, and a goal can be reached if and only if it is the same graph with other
// names.
func pairs(n int) (toy, func(i, j int) int) {
	index := map[[2]int]int{}
	out := toy{names: []string{"S", "C"}}
	for i := range n {
		for j := range i {
			index[[2]int{j, i}] = len(index)
		}
	}
	cell := func(i, j int) int { return index[[2]int{min(i, j), max(i, j)}] }
	out.cols = len(index)
	for _, by := range []func(i int) int{
		func(i int) int {
			if i < 2 {
				return 1 - i
			}
			return i
		},
		func(i int) int { return (i + 1) % n },
	} {
		to := make([]int, len(index))
		for e, x := range index {
			to[x] = cell(by(e[0]), by(e[1]))
		}
		out.moves = append(out.moves, to)
	}
	return out, cell
}

func TestAlikeTilesInAChain(t *testing.T) {
	n := extent.Less(10, 11)
	y, cell := pairs(n)
	graph := func(edges [][2]int) []string {
		out := slices.Repeat([]string{"-"}, y.cols)
		for _, e := range edges {
			out[cell(e[0], e[1])] = "x"
		}
		return out
	}
	// Every corner has two edges: a ring of all, and rings of 5 and the others. A chord makes them less symmetric.
	var one, two [][2]int
	for i := range n {
		one = append(one, [2]int{i, (i + 1) % n})
	}
	for i := range 5 {
		two = append(two, [2]int{i, (i + 1) % 5})
	}
	for i := range n - 5 {
		two = append(two, [2]int{5 + i, 5 + (i+1)%(n-5)})
	}
	one, two = append(one, [2]int{0, 2}), append(two, [2]int{0, 2})
	out, text := proven(t, y.document(graph(one), graph(two)))
	if out.Verdict != puzzle.Impossible || out.Certificate.Chain == nil {
		t.Errorf("%v:\n%s", out.Verdict, text)
	}
}
