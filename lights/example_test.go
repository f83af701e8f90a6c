package lights_test

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
)

func ExampleReadDigits() {
	text := "# modulus 3 pattern king topology cylinder\n012\n210\n"
	p, err := lights.ReadDigits(nil, grid.NewScanner(strings.NewReader(text), -1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Width, p.Height, p.Modulus, p.Pattern.Name, p.Topology, p.Start.At(2, 0))
	// Output: 3 2 3 king cylinder 2
}

func ExampleInstance_Offsets() {
	// Around a cylinder of two columns both neighbours of a cell are the same.
	p := &lights.Instance{
		Modulus: 3, Width: 2, Height: 4, Topology: lights.Cylinder,
		Pattern: lights.Pattern{Name: "plus"}, Start: lights.NewBoard(2, 4, 3),
	}
	offsets, err := p.Offsets(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range offsets {
		fmt.Println(o.DX, o.DY, o.Weight)
	}
	// Output:
	// 0 -1 1
	// 0 0 1
	// 1 0 2
	// 0 1 1
}
