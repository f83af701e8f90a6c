package scene

import (
	"errors"
	"io"
	"iter"
	"math/big"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// board makes a scene of labels, rows between "/", cells one character or, where there are blanks, words.
func board(caption, text string) *Scene {
	var rows [][]string
	for _, r := range strings.Split(text, "/") {
		if strings.Contains(text, " ") {
			rows = append(rows, strings.Fields(r))
		} else {
			rows = append(rows, strings.Split(r, ""))
		}
	}
	s := New(len(rows), len(rows[0]), Window{})
	s.Caption = caption
	for r, row := range rows {
		for c, label := range row {
			if label != "." {
				s.Put(len(s.Pieces), r, c, Look{Colour: 1 + len(s.Pieces)%Colours, Label: label})
			}
		}
	}
	return s
}

func TestBoards(t *testing.T) {
	start, target := board("start", ".r../rgyb/.b../.yr."), board("target", "yrbr/..yr/...g/...b")
	ghosts := New(1, 3, Window{})
	ghosts.Fill(func(_, col int) Cell {
		return []Cell{{Ghost, Look{3, 0, "g"}}, {Kind: Wall}, {Ghost, Look{Colour: 2}}}[col]
	})
	kinds := New(1, 7, Window{})
	kinds.Fill(func(_, col int) Cell { return Cell{Kind: []Kind{Floor, Wall, Dead, Any, Hole, Floor, Pit}[col]} })
	marked := board("", "ab/cd")
	marked.Marks = []Mark{
		{Sign: Ring, At: []Point{Middle(0, 0)}}, {Sign: Cross, At: []Point{Middle(0, 1)}}, {Sign: Badge, Label: "12", At: []Point{Middle(1, 0)}},
		{Sign: Arrow, At: []Point{Middle(0, 0), Middle(1, 1)}}, {Sign: Cycle, Label: "ring", At: []Point{Middle(0, 0), Middle(0, 1)}}, {Sign: Ring, At: []Point{Middle(9, 9)}},
	}
	spaced := board("", "12/34")
	spaced.Spaced = true
	large := New(1000, 1000, Corner(3, 100))
	middle := New(1000, 1000, Window{10, 20, 2, 4})
	wide := board("", "ab/cd")
	wide.Pieces = append(wide.Pieces, Piece{ID: 9, X: -3, Y: 1, W: 100, H: 50, Look: Look{Label: "w"}})
	letterless := New(1, 4, Window{})
	for c, l := range []Look{{}, {Colour: 2}, {Colour: 2, Shape: Disc}, {Colour: 2, Shape: Block}} {
		letterless.Put(c, 0, c, l)
	}
	for name, x := range map[string]struct {
		t      Text
		scenes []*Scene
		want   string
	}{
		"side by side": {Text{}, []*Scene{start, target}, "start   target\n.r..    yrbr\nrgyb    ..yr\n.b..    ...g\n.yr.    ...b\n"},
		"wrapped":      {Text{Width: 12}, []*Scene{start, target}, "start\n.r..\nrgyb\n.b..\n.yr.\n\ntarget\nyrbr\n..yr\n...g\n...b\n"},
		"columns":      {Text{Width: 20, Gap: 1}, []*Scene{start, target, start, start}, "start  target start\n.r..   yrbr   .r..\nrgyb   ..yr   rgyb\n.b..   ...g   .b..\n.yr.   ...b   .yr.\n\nstart\n.r..\nrgyb\n.b..\n.yr.\n"},
		"words":        {Text{}, []*Scene{board("", "red ./. blue")}, "red  .\n.    blue\n"},
		"numbers":      {Text{}, []*Scene{board("", "1 ./. 12")}, " 1  .\n . 12\n"},
		"spaced":       {Text{}, []*Scene{spaced}, "1 2\n3 4\n"},
		"no ghosts":    {Text{}, []*Scene{ghosts}, ".#.\n"},
		"ghosts":       {Text{Depth: Colours16}, []*Scene{ghosts}, "\x1b[2mg\x1b[0m#\x1b[2mb\x1b[0m\n"},
		"kinds":        {Text{}, []*Scene{kinds}, ".#x? .O\n"},
		"letters":      {Text{}, []*Scene{letterless}, "#ba#\n"},
		"marks":        {Text{}, []*Scene{marked}, "(a)  >b<\n c:12 d\narrow: (1,1) → (2,2)\nring: (1,1) – (1,2)\n"},
		"cut rows":     {Text{Rows: 2, Width: 20}, []*Scene{board("", "a/b/c")}, "a\nb\n… 1 more row\n"},
		"cut":          {Text{}, []*Scene{large}, strings.Repeat(strings.Repeat(".", 80)+"\n", 3) + "… 997 more rows and 920 more columns\n"},
		"inside":       {Text{}, []*Scene{middle}, "....\n....\n(rows 11 to 12 of 1000, columns 21 to 24 of 1000)\n"},
		"large piece":  {Text{}, []*Scene{wide}, "ab\nww\n"},
		"long title":   {Text{Width: 5}, []*Scene{board("beginning", "a")}, "begi…\na\n"},
		"16 colours":   {Text{Depth: Colours16}, []*Scene{board("", "a.b")}, "\x1b[33ma\x1b[0m.\x1b[96mb\x1b[0m\n"},
		"256 colours":  {Text{Depth: Colours256}, []*Scene{board("", "a")}, "\x1b[38;5;16;48;5;178ma\x1b[0m\n"},
		"24 bits":      {Text{Depth: TrueColour}, []*Scene{board("", "a")}, "\x1b[38;2;0;0;0;48;2;230;159;0ma\x1b[0m\n"},
		"escapes":      {Text{}, []*Scene{board("\x1b[2J", "\x1b[31mx y")}, "?[2J\n?[31mx y\n"},
		"ASCII":        {Text{ASCII: true, Rows: 1}, []*Scene{board("", "ö/ü")}, "?\n. 1 more row\n"},
		"nothing":      {Text{}, []*Scene{{}}, ""},
		"no scenes":    {Text{}, nil, ""},
	} {
		var b strings.Builder
		if err := x.t.Boards(&b, x.scenes...); err != nil || b.String() != x.want {
			t.Errorf("%s: %v\n%q, want\n%q", name, err, b.String(), x.want)
		}
	}
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestWidth draws anything at any width: no line is wider than asked, and colour changes nothing but colour.
func TestWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var scenes []*Scene
		for range rapid.IntRange(1, 4).Draw(t, "scenes") {
			scenes = append(scenes, draw(t))
		}
		x := Text{Width: rapid.IntRange(1, 60).Draw(t, "width"), Rows: rapid.IntRange(1, 15).Draw(t, "most rows"), Gap: rapid.IntRange(0, 9).Draw(t, "gap")}
		var plain strings.Builder
		if err := x.Boards(&plain, scenes...); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(plain.String(), "\x1b") {
			t.Fatalf("an escape sequence in %q", plain.String())
		}
		narrow(t, plain.String(), x.Width)
		x.Depth = Depth(rapid.IntRange(1, 3).Draw(t, "depth"))
		var colour strings.Builder
		if err := x.Boards(&colour, scenes...); err != nil {
			t.Fatal(err)
		}
		for l := range strings.Lines(escape.ReplaceAllString(colour.String(), "")) {
			if n := utf8.RuneCountInString(l) - 1; n > x.Width {
				t.Fatalf("in colour %d characters, not %d", n, x.Width)
			}
		}
		said := rapid.StringOfN(rapid.SampledFrom([]rune("abö  -\n…")), 0, 200, -1).Draw(t, "sentence")
		var b strings.Builder
		if err := x.Sentence(&b, said); err != nil {
			t.Fatal(err)
		}
		narrow(t, b.String(), x.Width)
		if got, want := strings.Join(strings.Fields(b.String()), ""), strings.Join(strings.Fields(said), ""); got != want {
			t.Fatalf("%q says %q", said, b.String())
		}
	})
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "\n",
		"one two":              "one two\n",
		"one two three":        "one two\nthree\n",
		"  one two three":      "  one two\n  three\n",
		"- one two three":      "- one two\n  three\n",
		"LU(RDLU)^97(DRUL)^99": "LU(RDLU)^9\n7(DRUL)^99\n",
		"a\n\nb":               "a\n\nb\n",
	} {
		var b strings.Builder
		if err := (Text{Width: 10}).Sentence(&b, text); err != nil || b.String() != want {
			t.Errorf("%q: %v %q, want %q", text, err, b.String(), want)
		}
	}
}

