package permute

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// show writes a set as "R1(1 2 3) D1(1 4 7)*2": cells from 1, costs other than 1 behind.
func show(s *MoveSet) string {
	var out []string
	for _, m := range s.Moves {
		text := m.Name
		for _, c := range m.Cycles {
			var cells []string
			for _, cell := range c {
				cells = append(cells, fmt.Sprint(cell+1))
			}
			text += "(" + strings.Join(cells, " ") + ")"
		}
		if m.Cost != 1 {
			text += fmt.Sprintf("*%d", m.Cost)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestNamedSets(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		words      string
		want       string
	}{
		{2, 3, "shift-right", "R1(1 2 3) R2(4 5 6)"},
		{2, 3, "shift-left", "L1(1 3 2) L2(4 6 5)"},
		{3, 2, "shift-down", "D1(1 3 5) D2(2 4 6)"},
		{3, 2, "shift-up", "U1(1 5 3) U2(2 6 4)"},
		{1, 4, "shift-right:2", "R1*2(1 3)(2 4)"},
		{1, 4, "shift-right:4 shift-up shift-left", "L1(1 4 3 2)"}, // what does nothing is left out
		{1, 2, "shift-right shift-left", "R1(1 2) L1(1 2)"},        // two names for one permutation
		{2, 2, "shifts", "R1(1 2) R2(3 4) L1(1 2) L2(3 4) U1(1 3) U2(2 4) D1(1 3) D2(2 4)"},
		{2, 2, "shifts:right,down", "R1(1 2) R2(3 4) D1(1 3) D2(2 4)"},
		{1, 3, "shifts:2", "R1*2(1 3 2) L1*2(1 2 3)"},
		{1, 3, "shifts:right:2", "R1*2(1 3 2)"},
		{3, 3, "shifts:rows=1,3", "R1(1 2 3) R3(7 8 9) L1(1 3 2) L3(7 9 8)"},
		{3, 2, "shifts:right,down:rows=2-3:cols=1", "R2(3 4) R3(5 6) D1(1 3 5)"},
		{3, 2, "shifts:2:cols=2", "U2*2(2 4 6) D2*2(2 6 4)"},
		{3, 2, "shift-down:cols=2=7", "D2(2 4 6)*7"},
		{2, 3, "drag:right:rows=2", "R2(4 5 6) R2*2(4 6 5)"},
		{2, 3, "drag:cols=1,3 shift-right", "U1(1 4) U3(3 6) R1(1 2 3) R2(4 5 6)"},
		{3, 3, "locked:2,2 shifts:right,down", "R1(1 2 3) R3(7 8 9) D1(1 4 7) D3(3 6 9)"},
		{2, 2, "twist:2x2 shift-right locked:1,1 locked:1,2", "R2(3 4)"},
		{2, 2, "shifts locked:1,1 locked:2,2", ""},
		{3, 3, "rotate-cw", "CW(1 3 9 7)(2 6 8 4)"},
		{3, 3, "rotate:ccw", "CCW(1 7 9 3)(2 4 8 6)"},
		{2, 2, "rotate", "CW(1 2 4 3) CCW(1 3 4 2)"},
		{2, 3, "rotate-180", "HALF(1 6)(2 5)(3 4)"},
		{2, 2, "rotate:cw,180=5", "CW(1 2 4 3)*5 HALF(1 4)(2 3)*5"},
		{1, 1, "rotate shifts drag swap:adjacent rotate-180", ""},
		{2, 3, "twist:2x2", "T1,1(1 2 5 4) T1,1'(1 4 5 2) T1,2(2 3 6 5) T1,2'(2 5 6 3)"},
		{2, 3, "twist-cw:2x2=2", "T1,1(1 2 5 4)*2 T1,2(2 3 6 5)*2"},
		{3, 3, "twist-ccw:3x3", "T1,1*3'(1 7 9 3)(2 4 8 6)"},
		{2, 2, "swap:adjacent", "S1,1-1,2(1 2) S1,1-2,1(1 3) S1,2-2,2(2 4) S2,1-2,2(3 4)"},
		{1, 4, "drag", "R1(1 2 3 4) R1*2(1 3)(2 4) L1(1 4 3 2)"},
		{1, 4, "drag:right", "R1(1 2 3 4) R1*2(1 3)(2 4) R1*3(1 4 3 2)"},
		{3, 1, "drag:up,down", "U1(1 3 2) D1(1 2 3)"},
		{2, 3, "mirror-left-right mirror-up-down", "MLR(1 3)(4 6) MUD(1 4)(2 5)(3 6)"},
		{3, 3, "", ""},
		{2, 1, " \t shift-down\n", "D1(1 2)"},
	} {
		s, err := ParseMoves(c.rows, c.cols, c.words)
		if err != nil || show(s) != c.want {
			t.Errorf("%d × %d %q: %v, %v; want %s", c.rows, c.cols, c.words, show(s), err, c.want)
			continue
		}
		for i, m := range s.Moves {
			if k, ok := s.Find(m.Name); k != i || !ok {
				t.Errorf("%q: Find(%s) is %d", c.words, m.Name, k)
			}
		}
		if _, ok := s.Find("X"); ok {
			t.Errorf("%q finds X", c.words)
		}
	}
}

func TestBadSets(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		words      string
		want       string
	}{
		{2, 3, "rotate-cw", "rotate-cw turns the grid by a quarter, which takes a square board; this one has 2 × 3 cells " +
			"(rotate-180 turns any board by a half)"},
		{2, 2, "shift-right=2 shifts", "the move R1 costs 2 by shift-right and 1 by shifts; write one cost for both, as in " +
			"shift-right=1 shifts=1"},
		{2, 2, "shift-right shift-right", "the move R1 is given twice by shift-right"},
		{2, 2, "shift-sideways", "there is no set of moves 'shift-sideways'; there are shift-right"},
		{2, 2, "shift-right:0", "'0' in the set 'shift-right:0' is no distance; it is a whole number from 1 to 1048576"},
		{2, 2, "shift-right:", "the set 'shift-right:' lacks something behind the colon"},
		{2, 2, "shift-right:02", "'02' in the set 'shift-right:02' is no distance"},
		{2, 2, "shifts:right,right", "the direction right stands twice in the set 'shifts:right,right'"},
		{2, 2, "shifts:north", "'north' is no direction in the set 'shifts:north'; it is right, left, up or down"},
		{2, 2, "shifts:rows=3", "'3' in the set 'shifts:rows=3' is no row; they are numbered from 1 to 2"},
		{2, 2, "shifts:cols=", "'' in the set 'shifts:cols=' is no column; they are numbered from 1 to 2"},
		{4, 4, "drag:rows=3-2", "'3-2' in the set 'drag:rows=3-2' is no row"},
		{4, 4, "drag:rows=1-3,2", "the row 2 stands twice in the set 'drag:rows=1-3,2'"},
		{4, 4, "drag:rows=1:rows=2", "the set 'drag:rows=1:rows=2' names its rows twice"},
		{4, 4, "shift-up:rows=1", "the set 'shift-up:rows=1' names rows, and none of its directions moves them"},
		{4, 4, "drag:right:cols=1", "the set 'drag:right:cols=1' names columns, and none of its directions moves them"},
		{4, 4, "drag:2", "'2' is no direction in the set 'drag:2'"},
		{4, 4, "shifts:right:2:3", "'3' has no place in the set 'shifts:right:2:3'"},
		{4, 4, "shifts:right:2:up", "'up' has no place in the set 'shifts:right:2:up'"},
		{4, 4, "shifts locked:5,1", "'locked:5,1' names no cell of this board, as locked:2,3 names the one in row 2, column 3"},
		{4, 4, "shifts locked:1", "'locked:1' names no cell of this board"},
		{4, 4, "shifts locked", "'locked' names no cell of this board"},
		{4, 4, "locked:1,1 locked:1,1", "'locked:1,1' stands twice"},
		{4, 4, "locked:1,1=2", "'locked:1,1' is no move, and has no cost"},
		{2, 2, "rotate:90", "'90' is no rotation in the set 'rotate:90'; it is cw, ccw or 180"},
		{2, 2, "twist", "the set 'twist' needs the size of its squares, as in twist:2x2"},
		{2, 2, "twist:2x3", "the set 'twist:2x3' turns windows that are not square"},
		{2, 2, "twist:1x1", "the set 'twist:1x1' turns single cells, which does nothing"},
		{2, 3, "twist:3x3", "the set 'twist:3x3' turns squares of 3 × 3 cells; the board has 2 × 3"},
		{2, 2, "shift-right=0", "the cost of 'shift-right' is '0'; it must be from 1 to 2147483647"},
		{2, 2, "shift-right=-1", "the cost of 'shift-right' is '-1'; it must be from 1 to 2147483647"},
		{2, 2, "=2", "the name of a set of moves is expected, not '=2'"},
		{0, 2, "", "a board of 0 × 2 cells is not possible; it has 1 to 1048576 cells"},
		{300, 300, "drag", "there are 89700 moves; at most 65536 are possible"},
		{1024, 1024, "rotate:cw,ccw drag:right", "there are 1047554 moves; at most 65536 are possible"},
		{512, 512, "twist-cw:256x256", "there are 66049 moves; at most 65536 are possible"},
		{500, 500, "twist-cw:256x256", "the moves together move 3933798400 cells; at most 16777216 are possible"},
	} {
		_, err := ParseMoves(c.rows, c.cols, c.words)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%d × %d %q: %v; want %s", c.rows, c.cols, c.words, err, c.want)
		}
	}
}

