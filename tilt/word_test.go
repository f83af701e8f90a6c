package tilt

import (
	"math/big"
	"strings"
	"testing"
)

func TestParseWord(t *testing.T) {
	nines := strings.Repeat("9", MaxExponentDigits)
	for _, c := range []struct {
		in      string
		length  string
		letters string // up to 40, or "-" for more
	}{
		{"", "0", ""},
		{"L", "1", "L"},
		{"LURD", "4", "LURD"},
		{"(RDLU)^2", "8", "RDLURDLU"},
		{"LU(RDLU)^2R", "11", "LURDLURDLUR"},
		{"(L)^0", "0", ""},
		{"(L)^1", "1", "L"},
		{"(L)^3(U)^2(R)^0D", "6", "LLLUUD"},
		{"LU(RDLU)^12R", "51", "-"},
		{"LU(RDLU)^12345678901234567890R", "49382715604938271563", "-"},
		{"(L)^" + nines, nines, "-"},
		{strings.Repeat("L", MaxWordLetters), "65536", "-"},
	} {
		w, err := ParseWord(c.in)
		if err != nil {
			t.Errorf("%.40q: %v", c.in, err)
			continue
		}
		if got := w.Length().String(); got != c.length {
			t.Errorf("%.40q has length %.40s, want %.40s", c.in, got, c.length)
		}
		letters, ok := w.Letters(40)
		if ok != (c.letters != "-") || ok && letters != c.letters {
			t.Errorf("%.40q is %q, %v", c.in, letters, ok)
		}
		if back, err := ParseWord(w.String()); err != nil || back.String() != w.String() || back.Length().Cmp(w.Length()) != 0 {
			t.Errorf("%.40q came back as %.40q, %v", w.String(), back.String(), err)
		}
	}
}

func TestRefusedWords(t *testing.T) {
	for in, want := range map[string]string{
		"x":             "character 1 of the moves is 'x'; one of L R U D ( is expected",
		"LUl":           "character 3 of the moves is 'l'; one of L R U D ( is expected",
		"L R":           "character 2 of the moves is ' '; one of L R U D ( is expected",
		"Lé":            "character 2 of the moves is 'é'; one of L R U D ( is expected",
		"L\xff":         "character 2 of the moves is the byte 0xFF; one of L R U D ( is expected",
		"L\n":           "character 2 of the moves is the end of the line; one of L R U D ( is expected",
		"L)":            "character 2 of the moves is ')'; one of L R U D ( is expected",
		"L^2":           "character 2 of the moves is '^'; one of L R U D ( is expected",
		"L2":            "character 2 of the moves is '2'; one of L R U D ( is expected",
		"()^2":          "character 1 of the moves opens a group without tilts",
		"L(":            "character 2 of the moves opens a group without tilts",
		"((L)^2)^2":     "character 1 of the moves opens a group without tilts",
		"L(R":           "the group that opens at character 2 of the moves does not end in )^ and a number",
		"L(R)":          "the group that opens at character 2 of the moves does not end in )^ and a number",
		"L(R)2":         "the group that opens at character 2 of the moves does not end in )^ and a number",
		"L(R x)^2":      "the group that opens at character 2 of the moves does not end in )^ and a number",
		"(R)^":          "the exponent at character 5 of the moves is empty; digits are expected",
		"(R)^x":         "the exponent at character 5 of the moves is empty; digits are expected",
		"(R)^-1":        "the exponent at character 5 of the moves is empty; digits are expected",
		"(R)^007":       "the exponent at character 5 of the moves begins with a zero",
		"LL(R)^2x":      "character 8 of the moves is 'x'; one of L R U D ( is expected",
		"(R)^1.5":       "character 6 of the moves is '.'; one of L R U D ( is expected",
		"(R)^2(L)^3(U)": "the group that opens at character 11 of the moves does not end in )^ and a number",
		"(R)^" + strings.Repeat("9", MaxExponentDigits+1): "the exponent at character 5 of the moves has 16385 digits; at most 16384 are accepted",
		strings.Repeat("L", MaxWordLetters+1):             "the moves are written with more than 65536 letters; use exponents",
		strings.Repeat("(L)^2", MaxWordLetters+1):         "the moves are written with more than 65536 letters; use exponents",
	} {
		if w, err := ParseWord(in); err == nil || err.Error() != want {
			t.Errorf("%.40q: %.40q, %v\nwant %s", in, w.String(), err, want)
		}
	}
}

