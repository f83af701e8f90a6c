package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// A State is how far a job is.
type State string

// The states. The last three are final.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// JobArgs are a verb and its arguments.
type JobArgs struct {
	Verb string          `json:"verb" doc:"any of the verbs"`
	Args json.RawMessage `json:"args,omitempty" doc:"its arguments"`
}

// A JobStatus is what is known of a job.
type JobStatus struct {
	ID       string          `json:"id" doc:"nobody guesses it"`
	Verb     string          `json:"verb" doc:"what it answers"`
	State    State           `json:"state" enum:"queued,running,done,failed,cancelled"`
	Created  time.Time       `json:"created" doc:"when it was started"`
	Ended    *time.Time      `json:"ended,omitempty" doc:"when it ended, where it has"`
	Expires  *time.Time      `json:"expires,omitempty" doc:"it may be forgotten sooner, where others need the room"`
	Progress *Progress       `json:"progress,omitempty" doc:"the last that was heard of it"`
	Result   json.RawMessage `json:"result,omitempty" doc:"what the verb answers"`
	Cached   bool            `json:"cached,omitempty" doc:"the result had been kept"`
	Problem  *Problem        `json:"problem,omitempty"`
}

// Progress is how far long work has come.
type Progress struct {
	Stage  string `json:"stage" doc:"what is being done, in a few words"`
	Done   int64  `json:"done" doc:"of total"`
	Total  int64  `json:"total" doc:"0 where nobody knows"`
	Unit   string `json:"unit" doc:"what done and total count"`
	Memory int64  `json:"memory" doc:"bytes that the work holds; 0 where that is not known"`
}

// A job is work that outlives the request that began it.
type job struct {
	who    *account
	cancel context.CancelFunc
	cost   int64 // bytes that it holds
	expiry *time.Timer

	mu      sync.Mutex
	status  JobStatus
	changed chan struct{} // closed when status changes
}

// look tells of j now, and when something else is to be told.
func (j *job) look() (JobStatus, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.status, j.changed
}

// change changes what is told of j, unless it has ended.
func (j *job) change(how func(s *JobStatus)) (before, after State) {
	j.mu.Lock()
	defer j.mu.Unlock()
	before = j.status.State
	if before.final() {
		return before, before
	}
	how(&j.status)
	close(j.changed)
	j.changed = make(chan struct{})
	return before, j.status.State
}

func (s State) final() bool { return s == Done || s == Failed || s == Cancelled }

// jobCost is what a job takes beside its arguments and its result, about.
const jobCost = 2000

// jobs are all that are kept.
type jobs struct {
	s      *Service
	places *places
	ctx    context.Context
	stop   context.CancelFunc
	all    sync.WaitGroup

	mu     sync.Mutex
	byID   map[string]*job
	ended  []*job // the one that ended first in front
	bytes  int64
	states map[State]int
}

func newJobs(s *Service) *jobs {
	ctx, stop := context.WithCancel(context.Background())
	return &jobs{s: s, places: newPlaces(s.JobsAtOnce, s.Jobs, 0), ctx: ctx, stop: stop, byID: map[string]*job{},
		states: map[State]int{}}
}

// close cancels all jobs and waits for them.
func (js *jobs) close() {
	js.stop()
	js.all.Wait()
}

func (js *jobs) held() int64 {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.bytes
}

func (js *jobs) count(state State) int {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.states[state]
}

// find finds a job of who's; nil where there is none.
func (js *jobs) find(id string, who *account) *job {
	js.mu.Lock()
	defer js.mu.Unlock()
	if j := js.byID[id]; j != nil && j.who == who {
		return j
	}
	return nil
}

// fit makes room for a job more and so many bytes, and gives up those for it that ended first; false where even that
// is not enough. js.mu is held.
func (js *jobs) fit(jobs int, bytes int64) bool {
	for len(js.byID)+jobs > js.s.Jobs || js.bytes+bytes > js.s.JobBytes {
		if len(js.ended) == 0 {
			return false
		}
		js.drop(js.ended[0])
	}
	return true
}

