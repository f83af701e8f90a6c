package player

import (
	"context"
	"errors"
	"io"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A Model is the screen of a player.
type Model struct {
	game
	ctx context.Context

	width, height int
	drawing       puzzle.Drawing // of the board that stands
	corner        [2]int         // row and column at the top left, on boards larger than the screen
	focus         int
	alone         int // which board is shown where they do not fit side by side
	placed        []placed

	text    string // for everybody, also for those who listen
	show    *show
	prompt  *prompt
	help    bool
	job     *job
	jobs    int
	pending chan reading      // the next puzzle, while it is read
	typed   []tea.KeyPressMsg // while a quiet job ran
	held    *tea.Mouse        // where a button went down
	quit    bool
	broken  bool // ended by Ctrl-C
	still   bool // nothing moves by itself
}

// A placed board knows where on the screen it is.
type placed struct {
	*board
	x, y    int
	caption string
}

// NewModel makes the screen for the puzzles of c. What it does ends with ctx.
func NewModel(ctx context.Context, c Config) (*Model, error) {
	m := &Model{game: game{cfg: c}, ctx: ctx, width: 80, height: 24}
	in, err := m.read()
	if err != nil {
		return nil, err
	}
	m.add(in)
	m.refresh()
	m.welcome()
	return m, nil
}

// Init begins with nothing.
func (m *Model) Init() tea.Cmd { return nil }

// Update is told of everything that happens.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(1, msg.Width), max(1, msg.Height)
		return m, m.resized()
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		if m.prompt != nil {
			m.prompt.add(msg.Content)
		}
	case tea.MouseMsg:
		return m, m.mouse(msg)
	case doneMsg:
		return m, m.done(msg)
	case tickMsg:
		if m.job != nil && m.job.id == msg.id {
			return m, tick(msg.id)
		}
	case nextMsg:
		if m.show != nil && m.show == msg.show && m.show.playing && m.job == nil {
			return m, m.goTo(plus(m.show.at, 1))
		}
	}
	return m, nil
}

// window is the part of boards that can be seen at most.
func (m *Model) window() scene.Window {
	return scene.Window{Top: m.corner[0], Left: m.corner[1], Rows: max(1, m.height), Cols: max(1, m.width)}
}

// refresh draws the board that stands anew.
func (m *Model) refresh() {
	m.drawing = puzzle.Drawing{}
	d, err := m.state().in.Solver().Draw(m.state().in, m.window())
	if err != nil {
		m.tell(failure(err))
	}
	was := ""
	if h := m.handle(); h != nil {
		was = h.Move
	}
	m.drawing = d
	if !m.focusMove(was) {
		m.focus = max(0, min(m.focus, len(m.handlesNow())-1))
	}
	m.arrange()
}

// resized is what a new window, or another part of the board in it, asks for.
func (m *Model) resized() tea.Cmd {
	text := m.text
	m.refresh()
	m.text = text
	if m.show == nil {
		return nil
	}
	s, in, w := m.show, m.state().in, m.window()
	story, err := m.cfg.tell(m.ctx, in, s.answer, w)
	if err != nil {
		m.tell(failure(err))
		return nil
	}
	s.story = story
	return m.goTo(s.at)
}

// handlesNow are the handles of the board that stands.
func (m *Model) handlesNow() []scene.Handle {
	if len(m.drawing.Scenes) == 0 {
		return nil
	}
	return m.drawing.Scenes[0].Handles
}

// handle is the one in focus, or nil.
func (m *Model) handle() *scene.Handle {
	hs := m.handlesNow()
	if m.focus < 0 || m.focus >= len(hs) {
		return nil
	}
	return &hs[m.focus]
}

// focusMove goes to the handle that means a move, and reports whether there is one.
func (m *Model) focusMove(move string) bool {
	i := slices.IndexFunc(m.handlesNow(), func(h scene.Handle) bool { return h.Move == move })
	if i >= 0 {
		m.focus = i
		m.arrange()
	}
	return i >= 0
}

// solved reports whether the board that stands is what was wanted.
func (m *Model) solved() bool { return len(m.drawing.Scenes) > 0 && m.drawing.Scenes[0].Done }

// tell puts a text where everybody finds it.
func (m *Model) tell(text string) {
	m.text = text
	m.arrange()
}

// move makes a move.
func (m *Model) move(move, words string) tea.Cmd {
	in, s := m.state().in, m.session()
	return m.start("moving", true, func(ctx context.Context, _ func(puzzle.Progress)) effect {
		next, err := m.cfg.apply(ctx, in, move, words)
		if err != nil {
			return failed(err)
		}
		return func(m *Model) tea.Cmd {
			s.made(next)
			m.refresh()
			m.tell(s.landed(m.solved()))
			return nil
		}
	})
}

// next goes to another puzzle of the file, which may have to be read first.
func (m *Model) next(by int) tea.Cmd {
	to := m.at + by
	switch {
	case to < 0:
		m.tell("This is the first puzzle.")
		return nil
	case to < len(m.puzzles):
		m.at = to
		m.arrived()
		return nil
	case m.ended:
		m.tell("This is the last puzzle.")
		return nil
	}
	if m.pending == nil {
		m.pending = make(chan reading, 1)
		go func(out chan<- reading) {
			in, err := m.read()
			out <- reading{in, err}
		}(m.pending)
	}
	out := m.pending
	return m.start("reading", false, func(ctx context.Context, _ func(puzzle.Progress)) effect {
		select {
		case <-ctx.Done(): // what has been read waits for the next time
			return failed(ctx.Err())
		case r := <-out:
			return func(m *Model) tea.Cmd {
				m.pending = nil
				m.readNext(r)
				return nil
			}
		}
	})
}

// A reading is what reading a puzzle gave.
type reading struct {
	in  puzzle.Instance
	err error
}

func (m *Model) readNext(r reading) {
	switch {
	case errors.Is(r.err, io.EOF):
		m.ended = true
		m.tell("This is the last puzzle.")
	case r.err != nil:
		m.ended = true
		m.tell(failure(r.err))
	default:
		m.add(r.in)
		m.arrived()
	}
}

// arrived is what changes with the puzzle.
func (m *Model) arrived() {
	m.corner, m.focus, m.alone = [2]int{}, 0, 0
	m.refresh()
	m.welcome()
}

// welcome tells what the puzzle is and how it is played.
func (m *Model) welcome() {
	text := m.title() + ". "
	if m.title() == "" {
		text = ""
	}
	hs := m.handlesNow()
	keyed := slices.ContainsFunc(hs, func(h scene.Handle) bool { return h.Key != "" })
	switch {
	case m.solved():
		text += "Solved as it stands."
	case len(hs) == 0:
		text += "m takes a move; ? lists the keys."
	case keyed:
		text += keysOf(hs) + " move; ? lists the keys."
	default:
		text += "Arrows and Tab choose a move, Enter makes it; ? lists the keys."
	}
	m.tell(text)
}