func TestNewWord(t *testing.T) {
	huge, _ := new(big.Int).SetString("12345678901234567890123", 10)
	for _, c := range []struct {
		prefix, cycle string
		times         *big.Int
		suffix, want  string
	}{
		{"", "RDLU", big.NewInt(0), "", ""},
		{"LU", "RDLU", big.NewInt(0), "R", "LUR"},
		{"LU", "RDLU", big.NewInt(2), "R", "LURDLURDLUR"},
		{"L", "RDLU", big.NewInt(7), "RDL", "L" + strings.Repeat("RDLU", 7) + "RDL"},     // 32 letters
		{"L", "RDLU", big.NewInt(7), "RDLU", "L(RDLU)^7RDLU"},                            // 33
		{"", "RDLU", big.NewInt(8), "", strings.Repeat("RDLU", 8)},                       // 32
		{"", "RDLU", big.NewInt(9), "", "(RDLU)^9"},                                      // 36
		{"", "", big.NewInt(9), "R", "R"},                                                // no cycle
		{"", "", big.NewInt(99), "R", "R"},                                               // and many times
		{"LU", "RDLU", huge, "", "LU(RDLU)^12345678901234567890123"},                     // more than an int64
		{"", "RDLU", big.NewInt(1 << 62), "", "(RDLU)^4611686018427387904"},              // times 4 is 0 in 64 bits
		{strings.Repeat("L", 40), "U", big.NewInt(1), "", strings.Repeat("L", 40) + "U"}, // once stands plain
	} {
		w := NewWord(c.prefix, c.cycle, c.times, c.suffix)
		if got := w.String(); got != c.want {
			t.Errorf("%s(%s)^%v%s is %s, want %s", c.prefix, c.cycle, c.times, c.suffix, got, c.want)
		}
		want := new(big.Int).Mul(c.times, big.NewInt(int64(len(c.cycle))))
		want.Add(want, big.NewInt(int64(len(c.prefix)+len(c.suffix))))
		if w.Length().Cmp(want) != 0 {
			t.Errorf("%s has length %v, want %v", c.want, w.Length(), want)
		}
		back, err := ParseWord(w.String())
		if err != nil || back.String() != w.String() {
			t.Errorf("%s came back as %s, %v", w, back, err)
		}
	}
}

func TestMirror(t *testing.T) {
	w, err := ParseWord("LURD(RDLU)^5(L)^0")
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Mirror().String(); got != "ULDR(DRUL)^5(U)^0" {
		t.Error(got)
	}
	if w.Mirror().Mirror().String() != w.String() || w.String() != "LURD(RDLU)^5(L)^0" {
		t.Error("twice mirrored is not the same, or the word itself has changed")
	}
	if len(Word(nil).Mirror()) != 0 {
		t.Error("the empty word has a reflection")
	}
}

func TestLettersBound(t *testing.T) {
	w, err := ParseWord("(LU)^5")
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int]bool{-1: false, 0: false, 9: false, 10: true, 11: true} {
		if _, ok := w.Letters(most); ok != want {
			t.Errorf("at most %d: %v", most, ok)
		}
	}
}

// FuzzWord: what is parsed is written so that it parses to the same, canonical texts come
// back unchanged, and Length counts the letters.
func FuzzWord(f *testing.F) {
	for _, s := range []string{"", "L", "LU(RDLU)^12R", "(L)^0", "(L)^1U", "(RDLU)^12345678901234567890", "L(", "(R)^007", "Lé", "(L)^3(U)^2D", "LURD(L)^1(U)^1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w, err := ParseWord(s)
		if err != nil {
			if len(w) != 0 {
				t.Fatalf("%q: a word and an error", s)
			}
			return
		}
		text := w.String()
		back, err := ParseWord(text)
		if err != nil || back.String() != text || back.Length().Cmp(w.Length()) != 0 {
			t.Fatalf("%q is written %q and comes back as %q, %v", s, text, back.String(), err)
		}
		// Only groups done once are written in another way than they were read.
		if !containsOnce(s) && text != s {
			t.Fatalf("%q is written %q", s, text)
		}
		letters, ok := w.Letters(5000)
		if ok != (w.Length().Cmp(big.NewInt(5000)) <= 0) || ok && w.Length().Cmp(big.NewInt(int64(len(letters)))) != 0 {
			t.Fatalf("%q has length %v and %d letters (%v)", s, w.Length(), len(letters), ok)
		}
		mirrored, _ := w.Mirror().Letters(5000)
		if ok && mirrored != transposed.Replace(letters) || w.Mirror().Mirror().String() != text {
			t.Fatalf("%q mirrored is %q", s, w.Mirror().String())
		}
	})
}

// containsOnce reports whether a group of s has the exponent 1.
func containsOnce(s string) bool {
	for rest := s; ; {
		i := strings.Index(rest, ")^1")
		if i < 0 {
			return false
		}
		rest = rest[i+3:]
		if rest == "" || rest[0] < '0' || rest[0] > '9' {
			return true
		}
	}
}