// drop forgets a job. js.mu is held.
func (js *jobs) drop(j *job) {
	st, _ := j.look()
	if js.byID[st.ID] != j {
		return
	}
	delete(js.byID, st.ID)
	js.bytes -= j.cost
	js.states[st.State]--
	if j.expiry != nil {
		j.expiry.Stop()
	}
	for i, e := range js.ended {
		if e == j {
			js.ended = append(js.ended[:i:i], js.ended[i+1:]...)
			break
		}
	}
}

// start begins a job of who's, who has entered and leaves when it has ended; nil where there is no room for it.
func (js *jobs) start(who *account, r engine.Request) *job {
	j := &job{who: who, cost: jobCost + int64(len(r.Args)), changed: make(chan struct{}),
		status: JobStatus{ID: rand.Text(), Verb: r.Verb, State: Queued, Created: time.Now().UTC()}}
	ctx, cancel := context.WithCancel(js.ctx)
	j.cancel = cancel
	js.mu.Lock()
	defer js.mu.Unlock()
	if !js.fit(1, j.cost) {
		cancel()
		return nil
	}
	js.byID[j.status.ID] = j
	js.bytes += j.cost
	js.states[Queued]++
	js.s.underway.enter()
	js.all.Go(func() {
		defer js.s.underway.leave()
		defer who.leave()
		defer cancel()
		js.run(ctx, j, r)
	})
	return j
}

// forever is longer than anybody waits.
const forever = 1 << 62 * time.Nanosecond

// run is a job's goroutine.
func (js *jobs) run(ctx context.Context, j *job, r engine.Request) {
	place := js.places.enter(ctx, forever, nil)
	if place == nil {
		js.end(j, func(s *JobStatus) { s.withdraw() })
		return
	}
	r.Ended = place.leave
	defer j.who.work(time.Now())
	js.move(j.change(func(s *JobStatus) { s.State = Running }))
	r.Limits.OnProgress = func(p puzzle.Progress) {
		j.change(func(s *JobStatus) { s.Progress = &Progress{p.Stage, p.Done, p.Total, p.Unit, p.Memory} })
	}
	reply, err := js.s.Engine.Ask(ctx, r)
	js.end(j, func(s *JobStatus) {
		switch {
		case ctx.Err() != nil:
			s.withdraw()
		case err != nil:
			no := failed(err)
			s.State, s.Problem = Failed, &Problem{"about:blank", no.status, *no.Error}
		default:
			s.State, s.Result, s.Cached = Done, reply.Body, reply.Hit
		}
	})
}

// withdraw is how a job ends that somebody has cancelled.
func (s *JobStatus) withdraw() {
	s.State = Cancelled
	s.Problem = &Problem{"about:blank", statusGone, engine.Error{Kind: engine.Cancelled, Title: "the job was cancelled"}}
}

func (js *jobs) move(from, to State) {
	js.mu.Lock()
	defer js.mu.Unlock()
	if from != to {
		js.states[from]--
		js.states[to]++
	}
}

// end ends a job: its arguments are given up, and its result is kept for a while where there is room.
func (js *jobs) end(j *job, how func(s *JobStatus)) {
	js.mu.Lock()
	defer js.mu.Unlock()
	st, _ := j.look()
	if js.byID[st.ID] != j {
		return
	}
	var result JobStatus
	how(&result)
	js.bytes -= j.cost
	j.cost = jobCost + int64(len(result.Result))
	if !js.fit(0, j.cost) {
		j.cost = jobCost
		how = func(s *JobStatus) {
			no := refuse(http.StatusRequestEntityTooLarge, engine.Limit, "the result has %s, for which there is no room",
				puzzle.Bytes(int64(len(result.Result))))
			s.State, s.Problem = Failed, &Problem{"about:blank", no.status, *no.Error}
		}
	}
	js.bytes += j.cost
	before, after := j.change(func(s *JobStatus) {
		how(s)
		now := time.Now().UTC()
		expires := now.Add(js.s.JobLife)
		s.Ended, s.Expires = &now, &expires
	})
	js.states[before]--
	js.states[after]++
	js.s.metrics.ended.WithLabelValues(string(after)).Inc()
	js.ended = append(js.ended, j)
	j.expiry = time.AfterFunc(js.s.JobLife, func() {
		js.mu.Lock()
		defer js.mu.Unlock()
		js.drop(j)
	})
}
