package player

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// open reads the puzzles of an example.
func open(t testing.TB, file string) Config {
	t.Helper()
	var checkers []*puzzle.Checker
	for _, f := range families.All() {
		checkers = append(checkers, f.Checker)
	}
	lim := puzzle.DefaultLimits()
	lim.Time = 0
	r := &input.Reader{Checkers: checkers, Limits: lim,
		YAML: &input.YAMLParser{MaxBytes: yamldoc.MaxBytes, Parse: yamldoc.ParseAllWithin}}
	cases, err := r.Open(t.Context(), filepath.Join("../../examples", file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cases.Close() })
	return Config{File: file, Next: cases.Next, Limits: lim, Depth: scene.TrueColour}
}

// A driver plays on a model by messages. Commands are done at once, ticks are left out.
type driver struct {
	t *testing.T
	*Model
}

func drive(t *testing.T, c Config) *driver {
	t.Helper()
	m, err := NewModel(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	m.still = true
	d := &driver{t, m}
	d.send(tea.WindowSizeMsg{Width: 100, Height: 40})
	return d
}

// send sends a message and does all that follows from it.
func (d *driver) send(msg tea.Msg) {
	_, cmd := d.Update(msg)
	d.do(cmd)
}

func (d *driver) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	out := make(chan tea.Msg, 1)
	go func() { out <- cmd() }()
	select {
	case msg := <-out:
		switch msg := msg.(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				d.do(c)
			}
		case tickMsg, nil, tea.QuitMsg:
		default:
			d.send(msg)
		}
	case <-time.After(time.Minute):
		d.t.Fatal("a command does not end")
	}
}

// press presses keys by their names in the terminal.
func (d *driver) press(names ...string) {
	for _, n := range names {
		codes := map[string]rune{"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
			"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "home": tea.KeyHome, "end": tea.KeyEnd,
			"backspace": tea.KeyBackspace}
		k := tea.KeyPressMsg{Code: codes[n]}
		switch {
		case n == "shift+tab":
			k = tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
		case n == "ctrl+c":
			k = tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
		case n == "space":
			k = tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
		case k.Code == 0:
			k = tea.KeyPressMsg{Code: []rune(n)[0], Text: n}
		}
		d.send(k)
	}
}

// typed types a line.
func (d *driver) typed(text string) {
	for _, r := range text {
		d.press(string(r))
	}
	d.press("enter")
}

// shows wants texts on the screen.
func (d *driver) shows(texts ...string) {
	d.t.Helper()
	view := ansi.Strip(d.View().Content)
	for _, text := range texts {
		if !strings.Contains(view, text) {
			d.t.Fatalf("no %q on the screen:\n%s", text, view)
		}
	}
	for _, l := range strings.Split(view, "\n") {
		if width(l) > d.width {
			d.t.Fatalf("a line is %d columns wide: %q", width(l), l)
		}
	}
	if n := strings.Count(view, "\n") + 1; n > d.height {
		d.t.Fatalf("%d lines on a screen of %d:\n%s", n, d.height, view)
	}
}

// tap taps the sign of a handle, or its region.
func (d *driver) tap(i int) {
	d.t.Helper()
	p := d.placed[0]
	s := p.spots[i]
	if got := p.under(s.x, s.y); got != i {
		d.t.Errorf("at the sign of handle %d (%s) a tap means handle %d", i, p.Handles[i].Label, got)
	}
	at := tea.Mouse{X: p.x + s.x, Y: p.y + s.y, Button: tea.MouseLeft}
	d.send(tea.MouseClickMsg(at))
	d.send(tea.MouseReleaseMsg(at))
}

// TestPlayToTheEnd plays the solution of a puzzle of every family by following hints: with Enter, with the mouse, and
// as moves that are typed.
func TestPlayToTheEnd(t *testing.T) {
	for _, file := range []string{"luxor.txt", "lights.yaml", "assembly.txt", "square.txt", "twist.json", "labels.json"} {
		for _, by := range []string{"enter", "mouse", "typing"} {
			t.Run(file+"/"+by, func(t *testing.T) {
				d := drive(t, open(t, file))
				for n := 0; !d.solved(); n++ {
					if n > 200 {
						t.Fatal("200 hints do not lead to the end")
					}
					was := d.session().now
					d.press("h")
					if d.solved() || !strings.HasPrefix(d.text, "Hint: ") {
						t.Fatalf("the hint is %q", d.text)
					}
					switch follow := strings.Contains(d.text, "Enter makes it"); {
					case by == "typing" || !follow:
						d.press("m")
						d.typed(first(t, d))
					case by == "enter":
						d.press("enter")
					default:
						d.tap(d.focus)
					}
					if d.session().now != was+1 {
						t.Fatalf("the move was not made: %s", d.text)
					}
				}
				d.shows("Solved!", "solved")
				word := d.session().word(t.Context(), &d.cfg)
				made := d.session().now
				for range made {
					d.press("u")
				}
				d.shows("Back at the start")
				d.press("u")
				d.shows("Nothing to undo")
				for range made {
					d.press("r")
				}
				d.shows("Solved!")
				d.press("R", "m")
				d.typed(word)
				d.shows("Move 1:", "Solved!")
			})
		}
	}
}

