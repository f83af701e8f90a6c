package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// same reports whether two trees hold the same values, wherever they stood.
func same(a, b *Value) bool {
	if a.kind != b.kind || a.text != b.text || len(a.list()) != len(b.list()) || len(a.fields()) != len(b.fields()) {
		return false
	}
	for i := range a.list() {
		if !same(&a.list()[i], &b.list()[i]) {
			return false
		}
	}
	for i := range a.fields() {
		if a.fields()[i].Name != b.fields()[i].Name || !same(&a.fields()[i].Value, &b.fields()[i].Value) {
			return false
		}
	}
	return true
}

// within reports whether p is a place of text, its end included.
func within(p grid.Pos, text []byte) bool {
	lines := bytes.Split(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")), []byte("\n"))
	return p.Line >= 1 && p.Line <= len(lines) && p.Col >= 1 && p.Col <= 1+utf8.RuneCount(lines[p.Line-1])
}

// FuzzParseJSON: what is accepted is JSON to encoding/json too, means the same there, and comes
// back from AppendJSON as the same tree; what is refused is bad input at a place of the text, and
// if encoding/json takes it, then for one of the reasons that we list.
func FuzzParseJSON(f *testing.F) {
	for _, c := range accepted {
		f.Add([]byte(c.in))
	}
	for _, c := range refused {
		if len(c.in) < 1000 {
			f.Add([]byte(c.in))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ParseJSON(data)
		if err != nil {
			var e *grid.Error
			if !errors.Is(err, grid.ErrInput) || !errors.As(err, &e) || !within(e.Pos, data) {
				t.Fatalf("%q: %v", data, err)
			}
			if json.Valid(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))) && !stricter(e.Msg) {
				t.Fatalf("%q is JSON, but %v", data, err)
			}
			return
		}
		body := bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
		if !json.Valid(body) {
			t.Fatalf("%q is not JSON", data)
		}
		out := v.AppendJSON(nil)
		again, err := ParseJSON(out)
		if err != nil || !same(&v, &again) {
			t.Fatalf("%q came back as %q, %v", data, out, err)
		}
		// The same to another reader, too: both texts as encoding/json understands them.
		if a, b := canonical(t, body), canonical(t, out); !bytes.Equal(a, b) {
			t.Fatalf("%q means %s, and %q means %s", data, a, out, b)
		}
	})
}

// stricter reports whether msg is a reason for which valid JSON is refused.
func stricter(msg string) bool {
	for _, part := range []string{"a second time", "not valid UTF-8", "surrogate pair", "nested more than"} {
		if bytes.Contains([]byte(msg), []byte(part)) {
			return true
		}
	}
	return false
}

func canonical(t *testing.T, data []byte) []byte {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
