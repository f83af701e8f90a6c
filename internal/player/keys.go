package player

import (
	"fmt"
	"math/big"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/gridwright/gridwright/scene"
)

// A prompt is a line that is typed.
type prompt struct {
	label, text string
	accept      func(text string) tea.Cmd
}

const maxTyped = 4096 // bytes of a prompt

func (p *prompt) add(text string) {
	if text = strings.TrimRight(printable(text), " "); len(p.text)+len(text) <= maxTyped {
		p.text += text
	}
}

// arrowKeys turns a browser's name of an arrow key into the terminal's; "" where it is none.
func arrowKeys(name string) string {
	switch name {
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown":
		return strings.ToLower(strings.TrimPrefix(name, "Arrow"))
	}
	return ""
}

// keyName turns a browser's name of a key into the terminal's.
func keyName(name string) string {
	if arrow := arrowKeys(name); arrow != "" {
		return arrow
	}
	if name == " " {
		return "space"
	}
	if len(name) > 1 {
		return strings.ToLower(name)
	}
	return name
}

// keysOf names the keys of handles: "Arrow keys" or "a, b and c".
func keysOf(hs []scene.Handle) string {
	var names []string
	arrows := 0
	for _, h := range hs {
		switch {
		case h.Key == "":
		case arrowKeys(h.Key) != "":
			arrows++
		case len(names) < 8:
			names = append(names, h.Key)
		}
	}
	if arrows > 0 {
		names = append([]string{"arrow keys"}, names...)
	}
	text := strings.Join(names, ", ")
	if i := strings.LastIndex(text, ", "); i >= 0 {
		text = text[:i] + " and " + text[i+2:]
	}
	return capital(text)
}

// key is told of a key. The keys of the board's own handles come before all but those that end and explain.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		m.quit, m.broken = true, true
		m.stop()
		return tea.Quit
	case m.prompt != nil:
		return m.typing(k)
	case name == "q":
		m.quit = true
		m.stop()
		return tea.Quit
	case m.help:
		m.help = false
		m.arrange()
		return nil
	case name == "?":
		m.help = true
		return nil
	case m.job != nil && name == "esc":
		m.stop()
		m.typed = nil
		if m.show != nil {
			m.show.playing = false
		}
		m.tell("Stopped.")
		return nil
	case m.job != nil && m.job.quiet:
		if len(m.typed) < 64 {
			m.typed = append(m.typed, k)
		}
		return nil
	case m.job != nil:
		return nil
	case m.show != nil:
		return m.showKey(name)
	}
	for _, h := range m.handlesNow() {
		if h.Key != "" && keyName(h.Key) == name {
			m.focusMove(h.Move)
			return m.move(h.Move, h.Label)
		}
	}
	return m.boardKey(name)
}

// boardKey is a key on the player's own board.
func (m *Model) boardKey(name string) tea.Cmd {
	s := m.session()
	switch name {
	case "u", "z", "ctrl+z", "backspace":
		m.travel(s.undo(), "Nothing to undo.")
	case "r", "y", "ctrl+y":
		m.travel(s.redo(), "Nothing to redo.")
	case "R", "shift+r":
		moved := s.now > 0
		s.now = 0
		m.travel(moved, "This is the start.")
	case "h":
		return m.hint()
	case "s":
		return m.solve()
	case "w":
		return m.why()
	case "d":
		return m.far()
	case "n", "p":
		return m.next(map[string]int{"n": 1, "p": -1}[name])
	case "m", ":":
		m.prompt = &prompt{label: "move", accept: func(text string) tea.Cmd {
			if text == "" {
				return nil
			}
			return m.move(text, "")
		}}
	case "t":
		m.alone++
		m.arrange()
	case "enter", "space":
		if h := m.handle(); h != nil {
			return m.move(h.Move, h.Label)
		}
		m.tell("No move is chosen; m takes one.")
	case "tab", "shift+tab":
		if n := len(m.handlesNow()); n > 0 {
			m.focus = (m.focus + map[string]int{"tab": 1, "shift+tab": n - 1}[name]) % n
			m.chosen()
		}
	default:
		m.arrow(name)
	}
	return nil
}

// travel shows the board that undo, redo or reset went to.
func (m *Model) travel(moved bool, otherwise string) {
	if !moved {
		m.tell(otherwise)
		return
	}
	m.refresh()
	s := m.session()
	text := s.landed(m.solved())
	if s.now == 0 {
		text = "Back at the start."
	}
	m.tell(text)
}

// steps are the directions of arrow keys.
func steps(name string) (dx, dy int) {
	switch name {
	case "left":
		return -1, 0
	case "right":
		return 1, 0
	case "up":
		return 0, -1
	case "down":
		return 0, 1
	}
	return 0, 0
}

// arrow moves the focus, and with shift the part of a large board that is shown.
func (m *Model) arrow(name string) {
	far, shift := strings.CutPrefix(name, "shift+")
	switch far {
	case "pgup":
		far, shift = "up", true
	case "pgdown":
		far, shift = "down", true
	}
	dx, dy := steps(far)
	if dx == 0 && dy == 0 || len(m.placed) == 0 {
		return
	}
	b := m.placed[0].board
	if shift {
		m.pan(b, dx, dy)
		return
	}
	if to := b.towards(m.focus, dx, dy); to != m.focus {
		m.focus = to
		m.chosen()
		return
	}
	m.pan(b, dx, dy)
}

