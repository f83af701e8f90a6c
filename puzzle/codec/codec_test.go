package codec_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

type hue uint8

type dot struct {
	X, Y int
	Hue  hue
}

// A sample has a field of each kind.
type sample struct {
	Name  string
	Sure  bool
	Level int64
	Way   string
	Dots  []dot
	Size  [2]int
	Big   *big.Int
	Long  int64
	Sum   [32]byte
	Best  *dot
	Extra []int
	Half  int // twice what documents say
	Even  int // Then wants it even
}

func dots() codec.Codec[dot] {
	return codec.Object(
		codec.Need("x", codec.Number[int](-9, 9), func(d *dot) *int { return &d.X }),
		codec.MayBe("y", codec.Number[int](-9, 9), 7, func(d *dot) *int { return &d.Y }),
		codec.May("hue", codec.Named[hue]("red", "green"), func(d *dot) *hue { return &d.Hue }),
	)
}

func samples() codec.Codec[sample] {
	even := codec.Number[int](-100, 100).Then(func(v *document.Value, n *int) error {
		if *n%2 != 0 {
			return v.Errorf("%d is odd", *n)
		}
		return nil
	})
	half := codec.Map(codec.Number[int](0, 50), func(n int) int { return 2 * n }, func(n int) int { return n / 2 })
	return codec.Object(
		codec.Need("name", codec.Text().Described("what it is called"), func(s *sample) *string { return &s.Name }),
		codec.May("sure", codec.Truth(), func(s *sample) *bool { return &s.Sure }),
		codec.May("level", codec.Number[int64](-1<<53, 1<<53), func(s *sample) *int64 { return &s.Level }),
		codec.May("way", codec.OneOf("left", "right"), func(s *sample) *string { return &s.Way }),
		codec.MayList("dots", codec.Sized(codec.ListOf("a dot", dots()), 1, 3), func(s *sample) *[]dot { return &s.Dots }),
		codec.Need("size", codec.Pair("a side", codec.Number[int](0, 99)), func(s *sample) *[2]int { return &s.Size }),
		codec.Need("big", codec.Natural(40), func(s *sample) **big.Int { return &s.Big }),
		codec.May("long", codec.Long(0, 1<<62), func(s *sample) *int64 { return &s.Long }),
		codec.May("sum", codec.Digest(), func(s *sample) *[32]byte { return &s.Sum }),
		codec.MayAt("best", dots(), func(s *sample) **dot { return &s.Best }),
		codec.If(func(s *sample) bool { return s.Sure && s.Extra != nil },
			codec.MayList("extra", codec.ListOf("a number", codec.Number[int](0, 9)), func(s *sample) *[]int { return &s.Extra })),
		codec.May("half", half, func(s *sample) *int { return &s.Half }),
		codec.May("even", even, func(s *sample) *int { return &s.Even }),
	)
}

// schemaOf compiles what c describes, with the definition that the middle adds.
func schemaOf(t testing.TB, s codec.Schema) *jsonschema.Schema {
	t.Helper()
	whole := map[string]any{"$defs": map[string]any{"whole": map[string]any{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}}}
	for k, v := range s {
		whole[k] = v
	}
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	comp := jsonschema.NewCompiler()
	if err := comp.AddResource("sample.json", doc); err != nil {
		t.Fatal(err)
	}
	out, err := comp.Compile("sample.json")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func fits(t testing.TB, s *jsonschema.Schema, text string) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err, text)
	}
	return s.Validate(v) == nil
}

func decode[T any](c codec.Codec[T], m *meter.Meter, text string) (x T, err error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return x, err
	}
	return c.Decode(m, &v, "the sample")
}

const whole = `{"name":"a","sure":true,"level":-9007199254740992,"way":"left","dots":[{"x":1},{"x":-9,"y":0,"hue":"green"}],` +
	`"size":[0,99],"big":"1234567890123456789012345678901234567890","long":"4611686018427387904","sum":"` +
	`00ff000000000000000000000000000000000000000000000000000000000001","best":{"x":0},"extra":[],"half":21,"even":-4}`

// TestWhole reads a document with all fields and writes it again, byte by byte.
func TestWhole(t *testing.T) {
	c := samples()
	for _, text := range []string{whole, `{"name":"","size":[1,2],"big":"0"}`} {
		x, err := decode(c, nil, text)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := c.Append(nil, []byte("+"), x); err != nil || string(b) != "+"+text {
			t.Errorf("%v\n got %s\nwant +%s", err, b, text)
		}
	}
}

