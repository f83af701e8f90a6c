package permute_test

import (
	"fmt"

	"github.com/gridwright/gridwright/permute"
)

func ExampleParse() {
	p, err := permute.Parse("1\n293\n678\n514\n624\n579\n183\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.Moves.Moves), "moves; the last one is", p.Moves.Moves[6].Name, p.Moves.Moves[6].Cycles)
	fmt.Println(p)
	_, err = permute.Parse("293/678/514 -> 624/57/183 : shifts")
	fmt.Println(err)
	// Output:
	// 7 moves; the last one is CW [[0 2 8 6] [1 5 7 3]]
	// 293/678/514 -> 624/579/183 : shift-right shift-down rotate-cw
	// line 1, column 22: row 2 of the goal has 2 tiles; the rows above have 3
}

func ExampleParseMoves() {
	set, err := permute.ParseMoves(2, 3, "shifts:right twist-cw:2x2=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range set.Moves {
		fmt.Println(m.Name, m.Cycles, "costs", m.Cost)
	}
	_, err = permute.ParseMoves(2, 3, "rotate-cw")
	fmt.Println(err)
	// Output:
	// R1 [[0 1 2]] costs 1
	// R2 [[3 4 5]] costs 1
	// T1,1 [[0 1 4 3]] costs 2
	// T1,2 [[1 2 5 4]] costs 2
	// rotate-cw turns the grid by a quarter, which takes a square board; this one has 2 × 3 cells (rotate-180 turns any board by a half)
}

func ExampleParseWord() {
	steps, err := permute.ParseWord("R1 D2^3 CW")
	fmt.Println(len(steps), steps[1].Name, steps[1].Times, permute.FormatWord(steps), err)
	_, err = permute.ParseWord("R1 D2^0")
	fmt.Println(err)
	// Output:
	// 3 D2 3 R1 D2^3 CW <nil>
	// line 1, column 4: '0' in 'D2^0' is no number of times; it is a whole number from 1 to 4611686018427387903
}
