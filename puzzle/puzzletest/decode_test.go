package puzzletest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A faulty family reads {"size": 3, "text": "abc"} with one of the faults that the kit is there for.
func faulty(decode func(m *meter.Meter, size int64, text string) error) *puzzle.Checker {
	numbers := []puzzle.Kind[int]{{Name: "number", Codec: codec.Number[int](0, 9)}}
	return puzzle.DefineChecker(puzzle.CheckSpec[string, int, int]{
		Data: puzzle.Data[string, int, int]{
			Name: "faulty", Title: "t", Doc: "d", Version: 1, Schemas: []byte(`{"instance":{},"witness":{},"certificate":{}}`),
			Decode: func(m *meter.Meter, f *document.Fields) ([]string, error) {
				n, err := f.Get("size").Int("size", 0, 1<<40)
				if err != nil {
					return nil, err
				}
				text, err := f.Get("text").String("text")
				if err != nil {
					return nil, err
				}
				return []string{""}, decode(m, n, text)
			},
			Encode:    func(string) (any, error) { return nil, nil },
			Validate:  func(string) error { return nil },
			Witnesses: numbers, Certificates: numbers,
			Texts: []puzzle.Text[string, int, int]{{
				Name: "faulty-text", Doc: "d", Sniff: func([]byte) bool { return true },
				Read: func(m *meter.Meter, s *grid.Scanner) (string, error) {
					if !s.SkipBlank() {
						return "", io.EOF
					}
					n, err := s.Int("size", 0, 1<<40)
					if err != nil {
						return "", err
					}
					return "", decode(m, n, "")
				},
				Write: func(io.Writer, string) error { return nil },
			}},
		},
		CheckWitness: Believe[string](numbers), CheckCertificate: Believe[string](numbers),
	})
}

// kept is what the faulty decoders keep.
var kept []byte

// The kit finds each of the faults that decoders have had, and none where there is none.
func TestDecodingFaults(t *testing.T) {
	honest := func(m *meter.Meter, size int64, text string) error {
		if err := m.Hold("it", size+int64(len(text))); err != nil {
			return err
		}
		for i := 0; i < len(text); i += 1 << 10 {
			if err := m.Work(1 << 10); err != nil {
				return err
			}
		}
		kept = append([]byte(nil), text...)
		return nil
	}
	for name, c := range map[string]struct {
		decode func(m *meter.Meter, size int64, text string) error
		want   string // in some fault; "" for none
	}{
		"honest": {honest, ""},
		"allocates what a number promises": {func(m *meter.Meter, size int64, text string) error {
			if size < 1<<25 { // even a faulty decoder has to leave the machine alive
				kept = make([]byte, 4*size)
			}
			return honest(m, 0, text)
		}, "made the decoder allocate"},
		"never asks": {func(_ *meter.Meter, size int64, text string) error {
			kept = make([]byte, min(size, 100))
			return nil
		}, "the meter asked 0 times"},
		"is quadratic": {func(m *meter.Meter, size int64, text string) error {
			for i := 0; i < len(text)/1000*len(text); i += 1 << 22 {
				if err := m.Work(1 << 22); err != nil {
					return err
				}
			}
			return nil
		}, "the meter was asked"},
		"goes on": {func(m *meter.Meter, size int64, text string) error {
			for range len(text) / 1000 {
				_ = m.Work(len(text))
				if m.Err() != nil {
					meterAgain(m, 200)
				}
			}
			return m.Err()
		}, "times more"},
		"panics": {func(m *meter.Meter, size int64, text string) error {
			return honest(m, int64(len(make([]struct{}, 10)[size&15:])), text)
		}, "panic"},
		"says too much": {func(m *meter.Meter, size int64, text string) error {
			if len(text) > 100 {
				return grid.Errorf(grid.Pos{}, "%q is wrong", text)
			}
			return honest(m, size, text)
		}, "an error of"},
	} {
		of := faulty(c.decode)
		doc, err := document.ParseJSON([]byte(`{"family":"faulty","version":1,"size":3,"text":"abc"}`))
		if err != nil {
			t.Fatal(err)
		}
		var faults []string
		for made := range blowUps(&doc) {
			blown := made()
			if fault := readInstances(of).fault(blown); fault != nil {
				faults = append(faults, fault.Error())
			}
		}
		if c.want == "made the decoder allocate" {
			for made := range blowUpText("3\n") {
				blown := made()
				if fault := readTexts(of, "faulty-text").fault(blown); fault != nil {
					faults = append(faults, "text: "+fault.Error())
				}
			}
		}
		all := strings.Join(faults, "\n")
		switch {
		case c.want == "" && len(faults) > 0:
			t.Errorf("%s: %s", name, all)
		case !strings.Contains(all, c.want):
			t.Errorf("%s: the kit says %q; want %s", name, all, c.want)
		case strings.HasPrefix(c.want, "made") && !strings.Contains(all, "text: "):
			t.Errorf("%s: not found in a text: %s", name, all)
		}
	}
}

// meterAgain asks the context n times, as somebody does who does not listen.
func meterAgain(m *meter.Meter, n int) {
	for range n {
		m.Reset()
	}
}

func TestNodesOf(t *testing.T) {
	var out bytes.Buffer
	text := []byte(`{"a":[1,"x\"",[-2]],"b":{"c":true,"d":[]}}`)
	for _, n := range nodesOf(text) {
		out.WriteString(n.path + "=" + string(text[n.from:n.to]) + " ")
	}
	if want := `.a=[1,"x\"",[-2]] .a[*]=1 .a[*]="x\"" .a[*]=[-2] .a[*][*]=-2 .b.d=[] `; out.String() != want {
		t.Fatalf("%s, want %s", out.String(), want)
	}
}
