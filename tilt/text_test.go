package tilt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// readAll reads all cases of a text, with its size known or not.
func readAll(text string, known bool) (all []*Instance, err error) {
	size := int64(-1)
	if known {
		size = int64(len(text))
	}
	s := grid.NewScanner(strings.NewReader(text), size)
	for {
		p, err := readContest(nil, s)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
}

// show writes an instance on one line: "ab/c. -> .a/bc".
func show(p *Instance) string {
	board := func(b *Board) string {
		if b == nil {
			return "none"
		}
		var out strings.Builder
		for r := range b.H {
			if r > 0 {
				out.WriteByte('/')
			}
			for c := range b.W {
				label := p.Label(b.At(r, c))
				if !single(label) {
					label = "<" + label + ">"
				}
				out.WriteString(label)
			}
		}
		return out.String()
	}
	return board(p.Start) + " -> " + board(p.Target)
}

const notATile = " is not a tile; a tile is a printable character other than . # ? O"

// badTexts says for each text how many cases are read before the error.
var badTexts = []struct {
	text  string
	cases int
	want  string
}{
	// Ragged rows.
	{"2 3\nab\n...\n\n...\n...\n", 0, "line 2, column 3: this row has 2 cells; the size says 3"},
	{"2 3\nabcd\n...\n\n...\n...\n", 0, "line 2, column 4: unexpected 'd' after the row's last cell"},
	{"2 3\nabc\n..\n\n...\n...\n", 0, "line 3, column 3: this row has 2 cells; the size says 3"},
	{"2 3\nabc\n\n...\n\n...\n...\n", 0, "line 3, column 1: this row has 0 cells; the size says 3"},
	{"2 3\nabc\n...\n\n...\n..\n", 0, "line 6, column 3: this row has 2 cells; the size says 3"},
	{"2 3\r\nab\r\n...\r\n", 0, "line 2, column 3: this row has 2 cells; the size says 3"},
	{"1 4\néü\n", 0, "line 2, column 3: this row has 2 cells; the size says 4"},
	{"1 2\nab x\n\nba\n", 0, "line 2, column 4: unexpected 'x' after the row's last cell"},
	{"1 2\nab\n\nba x\n", 0, "line 4, column 4: unexpected 'x' after the row's last cell"},
	{"1 2\nabé\n\nba\n", 0, "line 2, column 3: unexpected 'é' after the row's last cell"},

	// Characters that are no tiles.
	{"1 3\na#b\n\na.b\n", 0, "line 4, column 2: the start has a wall here; a target has # or ? there"},
	{"1 3\n?ab\n", 0, "line 2, column 1: '?' is a cell of a target that does not matter, and not a tile"},
	{"1 3\nab.\n\nabO", 0, "line 4, column 3: there is a hole here, and none in the start"},
	{"1 3\nabc\n\nab#\n", 0, "line 4, column 3: there is a wall here, and none in the start"},
	{"1 3\na b\n", 0, "line 2, column 2: ' '" + notATile},
	{"1 3\na\tb\n", 0, "line 2, column 2: the character U+0009" + notATile},
	{"1 3\na\rb\n", 0, "line 2, column 2: the end of the line" + notATile},
	{"1 3\na\x00b\n", 0, "line 2, column 2: the character U+0000" + notATile},
	{"1 3\na\x1bb\n", 0, "line 2, column 2: the character U+001B" + notATile},
	{"1 3\na\x7fb\n", 0, "line 2, column 2: the character U+007F" + notATile},
	{"1 3\na\u00a0b\n", 0, "line 2, column 2: the character U+00A0" + notATile},
	{"1 3\naé\u200b\n", 0, "line 2, column 3: the character U+200B" + notATile},
	{"1 3\na\u2028b\n", 0, "line 2, column 2: the character U+2028" + notATile},
	{"1 3\na\xffb\n", 0, "line 2, column 2: the byte 0xFF is not valid UTF-8; is this a text file?"},
	{"1 3\né\xc3\nb", 0, "line 2, column 2: the byte 0xC3 is not valid UTF-8; is this a text file?"},
	{"1 3\nab\xed\xa0\x80\n", 0, "line 2, column 3: the byte 0xED is not valid UTF-8; is this a text file?"},

	// Sizes that lie, that are none, or that nobody has.
	{"2 2\nab\n\n..\n", 0, "line 3, column 1: this row has 0 cells; the size says 2"},
	{"3 2\nab\n..\nab\n..\n", 0, "line 6, column 1: the input ends after 1 of the 3 rows of the target"},
	{"1 2\nab\n..\n\nab\n..\n", 1, "line 5, column 1: the height is expected here, not 'a'"},
	{"2 1\nab\n..\n", 0, "line 2, column 2: unexpected 'b' after the row's last cell"},
	{"0 3\n", 0, "line 1, column 1: the height is 0; it must be from 1 to 2147483647"},
	{"3 0\n\n\n", 0, "line 1, column 3: the width is 0; it must be from 1 to 2147483647"},
	{"0 0\n", 0, "line 1, column 1: the height is 0; it must be from 1 to 2147483647"},
	{"-1 3\n", 0, "line 1, column 1: the height is -1; it must be from 1 to 2147483647"},
	{"3 -1\n", 0, "line 1, column 3: the width is -1; it must be from 1 to 2147483647"},
	{"1000000000 1000000000\n..", 0, "line 1, column 1: a board of 1000000000 × 1000000000 cells is too large; at most 2147483647 cells are possible"},
	{"65536 32768\n", 0, "line 1, column 1: a board of 65536 × 32768 cells is too large; at most 2147483647 cells are possible"},
	{"2147483648 1\n", 0, "line 1, column 1: the height is 2147483648; it must be from 1 to 2147483647"},
	{"99999999999999999999 2\n", 0, "line 1, column 1: the height is too large; at most 2147483647 is possible"},
	{"2 99999999999999999999\n", 0, "line 1, column 3: the width is too large; at most 2147483647 is possible"},
	{"2 -99999999999999999999\n", 0, "line 1, column 3: the width is too small; at least 1 is possible"},
	{"x", 0, "line 1, column 1: the height is expected here, not 'x'"},
	{"\n\n 3", 0, "line 3, column 3: the input ends where the width is expected"},
	{"3\n4\n", 0, "line 1, column 2: the width is expected here, not the end of the line"},
	{"3 x\n", 0, "line 1, column 3: the width is expected here, not 'x'"},
	{"3 4 5\n", 0, "line 1, column 5: unexpected '5' after the width"},
	{"3 4x\n", 0, "line 1, column 4: the width is followed by 'x'; a space or the end of the line is expected"},
	{"3x4\n", 0, "line 1, column 2: the height is followed by 'x'; a space or the end of the line is expected"},
	{"3.5 4\n", 0, "line 1, column 2: the height is followed by '.'; a space or the end of the line is expected"},
	{"+3 4\n", 0, "line 1, column 1: the height is expected here, not '+'"},

	// The input ends.
	{"2 3", 0, "line 1, column 4: the input ends where the start is expected"},
	{"2 3\nab", 0, "line 2, column 3: the input ends in the middle of a board: this row has 2 of its 3 cells"},
	{"2 3\r\nab\r", 0, "line 2, column 3: the input ends in the middle of a board: this row has 2 of its 3 cells"},
	{"2 3\nabc", 0, "line 2, column 4: the input ends after 1 of the 2 rows of the start"},
	{"2 3\nabc\n", 0, "line 3, column 1: the input ends after 1 of the 2 rows of the start"},
	{"2 3\nabc\n...", 0, "line 3, column 4: the input ends where the target is expected"},
	{"2 3\nabc\n...\n\n", 0, "line 5, column 1: the input ends where the target is expected"},
	{"2 3\nabc\n...\n\nabc\n", 0, "line 6, column 1: the input ends after 1 of the 2 rows of the target"},

	// Files of another kind, and garbage behind a case.
	{"\x7fELF\x02\x01\x01\x00", 0, "line 1, column 1: the height is expected here, not the character U+007F"},
	{"\x89PNG\r\n\x1a\n", 0, "line 1, column 1: the height is expected here, not the byte 0x89"},
	{"\x1f\x8b\x08\x00", 0, "line 1, column 1: the height is expected here, not the character U+001F"},
	{"\xff\xfe3\x00 \x00", 0, "line 1, column 1: the height is expected here, not the byte 0xFF"},
	{"\x00\x00\x00\x00", 0, "line 1, column 1: the height is expected here, not the character U+0000"},
	{"1 2\nab\n\nba\n\x00", 1, "line 5, column 1: the height is expected here, not the character U+0000"},
	{"1 2\nab\n\nba\nyes\n", 1, "line 5, column 1: the height is expected here, not 'y'"},
	{"1 2\nab\n\nba\n1 2\nab\n\nb", 1, "line 8, column 2: the input ends in the middle of a board: this row has 1 of its 2 cells"},
}

func TestBadTexts(t *testing.T) {
	for _, c := range badTexts {
		for _, known := range []bool{false, true} {
			got, err := readAll(c.text, known)
			if err == nil || err.Error() != c.want || len(got) != c.cases || !errors.Is(err, grid.ErrInput) {
				t.Errorf("%q, size known %v: %d cases, then %v\nwant %d, %s", c.text, known, len(got), err, c.cases, c.want)
			}
		}
		// What is wrong does not depend on how the input trickles in.
		s := grid.NewScanner(iotest.OneByteReader(strings.NewReader(c.text)), -1)
		var err error
		for err == nil {
			_, err = readContest(nil, s)
		}
		if err.Error() != c.want {
			t.Errorf("%q, byte by byte: %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestGoodTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"\n \r\n\t\n", ""},
		{"\xEF\xBB\xBF", ""},
		{"1 2\nab\n\nba\n", "ab -> ba"},
		{"1 2\nab\n\nba", "ab -> ba"},
		{"\xEF\xBB\xBF1 2\r\nab\r\n\r\nba\r\n", "ab -> ba"},
		{"1 2\r\nab\nba", "ab -> ba"},                           // line ends of both kinds
		{"1 2\nab\nba\n", "ab -> ba"},                           // no blank line
		{"\n\n  1\t2 \n\n\n ab  \n\n \n\tba\t\n\n", "ab -> ba"}, // too many, and blanks where none belong
		{"1 2\nab\n\nba\n1 1\n.\n\na\n", "ab -> ba; . -> a"},    // colours differ in number: a question, not a mistake
		{"1 2\nab\n\nba\n\n\n1 1\n.\n.\n\n", "ab -> ba; . -> ."},
		{"2 3\nab.\n...\n\n...\n.ab\n", "ab./... -> .../.ab"},
		{"001 02\nab\n\nba\n", "ab -> ba"},
		{"1 6\né日😀Aa0\n\n~!\"'<&\n", "é日😀Aa0 -> ~!\"'<&"},
		{"1 2\n\xEF\xBF\xBDa\n\na\uFFFD\n", "\uFFFDa -> a\uFFFD"}, // U+FFFD itself is printable
		{"1 3\n-+1\n\n1+-\n", "-+1 -> 1+-"},
	} {
		for _, known := range []bool{false, true} {
			all, err := readAll(c.text, known)
			var got []string
			for _, p := range all {
				if err := p.Validate(); err != nil {
					t.Errorf("%q: %v", c.text, err)
				}
				got = append(got, show(p))
			}
			if err != nil || strings.Join(got, "; ") != c.want {
				t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
			}
		}
	}
}

// TestSamples reads the contest's samples and the regressions, writes and reads them again.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	if err != nil || len(files) != 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := readAll(string(text), true)
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %d cases, %v", name, len(all), err)
		}
		if !sniffContest(text) {
			t.Errorf("%s is not recognised", name)
		}
		var out bytes.Buffer
		if err := writeContest(&out, all[0]); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(filepath.Base(name), "sample") && out.String() != string(text) {
			t.Errorf("%s came back as %q", name, out.Bytes())
		}
		back, err := readAll(out.String(), false)
		if err != nil || len(back) != 1 || show(back[0]) != show(all[0]) {
			t.Errorf("%s: %v", name, err)
		}
		answer, err := os.ReadFile(strings.TrimSuffix(name, ".in") + ".ans")
		if err != nil {
			t.Fatal(err)
		}
		verdict := puzzle.Impossible
		if string(answer) == "yes\n" {
			verdict = puzzle.Solved
		}
		out.Reset()
		if err := answerContest(&out, all[0], Outcome{Verdict: verdict}); err != nil || out.String() != string(answer) {
			t.Errorf("%s: %q", name, out.String())
		}
	}
}

