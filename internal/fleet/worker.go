package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// A Worker pulls chunks, answers them and stores their results, until its context ends.
type Worker struct {
	Dial
	Options
	Slots int // chunks at a time
	Tries int // workers that a line may end before it is a dead letter
	// Answerer makes what answers a kind of work, or says why it is none.
	Answerer func(Work) (Answerer, error)
	Counters *Counters

	id       string
	js       jetstream.JetStream
	chunks   jetstream.Consumer
	asking   context.Context // for a chunk; it ends when the connection was lost, as then nobody hears us
	askAgain context.CancelFunc
	alone    sync.RWMutex // written by who answers a line that may end us: no other one is under way then
	mu       sync.Mutex
	underWay map[key]bool
	kinds    map[string]Answerer // by header
}

// errGone says that nobody waits for a result.
var errGone = errors.New("the batch was removed")

// Run works until ctx ends; chunks under way are given back to the queue then. That end is no error, whatever it meets:
// where the queue is away it misses what was given back, and waits for AckWait.
func (w *Worker) Run(ctx context.Context) error {
	err := w.run(ctx)
	if err != nil && ctx.Err() != nil {
		w.Log.Debug("the end", "why", err.Error())
		return nil
	}
	return err
}

func (w *Worker) run(ctx context.Context) error {
	w.id, w.underWay, w.kinds = nuid.Next(), map[key]bool{}, map[string]Answerer{}
	w.Name = "worker " + w.id
	w.asking, w.askAgain = context.WithCancel(ctx)
	js, err := w.Connect(ctx, func() {
		w.Counters.Reconnects.Add(1)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.askAgain()
		w.asking, w.askAgain = context.WithCancel(ctx)
	})
	if err != nil {
		return err
	}
	w.js = js
	defer js.Conn().Close()
	if err := w.answerWhetherAlive(); err != nil {
		return err
	}
	if err := w.open(ctx); err != nil {
		return err
	}
	w.Log.Info("waiting for work", "at", js.Conn().ConnectedUrlRedacted(), "slots", w.Slots)
	var all sync.WaitGroup
	for range w.Slots {
		all.Go(func() { w.slot(ctx) })
	}
	all.Wait()
	return js.Conn().FlushTimeout(5 * time.Second) // what was given back
}

// open finds the consumer, and makes what is missing.
func (w *Worker) open(ctx context.Context) error {
	return retry(ctx, w.Log, "find the queue's streams", nil, func(ctx context.Context) error {
		err := Prepare(ctx, w.js, w.Options)
		if err == nil {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.chunks, err = w.js.Consumer(ctx, JobsStream, Workers)
		}
		return err
	})
}

// next asks for a chunk, half a minute long.
func (w *Worker) next() (jetstream.Msg, error) {
	w.mu.Lock()
	chunks, asking := w.chunks, w.asking
	w.mu.Unlock()
	return chunks.Next(jetstream.FetchContext(asking))
}

// slot takes a chunk at a time: none lies here that another worker could have.
func (w *Worker) slot(ctx context.Context) {
	for ctx.Err() == nil {
		m, err := w.next()
		switch {
		case err == nil:
			w.take(ctx, m)
		case errors.Is(err, context.Canceled):
		case errors.Is(err, jetstream.ErrConsumerDeleted), errors.Is(err, jetstream.ErrConsumerNotFound),
			errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, nats.ErrNoResponders):
			if sleep(ctx, time.Second) {
				w.open(ctx)
			}
		case !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages):
			w.Log.Debug("no chunk", "why", err.Error())
			sleep(ctx, 200*time.Millisecond)
		}
	}
}

// A task is a chunk under way.
type task struct {
	*Worker
	key
	m         jetstream.Msg
	delivered uint64
	seq       uint64 // of the message in its stream
	work      Work
	Answerer
	lines []Line
	dead  int
	took  time.Duration
}

// take sees one chunk through.
func (w *Worker) take(ctx context.Context, m jetstream.Msg) {
	meta, err := m.Metadata()
	k, err2 := keyOf(m.Subject(), jobSubject)
	if err = errors.Join(err, err2); err != nil {
		w.Log.Error("a message that is no chunk", "why", err.Error())
		m.Term()
		return
	}
	t := &task{Worker: w, key: k, m: m, delivered: meta.NumDelivered, seq: meta.Sequence.Stream}
	if !w.begin(k) {
		m.NakWithDelay(w.ackWait()) // we have it in hand: it came again as the queue did not hear from us in time
		return
	}
	defer w.end(k)
	if t.delivered > 1 {
		w.Counters.Redelivered.Add(1)
	}
	w.Counters.InFlight.Add(1)
	defer w.Counters.InFlight.Add(-1)
	stop := t.heartbeat()
	err = t.do(ctx)
	stop()
	switch {
	case err == nil:
		m.Ack()
		w.Counters.Chunks.Add(1)
		w.Counters.Lines.Add(int64(len(t.lines)))
		w.Counters.Busy.Add(int64(t.took))
	case errors.Is(err, errGone):
		m.Term()
	case errors.Is(err, errElsewhere):
		m.NakWithDelay(w.ackWait())
	default:
		if ctx.Err() == nil {
			w.Log.Warn("a chunk is given back", "chunk", k.String(), "why", err.Error())
			m.NakWithDelay(5 * time.Second)
			return
		}
		m.Nak()
	}
}

