package document_test

import (
	"fmt"

	"github.com/gridwright/gridwright/puzzle/document"
)

// A family reads the fields that it knows and leaves it to Done to refuse the rest.
func ExampleParseJSON() {
	read := func(text string) error {
		v, err := document.ParseJSON([]byte(text))
		if err != nil {
			return err
		}
		f, err := v.Object("the lamp")
		if err != nil {
			return err
		}
		states, err := f.Need("states")
		if err != nil {
			return err
		}
		n, err := states.Int("states", 2, 36)
		if err != nil {
			return err
		}
		fmt.Println(n, "states")
		return f.Done()
	}
	fmt.Println(read(`{"states": 3}`))
	fmt.Println(read(`{"states": 1}`))
	fmt.Println(read("{\"states\": 3,\n \"colour\": \"red\"}"))
	fmt.Println(read(`{"states": 3, "states": 4}`))
	fmt.Println(read(`{"states": 3`))
	// Output:
	// 3 states
	// <nil>
	// line 1, column 12: states is 1; it must be from 2 to 36
	// 3 states
	// line 2, column 2: the lamp has no field "colour"
	// line 1, column 15: the field "states" stands here a second time
	// line 1, column 13: the document ends too early
}

func ExampleParseNatural() {
	fmt.Println(document.ParseNatural("340282366920938463463374607431768211456", 100))
	fmt.Println(document.ParseNatural("007", 100))
	// Output:
	// 340282366920938463463374607431768211456 <nil>
	// <nil> begins with a zero
}
