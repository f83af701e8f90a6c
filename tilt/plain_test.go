package tilt

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

func plainFormats() map[string]plainText {
	return map[string]plainText{formatBoard: {formatBoard, true}, formatPlatform: {formatPlatform, false}}
}

// TestPlainTexts reads boards without a header, good ones and bad ones.
func TestPlainTexts(t *testing.T) {
	for _, c := range []struct {
		format, text string
		cases        int
		want         string // of the last error
	}{
		{formatBoard, "a.#\n.Ob\n\n??#\n?O?\n", 1, ""},
		{formatBoard, "\n\r\na.#\r\n.Ob  \r\n\r\n???\r\n???\r\n\r\n", 1, ""},
		{formatBoard, "a.\n\n.a\n\n\nb\n.\n\n.\nb", 2, ""},
		{formatBoard, "a.\n..\n", 1, ""}, // no target
		{formatBoard, "", 0, ""},
		{formatBoard, "a.\n...\n", 0, "line 2, column 4: this row has 3 cells; those above have 2"},
		{formatBoard, "a.\n\n.a\n..\n", 0, "line 5, column 1: this target has 2 rows; the start has 1"},
		{formatBoard, "a.\n\n.a.\n", 0, "line 3, column 4: this row has 3 cells; those above have 2"},
		{formatBoard, "a?\n", 0, `line 1, column 2: '?' is no cell here`},
		{formatBoard, "a1\n", 0, `line 1, column 2: '1' is no cell here`},
		{formatBoard, "aé\n", 0, `line 1, column 2: 'é' is no cell here`},
		{formatBoard, "a b\n", 0, "line 1, column 3"},
		{formatBoard, "..\n .\n", 0, `line 2, column 1: ' ' is no cell here`},
		{formatBoard, "a#\n\n#a\n", 0, "line 3, column 1: there is a wall here, and none in the start"},
		{formatBoard, "a#\n\n.a\n", 0, "line 3, column 2: the start has a wall here; a target has # or ? there"},
		{formatPlatform, "O.#\n...\n\n#O\n", 2, ""},
		{formatPlatform, "O.#\n..a\n", 0, `line 2, column 3: 'a' is no cell here; a rock is O, a cube #, and . an empty cell`},
		{formatPlatform, "O.#\n..\n", 0, "line 2, column 3: this row has 2 cells"},
	} {
		s := grid.NewScanner(strings.NewReader(c.text), -1)
		cases := 0
		var err error
		for ; ; cases++ {
			var p *Instance
			if p, err = plainFormats()[c.format].read(nil, s); err != nil {
				break
			}
			if err := p.Validate(); err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
		}
		if c.want == "" && err == io.EOF && cases == c.cases {
			continue
		}
		if c.want == "" || cases != c.cases || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %d boards, then %v; want %d, then %s", c.text, cases, err, c.cases, c.want)
		}
	}
}

// TestPlainWrites refuses to write what a format has no place for.
func TestPlainWrites(t *testing.T) {
	full := &Instance{Palette: []string{"a"}, Start: NewBoard(1, 1, 1), Target: NewBoard(1, 1, 1)}
	full.Start.Set(0, 0, 1)
	full.Target.Set(0, 0, 1)
	long := *full
	long.Palette = []string{"red"}
	open := &Instance{Palette: []string{"o"}, Start: NewBoard(1, 2, 1)}
	one := &Instance{Palette: []string{"a"}, Start: NewBoard(1, 2, 1), Target: NewBoard(1, 2, 1), Rules: &Rules{One: true}}
	for what, p := range map[string]*Instance{"full": full, "a long label": &long, "no target": open, "one moves": one} {
		for format, text := range plainFormats() {
			if err := text.write(io.Discard, p); !errors.Is(err, puzzle.ErrUnsupported) {
				t.Errorf("%s as %s: %v", what, format, err)
			}
		}
	}
}

// TestPlainHeads tells boards and platforms from other texts.
func TestPlainHeads(t *testing.T) {
	for _, c := range []struct {
		head            string
		board, platform bool
	}{
		{"a.#\n...\n", true, false}, {"O.#\n...\n", false, true}, {"a.#\n", false, false}, {"a.#\n..\n", false, false},
		{"a.#\n..", true, false}, {"x.x\n.x.\n", false, false}, {"O.O\n...\n", false, false}, {"#.#\n...\n", false, false},
		{"R.#\n...\n", false, false}, {"x.#\n...\n", true, false}, {"abc\nabc\n", false, false}, {"a.#\n.1.\n", false, false}, {"", false, false},
		{"Dear reader,\n\nthis.\n", false, false}, {"\xEF\xBB\xBFa.\n..\n", true, false},
	} {
		if plainFormats()[formatBoard].know([]byte(c.head)) != c.board || plainFormats()[formatPlatform].know([]byte(c.head)) != c.platform {
			t.Errorf("%q: a board %v, a platform %v", c.head, !c.board, !c.platform)
		}
	}
}

// FuzzReadPlain: what is read is valid, and comes back where it can be written; memory stays within its limit.
func FuzzReadPlain(f *testing.F) {
	for _, text := range plainTexts() {
		f.Add([]byte(text.Sample))
	}
	f.Add([]byte("a.#\n.Ob\n\n??#\n?O?\n\nab\n"))
	f.Add([]byte("\r\nO.#\r\n#.."))
	f.Fuzz(func(t *testing.T, text []byte) {
		for format, plain := range plainFormats() {
			plain.know(text)
			s := grid.NewScanner(bytes.NewReader(text), -1)
			for {
				p, err := plain.read(puzzle.Limits{Memory: 16 << 20}.Meter(context.Background()), s)
				if err != nil {
					var e *grid.Error
					if err != io.EOF && !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) && (!errors.As(err, &e) || e.Pos.IsZero()) {
						t.Fatalf("%s: %v", format, err)
					}
					break
				}
				if err := p.Validate(); err != nil {
					t.Fatalf("%s: %v", format, err)
				}
				var out, again bytes.Buffer
				if plain.write(&out, p) != nil {
					continue
				}
				back, err := plain.read(nil, grid.NewScanner(bytes.NewReader(out.Bytes()), -1))
				if err != nil || plain.write(&again, back) != nil || again.String() != out.String() {
					t.Fatalf("%s: %q came back as %q, %v", format, out.Bytes(), again.Bytes(), err)
				}
			}
		}
	})
}