// clock is a story of 10^40 frames: a hand that goes round on four cells.
func clock() Frames {
	return Frames{new(big.Int).Exp(big.NewInt(10), big.NewInt(40), nil), func(n *big.Int) iter.Seq2[Frame, error] {
		return func(yield func(Frame, error) bool) {
			for at := new(big.Int).Mod(n, big.NewInt(4)).Int64(); ; at = (at + 1) % 4 {
				s := New(1, 4, Window{})
				s.Put(0, 0, int(at), Look{Label: "o"})
				f := Frame{Scene: s, Move: "T"}
				if at == 0 {
					f.Sentence = "The hand is back."
				}
				if !yield(f, nil) {
					return
				}
			}
		}
	}}
}

func number40(text string) *big.Int {
	n, _ := new(big.Int).SetString(text, 10)
	return n
}

func TestFrames(t *testing.T) {
	f := clock()
	first, last := number40("3000000000000000000000000000000000000002"), number40("3000000000000000000000000000000000000005")
	var b strings.Builder
	if err := (Text{}).Frames(&b, first, f.Range(first, last)); err != nil {
		t.Fatal(err)
	}
	n := first.String()[:39]
	want := "The hand is back.\n\n" +
		n + "2: T\n..o.\n\n" + n + "3: T\n...o\n\n" + n + "4: T\no...\n\n" + n + "5: T\n.o..\n"
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
	if first.String() != n+"2" {
		t.Error("Range changed its argument")
	}
	count := func(from, to int64) (n int) {
		for range f.Range(big.NewInt(from), big.NewInt(to)) {
			n++
		}
		return n
	}
	if a, b, c := count(-5, 3), count(3, 3), count(4, 3); a != 4 || b != 1 || c != 0 {
		t.Errorf("%d, %d and %d frames, not 4, 1 and 0", a, b, c)
	}
	end := new(big.Int).Sub(f.Len, one)
	if x, err := f.At(end); err != nil || x.Scene.Pieces[0].X != 3 {
		t.Errorf("the last frame: %v %v", x, err)
	}
	if _, err := f.At(f.Len); err == nil {
		t.Error("there is a frame behind the last one")
	}
	if _, err := (Frames{}).At(new(big.Int)); err == nil {
		t.Error("no frames have a frame")
	}
	for range (Frames{}).All() {
		t.Error("no frames have a frame")
	}
	list := List(Frame{Sentence: "a"}, Frame{Sentence: "b"})
	said := ""
	for x, err := range list.All() {
		said += x.Sentence
		if err != nil {
			t.Fatal(err)
		}
	}
	if x, err := list.At(one); said != "ab" || err != nil || x.Sentence != "b" {
		t.Errorf("%q, %v, %v", said, x, err)
	}
}

