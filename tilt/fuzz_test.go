package tilt

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// FuzzReadContest: what is read is valid and comes back from its text and from its document,
// Counts counts, and whether the size is known makes no difference.
func FuzzReadContest(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.in")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, c := range badTexts {
		f.Add([]byte(c.text))
	}
	f.Add([]byte("\xEF\xBB\xBF1 2\r\nab\r\n\r\nba\r\n1 1\n.\n\n.\n"))
	f.Add([]byte("1 300\n" + colours(300) + "\n" + colours(300)))
	f.Add([]byte("700000 7")) // beyond the limit
	f.Fuzz(func(t *testing.T, text []byte) {
		a := grid.NewScanner(bytes.NewReader(text), -1)
		b := grid.NewScanner(bytes.NewReader(text), int64(len(text)))
		for {
			p, err := readContest(puzzle.Limits{Memory: 16 << 20}.Meter(context.Background()), a)
			q, err2 := readContest(puzzle.Limits{Memory: 16 << 20}.Meter(context.Background()), b)
			if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
				t.Fatalf("size unknown %v, known %v", err, err2)
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				var e *grid.Error
				if errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
					return
				}
				if !errors.As(err, &e) || e.Pos.IsZero() || e.Pos.Line > 1+bytes.Count(text, []byte("\n")) {
					t.Fatalf("%v", err)
				}
				return
			}
			if show(p) != show(q) {
				t.Fatalf("size unknown %s, known %s", show(p), show(q))
			}
			roundTrip(t, p)
		}
	})
}

// roundTrip writes p as text and as document, and reads both again.
func roundTrip(t *testing.T, p *Instance) {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatalf("%s: %v", show(p), err)
	}
	var text bytes.Buffer
	if err := writeContest(&text, p); err != nil {
		t.Fatal(err)
	}
	if !sniffContest(text.Bytes()) {
		t.Fatalf("%q is not recognised", text.Bytes())
	}
	back, err := readAll(text.String(), true)
	if err != nil || len(back) != 1 || show(back[0]) != show(p) {
		t.Fatalf("%s came back from its text otherwise, %v", show(p), err)
	}
	in, err := tilts().InstanceOf(p)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := in.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := document.ParseJSON(doc)
	if err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	ins, err := tilts().DecodeInstances(nil, &v)
	if err != nil || len(ins) != 1 || show(ins[0].Value().(*Instance)) != show(p) {
		t.Fatalf("%s came back from its document otherwise, %v", show(p), err)
	}
	for _, board := range []*Board{p.Start, p.Target} {
		want := make([]int64, len(p.Palette)+1)
		for r := range board.H {
			for c := range board.W {
				want[board.At(r, c)]++
			}
		}
		for code, n := range board.Counts(len(p.Palette)) {
			if n != want[code] {
				t.Fatalf("%s: colour %d counted %d times, %d are there", show(p), code, n, want[code])
			}
		}
	}
}

// FuzzRules: a document with rules is refused with a place, or it is valid and comes back as it was.
func FuzzRules(f *testing.F) {
	for _, fields := range []string{
		`"start":["r..#",".#..","b..O"],"target":["???#","?#?r","????"]`,
		`"start":["ab.","#.."],"goals":[["???","??a"],["a..","#.b"]],"movers":"one","robots":["a"]`,
		`"start":["aab","a.b","..."],"pieces":["xx.","x.y","..."],"holes":["O..","...","..O"],"step":"unit"`,
		`"start":[["red",7],["#","."]],"targets":[["..","??"],[["?","red"],["#",7]]],"movers":"all"`,
		`"start":["O#"],"pieces":["O#"],"robots":["zz"]`,
	} {
		f.Add([]byte(`{"family":"tilt","version":1,` + fields + `}`))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := document.ParseJSON(text)
		if err != nil {
			return
		}
		ins, err := tilts().DecodeInstances(puzzle.Limits{Memory: 16 << 20}.Meter(context.Background()), &v)
		if err != nil {
			if !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) && !errors.Is(err, puzzle.ErrInput) {
				t.Fatalf("%v of %s", err, text)
			}
			return
		}
		for _, in := range ins {
			p := in.Value().(*Instance)
			if err := p.Validate(); err != nil {
				t.Fatalf("%v of %s", err, text)
			}
			doc, err := in.AppendJSON(nil)
			if err != nil {
				t.Fatalf("%v of %s", err, text)
			}
			v, err := document.ParseJSON(doc)
			if err != nil {
				t.Fatalf("%v in %s", err, doc)
			}
			back, err := tilts().DecodeInstances(nil, &v)
			if err != nil || len(back) != 1 {
				t.Fatalf("%v of %s", err, doc)
			}
			if again, err := back[0].AppendJSON(nil); err != nil || !bytes.Equal(doc, again) {
				t.Fatalf("%s came back as %s, %v", doc, again, err)
			}
		}
	})
}
