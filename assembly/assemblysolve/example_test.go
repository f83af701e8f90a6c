package assemblysolve_test

import (
	"context"
	"fmt"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
	"github.com/gridwright/gridwright/puzzle"
)

func Example() {
	// A square ring of eight blocks, of which any may be the first.
	var cells []assembly.Block
	for i := range int32(9) {
		if i != 4 {
			cells = append(cells, assembly.Block{R: i / 3, C: i % 3})
		}
	}
	p, err := assembly.New(3, 3, cells, assembly.NoRoot, assembly.Frontal)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := assemblysolve.NewSolver(assemblysolve.Options{})
	o, err := solver.Solve(context.Background(), p, puzzle.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Verdict, assembly.FormatMoves(o.Witness.First, o.Witness.Moves))
	fmt.Println("hint:", solver.Hint(p, *o.Witness))
	begun, err := solver.Apply(context.Background(), p, "(1,1) ^1 <1", puzzle.Limits{})
	fmt.Println(begun, err)
	n, err := solver.Count(context.Background(), p, puzzle.Limits{})
	fmt.Println("possible first blocks:", n, err)
	// Output:
	// solved (1,1) ^1 <1 ^1 <1 <3 ^3 <3
	// hint: (1,1): the first block is the one at (1, 1)
	// {"shape":["###","#.#","###"],"placed":[[1,1],[1,2],[2,1]],"contact":"frontal"} <nil>
	// possible first blocks: 8 <nil>
}

// Five copies of a shape with three steps, on three stations.
func ExamplePipeline() {
	for s := range assemblysolve.Pipeline(3, 5).All() {
		fmt.Printf("time %d:", s.Time)
		for copy := s.First; copy <= s.Last; copy++ {
			step, _ := s.Step(copy)
			fmt.Printf(" copy %d step %d;", copy, step)
		}
		fmt.Println()
	}
	// Output:
	// time 0: copy 0 step 0;
	// time 1: copy 0 step 1; copy 1 step 0;
	// time 2: copy 0 step 2; copy 1 step 1; copy 2 step 0;
	// time 3: copy 1 step 2; copy 2 step 1; copy 3 step 0;
	// time 4: copy 2 step 2; copy 3 step 1; copy 4 step 0;
	// time 5: copy 3 step 2; copy 4 step 1;
	// time 6: copy 4 step 2;
}
