package assembly

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

type readFunc func(*meter.Meter, *grid.Scanner) (*Instance, error)

// readAll reads all cases of a text, which comes in whole or byte by byte, of known or unknown size.
func readAll(text string, read readFunc, how int) (out []*Instance, err error) {
	size := int64(-1)
	var r io.Reader = strings.NewReader(text)
	if how&1 == 1 {
		size = int64(len(text))
	}
	if how&2 == 2 {
		r = iotest.OneByteReader(r)
	}
	s := grid.NewScanner(r, size)
	for {
		p, err := read(nil, s)
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, p)
	}
}

// show writes an instance as a picture, with the board's size.
func show(p *Instance) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d %d %v root %d\n", p.Rows, p.Cols, p.Contact, p.Root)
	fmt.Fprint(&b, p.Blocks)
	return b.String()
}

func TestReadContest(t *testing.T) {
	sample, err := os.ReadFile("testdata/sliding-blocks-1.in")
	if err != nil {
		t.Fatal(err)
	}
	for how := range 4 {
		got, err := readAll(string(sample), readContest, how)
		if err != nil || len(got) != 1 || show(got[0]) != "3 4 frontal root 0\n[(1, 1) (1, 2) (2, 2) (2, 3) (3, 3) (3, 4)]" {
			t.Fatalf("%v %v", got, err)
		}
		// Several cases, blank lines around them, CRLF, blanks, a mark; a root that is not the first by rows.
		text := "\xEF\xBB\xBF\r\n" + strings.ReplaceAll(string(sample), "\n", "\r\n") +
			"\n\n 2  2\t3 \n\t2 2\n 2   1 \n1 1\t\n1000000000 1073741823 1\n999999999 1073741823"
		got, err = readAll(text, readContest, how)
		if err != nil || len(got) != 3 || show(got[1]) != "2 2 frontal root 2\n[(1, 1) (2, 1) (2, 2)]" ||
			show(got[2]) != "1000000000 1073741823 frontal root 0\n[(999999999, 1073741823)]" {
			t.Fatalf("%v %v", got, err)
		}
	}
}

var badContests = []struct{ text, want string }{
	{"3\n", "line 1, column 2: the number of columns is expected here, not the end of the line"},
	{"3 4\n1 1\n",
		"line 1, column 4: a case begins with a line of three numbers, rows, columns and blocks; this line has two"},
	{"3 4", "line 1, column 4: a case begins with a line of three numbers"},
	{"3 4 x\n", "line 1, column 5: the number of blocks is expected here, not 'x'"},
	{"3 4 1 1\n", "line 1, column 7: unexpected '1' after the number of blocks"},
	{"0 4 1\n1 1\n", "line 1, column 1: the number of rows is 0; it must be from 1 to 1073741823"},
	{"4 0 1\n1 1\n", "line 1, column 3: the number of columns is 0"},
	{"4 4 0\n", "line 1, column 5: the number of blocks is 0"},
	{"4 4 -1\n", "line 1, column 5: the number of blocks is -1"},
	{"1073741824 4 1\n1 1\n", "line 1, column 1: the number of rows is 1073741824"},
	{"99999999999999999999 4 1\n1 1\n", "line 1, column 1: the number of rows is too large"},
	{"4 4 17\n1 1\n", "line 1, column 1: 17 blocks are promised; a board of 4 × 4 has 16 cells"},
	{"1000000 1000000 2147483646\n1 1\n", "line 3, column 1: the input ends after 1 of 2147483646 blocks"},
	{"3 4 2\n1 1\n", "line 3, column 1: the input ends after 1 of 2 blocks"},
	{"3 4 2\n1 1", "line 2, column 4: the input ends after 1 of 2 blocks"},
	{"3 4 2\n1 1\n\n1 2\n", "line 3, column 1: the block's row is expected here, not the end of the line"},
	{"3 4 2\n1 1\n1 \n", "line 3, column 3: the block's column is expected here, not the end of the line"},
	{"3 4 2\n1 1\n1 2 3\n", "line 3, column 5: unexpected '3' after the block's column"},
	{"3 4 2\n1 1\n1 2x\n", "line 3, column 4: the block's column is followed by 'x'"},
	{"3 4 1\n1 1\n1 2\n", "line 3, column 4: a case begins with a line of three numbers"},
	{"3 4 2\n1 1\n4 1\n", "line 3, column 1: the block's row is 4; it must be from 1 to 3"},
	{"3 4 2\n1 1\n1 5\n", "line 3, column 3: the block's column is 5; it must be from 1 to 4"},
	{"3 4 2\n1 1\n0 1\n", "line 3, column 1: the block's row is 0"},
	{"3 4 2\n1 1\n1 4294967298\n", "line 3, column 3: the block's column is 4294967298"},
	{"3 4 3\n1 1\n1 2\n1 1\n", "line 4, column 1: block (1, 1) is listed twice"},
	{"3 4 3\n2 2\n1 1\n1 2\n2 1\n", "line 5, column 4: a case begins"},
	{"3 4 4\n3 3\n1 1\n3 4\n1 2\n",
		"line 3, column 1: the shape is not connected: no chain of blocks joins (1, 1) to (3, 3)"},
	{"3 4 1\n1 1\n\n3 4 2\n3 4\n1 1\n", "line 6, column 1: the shape is not connected"},
}

