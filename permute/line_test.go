package permute

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

func TestLines(t *testing.T) {
	const contest = "R1(1 2 3) R2(4 5 6) R3(7 8 9) D1(1 4 7) D2(2 5 8) D3(3 6 9) CW(1 3 9 7)(2 6 8 4)"
	for _, c := range []struct {
		in    string
		want  []string // for each puzzle: boards and moves
		lines string   // as they are written
	}{
		{"293/678/514 -> 624/579/183", []string{"293/678/514 624/579/183", contest},
			"293/678/514 -> 624/579/183 : shift-right shift-down rotate-cw\n"},
		{"\xEF\xBB\xBF# a comment\n\n  293/678/514->624/579/183\r\n", []string{"293/678/514 624/579/183", contest},
			"293/678/514 -> 624/579/183 : shift-right shift-down rotate-cw\n"},
		{"3 2 1/4 5 12 : shift-right", []string{"3,2,1/4,5,12 1,2,3/4,5,12", "R1(1 2 3) R2(4 5 6)"},
			"3,2,1/4,5,12 : shift-right\n"},
		{"1,2/3,10 -> 10,./., . :shift-right", []string{"1,2/3,10 10,./.,.", "R1(1 2) R2(3 4)"},
			"1,2/3,10 -> 10,./.,. : shift-right\n"},
		{"10,/2, : shift-down=3", []string{"10,/2, 2,/10,", "D1(1 2)*3"}, "10,/2, : shift-down=3\n"},
		{"12 -> 21|1.| .2 : shift-right", []string{"12 21|1.|.2", "R1(1 2)"}, "12 -> 21 | 1. | .2 : shift-right\n"},
		{"12/34 :", []string{"12/34 12/34", ""}, "12/34 :\n"},
		{"12 : shift-left", []string{"12 12", "L1(1 2)"}, "12 -> 12 : shift-left\n"}, // the arrow tells that 12 is a board
		{"moves shift-right\n21 -> 12\n# more\n321 -> 123 : shift-left\n12/34\nmoves\tshift-down \nab/cd\nmoves\n1/2",
			[]string{"21 12", "R1(1 2)", "321 123", "L1(1 3 2)", "12/34 12/34", "R1(1 2) R2(3 4)", "ab/cd ab/cd",
				"D1(1 3) D2(2 4)", "1/2 1/2", ""},
			"21 -> 12 : shift-right\n321 -> 123 : shift-left\n12/34 : shift-right\nab/cd : shift-down\n1/2 :\n"},
		{"a-->-a : shift-right", []string{"a- -a", "R1(1 2)"}, "a- -> -a : shift-right\n"},
		{"-a->a- : shift-right", []string{"-a a-", "R1(1 2)"}, "-a -> a- : shift-right\n"},
		{"moves -> esvom : shifts:left", []string{"moves esvom", "L1(1 5 4 3 2)"}, "moves -> esvom : shifts:left\n"},
		{"", nil, ""},
		{"# nothing\nmoves shifts\n", nil, ""},
	} {
		for _, wrap := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader,
			iotest.DataErrReader} {
			ps, err := readAll(readLineText, wrap(strings.NewReader(c.in)))
			var got []string
			var out bytes.Buffer
			for _, p := range ps {
				got = append(got, text(p), show(p.Moves))
				if err := writeLine(&out, p); err != nil {
					t.Fatal(err)
				}
			}
			if err != nil || strings.Join(got, ";") != strings.Join(c.want, ";") || out.String() != c.lines {
				t.Errorf("%q: %q, %v, written %q", c.in, got, err, out.String())
			}
			if c.lines != "" && !sniffLine(out.Bytes()) {
				t.Errorf("%q is not recognised", out.String())
			}
		}
	}
	// Puzzles of one size, moves and tiles share what they can.
	ps, err := readAll(readLineText, strings.NewReader("12/34 -> 21/34\n12/43\n123\t: shifts\n"+
		strings.Repeat("321 : shifts\n", 100)))
	if err != nil || ps[0].Moves != ps[1].Moves || &ps[0].Labels[0] != &ps[1].Labels[0] || ps[2].Moves != ps[102].Moves {
		t.Errorf("moves and labels are not shared: %v", err)
	}
}