// TestTruncatedText cuts a text at every byte: an error at the cut, or the whole case.
func TestTruncatedText(t *testing.T) {
	for _, text := range []string{"2 3\nab.\n..c\n\n.a.\ncb.\n", "2 3\r\nab.\r\n..é\r\n\r\n.a.\r\néb.\r\n"} {
		whole := len(strings.TrimRight(text, "\r\n"))
		for i := range len(text) {
			all, err := readAll(text[:i], i%2 == 0)
			if i >= whole || strings.TrimSpace(text[:i]) == "" {
				if err != nil || len(all) != min(i, 1) {
					t.Errorf("%q: %d cases, %v", text[:i], len(all), err)
				}
				continue
			}
			var e *grid.Error
			if !errors.As(err, &e) || len(all) != 0 {
				t.Errorf("%q: %d cases, %v", text[:i], len(all), err)
				continue
			}
			if !utf8.ValidString(text[:i]) {
				continue // cut in the middle of a character
			}
			// The place is the end of the input, or the line end before it.
			cut := strings.TrimRight(text[:i], "\r")
			line := 1 + strings.Count(cut, "\n")
			col := 1 + utf8.RuneCountInString(cut[strings.LastIndexByte(cut, '\n')+1:])
			if e.Pos.Line != line || e.Pos.Col < col || e.Pos.Col > col+i-len(cut) {
				t.Errorf("%q: %v, want line %d, column %d", text[:i], err, line, col)
			}
			if !strings.Contains(e.Msg, "the input ends") {
				t.Errorf("%q: %v", text[:i], err)
			}
		}
	}
}

