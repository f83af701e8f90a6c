package player

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A show is a story that is walked through: the boards along a solution, or the steps of an argument.
type show struct {
	answer   *answer
	story    puzzle.Story
	at       *big.Int // the number of the frame
	frame    scene.Frame
	kept     *scene.Scene // of the latest frame that had one
	argument bool
	playing  bool
}

// last is the number of the last frame.
func (s *show) last() *big.Int {
	if s.story.Frames.Len == nil {
		return new(big.Int)
	}
	return new(big.Int).Sub(s.story.Frames.Len, big.NewInt(1))
}

// maxTaken is the most moves of a solution that become moves of the player at once.
const maxTaken = 1000

// playEvery is how long a frame stands where a show plays by itself.
const playEvery = 450 * time.Millisecond

// answered calls then with the answer about the board that stands, which is looked for once.
func (m *Model) answered(what string, then func(ctx context.Context, st *state) effect) tea.Cmd {
	st, a := m.state(), m.state().answer
	return m.start(what, a != nil, func(ctx context.Context, report func(puzzle.Progress)) effect {
		a := a
		if a == nil {
			var err error
			if a, err = m.cfg.solve(ctx, st.in, report); err != nil {
				return failed(err)
			}
		}
		known := &state{in: st.in, answer: a}
		next := then(ctx, known)
		return func(m *Model) tea.Cmd {
			if a.claim.Verdict() != puzzle.Unknown { // another try may have more time
				st.answer = a
			}
			return next(m)
		}
	})
}

// solve shows the solution, or says that there is none.
func (m *Model) solve() tea.Cmd {
	w := m.window()
	return m.answered("solving", func(_ context.Context, st *state) effect {
		story, err := m.cfg.tell(m.ctx, st.in, st.answer, w)
		if err != nil {
			return failed(err)
		}
		return func(m *Model) tea.Cmd {
			switch {
			case st.answer.claim.Verdict() == puzzle.Impossible:
				m.tell("There is no way from here: it is impossible. w says why.")
				return nil
			case st.answer.claim.Verdict() != puzzle.Solved:
				m.tell(distance(story, puzzle.Unknown))
				return nil
			case story.Frames.Len == nil || story.Frames.Len.Cmp(big.NewInt(1)) <= 0 && len(story.Pictures) == 0:
				m.tell(capital(story.Title) + ".")
				return nil
			}
			return m.open(st.answer, story)
		}
	})
}

// why walks through the argument, or says that there is a way.
func (m *Model) why() tea.Cmd {
	w := m.window()
	return m.answered("looking for a reason", func(_ context.Context, st *state) effect {
		story, err := m.cfg.tell(m.ctx, st.in, st.answer, w)
		if err != nil {
			return failed(err)
		}
		return func(m *Model) tea.Cmd {
			switch st.answer.claim.Verdict() {
			case puzzle.Solved:
				m.tell("It can be done: " + story.Title + "; s shows how.")
			case puzzle.Impossible:
				return m.open(st.answer, story)
			default:
				m.tell(distance(story, puzzle.Unknown))
			}
			return nil
		}
	})
}

// far tells how far the end is.
func (m *Model) far() tea.Cmd {
	return m.answered("measuring", func(ctx context.Context, st *state) effect {
		story, err := m.cfg.tell(ctx, st.in, st.answer, scene.Corner(1, 1))
		if err != nil {
			return failed(err)
		}
		return func(m *Model) tea.Cmd {
			m.tell(distance(story, st.answer.claim.Verdict()))
			return nil
		}
	})
}

// hint tells the next move of a way and goes to its handle.
func (m *Model) hint() tea.Cmd {
	return m.answered("looking for a hint", func(ctx context.Context, st *state) effect {
		words, moves, err := m.cfg.hint(ctx, st.in, st.answer)
		if err != nil {
			return failed(err)
		}
		return func(m *Model) tea.Cmd {
			switch v := st.answer.claim.Verdict(); {
			case v == puzzle.Impossible:
				m.tell("No move helps: from here it is impossible. w says why.")
			case v != puzzle.Solved:
				m.tell("No hint: the search was stopped by a limit.")
			case words == "":
				m.tell("Nothing is left to do: it is solved as it stands.")
			default:
				tail := ""
				if slices.ContainsFunc(moves, m.focusMove) {
					tail = "; Enter makes it"
				}
				m.tell("Hint: " + words + tail + ".")
			}
			return nil
		}
	})
}

