package tilt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// tumbleFile is a file of a board with these tiles, and with glues a and b of strengths 1 and 3; c has none.
func tumbleFile(h, w int, tiles ...string) string {
	glue := `<Function><Labels L1="%s"/><Strength>%d</Strength></Function>`
	return fmt.Sprintf(`<TileConfiguration><BoardSize height="%d" width="%d"/><GlueFunction>`+glue+glue+glue+
		"</GlueFunction><PreviewTiles/><TileData>\n", h, w, "a", 1, "b", 3, "c", 0) + strings.Join(tiles, "\n") +
		"\n</TileData></TileConfiguration>\n"
}

// cellAt is a tile with glues NESW, - for none; a # for a wall.
func cellAt(x, y int, colour, glues string) string {
	if glues == "#" {
		return fmt.Sprintf(`<Tile><Location x="%d" y="%d"/><Color>686868</Color><Concrete>True</Concrete></Tile>`, x, y)
	}
	text := fmt.Sprintf(`<Tile><Location x="%d" y="%d"/><Color>%s</Color>`, x, y, colour)
	for i, side := range []string{"North", "East", "South", "West"} {
		if glues[i] != '-' {
			text += fmt.Sprintf("<%sGlue>%c</%[1]sGlue>", side, glues[i])
		}
	}
	return text + "<Concrete>False</Concrete><Label>0</Label></Tile>"
}

// goodTumbles are files, and what is read from them: rows of first letters of labels, and those of pieces.
func goodTumbles() []struct{ name, text, start, pieces string } {
	const red, blue = "FF0000", "00f"
	return []struct{ name, text, start, pieces string }{
		{"the sample", tumbleSample, "e../..#", ""},
		{"a wall alone", tumbleFile(1, 2, cellAt(1, 0, "", "#")), ".#", ""},
		{"no tile", tumbleFile(2, 1), "./.", ""},
		{"a wall twice", tumbleFile(1, 2, cellAt(1, 0, "", "#"), cellAt(1, 0, "", "#")), ".#", ""},
		{"two bonded", tumbleFile(1, 3, cellAt(0, 0, red, "-a--"), cellAt(1, 0, blue, "---a")), "f0.", "11."},
		{"bonded from above", tumbleFile(2, 1, cellAt(0, 0, red, "--b-"), cellAt(0, 1, red, "b---")), "f/f", "1/1"},
		{"no strength", tumbleFile(1, 2, cellAt(0, 0, red, "-c--"), cellAt(1, 0, red, "---c")), "ff", ""},
		{"no such glue", tumbleFile(1, 2, cellAt(0, 0, red, "-0--"), cellAt(1, 0, red, "---0")), "ff", ""},
		{"other glues", tumbleFile(1, 2, cellAt(0, 0, red, "-a--"), cellAt(1, 0, red, "---b")), "ff", ""},
		{"wrong sides", tumbleFile(1, 2, cellAt(0, 0, red, "a---"), cellAt(1, 0, red, "a---")), "ff", ""},
		{"a square of one glue", tumbleFile(2, 3, cellAt(0, 0, red, "aaaa"), cellAt(1, 0, red, "aaaa"),
			cellAt(0, 1, red, "aaaa"), cellAt(1, 1, red, "aaaa"), cellAt(2, 1, red, "bbb-")), "ff./fff", "11./11."},
		{"two pieces", tumbleFile(1, 4, cellAt(3, 0, red, "---b"), cellAt(2, 0, red, "-b--"), cellAt(0, 0, red, "-a--"),
			cellAt(1, 0, red, "---a")), "ffff", "1122"},
		{"one alone with a glue on all sides", tumbleFile(2, 2, cellAt(0, 1, red, "aaaa")), "../f.", ""},
		{"walls have no glue", tumbleFile(1, 3, cellAt(0, 0, red, "-a--"),
			strings.Replace(cellAt(1, 0, "", "#"), "<Concrete>", "<WestGlue>a</WestGlue><Concrete>", 1)), "f#.", ""},
		{"in other order", `<?xml version="1.0" encoding="US-ASCII"?><!-- a <board> --><TileConfiguration><TileData><Tile>` +
			`<Concrete/><Color>#0F0</Color><Label>3,3</Label><Location y="1" x=" 0 "/></Tile></TileData>` + "\r\n" +
			`<Commands><Command name="N" filename="a&amp;b"/></Commands><Commands/><BoardSize width="1" height="2"/>` +
			`</TileConfiguration>` + "\n<!-- the end -->", "./0", ""},
		{"no colour", `<TileConfiguration><BoardSize height="1" width="1"/><TileData><Tile><Location x="0" y="0"/></Tile>` +
			`</TileData></TileConfiguration>`, "5", ""},
		{"a name", `<TileConfiguration><BoardSize height="1" width="1"/><TileData><Tile><Location x="0" y="0"/>` +
			`<Color name="red">f00</Color></Tile></TileData></TileConfiguration>`, "r", ""},
	}
}