// pan shows another part of a board that is larger than the screen.
func (m *Model) pan(b *board, dx, dy int) {
	step := func(at, by, seen, all int) int {
		return max(0, min(at+by*max(1, seen/2), all-seen))
	}
	was := m.corner
	m.corner[0] = step(m.corner[0], dy, b.view.Rows, b.Rows)
	m.corner[1] = step(m.corner[1], dx, b.view.Cols, b.Cols)
	if m.corner == was {
		return
	}
	m.refresh()
	m.tell(fmt.Sprintf("Rows from %d and columns from %d on.", m.corner[0]+1, m.corner[1]+1))
}

// chosen tells which move is in focus.
func (m *Model) chosen() {
	if h := m.handle(); h != nil {
		m.tell(capital(h.Label) + "; Enter makes it.")
	}
}

// typing is a key while a line is typed.
func (m *Model) typing(k tea.KeyPressMsg) tea.Cmd {
	p := m.prompt
	switch k.String() {
	case "esc":
		m.prompt = nil
	case "enter":
		m.prompt = nil
		return p.accept(strings.TrimSpace(p.text))
	case "backspace":
		if r := []rune(p.text); len(r) > 0 {
			p.text = string(r[:len(r)-1])
		}
	case "ctrl+u":
		p.text = ""
	default:
		if len(p.text)+len(k.Text) <= maxTyped {
			p.text += printable(k.Text)
		}
	}
	return nil
}

func plus(n *big.Int, by int64) *big.Int { return new(big.Int).Add(n, big.NewInt(by)) }

// showKey is a key while a story is walked through.
func (m *Model) showKey(name string) tea.Cmd {
	s := m.show
	if name != "space" {
		s.playing = false
	}
	switch name {
	case "esc", "backspace", "s", "w":
		m.close()
	case "right", "down", "tab":
		return m.goTo(plus(s.at, 1))
	case "left", "up", "shift+tab":
		return m.goTo(plus(s.at, -1))
	case "pgdown":
		return m.goTo(plus(s.at, 10))
	case "pgup":
		return m.goTo(plus(s.at, -10))
	case "home":
		return m.goTo(new(big.Int))
	case "end":
		return m.goTo(s.last())
	case "enter":
		return m.take()
	case "space":
		if s.playing = !s.playing; s.playing {
			if s.at.Cmp(s.last()) >= 0 {
				return m.goTo(new(big.Int))
			}
			return m.goTo(plus(s.at, 1))
		}
	case "t":
		m.alone++
		m.arrange()
	case "g", ":":
		m.askStep("")
	default:
		if len(name) == 1 && name >= "0" && name <= "9" {
			m.askStep(name)
		}
	}
	return nil
}

// askStep asks for the number of a step.
func (m *Model) askStep(first string) {
	m.prompt = &prompt{label: "go to step", text: first, accept: func(text string) tea.Cmd {
		n, ok := stepNumber(text)
		if !ok {
			m.tell(fmt.Sprintf("A step is a number, not %.40q.", text))
			return nil
		}
		if m.show == nil {
			return nil
		}
		if m.show.argument {
			n.Sub(n, big.NewInt(1)) // parts are counted from 1
		}
		return m.goTo(n)
	}}
}

// stepNumber reads the number of a step.
func stepNumber(text string) (*big.Int, bool) {
	text = strings.NewReplacer(" ", "", ",", "", "_", "").Replace(text)
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(text, 10)
}

// mouse is told of the mouse: a tap where the button goes up near where it went down, else a drag.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		return m.wheel(at)
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			m.held = &at
		}
		return nil
	case tea.MouseReleaseMsg:
	default:
		return nil
	}
	from := m.held
	if m.held = nil; from == nil || m.job != nil || m.prompt != nil {
		return nil
	}
	if m.help {
		m.help = false
		return nil
	}
	if m.show != nil {
		if from.X < m.width/3 {
			return m.showKey("left")
		}
		return m.showKey("right")
	}
	if len(m.placed) == 0 || len(m.drawing.Scenes) == 0 || m.placed[0].Scene != m.drawing.Scenes[0] {
		return nil
	}
	p := m.placed[0]
	dx, dy := at.X-from.X, at.Y-from.Y
	i := p.under(from.X-p.x, from.Y-p.y)
	if abs(dx) > 1 || dy != 0 {
		i = p.dragged(from.X-p.x, from.Y-p.y, dx, dy)
	}
	if i < 0 {
		return nil
	}
	m.focus = i
	h := m.handle()
	return m.move(h.Move, h.Label)
}

// wheel walks through a story, or along a large board.
func (m *Model) wheel(at tea.Mouse) tea.Cmd {
	by := map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[at.Button]
	switch {
	case by == 0 || m.job != nil || m.prompt != nil || m.help:
	case m.show != nil:
		return m.goTo(plus(m.show.at, int64(by)))
	case len(m.placed) > 0:
		m.pan(m.placed[0].board, 0, by)
	}
	return nil
}