func TestBrokenReader(t *testing.T) {
	const text = "2 3\nab.\n..c\n\n.a.\ncb.\n"
	broken := errors.New("the cable is out")
	for i := range len(text) {
		r := io.MultiReader(strings.NewReader(text[:i]), iotest.ErrReader(broken))
		_, err := readContest(nil, grid.NewScanner(r, -1))
		if !errors.Is(err, broken) && i < len(text)-1 {
			t.Errorf("%q, then a break: %v", text[:i], err)
		}
	}
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHeaderAllocatesNothing reads files whose headers promise gigabytes.
func TestHeaderAllocatesNothing(t *testing.T) {
	row := strings.Repeat("ab.", 13334)[:40000] + "\n"
	for _, c := range []struct{ text, want string }{
		{"40000 40000\n" + row + row + row, "line 5, column 1: the input ends after 3 of the 40000 rows of the start"},
		{"40000 40000\n", "line 2, column 1: the input ends where the start is expected"},
		{"40000 40000\n" + row + row + "ab", "line 4, column 3: the input ends in the middle of a board: this row has 2 of its 40000 cells"},
		{"1 2000000000\n" + row, "line 2, column 40001: this row has 40000 cells; the size says 2000000000"},
		{"2000000000 1\na\nb\n", "line 4, column 1: the input ends after 2 of the 2000000000 rows of the start"},
		{"1000000000 1000000000\n" + row, "line 1, column 1: a board of 1000000000 × 1000000000 cells is too large; at most 2147483647 cells are possible"},
		{"2147483647 1\n" + strings.Repeat("é\n", 10000), "line 10002, column 1: the input ends after 10000 of the 2147483647 rows of the start"},
	} {
		for _, known := range []bool{true, false} {
			var err error
			used := allocated(func() { _, err = readAll(c.text, known) })
			if err == nil || err.Error() != c.want {
				t.Errorf("%.20q, size known %v: %v, want %s", c.text, known, err, c.want)
			}
			if used >= 1<<20 {
				t.Errorf("%.20q, size known %v: %d bytes allocated for a text of %d", c.text, known, used, len(c.text))
			}
		}
	}
}

// TestMemoryLimit: a header and the beginning of a board are enough to see that it is over the limit.
func TestMemoryLimit(t *testing.T) {
	text := "40000 40000\n" + strings.Repeat(".", 40000)
	s := grid.NewScanner(strings.NewReader(text), -1)
	_, err := readContest(puzzle.Limits{Memory: 1 << 30}.Meter(context.Background()), s)
	var le *puzzle.LimitError
	if !errors.As(puzzle.AsLimit(err), &le) || le.Limit != "memory" || errors.Is(err, grid.ErrInput) ||
		le.Msg != "a board of this size needs about 14.9 GiB of memory and the limit is 1 GiB" {
		t.Errorf("%v", err)
	}
	s = grid.NewScanner(strings.NewReader("2 2\nab\n..\n\n..\nba\n"), -1)
	if _, err := readContest(puzzle.Limits{Memory: 40}.Meter(context.Background()), s); err != nil {
		t.Errorf("40 bytes are enough for 4 cells: %v", err)
	}
	s = grid.NewScanner(strings.NewReader("2 2\nab\n..\n\n..\nba\n"), -1)
	if _, err := readContest(puzzle.Limits{Memory: 39}.Meter(context.Background()), s); !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
		t.Errorf("%v", err)
	}
}

