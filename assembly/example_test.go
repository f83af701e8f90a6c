package assembly_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

func ExampleReadPicture() {
	const text = "##.R\n#.##\n###.\n"
	p, err := assembly.ReadPicture(puzzle.DefaultLimits().Meter(context.Background()), grid.NewScanner(strings.NewReader(text), int64(len(text))))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d × %d, %d blocks, %d links, tree %v, holes %v, the first block is %v\n",
		p.Rows, p.Cols, len(p.Blocks), p.Links, p.IsTree(), p.HasHoles(), p.Blocks[p.Root])

	_, err = assembly.ReadPicture(puzzle.DefaultLimits().Meter(context.Background()), grid.NewScanner(strings.NewReader("##.#\n"), -1))
	fmt.Println(err)
	// Output:
	// 3 × 4, 9 blocks, 8 links, tree true, holes false, the first block is (1, 4)
	// line 1, column 4: the shape is not connected: no chain of blocks joins (1, 4) to (1, 1)
}

func ExampleNew() {
	p, err := assembly.New(2, 3, []assembly.Block{{R: 1, C: 1}, {R: 0, C: 1}, {R: 0, C: 0}}, 0, assembly.Frontal)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := assembly.WriteContest(os.Stdout, p); err != nil {
		fmt.Println(err)
	}
	o := assembly.Outcome{Verdict: puzzle.Solved, Witness: &assembly.Witness{
		First: p.Blocks[p.Root],
		Moves: []assembly.Move{assembly.MakeMove(assembly.Down, 1), assembly.MakeMove(assembly.Right, 0)},
	}}
	if err := assembly.AnswerContest(os.Stdout, p, o); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 2 3 3
	// 2 2
	// 1 1
	// 1 2
	// possible
	// v 2
	// > 1
}
