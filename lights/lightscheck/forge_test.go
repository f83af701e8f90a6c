package lightscheck

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// cells reads a picture of cells, row after row.
func cells(picture string) (list []lights.Cell) {
	for _, r := range picture {
		list = append(list, map[rune]lights.Cell{'.': 0, 'x': lights.NoButton, '?': lights.NoLamp, 'O': lights.Hole}[r])
	}
	return list
}

// example is a board with one of everything, eight solutions of which one is best, and its claim.
//
//	lamps 0 1 2    modulo 4, a press adds 2 to its lamp and 1 to the one on the right
//	      3 4 5
func example() (*lights.Instance, lights.Witness) {
	p := &lights.Instance{Modulus: 4, Width: 3, Height: 2, Cells: cells(".?x" + "O..")}
	p.Pattern.Offsets = []lights.Offset{{DX: 0, DY: 0, Weight: 2}, {DX: 1, DY: 0, Weight: 1}}
	p.Costs = []uint32{1, 5, 9, 0, 2, 3}
	p.Start = board(3, 2, []uint32{0, 3, 1, 0, 0, 0}, nil).As(4)
	p.Target = board(3, 2, []uint32{2, 0, 2, 0, 2, 3}, nil).As(4)
	w := lights.Witness{Presses: board(3, 2, []uint32{1, 1, 0, 0, 1, 1}, nil), Cost: big.NewInt(11), Solutions: big.NewInt(8), Optima: big.NewInt(1)}
	return p, w
}

func copyWitness(w lights.Witness) lights.Witness {
	w.Presses = w.Presses.Clone()
	return w
}

// TestForgedWitness changes a witness in every field.
func TestForgedWitness(t *testing.T) {
	p, honest := example()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	o := newOracle(p)
	o.enumerate()
	if !o.claims(valuesOf(honest.Presses), honest.Cost, honest.Solutions, honest.Optima) {
		t.Fatalf("the example is wrong: %+v", o.results[o.key(o.wantedSums())])
	}
	judge(t, p, solved(honest), true)
	for _, c := range []struct {
		reason string
		forge  func(w *lights.Witness)
	}{
		{"has no presses", func(w *lights.Witness) { w.Presses = nil }},
		{"not for 2 × 3", func(w *lights.Witness) { w.Presses = &lights.Board{} }},
		{"not for 2 × 3", func(w *lights.Witness) { w.Presses = lights.NewBoard(3, 2, 2) }},
		{"not for 2 × 3", func(w *lights.Witness) { w.Presses.W = -3 }},
		{"not for 2 × 3", func(w *lights.Witness) { w.Presses.H = 1 << 30 }},
		{"not stored", func(w *lights.Witness) { w.Presses = &lights.Board{W: 3, H: 2} }},
		{"not stored", func(w *lights.Witness) { w.Presses.Bits = w.Presses.Bits[:1] }},
		{"not stored", func(w *lights.Witness) { w.Presses.Bits = append(w.Presses.Bits, 0) }},
		{"not stored", func(w *lights.Witness) { w.Presses.Bits = []uint64{} }},
		{"not stored", func(w *lights.Witness) { w.Presses.Bytes = []uint8{} }},
		{"not stored", func(w *lights.Witness) { w.Presses.Wide = make([]uint32, 6) }},
		{"not stored", func(w *lights.Witness) { w.Presses = &lights.Board{W: 3, H: 2, Bytes: make([]uint8, 5)} }},
		{"not stored", func(w *lights.Witness) { w.Presses = &lights.Board{W: 3, H: 2, Wide: make([]uint32, 7)} }},
		{"bits beyond the last column, in row 2", func(w *lights.Witness) { w.Presses.Bits[1] |= 8 }},
		{"bits beyond the last column, in row 1", func(w *lights.Witness) { w.Presses.Bits[0] |= 1 << 63 }},
		{"the button in row 1, column 1 has 4 among the presses, which is not in [0, 4)", func(w *lights.Witness) { w.Presses = w.Presses.As(9); w.Presses.Set(0, 0, 4) }},
		{"the button in row 2, column 3 has 4294967295", func(w *lights.Witness) { w.Presses = w.Presses.As(999); w.Presses.Set(1, 2, 1<<32-1) }},
		{"the cell in row 1, column 3 has no button, and has 1", func(w *lights.Witness) { w.Presses.Set(0, 2, 1) }},
		{"the cell in row 2, column 1 has no button, and has 1", func(w *lights.Witness) { w.Presses.Set(1, 0, 1) }},
		{"that 2 solutions cost 11; 1 do", func(w *lights.Witness) { w.Cost, w.Optima = nil, big.NewInt(2) }},
		{"the lamp in row 1, column 1 shows 0 after them, not 2", func(w *lights.Witness) { w.Presses.Set(0, 0, 0); w.Cost = nil }},
		{"the presses cost 11; the witness says 10", func(w *lights.Witness) { w.Cost = big.NewInt(10) }},
		{"says -11", func(w *lights.Witness) { w.Cost = big.NewInt(-11) }},
		{"(1000 digits)", func(w *lights.Witness) { w.Cost = new(big.Int).Exp(big.NewInt(10), big.NewInt(999), nil) }},
		{"a number of 1000001 bits", func(w *lights.Witness) { w.Cost = new(big.Int).Lsh(big.NewInt(1), 1000000) }},
		{"the lamp in row 1, column 1 shows 0 after them, not 2", func(w *lights.Witness) { w.Presses.Set(0, 0, 0); w.Cost = big.NewInt(10) }},
		{"the lamp in row 1, column 3 shows 1 after them, not 2", func(w *lights.Witness) { w.Presses.Set(0, 1, 0); w.Cost = big.NewInt(6) }},
		{"the lamp in row 2, column 3 shows 1 after them, not 3", func(w *lights.Witness) { w.Presses.Set(1, 2, 0); w.Cost = big.NewInt(8) }},
		{"says that there is 1 solution; there are 8", func(w *lights.Witness) { w.Solutions = big.NewInt(1) }},
		{"says that there are 4 solutions; there are 8", func(w *lights.Witness) { w.Solutions = big.NewInt(4) }},
		{"is a solution and says that there are 0", func(w *lights.Witness) { w.Solutions = big.NewInt(0) }},
		{"is a solution and says that there are -2", func(w *lights.Witness) { w.Solutions = big.NewInt(-2) }},
		{"that there are 0 optima", func(w *lights.Witness) { w.Optima = big.NewInt(0) }},
		{"that there are -1 optima", func(w *lights.Witness) { w.Optima = big.NewInt(-1) }},
		{"9 of 8 solutions are optima", func(w *lights.Witness) { w.Optima = big.NewInt(9) }},
		{"that 2 solutions cost 11; 1 do", func(w *lights.Witness) { w.Optima = big.NewInt(2) }},
		{"that 3 solutions cost 11; 1 do", func(w *lights.Witness) { w.Optima = big.NewInt(3); w.Solutions = nil }},
		{"there is a solution that costs 11", func(w *lights.Witness) {
			w.Presses = w.Presses.As(4)
			w.Presses.Set(0, 0, 3)
			w.Cost = big.NewInt(13)
		}},
	} {
		forged := copyWitness(honest)
		c.forge(&forged)
		refuse(t, p, solved(forged), c.reason)
	}
	// Claims that say less are true as well.
	for _, less := range []func(w *lights.Witness){
		func(w *lights.Witness) { w.Optima = nil },
		func(w *lights.Witness) { w.Solutions = nil },
		func(w *lights.Witness) { w.Optima, w.Solutions = nil, nil },
		func(w *lights.Witness) { w.Cost = nil },
		func(w *lights.Witness) { w.Cost, w.Optima, w.Solutions = nil, nil, nil },
	} {
		w := copyWitness(honest)
		less(&w)
		judge(t, p, solved(w), true)
	}
}

