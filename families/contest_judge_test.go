package families_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// judged judges an output. What is wrong with it is of the kind that its place says: of what cannot be read a column is
// known.
func judged(t testing.TB, p *contest.Problem, ins []puzzle.Instance, output string) string {
	t.Helper()
	err := (&contest.Judging{Problem: p, Cases: ins}).Judge(context.Background(), []byte(output))
	if err == nil {
		return ""
	}
	var wrong *contest.WrongError
	if !errors.As(err, &wrong) {
		t.Fatalf("%s: neither right nor wrong is %.200q: %v", p.Name(), output, err)
	}
	if (wrong.Kind == contest.Unreadable) != (wrong.Column > 0) {
		t.Errorf("%s: %.200q is called %s: %v", p.Name(), output, wrong.Kind, err)
	}
	if wrong.Line < 1 || wrong.Line > 1+strings.Count(output, "\n") || wrong.Column > 1+len(output) {
		t.Errorf("%s: %.200q is wrong where nothing is: %v", p.Name(), output, err)
	}
	return err.Error()
}

// What outputs for the files of contestRows are told, which are numbered from 0.
var judgedOutputs = []struct {
	contest      string
	file         int
	output, want string // "": it is right
}{
	{"tilting-tiles", 0, "yes\n", ""},
	{"tilting-tiles", 0, "YES", ""},
	{"tilting-tiles", 1, "No\r\n", ""},
	{"tilting-tiles", 0, "no\n", "line 1: the output says that it is impossible; it can be done"},
	{"tilting-tiles", 1, "\n \t\n  yes  \n\n", "line 3: the output says that it can be done; it is impossible"},
	{"tilting-tiles", 0, "\n\n", "line 3, column 1: the output ends where yes or no is expected"},
	{"tilting-tiles", 0, "\uFEFFyes", "line 1, column 1: '\uFFFDyes' stands where yes or no is expected"},
	{"tilting-tiles", 0, "yes\x00", "line 1, column 1: 'yes\uFFFD' stands where yes or no is expected"},
	{"tilting-tiles", 0, "yes yes\n", "line 1, column 5: 'yes' stands behind the last answer"},
	{"tilting-tiles", 0, "no\nno\n", "line 1: the output says that it is impossible; it can be done"},
	{"tilting-tiles", 0, "yes\n\x00", "line 2, column 1: the character U+0000 stands behind the last answer"},
	{"tilting-tiles", 0, strings.Repeat("yes", 1<<20) + "\n",
		"line 1, column 1: 'yesyesyesyesyesyesye…' stands where yes or no is expected"},

	{"awkward-lights", 0, "1\n0\n", ""},
	{"awkward-lights", 0, "1\n1\n", "case 2: line 2: the output says that it can be done; it is impossible"},
	{"awkward-lights", 0, "0\n0\n", "case 1: line 1: the output says that it is impossible; it can be done"},
	{"awkward-lights", 0, "1\n0\n0\n", "line 3, column 1: '0' stands behind the last answer"},
	{"awkward-lights", 0, "", "case 1: line 1, column 1: the output ends where 0 or 1 is expected"},

	{"extended-lights-out", 0, "PUZZLE #1\n" + noPress + noPress + "0 0 1 0 0 0\n" + noPress + noPress, ""},
	{"extended-lights-out", 0, "PUZZLE #1\n" + strings.Repeat(noPress, 5),
		"line 1: the presses do not reach the target: the lamp in row 2, column 3 shows 1 after them, not 0"},

	{"fliptile", 0, "0 1\n", ""},
	{"fliptile", 1, "IMPOSSIBLE", ""},
	{"fliptile", 0, "1 0\n", "line 1: the output turns as few tiles as can be, but of such choices another comes first: " +
		"it differs in row 1, column 1, with a 0 in place of the 1"},
	{"fliptile", 2, "0 1 1\n1 1 0\n", "line 1: the presses do not reach the target: the lamp in row 1, column 3 shows 1 " +
		"after them, not 0"},
	{"fliptile", 0, "impossible", "line 1: the output says that it is impossible; it can be done"},
	{"fliptile", 1, "0 1\n",
		"line 1: the presses do not reach the target: the lamp in row 1, column 1 shows 1 after them, not 0"},

	{"minimum-flips", 0, "1 -1", ""},
	{"minimum-flips", 1, "3", ""},
	{"minimum-flips", 1, "5", "line 1: the output says 5; the least is 3"},
	{"minimum-flips", 1, "2", "line 1: the output says 2; the least is 3"},
	{"minimum-flips", 0, "1 0", "case 2: line 1: the output says that it can be done; it is impossible"},

	{"sliding-blocks", 0, "possible\n< 2\n^ 3\nv 2\n", ""},
	{"sliding-blocks", 0, "possible\nv 2\n< 2\n^ 3", ""},
	{"sliding-blocks", 0, "  POSSIBLE\r\n\r\n<\t2 ^ 3\n\n v\n2 \n\n", ""},
	{"sliding-blocks", 1, "Impossible", ""},
	{"sliding-blocks", 2, "possible\n", ""},
	{"sliding-blocks", 2, "impossible\n", "line 1: the output says that it is impossible; it can be done"},
	{"sliding-blocks", 2, "possible\n< 3\n", "line 2, column 1: '<' stands behind the last answer"},
	{"sliding-blocks", 0, "impossible\n", "line 1: the output says that it is impossible; it can be done"},
	{"sliding-blocks", 1, "impossible\n< 2\n", "line 2, column 1: '<' stands behind the last answer"},
	{"sliding-blocks", 0, "yes\n", "line 1, column 1: 'yes' stands where possible or impossible is expected"},
	{"sliding-blocks", 0, "possible\n", "line 2, column 1: the output ends behind 0 of 3 moves"},
	{"sliding-blocks", 0, "possible\n< 2\n^ 3", "line 3, column 4: the output ends behind 2 of 3 moves"},
	{"sliding-blocks", 0, "possible\n< 2\n^", "line 3, column 2: the output ends where the row or column is expected"},
	{"sliding-blocks", 0, "possible\n<2\n^ 3\nv 2\n",
		"line 2, column 1: '<2' stands where a direction, one of < > ^ v, is expected"},
	{"sliding-blocks", 0, "possible\n< 2\n^ x\n",
		"line 3, column 3: 'x' stands where the row or column, a whole number, is expected"},
	{"sliding-blocks", 0, "possible\n< 0\n^ 3\nv 2\n",
		"line 2, column 3: the row or column is 0; it must be between 1 and 1073741823"},
	{"sliding-blocks", 0, "possible\n< 2\n^ 3\nv 2\npossible\n",
		"line 5, column 1: 'possible' stands behind the last answer"},
	{"sliding-blocks", 0, "possible\n\n< 2 > 4\nv 2\n", "line 3: move 2 (> 4) meets no block and falls off"},
	{"sliding-blocks", 0, "possible\n< 2\n< 2\nv 2\n",
		"line 3: move 2 (< 2) stops at (2, 4), which is not in the shape"},
	{"sliding-blocks", 0, "possible\n< 2\n^ 3\n< 9\n", "line 4: move 3 (< 9) is along no line of the board"},
	{"sliding-blocks", 0, "possible\nv 2\nv 2\n< 2\n", "line 3: move 2 (v 2) finds its entry cell taken"},
	{"sliding-blocks", 1, "possible\n^ 4\n> 2\n^ 3\n> 3\n> 3\nv 1\nv 1\n< 1\n",
		"line 9: move 8 (< 1) finds its entry cell taken"},

	{"square-puzzle", 0, "1\n-1\n0\n", ""},
	{"square-puzzle", 0, "\r\n\t1\r\n\r\n-1\v\f0 \n\n", ""},
	{"square-puzzle", 0, "+1\n-1\n0\n",
		"case 1: line 1, column 1: '+1' stands where the number of moves or -1, a whole number, is expected"},
	{"square-puzzle", 0, "1\n\u22121\n0\n",
		"case 2: line 2, column 1: '\u22121' stands where the number of moves or -1, a whole number, is expected"},
	{"square-puzzle", 0, "2\n-1\n0\n", "case 1: line 1: 2 moves; the fewest are 1"},
	{"square-puzzle", 0, "0\n-1\n0\n", "case 1: line 1: 0 moves; the fewest are 1"},
	{"square-puzzle", 0, "-1\n-1\n0\n", "case 1: line 1: the output says that it is impossible; it can be done"},
	{"square-puzzle", 0, "1\n1\n0\n", "case 2: line 2: the output says that it can be done; it is impossible"},
	{"square-puzzle", 0, "1\n-1\n9223372036854775807\n", "case 3: line 3: 9223372036854775807 moves; the fewest are 0"},
	{"square-puzzle", 0, "1\n-2\n0\n", "case 2: line 2, column 1: the number of moves or -1 is -2; it must be between -1 " +
		"and 9223372036854775807"},
	{"square-puzzle", 0, "1\n-1\n",
		"case 3: line 3, column 1: the output ends where the number of moves or -1 is expected"},
	{"square-puzzle", 0, "1\n-1\n0\n0\n", "line 4, column 1: '0' stands behind the last answer"},
}

