package lightscheck

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// board makes a board of a list of values, stored by its largest value or wider.
func board(w, h int, values []uint32, rng *rand.Rand) *lights.Board {
	most := slices.Max(values) + 1
	if rng != nil {
		most = max(most, []uint32{2, 2, 200, 300}[rng.IntN(4)])
	}
	b := lights.NewBoard(h, w, most)
	for i, v := range values {
		b.Set(i/w, i%w, v)
	}
	return b
}

func solved(w lights.Witness) lights.Outcome {
	return lights.Outcome{Verdict: puzzle.Solved, Witness: &w}
}

func impossible(weights *lights.Board, value uint32) lights.Outcome {
	return lights.Outcome{Verdict: puzzle.Impossible, Certificate: &lights.Certificate{Weights: weights, Value: value}}
}

// judge checks that o is accepted or rejected as it should be.
func judge(t *testing.T, p *lights.Instance, o lights.Outcome, good bool) {
	t.Helper()
	err := Check(background, p, o, noLimits)
	if good && err != nil || !good && !errors.Is(err, puzzle.ErrRejected) {
		t.Fatalf("%s: %s: %v; true is %v", describe(p), describeOutcome(o), err, good)
	}
}

// refuse checks that o is rejected for a reason.
func refuse(t *testing.T, p *lights.Instance, o lights.Outcome, reason string) {
	t.Helper()
	err := Check(background, p, o, noLimits)
	if !errors.Is(err, puzzle.ErrRejected) || !strings.Contains(err.Error(), reason) {
		t.Fatalf("%s: %s: %v; %q is expected", describe(p), describeOutcome(o), err, reason)
	}
}

func describe(p *lights.Instance) string {
	v, err := lights.Data().Encode(p)
	return fmt.Sprintf("%+v %v", v, err)
}

func describeOutcome(o lights.Outcome) string {
	switch {
	case o.Witness != nil:
		return fmt.Sprintf("%v %+v", o.Witness.Presses, *o.Witness)
	case o.Certificate != nil:
		return fmt.Sprintf("%v %+v", o.Certificate.Weights, *o.Certificate)
	}
	return "nothing"
}
