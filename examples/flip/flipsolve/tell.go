package flipsolve

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

type spec = puzzle.Spec[*flip.Instance, flip.Flips, flip.Minor]

// Spec is the whole family, with the checks that it is given: nothing here knows a checker.
func Spec(check puzzle.CheckSpec[*flip.Instance, flip.Flips, flip.Minor]) spec {
	return spec{
		CheckSpec:       check,
		Solve:           Solve,
		Apply:           Apply,
		Hint:            hint,
		Draw:            draw,
		Edit:            puzzle.Editor[*flip.Instance]{Layers: layers, Stroke: stroke},
		TellWitness:     []puzzle.KindTell[*flip.Instance, flip.Flips]{{Name: "flips", Tell: tellFlips}},
		TellCertificate: []puzzle.KindTell[*flip.Instance, flip.Minor]{{Name: "minor", Tell: tellMinor}},
		Generate:        Generate,
	}
}

func hint(_ *flip.Instance, w flip.Flips) string { return w[:min(1, len(w))].String() }

// draw is the start, with a handle left of each row and above each column, and the target.
func draw(p *flip.Instance, w scene.Window) puzzle.Drawing {
	start, target := picture(p.Start, w), picture(p.Target, w)
	start.Caption, target.Caption = "start", "target"
	start.Done = slices.Equal(p.Start, p.Target)
	handle := func(f flip.Flip, x, y float64) {
		h := scene.Handle{X: x, Y: y, W: 1, H: 1, Move: f.String(), Label: "flip " + f.String()}
		start.Handles = append(start.Handles, h)
	}
	v := start.Shown()
	for r := v.Top; r < v.Top+v.Rows; r++ {
		handle(flip.Flip{N: r + 1}, -1, float64(r))
	}
	for c := v.Left; c < v.Left+v.Cols; c++ {
		handle(flip.Flip{Column: true, N: c + 1}, float64(c), -1)
	}
	return puzzle.Drawing{Scenes: []*scene.Scene{start, target}}
}

func picture(board []string, w scene.Window) *scene.Scene {
	s := scene.New(len(board), len(board[0]), w)
	v := s.Shown()
	for r := v.Top; r < v.Top+v.Rows; r++ {
		for c := v.Left; c < v.Left+v.Cols; c++ {
			digit := board[r][c]
			s.Put(r*len(board[0])+c, r, c, scene.Look{Colour: int(digit - '0'), Label: string(digit)})
		}
	}
	return s
}

// layers are the start and the target; a tap on a cell of one turns its digit.
func layers(*flip.Instance) puzzle.Editing {
	digits := []puzzle.Swatch{{Symbol: "0", Name: "0"}, {Symbol: "1", Name: "1", Look: scene.Look{Colour: 1}}}
	return puzzle.Editing{Layers: []puzzle.Layer{
		{Name: "start", Title: "Start", Act: puzzle.Toggle, Palette: digits},
		{Name: "target", Title: "Target", Act: puzzle.Toggle, Palette: digits, Scene: 1},
	}}
}

func stroke(p *flip.Instance, layer string, cells [][2]int, symbol string) (*flip.Instance, error) {
	boards := map[string][]string{"start": slices.Clone(p.Start), "target": slices.Clone(p.Target)}
	for _, c := range cells {
		if r := c[0]; r >= 0 && r < len(p.Start) && c[1] >= 0 && c[1] < len(p.Start[0]) {
			row := []byte(boards[layer][r])
			if symbol == "" {
				symbol = string(row[c[1]] ^ 1)
			}
			row[c[1]] = symbol[0]
			boards[layer][r] = string(row)
		}
	}
	return &flip.Instance{Start: boards["start"], Target: boards["target"]}, nil
}

func tellFlips(
	_ context.Context, p *flip.Instance, w *flip.Flips, window scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	frame := func(n int) (scene.Frame, error) {
		f := scene.Frame{Scene: picture(after(p.Start, (*w)[:n]), window)}
		if n > 0 {
			f.Move = (*w)[n-1].String()
		}
		return f, nil
	}
	title := "solved in " + grid.Number(len(*w), "flip")
	return puzzle.Story{Title: title, Way: w.String(), Frames: scene.Made(len(*w)+1, frame)}, nil
}

func tellMinor(
	_ context.Context, _ *flip.Instance, c *flip.Minor, _ scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	return puzzle.Argument(
		fmt.Sprintf("Rows %d and %d meet columns %d and %d in four cells, and every flip changes an even number of the four.",
			c.Rows[0], c.Rows[1], c.Columns[0], c.Columns[1]), "Start and target differ in an odd number of them."), nil
}
