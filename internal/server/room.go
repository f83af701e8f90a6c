package server

import (
	"context"
	"io"
	"sync"
	"time"
)

// A room is the memory that requests on their way in and answers on their way out may hold together. Many clients at
// once, or slow ones, fill no more.
type room struct {
	mu    sync.Mutex
	left  int64
	freed chan struct{} // closed when something is given back
}

func newRoom(bytes int64) *room { return &room{left: bytes, freed: make(chan struct{})} }

// take waits for so many bytes; false where they do not become free in time.
func (m *room) take(ctx context.Context, bytes int64, patience time.Duration) bool {
	var wait *time.Timer
	for {
		m.mu.Lock()
		freed := m.freed
		if m.left >= bytes {
			m.left -= bytes
			m.mu.Unlock()
			return true
		}
		m.mu.Unlock()
		if wait == nil {
			wait = time.NewTimer(patience)
			defer wait.Stop()
		}
		select {
		case <-freed:
		case <-wait.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// free is how much is left.
func (m *room) free() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left
}

// give gives bytes back.
func (m *room) give(bytes int64) {
	if bytes == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left += bytes
	close(m.freed)
	m.freed = make(chan struct{})
}

// Of each request so much is read before it takes room, and then so much at once.
const (
	freeBody  = 64 << 10
	bodyChunk = 1 << 20
)

// body reads a request and tells how much room it has taken, which its owner gives back. It takes room for what has
// come, never for what a header promises: twice as much, as the parts are put together in the end. full says that there
// was none. length is what a header promises, as far as it is free; −1 where none does.
func (m *room) body(ctx context.Context, in io.Reader, length int64, patience time.Duration) (body []byte, taken int64,
	full bool, err error) {
	first, all, err := begin(in, length)
	if all || err != nil {
		return first, 0, false, err
	}
	parts, n := [][]byte{first}, len(first)
	for size := 2 * freeBody; ; size = min(2*size, bodyChunk) {
		if !m.take(ctx, 2*int64(size), patience) {
			return nil, taken, true, nil
		}
		taken += 2 * int64(size)
		part := make([]byte, size)
		got, err := io.ReadFull(in, part)
		parts, n = append(parts, part[:got]), n+got
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return nil, taken, false, err
		}
	}
	body = make([]byte, 0, n)
	for _, p := range parts {
		body = append(body, p...)
	}
	return body, taken, false, nil
}

// begin reads the part of a request that is free; all says that there is no more.
func begin(in io.Reader, length int64) (first []byte, all bool, err error) {
	const least = 512
	size := int64(4 * least)
	if length >= 0 {
		size = max(least, length+1) // so that the end is met in the same read
	}
	first = make([]byte, 0, min(size, freeBody))
	for len(first) < freeBody {
		if len(first) == cap(first) {
			first = append(make([]byte, 0, min(4*cap(first), freeBody)), first...)
		}
		n, err := in.Read(first[len(first):cap(first)])
		first = first[:len(first)+n]
		if err == io.EOF {
			return first, true, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	return first, false, nil
}