const noPress = "0 0 0 0 0 0\n"

// TestContestJudge wants outputs to be told what is wrong with them. The twin agrees which are right.
func TestContestJudge(t *testing.T) {
	all := problems()
	for _, row := range contestRows {
		p := all[row.name]
		for _, c := range judgedOutputs {
			if c.contest != row.name {
				continue
			}
			ins := readCases(t, p, []byte(row.files[c.file]))
			if got := judged(t, p, ins, c.output); got != c.want || row.right(ins, c.output) != (got == "") {
				t.Errorf("%s, file %d, %.80q: %s\nwant %s", c.contest, c.file, c.output, got, c.want)
			}
		}
	}
}

// FuzzContestJudge: an output is accepted where the twin says that it is right, and wrong at a place that is there
// otherwise; nothing else happens.
func FuzzContestJudge(f *testing.F) {
	type file struct {
		contestRow
		p   *contest.Problem
		ins []puzzle.Instance
	}
	var files []file
	all := problems()
	for _, row := range contestRows {
		for i, text := range row.files {
			p := all[row.name]
			ins := readCases(f, p, []byte(text))
			for _, c := range judgedOutputs {
				if c.contest == row.name && c.file == i && len(c.output) < 1000 {
					f.Add(uint8(len(files)), []byte(c.output))
				}
			}
			for _, output := range []string{"", "\x00", "yes no", "yes\vno", "n\u00f8", "ye\u017f", "yes\xC2\xA0", "1 0",
				"1 -1 0 00", "puzzle #1 2", "possible < 2 ^ 3 v 2 x", "possible\n< 1\n> 0\nv -1", "1\r\n-1\r\n0\r\n", "99999999999999999999"} {
				f.Add(uint8(len(files)), []byte(output))
			}
			if wrong := judged(f, p, ins, "1 -1 0"); (wrong == "") != row.right(ins, "1 -1 0") { // prepares tables
				f.Errorf("%s: %q is judged %q", row.name, "1 -1 0", wrong)
			}
			files = append(files, file{row, p, ins})
		}
	}
	f.Fuzz(func(t *testing.T, k uint8, output []byte) {
		c := files[int(k)%len(files)]
		wrong := judged(t, c.p, c.ins, string(output))
		if right := c.right(c.ins, string(output)); right != (wrong == "") {
			t.Errorf("%s: %q is judged %q; by hand it is right: %v", c.name, output, wrong, right)
		}
	})
}

