package document

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// accepted maps texts to what they are as compact JSON.
var accepted = []struct{ in, want string }{
	{`null`, `null`},
	{` true `, `true`},
	{"\t\r\nfalse\n\n", `false`},
	{`0`, `0`},
	{`-0`, `-0`},
	{`1.50`, `1.50`}, // a number stays as it was written
	{`1E400`, `1E400`},
	{`123456789012345678901234567890`, `123456789012345678901234567890`},
	{`""`, `""`},
	{`"a\u0062\/\n\"\\"`, `"ab/\n\"\\"`},
	{`"<&>"`, `"<&>"`},
	{`"é日😀"`, `"é日😀"`},
	{`"\ud83d\ude00"`, `"😀"`},
	{`"\u0000"`, `"\u0000"`},
	{`"\ufffd"`, `"` + "\uFFFD" + `"`}, // asked for by name
	{`"` + "\uFFFD" + `\\ud800"`, `"` + "\uFFFD" + `\\ud800"`},
	{`[]`, `[]`},
	{`[ ]`, `[]`},
	{`{}`, `{}`},
	{`[1, [2, {"a": []}], "x"]`, `[1,[2,{"a":[]}],"x"]`},
	{`{"b":1,"a":{"b":2}}`, `{"b":1,"a":{"b":2}}`}, // the order stays; equal names at different depths
	{`{"A":1,"a":2}`, `{"A":1,"a":2}`},             // case matters
	{`{"":0}`, `{"":0}`},
	{"\xEF\xBB\xBF{}", `{}`},
	{strings.Repeat("[", 64) + strings.Repeat("]", 64), strings.Repeat("[", 64) + strings.Repeat("]", 64)},
	{strings.Repeat(`{"a":`, 64) + "0" + strings.Repeat("}", 64), strings.Repeat(`{"a":`, 64) + "0" + strings.Repeat("}", 64)},
}

const early = "the document ends too early"

