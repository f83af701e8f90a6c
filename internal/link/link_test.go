package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/link"
	"github.com/gridwright/gridwright/puzzle"
)

// packed is a fragment that says anything.
func packed(said string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write([]byte(said))
	w.Close()
	return "v1." + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func TestRoundTrip(t *testing.T) {
	for _, c := range [][2]string{{`{"a":1}`, ""}, {`{"a":"<b>&"}`, `{"verdict":"solved"}`}, {"{}", "{}"}} {
		var claim []byte
		if c[1] != "" {
			claim = []byte(c[1])
		}
		text, err := link.Pack([]byte(c[0]), claim)
		if err != nil {
			t.Fatal(err)
		}
		for _, given := range []string{text, "#" + text, "https://example.org/play/?x=1#" + text, " " + text + "\n"} {
			doc, cl, err := link.Unpack(given)
			if err != nil || !strings.Contains(string(doc), "{") || string(cl) != c[1] {
				t.Errorf("%s: %s, %s, %v", given, doc, cl, err)
			}
		}
	}
}

// TestHostile opens links that somebody has cut, changed or made to do harm.
func TestHostile(t *testing.T) {
	good, err := link.Pack([]byte(`{"family":"x","rows":["`+strings.Repeat("ab.c", 50)+`"]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(good) {
		if _, _, err := link.Unpack(good[:n]); !errors.Is(err, puzzle.ErrInput) {
			t.Fatalf("cut after %d of %d characters: %v", n, len(good), err)
		}
	}
	refused := 0
	for i := len("v1."); i < len(good); i++ {
		for _, c := range "AZaz09-_=.%\x00é" {
			_, _, err := link.Unpack(good[:i] + string(c) + good[i+1:])
			if err != nil && !errors.Is(err, puzzle.ErrInput) {
				t.Fatalf("character %d is %q: %v", i, c, err)
			}
			if err != nil {
				refused++
			}
		}
	}
	if refused < len(good) {
		t.Errorf("of all changed links %d were refused", refused)
	}
	for said, want := range map[string]error{
		strings.Repeat(" ", 65<<20): puzzle.ErrLimit, // a bomb: 64 KB that unpack to 65 MB
		"":                          puzzle.ErrInput,
		"[]":                        puzzle.ErrInput,
		"null":                      puzzle.ErrInput,
		`{"i":[]}`:                  puzzle.ErrInput,
		`{"i":{},"x":1}`:            puzzle.ErrInput,
		`{"i":{}} {}`:               puzzle.ErrInput,
		`{"i":{}}]`:                 puzzle.ErrInput,
		`{"i":{}}}`:                 puzzle.ErrInput,
		`{"c":{}}`:                  puzzle.ErrInput,
		`{"i":` + strings.Repeat("[", 1<<20) + `}`: puzzle.ErrInput,
	} {
		if _, _, err := link.Unpack(packed(said)); !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", said, err, want)
		}
	}
	if _, _, err := link.Unpack("v1." + strings.Repeat("A", 1<<20)); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("a link of more than a mebibyte: %v", err)
	}
	for _, none := range []string{"", "http://127.0.0.1:8080/", "v2.AAAA", "#"} {
		if _, _, err := link.Unpack(none); !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v", none, err)
		}
	}
	whole := packed(`{"i":{"family":"x"}}`)
	for n := len("v1."); n < len(whole); n++ {
		if _, _, err := link.Unpack(whole[:n]); err == nil || strings.Contains(err.Error(), "none of those") {
			t.Errorf("a link that is cut off after %d letters: %v", n, err)
		}
	}
	long := make([]byte, 3<<20)
	for i, x := 0, uint32(1); i < len(long); i++ {
		x = x*1664525 + 1013904223
		long[i] = 'a' + byte(x>>24)%26
	}
	if _, err := link.Pack([]byte(`{"text":"`+string(long)+`"}`), nil); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("a puzzle that no link holds: %v", err)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add("v1.AAAA")
	f.Add(packed(`{"i":{"family":"x"},"c":{}}`))
	f.Fuzz(func(t *testing.T, text string) {
		doc, claim, err := link.Unpack(text)
		if err != nil {
			if !errors.Is(err, puzzle.ErrInput) && !errors.Is(err, puzzle.ErrLimit) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := link.Pack(doc, claim)
		if err != nil {
			t.Skip("SKIPPED: it unpacks to what is too long to be packed again")
		}
		if d, c, err := link.Unpack(again); err != nil || len(d) == 0 || (c == nil) != (claim == nil) {
			t.Fatalf("%q: %s, %s, %v", text, d, c, err)
		}
	})
}