// TestReadTumble reads files, and their own text again.
func TestReadTumble(t *testing.T) {
	for _, c := range goodTumbles() {
		s := grid.NewScanner(strings.NewReader(c.text), -1)
		p, err := readTumble(nil, s)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := readTumble(nil, s); err != io.EOF {
			t.Errorf("%s: behind it %v", c.name, err)
		}
		rows := func(symbol func(cell int) string) string {
			var out []string
			for y := range p.Start.H {
				row := ""
				for x := range p.Start.W {
					row += symbol(y*p.Start.W + x)[:1]
				}
				out = append(out, row)
			}
			return strings.Join(out, "/")
		}
		if got := rows(p.symbol); got != c.start {
			t.Errorf("%s: the start is %s, want %s", c.name, got, c.start)
		}
		pieces := ""
		if p.Rules != nil && p.Rules.Pieces != nil {
			pieces = rows(func(cell int) string { return strings.Replace(fmt.Sprint(p.Rules.Pieces[cell]), "0", ".", 1) })
		}
		if pieces != c.pieces {
			t.Errorf("%s: the pieces are %s, want %s", c.name, pieces, c.pieces)
		}
		tumbleTwice(t, p)
	}
}

// tumbleTwice writes p, and wants the same board back.
func tumbleTwice(t interface{ Fatalf(string, ...any) }, p *Instance) {
	var out, again bytes.Buffer
	if err := writeTumble(&out, p); err != nil {
		t.Fatalf("%s: %v", show(p), err)
	}
	if !sniffTumble(out.Bytes()) {
		t.Fatalf("not known: %s", out.Bytes())
	}
	back, err := readTumble(nil, grid.NewScanner(&out, -1))
	if err != nil {
		t.Fatalf("%s: %v", show(p), err)
	}
	a, _ := instanceJSON{p}.MarshalJSON()
	b, err := instanceJSON{back}.MarshalJSON()
	if err != nil || !bytes.Equal(a, b) {
		t.Fatalf("%s came back as %s, %v in %s", a, b, err, again.Bytes())
	}
}