// refused maps texts to what is said about them.
var refused = []struct{ in, want string }{
	{``, "line 1, column 1: " + early},
	{" \n ", "line 2, column 2: " + early},
	{"\xEF\xBB\xBF", "line 1, column 1: " + early},
	{"\xEF\xBB\xBF\xEF\xBB\xBF{}", "line 1, column 1: this is not JSON: invalid character U+FEFF looking for beginning of value"},
	{`{`, "line 1, column 2: " + early},
	{`{"a"`, "line 1, column 5: " + early},
	{`{"a":`, "line 1, column 6: " + early},
	{`{"a":1`, "line 1, column 7: " + early},
	{`["é`, "line 1, column 4: " + early},
	{`[1,`, "line 1, column 4: " + early},
	{`tru`, "line 1, column 4: " + early},
	{`-`, "line 1, column 2: " + early},
	{`{"a":1,"b":2,"a":3}`, `line 1, column 14: the field "a" stands here a second time`},
	{"{\"é\":1,\n \"\\u00e9\":2}", `line 2, column 2: the field "é" stands here a second time`},
	{`[{"x":{"k":1,"k":1}}]`, `line 1, column 14: the field "k" stands here a second time`},
	{`{` + many(20) + `"n7":0}`, `line 1, column 152: the field "n7" stands here a second time`},
	{`{}x`, "line 1, column 3: data behind the end of the document"},
	{"{}\n\n {}", "line 3, column 2: data behind the end of the document"},
	{`{},`, "line 1, column 3: data behind the end of the document"},
	{`{} :`, "line 1, column 4: data behind the end of the document"},
	{`1 ]`, "line 1, column 3: data behind the end of the document"},
	{"{}\x00", "line 1, column 3: data behind the end of the document"},
	{"null // no", "line 1, column 6: data behind the end of the document"},
	{"\"ab\xffc\"", "line 1, column 4: the byte 0xFF is not valid UTF-8"},
	{"[\n\"é\xc3\"]", "line 2, column 3: the byte 0xC3 is not valid UTF-8"},
	{"\"\xed\xa0\x80\"", "line 1, column 2: the byte 0xED is not valid UTF-8"},
	{"\xff\xfe{\x00}\x00", "line 1, column 1: the byte 0xFF is not valid UTF-8"},
	{"\xEF\xBB\xBF\xff", "line 1, column 1: the byte 0xFF is not valid UTF-8"},
	{`["\ud800"]`, "line 1, column 3: this escape is half of a surrogate pair; it stands for no character"},
	{`["ab\udc00"]`, "line 1, column 5: this escape is half of a surrogate pair; it stands for no character"},
	{`["\ud83d\ude00\ud83d"]`, "line 1, column 15: this escape is half of a surrogate pair; it stands for no character"},
	{`["\ud83d\ud83d\ude00"]`, "line 1, column 3: this escape is half of a surrogate pair; it stands for no character"},
	{`["\\\ude00"]`, "line 1, column 5: this escape is half of a surrogate pair; it stands for no character"},
	{`["\uD83Dx"]`, "line 1, column 3: this escape is half of a surrogate pair; it stands for no character"},
	{"{\n\"é\\ud800\":1}", "line 2, column 3: this escape is half of a surrogate pair; it stands for no character"},
	{strings.Repeat("[", 65) + strings.Repeat("]", 65), "line 1, column 65: nested more than 64 deep"},
	{strings.Repeat("[", 1<<20), "line 1, column 65: nested more than 64 deep"},
	{strings.Repeat("{\"a\":\n", 1<<16), "line 65, column 1: nested more than 64 deep"},
	{`[1,,2]`, "line 1, column 4: this is not JSON: invalid character ',' looking for beginning of value"},
	{`[,1]`, "line 1, column 2: this is not JSON: invalid character ',' looking for beginning of value"},
	{"[1,\n]", "line 2, column 1: this is not JSON: invalid character ']' looking for beginning of value"},
	{`[1 2]`, "line 1, column 4: this is not JSON: invalid character '2' after array element"},
	{`[1:2]`, "line 1, column 3: this is not JSON: invalid character ':' after array element"},
	{`[1}`, "line 1, column 3: this is not JSON: invalid character '}' after array element"},
	{`{"a":1,}`, "line 1, column 8: this is not JSON: invalid character '}' looking for beginning of object key string"},
	{`{"a" 1}`, "line 1, column 6: this is not JSON: invalid character '1' after object key"},
	{`{"a",1}`, "line 1, column 5: this is not JSON: invalid character ',' after object key"},
	{`{"a"::1}`, "line 1, column 6: this is not JSON: invalid character ':' looking for beginning of value"},
	{`{a:1}`, "line 1, column 2: this is not JSON: invalid character 'a' looking for beginning of object key string"},
	{`{1:1}`, "line 1, column 2: this is not JSON: invalid character '1' looking for beginning of object key string"},
	{`{null:1}`, "line 1, column 2: this is not JSON: invalid character 'n' looking for beginning of object key string"},
	{"{\"a\":\n  tru}", "line 2, column 6: this is not JSON: invalid character '}' in literal true (expecting 'e')"},
	{`[01]`, "line 1, column 3: this is not JSON: invalid character '1' after array element"},
	{`[.5]`, "line 1, column 2: this is not JSON: invalid character '.' looking for beginning of value"},
	{`[1.]`, "line 1, column 4: this is not JSON: invalid character ']' after decimal point in numeric literal"},
	{`[+1]`, "line 1, column 2: this is not JSON: invalid character '+' looking for beginning of value"},
	{`[0x1]`, "line 1, column 3: this is not JSON: invalid character 'x' after array element"},
	{`[NaN]`, "line 1, column 2: this is not JSON: invalid character 'N' looking for beginning of value"},
	{`['a']`, `line 1, column 2: this is not JSON: invalid character '\'' looking for beginning of value`},
	{`["\x"]`, "line 1, column 4: this is not JSON: invalid character 'x' in string escape code"},
	{`["\u12g4"]`, "line 1, column 7: this is not JSON: invalid character 'g' in \\u hexadecimal character escape"},
	{"[\"a\nb\"]", `line 1, column 4: this is not JSON: invalid character '\n' in string literal`},
	{"[\"a\tb\"]", `line 1, column 4: this is not JSON: invalid character '\t' in string literal`},
	{"[\u00a01]", "line 1, column 2: this is not JSON: invalid character U+00A0 looking for beginning of value"},
	{`]`, "line 1, column 1: this is not JSON: invalid character ']' looking for beginning of value"},
	{`,1`, "line 1, column 1: this is not JSON: invalid character ',' looking for beginning of value"},
	{`:1`, "line 1, column 1: this is not JSON: invalid character ':' looking for beginning of value"},
	{`x`, "line 1, column 1: this is not JSON: invalid character 'x' looking for beginning of value"},
	{"/* */ {}", "line 1, column 1: this is not JSON: invalid character '/' looking for beginning of value"},
}

// many writes n fields n0, n1, … of a digit each.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"n` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `":0,`)
	}
	return strings.ReplaceAll(b.String(), `"n0`, `"n`)
}

func TestParseJSONAccepts(t *testing.T) {
	for _, c := range accepted {
		v, err := ParseJSON([]byte(c.in))
		if err != nil {
			t.Errorf("%.60q: %v", c.in, err)
			continue
		}
		if got := string(v.AppendJSON([]byte("> "))); got != "> "+c.want {
			t.Errorf("%.60q: %s, want %s", c.in, got, c.want)
		}
	}
}

func TestParseJSONRefuses(t *testing.T) {
	for _, c := range refused {
		v, err := ParseJSON([]byte(c.in))
		if err == nil || err.Error() != c.want || !errors.Is(err, grid.ErrInput) {
			t.Errorf("%.60q: %s, %v\nwant %s", c.in, v.AppendJSON(nil), err, c.want)
		}
	}
}

