package lights

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

func scan(text string) *grid.Scanner { return grid.NewScanner(strings.NewReader(text), -1) }

func TestContestSample(t *testing.T) {
	text, err := os.ReadFile("testdata/awkward-lights-1.in")
	if err != nil {
		t.Fatal(err)
	}
	if !sniffContest(text) || sniffDigits(text) || sniffPBM(text) || sniffPGM(text) {
		t.Fatal("sniffed wrongly")
	}
	s, n := grid.NewScanner(bytes.NewReader(text), int64(len(text))), 0
	for ; ; n++ {
		p, err := readContest(nil, s)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if n == 2 && (p.Width != 3 || p.Height != 2 || p.Pattern.Name != "diamond:1" || p.Start.At(1, 1) != 1) {
			t.Fatalf("%+v", p)
		}
	}
	if n != 10 {
		t.Fatalf("%d data sets", n)
	}
}

// What is wrong is said with its place.
func TestBadTexts(t *testing.T) {
	for _, c := range []struct {
		read func(*meter.Meter, *grid.Scanner) (*Instance, error)
		text string
		want string // "" where the text is good
	}{
		{readContest, "2 2 1\n1 1\n1 1\n", ""},
		{readContest, "2 2 9\r\n1 1\r\n1 1\r\n0 0 0\r\n", ""},
		{readContest, "2 2 1\n1 1\n1 2\n", "line 3, column 3: 2 is not a colour of a lamp modulo 2 (0 or 1)"},
		{readContest, "2 2 1\n1 1\n1\n", "line 3, column 2: a lamp is expected here"},
		{readContest, "2 0 1\n", "line 1, column 1: the number of rows is 0"},
		{readContest, "2 2 1\n1 1\n", "the input ends"},
		{readContest, "2 2 1\n1 1 1\n1 1\n", "line 2, column 5: unexpected '1'"},
		{readContest, "1073741824 1073741824 1\n1 1\n1 1\n", "too large"},
		{readContest, "1000000000 1 1\n1", "the input ends"},
		{readDigits, "012\n", "line 1, column 3: 2 is not a colour of a lamp modulo 2 (0 or 1)"},
		{readDigits, "# modulus 3\n012\n220\n", ""},
		{readDigits, "# modulus 3\n012\n223\n", "line 3, column 3: 3 is not a colour of a lamp modulo 3 (0 to 2)"},
		{readDigits, "# modulus 11\n0\n", "line 1, column 1: the modulus is '11'"},
		{readDigits, "# pattern plux\n0\n", "there is no pattern"},
		{readDigits, "# pattern king topology klein\n0\n", "there is no topology"},
		{readDigits, "# pattern king pattern king\n0\n", "pattern is set twice"},
		{readDigits, "010\n01\n", "line 2, column 3: this row has 2 digits; the first one has 3"},
		{readDigits, "01ü\n", "line 1, column 3: 'ü' is not a digit"},
		{readDigits, "# modulus 3\n", "the input ends where a board is expected"},
		{readPBM, "P1 2 2 0 1 10", ""},
		{readPBM, "P1\n# made by hand\n2 2\n01\n10\n", ""},
		{readPBM, "P1\n2 2\n01\n12\n", "line 4, column 2: '2' is not a colour of a lamp modulo 2 (0 or 1)"},
		{readPBM, "P4\n9 2\n\xFF\x80\xFF", "the picture ends in row 2 of 2"},
		{readPBM, "P4\n9 2\n\xFF\x80\x0A\x0A", ""},
		{readPBM, "P4\n100000 100000\n\xFF", "the picture ends in row 1 of 100000"},
		{readPBM, "P4 9", "the input ends"},
		{readPBM, "P4\n# modulus 2\n1 1\n\xFF", "the picture itself says the modulus"},
		{readPGM, "P2\n2 2 4\n0 1\n3 4", ""},
		{readPGM, "P2\n2 2 4\n0 1\n3 5", "line 4, column 3: 5 is not a colour of a lamp modulo 5 (0 to 4)"},
		{readPGM, "P5\n2 1 4\n\x04\x05", "row 1, column 2: 5 is not a colour of a lamp modulo 5 (0 to 4)"},
		{readPGM, "P5\n2 1 4\n\x04\n", "row 1, column 2: 10 is not a colour of a lamp modulo 5 (0 to 4)"},
		{readPGM, "P5\n2 1 65535\n\xFF\xFF\x01", "the picture ends in row 1 of 1"},
		{readPGM, "P2 1 1 65536 0", "the maximal grey value is 65536"},
	} {
		p, err := c.read(nil, scan(c.text))
		if c.want == "" {
			if err == nil {
				err = p.Validate()
			}
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if err == nil || !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.text, err, c.want)
		}
	}
}

func TestTextRoundTrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	data := Data()
	for range 400 {
		m := []uint32{2, 2, 2, 3, 10, 11, 256, 257, 65536}[rng.IntN(9)]
		w, h := 1+rng.IntN(140), 1+rng.IntN(5)
		p := defaults().instance(NewBoard(h, w, m))
		p.Modulus = m
		p.Pattern.Name = []string{"plus", "diamond:3", "open-king", "queen"}[rng.IntN(4)]
		p.Topology = Topology(rng.IntN(3))
		for y := range h {
			for x := range w {
				p.Start.Set(y, x, rng.Uint32N(m))
			}
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, f := range data.Texts {
			var one bytes.Buffer
			err := f.Write(&one, p)
			if errors.Is(err, puzzle.ErrUnsupported) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range data.Texts {
				drawn := f.Name == formatLamps || f.Name == formatMarks // which may be a shape's
				itself := f.Name == g.Name && !drawn
				if drawn && (f.Name == formatLamps) != maybeLamps(one.Bytes()) {
					t.Fatalf("lamps are not known: %q", one.Bytes())
				}
				if g.Sniff(one.Bytes()) != itself {
					t.Fatalf("%s sniffed as %s: %q", f.Name, g.Name, one.Bytes())
				}
			}
			s := grid.NewScanner(strings.NewReader(one.String()+one.String()), -1)
			for range 2 {
				q, err := f.Read(nil, s)
				if err != nil {
					t.Fatalf("%s: %v", f.Name, err)
				}
				var two bytes.Buffer
				if err := f.Write(&two, q); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) || !q.Start.Equal(p.Start) {
					t.Fatalf("%s: %q came back as %q", f.Name, one.Bytes(), two.Bytes())
				}
			}
			if _, err := f.Read(nil, s); err != io.EOF {
				t.Fatalf("%s: %v at the end", f.Name, err)
			}
		}
	}
}

func decode(text string) (*Instance, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	f, err := v.Object("the document")
	if err != nil {
		return nil, err
	}
	ps, err := decodeInstances(nil, f)
	if err != nil {
		return nil, err
	}
	return ps[0], ps[0].Validate()
}

