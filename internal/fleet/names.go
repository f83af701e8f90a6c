package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names on the wire. What is incompatible gets another version, so that old workers never see new chunks.
const (
	JobsStream = "GRIDWRIGHT_V1_JOBS" // autoscalers look at its lag
	Workers    = "workers"            // the consumer of it that all workers share
	markStream = "GRIDWRIGHT_V1_MARKS"
	deadStream = "GRIDWRIGHT_V1_DEAD"
	results    = "GRIDWRIGHT_V1_RESULTS_" // and the batch: a stream each
	bucket     = "gridwright-v1-"         // and the batch: an object store each, where it needs one
	collector  = "collector"              // the consumer of a batch's results

	jobSubject    = "gridwright.v1.jobs."
	markSubject   = "gridwright.v1.marks."
	deadSubject   = "gridwright.v1.dead."
	resultSubject = "gridwright.v1.results."
	aliveSubject  = "gridwright.v1.alive."
)

// How long things are kept when nobody comes for them.
const (
	keepResults = 7 * 24 * time.Hour
	keepDead    = 30 * 24 * time.Hour
	keepMarks   = 24 * time.Hour
	window      = 2 * time.Minute // in which the server itself knows a message's id again
)

// NewID returns the name of a new batch.
func NewID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// goodID reports whether id may be part of a subject.
func goodID(id string) bool {
	return len(id) >= 1 && len(id) <= 64 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// A key names a chunk: its batch and the number of its first line.
type key struct {
	batch string
	first int64
}

func (k key) String() string { return fmt.Sprintf("%s.%d", k.batch, k.first) }

// Options of a deployment that workers and clients have in common.
type Options struct {
	// Replicas is how many servers keep each stream that is made: 1, or 3 in a cluster. 0 means as many as the
	// queue's own streams have, and 1 where there are none yet.
	Replicas int
	// AckWait is after how long without a word from its worker a chunk is given to another one. It is a property of
	// the queue: whoever comes first says it. 0 means 30 s.
	AckWait time.Duration
}

func (o Options) ackWait() time.Duration {
	if o.AckWait <= 0 {
		return 30 * time.Second
	}
	return o.AckWait
}

// Prepare makes the streams that all batches share, where they are missing.
func Prepare(ctx context.Context, js jetstream.JetStream, opt Options) error {
	n := max(opt.Replicas, 1)
	for _, c := range []jetstream.StreamConfig{
		{Name: JobsStream, Subjects: []string{jobSubject + ">"}, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxMsgs: 1 << 20,
			Description: "chunks of lines that wait for a worker", MaxAge: keepResults},
		{Name: markStream, Subjects: []string{markSubject + ">"}, Storage: jetstream.MemoryStorage, MaxMsgsPerSubject: 1,
			Description: "which line of a chunk that came back is under way", MaxAge: keepMarks},
		{Name: deadStream, Subjects: []string{deadSubject + ">"}, MaxAge: keepDead, MaxBytes: 1 << 30,
			Description: "lines that ended workers"},
	} {
		c.Replicas, c.Duplicates = n, window
		if err := create(ctx, js, c); err != nil {
			return err
		}
	}
	s, err := js.Stream(ctx, JobsStream)
	if err != nil {
		return err
	}
	if _, err := s.Consumer(ctx, Workers); !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	_, err = s.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: Workers, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: opt.ackWait(), MaxAckPending: -1, MaxDeliver: -1, FilterSubject: jobSubject + ">"})
	if errors.Is(err, jetstream.ErrConsumerExists) {
		return nil // somebody was faster, with another idea of AckWait
	}
	return err
}

// create makes a stream unless there is one of that name.
func create(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) error {
	if _, err := js.Stream(ctx, c.Name); !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	_, err := js.CreateStream(ctx, c)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return nil
	}
	return err
}

// prepareBatch makes the stream of a batch's results.
func prepareBatch(ctx context.Context, js jetstream.JetStream, id string, about map[string]string) error {
	replicas, err := replicasOf(ctx, js)
	if err != nil {
		return err
	}
	return create(ctx, js, jetstream.StreamConfig{
		Name: results + id, Subjects: []string{resultSubject + id + ".>"}, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, Duplicates: window,
		Replicas: replicas, MaxAge: keepResults, Metadata: about, Description: "results of one batch",
	})
}

// replicasOf is how many servers keep the queue's streams.
func replicasOf(ctx context.Context, js jetstream.JetStream) (int, error) {
	s, err := js.Stream(ctx, JobsStream)
	if err != nil {
		return 0, err
	}
	return s.CachedInfo().Config.Replicas, nil
}

// present reports whether err says that a message of this subject is in the stream already.
func present(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject")
}

// full reports whether err says that a stream takes no more at present.
func full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && !present(err) && strings.Contains(api.Description, "maximum ")
}
