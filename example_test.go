package gridwright_test

import (
	"context"
	"fmt"
	"os"

	"github.com/gridwright/gridwright"
	"github.com/gridwright/gridwright/tilt"
)

// Every family is solved in the same way.
func Example() {
	ctx := context.Background()
	s := gridwright.New(gridwright.Options{})
	for _, text := range []string{
		"123/456/789 -> 231/564/897 : shifts",
		`{"family":"tilt","version":1,"start":[".r..","rgyb",".b..",".yr."],"target":["yrbr","..yr","...g","...b"]}`,
	} {
		puzzles, err := s.Read(ctx, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		answer, err := s.Solve(ctx, puzzles[0])
		if err != nil {
			fmt.Println(err)
			return
		}
		moves, err := s.Moves(ctx, puzzles[0], answer)
		fmt.Println(puzzles[0].Family(), answer.Verdict(), moves, err)
	}
	// Output:
	// permute solved L3 L2 L1 <nil>
	// tilt solved LDRU <nil>
}

// A typed value goes in, and the family's own types come out.
func ExampleSolver_Puzzle() {
	ctx := context.Background()
	s := gridwright.New(gridwright.Options{})
	p := &tilt.Instance{Palette: []string{"a"}, Start: tilt.NewBoard(1, 3, 1), Target: tilt.NewBoard(1, 3, 1)}
	p.Start.Set(0, 0, 1)
	p.Target.Set(0, 1, 1)
	in, err := s.Puzzle(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := s.Solve(ctx, in)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome := answer.Value().(tilt.Outcome)
	fmt.Println(outcome.Verdict, len(outcome.Certificate.Shapes), s.Check(ctx, in, answer))
	// Output: impossible 2 <nil>
}

// Explain writes what a person wants to read.
func ExampleSolver_Explain() {
	ctx := context.Background()
	s := gridwright.New(gridwright.Options{})
	puzzles, err := s.ReadFormat(ctx, "lights-digits", "11\n01\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := s.Solve(ctx, puzzles[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Explain(ctx, os.Stdout, puzzles[0], answer); err != nil {
		fmt.Println(err)
	}
	n, err := s.Count(ctx, puzzles[0])
	fmt.Println(n, err)
	// Output:
	// start   presses
	// ##      .#
	// .#      ..
	//
	// solved with 1 press, the least possible (checked):
	// 1,2
	// found by light chasing and one gcd of polynomials
	// there is no other solution
	// 1 <nil>
}