func TestManySets(t *testing.T) {
	var in strings.Builder
	for n := 1; n <= 200; n++ {
		in.WriteString(strings.Repeat("x", n) + "/" + strings.Repeat("y", n) + " : shift-right\n")
	}
	if ps, err := readAll(readLineText, strings.NewReader(in.String()+in.String())); err != nil || len(ps) != 400 {
		t.Errorf("%d, %v", len(ps), err)
	}
}

func TestBadLines(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"12/345", "line 1, column 6: row 2 of the start has 3 tiles; the rows above have 2"},
		{"12/3 -> 12/34", "line 1, column 5: row 2 of the start has 1 tile; the rows above have 2"},
		{"\n  12/34 -> 12/3", "line 2, column 16: row 2 of the goal has 1 tile; the rows above have 2"},
		{"12/34 -> 12/33", "line 1, column 14: the goal has the tile 3 twice and the start once; the tile 4 of the start " +
			"stands there not at all"},
		{"éa/34 -> éa/35", "line 1, column 14: the goal has the tile 5 and the start does not"},
		{"12/34 -> 12/34 | 11/34", "line 1, column 19: goal 2 has the tile 1 twice and the start once; the tile 2 of the " +
			"start stands there not at all"},
		{"12/34 -> 12/34 | ", "line 1, column 17: row 1 of goal 2 is empty"},
		{"12/34 ->", "line 1, column 9: row 1 of the goal is empty"},
		{"-> 12/34", "line 1, column 1: row 1 of the start is empty"},
		{"1./34", "line 1, column 2: '.' is a cell that does not matter, which only a goal may have; it is not a tile"},
		{"12/34 -> 12", "line 1, column 10: the goal has 1 × 2 cells; the start has 2 × 2"},
		{"123/456", "line 1, column 1: a board of 2 × 3 cells needs its moves: \": shifts\" at the end of its line, or a " +
			"line \"moves shifts\" before it (only square boards have moves without that: shift-right shift-down rotate-cw)"},
		{"123/456 : shifts rotate-cw", "line 1, column 18: rotate-cw turns the grid by a quarter, which takes a square " +
			"board; this one has 2 × 3 cells (rotate-180 turns any board by a half)"},
		{"# x\nmoves shifts rotate-cw\n123/456", "line 2, column 14: rotate-cw turns the grid by a quarter, which takes a " +
			"square board; this one has 2 × 3 cells (rotate-180 turns any board by a half)"},
		{"12/34 : fly", "line 1, column 9: there is no set of moves 'fly'; there are shift-right, -left, -up, -down, " +
			"shifts, drag, rotate-cw, -ccw, -180, twist:2x2, twist-cw:2x2, twist-ccw:2x2, swap:adjacent, mirror-left-right, " +
			"mirror-up-down"},
		{"12/34 : shifts=0", "line 1, column 9: the cost of 'shifts' is '0'; it must be from 1 to 2147483647"},
		{"12/34 -> é\xff/34", "line 1, column 11: the byte 0xFF is not valid UTF-8; is this a text file?"},
		{"1,,2/3,4", "line 1, column 3: row 1 of the start: a tile is missing before this comma"},
		{"1>/23", "line 1, column 2: the tile > holds one of the characters /,:>|#{}, which mean something else here; a " +
			"document may have such tiles"},
		{"a-->-a- : shift-right", "line 1, column 5: the goal has 1 × 3 cells; the start has 1 × 2"},
	} {
		_, err := readAll(readLineText, strings.NewReader(c.in))
		if err == nil || err.Error() != c.want || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v; want %s", c.in, err, c.want)
		}
	}
	broken := errors.New("the cable is out")
	for _, in := range []string{"", "12/34", "12/34 : shifts\n", "# x"} {
		in := io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken))
		if _, err := readAll(readLineText, in); !errors.Is(err, broken) {
			t.Errorf("broken after %q: %v", in, err)
		}
	}
	s := grid.NewScanner(strings.NewReader(strings.Repeat("x", 100_000)), -1)
	mt := puzzle.Limits{Memory: 1 << 20}.Meter(context.Background())
	if _, err := readLineText(mt, s); !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
		t.Errorf("a long line within 1 MiB: %v", err)
	}
}

