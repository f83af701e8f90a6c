package lightssolve_test

import (
	"context"
	"fmt"
	"os"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

func read(text string) *lights.Instance {
	p, err := lights.Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

func ExampleSolver_Solve() {
	p := read("11111/11111/11111/11111/11111")
	o, err := lightssolve.NewSolver(lightssolve.Options{}).Solve(context.Background(), p, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := o.Witness
	fmt.Println(o.Verdict, w.Cost, "presses,", w.Solutions, "solutions,", w.Optima, "of them as good")
	// Output: solved 15 presses, 4 solutions, 4 of them as good
}

func ExampleTellWeights() {
	p := read("10000/00000/00000/00000/00000")
	ctx := context.Background()
	o, err := lightssolve.NewSolver(lightssolve.Options{}).Solve(ctx, p, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	story, err := lightssolve.TellWeights(ctx, p, o.Certificate, scene.Window{}, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := scene.Text{Width: 80}
	if err := text.Boards(os.Stdout, story.Pictures...); err != nil {
		fmt.Println(err)
	}
	fmt.Println(story.Title)
	for frame, err := range story.Frames.All() {
		if err == nil {
			err = text.Sentence(os.Stdout, frame.Sentence)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// marked lamps
	// ##.##
	// .....
	// ##.##
	// .....
	// ##.##
	// impossible
	// Every button changes an even number of the 12 marked lamps, so how many of them
	// are on stays odd or stays even. But an odd number of them, 1, would have to go
	// off; all lamps off cannot be reached.
	// (Found by light chasing and one gcd of polynomials.)
}

func ExampleSolver_Apply() {
	p := read("##./.#.")
	solver := lightssolve.NewSolver(lightssolve.Options{})
	for _, moves := range []string{"1,2", "1,2 1,3"} { // row, column
		q, err := solver.Apply(context.Background(), p, moves, puzzle.Limits{})
		fmt.Println(q, err)
	}
	// Output:
	// ..#/... <nil>
	// .#./..# <nil>
}

func ExampleSolver_All() {
	p := read("###/###")
	solver := lightssolve.NewSolver(lightssolve.Options{})
	err := solver.All(context.Background(), p, puzzle.Limits{}, func(w lights.Witness) error {
		fmt.Println(w.Cost, "presses; next", solver.Hint(p, w))
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 2 presses; next 1,3: press row 1, column 3
	// 2 presses; next 1,1: press row 1, column 1
}

func ExampleSystem_Repairs() {
	p := read("10000/00000/00000/00000/00000")
	ctx := context.Background()
	sys, err := lightssolve.NewSolver(lightssolve.Options{}).Prepare(ctx, p, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := sys.Repairs(ctx, p, puzzle.Limits{})
	fmt.Println(list, err)
	// Output: [{0 0 1} {0 4 1} {4 0 1} {4 4 1}] <nil>
}
