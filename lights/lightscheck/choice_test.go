package lightscheck

import (
	"math/big"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// picture reads rows of lamps modulo 2.
func picture(rows ...string) *lights.Board {
	b := lights.NewBoard(len(rows), len(rows[0]), 2)
	for y, row := range rows {
		for x := range row {
			b.Set(y, x, uint32(row[x]-'0'))
		}
	}
	return b
}

// TestForgedSums changes what is said about a board of 5 × 5 with one lamp on, which can neither go off nor be made
// alike with the rest; with one lamp wrong both are easy.
func TestForgedSums(t *testing.T) {
	ring := func() *lights.Board { return picture("11011", "00000", "11011", "00000", "11011") }
	bars := func() *lights.Board { return picture("10101", "10101", "00000", "10101", "10101") }
	sums := func(list ...*lights.Board) lights.Outcome {
		return lights.Outcome{Verdict: puzzle.Impossible, Certificate: &lights.Certificate{Sums: list}}
	}
	corner := picture("10000", "00000", "00000", "00000", "00000")
	with := func(c lights.Choice) *lights.Instance {
		return &lights.Instance{Modulus: 2, Width: 5, Height: 5, Pattern: lights.Pattern{Name: "plus"}, Start: corner, Choice: &c}
	}
	off, plus := lights.NewBoard(5, 5, 2), picture("01000", "11100", "01000", "00000", "00000")
	goals, alike := with(lights.Choice{Goals: []*lights.Board{off, plus}}), with(lights.Choice{Uniform: true})
	for _, p := range []*lights.Instance{goals, alike} {
		judge(t, p, sums(ring()), true)
		judge(t, p, sums(bars()), true)
		judge(t, p, sums(bars(), ring()), true)
	}
	one := ring()
	one.Set(0, 1, 0)
	refuse(t, goals, sums(one), "the weights prove nothing")
	refuse(t, goals, sums(ring(), one), "the weights prove nothing")
	refuse(t, goals, sums(off), "the same sums as the start")
	refuse(t, goals, sums(), "speaks of one target")
	refuse(t, goals, sums(nil), "has no weights")
	refuse(t, goals, sums(picture("1")), "not for 5 × 5")
	refuse(t, goals, impossible(ring(), 1), "speaks of one target")
	both := sums(ring())
	both.Certificate.Value = 1
	refuse(t, goals, both, "more than sums")
	// The sums of the other pattern tell nothing of this start.
	middle := *goals
	middle.Start = picture("00000", "10000", "00000", "00000", "00000")
	refuse(t, &middle, sums(ring()), "the same sums as the start")
	judge(t, &middle, sums(bars()), true)
	reached := with(lights.Choice{Goals: []*lights.Board{off, picture("10000", "00000", "00000", "00000", "00000")}})
	refuse(t, reached, sums(ring()), "the same sums as the start")
	for _, p := range []*lights.Instance{with(lights.Choice{Wrong: 1}), with(lights.Choice{Wrong: 1, Uniform: true})} {
		refuse(t, p, sums(ring()), "the same sums as the start")
		refuse(t, p, sums(ring(), bars()), "the same sums as the start")
	}
	plain := with(lights.Choice{})
	plain.Choice = nil
	refuse(t, plain, sums(ring()), "there is one target")
	judge(t, plain, impossible(ring(), 1), true)

	// To press nothing leaves one lamp wrong. Each of the 4 quiet patterns, pressed too, does the same; so does what turns
	// off the lamps of any other single one of the same sums.
	may := with(lights.Choice{Wrong: 1})
	claim := func(presses *lights.Board, solutions, optima int64) lights.Outcome {
		w := lights.Witness{Presses: presses, Cost: big.NewInt(presses.NonZero())}
		if solutions > 0 {
			w.Solutions = big.NewInt(solutions)
		}
		if optima > 0 {
			w.Optima = big.NewInt(optima)
		}
		return solved(w)
	}
	judge(t, may, claim(lights.NewBoard(5, 5, 2), 0, 1), true)
	count := int64(0)
	for i := range 25 { // the sums of a single lamp have to be those of the corner
		if ring().At(i/5, i%5) == 1 && bars().At(i/5, i%5) == 1 {
			count += 4
		}
	}
	judge(t, may, claim(lights.NewBoard(5, 5, 2), count, 1), true)
	judge(t, may, claim(ring(), count, 0), true)
	refuse(t, may, claim(lights.NewBoard(5, 5, 2), count+1, 0), "the witness counts")
	refuse(t, may, claim(lights.NewBoard(5, 5, 2), 0, 2), "only to press nothing costs nothing")
	refuse(t, may, claim(ring(), 0, 1), "there is a solution that costs")
	refuse(t, may, claim(picture("10000", "00000", "00000", "00000", "00000"), 0, 0), "lamps are wrong after them")
	if err := CheckCount(background, may, big.NewInt(count), noLimits); err != nil {
		t.Error(err)
	}
	if err := CheckCount(background, goals, big.NewInt(0), noLimits); err != nil {
		t.Error(err)
	}
	if err := CheckCount(background, may, big.NewInt(4), noLimits); err == nil || !strings.Contains(err.Error(), "there are") {
		t.Error(err)
	}
}
