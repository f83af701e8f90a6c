package document

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

func TestParseNatural(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
		err   string
	}{
		{in: "0", limit: 1, want: "0"},
		{in: "7", limit: 1, want: "7"},
		{in: "12345678901234567890123", limit: 23, want: "12345678901234567890123"},
		{in: "1" + strings.Repeat("0", 999), limit: 1000, want: "1" + strings.Repeat("0", 999)},
		{in: "", limit: 5, err: "is empty; digits are expected"},
		{in: "100", limit: 2, err: "has 3 digits; at most 2 are accepted"},
		{in: "1", limit: 0, err: "has 1 digits; at most 0 are accepted"},
		{in: "00", limit: 5, err: "begins with a zero"},
		{in: "007", limit: 5, err: "begins with a zero"},
		{in: "-1", limit: 5, err: "holds '-'; only digits are expected"},
		{in: "+1", limit: 5, err: "holds '+'; only digits are expected"},
		{in: " 1", limit: 5, err: "holds ' '; only digits are expected"},
		{in: "1 ", limit: 5, err: "holds ' '; only digits are expected"},
		{in: "1_0", limit: 5, err: "holds '_'; only digits are expected"},
		{in: "0x1", limit: 5, err: "begins with a zero"},
		{in: "1e5", limit: 5, err: "holds 'e'; only digits are expected"},
		{in: "1.0", limit: 5, err: "holds '.'; only digits are expected"},
		{in: "1²", limit: 5, err: "holds '²'; only digits are expected"},
		{in: "1\xff", limit: 5, err: "holds the byte 0xFF; only digits are expected"},
	} {
		n, err := ParseNatural(c.in, c.limit)
		switch {
		case c.err != "":
			if err == nil || err.Error() != c.err || n != nil {
				t.Errorf("%.30q: %v, %v, want %s", c.in, n, err, c.err)
			}
		case err != nil || n.String() != c.want:
			t.Errorf("%.30q: %v, %v", c.in, n, err)
		}
	}
}

// at is where the values of these tests stand.
var at = grid.Pos{Line: 3, Col: 5}

func TestReadingValues(t *testing.T) {
	object, err := NewObject(nil, at)
	if err != nil {
		t.Fatal(err)
	}
	values := map[Kind]Value{
		Null: NewNull(at), Bool: NewBool(true, at), Number: NewNumber("12", at),
		String: NewString("12", at), List: NewList([]Value{NewNull(at)}, at), Object: object,
	}
	for kind, v := range values {
		if v.Kind() != kind || v.Pos() != at {
			t.Errorf("%v: kind %v at %v", kind, v.Kind(), v.Pos())
		}
		for wants, read := range map[Kind]func() error{
			Bool:   func() error { _, err := v.Bool("it"); return err },
			Number: func() error { _, err := v.Literal("it"); return err },
			String: func() error { _, err := v.String("it"); return err },
			List:   func() error { _, err := v.List("it"); return err },
			Object: func() error { _, err := v.Object("it"); return err },
		} {
			err := read()
			if kind == wants {
				if err != nil {
					t.Errorf("%v: %v", kind, err)
				}
				continue
			}
			want := "line 3, column 5: it must be " + wants.String() + ", not " + kind.String()
			if err == nil || err.Error() != want || !errors.Is(err, grid.ErrInput) {
				t.Errorf("%v as %v: %v, want %s", kind, wants, err, want)
			}
		}
		_, errInt := v.Int("it", 0, 99)
		_, errBig := v.BigText("it", 9)
		if (errInt == nil) != (kind == Number) || (errBig == nil) != (kind == String || kind == Number) {
			t.Errorf("%v: Int %v, BigText %v", kind, errInt, errBig)
		}
	}
	yes, no := NewBool(true, at), NewBool(false, at)
	a, _ := yes.Bool("")
	b, _ := no.Bool("")
	if !a || b {
		t.Error("truth is not what it was")
	}
}

func TestInt(t *testing.T) {
	for literal, want := range map[string]string{
		"7": "", "-3": "", "-0": "", "10": "",
		"11":                  "it is 11; it must be from -3 to 10",
		"-4":                  "it is -4; it must be from -3 to 10",
		"1.0":                 "it must be a whole number from -3 to 10, not '1.0'",
		"1e1":                 "it must be a whole number from -3 to 10, not '1e1'",
		"9223372036854775808": "it must be a whole number from -3 to 10, not '9223372036854775808'",
	} {
		v := NewNumber(literal, at)
		n, err := v.Int("it", -3, 10)
		if want == "" {
			if err != nil || n < -3 {
				t.Errorf("%s: %d, %v", literal, n, err)
			}
		} else if err == nil || err.Error() != "line 3, column 5: "+want {
			t.Errorf("%s: %d, %v, want %s", literal, n, err, want)
		}
	}
}

func TestErrorsHavePlaces(t *testing.T) {
	v := NewString("héllo", at)
	if got := v.Errorf("%d", 7).Error(); got != "line 3, column 5: 7" {
		t.Error(got)
	}
	if got := v.RuneErrorf(2, "here").Error(); got != "line 3, column 7: here" {
		t.Error(got)
	}
	nowhere := NewString("x", grid.Pos{})
	if got := nowhere.RuneErrorf(2, "here").Error(); got != "here" {
		t.Error(got) // a value that was made, not read, has no place
	}
	v = NewString("007", at)
	if _, err := v.BigText("the count", 9); err == nil || err.Error() != "line 3, column 5: the count begins with a zero" {
		t.Error(err)
	}
}

