package player

import (
	"io"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/puzzle"
)

// toy is a puzzle of a family that no list holds, with Draw and Apply and no other hook that may be left out.
func toy(t *testing.T, text string) Config {
	t.Helper()
	spec := flipsolve.Spec(flipcheck.Spec())
	spec.Hint = nil
	p, err := flip.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	in, err := puzzle.Define(spec).InstanceOf(p)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	return Config{Limits: puzzle.Limits{}, Next: func() (puzzle.Instance, error) {
		if n++; n > 1 {
			return puzzle.Instance{}, io.EOF
		}
		return in, nil
	}}
}

// TestToy plays a family that nobody here knows.
func TestToy(t *testing.T) {
	d := drive(t, toy(t, "flip 00,00 to 11,00"))
	d.shows("Arrows and Tab choose a move")
	d.tap(1)
	d.shows("Move 1: r2")
	d.press("u", "tab", "shift+tab", "down", "up", "enter")
	d.press("d")
	d.shows("From here it is solved")
	d.press("R", "h")
	d.shows("Hint: ", "Enter makes it")
	d.press("enter", "s")
	d.shows("Solved in 0 flips")
	d.press("u", "s", "end", "enter")
	if d.session().now == 0 {
		t.Errorf("the solution was not taken over: %s", d.text)
	}
	d = drive(t, toy(t, "flip 00,00 to 10,00"))
	d.press("w", "right")
	d.shows("Reason, part 2 of 2", "odd number")
	d.send(tea.WindowSizeMsg{Width: 30, Height: 10})
	d.shows("Reason, part 2")
}
