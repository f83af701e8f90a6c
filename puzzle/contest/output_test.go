package contest_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/contest"
)

func TestOutputWords(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, c := range []struct{ in, want string }{
		{"", "end 1:1"},
		{"a", "a 1:1, end 1:2"},
		{"a b\nc", "a 1:1, b 1:3, c 2:1, end 2:2"},
		{" \t a\r\n\r\n  b\v\fc \n", "a 1:4, b 3:3, c 3:6, end 4:1"},
		{"é ü\n日本 x", "é 1:1, ü 1:3, 日本 2:1, x 2:4, end 2:5"},
		{"\xff\xfe x", "\xff\xfe 1:1, x 1:4, end 1:5"}, // a byte that belongs to no character is one
		{"a\x00b \x00", "a\x00b 1:1, \x00 1:5, end 1:6"},
		{"a\rb", "a 1:1, b 1:3, end 1:4"},
		{"a\u00a0b", "a\u00a0b 1:1, end 1:4"},
		{long + " x", long[:1024] + " 1:1, x 1:5002, end 1:5003"},
	} {
		out := contest.NewOutput([]byte(c.in))
		var got []string
		for {
			w, err := out.Word("a word")
			var ge *grid.Error
			at := out.Errorf("x")
			errors.As(at, &ge)
			place := fmt.Sprintf("%d:%d", ge.Pos.Line, ge.Pos.Col)
			if ge.Pos.Line != out.Line() {
				t.Errorf("%.40q: line %d, and the error is in %v", c.in, out.Line(), at)
			}
			if err != nil {
				if want := at.Error()[:len(at.Error())-1] + "the output ends where a word is expected"; err.Error() != want {
					t.Errorf("%.40q: %v; want %s", c.in, err, want)
				}
				got = append(got, "end "+place)
				break
			}
			got = append(got, w+" "+place)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%.40q: %.200s; want %.200s", c.in, s, c.want)
		}
	}
}

func TestOutputOne(t *testing.T) {
	for in, want := range map[string]string{
		"yes": "1", "YES": "1", "yEs": "1", "no": "0",
		"NO\x00":   "line 1, column 1: 'NO\uFFFD' stands where yes or no is expected",
		"ye":       "line 1, column 1: 'ye' stands where yes or no is expected",
		"yesno":    "line 1, column 1: 'yesno' stands where yes or no is expected",
		"ye\u017f": "line 1, column 1: 'ye\u017f' stands where yes or no is expected",
		// folds to yes elsewhere
		"\n é x":                   "line 2, column 2: 'é' stands where yes or no is expected",
		"\xff":                     "line 1, column 1: the byte 0xFF stands where yes or no is expected",
		" \n":                      "line 2, column 1: the output ends where yes or no is expected",
		strings.Repeat("y", 1<<20): "line 1, column 1: 'yyyyyyyyyyyyyyyyyyyy…' stands where yes or no is expected",
	} {
		i, err := contest.NewOutput([]byte(in)).One("yes or no", "no", "yes")
		got := fmt.Sprint(i)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.20q: %s; want %s", in, got, want)
		}
	}
}

