package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// errElsewhere says that another worker has the chunk under way.
var errElsewhere = errors.New("another worker has this chunk")

// A mark says how far a worker has come with a chunk that came back. It is written in front of each line, so that it
// names the line that ends the worker.
type mark struct {
	Worker string      `json:"worker"`
	Line   int         `json:"line"`            // under way, from 0; −1: none
	Ended  map[int]int `json:"ended,omitempty"` // lines under way when workers ended, and how often
}

// careful answers a chunk that another worker has not brought to its end. It may hold a line that ends whoever answers
// it; so each line is marked first, and nothing else is under way in this process meanwhile. A line that was marked so
// when Tries workers ended is not tried again.
func (t *task) careful(ctx context.Context) (out []byte, err error) {
	m, err := t.lastMark(ctx)
	if err != nil {
		return nil, err
	}
	if m.Line >= 0 {
		switch t.ask(ctx, m.Worker) {
		case "yes", "":
			return nil, errElsewhere
		case ended:
			m.Ended[m.Line]++
			t.Log.Warn("a worker ended at a line", "chunk", t.key.String(), "worker", m.Worker, "index", m.Line,
				"times", m.Ended[m.Line])
		}
	}
	m.Worker = t.id
	start := time.Now()
	for i, l := range t.lines {
		if n := m.Ended[i]; n >= t.Tries {
			out = t.Refuse(out, l.At, deadLetter(n))
			t.dead++
			if err := t.letter(ctx, l, n); err != nil {
				return nil, err
			}
			continue
		}
		if out, err = t.solo(ctx, out, i, &m); err != nil {
			break
		}
	}
	t.took = time.Since(start)
	if err != nil && m.Line >= 0 { // as we were asked to stop: no line is to blame
		without, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		m.Line = -1
		t.mark(without, m) // in vain, it counts one against the line
	}
	return out, err
}

// solo answers line i while nothing else is under way in this process. It takes the mark back before others go on: the
// line has no part in what ends the process then.
func (t *task) solo(ctx context.Context, out []byte, i int, m *mark) ([]byte, error) {
	t.alone.Lock()
	defer t.alone.Unlock()
	m.Line = i
	if err := t.mark(ctx, *m); err != nil {
		return nil, err
	}
	out, err := t.Append(ctx, out, t.lines[i].At, t.lines[i].Text)
	if err != nil {
		return out, err
	}
	m.Line = -1
	return out, t.mark(ctx, *m)
}

func (t *task) lastMark(ctx context.Context) (m mark, err error) {
	m = mark{Line: -1}
	err = retry(ctx, t.Log, "read how far a chunk had come", nil, func(ctx context.Context) error {
		s, err := t.js.Stream(ctx, markStream)
		if err != nil {
			return err
		}
		raw, err := s.GetLastMsgForSubject(ctx, markSubject+t.key.String())
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		return json.Unmarshal(raw.Data, &m)
	})
	if m.Ended == nil {
		m.Ended = map[int]int{}
	}
	return m, err
}

func (t *task) mark(ctx context.Context, m mark) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return retry(ctx, t.Log, "mark a line", nil, func(ctx context.Context) error {
		_, err := t.js.Publish(ctx, markSubject+t.key.String(), text)
		return err
	})
}

// forget removes the mark of a chunk that is answered. Marks that stay behind end by their age.
func (t *task) forget(ctx context.Context) {
	if t.delivered == 1 {
		return
	}
	if s, err := t.js.Stream(ctx, markStream); err == nil {
		s.Purge(ctx, jetstream.WithPurgeSubject(markSubject+t.key.String()))
	}
}

// A Letter is a line that ended workers, as it stands in the stream of dead letters.
type Letter struct {
	Batch string `json:"batch"`
	File  string `json:"file,omitempty"`
	Line  int64  `json:"line"`
	Tries int    `json:"tries"`
	Text  string `json:"text"` // its first 64 KiB
}

// letter stores a dead letter.
func (t *task) letter(ctx context.Context, line Line, tries int) error {
	at := line.At
	l := Letter{Batch: t.batch, File: at.File, Line: at.Line, Tries: tries,
		Text: string(line.Text[:min(len(line.Text), 64<<10)])}
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	t.Counters.Dead.Add(1)
	t.Log.Error("a dead letter", "batch", t.batch, "file", at.File, "line", at.Line, "tries", tries)
	return retry(ctx, t.Log, "store a dead letter", nil, func(ctx context.Context) error {
		id := jetstream.WithMsgID(fmt.Sprintf("%s.%s:%d", t.batch, at.File, at.Line))
		_, err := t.js.Publish(ctx, deadSubject+t.batch, text, id)
		return err
	})
}

// ended is what ask returns about a worker that is no more.
const ended = "ended"

// ask asks another worker whether it has this chunk under way: "yes", "no", ended, or "" where nobody knows. Of a
// worker that has ended the server says so at once; it is asked twice, as it may be about to come back to a server
// that has just come up.
func (t *task) ask(ctx context.Context, worker string) string {
	for again := false; ; again = true {
		one, cancel := context.WithTimeout(ctx, 10*time.Second)
		m, err := t.js.Conn().RequestWithContext(one, aliveSubject+worker, []byte(t.key.String()))
		cancel()
		switch {
		case err == nil:
			return string(m.Data)
		case !errors.Is(err, nats.ErrNoResponders):
			return ""
		case again:
			return ended
		}
		if !sleep(ctx, 2*time.Second) {
			return ""
		}
	}
}

// answerWhetherAlive answers what ask asks.
func (w *Worker) answerWhetherAlive() error {
	_, err := w.js.Conn().Subscribe(aliveSubject+w.id, func(m *nats.Msg) {
		k, err := keyOf(string(m.Data), "")
		w.mu.Lock()
		has := err == nil && w.underWay[k]
		w.mu.Unlock()
		if has {
			m.Respond([]byte("yes"))
		} else {
			m.Respond([]byte("no"))
		}
	})
	return err
}
