package lights

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// badBoards are boards of about 3 × 2 in which something does not agree.
func badBoards() map[string]*Board {
	return map[string]*Board{
		"nil":           nil,
		"nothing":       {},
		"no cells":      {W: 3, H: 2},
		"negative":      {W: -3, H: -2, Bytes: make([]uint8, 6)},
		"huge":          {W: 1 << 30, H: 1 << 30, Wide: make([]uint32, 6)},
		"short bits":    {W: 3, H: 2, Bits: make([]uint64, 1)},
		"short bytes":   {W: 3, H: 2, Bytes: make([]uint8, 5)},
		"long wide":     {W: 3, H: 2, Wide: make([]uint32, 7)},
		"bytes, wide":   {W: 3, H: 2, Bytes: make([]uint8, 2), Wide: make([]uint32, 4)},
		"bits, bytes":   {W: 3, H: 2, Bits: make([]uint64, 2), Bytes: make([]uint8, 6)},
		"two, one zero": {W: 3, H: 2, Bytes: []uint8{}, Wide: make([]uint32, 6)},
	}
}

func TestBadBoards(t *testing.T) {
	for name, b := range badBoards() {
		for _, m := range []uint32{2, 3, 300} {
			p := &Instance{Modulus: m, Width: 3, Height: 2, Pattern: Pattern{Name: "plus"}, Start: b}
			if err := p.Validate(); !errors.Is(err, puzzle.ErrInput) {
				t.Errorf("start %s, modulus %d: %v", name, m, err)
			}
			if _, err := encodeInstance(p); err == nil {
				t.Errorf("start %s was encoded", name)
			}
		}
		if _, err := witnesses()[0].Codec.Append(nil, nil, Witness{Presses: b, Cost: new(big.Int)}); err == nil {
			t.Errorf("presses %s were encoded", name)
		}
		if _, err := certificates()[0].Codec.Append(nil, nil, Certificate{Weights: b, Value: 1}); err == nil {
			t.Errorf("weights %s were encoded", name)
		}
	}
	if _, err := witnesses()[0].Codec.Append(nil, nil, Witness{Presses: NewBoard(2, 3, 2)}); err != nil {
		t.Errorf("a witness without a cost was not encoded: %v", err)
	}
}

// Every value at every place, for every modulus of boards of bytes.
func TestValuesBelow(t *testing.T) {
	for m := uint32(3); m <= 256; m++ {
		b := NewBoard(1, 19, m)
		for _, x := range []int{0, 5, 15, 18} {
			for v := range uint32(256) {
				for _, other := range []uint32{0, m - 1} {
					for i := range b.Bytes {
						b.Bytes[i] = uint8(other)
					}
					b.Set(0, x, v)
					if err := b.validate("start", 1, 19, m); (err == nil) != (v < m) {
						t.Fatalf("modulus %d, %d among %ds at %d: %v", m, v, other, x, err)
					}
				}
			}
		}
	}
}

func TestBadCells(t *testing.T) {
	for x := range 19 {
		for c := range Hole + 3 {
			p := defaults().instance(NewBoard(2, 19, 2))
			p.Cells = make([]Cell, 38)
			p.Cells[19+x] = c
			if err := p.Validate(); (err == nil) != (c <= Hole) {
				t.Fatalf("cell %d in column %d: %v", c, x+1, err)
			}
			p.Start.Set(1, x, 1)
			if err := p.Validate(); (err == nil) != (c < Hole) {
				t.Fatalf("lamp on a cell %d in column %d: %v", c, x+1, err)
			}
		}
	}
}

// A pattern of lines may have as many offsets as there are cells.
func TestLargeLines(t *testing.T) {
	for _, c := range []struct {
		name string
		topo Topology
		w, h int
		ok   bool
	}{
		{"bishop", Torus, 30000, 29999, false},
		{"queen", Torus, 30000, 29999, false},
		{"bishop", Torus, 30000, 30000, true},
		{"bishop", Plane, 30000, 29999, true},
		{"bishop", Cylinder, 30000, 29999, true},
		{"rook", Torus, 30000, 29999, true},
		{"rook", Plane, 1 << 24, 1, false},
	} {
		p := defaults().instance(NewBoard(c.h, c.w, 2))
		p.Pattern.Name, p.Topology = c.name, c.topo
		err := p.Validate()
		if (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "at most 16777216 are possible") {
			t.Errorf("%s on a %v of %d × %d: %v", c.name, c.topo, c.w, c.h, err)
		}
	}
	for _, name := range []string{"rook", "bishop", "queen"} { // never fewer than there are
		for w := 1; w < 9; w++ {
			for h := 1; h < 9; h++ {
				for topo := range Torus + 1 {
					p := defaults().instance(NewBoard(h, w, 2))
					p.Pattern.Name, p.Topology = name, topo
					if offsets, err := p.Offsets(nil); err != nil || int64(len(offsets)) > p.area() {
						t.Fatalf("%s on a %v of %d × %d: %d offsets, said to be at most %d; %v", name, topo, w, h, len(offsets), p.area(), err)
					}
				}
			}
		}
	}
}

