package flip_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// solves plays flips, of which times says how often each is made.
func solves(p *flip.Instance, times func(f flip.Flip) int) bool {
	for r, row := range p.Start {
		for c := range row {
			n := times(flip.Flip{N: r + 1}) + times(flip.Flip{Column: true, N: c + 1})
			if int(p.Target[r][c]) != int(row[c])^n&1 {
				return false
			}
		}
	}
	return true
}

// isTrue is the oracle: it tries all sets of flips.
func isTrue(in puzzle.Instance, cl puzzle.Claim) bool {
	p, o := in.Value().(*flip.Instance), cl.Value().(flip.Outcome)
	if o.Verdict == puzzle.Solved {
		return solves(p, func(f flip.Flip) int { return strings.Count(o.Witness.String()+" ", f.String()+" ") })
	}
	for set := range 1 << (len(p.Start) + len(p.Start[0])) {
		if solves(p, func(f flip.Flip) int {
			if f.Column {
				return set >> (len(p.Start) + f.N - 1)
			}
			return set >> (f.N - 1)
		}) {
			return false
		}
	}
	return true
}

func whole() *puzzle.Family { return puzzle.Define(flipsolve.Spec(flipcheck.Spec())) }

func kit(family *puzzle.Family) puzzletest.Kit {
	return puzzletest.Kit{
		Family: family, Fresh: whole, True: isTrue, Seed: 1,
		Small: func(yield func(puzzle.Instance) bool) {
			for i := range 256 {
				p, _ := flip.Parse(fmt.Sprintf("flip %02b,%02b to %02b,%02b", i&3, i>>2&3, i>>4&3, i>>6))
				if in, err := family.InstanceOf(p); err != nil || !yield(in) {
					return
				}
			}
		},
		Sizes: []int{1, 4, 6, 9}, PerSize: 30, AtOnce: []int{400},
		Slow: func() puzzle.Instance {
			const n = 4096
			p := &flip.Instance{}
			for range n {
				p.Start, p.Target = append(p.Start, strings.Repeat("01", n/2)), append(p.Target, strings.Repeat("11", n/2))
			}
			in, _ := family.InstanceOf(p)
			return in
		},
	}
}

func TestContract(t *testing.T) { kit(whole()).Run(t) }

// One line more in each list, and flip is a family like the others.
func TestList(t *testing.T) {
	list := append(families.All(), puzzle.Define(flipsolve.Spec(flipcheck.Spec())))
	checkers := append(checks.All(), puzzle.DefineChecker(flipcheck.Spec()))
	puzzletest.List(t, list, checkers)
}