func TestSpelledMoves(t *testing.T) {
	move := func(name string, cost int64, cycles ...[]int32) Source {
		return Source{Move: &Move{Name: name, Cost: cost, Cycles: cycles}}
	}
	withInverse := func(s Source) Source { s.Inverse = true; return s }
	for _, c := range []struct {
		sources []Source
		want    string // of the set, or of the error
	}{
		{[]Source{move("X", 3, []int32{0, 1, 4})}, "X(1 2 5)*3"},
		{[]Source{withInverse(move("X", 3, []int32{0, 1, 4}, []int32{2, 3}))}, "X(1 2 5)(3 4)*3 X'(5 2 1)(4 3)*3"},
		{[]Source{withInverse(move("X", 1, []int32{0, 1}))}, "X(1 2)"},
		{[]Source{{Set: "shift-right", Cost: 2}, move("X", 1, []int32{5, 0})}, "R1(1 2 3)*2 R2(4 5 6)*2 X(6 1)"},
		{[]Source{move("R1", 1, []int32{5, 0}), {Set: "shift-right"}},
			"the move R1 is given twice: by an entry of its own and by shift-right"},
		{[]Source{move("X'", 1, []int32{5, 0}), withInverse(move("X", 1, []int32{0, 1, 2}))},
			"the move X' is given twice: by an entry of its own and by the inverse of X"},
		{[]Source{move("X", 1, []int32{0, 1, 0})}, "the move X is no permutation: the cell [1, 1] stands in it twice"},
		{[]Source{move("X", 1, []int32{0, 1}, []int32{3, 1})},
			"the move X is no permutation: the cell [1, 2] stands in it twice"},
		{[]Source{move("X", 1, []int32{0, 6})}, "the move X is no permutation: the cell 7 is not one of the board's 6"},
		{[]Source{move("X", 1, []int32{0, -1})}, "the move X is no permutation: the cell 0 is not one of the board's 6"},
		{[]Source{move("X", 1, []int32{0})}, "the move X is no permutation: a cycle has 1 cell; it takes at least two (a " +
			"cell that stays is left out)"},
		{[]Source{move("X", 1)}, "the move X has no cycles: it does nothing"},
		{[]Source{move("X", 0, []int32{0, 1})}, "the cost of the move X is 0; it must be from 1 to 2147483647"},
		{[]Source{move("X", MaxCost+1, []int32{0, 1})},
			"the cost of the move X is 2147483648; it must be from 1 to 2147483647"},
		{[]Source{move("", 1, []int32{0, 1})}, "the name of a move is empty"},
		{[]Source{move("a b", 1, []int32{0, 1})}, `the name "a b" of a move holds ' '; a name has neither blanks nor ^ ( )`},
		{[]Source{move("a^2", 1, []int32{0, 1})}, `the name "a^2" of a move holds '^'; a name has neither blanks nor ^ ( )`},
		{[]Source{move("\xff", 1, []int32{0, 1})}, `the name "\xff" of a move is not valid UTF-8`},
		{[]Source{move(strings.Repeat("x", 65), 1, []int32{0, 1})},
			"the name of a move has 65 bytes; at most 64 are accepted"},
		{[]Source{{}}, "an entry of the moves is either the name of a set or one move that is spelled out"},
		{[]Source{{Set: "shifts", Inverse: true}}, "the inverse is for moves that are spelled out; name the opposite set " +
			"of shifts instead"},
		{[]Source{{Set: "shifts", Cost: -1}}, "the cost of 'shifts' is -1; it must be from 1 to 2147483647"},
	} {
		s, err := NewMoveSet(2, 3, c.sources)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = show(s)
		}
		if got != c.want {
			t.Errorf("%+v: %s; want %s", c.sources, got, c.want)
		}
	}
}