func TestOutputInt(t *testing.T) {
	none := func(w string) string {
		return "line 1, column 1: " + w + " stands where the number, a whole number, is expected"
	}
	for in, want := range map[string]string{
		"0": "0", "7": "7", "-7": "-7", "-0": none("'-0'"), "+0": none("'+0'"), "+7": none("'+7'"), "007": none("'007'"),
		"-007":      none("'-007'"),
		"123456789": "123456789", "1234567890": "1234567890", "-1234567890": "-1234567890",
		"999999999999999999": "999999999999999999", "9223372036854775807": "9223372036854775807",
		"-9223372036854775808":  "-9223372036854775808",
		strings.Repeat("0", 20): none("'00000000000000000000'"),
		"9223372036854775808":   none("'9223372036854775808'"), "-9223372036854775809": none("'-9223372036854775809'"),
		"":  "line 1, column 1: the output ends where the number is expected",
		"-": none("'-'"), "+": none("'+'"), "--1": none("'--1'"), "+-1": none("'+-1'"), "1-": none("'1-'"),
		"1_0":  none("'1_0'"),
		"0x10": none("'0x10'"), "1e3": none("'1e3'"), "1.0": none("'1.0'"), "x": none("'x'"), "/": none("'/'"),
		":":     none("':'"),
		"1\x00": none("'1\uFFFD'"), "\x001": none("'\uFFFD1'"), "\u0661": none("'\u0661'"), "\xff": none("the byte 0xFF"),
		"inf": none("'inf'"), "nan": none("'nan'"),
		strings.Repeat("0", 2000): none("'00000000000000000000…'"), // longer than any number
		strings.Repeat("9", 2000): none("'99999999999999999999…'"),
	} {
		n, err := contest.NewOutput([]byte(in)).Int("the number", math.MinInt64, math.MaxInt64)
		got := fmt.Sprint(n)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.20q: %s; want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"1": "", "5": "", "0": "line 1, column 1: the number is 0; it must be between 1 and 5",
		"6": "line 1, column 1: the number is 6; it must be between 1 and 5",
	} {
		if _, err := contest.NewOutput([]byte(in)).Int("the number", 1,
			5); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestOutputAllocates(t *testing.T) {
	text := []byte(strings.Repeat("-1 yes 12345678901 no\n", 1000))
	n := testing.AllocsPerRun(3, func() {
		out := contest.NewOutput(text)
		for range 2000 {
			if _, err := out.Int("a number", -1, math.MaxInt64); err != nil {
				t.Fatal(err)
			}
			if _, err := out.One("yes or no", "no", "yes"); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.End(); err != nil {
			t.Fatal(err)
		}
	})
	if n > 5 {
		t.Errorf("%v allocations for 4000 words", n)
	}
}

// FuzzOutput reads words in all ways and compares with what a split of the text gives.
func FuzzOutput(f *testing.F) {
	for _, in := range []string{"", "yes 1\n", "a\r\nb\x00 -9223372036854775808\n\n\xff é", "\v\f\t ", "007 + - 1e3",
		strings.Repeat("9", 1100) + " \n x"} {
		f.Add([]byte(in), []byte{0, 1, 2, 0, 1, 2, 3})
	}
	f.Fuzz(func(t *testing.T, in, calls []byte) {
		isBlank := func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) }
		words := strings.FieldsFunc(string(in), isBlank)
		out, at := contest.NewOutput(in), 0
		for _, c := range calls {
			word := ""
			if len(words) > 0 {
				word, words = words[0], words[1:]
			}
			rest := string(in)[at:]
			at += len(rest) - len(strings.TrimLeftFunc(rest, isBlank))
			var err error
			switch c & 3 {
			case 0:
				var w string
				if w, err = out.Word("a word"); w != word[:min(len(word), 1024)] || (err == nil) != (word != "") {
					t.Fatalf("%q, %v; want %q", w, err, word)
				}
			case 1:
				var i int
				i, err = out.One("yes or no", "no", "yes")
				if want := map[bool]int{true: 1}[len(word) == 3]; err == nil &&
					(i != want || strings.ToLower(word) != []string{"no", "yes"}[i]) {
					t.Fatalf("%q is %d", word, i)
				}
			case 2:
				var n int64
				n, err = out.Int("a number", -100, 1<<40)
				var same int64
				if _, scan := fmt.Sscan(word, &same); err == nil && strings.Trim(word, "+-0123456789") == "" &&
					strings.TrimLeft(word, "+-0") != "" && word[0] != '0' && !strings.HasPrefix(word[1:], "0") &&
					(scan != nil || n != same) {
					t.Fatalf("%q is %d", word, n)
				}
			case 3:
				if err = out.End(); (err == nil) != (word == "") {
					t.Fatalf("the end at %q: %v", word, err)
				}
			}
			before := string(in)[:at]
			line := 1 + strings.Count(before, "\n")
			col := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
			var ge *grid.Error
			if err != nil && (!errors.As(err, &ge) || ge.Pos != grid.Pos{Line: line, Col: col}) || out.Line() != line {
				t.Fatalf("%v; the word %q is in line %d, column %d", err, word, line, col)
			}
			at += len(word)
		}
	})
}