// TestContestValidate wants to be told where an input breaks what a statement says.
func TestContestValidate(t *testing.T) {
	const one = "123\n456\n789\n312\n456\n789\n"
	const promise = "line 1, column 1: the case that begins here breaks a promise: "
	row := strings.Repeat("a", 500) + "\n"
	all := problems()
	for _, c := range []struct{ contest, in, want string }{
		{"tilting-tiles", "1 1\na\n\na\n", ""},
		{"tilting-tiles", "1 2\nab\n\ncz\n", ""},
		{"tilting-tiles", "1 500\n" + row + "\n" + row, ""},
		{"tilting-tiles", "1 501\nb" + row + "\nb" + row,
			promise + "a board has 1 × 501 cells; both numbers must be between 1 and 500"},
		{"tilting-tiles", "1 2\na1\n\na.\n", promise + "'1' is no colour here; tiles are the letters from a to z"},
		{"tilting-tiles", "1 1\nA\n\nA\n", promise + "'A' is no colour here; tiles are the letters from a to z"},
		{"tilting-tiles", "1 1\na\na\n", "line 3, column 1: \"a\" stands where the end of the line is expected"},
		{"tilting-tiles", "1 1\r\na\n\na\n",
			"line 1, column 4: a carriage return stands where the end of the line is expected"},
		{"tilting-tiles", "1  1\na\n\na\n", "line 1, column 3: a blank stands where \"1\" is expected"},
		{"tilting-tiles", "01 1\na\n\na\n", "line 1, column 1: \"01 1\" stands where \"1 1\" is expected"},
		{"tilting-tiles", "1 1\na\n\na", "line 4, column 1: the last line has no line end"},
		{"tilting-tiles", "1 1\na\n\na\n\n", "line 5, column 1: an empty line stands behind the end of the input"},
		{"tilting-tiles", "1 1\na\n\na\n1 1\na\n\na\n", "line 5, column 1: the file holds 2 cases; at most 1 are allowed"},
		{"tilting-tiles", "1 1\na\n", "line 3, column 1: the input ends where the target is expected"},
		{"tilting-tiles", "", "line 1, column 1: the input holds no case"},

		{"square-puzzle", "2\n" + one + one, ""},
		{"square-puzzle", "", "line 1, column 1: the input holds no case"},
		{"square-puzzle", "0\n", "line 2, column 1: the input holds no case"},
		{"square-puzzle", "01\n" + one, "line 1, column 1: \"01\" stands where \"1\" is expected"},
		{"square-puzzle", "1 \n" + one, "line 1, column 2: a blank stands where the end of the line is expected"},
		{"square-puzzle", "1\n\n" + one, "line 2, column 1: the end of the line stands where \"123\" is expected"},
		{"square-puzzle", "1\n" + one[:23], "line 7, column 1: the last line has no line end"},
		{"square-puzzle", "1\n" + one + "1\n" + one, "line 1, column 1: \"1\" stands where \"2\" is expected"},
		{"square-puzzle", "2\n" + one, "line 8, column 1: the input ends after 1 case; line 1 promises 2 cases"},
		{"square-puzzle", "1\n" + one + one,
			"line 8, column 1: the number of cases in line 1 is 1, yet more follows"},
		{"square-puzzle", "1\n" + strings.Replace(one, "312", "313", 1),
			"line 5, column 3: the target has the digit 3 twice"},
		{"square-puzzle", "1\n" + strings.Replace(one, "312", "31", 1),
			"line 5, column 3: this row has 2 digits; it must have 3"},
		{"square-puzzle", "200001\n" + strings.Repeat(one, 200_001),
			"line 1200002, column 1: the file holds 200001 cases; at most 200000 are allowed"},
	} {
		err := all[c.contest].Validate(nil, []byte(c.in))
		if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
			t.Errorf("%s, %.40q: %s\nwant %s", c.contest, c.in, got, c.want)
		}
	}
}