// TestForgedCertificate changes a certificate in every field.
func TestForgedCertificate(t *testing.T) {
	p, _ := example()
	p.Target.Set(0, 0, 3) // lamp 0 changes by an even number
	values := []uint32{2, 0, 0, 0, 0, 0}
	claim := func(y []uint32, value uint32) lights.Outcome { return impossible(board(3, 2, y, nil), value) }
	judge(t, p, claim(values, 2), true)
	for i := range values {
		for v := range uint32(6) {
			for value := range uint32(5) {
				forged := slices.Clone(values)
				forged[i] = v
				judge(t, p, claim(forged, value), newOracle(p).proves(forged, value))
			}
		}
	}
	for _, c := range []struct {
		reason string
		forged lights.Outcome
	}{
		{"value is 0", claim(values, 0)},
		{"value is 4; it must be from 1 to 3", claim(values, 4)},
		{"value is 4294967295", claim(values, 1<<32-1)},
		{"is 2; the certificate says 1", claim(values, 1)},
		{"is 0; the certificate says 2", claim(make([]uint32, 6), 2)},
		{"pressing the button in row 1, column 1 adds 2 to the weighted sum, not 0", claim([]uint32{1, 0, 0, 0, 0, 0}, 3)},
		{"the cell in row 1, column 2 has no lamp that matters, and has 1", claim([]uint32{2, 1, 0, 0, 0, 0}, 2)},
		{"the cell in row 2, column 1 has no lamp that matters, and has 3", claim([]uint32{2, 0, 0, 3, 0, 0}, 2)},
		{"the lamp in row 1, column 1 has 6", claim([]uint32{6, 0, 0, 0, 0, 0}, 2)},
		{"has no weights", impossible(nil, 2)},
		{"not for 2 × 3", impossible(lights.NewBoard(1, 6, 4), 2)},
		{"not stored", impossible(&lights.Board{W: 3, H: 2}, 2)},
	} {
		refuse(t, p, c.forged, c.reason)
	}
	// A dead button may do what it likes: with it the weights would prove nothing.
	p.Cells[0] |= lights.NoButton
	judge(t, p, claim([]uint32{1, 0, 0, 0, 0, 0}, 3), true)
	// Weights that no press changes, and that the board does not meet.
	p.Target.Set(0, 0, 0)
	refuse(t, p, claim([]uint32{1, 0, 0, 0, 0, 0}, 3), "is 0; the certificate says 3")
}