// badTumbles are files, and what is said of them.
func badTumbles() []struct{ text, want string } {
	const red = "ff0000"
	one := cellAt(0, 0, red, "----")
	board := func(in string) string {
		return "<TileConfiguration>\n<BoardSize height=\"2\" width=\"2\"/>" + in + "</TileConfiguration>"
	}
	tile := func(in string) string { return board("\n<TileData><Tile>" + in + "</Tile></TileData>") }
	at := `<Location x="0" y="0"/>`
	return []struct{ text, want string }{
		{"<!DOCTYPE html>\n<html></html>", "line 1, column 1: a document type (<!DOCTYPE) and what it may declare are not read"},
		{`<?xml version="1.0"?>` + "\n<!DOCTYPE a [\n<!ENTITY a \"aaaa\">\n<!ENTITY b \"&a;&a;\">\n]>\n" + board("&b;"),
			"line 2, column 1: a document type (<!DOCTYPE) and what it may declare are not read"},
		{`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + board("&x;"), "line 1, column 1: a document type"},
		{board("\n" + `<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">`), "line 3, column 1: a document type"},
		{"<!DOCTYPE a [" + strings.Repeat(`<!ENTITY a "a">`, 10000), "line 1, column 1: a tag or a text of more than 65536"},
		{board("\n<TileData>&lol;</TileData>"), "line 3, column 16: this is no XML: invalid character entity &lol;"},
		{"<svg/>", `line 1, column 1: the element 'svg' stands where TileConfiguration is expected`},
		{"x<TileConfiguration/>", "line 1, column 1: a text stands where an element is expected"},
		{"<TileConfiguration/>", "line 1, column 1: this TileConfiguration has no BoardSize"},
		{"<TileConfiguration>\n", "line 2, column 1: the input ends in the middle of the XML"},
		{"<TileConfiguration>\n<BoardSi", "line 2, column 9: the input ends in the middle of the XML"},
		{"<TileConfiguration>\n</TileConfig>", "line 2, column 14: this is no XML: element <TileConfiguration> closed by"},
		{board("<TileData/>\n<TileData/>"), "line 3, column 1: there is a second TileData"},
		{board("\n  words"), "line 3, column 3: a text stands where an element is expected"},
		{board("\n<TileType/>"), `line 3, column 1: the element 'TileType' is not known here; known are BoardSize, GlueFunction`},
		{board("\n<TileData><Til/></TileData>"), `line 3, column 11: the element 'Til' is not known here; known are Tile`},
		{board("<Commands>" + strings.Repeat("<a>", 200)), "more than 100 elements are in each other"},
		{board("<Commands>" + strings.Repeat("a", 1<<17)), "line 2, column 44: a tag or a text of more than 65536 characters"},
		{"\xFF\xFE<", "line 1, column 1: the byte 0xFF is not valid UTF-8"},
		{`<?xml version="1.0" encoding="ISO-8859-1"?>` + board(""), `line 1, column 1: the encoding is 'ISO-8859-1'; UTF-8 is read`},
		{`<?xml version="1.1"?>` + board(""), `line 1, column 1: this XML is not read: unsupported version "1.1"`},
		{"<TileConfiguration><BoardSize height=\"2\"/>", "line 1, column 20: BoardSize has no attribute width"},
		{"<TileConfiguration><BoardSize height=\"x\" width=\"3\"/>",
			"line 1, column 20: height of BoardSize is 'x'; it must be a whole number from 1 to 1000000"},
		{"<TileConfiguration><BoardSize height=\"0\" width=\"3\"/>", "it must be a whole number from 1 to 1000000"},
		{"<TileConfiguration><BoardSize height=\"99999999999999999999\" width=\"3\"/>", "a whole number from 1 to 1000000"},
		{"<TileConfiguration><BoardSize height=\"1000\" width=\"1001\"/>",
			"line 1, column 20: a board of 1000 × 1001 cells is too large; at most 1000000 cells are possible in this format"},
		{"<TileConfiguration><BoardSize height=\"65536\" width=\"65536\"/>", // 2³²
			"line 1, column 20: a board of 65536 × 65536 cells is too large"},
		{"<TileConfiguration><BoardSize height=\"1\" width=\"1\" width=\"1\"/>", "BoardSize has two attributes width"},
		{tile(""), "line 3, column 11: this Tile has no Location"},
		{tile(at + at), "line 3, column 40: there is a second Location"},
		{tile(`<Location x="2" y="0"/>`), "line 3, column 17: x 2, y 0 is outside of the board, which has 2 × 2 cells"},
		{tile(`<Location x="0" y="0"/><Color name=".">fff</Color>`), "line 3, column 40: '.' is an empty cell, not a tile"},
		{tile(`<Location x="-1" y="0"/>`), "line 3, column 17: x of Location is '-1'; it must be a whole number from 0 to 999999"},
		{tile(at + "<Color>red</Color>"), "line 3, column 40: 'red' is no colour; a colour is three or six hexadecimal digits"},
		{tile(at + "<Color>ééé</Color>"), "line 3, column 40: 'ééé' is no colour"},
		{tile(at + `<Color name="">f00</Color>`), "line 3, column 40: a label is empty"},
		{tile(at + `<Color name="#">f00</Color>`), "line 3, column 40: '#' is a wall, and not a tile"},
		{tile(at + `<Color><b/></Color>`), "line 3, column 47: the element 'b' stands where a text is expected"},
		{tile(at + "<Concrete>yes</Concrete>"), "line 3, column 40: Concrete is 'yes'; it must be True or False"},
		{tile(at + "<Weight/>"), "line 3, column 40: the element 'Weight' is not known here; known are Location, Color, NorthGlue"},
		{tumbleFile(2, 2, one, one), "line 3, column 7: there is a second tile at x 0, y 0; the first is at line 2, column 7"},
		{tumbleFile(2, 2, one, cellAt(0, 0, "", "#")), "line 3, column 7: there is a second tile at x 0, y 0"},
		{board("<GlueFunction><Function/></GlueFunction>"), "line 2, column 48: this Function has no label"},
		{board(`<GlueFunction><Function><Labels L1="a"/></Function></GlueFunction>`), "this Function has no Strength"},
		{board(`<GlueFunction><Function><Labels L1="a" L2="b"/>`), "the glues 'a' and 'b' shall bond"},
		{board(`<GlueFunction><Function><Labels L1="a"/><Strength>-1</Strength>`), "a strength is '-1'; it must be a whole number"},
		{board(`<GlueFunction>` + strings.Repeat(`<Function><Labels L1="a"/><Strength>1</Strength></Function>`, 2)),
			"the glue 'a' has a second strength here"},
		{board(`<GlueFunction><Glue/>`), "the element 'Glue' is not known here; known are Function"},
		{board(`<GlueFunction><Function><Glue/>`), "the element 'Glue' is not known here; known are Labels and Strength"},

		// What could bond on the way.
		{tumbleFile(1, 3, cellAt(0, 0, red, "-a--"), cellAt(2, 0, red, "---a")),
			"line 3, column 7: this tile could bond on the way with that at line 2, column 7, by the glue 'a'; boards whose pieces grow"},
		{tumbleFile(4, 1, cellAt(0, 3, red, "b---"), cellAt(0, 0, red, "--b-")), "line 2, column 7: this tile could bond on the way"},
		{tumbleFile(1, 3, cellAt(0, 0, red, "aaaa"), cellAt(2, 0, red, "aaaa")), "could bond on the way"},
		{tumbleFile(2, 4, cellAt(0, 0, red, "-a--"), cellAt(1, 0, red, "-a-a"), cellAt(3, 1, red, "---a")), "line 4, column 7"},
	}
}

// TestBadTumble wants one sentence with a place.
func TestBadTumble(t *testing.T) {
	for _, c := range badTumbles() {
		_, err := readTumble(nil, grid.NewScanner(strings.NewReader(c.text), -1))
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, puzzle.ErrInput) ||
			!strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.200q: %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestTumbleLacks refuses to write what the format has no place for.
func TestTumbleLacks(t *testing.T) {
	board := func() *Instance {
		p := &Instance{Palette: []string{"a"}, Start: NewBoard(1, 2, 1), Rules: &Rules{}}
		p.Start.Set(0, 0, 1)
		return p
	}
	for what, change := range map[string]func(*Instance){
		"a target": func(p *Instance) { p.Target = p.Start },
		"goals":    func(p *Instance) { p.Rules.Goals = []Goal{{Board: p.Start}} },
		"holes":    func(p *Instance) { p.Rules.Ground = []Ground{Floor, Hole} },
		"one":      func(p *Instance) { p.Rules.One = true },
		"robots":   func(p *Instance) { p.Rules.Robots = []int{1} },
		"unit":     func(p *Instance) { p.Rules.Unit = true },
		"size":     func(p *Instance) { p.Start = NewBoard(1001, 1000, 1) },
	} {
		p := board()
		change(p)
		if err := writeTumble(io.Discard, p); !errors.Is(err, puzzle.ErrUnsupported) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestTumbleAny writes boards with walls, pieces and labels of all kinds, and reads them again.
func TestTumbleAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(1, 5).Draw(t, "h"), rapid.IntRange(1, 5).Draw(t, "w")
		labels := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"r", "red", "e69f00", "56b4e9", "686868", "007", `"&<'>`, "é", "E69F00"}),
			1, 9, rapid.ID[string]).Draw(t, "labels")
		pal := newPalette(nil)
		p := &Instance{Start: NewBoard(h, w, len(labels)), Rules: &Rules{Ground: make([]Ground, h*w), Pieces: make([]uint32, h*w)}}
		last := uint32(0)
		for i := range h * w {
			switch k := rapid.IntRange(-2, len(labels)-1).Draw(t, "cell"); {
			case k == -2:
				p.Rules.Ground[i] = Wall
			case k >= 0:
				code, err := pal.code(labels[k])
				if err != nil {
					t.Fatal(err)
				}
				p.Start.Set(i/w, i%w, int(code))
				// Joined to the cell on the left, where that is a tile.
				if i%w > 0 && p.Start.At(i/w, i%w-1) != 0 && rapid.Bool().Draw(t, "joined") {
					if p.Rules.Pieces[i-1] == 0 {
						last++
						p.Rules.Pieces[i-1] = last
					}
					p.Rules.Pieces[i] = p.Rules.Pieces[i-1]
				}
			}
		}
		p.Palette = pal.labels
		tumbleTwice(t, p.Tidy())
	})
}

