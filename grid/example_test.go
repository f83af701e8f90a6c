package grid_test

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// A size, then a row of that many cells.
func ExampleScanner() {
	read := func(text string) error {
		s := grid.NewScanner(strings.NewReader(text), int64(len(text)))
		n, err := s.Int("the width", 1, 1000)
		if err != nil {
			return err
		}
		if err := s.EndLine("the width"); err != nil {
			return err
		}
		for i := range n {
			at := s.Pos()
			r, ok, err := s.Rune()
			if err != nil {
				return err
			}
			if !ok {
				return s.Errorf("this row has %d cells; the size says %d", i, n)
			}
			if r != '.' && r != 'x' {
				return grid.Errorf(at, "%s is no cell", grid.Quote(string(r)))
			}
		}
		return s.EndLine("the row's last cell")
	}
	fmt.Println(read("3\r\n.x.\r\n"))
	fmt.Println(read("3\nx.\n"))
	fmt.Println(read("3\n.é.\n"))
	fmt.Println(read("3\n...x\n"))
	fmt.Println(read("0\n"))
	// Output:
	// <nil>
	// line 2, column 3: this row has 2 cells; the size says 3
	// line 2, column 2: 'é' is no cell
	// line 2, column 4: unexpected 'x' after the row's last cell
	// line 1, column 1: the width is 0; it must be from 1 to 1000
}
