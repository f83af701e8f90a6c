package scene_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/big"
	"os"

	"github.com/gridwright/gridwright/scene"
)

// row makes a scene of one row with a tile at a column.
func row(cols, col int) *scene.Scene {
	s := scene.New(1, cols, scene.Window{})
	s.Put(0, 0, col, scene.Look{Colour: 1, Label: "a"})
	return s
}

func Example() {
	start := row(5, 1)
	start.Caption = "start"
	start.Handles = []scene.Handle{{Gesture: scene.DragRight, W: 5, H: 1, Key: "ArrowRight", Move: "R", Label: "tilt right"}}
	target := row(5, 4)
	target.Caption = "target"
	target.Fill(func(_, col int) scene.Cell {
		if col == 0 {
			return scene.Cell{Kind: scene.Wall}
		}
		return scene.Cell{}
	})
	if err := (scene.Text{}).Boards(os.Stdout, start, target); err != nil {
		fmt.Println(err)
	}
	data, err := json.Marshal(start)
	fmt.Println(string(data), err)
	// Output:
	// start   target
	// .a...   #...a
	// {"rows":1,"cols":5,"looks":[{"label":"a","colour":1}],"pieces":[[0,0,1,0]],"handles":[{"gesture":"right","at":[0,0,5,1],"key":"ArrowRight","move":"R","label":"tilt right"}],"caption":"start"} <nil>
}

// A story of 10^30 steps, of which any can be shown at once.
func ExampleFrames() {
	long := new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)
	frames := scene.Frames{Len: long, From: func(n *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			at := int(new(big.Int).Mod(n, big.NewInt(3)).Int64())
			for yield(scene.Frame{Move: "R", Scene: row(3, at)}, nil) {
				at = (at + 1) % 3
			}
		}
	}}
	first := new(big.Int).Sub(long, big.NewInt(2))
	if err := (scene.Text{}).Frames(os.Stdout, first, frames.Range(first, long)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 999999999999999999999999999998: R   999999999999999999999999999999: R
	// ..a                                 a..
}