func TestTell(t *testing.T) {
	frames := List(
		Frame{Sentence: "It begins so."},
		Frame{Scene: board("start", "a.")},
		Frame{Move: "R", Scene: board("", ".a"), Sentence: "R: to the right"},
		Frame{Move: "R", Scene: board("", ".a"), Sentence: "R: to the right"},
		Frame{Sentence: "It ends so."},
	)
	var b strings.Builder
	err := (Text{}).Frames(&b, new(big.Int), frames.All())
	const want = "It begins so.\nR: to the right\n\nstart   2: R   3: R\na.      .a     .a\n\nIt ends so.\n"
	if err != nil || b.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, b.String(), want)
	}
	broken := errors.New("broken")
	err = (Text{}).Frames(io.Discard, new(big.Int), func(yield func(Frame, error) bool) { yield(Frame{}, broken) })
	if !errors.Is(err, broken) {
		t.Errorf("%v, not the error of the frames", err)
	}
}

type counter struct{ n int }

func (c *counter) Write(b []byte) (int, error) { c.n += len(b); return len(b), nil }

// full makes a board of side × side cells, half of them with pieces.
func full(side int) *Scene {
	s := New(side, side, Window{})
	s.Fill(func(row, col int) Cell {
		if (row*row+col)%7 == 0 {
			return Cell{Kind: Wall}
		}
		return Cell{}
	})
	for i := range side * side / 2 {
		s.Put(i, i/side*2, i%side, Look{Colour: 1 + i%12, Label: "x"})
	}
	return s
}

// TestDrawingMemory draws a large board: a few bytes for each cell, and nothing allocated for each.
func TestDrawingMemory(t *testing.T) {
	const side = 400
	s := full(side)
	for depth := Plain; depth <= TrueColour; depth++ {
		x := Text{Width: side, Rows: side, Depth: depth}
		var out counter
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := x.Board(&out, s); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if bytes, pieces := after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs; bytes > 6*side*side || pieces > side {
			t.Errorf("depth %d: %d bytes in %d pieces", depth, bytes, pieces)
		}
		if out.n < side*(side+1) {
			t.Errorf("depth %d: %d bytes of text", depth, out.n)
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	s := full(1000)
	var out counter
	for b.Loop() {
		if err := (Text{Width: 1000, Rows: 1000}).Board(&out, s); err != nil {
			b.Fatal(err)
		}
	}
}
