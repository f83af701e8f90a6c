package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridwright/gridwright/grid"
)

// A Client has the lines of one batch answered by the workers of a queue.
type Client struct {
	Dial
	Options
	Work   Work
	About  string // what the batch is, for lists
	ID     string // of the batch; the same again for what goes on after a break
	Chunk  int    // lines of a chunk at the most; 0: 256
	Bytes  int    // of a chunk of more than one line; 0: 256 KiB
	Window int    // chunks at a time that are not back yet; 0: 64
	// Patience is how long nothing may come back before the client looks whether something is missing; 0: 15 s.
	Patience time.Duration

	js      jetstream.JetStream
	header  string             // Work, as chunks have it
	fed     chan fed           // what next has returned, in chunks
	sent    map[int64]*sending // what is not written yet, by first line
	write   int64              // the first line that is not written
	ended   bool               // all lines are sent
	lonely  bool               // it was said that there is no worker
	arrived chan jetstream.Msg
	events  chan error // something to look after; nil: the connection is back
}

// A sending is a chunk that is under way.
type sending struct {
	Chunk
	sum  string        // of what was sent
	back jetstream.Msg // its result, where it is here
}

// fed is a chunk that is to be sent, or the end.
type fed struct {
	chunk Chunk
	err   error
}

// Run sends all lines that next returns, the first of which has the number first, until io.EOF; and calls done with
// their results, in order. What done has accepted is never asked for again: a caller that keeps it goes on at the next
// line after a break. Run is patient: it waits for the queue, and for workers, until ctx ends.
func (c *Client) Run(ctx context.Context, first int64, next func() (Line, error), done func(Result) error) error {
	c.defaults()
	c.write = first
	work, err := json.Marshal(c.Work)
	if err != nil {
		return err
	}
	c.header = string(work)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.js, err = c.Connect(ctx, func() { c.event(nil) })
	if err != nil {
		return err
	}
	defer c.js.Conn().Close()
	go c.feed(ctx, cutter{next: next, most: c.Chunk, bytes: c.Bytes, line: first})
	for {
		err := c.session(ctx, done)
		var again *sessionError
		switch {
		case err == nil:
			return c.remove(ctx)
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.As(err, &again):
			return err
		}
		if again.err != nil {
			c.Log.Debug("once more", "why", again.err.Error())
			if !sleep(ctx, time.Second) {
				return ctx.Err()
			}
		}
	}
}