// BenchmarkContestJudge reads, judges, validates and makes the largest files.
func BenchmarkContestJudge(b *testing.B) {
	for _, c := range []struct {
		contest, profile string
		size, cases      int
	}{
		{"sliding-blocks", "large-slides", 400_000, 1},
		{"sliding-blocks", "long-line", 400_000, 1},
		{"square-puzzle", "random", 9, 200_000},
	} {
		p := problems()[c.contest]
		ins := generated(b, p, c.profile, c.size, c.cases)
		file := fileOf(b, p, ins...)
		cls, err := p.References(b.Context(), ins, puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		var output bytes.Buffer
		for k, in := range ins {
			if err := p.WriteAnswer(&output, k, in, cls[k]); err != nil {
				b.Fatal(err)
			}
		}
		for name, do := range map[string]func(){
			"read":  func() { readCases(b, p, file) },
			"judge": func() { judged(b, p, ins, output.String()) },
			"both":  func() { judged(b, p, readCases(b, p, file), output.String()) },
			"first": func() { // begins with nothing prepared, as a command does
				p := problems()[c.contest]
				judged(b, p, readCases(b, p, file), output.String())
			},
			"validate": func() { p.Validate(nil, file) },
			"make":     func() { generated(b, p, c.profile, c.size, 1) },
			"prove":    func() { p.Reference(b.Context(), ins[0], puzzle.Limits{}) },
		} {
			b.Run(c.contest+"/"+c.profile+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					do()
				}
			})
		}
	}
}