func (w *Worker) begin(k key) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.underWay[k] {
		return false
	}
	w.underWay[k] = true
	return true
}

func (w *Worker) end(k key) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.underWay, k)
}

// heartbeat tells the queue that the chunk is under way, until stop.
func (t *task) heartbeat() (stop func()) {
	done := make(chan struct{})
	tick := time.NewTicker(t.ackWait() / 4)
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				t.m.InProgress()
			}
		}
	}()
	return func() { close(done) }
}

func (t *task) do(ctx context.Context) error {
	head := t.m.Headers()
	a, err := t.kind(head.Get(headWork), &t.work)
	if err != nil {
		return err
	}
	t.Answerer = a
	body, err := unpack(ctx, t.js, t.batch, t.m)
	if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrObjectNotFound) {
		return errGone
	} else if err != nil {
		return err
	}
	c := Chunk{First: t.first, Lines: int(number(head, headLines)), body: body}
	if err := json.Unmarshal([]byte(head.Get(headFile)), &c.File); err != nil {
		return fmt.Errorf("a chunk does not say from which file it is: %w", err)
	}
	if t.lines, err = c.split(); err != nil {
		return err
	}
	out, err := t.answer(ctx)
	if err != nil {
		return err
	}
	if err := t.store(ctx, out); err != nil {
		return err
	}
	t.forget(ctx)
	drop(ctx, t.js, t.batch, head)
	return nil
}

// kind finds what answers this kind of work.
func (w *Worker) kind(header string, work *Work) (Answerer, error) {
	if err := json.Unmarshal([]byte(header), work); err != nil {
		return nil, fmt.Errorf("a chunk does not say what its work is: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.kinds[header]
	if a != nil {
		return a, nil
	}
	a, err := w.Answerer(*work)
	if err == nil {
		if len(w.kinds) >= 64 {
			clear(w.kinds)
		}
		w.kinds[header] = a
	}
	return a, err
}

// answer answers all lines; those of a chunk that comes again with care.
func (t *task) answer(ctx context.Context) (out []byte, err error) {
	if t.delivered > 1 {
		return t.careful(ctx)
	}
	start := time.Now()
	for _, l := range t.lines {
		t.alone.RLock()
		out, err = t.Append(ctx, out, l.At, l.Text)
		t.alone.RUnlock()
		if err != nil {
			return nil, err
		}
	}
	t.took = time.Since(start)
	return out, nil
}

// store puts the result into the stream of its batch, where there is room for one result of each chunk.
func (t *task) store(ctx context.Context, out []byte) error {
	head := nats.Header{headSum: {t.m.Headers().Get(headSum)}, headDead: {strconv.Itoa(t.dead)}, headWorker: {t.id},
		headTook: {strconv.FormatInt(t.took.Microseconds(), 10)}}
	// A chunk that was sent again, as its result was lost, has another number: its result is none of the old one's
	// doubles.
	head.Set(jetstream.MsgIDHeader, t.key.String()+"."+strconv.FormatUint(t.seq, 10))
	var m *nats.Msg
	err := retry(ctx, t.Log, "store a result", func(err error) bool { return present(err) || errors.Is(err, errGone) },
		func(ctx context.Context) (err error) {
			if m == nil {
				if m, err = pack(ctx, t.js, resultSubject+t.key.String(), t.batch, out, head); err != nil {
					return t.gone(ctx, err)
				}
			}
			ack, err := t.js.PublishMsg(ctx, m)
			if err != nil {
				return t.gone(ctx, err)
			}
			if ack.Duplicate {
				t.Counters.Doubles.Add(1)
				drop(ctx, t.js, t.batch, head)
			}
			return nil
		})
	if present(err) { // another worker has answered the chunk too; the results are the same
		t.Counters.Doubles.Add(1)
		drop(ctx, t.js, t.batch, head)
		return nil
	}
	return err
}

// gone turns an error of storing into errGone where the batch has no stream of results.
func (t *task) gone(ctx context.Context, err error) error {
	if present(err) || full(err) {
		return err
	}
	if _, err := t.js.Stream(ctx, results+t.batch); errors.Is(err, jetstream.ErrStreamNotFound) {
		t.Log.Info("a chunk whose batch was removed is left out", "chunk", t.key.String())
		return errGone
	}
	return err
}