// open begins a show.
func (m *Model) open(a *answer, story puzzle.Story) tea.Cmd {
	m.show = &show{answer: a, story: story, argument: a.claim.Verdict() == puzzle.Impossible, at: new(big.Int)}
	m.text = ""
	if story.Frames.Len == nil || story.Frames.Len.Sign() == 0 {
		m.tell(capital(story.Title) + ".")
		return nil
	}
	return m.goTo(new(big.Int))
}

// goTo goes to a frame of the show, or to the last one before or behind it that there is.
func (m *Model) goTo(n *big.Int) tea.Cmd {
	s := m.show
	if n.Sign() < 0 {
		n = new(big.Int)
	}
	if last := s.last(); n.Cmp(last) > 0 {
		n, s.playing = last, false
	}
	if s.story.Frames.Len == nil || s.story.Frames.Len.Sign() == 0 {
		return nil
	}
	frames := s.story.Frames
	return m.start("going to step "+grid.Short(n), true, func(ctx context.Context, _ func(puzzle.Progress)) effect {
		type made struct {
			fr  scene.Frame
			err error
		}
		out := make(chan made, 1)
		go func() { // a frame knows the life of its story, not that of this job
			fr, err := frames.At(n)
			out <- made{fr, err}
		}()
		select {
		case <-ctx.Done():
			return failed(ctx.Err())
		case f := <-out:
			if f.err != nil {
				return failed(f.err)
			}
			return func(m *Model) tea.Cmd { return m.arrive(s, n, f.fr) }
		}
	})
}

// arrive shows a frame.
func (m *Model) arrive(s *show, n *big.Int, fr scene.Frame) tea.Cmd {
	if m.show != s {
		return nil
	}
	s.at, s.frame = n, fr
	if fr.Scene != nil {
		s.kept = fr.Scene
	}
	m.text = s.sentence()
	m.arrange()
	if s.playing && s.at.Cmp(s.last()) < 0 && !m.still {
		return m.later(s)
	}
	s.playing = s.playing && m.still
	return nil
}

func (m *Model) later(s *show) tea.Cmd {
	return tea.Tick(playEvery, func(time.Time) tea.Msg { return nextMsg{s} })
}

// sentence tells the frame that is shown.
func (s *show) sentence() string {
	text := fmt.Sprintf("Step %s of %s", grid.Short(s.at), grid.Short(s.last()))
	if s.argument {
		text = fmt.Sprintf("Reason, part %s of %s", grid.Short(new(big.Int).Add(s.at, big.NewInt(1))),
			grid.Short(s.story.Frames.Len))
	} else if s.at.Sign() == 0 {
		text = s.title() + text
	}
	move, sentence := s.frame.Move, s.frame.Sentence
	if move != "" {
		text += ": " + move
	} else if sc := s.frame.Scene; sc != nil && sc.Caption != "" {
		text += ": " + sc.Caption
	}
	if sentence != "" && sentence != move {
		text += "\n" + sentence
	}
	return text
}

// title is the headline as it stands in front of the first frame.
func (s *show) title() string { return capital(s.story.Title) + ". " }

// take makes the moves up to the frame that is shown moves of the player.
func (m *Model) take() tea.Cmd {
	s := m.show
	if s.argument || s.at.Sign() == 0 {
		return nil
	}
	if s.at.Cmp(big.NewInt(maxTaken)) > 0 {
		m.tell(fmt.Sprintf("At most %d moves can be taken over at once.", maxTaken))
		return nil
	}
	from, n := m.state().in, s.at
	return m.start("making the moves", true, func(ctx context.Context, _ func(puzzle.Progress)) effect {
		states, err := m.cfg.along(ctx, from, s.story, n)
		if err != nil {
			return failed(err)
		}
		return func(m *Model) tea.Cmd {
			for _, st := range states {
				m.session().made(st)
			}
			m.show = nil
			m.refresh()
			m.tell(m.session().landed(m.solved()))
			return nil
		}
	})
}

// along is the boards up to frame n of a solution.
func (c *Config) along(ctx context.Context, in puzzle.Instance, st puzzle.Story, n *big.Int) ([]*state, error) {
	var states []*state
	make := func(move string) error {
		next, err := c.apply(ctx, in, move, "")
		if err == nil {
			in, states = next.in, append(states, next)
		}
		return err
	}
	before, _, err := opening(st)
	if err == nil && before != "" {
		err = make(before)
	}
	if err != nil {
		return nil, err
	}
	for fr, err := range st.Frames.Range(big.NewInt(1), n) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = make(fr.Move)
		}
		if err != nil {
			return nil, err
		}
	}
	return states, nil
}

// close ends the show.
func (m *Model) close() {
	m.show = nil
	m.refresh()
	m.tell("Back on your board.")
}
