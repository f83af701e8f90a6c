package picture

import (
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/maze"
)

// Walls, holes and what does not matter are cells of different kinds, and tiles of one piece are linked wherever it is.
func TestDrawRules(t *testing.T) {
	p := &tilt.Instance{Palette: []string{"a", "b"}, Start: tilt.NewBoard(2, 4, 2), Target: tilt.NewBoard(2, 4, 2)}
	p.Start.Narrow = []uint8{1, 0, 0, 0, 1, 2, 0, 0}
	p.Rules = &tilt.Rules{Pieces: []uint32{1, 0, 0, 0, 1, 1, 0, 0}, Any: []bool{true, false, false, false, true, false, false,
		false}, Ground: []tilt.Ground{0, 0, 0, tilt.Wall, 0, 0, tilt.Hole, 0}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	d := Draw(p, scene.Corner(9, 9))
	for _, c := range []struct {
		scene, row, col int
		want            scene.Kind
	}{
		{0, 0, 3, scene.Wall}, {0, 1, 2, scene.Pit}, {0, 0, 1, scene.Floor},
		{1, 0, 3, scene.Wall}, {1, 1, 2, scene.Pit}, {1, 0, 0, scene.Any}, {1, 0, 1, scene.Floor},
	} {
		if got := d.Scenes[c.scene].Cell(c.row, c.col).Kind; got != c.want {
			t.Errorf("scene %d, row %d, column %d: %v, not %v", c.scene, c.row, c.col, got, c.want)
		}
	}
	linked(t, "at the start", d.Scenes[0], [2]scene.Point{scene.Middle(0, 0), scene.Middle(1, 0)},
		[2]scene.Point{scene.Middle(1, 0), scene.Middle(1, 1)})
	linked(t, "in the corner", Draw(p, scene.Corner(1, 9)).Scenes[0])

	m := puzzle.Limits{}.Meter(t.Context())
	g, err := maze.New(m, p)
	if err != nil {
		t.Fatal(err)
	}
	y, err := g.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	var at [][]int32
	for i := range y.At {
		at = append(at, y.Cells(i))
	}
	if err := y.Moves("R"); err != nil {
		t.Fatal(err)
	}
	linked(t, "after R", Played(p, y, at, scene.Corner(9, 9)), [2]scene.Point{scene.Middle(0, 2), scene.Middle(1, 2)},
		[2]scene.Point{scene.Middle(1, 2), scene.Middle(1, 3)})
}

// linked wants s to have these links and no others.
func linked(t *testing.T, when string, s *scene.Scene, want ...[2]scene.Point) {
	t.Helper()
	if len(s.Marks) != len(want) {
		t.Fatalf("%s: %+v, not %v", when, s.Marks, want)
	}
	for i, m := range s.Marks {
		if m.Sign != scene.Link || m.Colour == 0 || [2]scene.Point(m.At) != want[i] {
			t.Errorf("%s: %+v, not %v", when, m, want[i])
		}
	}
}