// TestTruncated cuts a document at every byte: only white space may be missing.
func TestTruncated(t *testing.T) {
	const doc = "{\"family\": \"tilt\", \"é\": [1.5e3, -2, true, null, {\"x\\u00e9\\\"\": \"\\ud83d\\ude00\"}],\n \"b\": []}\n"
	for i := range len(doc) - 1 {
		v, err := ParseJSON([]byte(doc[:i]))
		if (err == nil) != (i == len(doc)-1) {
			t.Errorf("%q: %s, %v", doc[:i], v.AppendJSON(nil), err)
			continue
		}
		cut := doc[:i]
		if strings.HasSuffix(cut, "\xc3") {
			continue // in the middle of a character the complaint is another
		}
		line := 1 + strings.Count(cut, "\n")
		col := 1 + len([]rune(cut[strings.LastIndexByte(cut, '\n')+1:]))
		if want := (grid.Pos{Line: line, Col: col}).String() + ": " + early; err.Error() != want {
			t.Errorf("%q: %v, want %s", cut, err, want)
		}
	}
	if _, err := ParseJSON([]byte(strings.TrimSpace(doc))); err != nil {
		t.Error(err)
	}
}

// TestPlaces wants line and column of every value and of every name.
func TestPlaces(t *testing.T) {
	const doc = "{\"é\": 1,\r\n  \"list\" : [ \"x\", [true],{}, null ]\n ,\"o\":\t\"y\"}"
	v, err := ParseJSON([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	list := v.fields()[1].Value.list()
	for what, c := range map[string][2]grid.Pos{
		"the object":    {v.Pos(), {Line: 1, Col: 1}},
		"é":             {v.fields()[0].Pos, {Line: 1, Col: 2}},
		"1":             {v.fields()[0].Value.Pos(), {Line: 1, Col: 7}},
		"list":          {v.fields()[1].Pos, {Line: 2, Col: 3}},
		"[":             {v.fields()[1].Value.Pos(), {Line: 2, Col: 12}},
		"x":             {list[0].Pos(), {Line: 2, Col: 15}}, // behind the quote
		"[true]":        {list[1].Pos(), {Line: 2, Col: 19}},
		"true":          {list[1].list()[0].Pos(), {Line: 2, Col: 20}},
		"{}":            {list[2].Pos(), {Line: 2, Col: 26}},
		"null":          {list[3].Pos(), {Line: 2, Col: 30}},
		"o":             {v.fields()[2].Pos, {Line: 3, Col: 3}},
		"y":             {v.fields()[2].Value.Pos(), {Line: 3, Col: 9}},
		"a mark before": {mustParse(t, "\xEF\xBB\xBF[1]").list()[0].Pos(), {Line: 1, Col: 2}},
	} {
		if c[0] != c[1] {
			t.Errorf("%s is at %v, want %v", what, c[0], c[1])
		}
	}
}

func mustParse(t testing.TB, text string) *Value {
	t.Helper()
	v, err := ParseJSON([]byte(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return &v
}

func TestAppendQuoted(t *testing.T) {
	for in, want := range map[string]string{
		"":           `""`,
		"abc <&>":    `"abc <&>"`,
		"a\"b\\c":    `"a\"b\\c"`,
		"\n\x00\x1f": `"\n\u0000\u001f"`,
		"é😀":         `"é😀"`,
		"\x7f":       "\"\x7f\"",
	} {
		if got := string(AppendQuoted([]byte("x"), in)); got != "x"+want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// Reading stops with the context and at the limit, not at the end of the text.
func TestParseJSONWithin(t *testing.T) {
	text := []byte("[" + strings.Repeat("1,", 200_000) + "1]")
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := ParseJSONWithin(meter.New(ctx, 1<<30), text); err != nil {
		t.Fatal(err)
	}
	var me *meter.MemoryError
	if _, err := ParseJSONWithin(meter.New(ctx, 10<<20), text); !errors.As(err, &me) || me.Limit != 10<<20 || me.Need <= me.Limit {
		t.Fatalf("within 10 MiB: %v", err)
	}
	cancel()
	if _, err := ParseJSONWithin(meter.New(ctx, 0), text); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
}

// TestLongLists reads lists, and lists within them, whose ends lie around those of the parser's blocks.
func TestLongLists(t *testing.T) {
	for _, n := range []int{0, 1, 4, 5, block - 1, block, block + 1, 3*block - 2, 3 * block} {
		for _, inner := range []int{0, 1, block, 2*block + 3} {
			var b strings.Builder
			b.WriteString(`{"a":[`)
			for i := range n {
				if b.WriteString(strconv.Itoa(i)); i == n/2 {
					b.WriteString(",[" + strings.TrimSuffix(strings.Repeat("7,", inner), ",") + "]")
				}
				if i < n-1 {
					b.WriteString(",")
				}
			}
			b.WriteString(`],"b":1}`)
			v := mustParse(t, b.String())
			if got := string(v.AppendJSON(nil)); got != b.String() {
				t.Errorf("%d numbers with %d in the middle: %.200s…", n, inner, got)
			}
		}
	}
}