func TestReadContestRefuses(t *testing.T) {
	for _, c := range badContests {
		for how := range 4 {
			_, err := readAll(c.text, readContest, how)
			if err == nil || !errors.Is(err, puzzle.ErrInput) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
			}
		}
	}
}

// A header alone takes no memory, and a limit is asked before what is read does.
func TestReadContestMemory(t *testing.T) {
	const text = "1000000000 1000000000 2147483646\n1 1\n1 2\n1 3\n"
	for _, size := range []int64{-1, int64(len(text))} {
		n := testing.AllocsPerRun(1, func() {
			s := grid.NewScanner(strings.NewReader(text), size)
			_, err := readContest(puzzle.Limits{Memory: 1 << 20}.Meter(context.Background()), s)
			if !errors.Is(err, puzzle.ErrInput) {
				t.Fatal(err)
			}
		})
		if n > 40 {
			t.Errorf("%v allocations", n)
		}
	}
	var long bytes.Buffer
	fmt.Fprintf(&long, "1 100000 100000\n")
	for c := range 100_000 {
		fmt.Fprintf(&long, "1 %d\n", c+1)
	}
	for _, size := range []int64{-1, int64(long.Len())} {
		s := grid.NewScanner(bytes.NewReader(long.Bytes()), size)
		_, err := readContest(puzzle.Limits{Memory: 1 << 20}.Meter(context.Background()), s)
		if !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
			t.Errorf("size %d: %v", size, err)
		}
		s = grid.NewScanner(bytes.NewReader(long.Bytes()), size)
		p, err := readContest(puzzle.Limits{Memory: 8 << 20}.Meter(context.Background()), s)
		if err != nil || len(p.Blocks) != 100_000 || p.Links != 99_999 {
			t.Errorf("size %d: %v", size, err)
		}
	}
}

