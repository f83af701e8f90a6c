package yamldoc_test

import (
	"fmt"

	"github.com/gridwright/gridwright/internal/yamldoc"
)

func ExampleParse() {
	v, err := yamldoc.Parse([]byte("family: tilt\nstart:\n  - 0101\n  - ..x.\n"))
	fmt.Println(string(v.AppendJSON(nil)), err)
	_, err = yamldoc.Parse([]byte("start: *here\n"))
	fmt.Println(err)
	// Output:
	// {"family":"tilt","start":["0101","..x."]} <nil>
	// line 1, column 8: anchors and aliases (& and *) are not read here; a text that begins so needs quotes
}