func TestFields(t *testing.T) {
	v := mustParse(t, "{\"a\": 1,\n \"b\": {\"x\": 2}, \"c\": 3}")
	f, err := v.Object("the thing")
	if err != nil || f.Value() != v {
		t.Fatal(err)
	}
	if f.Get("missing") != nil {
		t.Error("a field that is not there")
	}
	if _, err := f.Need("missing"); err == nil || err.Error() != `line 1, column 1: the thing needs the field "missing"` {
		t.Error(err)
	}
	a, err := f.Need("a")
	if err != nil || a.Kind() != Number {
		t.Error(a, err)
	}
	// The first field that nobody asked for is named, at its name.
	if err := f.Done(); err == nil || err.Error() != `line 2, column 2: the thing has no field "b"` || !errors.Is(err, grid.ErrInput) {
		t.Error(err)
	}
	if first, second := f.Get("b"), f.Get("b"); first == nil || second != first { // twice is once
		t.Error("b is lost")
	}
	if err := f.Done(); err == nil || err.Error() != `line 2, column 17: the thing has no field "c"` {
		t.Error(err)
	}
	if f.Get("C") != nil {
		t.Error("names are matched without regard to case")
	}
	f.Get("c")
	if err := f.Done(); err != nil {
		t.Error(err)
	}
	// Two readers of one object do not know of each other.
	g, _ := v.Object("it")
	if g.Done() == nil {
		t.Error("a new reader has read everything")
	}
	empty, _ := mustParse(t, "{}").Object("it")
	if err := empty.Done(); err != nil {
		t.Error(err)
	}
}

func TestNewObjectRefusesDuplicates(t *testing.T) {
	for _, n := range []int{2, 16, 17, 100} {
		fields := make([]Field, n)
		for i := range fields {
			fields[i] = Field{Name: strings.Repeat("x", i), Pos: grid.Pos{Line: 1, Col: i + 1}}
		}
		if _, err := NewObject(fields, at); err != nil {
			t.Errorf("%d fields: %v", n, err)
		}
		fields[n-1].Name = fields[0].Name
		if _, err := NewObject(fields, at); err == nil || !strings.Contains(err.Error(), "a second time") || err.(*grid.Error).Pos.Col != n {
			t.Errorf("%d fields: %v", n, err)
		}
	}
}

// Long numbers are read by halves; math/big's own conversion says the same.
func TestParseNaturalByHalves(t *testing.T) {
	for _, digits := range []int{19, 20, 21, bigDigits, bigDigits + 1, 2 * bigDigits, 2*bigDigits + 1, 5*bigDigits - 3} {
		for _, first := range "19" {
			s := string(first) + strings.Repeat("90817", digits/5+1)[:digits-1]
			want, _ := new(big.Int).SetString(s, 10)
			if n, err := ParseNatural(s, digits); err != nil || n.Cmp(want) != 0 {
				t.Fatalf("%d digits: %v, %v", digits, n, err)
			}
		}
	}
}

// The conversion of 2^20 digits asks its meter in time, and less than quadratically often: it was 4 s of deafness.
func TestParseNaturalWithin(t *testing.T) {
	s := strings.Repeat("7", 1<<18)
	ctx := &counter{Context: context.Background(), left: 2}
	if _, err := ParseNaturalWithin(meter.New(ctx, 0), s, len(s)); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if ctx.asked > 4 {
		t.Fatalf("asked %d times after it was cancelled", ctx.asked)
	}
	if _, err := ParseNaturalWithin(meter.New(context.Background(), 1000), s, len(s)); !errors.As(err, new(*meter.MemoryError)) {
		t.Fatalf("within 1000 bytes: %v", err)
	}
}

// A counter says that it is cancelled once it has been asked often enough.
type counter struct {
	context.Context
	left, asked int
}

func (c *counter) Err() error {
	if c.asked++; c.asked > c.left {
		return context.Canceled
	}
	return nil
}

// TestFieldNames wants the near name of a field that is not there, and one name that stands for another.
func TestFieldNames(t *testing.T) {
	read := func(text string) (got *Value, err error) {
		v, err := ParseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		f, err := v.Object("it")
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Alias("goal", "target"); err != nil {
			return nil, err
		}
		if _, err := f.Need("start"); err != nil {
			return nil, err
		}
		return f.Get("target"), f.Done()
	}
	for text, want := range map[string]string{
		`{"start":1,"target":2}`:          "",
		`{"start":1,"goal":2}`:            "",
		`{"start":1,"gaol":2}`:            `line 1, column 12: it has no field "gaol"; did you mean "goal"?`,
		`{"start":1,"tarket":2}`:          `line 1, column 12: it has no field "tarket"; did you mean "target"?`,
		`{"start":1,"x":2}`:               `line 1, column 12: it has no field "x"`,
		`{"strat":1}`:                     `line 1, column 1: it needs the field "start"; is "strat" meant?`,
		`{"start":1,"goal":2,"target":2}`: "line 1, column 21: it has both goal and target, which mean the same",
	} {
		got, err := read(text)
		if want == "" && (err != nil || got == nil || got.text != "2") || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %v, %v; want %s", text, got, err, want)
		}
	}
}
