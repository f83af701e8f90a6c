package scene

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// draw makes any valid scene; small ones mostly.
func draw(t *rapid.T) *Scene {
	s := New(rapid.IntRange(0, 12).Draw(t, "rows"), rapid.IntRange(0, 12).Draw(t, "cols"), rapid.SampledFrom([]Window{
		{}, {}, Corner(3, 5), {1, 2, 4, 3}, {0, 30, 5, 5},
	}).Draw(t, "window"))
	label := rapid.SampledFrom([]string{"", "a", "b", "7", "12", "red", "ö", "長い", "\x1b[31m", "<b>", "a b", strings.Repeat("w", MaxLabel)})
	look := rapid.Custom(func(t *rapid.T) Look {
		return Look{rapid.IntRange(0, Colours).Draw(t, "colour"), Shape(rapid.IntRange(0, int(shapes)-1).Draw(t, "shape")), label.Draw(t, "label")}
	})
	s.Fill(func(row, col int) Cell {
		c := Cell{Kind: Kind(rapid.IntRange(0, int(kinds)-1).Draw(t, "kind"))}
		if c.Kind == Ghost {
			c.Look = look.Draw(t, "ghost")
		}
		return c
	})
	place := rapid.OneOf(rapid.Map(rapid.IntRange(-2, 13), func(n int) float64 { return float64(n) }), rapid.Float64Range(-maxPlace, maxPlace))
	size := rapid.OneOf(rapid.Just(1.0), rapid.SampledFrom([]float64{0.25, 2, 1e9}))
	for i := range rapid.IntRange(0, 8).Draw(t, "pieces") {
		s.Pieces = append(s.Pieces, Piece{i*7%8 + i/8*8, place.Draw(t, "x"), place.Draw(t, "y"), size.Draw(t, "w"), size.Draw(t, "h"), look.Draw(t, "look")})
	}
	for range rapid.IntRange(0, 4).Draw(t, "marks") {
		m := Mark{Sign: Sign(rapid.IntRange(0, int(signs)-1).Draw(t, "sign")), Colour: rapid.IntRange(0, Colours).Draw(t, "colour"), Label: label.Draw(t, "label")}
		n := 2
		if m.Sign != Link {
			n = rapid.IntRange(2, 20).Draw(t, "places")
		}
		for range n {
			m.At = append(m.At, Point{place.Draw(t, "x"), place.Draw(t, "y")})
		}
		s.Marks = append(s.Marks, m)
	}
	for range rapid.IntRange(0, 3).Draw(t, "handles") {
		s.Handles = append(s.Handles, Handle{Gesture(rapid.IntRange(0, int(gestures)-1).Draw(t, "gesture")), place.Draw(t, "x"), place.Draw(t, "y"), 1, 1, "Enter", "L", "left"})
	}
	s.Caption = label.Draw(t, "caption")
	s.Alt = label.Draw(t, "alt")
	s.Spaced, s.Done = rapid.Bool().Draw(t, "spaced"), rapid.Bool().Draw(t, "done")
	s.Origin = [2]int{rapid.IntRange(-5, 5).Draw(t, "origin"), 0}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t)
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		back := &Scene{Rows: 99, Caption: "what was there before"}
		if err := json.Unmarshal(data, back); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if !reflect.DeepEqual(s, back) {
			t.Fatalf("%s comes back as %#v, not %#v", data, back, s)
		}
	})
}

func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom([]Window{{}, {2, 1, 3, 4}}).Draw(t, "window")
		want := map[[2]int]Cell{}
		s := New(7, 6, w)
		s.Fill(func(row, col int) Cell {
			c := Cell{Kind: Kind(rapid.IntRange(0, 2).Draw(t, "kind"))}
			want[[2]int{row, col}] = c
			return c
		})
		for row := -1; row <= 7; row++ {
			for col := -1; col <= 6; col++ {
				if got := s.Cell(row, col); got != want[[2]int{row, col}] {
					t.Fatalf("cell %d, %d is %v, not %v", row, col, got, want[[2]int{row, col}])
				}
			}
		}
	})
}