// Presses are written in the terms of each format that can hold the modulus, however the
// claim stores them.
func TestEvidence(t *testing.T) {
	for _, m := range []uint32{2, 3, 10, 300, 1 << 17} {
		p := &Instance{Modulus: m, Width: 70, Height: 2, Pattern: Pattern{Name: "plus"}, Start: NewBoard(2, 70, m)}
		for x := range 70 {
			p.Start.Set(x%2, x, min(uint32(x), m-1))
		}
		for _, stored := range []*Board{p.Start, p.Start.As(1 << 20)} {
			solved := Outcome{Verdict: puzzle.Solved, Witness: &Witness{Presses: stored, Cost: big.NewInt(1)}}
			impossible := Outcome{Verdict: puzzle.Impossible, Certificate: &Certificate{Weights: stored, Value: 1}}
			wrong := Outcome{Verdict: puzzle.Solved, Witness: &Witness{Presses: NewBoard(70, 2, m)}}
			for _, f := range Data().Texts {
				fits := map[string]uint32{formatPBM: 2, formatDigits: 10, formatPGM: 1 << 16}[f.Name] >= m
				if (f.Evidence == nil) != (f.Name == formatContest || f.Name == formatLamps || f.Name == formatMarks) {
					t.Fatal(f.Name)
				}
				for _, o := range []Outcome{solved, impossible} {
					if f.Evidence == nil {
						continue
					}
					var out, start bytes.Buffer
					err := f.Evidence(&out, p, o)
					if !fits {
						if !errors.Is(err, puzzle.ErrUnsupported) || out.Len() > 0 {
							t.Errorf("%s, modulus %d: %v", f.Name, m, err)
						}
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					if err := f.Write(&start, p); err != nil {
						t.Fatal(err)
					}
					// The board of a start with the same values, but for the first comment.
					_, got, _ := bytes.Cut(out.Bytes(), []byte{'#'})
					_, want, _ := bytes.Cut(start.Bytes(), []byte{'#'})
					comment, got, _ := bytes.Cut(got, []byte{'\n'})
					_, want, _ = bytes.Cut(want, []byte{'\n'})
					if !bytes.Equal(got, want) || string(comment) != map[puzzle.Verdict]string{puzzle.Solved: " presses", puzzle.Impossible: " weights"}[o.Verdict] {
						t.Errorf("%s, modulus %d: %q", f.Name, m, out.Bytes())
					}
					back, err := f.Read(nil, grid.NewScanner(&out, -1))
					if err == nil && m <= 2 && !back.Start.Equal(p.Start) {
						t.Errorf("%s, modulus %d: read back as another board", f.Name, m)
					}
				}
				if f.Evidence == nil || !fits {
					continue
				}
				if err := f.Evidence(io.Discard, p, wrong); err == nil {
					t.Errorf("%s: presses of another size were written", f.Name)
				}
				if err := f.Evidence(io.Discard, p, Outcome{}); !errors.Is(err, puzzle.ErrUnsupported) {
					t.Errorf("%s: no evidence at all: %v", f.Name, err)
				}
			}
		}
	}
}

// NewNet gives the same net for links in every order.
func TestNewNetSorts(t *testing.T) {
	const seed = 6
	rng := rand.New(rand.NewPCG(seed, 0))
	for round := range 500 {
		buttons, lamps := 1+rng.IntN(6), 1+rng.IntN(6)
		var links []Link
		for range rng.IntN(30) {
			links = append(links, Link{int32(rng.IntN(buttons)), int32(rng.IntN(lamps)), uint32(1 + rng.IntN(4))})
		}
		sum := map[[2]int32]uint32{}
		for _, l := range links {
			sum[[2]int32{l.Button, l.Lamp}] = (sum[[2]int32{l.Button, l.Lamp}] + l.Weight) % 5
		}
		n := NewNet(buttons, lamps, links, 5)
		if err := n.validate(5); err != nil {
			t.Fatalf("seed %d round %d: %v", seed, round, err)
		}
		for _, l := range n.Links {
			if sum[[2]int32{l.Button, l.Lamp}] != l.Weight {
				t.Fatalf("seed %d round %d: the link %v is wrong", seed, round, l)
			}
			delete(sum, [2]int32{l.Button, l.Lamp})
		}
		for pair, w := range sum {
			if w != 0 {
				t.Fatalf("seed %d round %d: the link %v is lost", seed, round, pair)
			}
		}
	}
}

// A comment that is a mistyped setting is an error of the setting; other comments are none.
func TestSlipsInSettings(t *testing.T) {
	for comment, want := range map[string]bool{
		" modulus 3": true, " Modulus 3": true, " mod 3": true, " patern king": true, " pattren king": true,
		" topolgy torus": true, " patterns king": true, " pattern": false, " level 7": false,
		" a model of the world": false, " moon 3": false, " made by hand": false, "": false,
	} {
		if got := isSettings(comment); got != want {
			t.Errorf("isSettings(%q) = %v", comment, got)
		}
	}
	for text, want := range map[string]string{
		"# Modulus 3\n102\n": "'Modulus' is no setting",
		"# patern king\n1\n": "'patern' is no setting",
		"101\n01\n":          "line 2, column 3",
	} {
		if !sniffDigits([]byte(text)) {
			t.Errorf("%q is not recognised", text)
		}
		if _, err := readDigits(nil, scan(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
