package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/gridwright/gridwright/internal/job"
)

// A Work says what is to be done with the lines of a batch. It goes with each chunk.
type Work struct {
	Verb   string        `json:"verb,omitempty"` // of lines that name none
	Time   time.Duration `json:"time,omitempty"` // the limits of one line; 0: none
	Memory int64         `json:"memory,omitempty"`
	// Table is what lines are arguments of; nil: lines are jobs.
	Table *TableWork `json:"table,omitempty"`
}

// A TableWork is a table of a family with its options.
type TableWork struct {
	Family  string            `json:"family"`
	Name    string            `json:"name"`
	Options map[string]string `json:"options,omitempty"`
}

// A Line is a line of a batch.
type Line struct {
	At     job.Place
	Text   []byte
	Result []byte // what the client knows without asking; nil: nothing
}

// A Chunk is some consecutive lines of one file.
type Chunk struct {
	First int64 // number of the first line among those of the batch, from 1
	Lines int   // how many there are
	File  string
	body  []byte // of each line its number in the file, a tab, the text, and an end
	known []byte // the result, where nobody has to be asked
}

// A Result is what comes back for a chunk.
type Result struct {
	Chunk
	Text   []byte        // the results, a line each
	Dead   int           // lines that ended workers
	Took   time.Duration // that a worker computed
	Worker string
}

// Headers of messages.
const (
	headWork   = "Gridwright-Work"
	headFile   = "Gridwright-File" // a string of JSON
	headLines  = "Gridwright-Lines"
	headSum    = "Gridwright-Sum"    // of the lines: a result is one of these and no others
	headObject = "Gridwright-Object" // the body lies in the batch's object store under this name
	headDead   = "Gridwright-Dead"
	headTook   = "Gridwright-Took-Us"
	headWorker = "Gridwright-Worker"
)

// room is what is left of a message for headers.
const room = 4 << 10

// split finds the lines in a chunk's body.
func (c *Chunk) split() ([]Line, error) {
	out := make([]Line, 0, c.Lines)
	for line := range bytes.Lines(c.body) {
		number, text, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
		n, err := strconv.ParseInt(string(number), 10, 64)
		if !ok || err != nil {
			return nil, errors.New("a chunk has a line without its number")
		}
		out = append(out, Line{At: job.Place{File: c.File, Line: n}, Text: text})
	}
	if len(out) != c.Lines {
		return nil, fmt.Errorf("a chunk says that it has %d lines, and has %d", c.Lines, len(out))
	}
	return out, nil
}

// keyOf reads the end of a subject.
func keyOf(subject, prefix string) (key, error) {
	rest, ok := strings.CutPrefix(subject, prefix)
	batch, number, ok2 := strings.Cut(rest, ".")
	first, err := strconv.ParseInt(number, 10, 64)
	if !ok || !ok2 || err != nil || first < 1 || !goodID(batch) {
		return key{}, fmt.Errorf("%q is no subject of a chunk", subject)
	}
	return key{batch, first}, nil
}

// pack makes the message of a body. What is larger than messages may be goes to the object store first.
func pack(ctx context.Context, js jetstream.JetStream, subject, batch string, body []byte, head nats.Header) (
	*nats.Msg, error) {
	m := &nats.Msg{Subject: subject, Header: head}
	size := room
	for k, v := range head {
		size += len(k) + len(strings.Join(v, "")) + 4
	}
	if int64(len(body)+size) <= js.Conn().MaxPayload() {
		m.Data = body
		return m, nil
	}
	store, err := objects(ctx, js, batch)
	if err != nil {
		return nil, err
	}
	name := nuid.Next() // nobody overwrites what another one reads
	if _, err := store.PutBytes(ctx, name, body); err != nil {
		return nil, err
	}
	head.Set(headObject, name)
	return m, nil
}

// unpack returns a message's body.
func unpack(ctx context.Context, js jetstream.JetStream, batch string, m jetstream.Msg) ([]byte, error) {
	name := m.Headers().Get(headObject)
	if name == "" {
		return m.Data(), nil
	}
	store, err := js.ObjectStore(ctx, bucket+batch)
	if err != nil {
		return nil, err
	}
	return store.GetBytes(ctx, name)
}

// drop deletes what pack has put into the object store. What stays there goes with the batch.
func drop(ctx context.Context, js jetstream.JetStream, batch string, head nats.Header) {
	if name := head.Get(headObject); name != "" {
		if store, err := js.ObjectStore(ctx, bucket+batch); err == nil {
			store.Delete(ctx, name)
		}
	}
}

// objects opens the object store of a batch, and makes it where there is none.
func objects(ctx context.Context, js jetstream.JetStream, batch string) (jetstream.ObjectStore, error) {
	if store, err := js.ObjectStore(ctx, bucket+batch); err == nil {
		return store, nil
	}
	replicas, err := replicasOf(ctx, js)
	if err != nil {
		return nil, err
	}
	return js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucket + batch, TTL: keepResults,
		Replicas: replicas, Description: "large lines and results of one batch"})
}

// number reads a header that holds a number; 0 where it does not.
func number(h nats.Header, name string) int64 {
	n, _ := strconv.ParseInt(h.Get(name), 10, 64)
	return n
}

// A cutter cuts lines into chunks. There are numbers of lines in front of which it always cuts, so that whoever begins
// anywhere soon gets the same chunks again. Chunks begin small: a few lines that take long are spread over all workers.
type cutter struct {
	next  func() (Line, error) // io.EOF behind the last line, and again
	most  int                  // lines of a chunk
	bytes int                  // of a chunk of more than one line
	line  int64                // the number of the next chunk's first
	held  Line                 // one that has no chunk yet
	holds bool
}

// sizes of chunks where nobody says any.
const (
	mostLines = 256
	mostBytes = 256 << 10
	ramp      = 16 // so many chunks of 1 line, then of 2, 4, …
)

// lines is how many lines a chunk that begins at line first has at the most.
func (c *cutter) lines(first int64) int {
	n, at := int64(1), first-1
	for n < int64(c.most) && at >= ramp*n {
		at -= ramp * n
		n *= 2
	}
	n = min(n, int64(c.most))
	return int(n - at%n)
}

// chunk reads the next one; io.EOF behind the last.
func (c *cutter) chunk() (Chunk, error) {
	out := Chunk{First: c.line}
	for most := c.lines(c.line); out.Lines < most; {
		if !c.holds {
			line, err := c.next()
			if err == io.EOF {
				break
			} else if err != nil {
				return Chunk{}, err
			}
			c.held, c.holds = line, true
		}
		l := c.held
		if out.Lines > 0 && (len(out.body)+len(l.Text)+24 > c.bytes || l.At.File != out.File || l.Result != nil) {
			break
		}
		c.held, c.holds = Line{}, false
		out.Lines++
		c.line++
		out.File = l.At.File
		if l.Result != nil {
			out.known = l.Result
			break
		}
		out.body = append(strconv.AppendInt(out.body, l.At.Line, 10), '\t')
		out.body = append(append(out.body, l.Text...), '\n')
	}
	if out.Lines == 0 {
		return Chunk{}, io.EOF
	}
	return out, nil
}

// sum is what tells a chunk from all others.
func sum(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n", len(p))
		io.WriteString(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