// Whoever writes a case and waits for its answer gets it: nothing is read behind the case's last line.
func TestReadContestWaitsForNothing(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1000, 20_000} {
		var text strings.Builder
		fmt.Fprintf(&text, "1 %d %d\n", n, n)
		for c := range n {
			fmt.Fprintf(&text, "1 %d\n", c+1)
		}
		for _, r := range []io.Reader{strings.NewReader(text.String()), iotest.HalfReader(strings.NewReader(text.String())),
			iotest.OneByteReader(strings.NewReader(text.String()))} {
			s := grid.NewScanner(io.MultiReader(r, readerFunc(func([]byte) (int, error) {
				t.Fatalf("%d blocks: read on behind the last one", n)
				return 0, io.EOF
			})), -1)
			if p, err := readContest(nil, s); err != nil || len(p.Blocks) != n {
				t.Errorf("%d blocks: %v", n, err)
			}
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestReaderError(t *testing.T) {
	broken := errors.New("the disk is gone")
	for i, text := range []string{"", "3", "3 4", "3 4 2", "3 4 2\n", "3 4 2\n1", "3 4 2\n1 1\n", "", "#", "##\n",
		"contact", "contact sticky\n", "contact sticky\n##\n"} {
		read := readFunc(readContest)
		if i > 6 {
			read = readPicture
		}
		s := grid.NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), -1)
		if _, err := read(nil, s); !errors.Is(err, broken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAnswerContest(t *testing.T) {
	read := func(text string) *Instance {
		p, err := readAll(text, readContest, 1)
		if err != nil {
			t.Fatal(err)
		}
		return p[0]
	}
	solved := func(m ...Move) Outcome {
		return Outcome{Verdict: puzzle.Solved, Witness: &Witness{Moves: m}}
	}
	two := read("3 4 2\n1 1\n1 2\n")
	square := read("2 2 4\n1 1\n1 2\n2 1\n2 2\n")
	free := *two
	free.Root = NoRoot
	sticky := *two
	sticky.Contact = Sticky
	for i, c := range []struct {
		p        *Instance
		o        Outcome
		evidence bool
		want     string
		err      error
	}{
		{two, solved(MakeMove(Left, 0)), false, "possible\n< 1\n", nil},
		{two, solved(MakeMove(Left, 0), MakeMove(Down, 399_999)), true, "possible\n< 1\nv 400000\n", nil},
		{read("1 1 1\n1 1\n"), solved(), false, "possible\n", nil},
		{two, Outcome{Verdict: puzzle.Impossible}, false, "impossible\n", nil},
		{two, Outcome{Verdict: puzzle.Solved}, false, "", puzzle.ErrUnsupported},
		{two, Outcome{}, false, "", puzzle.ErrUnsupported},
		{square, solved(MakeMove(Left, 0)), false, "", puzzle.ErrInput},
		{square, solved(MakeMove(Left, 0)), true, "possible\n< 1\n", nil},
		{&free, solved(MakeMove(Left, 0)), true, "", puzzle.ErrUnsupported},
		{&sticky, solved(MakeMove(Left, 0)), true, "", puzzle.ErrUnsupported},
	} {
		write := answerContest
		if c.evidence {
			write = writeContestEvidence
		}
		var b bytes.Buffer
		err := write(&b, c.p, c.o)
		if b.String() != c.want || !errors.Is(err, c.err) {
			t.Errorf("%d: %q, %v", i, b.String(), err)
		}
	}
	var many []Move
	var want strings.Builder
	want.WriteString("possible\n")
	for i := range int32(50_000) {
		many = append(many, MakeMove(Direction(i%4), i*7))
		fmt.Fprintf(&want, "%c %d\n", "<>^v"[i%4], i*7+1)
	}
	var b bytes.Buffer
	if err := answerContest(&b, two, solved(many...)); err != nil || b.String() != want.String() {
		t.Errorf("%v", err)
	}
	if err := answerContest(brokenWriter{}, two, solved(many...)); err == nil {
		t.Error("a writer's error is lost")
	}
}

func TestAppendNumber(t *testing.T) {
	for _, n := range []uint32{0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 9999, 10_000, 99_999, 100_000, 1_000_009,
		4_294_967_295} {
		if got := string(appendNumber([]byte("x"), n)); got != fmt.Sprintf("x%d", n) {
			t.Errorf("%d is written %s", n, got)
		}
	}
	for n := range uint32(12_345) {
		if got := string(appendNumber(nil, n*347)); got != fmt.Sprint(n*347) {
			t.Errorf("%d is written %s", n*347, got)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestReadPicture(t *testing.T) {
	for how := range 4 {
		got, err := readAll("\xEF\xBB\xBF##.R\r\n#.##\r\n###.\r\n\r\n\r\ncontact  sticky \r\n\n.#.  \n###\t\n\n\n#",
			readPicture, how)
		want := []string{
			"3 4 frontal root 2\n[(1, 1) (1, 2) (1, 4) (2, 1) (2, 3) (2, 4) (3, 1) (3, 2) (3, 3)]",
			"2 3 sticky root -1\n[(1, 2) (2, 1) (2, 2) (2, 3)]",
			"1 1 frontal root -1\n[(1, 1)]",
		}
		if err != nil || len(got) != len(want) {
			t.Fatalf("%v %v", got, err)
		}
		for i := range want {
			if show(got[i]) != want[i] {
				t.Errorf("%s\nwant %s", show(got[i]), want[i])
			}
		}
	}
}

var badPictures = []struct{ text, want string }{
	{"..\n..\n", "line 1, column 1: there is no block in this picture"},
	{"#..\n#.\n", "line 2, column 3: this row has 2 cells; the first one has 3"},
	{"#..\n#. \n", "line 2, column 3: this row has 2 cells; the first one has 3"},
	{"#..\n#...\n", "line 2, column 4: this row has more than 3 cells, the width of the first one"},
	{"#..\n#..#\n", "line 2, column 4: this row has more than 3 cells"},
	{"#..\n#X.\n", "line 2, column 2: 'X' is no cell of a picture"},
	{"#..\n#..é\n", "line 2, column 4: 'é' is no cell of a picture"},
	{"#..\n#.\xFF\n", "line 2, column 3: the byte 0xFF is not valid UTF-8"},
	{"#R.\n#.R\n", "line 2, column 3: this is the second R"},
	{"#.\n.#\n", "line 2, column 2: the shape is not connected: no chain of blocks joins (2, 2) to (1, 1)"},
	{"#\n\ncontact sticky\n#.#\n", "line 4, column 3: the shape is not connected"},
	{"contact loose\n#\n", "line 1, column 1: a row of the picture, or the line"},
	{"contact\n#\n", "line 1, column 1: a row of the picture"},
	{"contact sticky\n", "line 2, column 1: the input ends where a picture is expected"},
	{"contact sticky\ncontact sticky\n#\n", "line 2, column 1: 'c' is no cell"},
	{"# #\n", "line 1, column 3: unexpected '#' after the row's cells"},
	{"  #\n###\n", "line 1, column 3: a row of the picture begins at the beginning of its line"},
	{"###\n #\n", "line 2, column 1: this row begins with a blank; an empty line ends a picture"},
}

func TestReadPictureRefuses(t *testing.T) {
	for _, c := range badPictures {
		for how := range 4 {
			_, err := readAll(c.text, readPicture, how)
			if err == nil || !errors.Is(err, puzzle.ErrInput) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
			}
		}
	}
	// Wide rows of nothing cost nothing.
	wide := strings.Repeat(".", 1<<20) + "#\n"
	s := grid.NewScanner(strings.NewReader(wide+wide), -1)
	p, err := readPicture(puzzle.Limits{Memory: 4 << 10}.Meter(context.Background()), s)
	if err != nil || p.Cols != 1<<20+1 || len(p.Blocks) != 2 {
		t.Errorf("%v", err)
	}
	many := strings.Repeat("#", 1<<20)
	if _, err := readPicture(puzzle.Limits{Memory: 1 << 20}.Meter(context.Background()),
		grid.NewScanner(strings.NewReader(many), -1)); !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
		t.Errorf("%v", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	far, err := New(MaxSide, MaxSide, []Block{{5, 5}, {5, 6}}, NoRoot, Frontal)
	if err != nil {
		t.Fatal(err)
	}
	if err := writePicture(io.Discard, far); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Errorf("%v", err)
	}
	if err := writeContest(io.Discard, far); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Errorf("%v", err)
	}
}

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		head             string
		contest, picture bool
	}{
		{"3 4 6\n1 1\n1 2\n", true, false},
		{"\xEF\xBB\xBF\r\n3 4 6\r\n1 1\r\n", true, false},
		{"3 4 6\n1 1\n1 x\n", true, false},
		{"3 4 6\n9 9\n", true, false},
		{"3 4 6", true, false},
		{"3 4 6\n1", true, false},
		{"2 5 4\n1 1\n1 2\n", true, false},
		{"2 2 4\n1 2\n1 1\n", true, false},
		{"2 2 1\n1 1\n", true, false},
		{"2 2 1\n1 1\n1 1\n", false, false}, // lamps
		{"2 2 1\n1 0\n0 1\n", false, false},
		{"2 2 1\n1 1\n0 1\n", false, false},
		{"2 2 1\n0 1\n", false, false},
		{"3 2 1\n1 0 1\n0 1 0\n0 0 0\n", false, false},
		{"3 3 1\n1\n", false, false},
		{"4 4\n.r..\nrgyb\n", false, false},
		{"3 4 6 7\n1 1\n", false, false},
		{"##.R\n#.##\n", false, true},
		{"...\n.x.\n", false, true},
		{"#", false, true},
		{"###\n#X#\n", false, false},
		{"###\n###\n", false, true},
		{"###\n\ncontact sticky\n#\n", false, true},
		{"contact sticky\n#\n", false, true},
		{"contact: sticky\n", false, false},
		{"# modulus 3\n012\n", false, false},
		{"#\n# a comment\nfamily: tilt\n", false, false},
		{"010\n111\n", false, false},
		{"P1\n3 2\n", false, false},
		{"", false, false},
	} {
		if got := sniffContest([]byte(c.head)); got != c.contest {
			t.Errorf("%q: contest %v", c.head, got)
		}
		if got := sniffPicture([]byte(c.head)); got != c.picture {
			t.Errorf("%q: picture %v", c.head, got)
		}
	}
}

// TestOneLine reads shapes with slashes between their rows, and says where they are wrong.
func TestOneLine(t *testing.T) {
	one, err := Parse("##.R/#.##/###.")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := Parse("##.R\n#.##\n###.\n")
	if err != nil || !reflect.DeepEqual(one, lines) {
		t.Errorf("%+v, %+v, %v", one, lines, err)
	}
	for text, want := range map[string]string{
		"#.#/.#.\n": "line 1, column 3: the shape is not connected: no chain of blocks joins (1, 3) to (1, 1)",
		"##/..#/\n": "line 1, column 6: this row has more than 2 cells, the width of the first one",
		"##/#\n":    "line 1, column 5: this row has 1 cell; the first one has 2",
		"##//\n": "line 1, column 4: '/' is no cell of a picture; a cell is # (a block), R (the block that is there " +
			"from the start) or . (empty)",
		"##/.x\n": "line 1, column 5: 'x' is no cell of a picture; a cell is # (a block), R (the block that is there " +
			"from the start) or . (empty)",
		"#./..\n#.": "one shape is expected",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for head, want := range map[string]bool{"#.#/.#.\n": true, "/##\n": false, "##/\n": false, "##/.R": true} {
		if sniffPicture([]byte(head)) != want {
			t.Errorf("%q: want %v", head, want)
		}
	}
}

func TestOpening(t *testing.T) {
	for moves, want := range map[string]string{"(1,2) <1 ^2": "(1,2)", " ( 1, 2 )": "( 1, 2 )", "(1,2)": "(1,2)", "<1": "",
		"": "", "<1 (1,2)": "", "(1,2": "", "(x) <1": ""} {
		if got := Opening(moves); got != want {
			t.Errorf("%q: %q, want %q", moves, got, want)
		}
	}
}