// TestNetReasons names buttons and lamps of nets by their numbers.
func TestNetReasons(t *testing.T) {
	links := []lights.Link{{Button: 0, Lamp: 0, Weight: 1}, {Button: 1, Lamp: 0, Weight: 2}, {Button: 2, Lamp: 1, Weight: 1}}
	p := &lights.Instance{Modulus: 3, Width: 2, Height: 1, Net: lights.NewNet(3, 2, links, 3), Start: board(2, 1, []uint32{1, 0}, nil).As(3)}
	one := func(values ...uint32) lights.Outcome {
		b := board(len(values), 1, values, nil)
		cost, _ := newWork(background, &lights.Instance{}, noLimits).cost(b)
		return solved(lights.Witness{Presses: b, Cost: cost.big()})
	}
	judge(t, p, one(2, 0, 0), true)
	judge(t, p, one(0, 1, 0), true)
	refuse(t, p, one(1, 0, 0), "lamp 1 shows 2 after them, not 0")
	refuse(t, p, one(0, 1, 1), "lamp 2 shows 1 after them, not 0")
	refuse(t, p, one(0, 3, 0), "button 2 has 3")
	refuse(t, p, one(0, 3), "1 × 2 cells, not for 1 × 3")
	refuse(t, p, impossible(board(2, 1, []uint32{1, 1}, nil), 2), "pressing button 1 adds 1")
	refuse(t, p, impossible(board(3, 1, []uint32{1, 1, 1}, nil), 2), "1 × 3 cells, not for 1 × 2")
	best := one(0, 1, 0)
	best.Witness.Optima = big.NewInt(1)
	best.Witness.Solutions = big.NewInt(3)
	judge(t, p, best, true)
}

// TestVerdicts takes evidence that does not belong to its verdict.
func TestVerdicts(t *testing.T) {
	p, w := example()
	c := &lights.Certificate{Weights: lights.NewBoard(2, 3, 4), Value: 2}
	for _, x := range []struct {
		o      lights.Outcome
		reason string
	}{
		{lights.Outcome{}, "says unknown"},
		{lights.Outcome{Verdict: 77, Witness: &w}, "Verdict(77)"},
		{lights.Outcome{Witness: &w}, "says unknown"},
		{lights.Outcome{Verdict: puzzle.Solved}, "no witness"},
		{lights.Outcome{Verdict: puzzle.Solved, Certificate: c}, "no witness"},
		{lights.Outcome{Verdict: puzzle.Solved, Witness: &lights.Witness{}}, "no presses"},
		{lights.Outcome{Verdict: puzzle.Solved, Witness: &w, Certificate: c}, "has a certificate"},
		{lights.Outcome{Verdict: puzzle.Solved, Witness: &w, Stopped: &puzzle.Stopped{}}, "a limit stopped it"},
		{lights.Outcome{Verdict: puzzle.Impossible}, "no certificate"},
		{lights.Outcome{Verdict: puzzle.Impossible, Witness: &w}, "no certificate"},
		{lights.Outcome{Verdict: puzzle.Impossible, Certificate: &lights.Certificate{}}, "value is 0"},
		{lights.Outcome{Verdict: puzzle.Impossible, Certificate: c, Witness: &w}, "has a witness"},
		{lights.Outcome{Verdict: puzzle.Impossible, Certificate: c, Stopped: &puzzle.Stopped{}}, "a limit stopped it"},
	} {
		refuse(t, p, x.o, x.reason)
	}
	for _, n := range []*big.Int{nil, big.NewInt(-1), big.NewInt(0), big.NewInt(3)} {
		if err := CheckCount(background, p, n, noLimits); !errors.Is(err, puzzle.ErrRejected) {
			t.Error(n, err)
		}
	}
}

// TestInstance takes instances that are none.
func TestInstance(t *testing.T) {
	_, w := example()
	for _, p := range []*lights.Instance{nil, {}, {Start: &lights.Board{}}, gridOf(3, 2, 1, "plus", 0), gridOf(3, 2, 2, "plux", 0)} {
		if err := Check(background, p, solved(w), noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Error(err)
		}
		if err := CheckCount(background, p, w.Solutions, noLimits); !errors.Is(err, puzzle.ErrInput) {
			t.Error(err)
		}
	}
}