func TestJSONForm(t *testing.T) {
	s := New(3, 4, Window{})
	s.Fill(func(row, col int) Cell {
		switch {
		case row == 1 && col < 2:
			return Cell{Kind: Wall}
		case row == 1 && col == 3:
			return Cell{Ghost, Look{2, 0, "b"}}
		}
		return Cell{}
	})
	s.Put(5, 0, 2, Look{Colour: 1, Label: "a"})
	s.Pieces = append(s.Pieces, Piece{6, 0.5, 2.25, 2, 1, Look{2, 0, "b"}})
	s.Marks = []Mark{{Badge, 3, "9", []Point{Middle(1, 1)}}}
	s.Handles = []Handle{{DragLeft, 0, 0, 4, 3, "ArrowLeft", "L", "tilt left"}}
	s.Caption, s.Done = "start", true
	got, err := json.Marshal(Frame{"L", s, "It slides."})
	const want = `{"move":"L","scene":{"rows":3,"cols":4,"looks":[{"label":"b","colour":2},{"label":"a","colour":1}],` +
		`"cells":[{"kind":"wall"},{"kind":"ghost"}],"ground":[[],[1,2,0,1,2,1]],"pieces":[[5,1,2,0],[6,0,0.5,2.25,2,1]],` +
		`"marks":[{"sign":"badge","at":[[1.5,1.5]],"colour":3,"label":"9"}],` +
		`"handles":[{"gesture":"left","at":[0,0,4,3],"key":"ArrowLeft","move":"L","label":"tilt left"}],` +
		`"caption":"start","done":true},"sentence":"It slides."}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	for n := len(kindNames); n != int(kinds) || len(signNames) != int(signs) || len(gestureNames) != int(gestures) || len(shapeNames) != int(shapes); {
		t.Fatal("a list of names is too short")
	}
}

// bad holds scenes that nobody accepts, and a word of the complaint.
var bad = map[string]string{
	`{"rows":-1}`:                                               "rows and columns",
	`{"rows":1,"cols":3000000000}`:                              "rows and columns",
	`{"rows":1,"cols":1,"size":2}`:                              "unknown field",
	`{"rows":1,"cols":1,"window":[0,0,2,2]}`:                    "window",
	`{"rows":1,"cols":1,"window":[0]}`:                          "window",
	`{"rows":1,"cols":1,"origin":[1]}`:                          "origin",
	`{"rows":1,"cols":1,"ground":[[0,1],[0,1]]}`:                "row 2",
	`{"rows":1,"cols":1,"ground":[[0,2]]}`:                      "row 1",
	`{"rows":1,"cols":1,"ground":[[0,0]]}`:                      "row 1",
	`{"rows":1,"cols":1,"ground":[[0]]}`:                        "row 1",
	`{"rows":1,"cols":1,"ground":[[1,1]]}`:                      "row 1",
	`{"rows":1,"cols":1,"cells":[{"kind":"lava"}]}`:             "lava",
	`{"rows":1,"cols":1,"cells":[{"kind":"ghost"}]}`:            "look 0",
	`{"rows":1,"cols":1,"looks":[{"shape":"egg"}]}`:             "egg",
	`{"rows":1,"cols":1,"pieces":[[0,0,0,0]]}`:                  "look 0",
	`{"looks":[{}],"pieces":[[0,0,0]]}`:                         "piece 1 is not",
	`{"looks":[{}],"pieces":[[0.5,0,0,0]]}`:                     "piece 1 is not",
	`{"looks":[{}],"pieces":[[0,0,1e300,0]]}`:                   "piece 1 is not",
	`{"looks":[{}],"pieces":[[-1,0,0,0]]}`:                      "ids",
	`{"looks":[{}],"pieces":[[1e16,0,0,0]]}`:                    "piece 1 is not",
	`{"looks":[{}],"pieces":[[2,0,0,0],[1,0,0,0],[2,0,0,0]]}`:   "piece 3: ids",
	`{"looks":[{}],"pieces":[[0,0,0,0,0,1]]}`:                   "size",
	`{"looks":[{"colour":13}],"pieces":[[0,0,0,0]]}`:            "colours",
	`{"marks":[{"sign":"frown","at":[[0,0]]}]}`:                 "frown",
	`{"marks":[{"sign":"ring","at":[]}]}`:                       "places",
	`{"marks":[{"sign":"link","at":[[0,0],[1,1],[2,2]]}]}`:      "places",
	`{"marks":[{"sign":"line","at":[[0,0],[1e20,1]]}]}`:         "place",
	`{"handles":[{"gesture":"tap","at":[0,0,1,1],"move":""}]}`:  "move",
	`{"handles":[{"gesture":"key","at":[0,0,1,1],"move":"L"}]}`: "key",
	`{"handles":[{"gesture":"tap","at":[0,0,0,1],"move":"L"}]}`: "region",
	`{"handles":[{"gesture":"pat","at":[0,0,0,1],"move":"L"}]}`: "pat",
}

func TestBadJSON(t *testing.T) {
	for text, want := range bad {
		s := Scene{Caption: "kept"}
		if err := json.Unmarshal([]byte(text), &s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a word of %q", text, err, want)
		}
		if s.Caption != "kept" {
			t.Errorf("%s has changed the scene", text)
		}
	}
}

func TestValidate(t *testing.T) {
	for want, s := range map[string]Scene{
		"size":    {Pieces: []Piece{{X: math.NaN(), W: 1, H: 1}}},
		"shape":   {Pieces: []Piece{{W: 1, H: 1, Look: Look{Shape: 99}}}},
		"label":   {Pieces: []Piece{{W: 1, H: 1, Look: Look{Label: strings.Repeat("x", MaxLabel+1)}}}},
		"UTF-8":   {Caption: "\xff"},
		"origin":  {Origin: [2]int{-MaxSide - 1, 0}},
		"sign":    {Marks: []Mark{{Sign: signs, At: []Point{{}}}}},
		"gesture": {Handles: []Handle{{Gesture: gestures, W: 1, H: 1, Move: "L"}}},
	} {
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want a word of %q", err, want)
		}
		if _, err := json.Marshal(s); err == nil {
			t.Errorf("JSON for a scene with a bad %s", want)
		}
	}
	tall := New(1, 9, Window{})
	tall.Fill(func(int, int) Cell { return Cell{Kind: Wall} })
	tall.Cols = 5
	if tall.Validate() == nil {
		t.Error("a ground wider than its board passes")
	}
	dressed := New(1, 1, Window{})
	dressed.Fill(func(int, int) Cell { return Cell{Wall, Look{Colour: 1}} })
	if dressed.Validate() == nil {
		t.Error("a wall with a look passes")
	}
}

func FuzzJSON(f *testing.F) {
	for text := range bad {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"rows":2147483647,"cols":2147483647,"cells":[{"kind":"wall"}],"ground":[[1,2147483647]]}`))
	f.Add([]byte(`{"rows":3,"cols":3,"looks":[{"label":"a"}],"pieces":[[0,0,0,0],[1,0,-5,1e9,1e12,1e12]],"marks":[{"sign":"ring","at":[[1,1]]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Scene
		if json.Unmarshal(data, &s) != nil {
			return
		}
		again, err := json.Marshal(s)
		if err != nil {
			t.Fatalf("accepted, but: %v", err)
		}
		var back Scene
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatal(err)
		}
		if once, _ := json.Marshal(back); !bytes.Equal(once, again) {
			t.Fatalf("%s becomes %s", again, once)
		}
		var out strings.Builder
		if err := (Text{Width: 30, Rows: 9}).Boards(&out, &s); err != nil {
			t.Fatal(err)
		}
		narrow(t, out.String(), 30)
	})
}

type fataler interface{ Fatalf(string, ...any) }

func narrow(t fataler, text string, width int) {
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if n := utf8.RuneCountInString(l); n > width {
			t.Fatalf("a line of %d characters, not %d: %q", n, width, l)
		}
		if strings.HasSuffix(l, " ") {
			t.Fatalf("a line ends in a blank: %q", l)
		}
	}
}

// TestMemory reads a document whose sizes promise far more than it holds.
func TestMemory(t *testing.T) {
	var s Scene
	const text = `{"rows":2147483647,"cols":2147483647,"cells":[{"kind":"wall"}],"ground":[[],[1,2147483647]]}`
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	if s.Cell(1, MaxSide-1).Kind != Wall || s.Cell(0, 5).Kind != Floor || s.Cell(2, 0).Kind != Floor {
		t.Error("the wall is not where it belongs")
	}
	var out bytes.Buffer
	if err := (Text{Width: 20, Rows: 3}).Board(&out, &s); err != nil {
		t.Fatal(err)
	}
	want := strings.Repeat(".", 20) + "\n" + strings.Repeat("#", 20) + "\n" + strings.Repeat(".", 20) + "\n" +
		"… 2147483644 more\nrows and 2147483627\nmore columns\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
}

// TestLetters: a piece that has the shape of a colour is written by that colour's letter.
func TestLetters(t *testing.T) {
	for c := 1; c <= Colours; c++ {
		i := Palette(c)
		if text := letters(Look{Colour: 1, Shape: i.Shape}); text != string(i.Letter) {
			t.Errorf("shape %d is written %s, its colour %c", i.Shape, text, i.Letter)
		}
	}
}

// TestInks: letters that mean a colour get it, all others what is left.
func TestInks(t *testing.T) {
	for _, c := range []struct {
		labels, want string
	}{
		{"", "[]"},
		{"r g b y", "[6 3 5 4]"},
		{"a b c", "[1 5 2]"},
		{"R r B", "[6 1 5]"},
		{"1 2 _ Ω red", "[1 2 3 4 6]"},
		{"Blue red ora brown", "[5 6 1 9]"},
		{"o s g y b r p v n x 1 2", "[1 2 3 4 5 6 7 8 11 9 10 12]"},
		{"a b c d e f g h i j k l r", "[1 2 3 4 5 6 7 8 9 10 11 12 1]"},
	} {
		if got := fmt.Sprint(Inks(strings.Fields(c.labels))); got != c.want {
			t.Errorf("%s: %s, want %s", c.labels, got, c.want)
		}
	}
}