func TestUnsupportedLines(t *testing.T) {
	for _, doc := range []string{
		`"start":[["a b","c"]],"moves":["shifts"]}`, `"start":[["a/b","c"]],"moves":["shifts"]}`,
		`"start":[["|","c"]],"moves":["shifts"]}`,
		`"start":"12","moves":[{"name":"X","cycles":[[[1,1],[1,2]]]}]}`,
	} {
		ins, err := decode(head + doc)
		if err != nil {
			t.Fatal(err)
		}
		if err := writeLine(io.Discard, ins[0].Value().(*Instance)); !errors.Is(err, puzzle.ErrUnsupported) {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// Each format knows its own texts, and those of no other family.
func TestSniff(t *testing.T) {
	for _, c := range []struct {
		head         string
		square, line bool
	}{
		{sample, true, false},
		{"\xEF\xBB\xBF\n4\r\n293\r\n678\r\n", false, false},
		{"200000\n293\n67", false, false}, // the head of a file may end anywhere
		{"4\n293", false, false},
		{"123\n456\n789\n456\n", false, false}, // T may be three digits too
		{"4\n293\n678\n515\n", false, false},   // a doubled digit is named by the reader
		{"4\n", false, false},
		{"4\n293\n6789\n", false, false},
		{"4\n290\n678\n", false, false},
		{"4\n229\n678\n", false, false},
		{"293/678/514 -> 624/579/183", false, true},
		{"# c\n\n1,2,3/4,5,6\n", false, true},
		{"moves shift-right rotate-cw\n293/678/514\n", false, true},
		{"moves\n12/34\n", false, true},
		{"12 -> 21 : drag", false, true},
		{"12/34 : swap:adjacent", false, true},
		{"12/34 :", false, true},
		{"12/34 : shift-right", false, true},
		// tilting-tiles, awkward-lights, lights-digits, pictures, sliding-blocks, pictures of assembly
		{"4 4\n.r..\nrgyb\n.b..\n.yr.\n\nyrbr\n", false, false},
		{"3 3 1\n1 1 1\n", false, false},
		{"010\n111\n010\n", false, false},
		{"# modulus 3 pattern king\n012\n210\n", false, false},
		{"012\n012\n", false, false},
		{"1\n", false, false},
		{"P1\n3 2\n101\n", false, false},
		{"P1 3 2 101\n", false, false},
		{"6 5 8\n3 2\n3 3\n4 3\n", false, false},
		{"##.\n.#.\n", false, false},
		{"..#\n.##\n", false, false},
		// documents
		{`{"family":"permute","version":1,"start":"12/34"}`, false, false},
		{"family: permute\nstart: 12/34\ntarget: 12/43 -> x\n", false, false},
		{"start: 12/34\nfamily: permute\n", false, false},
		{"moves:\n- shift-right\n", false, false},
		{"target: a -> b\n", false, false},
		// XML
		{`<?xml version="1.0"?><!-- a -> b --><x y="/"/>`, false, false},
		{`<TileConfiguration><BoardSize height="15" width="15" /><GlueFunction>`, false, false},
		{"<!-- a/b: -->\n", false, false},
		{"<a/bc -> bc/<a", false, true},
		{"<!/?> : swap:adjacent", false, true},
		{"", false, false},
		{"# only a comment\n", false, false},
	} {
		if s, l := sniffSquare([]byte(c.head)), sniffLine([]byte(c.head)); s != c.square || l != c.line {
			t.Errorf("%q: square %v, line %v", c.head, s, l)
		}
	}
}