// A set put together by hand is valid exactly where it is what its source names.
func TestHandMadeSets(t *testing.T) {
	made, err := ParseMoves(2, 2, "shifts rotate-cw=2")
	if err != nil {
		t.Fatal(err)
	}
	hand := func() *MoveSet {
		return &MoveSet{Rows: 2, Cols: 2, Moves: slices.Clone(made.Moves), Source: made.Source}
	}
	if err := hand().Validate(); err != nil {
		t.Error(err)
	}
	s := hand()
	if i, ok := s.Find("CW"); !ok || s.Moves[i].Cost != 2 {
		t.Error("CW is not found")
	}
	s.Source = nil
	if err := s.Validate(); err != nil || len(s.source()) != len(s.Moves) {
		t.Error(err)
	}
	for name, change := range map[string]func(*MoveSet){
		"size":     func(s *MoveSet) { s.Rows = 0 },
		"too many": func(s *MoveSet) { s.Moves = append(s.Moves, Move{"X", [][]int32{{0, 1}}, 1}) },
		"cost":     func(s *MoveSet) { s.Moves[0].Cost = 3 },
		"cell":     func(s *MoveSet) { s.Moves[0].Cycles = [][]int32{{0, 9}} },
		"name":     func(s *MoveSet) { s.Moves[1].Name = s.Moves[0].Name },
		"source":   func(s *MoveSet) { s.Source = []Source{{Set: "nothing"}} },
	} {
		s := hand()
		change(s)
		if s.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// After a move, made naively from its cycles, the tiles are where the formula of its kind puts them.
func TestMovesMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "cols")
		k := rapid.IntRange(1, 8).Draw(t, "k")
		s, err := ParseMoves(rows, cols, fmt.Sprintf("shifts:%d", k))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range s.Moves {
			var line int
			if _, err := fmt.Sscanf(m.Name[1:], "%d", &line); err != nil {
				t.Fatal(err)
			}
			to := map[int]int{}
			for _, c := range m.Cycles {
				for i, cell := range c {
					to[int(cell)] = int(c[(i+1)%len(c)])
				}
			}
			for r := range rows {
				for c := range cols {
					wr, wc := r, c
					switch {
					case m.Name[0] == 'R' && r == line-1:
						wc = (c + k) % cols
					case m.Name[0] == 'L' && r == line-1:
						wc = ((c-k)%cols + cols) % cols
					case m.Name[0] == 'D' && c == line-1:
						wr = (r + k) % rows
					case m.Name[0] == 'U' && c == line-1:
						wr = ((r-k)%rows + rows) % rows
					}
					got, moved := to[r*cols+c]
					if !moved {
						got = r*cols + c
					}
					if got != wr*cols+wc {
						t.Fatalf("%d × %d, %s: [%d %d] goes to cell %d", rows, cols, m.Name, r, c, got)
					}
				}
			}
		}
	})
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" \n", ""},
		{"R1 D2^3\tCW  T1,1'^2", "R1 D2^3 CW T1,1'^2"},
		{"R1*2^4611686018427387903", "R1*2^4611686018427387903"},
		{"R1^1", "R1"},
		{"é^2", "é^2"},
	} {
		steps, err := ParseWord(c.in)
		if err != nil || FormatWord(steps) != c.want {
			t.Errorf("%q: %v, %v", c.in, steps, err)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"R1 D2^0", "line 1, column 4: '0' in 'D2^0' is no number of times; it is a whole number from 1 to " +
			"4611686018427387903"},
		{"é D2^x", "line 1, column 3: 'x' in 'D2^x' is no number of times"},
		{"R1^2^3", "line 1, column 1: '2^3' in 'R1^2^3' is no number of times"},
		{"^3", "line 1, column 1: the name of a move is empty"},
		{"R1 (D2)", `line 1, column 4: the name "(D2)" of a move holds '('`},
		{"R1^4611686018427387904", "line 1, column 1: '4611686018427387904' in"},
		{"R1^-1", "line 1, column 1: '-1' in"},
		{"R1^+1", "line 1, column 1: '+1' in"},
	} {
		if _, err := ParseWord(c.in); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v; want %s", c.in, err, c.want)
		}
	}
}

func BenchmarkParseMoves(b *testing.B) {
	for _, c := range []struct {
		n     int
		words string
	}{{3, ContestMoves}, {100, "shifts"}, {100, "drag"}} {
		b.Run(fmt.Sprintf("%d/%s", c.n, c.words), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseMoves(c.n, c.n, c.words); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSharedMoves: a move that two named sets have in common is taken once.
func TestSharedMoves(t *testing.T) {
	for words, like := range map[string]string{"shifts drag": "drag", "shift-right shifts": "shifts",
		"drag=2 shifts=2": "drag=2", "twist-cw:2x2 twist:2x2": "twist:2x2"} {
		a, err := ParseMoves(4, 5, words)
		if err != nil {
			t.Fatal(err)
		}
		b, err := ParseMoves(4, 5, like)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Validate(); err != nil || len(a.Moves) != len(b.Moves) {
			t.Errorf("%s has %d moves, %s has %d (%v)", words, len(a.Moves), like, len(b.Moves), err)
		}
		for i := range b.Moves {
			if j, ok := a.Find(b.Moves[i].Name); !ok || !equalMoves(a.Moves[j], b.Moves[i]) {
				t.Errorf("%s: the move %s is missing or another one", words, b.Moves[i].Name)
			}
		}
	}
}