// TestTumbleLimits reads a file of 10^6 cells within its limits of time and memory, and not beyond them.
func TestTumbleLimits(t *testing.T) {
	text := tumbleFile(1000, 1000)
	read := func(ctx context.Context, memory int64) error {
		_, err := readTumble(puzzle.Limits{Memory: memory}.Meter(ctx), grid.NewScanner(strings.NewReader(text), -1))
		return err
	}
	if err := read(t.Context(), 64<<20); err != nil {
		t.Error(err)
	}
	if err := read(t.Context(), 1<<20); !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
		t.Error(err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	if err := read(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// FuzzReadTumble: what is read is valid and comes back; all else is an error with a place, or a limit.
func FuzzReadTumble(f *testing.F) {
	for _, c := range goodTumbles() {
		f.Add([]byte(c.text))
	}
	for _, c := range badTumbles() {
		if len(c.text) < 2000 {
			f.Add([]byte(c.text))
		}
	}
	f.Add([]byte(tumbleSample + tumbleSample))
	f.Fuzz(func(t *testing.T, text []byte) {
		sniffTumble(text)
		s := grid.NewScanner(bytes.NewReader(text), -1)
		for {
			p, err := readTumble(puzzle.Limits{Memory: 4 << 20}.Meter(context.Background()), s)
			if err != nil {
				var e *grid.Error
				if err != io.EOF && !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) && (!errors.As(err, &e) || e.Pos.IsZero()) {
					t.Fatal(err)
				}
				return
			}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			tumbleTwice(t, p)
		}
	})
}
