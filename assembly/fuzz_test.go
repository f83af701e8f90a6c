package assembly

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

// FuzzReadContest: whether the size of a text is known makes no difference, every error has its place, and what is
// read comes back from its text and from its document.
func FuzzReadContest(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.in")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, c := range badContests {
		f.Add([]byte(c.text))
	}
	f.Add([]byte("\xEF\xBB\xBF2 2 3\r\n2\t2\r\n 2 1 \r\n1 1\n\n\n1 1 1\n1 1"))
	f.Fuzz(func(t *testing.T, text []byte) { fuzzText(t, text, readContest, writeContest, sniffContest) })
}

// FuzzReadPicture does the same for pictures.
func FuzzReadPicture(f *testing.F) {
	for _, c := range badPictures {
		f.Add([]byte(c.text))
	}
	f.Add([]byte("\xEF\xBB\xBF##.R\r\n#.##\r\n###.\r\n\r\ncontact sticky\n\n.#. \n###\n"))
	f.Fuzz(func(t *testing.T, text []byte) { fuzzText(t, text, readPicture, writePicture, sniffPicture) })
}

func fuzzText(
	t *testing.T, text []byte, read readFunc, write func(io.Writer, *Instance) error, sniff func([]byte) bool,
) {
	sniff(text)
	lim := puzzle.Limits{Memory: 1 << 20}
	a := grid.NewScanner(bytes.NewReader(text), -1)
	b := grid.NewScanner(bytes.NewReader(text), int64(len(text)))
	for {
		p, err := read(lim.Meter(context.Background()), a)
		q, err2 := read(lim.Meter(context.Background()), b)
		if errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) || errors.Is(puzzle.AsLimit(err2), puzzle.ErrLimit) {
			return
		}
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("size unknown %v, known %v", err, err2)
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			var e *grid.Error
			if !errors.As(err, &e) || e.Pos.IsZero() || e.Pos.Line > 1+bytes.Count(text, []byte("\n")) {
				t.Fatalf("%v", err)
			}
			return
		}
		if show(p) != show(q) {
			t.Fatalf("size unknown %s, known %s", show(p), show(q))
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%s: %v", show(p), err)
		}
		roundTrip(t, p, read, write, sniff)
	}
}

// roundTrip writes p as text and as document, and reads both again.
func roundTrip(
	t *testing.T, p *Instance, read readFunc, write func(io.Writer, *Instance) error, sniff func([]byte) bool,
) {
	var out bytes.Buffer
	if err := write(&out, p); err == nil {
		if !sniff(out.Bytes()) {
			t.Fatalf("%q is not recognised", out.Bytes())
		}
		back, err := readAll(out.String(), read, 1)
		if err != nil || len(back) != 1 || show(back[0]) != show(p) {
			t.Fatalf("%s came back from its text otherwise, %v", show(p), err)
		}
	} else if !errors.Is(err, puzzle.ErrUnsupported) {
		t.Fatal(err)
	}
	in, err := family().InstanceOf(p)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := in.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := instances(string(doc))
	if err != nil || len(back) != 1 || show(back[0]) != show(p) {
		t.Fatalf("%s came back from its document %s otherwise, %v", show(p), doc, err)
	}
}

// FuzzDocuments: documents are read without a panic, and what is read comes back the same.
func FuzzDocuments(f *testing.F) {
	f.Add([]byte(head + `"shape":["##.R","#.##","###."],"contact":"frontal"}`))
	f.Add([]byte(head + `"rows":1000000000,"columns":3,"blocks":[[5,3],[6,3]],"root":[6,3],"contact":"sticky"}`))
	for _, c := range goodClaims {
		f.Add([]byte(head + c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := document.ParseJSON(text)
		if err != nil {
			return
		}
		if ins, err := family().DecodeInstances(nil, &v); err == nil {
			for _, in := range ins {
				roundTrip(t, in.Value().(*Instance), readPicture, writePicture, sniffPicture)
			}
		}
		cl, err := family().DecodeClaim(nil, &v)
		if err != nil || cl.Count() != nil || cl.Verdict() == puzzle.Unknown {
			return
		}
		first, err := cl.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := claims(string(first))
		if err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if second, err := again.AppendJSON(nil); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%s came back as %s, %v", first, second, err)
		}
	})
}