// again writes x and reads it back.
func again(t interface{ Fatalf(string, ...any) }, c codec.Codec[sample], x sample) string {
	b, err := c.Append(nil, nil, x)
	if err != nil {
		t.Fatalf("%v cannot be written: %v", x, err)
	}
	y, err := decode(c, nil, string(b))
	if err != nil {
		t.Fatalf("%s cannot be read: %v", b, err)
	}
	if twice, err := c.Append(nil, nil, y); err != nil || !bytes.Equal(b, twice) {
		t.Fatalf("%s came back as %s, %v", b, twice, err)
	}
	return string(b)
}

// TestRefused changes one thing at a time. What the schema can say, it says too.
func TestRefused(t *testing.T) {
	c := samples()
	schema := schemaOf(t, c.Schema)
	if !fits(t, schema, whole) {
		t.Fatal("the schema refuses what the decoder takes")
	}
	for _, r := range []struct {
		old, new, want string
		lax            bool // no schema can say it, or none does
	}{
		{`"name":"a"`, `"name":1`, "name must be a text", false},
		{`"name":"a",`, ``, `the sample needs the field "name"`, false},
		{`"sure":true`, `"sure":1`, "sure must be", false},
		{`"level":-9007199254740992`, `"level":9007199254740993`, "level", false},
		{`"level":-9007199254740992`, `"level":1.5`, "level", false},
		{`"way":"left"`, `"way":"up"`, `way is 'up'; it must be one of: left, right`, false},
		{`"dots":[{"x":1},{"x":-9,"y":0,"hue":"green"}]`, `"dots":[]`, "dots has 0 items; it must have 1 to 3", false},
		{`{"x":1}`, `{"x":1},{"x":1},{"x":1}`, "dots has 4 items", false},
		{`{"x":1}`, `{"x":10}`, "x", false},
		{`{"x":1}`, `{"y":1}`, `a dot needs the field "x"`, false},
		{`{"x":1}`, `{"x":1,"z":1}`, `a dot has no field "z"`, false},
		{`{"x":1}`, `7`, "a dot must be an object, not a number", false},
		{`"green"`, `"blue"`, `hue is 'blue'; it must be one of: red, green`, false},
		{`[0,99]`, `[0]`, "size has 1 item; it must have 2", false},
		{`[0,99]`, `[0,100]`, "a side", false},
		{`"1234567890123456789012345678901234567890"`, `"01"`, "big begins with a zero", false},
		{`"1234567890123456789012345678901234567890"`, `"12345678901234567890123456789012345678901"`, "big", true},
		{`"4611686018427387904"`, `"4611686018427387905"`, "long is 4611686018427387905; it must be from 0 to 4611686018427387904", true},
		{`"4611686018427387904"`, `"-1"`, "long holds '-'", false},
		{`"00ff`, `"00FF`, "digest must be 64 digits", false},
		{`"00ff`, `"0ff`, "digest must be 64 digits", false},
		{`"best":{"x":0}`, `"best":null`, "best must be an object", false},
		{`"even":-4`, `"even":-3`, "-3 is odd", true},
		{`"half":21`, `"half":51`, "half", false},
		{`"extra":[]`, `"extra":[11]`, "a number", false},
		{`"extra":[]`, `"extr":[]`, `the sample has no field "extr"`, false},
	} {
		text := strings.Replace(whole, r.old, r.new, 1)
		if text == whole {
			t.Fatalf("%s is not there", r.old)
		}
		_, err := decode(c, nil, text)
		if err == nil || !strings.Contains(err.Error(), r.want) || !strings.Contains(err.Error(), "line 1, column ") {
			t.Errorf("%s: %v; want %s", r.new, err, r.want)
		}
		if fits(t, schema, text) != r.lax {
			t.Errorf("%s: the schema says %v", r.new, !r.lax)
		}
	}
}

// TestUnwritable gives writers what no document can say.
func TestUnwritable(t *testing.T) {
	for what, err := range map[string]error{
		"-1 is no natural number":   second(codec.Natural(9).Append(nil, nil, big.NewInt(-1))),
		"nil> is no natural number": second(codec.Natural(9).Append(nil, nil, nil)),
		"there is no name for 2":    second(codec.Named[hue]("red", "green").Append(nil, nil, 2)),
	} {
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v; want %s", err, what)
		}
	}
	if d := codec.Text().Described("a word").Schema["description"]; d != "a word" {
		t.Error(d)
	}
}

func second(_ []byte, err error) error { return err }