// colours returns n different tiles beyond ASCII and the text of a board of one row with them.
func colours(n int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = rune(0x4E00 + i)
	}
	return string(out)
}

// TestWideBoards crosses the border between boards of bytes and of words, on either board
// and in the middle of a row.
func TestWideBoards(t *testing.T) {
	backwards := func(s string) string {
		r := []rune(s)
		for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
			r[i], r[j] = r[j], r[i]
		}
		return string(r)
	}
	for _, n := range []int{maxNarrow - 1, maxNarrow, maxNarrow + 1, maxNarrow + 2, 300, 1000} {
		many, few := colours(n), strings.Repeat("a.", n)[:n]
		for _, c := range []struct {
			name, start, target string
			colours             int
		}{
			{"both", many, backwards(many), n},
			{"start", many, few, n + 1},
			{"target", few, many, n + 1},
			{"ascii behind", many[3:] + "a", few, n},
		} {
			text := fmt.Sprintf("1 %d\n%s\n\n%s\n", n, c.start, c.target)
			all, err := readAll(text, n%2 == 0)
			if err != nil {
				t.Fatalf("%d, %s: %v", n, c.name, err)
			}
			p := all[0]
			if err := p.Validate(); err != nil {
				t.Errorf("%d, %s: %v", n, c.name, err)
			}
			if got := show(p); got != c.start+" -> "+c.target {
				t.Errorf("%d, %s: %.60s …", n, c.name, got)
			}
			if wide := c.colours > maxNarrow; len(p.Palette) != c.colours || (p.Start.Wide != nil) != wide || (p.Target.Wide != nil) != wide {
				t.Errorf("%d, %s: %d colours, wide %v and %v", n, c.name, len(p.Palette), p.Start.Wide != nil, p.Target.Wide != nil)
			}
			var out strings.Builder
			if err := writeContest(&out, p); err != nil || out.String() != text {
				t.Errorf("%d, %s: came back as %.60q …, %v", n, c.name, out.String(), err)
			}
		}
	}
}