// first is the first move of a solution from the board that stands.
func first(t *testing.T, d *driver) string {
	t.Helper()
	a, err := d.cfg.solve(t.Context(), d.state().in, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, moves, err := d.cfg.hint(t.Context(), d.state().in, a)
	if err != nil {
		t.Fatal(err)
	}
	return moves[0]
}

// TestSolutionStepByStep walks through solutions and takes them over.
func TestSolutionStepByStep(t *testing.T) {
	for _, file := range []string{"luxor.txt", "lights.yaml", "assembly.txt", "square.txt", "twist.json"} {
		t.Run(file, func(t *testing.T) {
			d := drive(t, open(t, file))
			d.press("s")
			last := d.show.last()
			d.shows("Step 0 of " + last.String())
			d.press("right")
			d.shows("Step 1 of " + last.String())
			d.press("left", "end")
			d.shows(fmt.Sprintf("Step %s of %s", last, last))
			d.press("home", "g")
			d.typed("1")
			d.shows("Step 1 of ")
			d.press("end", "enter")
			if d.show != nil || !d.solved() {
				t.Fatalf("the solution was not taken over: %s", d.text)
			}
			d.shows("Solved!")
			d.press("d")
			d.shows("From here it is solved as it stands.")
			d.press("s")
			d.shows("Solved as it stands.")
		})
	}
}

// TestOpening: what a way says before its first step is no bracket of a repetition.
func TestOpening(t *testing.T) {
	for _, c := range []struct{ way, move, before string }{
		{"LDRU", "L", ""}, {"(RDLU)^97", "R", ""}, {"((RD)^2LU)^97", "R", ""}, {"(3,1) <3 v1 <3", "<3 v1", "(3,1)"},
	} {
		from := func(*big.Int) iter.Seq2[scene.Frame, error] {
			return func(yield func(scene.Frame, error) bool) { yield(scene.Frame{Move: c.move}, nil) }
		}
		st := puzzle.Story{Way: c.way, Frames: scene.Frames{Len: big.NewInt(9), From: from}}
		if before, move, err := opening(st); before != c.before || move != c.move || err != nil {
			t.Errorf("%s begins with %q and %q, %v", c.way, before, move, err)
		}
	}
}

// TestLongSolution enters a long repetition by the number of a step.
func TestLongSolution(t *testing.T) {
	d := drive(t, open(t, "long.yaml"))
	d.press("d")
	d.shows("390 tilts, the fewest possible")
	d.press("s")
	d.typed("389")
	d.shows("Step 389 of 390")
	d.typed("999999999999999999999999999999")
	d.shows("Step 390 of 390")
	if !d.show.frame.Scene.Done && d.show.at.Cmp(big.NewInt(390)) != 0 {
		t.Error("the last board is not the end")
	}
	d.press("g")
	d.typed("x")
	d.shows("A step is a number")
	d.press("space")
	if !d.show.playing && d.show.at.Sign() == 0 {
		t.Error("it does not play")
	}
	d.press("esc")
	d.shows("Back on your board")
}

// TestWhyNot walks through arguments.
func TestWhyNot(t *testing.T) {
	for _, file := range []string{"clash.yaml", "ring.json", "dominoes.json", "sixth.json"} {
		t.Run(file, func(t *testing.T) {
			d := drive(t, open(t, file))
			d.press("h")
			d.shows("impossible")
			d.press("s")
			d.shows("impossible")
			d.press("d")
			d.shows("From here it is impossible")
			d.press("w")
			n := d.show.story.Frames.Len.Int64()
			for i := range n {
				d.shows(fmt.Sprintf("Reason, part %d of %d", i+1, n))
				d.press("right")
			}
			d.press("w")
			d.shows("Back on your board")
		})
	}
	d := drive(t, open(t, "luxor.txt"))
	d.press("w")
	d.shows("It can be done: solved in 4 tilts")
}

// TestManyPuzzles goes through a file.
func TestManyPuzzles(t *testing.T) {
	d := drive(t, open(t, "assembly.txt"))
	d.press("p")
	d.shows("first puzzle", "assembly.txt · puzzle 1")
	d.press("enter")
	d.shows("0 moves") // to choose the first block is none
	d.press("enter", "n")
	d.shows("puzzle 2")
	d.press("n", "n", "n", "n", "n")
	d.shows("This is the last puzzle")
	for range 5 {
		d.press("p")
	}
	d.shows("This is the first puzzle", "puzzle 1 of", "1 move")
}

// TestKeysOfTheScreen are help, focus, a wrong move and the end.
func TestKeysOfTheScreen(t *testing.T) {
	d := drive(t, open(t, "lights.yaml"))
	d.press("?")
	d.shows("Any key goes back")
	d.press("x", "right", "down", "tab", "shift+tab", "left", "up")
	if d.focus != 0 {
		t.Errorf("focus on handle %d after going round", d.focus)
	}
	d.press("m")
	d.typed("9,9,9")
	if d.session().now != 0 || !strings.HasSuffix(d.text, ".") {
		t.Errorf("a wrong move was made: %s", d.text)
	}
	d.press("m", "x", "esc", "backspace")
	d.shows("Nothing to undo")
	d.press("q")
	if !d.quit || d.broken {
		t.Error("q does not quit")
	}
	d.press("ctrl+c")
	if !d.broken {
		t.Error("Ctrl-C does not quit")
	}
}

// TestSizes draws boards on screens of every size, in all colours and in ASCII: nothing is wider or higher than the
// screen.
func TestSizes(t *testing.T) {
	for _, file := range []string{"luxor.txt", "lights.yaml", "assembly.txt", "square.txt", "ring.json", "long.yaml",
		"labels.json"} {
		for _, depth := range []scene.Depth{scene.TrueColour, scene.Colours16, scene.Plain} {
			c := open(t, file)
			c.Depth, c.ASCII = depth, depth == scene.Plain
			d := drive(t, c)
			for _, size := range [][2]int{{200, 60}, {100, 40}, {80, 24}, {60, 20}, {40, 12}, {20, 10}, {8, 6}, {1, 1}} {
				d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for _, k := range []string{"", "tab", "t", "s", "right", "esc", "w", "esc"} {
					if k != "" {
						d.press(k)
					}
					d.shows()
				}
				view := d.View().Content
				if depth == scene.Plain && (strings.Contains(view, "[3") || strings.Contains(view, "[4")) {
					t.Errorf("colours without colours: %q", view)
				}
				if c.ASCII && strings.ContainsFunc(view, func(r rune) bool { return r > 126 }) {
					t.Errorf("not ASCII: %q", view)
				}
			}
		}
	}
}

// TestStopped cancels what takes long: a reader that does not come back.
func TestStopped(t *testing.T) {
	c := open(t, "luxor.txt")
	first, hold := c.Next, make(chan struct{})
	n := 0
	c.Next = func() (puzzle.Instance, error) {
		if n++; n == 2 {
			<-hold
		}
		if n > 2 {
			return puzzle.Instance{}, io.EOF
		}
		return first()
	}
	d := drive(t, c)
	_, cmd := d.Update(tea.KeyPressMsg{Code: 'n', Text: "n"})
	if d.job == nil {
		t.Fatal("nothing is read")
	}
	d.shows("Reading", "Esc stops it")
	d.press("esc")
	d.shows("Stopped.")
	close(hold)
	d.do(cmd) // what comes late changes nothing
	d.shows("Stopped.")
	d.press("n")
	if d.at != 1 && !d.ended {
		t.Errorf("the puzzle that was read meanwhile is lost: %s", d.text)
	}
}

// TestNoPuzzle gives errors of the reader back.
func TestNoPuzzle(t *testing.T) {
	bad := errors.New("bad")
	for _, err := range []error{io.EOF, bad} {
		_, got := NewModel(t.Context(), Config{Next: func() (puzzle.Instance, error) { return puzzle.Instance{}, err }})
		if got == nil || err == bad && got != bad {
			t.Errorf("%v gives %v", err, got)
		}
	}
}
