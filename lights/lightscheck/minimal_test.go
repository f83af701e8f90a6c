package lightscheck

import (
	"errors"
	"math/big"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// To press nothing is the one optimum where it is a solution and presses cost something, however many
// solutions there are.
func TestNothingIsLeast(t *testing.T) {
	p := gridOf(9, 9, 3, "king", lights.Torus)
	p.Start = lights.NewBoard(9, 9, 3)
	w := lights.Witness{Presses: lights.NewBoard(9, 9, 3), Cost: new(big.Int), Optima: big.NewInt(1)}
	judge(t, p, solved(w), true)
	w.Solutions, _ = new(big.Int).SetString("1853020188851841", 10) // 3^32
	judge(t, p, solved(w), true)
	w.Optima = big.NewInt(2)
	refuse(t, p, solved(w), "optima")
	w.Optima, w.Solutions = big.NewInt(1), big.NewInt(3)
	refuse(t, p, solved(w), "solutions")
	// With a press that costs nothing there may be others.
	p.Costs = make([]uint32, 81)
	w.Solutions, w.Optima = nil, big.NewInt(1)
	var le *puzzle.LimitError
	if err := Check(background, p, solved(w), noLimits); !errors.As(err, &le) {
		t.Errorf("%v; a limit is expected", err)
	}
}
