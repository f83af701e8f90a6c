package assembly_test

import (
	"fmt"

	"github.com/gridwright/gridwright/assembly"
)

func ExampleParse() {
	p, err := assembly.Parse("##.R\n#.##\n###.\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d × %d, %d blocks, %d links, tree %v, holes %v, the first block is %v\n",
		p.Rows, p.Cols, len(p.Blocks), p.Links, p.IsTree(), p.HasHoles(), p.Blocks[p.Root])
	fmt.Println(p)

	_, err = assembly.Parse("##.#\n")
	fmt.Println(err)
	// Output:
	// 3 × 4, 9 blocks, 8 links, tree true, holes false, the first block is (1, 4)
	// ##.R/#.##/###.
	// line 1, column 4: the shape is not connected: no chain of blocks joins (1, 4) to (1, 1)
}

func ExampleNew() {
	p, err := assembly.New(2, 3, []assembly.Block{{R: 1, C: 1}, {R: 0, C: 1}, {R: 0, C: 0}}, 0, assembly.Sticky)
	fmt.Println(p, err)
	// Output:
	// contact sticky
	// ##./.R. <nil>
}

// The block at (1, 2) has come in already.
func ExampleInstance_WithPlaced() {
	p, err := assembly.Parse("##/.R")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err = p.WithPlaced([]int32{1, 2})
	fmt.Println(p, err)
	// Output:
	// {"shape":["##",".R"],"placed":[[1,2],[2,2]],"contact":"frontal"} <nil>
}

func ExampleParseMoves() {
	first, moves, err := assembly.ParseMoves("(1,2) <1, ^ 2")
	fmt.Println(first, moves, err)
	fmt.Println(assembly.FormatMoves(first, moves))
	// Output:
	// (1, 2) [< 1 ^ 2] <nil>
	// (1,2) <1 ^2
}
