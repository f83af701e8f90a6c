package lightssolve_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
)

func read(text string) *lights.Instance {
	p, err := lights.ReadDigits(nil, grid.NewScanner(strings.NewReader(text), -1))
	if err != nil {
		panic(err)
	}
	return p
}

func ExampleSolver_Solve() {
	p := read("11111\n11111\n11111\n11111\n11111\n")
	o, err := lightssolve.NewSolver().Solve(context.Background(), p, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := o.Witness
	fmt.Println(o.Verdict, w.Cost, "presses,", w.Solutions, "solutions,", w.Optima, "of them as good")
	// Output: solved 15 presses, 4 solutions, 4 of them as good
}

func ExampleExplain() {
	p := read("10000\n00000\n00000\n00000\n00000\n")
	ctx := context.Background()
	o, err := lightssolve.NewSolver().Solve(ctx, p, puzzle.Limits{})
	if err == nil {
		err = lightssolve.Explain(os.Stdout, p, o, puzzle.Style{})
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// start   marked lamps
	// #....   ##.##
	// .....   .....
	// .....   ##.##
	// .....   .....
	// .....   ##.##
	//
	// impossible (not checked), by light chasing and one gcd of polynomials:
	// every button changes an even number of the 12 marked lamps, so how many of them are on
	// stays odd or stays even. Of the marked lamps 1 are on, an odd number; all lamps off cannot be reached.
}

func ExampleSystem_Repairs() {
	p := read("10000\n00000\n00000\n00000\n00000\n")
	ctx := context.Background()
	sys, err := lightssolve.NewSystem(ctx, p, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := sys.Repairs(ctx, p, puzzle.Limits{})
	fmt.Println(list, err)
	// Output: [{0 0 1} {4 0 1} {0 4 1} {4 4 1}] <nil>
}