func TestDocuments(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"start":["010","111"]}`, ""},
		{`{"width":3,"height":2}`, ""},
		{`{"width":3}`, `needs the field "start"`},
		{`{}`, `needs the field "start"`},
		{`{"width":1000000,"height":1000000}`, "has to show its start"},
		{`{"matrix":[[1,0],[1,1],[0,1]]}`, ""},
		{`{"width":3,"height":2,"modulus":3,"pattern":[[0,0,1],[1,0,-1]],"start":[[0,1,2],[2,2,2]],"cells":[".xO","?.."],"costs":["120","333"]}`, "hole"},
		{`{"width":3,"height":2,"modulus":3,"pattern":[[0,0,1],[1,0,-1]],"start":[[0,1,0],[2,2,2]],"cells":[".xO","?.."],"costs":["120","333"]}`, ""},
		{`{"modulus":1,"start":["0"]}`, "column 12: modulus is 1"},
		{`{"modulus":3,"start":["0120","0213"]}`, "line 1, column 34: 3 is not a colour of a lamp modulo 3 (0 to 2)"},
		{`{"modulus":3,"start":[[0,1],[0,3]]}`, "line 1, column 32: 3 is not a colour of a lamp modulo 3 (0 to 2)"},
		{`{"modulus":3,"start":[[0,1],[0,-1]]}`, "-1 is not a colour of a lamp modulo 3 (0 to 2)"},
		{`{"modulus":3,"pattern":[[0,0,6]],"start":["0"]}`, "the weight 6 vanishes modulo 3"},
		{`{"modulus":6,"pattern":[[0,0,2],[900,-900,3]],"start":["0"]}`, ""},
		{`{"pattern":[],"start":["0"]}`, "the pattern is empty"},
		{`{"pattern":[[0,0,1],[0,0,1]],"start":["0"]}`, "twice"},
		{`{"pattern":"diamond","start":["0"]}`, "needs a distance"},
		{`{"pattern":"diamond:0","start":["0"]}`, "needs a distance"},
		{`{"pattern":"diamond:99999","start":["0"]}`, ""},
		{`{"pattern":"plus:2","start":["0"]}`, "takes no number"},
		{`{"width":4,"start":["000"]}`, "width is 4 but the start has 3"},
		{`{"start":["000","00"]}`, "row 2 of start has 2 cells"},
		{`{"start":["000"],"target":["00"]}`, "target has 1 × 2"},
		{`{"start":["000"],"cells":["..#"]}`, "column 30: '#' is no cell"},
		{`{"modulus":3,"matrix":["120","011"],"start":["12"]}`, ""},
		{`{"matrix":["110","011"],"start":["111"]}`, "one row with a value for each of its 2 lamps"},
		{`{"buttons":2,"lamps":3,"links":[[1,1],[2,3,1],[2,2]],"start":["111"],"costs":["12"]}`, ""},
		{`{"buttons":2,"lamps":3,"links":[[1,4]],"start":["111"]}`, "the end of a link is 4"},
		{`{"graph":{"nodes":3,"edges":[[1,2],[2,3]]},"start":["111"]}`, ""},
		{`{"graph":{"nodes":3,"edges":[[1,2],[2,3]]},"pattern":"plus","start":["111"]}`, "no field \"pattern\""},
		{`{"start":[101,"010"]}`, ""},
		{`{"start":[1e1,"010"]}`, "line 1, column 12: 'e' is not a digit"},
		{`{"start":[101,10]}`, "row 2 of start has 2 cells"},
		{`{"start":[true]}`, "must be a text of digits or a list of numbers"},
		{`{"start":["0"],"surprise":1}`, "no field"},
	} {
		p, err := decode(c.text)
		if c.want != "" {
			if err == nil || !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), c.want) {
				// fields that nobody asked for are found by the caller's Done as well
				t.Errorf("%s: %v; want %q", c.text, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		_ = p
	}
}

func TestPatternTraps(t *testing.T) {
	at := func(name string, w, h int, m uint32, topo Topology) []Offset {
		p := &Instance{Modulus: m, Width: w, Height: h, Topology: topo, Pattern: Pattern{Name: name}, Start: NewBoard(h, w, m)}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		offsets, err := p.Offsets(nil)
		if err != nil {
			t.Fatal(err)
		}
		return offsets
	}
	for _, c := range []struct {
		name string
		w, h int
		m    uint32
		topo Topology
		n    int
		sum  uint32
	}{
		{"plus", 5, 5, 2, Plane, 5, 5},
		{"plus", 1, 5, 2, Plane, 3, 3},
		{"plus", 2, 5, 2, Cylinder, 3, 3}, // the two neighbours are one, and cancel
		{"plus", 2, 5, 3, Cylinder, 4, 5},
		{"plus", 1, 1, 7, Torus, 1, 5},
		{"open-plus", 1, 1, 2, Torus, 0, 0},
		{"diamond:2", 9, 9, 2, Plane, 9, 9},
		{"diamond:7", 3, 3, 2, Plane, 1, 1},
		{"diamond:2", 3, 3, 2, Plane, 9, 9},
		{"open-knight", 9, 9, 2, Plane, 8, 8},
		{"king", 9, 9, 2, Plane, 9, 9},
		{"open-x", 9, 9, 2, Torus, 4, 4},
		{"ball:2", 9, 9, 2, Plane, 13, 13},
		{"square:2", 9, 9, 2, Plane, 25, 25},
		{"rook", 4, 3, 2, Plane, 11, 11},
		{"rook", 4, 3, 2, Torus, 6, 6},
		{"bishop", 4, 4, 2, Torus, 6, 6}, // (2,2) lies on both diagonals
		{"queen", 3, 3, 2, Torus, 9, 9},
	} {
		var sum uint32
		list := at(c.name, c.w, c.h, c.m, c.topo)
		for _, o := range list {
			sum += o.Weight
		}
		if len(list) != c.n || sum != c.sum {
			t.Errorf("%s on %d × %d, %v, mod %d: %v", c.name, c.w, c.h, c.topo, c.m, list)
		}
	}
}
