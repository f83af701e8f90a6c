package permute

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// FuzzTexts: whatever a text format is given, it says what is wrong with its place, or gives valid instances that come
// back from their text and their document.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{
		sample, "1\n123\n456\n789\n123\n456\n789\n123\n456\n789\n", "2\r\n123\r\n456\r\n789\r\n\r\n123\r\n456\r\n789", "0\n",
		"293/678/514 -> 624/579/183\n", "moves shifts:2 twist:2x2=3\n# c\n1,2,10/3,4,5 -> ., .,10/1,2,. | ././. : drag\n",
		"231\n456\n789\n\n2,10\n30,4\n", "ab/cd -> ../.d : rotate:cw,180 swap:adjacent mirror-up-down",
		"10,/2,/é, : shift-down",
	} {
		f.Add([]byte(seed))
	}
	texts := Data().Texts
	lim := puzzle.Limits{Memory: 4 << 20}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 300 {
			return
		}
		for _, format := range texts {
			format.Sniff(data)
			s := grid.NewScanner(bytes.NewReader(data), -1)
			for range 64 {
				p, err := format.Read(lim.Meter(context.Background()), s)
				if err != nil {
					var e *grid.Error
					if err != io.EOF && !errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) && (!errors.As(err, &e) || e.Pos.IsZero()) {
						t.Fatalf("%s: %v", format.Name, err)
					}
					break
				}
				comesBack(t, p)
				var first, second bytes.Buffer
				err = format.Write(&first, p)
				if format.Name == FormatRows && errors.Is(err, puzzle.ErrUnsupported) {
					continue // not told by its looks
				}
				if err != nil {
					t.Fatalf("%s does not write what it read: %v", format.Name, err)
				}
				if !format.Sniff(first.Bytes()) && (format.Maybe == nil || !format.Maybe(first.Bytes())) {
					t.Fatalf("%s does not know its own text %q", format.Name, first.Bytes())
				}
				again, err := format.Read(lim.Meter(context.Background()),
					grid.NewScanner(bytes.NewReader(first.Bytes()), int64(first.Len())))
				if err != nil {
					t.Fatalf("%s does not read what it wrote: %v: %q", format.Name, err, first.Bytes())
				}
				if err := format.Write(&second, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
					t.Fatalf("%s: %q came back as %q (%v)", format.Name, first.Bytes(), second.Bytes(), err)
				}
			}
		}
	})
}

// comesBack writes an instance as a document and reads that.
func comesBack(t *testing.T, p *Instance) {
	t.Helper()
	in, err := believer().InstanceOf(p)
	if err != nil {
		t.Fatalf("%s: %v", dump(p), err)
	}
	doc, err := in.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode(string(doc))
	if err != nil || len(back) != 1 || dump(back[0].Value().(*Instance)) != dump(p) {
		t.Fatalf("%s came back otherwise from %s: %v", dump(p), doc, err)
	}
	if q, err := Parse(p.String()); err != nil || dump(q) != dump(p) {
		t.Fatalf("%s came back otherwise from %s: %v", dump(p), p, err)
	}
}

// FuzzDocuments: documents and claims are refused with a place, or come back.
func FuzzDocuments(f *testing.F) {
	for _, seed := range []string{
		`"start":[[2,9,3],[6,7,8],[5,1,4]],"target":[[6,2,4],[5,7,9],[1,8,3]],"moves":["shift-right","shift-down","rotate-cw"]}`,
		`"start":["aab","b,c"],"goals":["a/b",[["a",null]]],"moves":"shifts=2 twist:2x2"}`,
		`"start":123,"targets":["321"],"moves":[{"set":"drag","cost":2},{"name":"X","cycles":[[[1,1],[1,2]]],"inverse":true,"cost":3}]}`,
		`"verdict":"solved","witness":{"moves":["R1","D2^3"],"goal":2,"cost":"4","length":"4","atLeast":"4","bound":"search","unverified":{"atLeast":"4","method":"x","ways":"7"}}}`,
		`"verdict":"impossible","certificate":{"columns":3,"orbit":{"goals":[{"cells":[[1,1],[2,3]],"tile":"7","have":0,"want":1}]}}}`,
		`"verdict":"impossible","certificate":{"columns":3,"parity":{"cells":[[1,1]]}}}`,
		`"verdict":"impossible","certificate":{"columns":2,"blocks":{"system":[[[1,1],[1,2]]],"pairs":[[[1,1],[1,2]]]}}}`,
		`"verdict":"impossible","certificate":{"columns":2,"chain":{"base":[[1,1]],"strong":[[2,1,3,4]]}}}`,
		`"verdict":"impossible","certificate":{"columns":2,"characters":{"list":[{"modulus":4,"systems":[{"blocks":[[[1,1],[1,2]]],"phases":[0,2],"weight":3,"inside":true,"places":true}],"cells":[[2,1]]}],"goals":[{"character":1,"sum":2}]}}}`,
		`"verdict":"impossible","certificate":{"columns":2,"chain":{"cells":[[1,1],[1,2]],"base":[[1,1]],"strong":[[2,1,3,4]]}}}`,
		`"verdict":"impossible","certificate":{"columns":2,"exhausted":{"states":"12","digest":"` + zeros + `"}}}`,
	} {
		f.Add([]byte(head + seed))
	}
	instances, claims := schema(f, puzzle.SchemaInstance), schema(f, puzzle.SchemaClaim)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1000 {
			return
		}
		v, err := document.ParseJSON(data)
		if err != nil {
			return
		}
		ins, err := believer().DecodeInstances(nil, &v)
		wantPlace(t, err)
		for _, in := range ins {
			comesBack(t, in.Value().(*Instance))
			accepts(t, instances, data)
		}
		cl, err := believer().DecodeClaim(nil, &v)
		wantPlace(t, err)
		if err != nil || cl.Verdict() == puzzle.Unknown {
			return
		}
		doc, err := cl.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%v for %s", err, data)
		}
		back, err := decodeClaim(string(doc))
		if err != nil {
			t.Fatalf("%v in %s", err, doc)
		}
		if again, err := back.AppendJSON(nil); err != nil || !bytes.Equal(doc, again) {
			t.Fatalf("%s came back as %s (%v)", doc, again, err)
		}
		accepts(t, claims, data)
	})
}

func wantPlace(t *testing.T, err error) {
	t.Helper()
	var e *grid.Error
	if err != nil && (!errors.As(err, &e) || e.Pos.IsZero()) {
		t.Fatalf("no place: %v", err)
	}
}
