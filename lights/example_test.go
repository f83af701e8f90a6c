package lights_test

import (
	"fmt"

	"github.com/gridwright/gridwright/lights"
)

func ExampleParse() {
	for _, text := range []string{
		"# modulus 3 pattern king topology cylinder\n012\n210\n",
		"#.#\n.#.\n",
		`{"start": ["12"], "modulus": 3, "matrix": ["11", "01"]}`,
	} {
		p, err := lights.Parse(text)
		fmt.Println(p, err)
	}
	// Output:
	// {"width":3,"height":2,"modulus":3,"pattern":"king","topology":"cylinder","start":["012","210"]} <nil>
	// #.#/.#. <nil>
	// {"buttons":2,"lamps":2,"modulus":3,"links":[[1,1],[2,1],[2,2]],"start":["12"]} <nil>
}

func ExampleInstance_Offsets() {
	// Around a cylinder of two columns both neighbours of a cell are the same.
	p := &lights.Instance{
		Modulus: 3, Width: 2, Height: 4, Topology: lights.Cylinder,
		Pattern: lights.Pattern{Name: "plus"}, Start: lights.NewBoard(4, 2, 3),
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