// TestLongRows reads rows longer than the scanner's window whose characters need a closer look,
// in time that is linear in their length: a quadratic reader takes minutes here.
func TestLongRows(t *testing.T) {
	const n = 400_000
	for _, cell := range []string{"é", "aé", "aaaaaaaaaaaaaaaaaaaaaaaaaaaé", "ab."} {
		row := strings.Repeat(cell, n/utf8.RuneCountInString(cell))
		w := utf8.RuneCountInString(row)
		all, err := readAll(fmt.Sprintf("1 %d\n%s\n\n%s\n", w, row, row), false)
		if err != nil || len(all) != 1 {
			t.Fatalf("%q: %v", cell, err)
		}
		if got := show(all[0]); got != row+" -> "+row {
			t.Errorf("%q: another board", cell)
		}
		short := fmt.Sprintf("1 %d\n%s\n", w+1, row)
		if _, err := readAll(short, false); err == nil || err.Error() != fmt.Sprintf("line 2, column %d: this row has %d cells; the size says %d", w+1, w, w+1) {
			t.Errorf("%q: %v", cell, err)
		}
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"2 3\nab.\n":            true,
		"\xEF\xBB\xBF2 3\r\nab": true,
		"\n\n 2 3 \nab.":        true,
		"2 3":                   true, // cut behind the header
		"2 3\n":                 true,
		"9 9\n\nab":             true,
		"":                      false,
		"2\nab":                 false,
		"2 3 4\nab":             false,
		"2 x\nab":               false,
		"-2 3\nab":              false,
		"2 3\n1 2\n":            false, // numbers go on: another contest's format
		`{"family":"tilt"}`:     false,
		"family: tilt\n":        false,
		"\x00\x00":              false,
	} {
		if got := sniffContest([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestWriteContestRefuses(t *testing.T) {
	b := NewBoard(1, 1, 1)
	for _, c := range []struct {
		p    *Instance
		want string
	}{
		{&Instance{Start: b}, "there is no target; the format tilting-tiles needs one"},
		{&Instance{Palette: []string{"a", "red"}, Start: b, Target: b}, "the label 'red' has several characters; the format tilting-tiles has one a cell"},
	} {
		if err := writeContest(io.Discard, c.p); err == nil || err.Error() != c.want || !errors.Is(err, grid.ErrInput) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	p, err := readAll("1 2\nab\nba\n", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeContest(failing{}, p[0]); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that fails: %v", err)
	}
	if err := answerContest(failing{}, p[0], Outcome{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestTabRow wants a row that is a tab to be named, and not taken for an empty line.
func TestTabRow(t *testing.T) {
	for text, want := range map[string]string{
		"1 1\n\t\n\na\n":   "line 2, column 1: a tab is no cell",
		"1 1\na\n\n \t\n":  "line 4, column 2: a tab is no cell",
		"1 2\n\tab\n\nab":  "",
		"1 1\na\n\t":       "line 3, column 1: a tab is no cell",
		"1 1\n \r\na\n\na": "",
	} {
		_, err := readContest(nil, grid.NewScanner(strings.NewReader(text), -1))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
