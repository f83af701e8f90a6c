package tilt_test

import (
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
)

func ExampleParse() {
	p, err := tilt.Parse("2 3\nr.b\n..b\n\n.br\n..b\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d × %d, colours %q\n", p.Start.H, p.Start.W, p.Palette)
	fmt.Println("the start's first cell is", p.Label(p.Start.At(0, 0)))
	fmt.Println("empty cells, then those of each colour:", p.Start.Counts(len(p.Palette)))

	p, _ = tilt.Parse(`{"start": [["red", ".", "blue"]]}`)
	fmt.Print(p)
	_, err = tilt.Parse("2 3\nr.b\n.?b\n")
	fmt.Println(err)
	// Output:
	// 2 × 3, colours ["r" "b"]
	// the start's first cell is r
	// empty cells, then those of each colour: [3 1 2]
	// {"start":[["red",".","blue"]]}
	// line 3, column 2: '?' is a cell of a target that does not matter, and not a tile
}

// A puzzle made by a program, as a document and as the contest's text.
func ExampleInstance_String() {
	p := &tilt.Instance{
		Palette: []string{"r", "b"},
		Start:   tilt.NewBoard(1, 3, 2),
		Target:  tilt.NewBoard(1, 3, 2),
	}
	p.Start.Set(0, 0, 1)
	p.Start.Set(0, 2, 2)
	p.Target.Set(0, 1, 1)
	p.Target.Set(0, 2, 2)

	family := puzzle.DefineChecker(tiltcheck.Spec())
	in, err := family.InstanceOf(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := in.AppendJSON(nil)
	fmt.Println(string(doc), err)
	fmt.Print(p)
	// Output:
	// {"family":"tilt","version":1,"start":["r.b"],"target":[".rb"]} <nil>
	// 1 3
	// r.b
	//
	// .rb
}

func ExampleNewWord() {
	k, _ := new(big.Int).SetString("12345678901234567890", 10)
	w := tilt.NewWord("LU", "RDLU", k, "R")
	fmt.Println(w, "is", w.Length(), "tilts")
	fmt.Println(tilt.NewWord("LU", "RDLU", big.NewInt(2), "R"))
	// Output:
	// LU(RDLU)^12345678901234567890R is 49382715604938271563 tilts
	// LURDLURDLUR
}

func ExampleParseWord() {
	w, err := tilt.ParseWord("LU(RDLU)^3")
	fmt.Println(w.Length(), err)
	_, err = tilt.ParseWord("LUX")
	fmt.Println(err)
	// Output:
	// 14 <nil>
	// character 3 of the moves is 'X'; one of L R U D ( is expected
}