// TestMeter stops the reading and the writing of long lists, and the holding of much.
func TestMeter(t *testing.T) {
	list := codec.ListOf("a number", codec.Number[int64](0, 9))
	const n = 20000
	text := "[" + strings.Repeat("1,", n-1) + "1]"
	ended := func() *meter.Meter {
		ctx, cancel := context.WithCancel(t.Context())
		m := meter.New(ctx, 0)
		cancel()
		return m
	}
	if _, err := decode(list, ended(), text); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	if _, err := list.Append(ended(), nil, make([]int64, n)); !errors.Is(err, context.Canceled) {
		t.Errorf("writing: %v", err)
	}
	if _, err := decode(list, meter.New(t.Context(), 8*n-1), text); err == nil {
		t.Error("20000 numbers are held in less than they take")
	}
	if x, err := decode(list, meter.New(t.Context(), 8*n), text); err != nil || len(x) != n {
		t.Error(err)
	}
}

// TestRoundTrip writes any sample and reads it back; the schema takes what is written.
func TestRoundTrip(t *testing.T) {
	c := samples()
	schema := schemaOf(t, c.Schema)
	rapid.Check(t, func(r *rapid.T) {
		dot := rapid.Custom(func(r *rapid.T) dot {
			return dot{rapid.IntRange(-9, 9).Draw(r, "x"), rapid.IntRange(-9, 9).Draw(r, "y"), hue(rapid.IntRange(0, 1).Draw(r, "hue"))}
		})
		x := sample{
			Name: rapid.String().Draw(r, "name"), Sure: rapid.Bool().Draw(r, "sure"), Level: rapid.Int64Range(-1<<53, 1<<53).Draw(r, "level"),
			Way:  rapid.SampledFrom([]string{"", "left", "right"}).Draw(r, "way"),
			Size: [2]int{rapid.IntRange(0, 99).Draw(r, "rows"), rapid.IntRange(0, 99).Draw(r, "cols")},
			Big:  new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 16).Draw(r, "big")),
			Long: rapid.Int64Range(0, 1<<62).Draw(r, "long"), Half: 2 * rapid.IntRange(0, 50).Draw(r, "half"), Even: 2 * rapid.IntRange(-50, 50).Draw(r, "even"),
			Best: rapid.Ptr(dot, true).Draw(r, "best"),
		}
		if rapid.Bool().Draw(r, "has dots") {
			x.Dots = rapid.SliceOfN(dot, 1, 3).Draw(r, "dots")
		}
		if x.Sure {
			x.Extra = rapid.SliceOf(rapid.IntRange(0, 9)).Draw(r, "extra")
		}
		copy(x.Sum[:], rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(r, "sum"))
		text := again(r, c, x)
		if !fits(t, schema, text) {
			r.Fatalf("the schema refuses %s", text)
		}
		y, _ := decode(c, nil, text)
		if x.Big.Cmp(y.Big) != 0 {
			r.Fatalf("%v came back as %v", x.Big, y.Big)
		}
		x.Big, y.Big = nil, nil
		if !reflect.DeepEqual(x, y) {
			r.Fatalf("%+v came back as %+v", x, y)
		}
	})
}

// FuzzDecode: what is read fits the schema, and is written as it is read.
func FuzzDecode(f *testing.F) {
	f.Add(whole)
	f.Add(`{"name":"","size":[1,2],"big":"0"}`)
	f.Add(`{"name":"\u0000","size":[1,2],"big":"7","dots":[{"x":1,"y":7}]}`)
	c := samples()
	schema := schemaOf(f, c.Schema)
	f.Fuzz(func(t *testing.T, text string) {
		x, err := decode(c, nil, text)
		if err != nil {
			return
		}
		if !fits(t, schema, text) {
			t.Fatalf("the schema refuses %q", text)
		}
		again(t, c, x)
	})
}

// TestFieldsAreChecked reads an object among the fields of a document: Then and Map hold there too.
func TestFieldsAreChecked(t *testing.T) {
	even := codec.Object(codec.Need("n", codec.Number[int](0, 99), func(n *int) *int { return n })).
		Then(func(v *document.Value, n *int) error {
			if *n%2 != 0 {
				return v.Errorf("%d is odd", *n)
			}
			return nil
		})
	half := codec.Map(even, func(n int) int64 { return int64(n / 2) }, func(n int64) int { return int(2 * n) })
	for text, want := range map[string]string{`{"n":8}`: "", `{"n":7}`: "7 is odd", `{"n":100}`: "from 0 to 99"} {
		v, err := document.ParseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		f, err := v.Object("the document")
		if err != nil {
			t.Fatal(err)
		}
		got, err := half.DecodeFields(nil, f)
		if want == "" && (err != nil || got != 4) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %d, %v, want %q", text, got, err, want)
		}
	}
	if codec.Text().IsObject() || !half.IsObject() {
		t.Error("what is an object?")
	}
}
