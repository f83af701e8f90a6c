package fleet

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Listed is what the queue knows about a batch.
type Listed struct {
	ID       string
	About    string // as its client says
	Host     string // of that
	Since    time.Time
	Waiting  int // chunks for workers, and with them
	Results  int // chunks that the client has not collected
	Attended bool
}

// List lists the batches that a queue holds something of, oldest first.
func List(ctx context.Context, js jetstream.JetStream) (all []Listed, err error) {
	streams := js.ListStreams(ctx)
	for info := range streams.Info() {
		id, ok := strings.CutPrefix(info.Config.Name, results)
		if !ok {
			continue
		}
		l := Listed{ID: id, About: info.Config.Metadata["about"], Host: info.Config.Metadata["host"],
			Since: info.Created, Results: int(info.State.Msgs)}
		if s, err := js.Stream(ctx, JobsStream); err == nil {
			if jobs, err := s.Info(ctx, jetstream.WithSubjectFilter(jobSubject+id+".>")); err == nil {
				l.Waiting = len(jobs.State.Subjects)
			}
		}
		if c, err := js.Consumer(ctx, info.Config.Name, collector); err == nil {
			l.Attended = c.CachedInfo().NumWaiting > 0
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b Listed) int { return a.Since.Compare(b.Since) })
	return all, streams.Err()
}

// Remove takes all of a batch out of a queue; there tells whether the queue knew it.
func Remove(ctx context.Context, js jetstream.JetStream, id string) (there bool, err error) {
	if !goodID(id) {
		return false, nil
	}
	err = js.DeleteStream(ctx, results+id)
	there = err == nil
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return there, err
	}
	if s, err := js.Stream(ctx, JobsStream); err == nil {
		if err := s.Purge(ctx, jetstream.WithPurgeSubject(jobSubject+id+".>")); err != nil {
			return there, err
		}
	}
	err = js.DeleteObjectStore(ctx, bucket+id)
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		err = nil
	}
	return there, err
}
