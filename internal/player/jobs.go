package player

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/gridwright/gridwright/puzzle"
)

// A job is work beside the screen. What it finds is done to the model when it ends.
type job struct {
	id       int
	what     string // "solving"
	quiet    bool   // it is over soon as a rule: keys wait for its end in place of being refused
	cancel   context.CancelFunc
	began    time.Time
	progress *atomic.Pointer[puzzle.Progress]
}

// Messages of jobs.
type (
	// doneMsg says that a job has ended, and what is to be done now.
	doneMsg struct {
		id   int
		then effect
	}
	// tickMsg comes while a job runs, so that its line can be drawn again.
	tickMsg struct{ id int }
	// nextMsg comes while a show plays by itself.
	nextMsg struct{ show *show }
)

// An effect is what is done to the model once a job has ended.
type effect func(m *Model) tea.Cmd

// failed is the effect of an error.
func failed(err error) effect {
	return func(m *Model) tea.Cmd {
		m.tell(failure(err))
		return nil
	}
}

const tickEvery = 120 * time.Millisecond

// start begins a job in place of the one that runs.
func (m *Model) start(what string, quiet bool, work func(context.Context, func(puzzle.Progress)) effect) tea.Cmd {
	m.stop()
	ctx, cancel := context.WithCancel(m.ctx)
	m.jobs++
	j := &job{id: m.jobs, what: what, quiet: quiet, cancel: cancel, began: time.Now(),
		progress: &atomic.Pointer[puzzle.Progress]{}}
	m.job = j
	run := func() tea.Msg {
		then := work(ctx, func(p puzzle.Progress) { j.progress.Store(&p) })
		return doneMsg{j.id, then}
	}
	if m.still {
		return run
	}
	return tea.Batch(run, tick(j.id))
}

func tick(id int) tea.Cmd {
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return tickMsg{id} })
}

// stop ends the job that runs. What it still finds is not wanted.
func (m *Model) stop() {
	if m.job != nil {
		m.job.cancel()
		m.job = nil
	}
}

// done does what the job that has ended found, and then what was typed meanwhile.
func (m *Model) done(msg doneMsg) tea.Cmd {
	if m.job == nil || msg.id != m.job.id {
		return nil // given up
	}
	m.job.cancel()
	m.job = nil
	cmds := []tea.Cmd{msg.then(m)}
	for len(m.typed) > 0 && m.job == nil {
		k := m.typed[0]
		m.typed = m.typed[1:]
		cmds = append(cmds, m.key(k))
	}
	return tea.Batch(cmds...)
}