// feed reads the lines. It may wait long for one: others come back meanwhile.
func (c *Client) feed(ctx context.Context, cut cutter) {
	for {
		chunk, err := cut.chunk()
		select {
		case c.fed <- fed{chunk, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (c *Client) defaults() {
	if c.Chunk <= 0 {
		c.Chunk = mostLines
	}
	if c.Bytes <= 0 {
		c.Bytes = mostBytes
	}
	if c.Window <= 0 {
		c.Window = 64
	}
	if c.Patience <= 0 {
		c.Patience = 15 * time.Second
	}
	c.Name = "batch " + c.ID
	c.fed = make(chan fed)
	c.sent = map[int64]*sending{}
	c.events = make(chan error, 16)
}

// A sessionError ends a session, and not the batch. Its error is nil where the connection was lost and is back.
type sessionError struct{ err error }

func (e *sessionError) Error() string { return text(e.err) }

func again(err error) error { return &sessionError{err} }

// event wakes the session up. One that is not heard is no loss: the session looks after everything now and then.
func (c *Client) event(err error) {
	select {
	case c.events <- err:
	default:
	}
}

// A session is the time between two losses of the connection. It begins with a look at what the queue has of this
// batch, and ends without an error when all is done.
func (c *Client) session(ctx context.Context, done func(Result) error) error {
	for len(c.events) > 0 {
		<-c.events // of the session before
	}
	if err := c.prepare(ctx); err != nil {
		return again(err)
	}
	stop, err := c.collect(ctx)
	if err != nil {
		return again(err)
	}
	defer stop()
	if err := c.audit(ctx); err != nil {
		return again(err)
	}
	look := time.NewTimer(c.Patience)
	defer look.Stop()
	for {
		if err := c.deliver(ctx, done); err != nil {
			return err
		}
		if c.ended && len(c.sent) == 0 {
			return nil
		}
		room := c.fed
		if c.ended || len(c.sent) >= c.Window {
			room = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case f := <-room:
			if err := c.accept(ctx, f); err != nil {
				return err
			}
		case m := <-c.arrived:
			c.receive(m)
			c.lonely = false
			look.Reset(c.Patience)
		case err := <-c.events:
			return again(err)
		case <-look.C:
			if err := c.audit(ctx); err != nil {
				return again(err)
			}
			c.lookForWorkers(ctx)
			look.Reset(c.Patience)
		}
	}
}

// lookForWorkers says once that chunks wait and nobody asks for them.
func (c *Client) lookForWorkers(ctx context.Context) {
	if c.lonely {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	w, err := c.js.Consumer(ctx, JobsStream, Workers)
	if err != nil {
		return // the next session says what is wrong
	}
	if i, err := w.Info(ctx); err == nil && i.NumWaiting == 0 && i.NumAckPending == 0 && i.NumPending > 0 {
		c.lonely = true
		c.Log.Warn("no worker asks for chunks; waiting for one")
	}
}

// prepare makes the streams, where they are missing.
func (c *Client) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := Prepare(ctx, c.js, c.Options); err != nil {
		return err
	}
	host, _ := os.Hostname()
	return prepareBatch(ctx, c.js, c.ID, map[string]string{"about": c.About, "host": host})
}

// collect lets results come in. The consumer is a new one each time: what an earlier one has handed out comes again.
func (c *Client) collect(ctx context.Context) (stop func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	s, err := c.js.Stream(ctx, results+c.ID)
	if err != nil {
		return nil, err
	}
	if err := s.DeleteConsumer(ctx, collector); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	cons, err := s.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: collector, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: time.Minute, MaxAckPending: -1, MaxDeliver: -1})
	if err != nil {
		return nil, err
	}
	arrived := make(chan jetstream.Msg, 4)
	over := make(chan struct{})
	c.arrived = arrived
	run, err := cons.Consume(func(m jetstream.Msg) {
		select {
		case arrived <- m:
		case <-over:
		}
	}, jetstream.PullMaxMessages(max(2*c.Window, 32)), jetstream.ConsumeErrHandler(
		func(_ jetstream.ConsumeContext, err error) {
			if errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerNotFound) ||
				errors.Is(err, jetstream.ErrNoHeartbeat) {
				c.event(err)
			}
		}))
	if err != nil {
		return nil, err
	}
	return func() { close(over); run.Stop() }, nil
}

// accept sends a chunk that was fed.
func (c *Client) accept(ctx context.Context, f fed) error {
	if f.err == io.EOF {
		c.ended = true
		return nil
	} else if f.err != nil {
		return f.err
	}
	s := &sending{Chunk: f.chunk}
	c.sent[s.First] = s
	if s.known != nil {
		return nil
	}
	if err := c.send(ctx, s); err != nil {
		return again(err)
	}
	return nil
}

// send puts a chunk into the queue, where there is room for one of each number. What goes wrong on the way wakes the
// session up, which sends it again.
func (c *Client) send(ctx context.Context, s *sending) error {
	k := key{c.ID, s.First}
	file, err := json.Marshal(s.File)
	if err != nil {
		return err
	}
	s.sum = sum(c.header, string(file), string(s.body))
	head := nats.Header{headWork: {c.header}, headFile: {string(file)}, headLines: {strconv.Itoa(s.Lines)},
		headSum: {s.sum}}
	m, err := pack(ctx, c.js, jobSubject+k.String(), c.ID, s.body, head)
	if err != nil {
		return err
	}
	f, err := c.js.PublishMsgAsync(m)
	if err != nil {
		return err
	}
	go func() {
		select {
		case <-f.Ok():
		case err := <-f.Err():
			if present(err) {
				drop(context.WithoutCancel(ctx), c.js, c.ID, head)
				return
			}
			c.event(fmt.Errorf("a chunk was not taken: %w", err))
		}
	}()
	return nil
}

// audit sends again what is neither in the queue nor back: so nothing rests on the queue's disk alone.
func (c *Client) audit(ctx context.Context) error {
	if len(c.sent) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	there := map[string]bool{}
	for stream, subject := range map[string]string{JobsStream: jobSubject, results + c.ID: resultSubject} {
		s, err := c.js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject+c.ID+".>"))
		if err != nil {
			return err
		}
		for name := range info.State.Subjects {
			if k, err := keyOf(name, subject); err == nil {
				there[k.String()] = true
			}
		}
	}
	for first, s := range c.sent {
		if s.back != nil || s.known != nil || there[key{c.ID, first}.String()] {
			continue
		}
		if err := c.send(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// receive takes in a result. One for which nobody waits, that came twice, or that is one of other lines is dropped.
func (c *Client) receive(m jetstream.Msg) {
	k, err := keyOf(m.Subject(), resultSubject)
	if err != nil {
		m.Term()
		return
	}
	s := c.sent[k.first]
	switch {
	case s == nil && k.first >= c.write && !c.ended:
		// A run before this one has sent it. It stays for when this one has come there.
		m.NakWithDelay(2 * time.Second)
	case s == nil, s.sum == "", m.Headers().Get(headSum) != s.sum:
		m.Ack()
	default:
		s.back = m
	}
}

// deliver hands on what is in order.
func (c *Client) deliver(ctx context.Context, done func(Result) error) error {
	for {
		s := c.sent[c.write]
		if s == nil || s.back == nil && s.known == nil {
			return nil
		}
		r := Result{Chunk: s.Chunk, Text: s.known}
		if s.back != nil {
			if err := c.read(ctx, s, &r); err != nil {
				return again(err)
			}
			if n := bytes.Count(r.Text, []byte("\n")); n != s.Lines {
				return fmt.Errorf("a worker has answered %s with %s", grid.Number(s.Lines, "line"), grid.Number(n, "result"))
			}
		}
		if err := done(r); err != nil {
			return err
		}
		if s.back != nil {
			s.back.Ack()
			drop(ctx, c.js, c.ID, s.back.Headers())
		}
		delete(c.sent, s.First)
		c.write += int64(s.Lines)
	}
}

// read reads a result that is here.
func (c *Client) read(ctx context.Context, s *sending, r *Result) (err error) {
	r.Text, err = unpack(ctx, c.js, c.ID, s.back)
	if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		s.back.Ack() // it is lost, and is computed again
		s.back = nil
	}
	if err != nil {
		return err
	}
	h := s.back.Headers()
	r.Dead, r.Worker = int(number(h, headDead)), h.Get(headWorker)
	r.Took = time.Duration(number(h, headTook)) * time.Microsecond
	return nil
}

// remove takes the batch out of the queue.
func (c *Client) remove(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if _, err := Remove(ctx, c.js, c.ID); err != nil {
		c.Log.Warn("the batch is done; the queue could not be cleaned up", "why", err.Error())
	}
	return nil
}
